//! What the papers in `docs` have to be pointed at: their numbered chapters and rows.

use std::collections::BTreeSet;

use super::repository;

/// The numbers of a paper's headings (`5`, `5.1`, `T4`) and the names of its tables' rows (`22.1`, `D 24`,
/// `rule 5`). A row that is a mere number is none of them: it is a cycle or a bit.
/// Nothing if there is no such paper.
pub fn chapters(path: &str) -> Option<BTreeSet<String>> {
    let text = std::fs::read_to_string(repository().join("docs").join(path)).ok()?;
    let headings = text.lines().filter_map(|line| line.strip_prefix("##"));
    let headings = headings.filter_map(|line| line.trim_start_matches('#').split_whitespace().next());
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let rows = rows.filter(|name| name.contains([' ', '.']));
    let names = headings.map(|name| name.trim_end_matches('.')).chain(rows);
    Some(names.filter(|name| name.ends_with(|c: char| c.is_ascii_digit())).map(str::to_string).collect())
}

/// The chapters that a tag names: `cpu 1, antic 8`, `pokey 2, 6, 10`, `game-rules 3 to 17`, `os`. Each
/// with its paper, the chapter empty where the paper as a whole is meant.
pub fn named(list: &str) -> Vec<(String, String)> {
    let mut paper = String::new();
    let mut named = Vec::new();
    for part in list.split(", ") {
        let mut words: Vec<&str> = part.split_whitespace().collect();
        if words.first().is_some_and(|word| !is_number(word)) {
            paper = words.remove(0).to_string();
        }
        // A range is named by its ends: all of its chapters are there if they are.
        let numbers = words.into_iter().filter(|word| *word != "to").map(str::to_string);
        let before = named.len();
        named.extend(numbers.map(|number| (paper.clone(), number)));
        if named.len() == before {
            named.push((paper.clone(), String::new()));
        }
    }
    named
}

fn is_number(word: &str) -> bool {
    word.trim_start_matches('T').starts_with(|c: char| c.is_ascii_digit())
}

#[test]
fn tags_name_chapters_in_every_way_of_writing_them() {
    let pair = |paper: &str, number: &str| (paper.to_string(), number.to_string());
    assert_eq!(named("cpu 1, antic 8"), [pair("cpu", "1"), pair("antic", "8")]);
    assert_eq!(named("pokey 2, 6"), [pair("pokey", "2"), pair("pokey", "6")]);
    assert_eq!(named("game-rules 3 to 17"), [pair("game-rules", "3"), pair("game-rules", "17")]);
    assert_eq!(named("os"), [pair("os", "")]);
    assert!(chapters("hardware/cpu.md").unwrap().is_superset(&["5", "5.3"].map(str::to_string).into()));
    assert!(chapters("rules/game-rules.md").unwrap().contains("D 24"));
    assert!(!chapters("hardware/antic.md").unwrap().contains("103"), "a cycle in a table");
    assert_eq!(chapters("hardware/none.md"), None);
}
