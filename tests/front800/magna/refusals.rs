//! What makes no sense now is answered with a buzz and a reason, and with nothing else.

use super::console::{Console, NUMBER, OVER, TURN};
use crate::hands::Hands;

/// Bytes of the state of a game.
const STATE: u16 = 90;
/// The channel of bleep and buzz, in `sound_busy`.
const CHANNEL: u16 = 6;

/// All that a refusal must not change.
fn state(console: &mut Console) -> (Vec<u8>, Vec<u8>, Vec<u8>) {
    (console.bytes("game_state", STATE), console.bytes("key_lit", 9), console.bytes("lamps", 16))
}

/// Presses what should be refused.
fn refused(console: &mut Console, why: u8, press: impl FnOnce(&mut Console)) {
    console.frames(30);
    assert_eq!(console.at("sound_busy", CHANNEL), 0);
    let before = state(console);
    console.poke("refused_why", 0);
    press(console);
    assert_eq!(console.byte("refused_why"), why, "{}", console.text());
    assert_ne!(console.at("sound_busy", CHANNEL), 0, "a buzz");
    assert_eq!(state(console), before);
}

/// A game of two players by keyboard, in the first turn.
fn begun(level: &str) -> Console {
    let mut console = Console::on();
    console.key(level);
    console.key("P");
    console.key("P");
    console.console("start");
    console.wait("the first turn", |console| console.byte("phase") == TURN);
    console.frames(150);
    console
}

#[test]
fn keys_that_make_no_sense_do_nothing_in_any_phase() {
    let mut console = begun("B");
    // A red alert at basic: only BATTLE STATIONS.
    for key in ["M", "F"] {
        refused(&mut console, 7, |console| console.key(key));
    }
    for key in ["E", "S", "G", "N"] {
        refused(&mut console, 5, |console| console.key(key));
    }
    for (key, why) in [("start", 7), ("option", 7), ("select", 1)] {
        refused(&mut console, why, |console| console.console(key));
    }
    for key in ["X", "SPACE", "ESC", "DELETE", "+"] {
        refused(&mut console, 1, |console| console.key(key));
    }
    refused(&mut console, 1, |console| console.stick("left"));

    console.key("B");
    console.frames(30);
    refused(&mut console, 1, |console| console.key("B"));
    // Off the edge: the command stays pending.
    let ways = ["-", "=", "+", "*"];
    let open: Vec<bool> = (8..12).map(|code| (0..10).any(|n| console.at("legal_moves", n) == code)).collect();
    let edge = open.iter().position(|open| !open);
    console.key("M");
    assert_eq!(console.byte("pending"), 8);
    if let Some(way) = edge {
        refused(&mut console, 2, |console| console.key(ways[way]));
        assert_eq!(console.byte("pending"), 8);
    }
    // Another command replaces it, the button lets it go.
    console.key("F");
    assert_eq!(console.byte("pending"), 12);
    console.key("RETURN");
    assert_eq!(console.byte("pending"), 0);

    console.key("M");
    console.key(ways[open.iter().position(|&open| open).expect("a way")]);
    console.wait("the end of the turn", |console| console.byte("phase") == OVER);
    for key in ["M", "F", "B", "E", "S", "G", "N", "Q"] {
        refused(&mut console, 1, |console| console.key(key));
    }
    refused(&mut console, 1, |console| console.console("start"));
    console.console("option");
    console.wait("the next number", |console| console.byte("phase") == NUMBER);
    for key in ["M", "F", "B"] {
        refused(&mut console, 1, |console| console.key(key));
    }
    refused(&mut console, 1, |console| console.console("option"));
}

#[test]
fn the_reason_of_a_refusal_is_read_and_goes() {
    let mut console = begun("I");
    console.frames(30);
    let before = console.text();
    console.key("S");
    assert!(console.text().contains("NOT AT THIS LEVEL"), "{}", console.text());
    console.frames(200);
    assert_eq!(console.text(), before);
}

#[test]
fn the_title_takes_no_start_before_a_level() {
    let mut console = Console::on();
    for key in ["start", "select", "option"] {
        console.console(key);
        assert_ne!(console.at("sound_busy", CHANNEL), 0, "{key}");
        console.frames(30);
        assert!(console.text().contains("CHOOSE A LEVEL"), "{}", console.text());
    }
    assert_eq!((console.byte("option_level"), console.byte("option_players")), (0, 0));
    assert_eq!(console.byte("step_count"), 0);
    // Each press of the players' key counts 1, 2, 3, 4, 1; a level begins at 0 again.
    console.key("A");
    let counted: Vec<u8> = (0..5)
        .map(|_| {
            console.console("select");
            console.byte("option_players")
        })
        .collect();
    assert_eq!(counted, [1, 2, 3, 4, 1]);
    console.key("I");
    assert_eq!((console.byte("option_level"), console.byte("option_players")), (2, 0));
}

#[test]
fn the_reminder_comes_every_ten_seconds() {
    let mut console = begun("I");
    console.key("M");
    let first = console.at("legal_moves", 0);
    console.key(["-", "=", "+", "*"][usize::from(first - 8)]);
    console.wait("the end of the turn", |console| console.byte("phase") == OVER);
    console.run_to(&["action_wait"]);
    let mut heard: Vec<i32> = Vec::new();
    for frame in 0..1300 {
        console.frames(1);
        if console.at("sound_busy", 4) != 0 && heard.last().is_none_or(|&last| frame > last + 100) {
            heard.push(frame);
        }
    }
    assert_eq!(heard.len(), 2, "{heard:?}");
    assert!((heard[1] - heard[0]).abs_diff(600) <= 2, "{heard:?}");
}
