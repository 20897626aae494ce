//! The tags that say where a hardware fact is from are those of `ARCHITECTURE.md`.

use std::collections::BTreeSet;

use super::chapters::{chapters, named};
use super::{Source, assert_none, repository, sources};

/// The first words of the tags in the table: rows that begin with a tag in code quotes.
fn known(papers: &str) -> BTreeSet<String> {
    papers
        .lines()
        .filter_map(|line| line.strip_prefix("| `["))
        .filter_map(|row| first_word(row.split(']').next()?))
        .collect()
}

/// Tags that name chapters, how they begin, and where the papers are.
const CHAPTERED: [(&str, &str); 4] =
    [("sheet: ", "hardware/"), ("spec: ", "rules/"), ("vectors ", "hardware/vectors "), ("time ", "time ")];

/// What in a tag with chapters leads nowhere.
fn astray(tag: &str) -> Option<String> {
    let (kind, place) = CHAPTERED.into_iter().find(|(kind, _)| tag.starts_with(kind))?;
    let list = tag[kind.len()..].trim_start_matches("README").trim_start_matches("RULES ");
    // The folder keeps its slash.
    let (folder, paper) = place.split_at(place.find('/').map_or(0, |slash| slash + 1));
    let missing = named(&format!("{paper}{list}")).into_iter().find(|(paper, chapter)| {
        let known = chapters(&format!("{folder}{paper}.md"));
        !known.is_some_and(|known| {
            chapter.is_empty() || known.contains(chapter) || known.contains(&format!("rule {chapter}"))
        })
    });
    missing.map(|(paper, chapter)| format!("[{tag}]: docs/{folder}{paper}.md has no {chapter}"))
}

/// The defects that a comment names: `D 24`, `C 6`.
fn defects(comment: &str) -> Vec<String> {
    let words: Vec<&str> = comment.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let pairs = words.windows(2).filter(|pair| matches!(pair[0], "D" | "C"));
    pairs.filter(|pair| pair[1].parse::<u8>().is_ok()).map(|pair| pair.join(" ")).collect()
}

/// `AHRM` of `AHRM 4.8`, `acid` of `acid: antic_wsync`; none if it does not look like a tag.
fn first_word(inside: &str) -> Option<String> {
    let word: String = inside.chars().take_while(char::is_ascii_alphabetic).collect();
    let rest = &inside[word.len()..];
    let tag = word.len() > 1 && (rest.is_empty() || rest.starts_with([' ', ':']));
    tag.then_some(word)
}

/// The tags in a comment: `[word …]` that is neither an index, a list, a link nor an attribute. Several sources may
/// share a pair of brackets: `[AHRM 4.8; measured]`.
fn tags(comment: &str) -> Vec<&str> {
    let mut tags = Vec::new();
    for (place, _) in comment.match_indices('[') {
        let before = comment[..place].chars().last().unwrap_or(' ');
        let Some((inside, after)) = comment[place + 1..].split_once(']') else { continue };
        let link = after.starts_with(['(', '[', ':']);
        let in_code = comment[..place].matches('`').count() % 2 == 1;
        if !link
            && !in_code
            && (before == ' ' || before == '(')
            && !inside.contains(['`', '[', '=', '"'])
            && (!inside.contains(',') || CHAPTERED.iter().any(|(kind, _)| inside.contains(kind)))
        {
            tags.extend(inside.split(';').map(str::trim).filter(|tag| first_word(tag).is_some()));
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
            if !first_word(tag).is_some_and(|word| known.contains(&word)) {
                found.push(format!("{}:{number}: [{tag}]", source.path));
            }
            found.extend(astray(tag).map(|error| format!("{}:{number}: {error}", source.path)));
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
fn every_defect_that_a_comment_names_is_described() {
    let known: BTreeSet<String> = ["rules/game-rules.md", "rules/cartridge-extras.md"]
        .into_iter()
        .flat_map(|paper| chapters(paper).expect("the rules"))
        .collect();
    let mut found = Vec::new();
    for source in sources("asm", &["asm", "inc"]).iter().chain(&sources("tests/front800/game", &["rs"])) {
        for (number, line) in source.lines() {
            let named = defects(comment(line, source.path.ends_with(".rs")));
            let unknown = named.into_iter().filter(|name| !known.contains(name));
            found.extend(unknown.map(|name| format!("{}:{number}: {name}", source.path)));
        }
    }
    assert_none(&found, "defects of docs/rules");
}

#[test]
fn tags_are_found_and_other_brackets_are_not() {
    assert_eq!(tags(" read at cycle 6 [AHRM 4.8; acid: antic_x]"), ["AHRM 4.8", "acid: antic_x"]);
    assert_eq!(tags(" [guess] and [sheet: cpu 1, antic 8]"), ["guess", "sheet: cpu 1, antic 8"]);
    assert!(tags(" SKCTL[6:4], [`Link`], [text](target), [0..3], [a, b], `org [header],1`").is_empty());
    let source = Source { path: "src/x.rs".into(), text: "// so it is [hearsay]".into() };
    assert_eq!(unknown(&source, &table()).len(), 1);
    assert_eq!(defects(" D 1, D 2: the unit whose number (C 6)"), ["D 1", "D 2", "C 6"]);
}

#[test]
fn a_tag_leads_to_a_chapter_that_is_there() {
    for tag in
        ["sheet: cpu 1, antic 8", "vectors RULES 2, 7 to 11", "spec: game-rules 22.1", "time T8", "guess"]
    {
        assert_eq!(astray(tag), None);
    }
    for tag in ["sheet: cpu 9", "sheet: vic 1", "vectors RULES 12", "spec: game-rules 23", "time T10"] {
        assert!(astray(tag).is_some(), "{tag}");
    }
}

#[test]
fn the_table_holds_the_common_tags() {
    let known = table();
    for tag in ["AHRM", "OSM", "acid", "vectors", "sheet", "spec", "time", "measured", "guess"] {
        assert!(known.contains(tag), "{tag}");
    }
}
