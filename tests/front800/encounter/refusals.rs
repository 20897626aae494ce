//! What makes no sense now is answered by a low buzz and by words, and changes nothing else.

use super::table::{PLAY, SETUP, Table};
use crate::hands::Hands;

/// Bytes of the effect: channel, three steps, the end.
const BUZZ_SIZE: u16 = 11;
/// Channel 3, on which inputs are answered, in the library's tables.
const ANSWER: u8 = 6;

/// Everything that belongs to the game, its set-up and what the hand holds.
fn state(table: &mut Table) -> Vec<u8> {
    let (first, last) = (table.label("option_super"), table.label("screen"));
    let clock = table.label("think_clock");
    let glide = table.label("glide_x")..table.label("turn");
    (first..last)
        .filter(|address| !(clock..clock + 2).contains(address) && !glide.contains(address))
        .map(|address| table.machine().peek(address))
        .collect()
}

/// Whether the buzz is what sounds.
fn buzzes(table: &mut Table) -> bool {
    let next = [0, 1].map(|half| table.at("zp_sound", ANSWER + half));
    let effect = table.label("effect_buzz");
    let sounds = table.at("sound_busy", ANSWER) != 0;
    sounds && (effect..effect + BUZZ_SIZE).contains(&u16::from_le_bytes(next))
}

/// Every input of the list, one by one, is refused.
fn all_refused(table: &mut Table, when: &str, inputs: &[&str]) {
    for input in inputs {
        let before = state(table);
        let released = match input.split(' ').next() {
            Some("key") => "key none",
            Some("console") => "console none",
            _ => "stick0 center",
        };
        let steps = table.byte("move_count");
        table.press(input, released);
        assert_eq!(state(table), before, "{when}: {input}");
        assert_eq!(table.byte("move_count"), steps);
        assert!(buzzes(table), "{when}: {input} makes no buzz:\n{}", table.text());
        table.frames(30);
        assert_eq!(table.at("sound_busy", ANSWER), 0);
    }
}

#[test]
fn at_the_title_only_its_keys_are_accepted() {
    let mut table = Table::new();
    let inputs = ["console option", "key A", "key SPACE", "key TAB", "stick0 up", "stick0 center fire"];
    all_refused(&mut table, "title", &inputs);
}

#[test]
fn in_a_set_up_and_in_a_game_what_makes_no_sense_is_refused() {
    let mut table = Table::new();
    table.console("start");
    table.wait("the set-up", |table| table.byte("phase") == SETUP && table.byte("cursor_x") != 0);
    let inputs = [
        "stick0 down",
        "stick0 left",
        "key F",
        "key 3",
        "key SPACE",
        "key DELETE",
        "key R",
        "key ESC",
        "console option",
        "console start",
    ];
    all_refused(&mut table, "set-up", &inputs);

    // The Flag is placed once; frozen, other keys mean nothing.
    table.key("RETURN");
    table.key("F");
    assert_eq!(table.at("setup_own", 0), 12);
    table.key("*");
    table.key("RETURN");
    table.frames(30);
    all_refused(&mut table, "frozen", &["key F", "key X", "stick0 left", "console option"]);
    table.key("SPACE");
    table.console("select");
    table.console("start");
    table.wait("the first move", |table| table.byte("phase") == PLAY && table.byte("cursor_x") != 0);

    // The cursor stands on E4, on a piece; row 5 is open.
    table.key("-");
    table.frames(30);
    let inputs = ["stick0 center fire", "key RETURN", "key DELETE", "key SPACE", "key 5", "console select"];
    all_refused(&mut table, "play", &inputs);
    all_refused(&mut table, "play", &["console start", "key ESC", "key TAB"]);
}

#[test]
fn a_set_up_in_which_nothing_could_move_is_refused() {
    // Bombs wherever the front row is not before a lake.
    let own = concat!("F123345555", "6666778888", "8S99999999", "BB44BB77BB");
    let mut table = Table::with(None);
    table.begin(2, false);
    assert!(!table.play(&format!("SETUP {own}")));
    assert!(table.text().contains("NO PIECE COULD MOVE OUT"), "{}", table.text());
    assert_eq!(table.byte("phase"), SETUP);
    // One of them changes places with a Scout.
    let own = concat!("F123345555", "6666778888", "8S9999999B", "B944BB77BB");
    assert!(table.play(&format!("SETUP {own}")));
    assert_eq!(table.byte("phase"), PLAY);
}
