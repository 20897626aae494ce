//! ELEVEN: the real program against stored traces of its rules, its player, its inputs.

mod inputs;
mod played;

use front800::machine::Video;
use played::{Played, before_and_after};
use serde_json::{Value, json};

use super::data::archive;

/// Frames in a second.
const SECOND: u64 = 60;
/// The program's thinking may take this long in all.
const THINK_FRAMES: u64 = 5 * SECOND;

/// A trace of the archive: its lines as values, the first position first.
fn trace(name: &str) -> Vec<Value> {
    let files = archive("companions/eleven");
    let text = std::str::from_utf8(&files[&format!("{name}.jsonl")]).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// What was done or tried to come to a line of a trace.
fn action(line: &Value) -> Option<&str> {
    line["refused"].as_str().or(line["last"].as_str())
}

/// Plays a trace; every line must come out.
fn replays(name: &str) {
    let mut played = Played::title(Video::Ntsc);
    played.begin(0, 1);
    let lines = trace(name);
    assert!(lines.len() > 100, "{name} is whole");
    assert_eq!(played.line(), lines[0], "{name}");
    for (number, line) in lines.iter().enumerate().skip(1) {
        let answer = played.act(action(line).expect("an action"));
        assert_eq!(&answer, line, "{name}, line {number}");
    }
}

#[test]
fn random_games_are_those_of_the_rules() {
    replays("random-1");
    replays("random-12");
}

#[test]
fn after_999_moves_it_is_a_draw() {
    replays("draw");
}

#[test]
fn a_side_without_a_move_has_lost() {
    replays("no-move");
}

#[test]
fn what_is_refused_tells_why_and_changes_nothing() {
    replays("refused");
}

#[test]
fn words_that_are_no_squares_are_no_action() {
    let mut played = Played::title(Video::Ntsc);
    played.begin(0, 1);
    for text in ["", "F5", "F5F12", "L1L2", "F5F6F7", "MOVE"] {
        assert_eq!(played.pokes(text), None, "{text}");
    }
    assert_eq!(played.act("F5F7"), json!({"refused": "F5F7", "why": "no such move"}));
}

#[test]
fn a_move_taken_back_leaves_everything_as_it_was() {
    let mut played = Played::title(Video::Ntsc);
    played.begin(0, 1);
    let mut undone = 0;
    for line in &trace("random-12")[1..] {
        let before = played.position();
        let state = played.line();
        let text = action(line).expect("a move");
        played.act(text);
        if line["events"].as_array().is_some_and(|events| !events.is_empty()) || !line["winner"].is_null() {
            assert_eq!(played.act("UNDO"), state, "{text}");
            before_and_after(&before, &played.position());
            played.act(text);
            undone += 1;
        }
    }
    assert!(undone > 20, "{undone} moves with promotions, falls, removals, the last one");
}

#[test]
fn there_is_nothing_to_take_back_before_the_first_move() {
    let mut played = Played::title(Video::Ntsc);
    played.begin(0, 1);
    assert_eq!(played.act("UNDO"), json!({"refused": "UNDO", "why": "nothing to take back"}));
}

#[test]
fn against_the_computer_its_move_is_taken_back_too() {
    let mut played = Played::title(Video::Ntsc);
    played.begin(2, 1); // Black
    let first = played.line();
    played.act("F5F6");
    played.computer();
    assert_eq!(played.line()["move"], 2);
    assert_eq!(played.act("UNDO"), first);

    let mut played = Played::title(Video::Ntsc);
    played.begin(1, 1); // White: his first move is not the person's to take back
    played.computer();
    assert_eq!(played.act("UNDO")["why"], "nothing to take back");
}

/// A game of the program's player, of so many plies, against random moves: whether it wins.
fn beats_random(side: u8, plies: u8, seed: u32) -> bool {
    let mut played = Played::title(Video::Ntsc);
    played.seed(seed);
    played.begin(1 << side, plies);
    let mut chance = front800::machine::Lcg::new(seed);
    loop {
        if let Some(outcome) = played.outcome() {
            return outcome.winner == Some(usize::from(side));
        }
        if played.turn() == usize::from(side) {
            played.computer();
        } else {
            let legal = played.legal();
            played.act(&legal[usize::from(chance.next_byte()) % legal.len()]);
        }
    }
}

#[test]
fn the_computer_beats_random_moves_on_both_sides() {
    for seed in 0..4 {
        assert!(beats_random(0, 1, seed), "White, seed {seed}");
        assert!(beats_random(1, 1, seed), "Black, seed {seed}");
        assert!(beats_random((seed & 1) as u8, 2, seed), "two plies, seed {seed}");
    }
}

/// The longest move of a game that the program plays against itself with three plies, in frames.
fn longest_move(video: Video, limit: Option<u16>) -> u64 {
    let mut played = Played::title(video);
    if let Some(limit) = limit {
        played.think_limit(limit);
    }
    played.begin(3, 3);
    let mut longest = 0;
    while played.outcome().is_none() {
        longest = longest.max(played.computer());
    }
    longest
}

#[test]
fn three_plies_stay_within_five_seconds_a_move() {
    let ntsc = longest_move(Video::Ntsc, None);
    assert!((SECOND..=THINK_FRAMES).contains(&ntsc), "{ntsc} frames");
    let pal = longest_move(Video::Pal, None);
    assert!((50..=250).contains(&pal), "{pal} frames");
}

#[test]
fn when_its_time_is_over_the_best_move_so_far_is_played() {
    let longest = longest_move(Video::Ntsc, Some(30));
    assert!((15..=30).contains(&longest), "{longest} frames");
}

#[test]
fn games_differ_by_the_random_stream_and_by_nothing_else() {
    let game = |seed| {
        let mut played = Played::title(Video::Ntsc);
        played.seed(seed);
        played.begin(3, 1);
        let mut moves = Vec::new();
        while played.outcome().is_none() {
            played.computer();
            moves.push(played.line()["last"].clone());
        }
        moves
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}
