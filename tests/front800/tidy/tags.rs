//! The tags that say where a hardware fact is from are those of `ARCHITECTURE.md`.

use std::collections::BTreeSet;

use super::{Source, assert_none, repository, sources};

/// The first words of the tags in the table: rows that begin with a tag in code quotes.
fn known(papers: &str) -> BTreeSet<String> {
    papers
        .lines()
        .filter_map(|line| line.strip_prefix("| `["))
        .filter_map(|row| first_word(row.split(']').next()?))
        .collect()
}

/// `AHRM` of `AHRM 4.8`, `acid` of `acid: antic_wsync`; none if it does not look like a tag.
fn first_word(inside: &str) -> Option<String> {
    let word: String = inside.chars().take_while(char::is_ascii_alphabetic).collect();
    let rest = &inside[word.len()..];
    let tag = word.len() > 1 && (rest.is_empty() || rest.starts_with([' ', ':']));
    tag.then_some(word)
}

/// The tags in a comment: `[word …]` that is neither an index, a link nor an attribute.
fn tags(comment: &str) -> Vec<String> {
    let mut tags = Vec::new();
    for (place, _) in comment.match_indices('[') {
        let before = comment[..place].chars().last().unwrap_or(' ');
        let Some((inside, after)) = comment[place + 1..].split_once(']') else { continue };
        let link = after.starts_with(['(', '[', ':']);
        let in_code = comment[..place].matches('`').count() % 2 == 1;
        if !link
            && !in_code
            && (before == ' ' || before == '(')
            && !inside.contains(['`', ',', '[', '=', '"'])
        {
            // Several sources may share a pair of brackets: `[AHRM 4.8; measured]`.
            tags.extend(inside.split(';').filter_map(|tag| first_word(tag.trim())));
        }
    }
    tags
}

/// The comment of a line, in Rust and in assembler.
fn comment(line: &str, rust: bool) -> &str {
    line.split_once(if rust { "//" } else { ";" }).map_or("", |(_, comment)| comment)
}

fn unknown(source: &Source, known: &BTreeSet<String>) -> Vec<String> {
    let rust = source.path.ends_with(".rs");
    let mut found = Vec::new();
    for (number, line) in source.lines() {
        for tag in tags(comment(line, rust)) {
            if !known.contains(&tag) {
                found.push(format!("{}:{number}: [{tag} …]", source.path));
            }
        }
    }
    found
}

fn table() -> BTreeSet<String> {
    known(&std::fs::read_to_string(repository().join("ARCHITECTURE.md")).unwrap())
}

#[test]
fn every_source_tag_stands_in_the_table() {
    let known = table();
    let mut found = Vec::new();
    for (folder, endings) in [("src", ["rs"].as_slice()), ("asm", &["asm", "inc"])] {
        for source in sources(folder, endings) {
            found.extend(unknown(&source, &known));
        }
    }
    assert_none(&found, "tags of the table in ARCHITECTURE.md");
}

#[test]
fn tags_are_found_and_other_brackets_are_not() {
    assert_eq!(tags(" read at cycle 6 [AHRM 4.8; acid: antic_x]"), ["AHRM", "acid"]);
    assert_eq!(tags(" [guess]"), ["guess"]);
    assert!(tags(" SKCTL[6:4], [`Link`], [text](target), [0..3], [a, b], `org [header],1`").is_empty());
    let source = Source { path: "src/x.rs".into(), text: "// so it is [hearsay]".into() };
    assert_eq!(unknown(&source, &table()).len(), 1);
}

#[test]
fn the_table_holds_the_common_tags() {
    let known = table();
    for tag in ["AHRM", "OSM", "acid", "vectors", "sheet", "measured", "guess"] {
        assert!(known.contains(tag), "{tag}");
    }
}
