//! Names of rules, levels and scenarios.

use std::fmt;
use std::str::FromStr;

use super::{Level, Rules, Scenario};

/// An unknown name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// What it should name.
    pub what: &'static str,
    /// The name.
    pub name: String,
    /// The valid names.
    pub expected: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (last, others) = self.expected.split_last().unwrap_or((&"", &[]));
        write!(f, "{} `{}`: expected {} or {last}", self.what, self.name, others.join(", "))
    }
}

impl std::error::Error for UnknownName {}

fn find<T: Copy>(
    what: &'static str,
    name: &str,
    all: &[T],
    name_of: fn(T) -> &'static str,
) -> Result<T, UnknownName> {
    let unknown = || UnknownName {
        what,
        name: name.to_string(),
        expected: all.iter().map(|&one| name_of(one)).collect(),
    };
    all.iter().copied().find(|&one| name_of(one) == name).ok_or_else(unknown)
}

impl Rules {
    /// Its name where rules are chosen.
    pub const fn name(self) -> &'static str {
        match self {
            Rules::Modern => "modern",
            Rules::Edition1981 => "1981",
            Rules::Corrected => "corrected",
            Rules::Edition1982 => "1982",
        }
    }
}

impl FromStr for Rules {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        find("rules", name, &Rules::ALL, Rules::name)
    }
}

impl Level {
    /// Its name on the title, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Learner => "learner",
            Level::Beginner => "beginner",
            Level::Intermediate => "intermediate",
            Level::Advanced => "advanced",
            Level::Expert => "expert",
        }
    }
}

impl FromStr for Level {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        find("level", name, &Level::ALL, Level::name)
    }
}

impl Scenario {
    /// Its year.
    pub const fn name(self) -> &'static str {
        match self {
            Scenario::Of1941 => "1941",
            Scenario::Of1942 => "1942",
        }
    }
}

impl FromStr for Scenario {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        find("scenario", name, &Scenario::ALL, Scenario::name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_called_is_found_by_its_name_and_called_so_in_json() {
        assert!(Rules::ALL.iter().all(|rules| rules.name().parse() == Ok(*rules)));
        for level in Level::ALL {
            assert_eq!(level.name().parse(), Ok(level));
            assert_eq!(serde_json::to_value(level).unwrap(), level.name());
        }
        for scenario in Scenario::ALL {
            assert_eq!(scenario.name().parse(), Ok(scenario));
            assert_eq!(serde_json::to_value(scenario).unwrap(), scenario.name());
        }
        let wrong = "1940".parse::<Scenario>().unwrap_err();
        assert_eq!(wrong.to_string(), "scenario `1940`: expected 1941 or 1942");
    }
}
