//! Which rules a campaign is played by, as typed.

use anyhow::ensure;
use clap::{Args, ValueEnum};

use crate::harness::campaign::Setting;
use crate::titles::rasputitsa::{Edition, Level, Rules, Scenario};

/// The rules, and what is chosen on the title.
#[derive(Args)]
pub(crate) struct RulesOptions {
    /// Which rules the campaign is played by
    #[arg(long, value_name = "RULES", default_value = "modern")]
    rules: RulesName,
    /// Level of difficulty, with the rules modern and 1982; expert if none is named
    #[arg(long, value_name = "LEVEL")]
    level: Option<LevelName>,
    /// When the campaign begins, for experts; 1941 if nothing is said
    #[arg(long, value_name = "YEAR")]
    scenario: Option<ScenarioName>,
}

/// The rules by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RulesName {
    /// Those of 1981 to the letter
    #[value(name = "1981")]
    Edition1981,
    /// Those of 1982 to the letter
    #[value(name = "1982")]
    Edition1982,
    /// Those of 1981 with its defects corrected: rasputitsa:classic
    Corrected,
    /// Those of 1982 with the defects of both editions corrected: rasputitsa
    Modern,
}

/// The levels by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LevelName {
    Learner,
    Beginner,
    Intermediate,
    Advanced,
    Expert,
}

/// The scenarios by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ScenarioName {
    /// From 22 June 1941
    #[value(name = "1941")]
    Of1941,
    /// From 24 May 1942
    #[value(name = "1942")]
    Of1942,
}

impl RulesOptions {
    /// The rules.
    pub(crate) fn rules(&self) -> Rules {
        match self.rules {
            RulesName::Edition1981 => Rules::Edition1981,
            RulesName::Edition1982 => Rules::Edition1982,
            RulesName::Corrected => Rules::Corrected,
            RulesName::Modern => Rules::Modern,
        }
    }

    /// Whose order of battle they are for.
    pub(crate) fn edition(&self) -> Edition {
        self.rules().edition()
    }

    /// The rules as a reader knows them.
    pub(crate) fn title(&self) -> &'static str {
        match self.rules {
            RulesName::Edition1981 => "rules of 1981",
            RulesName::Edition1982 => "rules of 1982",
            RulesName::Corrected => "rules of 1981, corrected",
            RulesName::Modern => "rules of 1982, corrected",
        }
    }

    /// The rules, and the level and the campaign where there are several.
    pub(crate) fn described(&self) -> String {
        if self.edition() == Edition::First {
            return self.title().to_string();
        }
        let (level, scenario) = (typed(self.level()), typed(self.scenario.unwrap_or(ScenarioName::Of1941)));
        format!("{}, level {level}, campaign of {scenario}", self.title())
    }

    fn level(&self) -> LevelName {
        self.level.unwrap_or(LevelName::Expert)
    }

    /// Whether something is chosen that a campaign that goes on has chosen already.
    pub(crate) fn chooses_setting(&self) -> bool {
        self.level.is_some() || self.scenario.is_some()
    }

    /// States of a whole campaign.
    pub(crate) fn whole(&self) -> u8 {
        // The last orders are followed by a turn without, and the first turn is turn 0.
        self.edition().last_orders() + 2
    }

    /// What is chosen on the title.
    pub(crate) fn setting(&self) -> anyhow::Result<Setting> {
        let first = self.edition() == Edition::First;
        ensure!(
            !(first && self.chooses_setting()),
            "--level, --scenario: the rules of 1981 have neither: expected --rules 1982 or modern with them"
        );
        let level = self.level();
        let of_1942 = self.scenario == Some(ScenarioName::Of1942);
        ensure!(
            !of_1942 || level == LevelName::Expert,
            "--scenario 1942: the campaign of 1942 is for experts: expected --level expert"
        );
        let scenario = if of_1942 { Scenario::Of1942 } else { Scenario::Of1941 };
        Ok(Setting { level: Level::ALL[level as usize], scenario })
    }
}

/// A value's name on the command line.
fn typed(value: impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string())
}
