//! Games as the rules have them, line by line: whole games of random moves, and games with refused
//! actions, SUPER, resigning and forfeiting. The lines are those of another implementation of the rules.

use front800::machine::Lcg;
use serde_json::{Value, json};

use super::table::Table;
use crate::data::{Files, archive};

/// A line of the trace where the program stands.
fn line(table: &mut Table) -> Value {
    let legal = table.legal();
    let memory = table.memory();
    table.companion().state(&|address| memory[usize::from(address)], &legal)
}

fn lines(files: &Files, name: &str) -> Vec<Value> {
    let text = std::str::from_utf8(&files[name]).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn files() -> Files {
    archive("companions/encounter")
}

#[test]
fn random_games_are_those_of_the_rules_line_by_line() {
    let files = files();
    let mut reasons = Vec::new();
    for name in files.keys().filter(|name| name.starts_with("random-")) {
        let seed = name.trim_start_matches("random-").trim_end_matches(".jsonl").parse().expect("a seed");
        let mut table = Table::with(Some(Lcg::new(seed)));
        table.begin(0, false);
        // The army is filled, as the trace's was, from the stream; the second one after it.
        for _ in 0..2 {
            let memory = table.memory();
            let opening = table.companion().opening(&|address| memory[usize::from(address)]);
            table.act(opening.expect("an opening"));
            table.run_to(&["action_wait", "step_done"]);
        }
        let expected = lines(&files, name);
        for (number, expected) in expected.iter().enumerate() {
            if number > 0 {
                let step = expected["last"].as_array().expect("a move");
                let step: String = step.iter().map(|square| square.as_str().expect("a square")).collect();
                table.run_to(&["action_wait"]);
                assert!(table.play(&step), "{name}, line {number}: {step}");
            }
            assert_eq!(&line(&mut table), expected, "{name}, line {number}");
        }
        reasons.push(expected[expected.len() - 1]["reason"].clone());
    }
    for reason in ["flag", "no move", "draw"] {
        assert!(reasons.contains(&json!(reason)), "{reasons:?}");
    }
}

#[test]
fn actions_are_done_or_refused_as_the_rules_have_it() {
    let files = files();
    for name in ["super", "forfeit", "shuttle"] {
        let actions = std::str::from_utf8(&files[&format!("{name}.actions")]).expect("text");
        let mut table = Table::with(None);
        table.begin(0, name == "super");
        let mut whys = Vec::new();
        for (number, (action, expected)) in
            actions.lines().zip(lines(&files, &format!("{name}.jsonl"))).enumerate()
        {
            if number > 0 {
                table.run_to(&["action_wait"]);
            }
            let found = if table.play(action) {
                line(&mut table)
            } else {
                let why = table.byte("refused_why");
                whys.push(why);
                table.companion().refusal(action, Some(why), &|_| 0, &[])
            };
            assert_eq!(found, expected, "{name}, line {number}: {action}");
        }
        whys.sort();
        whys.dedup();
        assert_eq!(whys, [1, 2], "{name}");
    }
}
