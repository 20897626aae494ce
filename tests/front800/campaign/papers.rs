//! `docs/campaign.md` says what is.

use std::fs;

use serde_json::Value;

use super::blocks::{Block, blocks_of};
use super::schema;
use crate::cli::Desk;

fn blocks() -> Vec<Block> {
    blocks_of("docs/campaign.md")
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
    let mut commands = 0;
    for block in blocks() {
        match (block.kind.as_str(), &block.name) {
            ("csv", Some(name)) => desk.write(name, &block.text),
            ("sh", Some(name)) => crate::started::write_program(&desk.path(name), &block.text),
            ("", None) => {
                // Those that need Python are run by tests/suites, which can say that there is none.
                for line in block.text.lines().filter(|line| !line.contains(".py")) {
                    let ran = desk.run(line.strip_prefix("front800 ").unwrap()).succeeded();
                    commands += 1;
                    if !line.contains("--summary") && !line.contains("arena") {
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

/// A schema that allows more members than it names.
fn opened(mut schema: Value) -> Value {
    match &mut schema {
        Value::Object(rules) => {
            rules.remove("additionalProperties");
            rules.values_mut().for_each(|rule| *rule = opened(rule.take()));
        }
        Value::Array(rules) => rules.iter_mut().for_each(|rule| *rule = opened(rule.take())),
        _ => {}
    }
    schema
}

#[cfg(unix)]
#[test]
fn what_programs_are_told_is_as_the_schemas_say() {
    let (state, turn) = (opened(schema_named("state.schema")), schema_named("turn.schema"));
    for rules in ["modern", "corrected"] {
        let desk = Desk::new();
        let text = "#!/bin/sh\nwhile read -r line; do echo \"$line\" >>log; echo '{\"orders\": {}}'; done\n";
        crate::started::write_program(&desk.path("listener"), text);
        desk.run(&format!("campaign --rules {rules} --german east --russian ./listener --turns 5"))
            .succeeded();
        let log = String::from_utf8(desk.read("log")).unwrap();
        for line in log.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            schema::check(&state, &line).unwrap_or_else(|error| panic!("{rules}: {error}"));
            schema::check(&turn, &line).unwrap_or_else(|error| panic!("{rules}: {error}"));
        }
        assert!(log.contains("\"event\":\"combat\"") && log.contains("\"event\":\"lost\""), "{rules}");
    }
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
