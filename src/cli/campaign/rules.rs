//! The rules of a campaign, from the options.

use anyhow::anyhow;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use crate::harness::campaign::{Setting, SettingError};
use crate::titles::rasputitsa::{Edition, Level, Rules, Scenario};

/// The rules, and the choices on the title screen.
#[derive(Args)]
pub(crate) struct RulesOptions {
    /// Rules of the campaign
    #[arg(long, value_name = "RULES", default_value = "modern")]
    pub rules: Rules,
    /// Level of difficulty, under the rules modern and 1982 (default: expert)
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    /// Start of the campaign, at level expert (default: 1941)
    #[arg(long, value_name = "YEAR")]
    scenario: Option<Scenario>,
}

impl ValueEnum for Rules {
    fn value_variants<'a>() -> &'a [Self] {
        &[Rules::Edition1981, Rules::Edition1982, Rules::Corrected, Rules::Modern]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Rules::Edition1981 => "The original rules of 1981",
            Rules::Edition1982 => "The original rules of 1982",
            Rules::Corrected => "The rules of 1981 with their defects corrected: rasputitsa:classic",
            Rules::Modern => "The rules of 1982 with the defects of both editions corrected: rasputitsa",
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
    /// The edition whose order of battle applies.
    pub(crate) fn edition(&self) -> Edition {
        self.rules.edition()
    }

    /// The rules in words.
    pub(crate) fn title(&self) -> &'static str {
        match self.rules {
            Rules::Edition1981 => "rules of 1981",
            Rules::Edition1982 => "rules of 1982",
            Rules::Corrected => "rules of 1981, corrected",
            Rules::Modern => "rules of 1982, corrected",
        }
    }

    /// The rules in words, with level and scenario if there are several.
    pub(crate) fn described(&self) -> String {
        if self.edition() == Edition::First {
            return self.title().to_string();
        }
        let (level, scenario) = (self.level.unwrap_or_default(), self.scenario.unwrap_or_default());
        format!("{}, level {}, campaign of {}", self.title(), level.name(), scenario.name())
    }

    /// Whether an option is given that a continued campaign has fixed already.
    pub(crate) fn chooses_setting(&self) -> bool {
        self.level.is_some() || self.scenario.is_some()
    }

    /// The choices on the title screen.
    pub(crate) fn setting(&self) -> anyhow::Result<Setting> {
        Setting::of(self.edition(), self.level, self.scenario).map_err(|error| match error {
            SettingError::Neither => {
                anyhow!(
                    "--level, --scenario: the rules of 1981 have neither: use them with --rules 1982 or modern"
                )
            }
            SettingError::ForExperts => anyhow!("--scenario 1942: {error}: expected --level expert"),
        })
    }
}
