//! Games as the rules have them, line by line: random games of every level and number of players, and
//! games with refused actions. The lines are those of another implementation of the rules.

use serde_json::Value;

use super::console::Console;
use crate::data::archive;

#[test]
fn random_games_are_those_of_the_rules_line_by_line() {
    let (mut games, mut events) = (0, Vec::new());
    for (name, bytes) in archive("companions/magna") {
        let numbers: Vec<u32> = name.split(['-', '.']).filter_map(|word| word.parse().ok()).collect();
        let [level, players, seed] = numbers[..] else { panic!("{name}") };
        let mut console = Console::game(level as u8, players as u8, 0, seed);
        let text = String::from_utf8(bytes).expect("text");
        for (number, line) in text.lines().enumerate() {
            let expected: Value = serde_json::from_str(line).expect("JSON");
            if let Some(action) = expected["refused"].as_str() {
                assert!(!console.play(action), "{name}, line {number}: {action}");
                let (legal, why) = (console.legal(), console.byte("refused_why"));
                let line = console.companion().refusal(action, Some(why), &|_| 0, &legal);
                assert_eq!(line, expected, "{name}, line {number}");
                continue;
            }
            if let Some(action) = expected["do"].as_str() {
                assert!(console.play(action), "{name}, line {number}: {action}");
            }
            assert_eq!(console.state(), expected, "{name}, line {number}");
            let kinds = expected["events"].as_array().expect("events").iter().map(|event| event[0].clone());
            events.extend(kinds.filter_map(|kind| kind.as_str().map(str::to_string)));
        }
        games += 1;
    }
    events.sort();
    events.dedup();
    let all = ["evaded", "hit", "hole", "magna", "missed", "scan", "siren", "thrown", "wrinkle"];
    assert_eq!((games, events), (18, all.map(str::to_string).to_vec()));
}

#[test]
fn teach_mode_plays_the_same_game_whatever_random_says() {
    let game = |seed| {
        let mut console = Console::game(3, 0, 2, seed);
        let mut lines = vec![console.state()];
        // The person makes the same moves; the robot's choices come from the taught stream, too.
        for turn in 0..40 {
            if console.run_to(&["action_wait", "step_done"]) == 1 {
                lines.push(console.state());
                continue;
            }
            let legal = console.legal();
            let action = legal[turn % legal.len()].clone();
            let pokes = console.companion().action(&action, &|_| 0).expect("an action");
            for (address, value) in pokes {
                console.machine.poke(address, value);
            }
        }
        lines
    };
    assert_eq!(game(7), game(8));
}
