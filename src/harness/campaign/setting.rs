//! What is chosen on the title.

use super::error::SettingError;
use crate::titles::rasputitsa::{Edition, Level, Scenario};

/// What is chosen on the title in the edition of 1982.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// The level of difficulty.
    pub level: Level,
    /// When the campaign begins; has an effect only at the expert level.
    pub scenario: Scenario,
}

impl Setting {
    /// A setting with defaults for what is not given.
    ///
    /// # Errors
    /// [`SettingError`].
    pub fn of(
        edition: Edition,
        level: Option<Level>,
        scenario: Option<Scenario>,
    ) -> Result<Self, SettingError> {
        if edition == Edition::First && (level.is_some() || scenario.is_some()) {
            return Err(SettingError::Neither);
        }
        let setting = Setting { level: level.unwrap_or_default(), scenario: scenario.unwrap_or_default() };
        if setting.scenario == Scenario::Of1942 && setting.level != Level::Expert {
            return Err(SettingError::ForExperts);
        }
        Ok(setting)
    }
}
