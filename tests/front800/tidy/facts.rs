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
