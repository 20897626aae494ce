//! What is chosen on the title before a campaign begins.

use super::error::SettingError;
use crate::titles::rasputitsa::{Edition, Level, Scenario};

/// What is chosen on the title, in the edition of 1982.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// Of difficulty.
    pub level: Level,
    /// When it begins. Of no effect but for experts.
    pub scenario: Scenario,
}

impl Setting {
    /// What is chosen, and the usual where nothing is.
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
