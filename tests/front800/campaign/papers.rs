//! `docs/campaign.md` says what is.

use std::fs;

use serde_json::Value;

use super::schema;
use crate::cli::Desk;

/// A fenced block: the words behind the fence, and its text.
struct Block {
    kind: String,
    name: Option<String>,
    text: String,
}

fn blocks() -> Vec<Block> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/campaign.md");
    let text = fs::read_to_string(path).unwrap();
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(words) = line.strip_prefix("```") {
            let (kind, name) = words.split_once(' ').map_or((words, None), |(kind, name)| (kind, Some(name)));
            let inside: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block {
                kind: kind.to_string(),
                name: name.map(str::to_string),
                text: inside.join("\n") + "\n",
            });
        }
    }
    blocks
}

fn schema_named(name: &str) -> Value {
    let block = blocks().into_iter().find(|block| block.name.as_deref() == Some(name)).unwrap();
    serde_json::from_str(&block.text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[cfg(unix)]
#[test]
fn the_examples_of_the_paper_work() {
    let desk = Desk::new();
    let state = schema_named("state.schema");
    let has_python = std::process::Command::new("python3").arg("--version").output().is_ok();
    let mut commands = 0;
    for block in blocks() {
        match (block.kind.as_str(), &block.name) {
            ("csv", Some(name)) => desk.write(name, &block.text),
            ("sh" | "python", Some(name)) => super::commands::write_program(&desk.path(name), &block.text),
            ("", None) => {
                for line in block.text.lines() {
                    if line.contains(".py") && !has_python {
                        println!("skipped: {line}: there is no python3");
                        continue;
                    }
                    let ran = desk.run(line.strip_prefix("front800 ").unwrap()).succeeded();
                    commands += 1;
                    if !line.contains("--summary") {
                        for line in ran.stdout.lines() {
                            let line = serde_json::from_str(line).unwrap();
                            schema::check(&state, &line).unwrap_or_else(|error| panic!("{error}"));
                        }
                    }
                }
            }
            _ => {}
        }
    }
    assert!(commands > 5, "{commands} examples were found");
}

#[test]
fn the_schema_of_orders_takes_what_the_program_takes() {
    let schema = schema_named("orders.schema");
    let check = |text: &str| schema::check(&schema, &serde_json::from_str(text).unwrap());
    assert_eq!(check(r#"{"orders": {}}"#), Ok(()));
    assert_eq!(check(r#"{"orders": {"1": "NESW", "54": ""}}"#), Ok(()));
    for wrong in [
        r#"{}"#,
        r#"{"orders": []}"#,
        r#"{"orders": {"1": "X"}}"#,
        r#"{"orders": {"one": "N"}}"#,
        r#"{"orders": {}, "x": 1}"#,
    ] {
        assert!(check(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn every_option_is_in_the_paper() {
    let help = Desk::new().run("campaign --help").succeeded().stdout;
    let text: String = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/campaign.md")).unwrap();
    let ours = help.split("Machine:").next().unwrap();
    let options = ours.lines().filter_map(|line| line.trim().strip_prefix("--"));
    let mut found = 0;
    for option in options.filter_map(|option| option.split([' ', '\n']).next()) {
        assert!(text.contains(&format!("--{option}")), "--{option}");
        found += 1;
    }
    assert!(found > 10, "{help}");
}
