//! Every test that `docs/hardware-facts.md` names exists.

use std::collections::BTreeSet;

use super::chapters::chapters;
use super::{repository, sources};
use crate::data;

#[test]
fn every_test_that_the_hardware_facts_name_exists() {
    let known: BTreeSet<String> = ["src", "tests"]
        .iter()
        .flat_map(|folder| sources(folder, &["rs"]))
        .flat_map(|source| source.text.split("fn ").skip(1).map(name).collect::<Vec<_>>())
        .chain(generated())
        .collect();
    let facts = std::fs::read_to_string(repository().join("docs/hardware-facts.md")).unwrap();
    let named: Vec<&str> = facts.split('`').skip(1).step_by(2).filter(|name| name.contains('_')).collect();
    assert!(named.len() > 100);
    let missing: Vec<&&str> =
        named.iter().filter(|name| !name.ends_with('…') && !known.contains(**name)).collect();
    assert!(missing.is_empty(), "no tests match --only: {missing:#?}");
}

fn name(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// Tests made from a list of names: those of Acid800 stand in the source, the vectors' are files.
fn generated() -> impl Iterator<Item = String> {
    let acid = std::fs::read_to_string(repository().join("tests/suites/acid.rs")).unwrap();
    let acid: Vec<String> =
        acid.split_whitespace().filter(|word| word.starts_with("acid_")).map(str::to_string).collect();
    let vectors = data::archive("cpu-vectors").into_keys().map(|file| format!("vectors_{file}"));
    acid.into_iter().chain(vectors)
}

/// The sheets whose every chapter has a row.
const SHEETS: [&str; 8] = ["cpu", "antic", "gtia", "pokey", "pia-sio-disk", "os", "formats", "addenda"];

#[test]
fn every_chapter_of_the_sheets_has_a_row_and_every_row_a_test_or_a_reason() {
    let facts = std::fs::read_to_string(repository().join("docs/hardware-facts.md")).unwrap();
    let rows: Vec<Vec<&str>> = facts
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| Where"))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    assert!(rows.len() > 200);
    for row in &rows {
        assert!(row.len() == 3 && row.iter().all(|cell| !cell.is_empty()), "{row:?}");
    }
    for sheet in SHEETS {
        let chapters = chapters(&format!("hardware/{sheet}.md")).expect("a sheet");
        for chapter in chapters.iter().filter_map(|chapter| chapter.parse::<u32>().ok()) {
            let found = rows.iter().any(|row| covers(row[0], sheet, chapter));
            assert!(found, "no fact of {sheet} {chapter}");
        }
    }
}

/// Whether a row's first cell names this chapter: `os 6, 11` stands for os 6 and os 11.
fn covers(place: &str, sheet: &str, chapter: u32) -> bool {
    let mut named = "";
    place.split(", ").any(|part| {
        let (name, number) = part.rsplit_once(' ').unwrap_or((named, part));
        named = name;
        name == sheet && number.split('.').next() == Some(&chapter.to_string())
    })
}
