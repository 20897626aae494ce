//! Every test that `docs/hardware-facts.md` names exists.

use std::collections::BTreeSet;

use super::{repository, sources};

#[test]
fn every_test_that_the_hardware_facts_name_exists() {
    let known: BTreeSet<String> = ["src", "tests"]
        .iter()
        .flat_map(|folder| sources(folder, &["rs"]))
        .flat_map(|source| {
            let functions: Vec<String> = source.text.split("fn ").skip(1).map(name).collect();
            functions.into_iter().chain(generated(&source.text))
        })
        .collect();
    let facts = std::fs::read_to_string(repository().join("docs/hardware-facts.md")).unwrap();
    let named: Vec<&str> = facts.split('`').skip(1).step_by(2).filter(|name| name.contains('_')).collect();
    assert!(named.len() > 100);
    let missing: Vec<&&str> =
        named.iter().filter(|name| !name.ends_with('…') && !known.contains(**name)).collect();
    assert!(missing.is_empty(), "no such tests: {missing:#?}");
}

fn name(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// Tests made by a macro from a list of names.
fn generated(text: &str) -> Vec<String> {
    let words =
        text.split_whitespace().filter(|word| word.starts_with("vectors_") || word.starts_with("acid_"));
    words.map(name).collect()
}

/// The sheets and how many chapters they have.
const SHEETS: [(&str, u32); 8] = [
    ("cpu", 6),
    ("antic", 13),
    ("gtia", 8),
    ("pokey", 11),
    ("pia-sio-disk", 6),
    ("os", 11),
    ("formats", 4),
    ("addenda", 13),
];

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
    for (sheet, chapters) in SHEETS {
        for chapter in 1..=chapters {
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
