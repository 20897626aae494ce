//! `docs/match.md` says what is.

use serde_json::Value;

use crate::campaign::blocks::{Block, blocks_of};
use crate::campaign::schema;
use crate::cli::Desk;

const PAPER: &str = "docs/match.md";

fn schema_named(name: &str) -> Value {
    let block = blocks_of(PAPER).into_iter().find(|block| block.name.as_deref() == Some(name)).unwrap();
    serde_json::from_str(&block.text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Those that need Python are run by tests/suites, which can say that there is none.
fn examples() -> Vec<String> {
    let is_example = |block: &Block| block.kind.is_empty() && block.name.is_none();
    let lines = blocks_of(PAPER)
        .into_iter()
        .filter(is_example)
        .flat_map(|block| block.text.lines().map(str::to_string).collect::<Vec<_>>());
    lines.filter(|line| !line.contains(".py")).collect()
}

#[test]
fn the_examples_of_the_paper_work() {
    let desk = Desk::new();
    for line in examples() {
        let ran = desk.run(line.strip_prefix("front800 ").unwrap()).succeeded();
        let lines: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(lines.len() > 1 || line.contains("--summary"), "{line}");
    }
    assert!(examples().len() >= 5);
}

#[test]
fn views_are_as_the_paper_has_them() {
    let desk = Desk::new();
    for title in ["magna", "encounter", "eleven"] {
        let schema = schema_named(&format!("{title}.schema"));
        let ran = desk.run(&format!("match {title} --first random --second random --random lcg:3 --view"));
        let mut views = 0;
        for line in ran.succeeded().stdout.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            schema::check(&schema, &line["view"]).unwrap_or_else(|error| panic!("{title}: {error}"));
            views += 1;
        }
        assert!(views > 20, "{title}: {views}");
    }
}

#[test]
fn every_option_is_in_the_paper() {
    let help = Desk::new().run("match --help").succeeded().stdout;
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/match.md");
    let text: String = std::fs::read_to_string(path).unwrap();
    let ours = help.split("Machine:").next().unwrap();
    let options = ours.lines().filter_map(|line| line.trim().strip_prefix("--"));
    let mut found = 0;
    for option in options.filter_map(|option| option.split([' ', '\n']).next()) {
        assert!(text.contains(&format!("--{option}")), "--{option}");
        found += 1;
    }
    assert!(found > 10, "{help}");
}
