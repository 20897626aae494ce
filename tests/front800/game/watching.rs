//! The week's execution watched, halted, hurried, slowed; what changed; START.

use super::bare::*;
use super::play::Play;
use front800::machine::Console;
use front800::titles::rasputitsa::{Rules, Unit};

const START: Console = Console { start: true, select: false, option: false };
const SELECT: Console = Console { start: false, select: true, option: false };

/// Three corps sent east, and the march begun.
fn marching() -> Play {
    let mut play = Play::new(48);
    for unit in [1, 8, 26] {
        for (table, value) in [("unit_orders", 4), ("unit_orders_1", 0x55)] {
            let at = play.at(table) + unit;
            play.machine.poke(at, value);
        }
    }
    play.machine.set_console(START);
    play.until("the march", |play| !play.state().orders_open);
    play.machine.set_console(Console::default());
    play
}

/// Frames until the next week.
fn rest(play: &mut Play) -> u64 {
    play.until("a new week", |play| play.state().orders_open)
}

/// Everything that a march changes.
fn units(play: &mut Play) -> Vec<Unit> {
    play.state().units
}

#[test]
fn the_march_says_what_the_keys_do() {
    let mut play = marching();
    play.frames(2);
    assert_eq!(play.message(), "NO ORDERS NOW: THE ARMIES MARCH");
    assert_eq!(play.text(8, 40).trim(), "HOLD SELECT: FASTER, BUTTON: SLOWER");
    assert_eq!(play.text(56, 34).trim(), "SPACE: HALT AND MARCH ON");
}

#[test]
fn space_halts_the_march_and_lets_it_go_on() {
    let mut play = marching();
    play.frames(10);
    play.key("SPACE", 5);
    play.until("a halt", |play| play.message().contains("HALT"));
    let halted = units(&mut play);
    play.frames(120);
    assert!(units(&mut play) == halted);
    // The map can be looked at meanwhile.
    let before = play.state().window;
    play.stick("rd");
    play.frames(60);
    play.stick("");
    assert_ne!(play.state().window, before);
    play.key("SPACE", 5);
    play.frames(30);
    assert!(units(&mut play) != halted);
    assert!(!play.message().contains("HALT"));
    rest(&mut play);
}

#[test]
fn space_pressed_while_orders_were_given_does_not_halt() {
    let mut play = Play::new(48);
    play.key("SPACE", 5);
    play.machine.set_console(START);
    play.until("the march", |play| !play.state().orders_open);
    play.machine.set_console(Console::default());
    rest(&mut play);
}

#[test]
fn select_hurries_and_the_button_slows() {
    let normal = rest(&mut marching());
    let mut play = marching();
    play.machine.set_console(SELECT);
    let hurried = rest(&mut play);
    let mut play = marching();
    play.stick("f");
    let slowed = rest(&mut play);
    assert!(hurried * 2 < normal && slowed > normal * 2, "{hurried}, {normal}, {slowed} frames");
}

/// Until the opponent has thought once about this week.
fn a_pass(play: &mut Play) {
    play.until("the first pass", |play| play.byte("thinking_passes") == 0);
    play.until("a pass", |play| play.byte("thinking_passes") > 0);
}

#[test]
fn a_tap_of_start_is_not_lost_while_the_opponent_thinks() {
    let mut play = Play::new(48);
    // The second week, when he has something to think about.
    play.machine.set_console(START);
    play.until("the march", |play| !play.state().orders_open);
    play.machine.set_console(Console::default());
    rest(&mut play);
    a_pass(&mut play);
    for frames in [7, 8, 9] {
        play.frames(frames);
        play.press_start(1);
        play.until("the march", |play| !play.state().orders_open);
        rest(&mut play);
        a_pass(&mut play);
    }
}

#[test]
fn start_is_refused_with_the_reason_until_the_opponent_has_thought_once() {
    let mut play = Play::new(48);
    play.machine.set_console(START);
    play.until("the march", |play| !play.state().orders_open);
    play.machine.set_console(Console::default());
    rest(&mut play);
    play.until("the first pass", |play| play.byte("thinking_passes") == 0);
    play.press_start(4);
    play.until("a refusal", |play| play.message() == "THE RUSSIANS PONDER. START LATER");
    assert!(play.state().orders_open);
    play.until("the prompt", |play| play.message() == "YOUR ORDERS? START ENDS THE WEEK");
    play.until("a pass", |play| play.byte("thinking_passes") > 0);
    assert!(play.state().orders_open);
    play.press_start(4);
    play.until("the march", |play| !play.state().orders_open);
}

#[test]
fn the_first_week_says_how_to_give_orders() {
    let mut play = Play::new(48);
    assert_eq!(play.text(8, 40).trim(), "HOLD THE BUTTON OVER A CORPS UNTIL");
    assert_eq!(play.text(56, 34).trim(), "THE CROSS APPEARS. PUSH TO ORDER.");
    let mut play = Play::loaded(Rules::Edition1981, 48, 0);
    assert_eq!(play.text(16, 18), "RASPUTITSA 1941-42");
}

/// Calls `turn_summary` on the bare CPU, where the clock that it waits for stands still.
fn summary(game: &mut Game) -> (String, String) {
    game.call("turn_summary.written");
    (game.text(8, 40).trim().to_owned(), game.text(56, 35).trim().to_owned())
}

#[test]
fn a_new_week_says_what_the_last_one_has_changed() {
    let mut game = Game::new();
    game.set_byte("turn", 5);
    assert_eq!(summary(&mut game), ("LOST: 0 GERMAN, 0 RUSSIAN  NEW: 1".into(), String::new()));
    game.set_byte("lost_german", 12);
    game.set_byte("lost_russian", 104);
    game.set_byte("turn", 4);
    let flags = game.at("cities_german");
    game.poke(flags, 1);
    assert_eq!(summary(&mut game), ("LOST: 12 GERMAN, 104 RUSSIAN".into(), "TAKEN: MOSCOW".into()));
    let before = game.at("cities_before");
    game.poke(before + 3, 1);
    assert_eq!(summary(&mut game).1, "TAKEN: MOSCOW  LOST: STALINGRAD");
    // Never more than the line holds.
    for changes in 0..256_u32 {
        for city in 0..4 {
            game.poke(flags + city, (changes >> city & 1) as u8);
            game.poke(before + city, (changes >> (city + 4) & 1) as u8);
        }
        let asterisk = game.at("text") + 91;
        game.poke(asterisk, 0x0A);
        summary(&mut game);
        assert_eq!(game.peek(asterisk), 0x0A, "{changes:08b}");
    }
}

#[test]
fn option_asks_before_the_handicap_is_taken() {
    let mut game = Game::new();
    let message = |game: &Game| game.text(105, 32);
    let press = |game: &mut Game, frames| {
        game.poke(CONSOL, 3);
        game.hold(CENTRE, frames);
        game.poke(CONSOL, 7);
        game.hold(CENTRE, 2);
    };
    game.hold(CENTRE, 2);
    press(&mut game, 40);
    assert_eq!(message(&game), "OPTION AGAIN: HALF MORE STRENGTH");
    assert_eq!(game.byte("zp_handicap"), 0xFF, "held, it is one press");
    // Too late: it asks again.
    game.hold(CENTRE, 200);
    assert_eq!(message(&game), "YOUR ORDERS? START ENDS THE WEEK");
    press(&mut game, 4);
    assert_eq!(game.byte("zp_handicap"), 0xFF);
    press(&mut game, 4);
    assert_eq!(game.byte("zp_handicap"), 1);
    assert_eq!(message(&game), " THE HANDICAP: POINTS ARE HALVED");
    assert_eq!(game.peek(game.at("dli_colours") + 4), 0x30);
}
