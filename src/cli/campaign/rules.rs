//! Which rules a campaign is played by, as typed.

use anyhow::anyhow;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use crate::harness::campaign::{Setting, SettingError};
use crate::titles::rasputitsa::{Edition, Level, Rules, Scenario};

/// The rules, and what is chosen on the title.
#[derive(Args)]
pub(crate) struct RulesOptions {
    /// Which rules the campaign is played by
    #[arg(long, value_name = "RULES", default_value = "modern")]
    pub rules: Rules,
    /// Level of difficulty, with the rules modern and 1982; expert if none is named
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    /// When the campaign begins, for experts; 1941 if nothing is said
    #[arg(long, value_name = "YEAR")]
    scenario: Option<Scenario>,
}

impl ValueEnum for Rules {
    fn value_variants<'a>() -> &'a [Self] {
        &[Rules::Edition1981, Rules::Edition1982, Rules::Corrected, Rules::Modern]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Rules::Edition1981 => "Those of 1981 to the letter",
            Rules::Edition1982 => "Those of 1982 to the letter",
            Rules::Corrected => "Those of 1981 with its defects corrected: rasputitsa:classic",
            Rules::Modern => "Those of 1982 with the defects of both editions corrected: rasputitsa",
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}

impl ValueEnum for Level {
    fn value_variants<'a>() -> &'a [Self] {
        &Level::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

impl ValueEnum for Scenario {
    fn value_variants<'a>() -> &'a [Self] {
        &Scenario::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Scenario::Of1941 => "From 22 June 1941",
            Scenario::Of1942 => "From 24 May 1942",
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}

impl RulesOptions {
    /// Whose order of battle they are for.
    pub(crate) fn edition(&self) -> Edition {
        self.rules.edition()
    }

    /// The rules as a reader knows them.
    pub(crate) fn title(&self) -> &'static str {
        match self.rules {
            Rules::Edition1981 => "rules of 1981",
            Rules::Edition1982 => "rules of 1982",
            Rules::Corrected => "rules of 1981, corrected",
            Rules::Modern => "rules of 1982, corrected",
        }
    }

    /// The rules, and the level and the campaign where there are several.
    pub(crate) fn described(&self) -> String {
        if self.edition() == Edition::First {
            return self.title().to_string();
        }
        let (level, scenario) = (self.level.unwrap_or_default(), self.scenario.unwrap_or_default());
        format!("{}, level {}, campaign of {}", self.title(), level.name(), scenario.name())
    }

    /// Whether something is chosen that a campaign that goes on has chosen already.
    pub(crate) fn chooses_setting(&self) -> bool {
        self.level.is_some() || self.scenario.is_some()
    }

    /// What is chosen on the title.
    pub(crate) fn setting(&self) -> anyhow::Result<Setting> {
        Setting::of(self.edition(), self.level, self.scenario).map_err(|error| match error {
            SettingError::Neither => {
                anyhow!(
                    "--level, --scenario: the rules of 1981 have neither: expected --rules 1982 or modern with them"
                )
            }
            SettingError::ForExperts => anyhow!("--scenario 1942: {error}: expected --level expert"),
        })
    }
}
