//! The 1982 build against runs of the original program, row by row.

use std::sync::Arc;

use front800::harness::campaign::orders::OrdersFile;
use front800::harness::campaign::players::Players;
use front800::harness::campaign::state::{Side, columns};
use front800::harness::campaign::{Opponent, Setting};
use front800::titles::rasputitsa::{Edition, Level, Rules, Scenario};

use super::{Built, one_game};
use crate::data;

/// The file of a run, and what its name says: level, scenario, kind, seed, passes.
struct Run {
    name: String,
    setting: Setting,
    kind: String,
    seed: u32,
    passes: u8,
}

impl Run {
    /// From `1982/1982-LEVEL[-1942]-KIND-seedS-passesP.csv`; none for an orders file.
    fn parse(name: &str) -> Option<Run> {
        let stem = name.strip_prefix("1982/1982-")?.strip_suffix(".csv")?;
        let (stem, scenario) = match stem.contains("-1942") {
            true => (stem.replace("-1942", ""), Scenario::Of1942),
            false => (stem.to_string(), Scenario::Of1941),
        };
        let [level, kind, seed, passes] = stem.split('-').collect::<Vec<_>>()[..] else { return None };
        let level = Level::ALL.into_iter().find(|known| format!("{known:?}").to_lowercase() == level)?;
        Some(Run {
            name: name.to_string(),
            setting: Setting { level, scenario },
            kind: kind.to_string(),
            seed: seed.strip_prefix("seed")?.parse().ok()?,
            passes: passes.strip_prefix("passes")?.parse().ok()?,
        })
    }

    fn players(&self, files: &data::Files) -> Players {
        match self.kind.as_str() {
            "none" => Players::Idle,
            "east" => Players::East,
            _ => {
                let name = self.name.replace(".csv", "-orders.csv");
                let text = std::str::from_utf8(&files[&name]).expect("text");
                let file = OrdersFile::parse(&name, text, Side::German, Edition::Second);
                Players::File(Arc::new(file.unwrap_or_else(|error| panic!("{error}"))))
            }
        }
    }
}

/// All runs of a level, every column.
fn compare(level: Level) {
    let files = data::archive("reference");
    let built = Built::new(Rules::Edition1982);
    let runs = files.keys().filter_map(|name| Run::parse(name)).filter(|run| run.setting.level == level);
    let mut compared = 0;
    for run in runs {
        let mut batch = one_game(run.players(&files), 45);
        batch.stream = Some(run.seed);
        batch.opponent = Opponent::Passes(run.passes);
        batch.setting = run.setting;
        let states = built.play(&batch);
        let text = std::str::from_utf8(&files[&run.name]).expect("text");
        let mut expected = text.lines();
        assert_eq!(expected.next(), Some(columns(Edition::Second)), "{}: the columns", run.name);
        let rows: Vec<String> = states.iter().map(|(_, state)| state.csv()).collect();
        for (row, expected) in rows.iter().zip(expected.clone()) {
            assert_eq!(row, expected, "{}: columns {}", run.name, columns(Edition::Second));
        }
        assert_eq!(rows.len(), expected.count(), "{}: its rows", run.name);
        compared += 1;
    }
    assert!(compared >= 3, "{compared} runs");
}

#[test]
fn learner() {
    compare(Level::Learner);
}

#[test]
fn beginner() {
    compare(Level::Beginner);
}

#[test]
fn intermediate() {
    compare(Level::Intermediate);
}

#[test]
fn advanced() {
    compare(Level::Advanced);
}

#[test]
fn expert() {
    compare(Level::Expert);
}
