//! Whole games by input scripts, from the title to the end: every level, and both years.

use front800::harness::script::Script;
use front800::harness::session::Session;
use front800::machine::Console;
use front800::titles::Sources;
use front800::titles::rasputitsa::{Level, Rules, Scenario};

use super::play::Play;

/// What the message line says in the end, by its number.
const OVER: u8 = 6;
const WON: u8 = 21;

/// The default game after a script, stopped where the campaign is over.
fn walked(script: &str) -> Play {
    let script = Script::parse(script).unwrap_or_else(|error| panic!("{error:?}"));
    let frames = script.last_frame();
    let mut play = Play::loaded(Rules::Modern, 48, 0);
    let prompt = play.at("message_prompt");
    let mut machine = Play::machine(None, 48, 0);
    machine.load_program(Sources::embedded().rasputitsa().unwrap().xex.clone());
    let mut session = Session::new(machine, script);
    while ![OVER, WON].contains(&session.machine().peek(prompt)) {
        assert!(session.frames() < frames, "not over after {frames} frames");
        session.frame();
    }
    play.machine = session.into_machine();
    play.machine.set_console(Console::default());
    play.frames(20);
    play
}

/// What every end shows: the score, what can be looked at; and START leads to the title, where `level` is
/// chosen.
fn check_end(play: &mut Play, months: &[&str], level: &str) {
    assert!(play.text(9, 39).contains("C: SCORE AND FRONT WEEK BY WEEK"));
    assert!(!play.text(101, 4).trim().is_empty(), "a score");
    play.key("C", 4);
    play.until("the curve", |play| play.screen().contains("WHITE: THE SCORE"));
    play.frames(20);
    play.key("M", 4);
    for month in months {
        let line = format!("WHITE: THE FRONT IN {month}");
        play.until(&line, |play| play.screen().contains(&line));
        play.frames(20);
        play.key("SPACE", 4);
    }
    play.until("the map", |play| play.screen().contains("C: SCORE AND FRONT"));
    play.frames(20);
    play.press_start(8);
    play.until("the title", |play| play.screen().contains("OPTION: SAVED GAME"));
    play.until("its level", |play| play.screen().contains(level));
}

fn lost(script: &str, level: Level, scenario: Scenario, turns: u8, months: &[&str]) {
    let mut play = walked(script);
    assert_eq!(play.message().trim(), "THE CAMPAIGN IS OVER");
    assert_eq!(play.state().turn, turns);
    assert_eq!((play.byte("level"), play.byte("scenario")), (level as u8, scenario as u8));
    let name = format!("{level:?}").to_uppercase();
    check_end(&mut play, months, &name);
}

const AUTUMN_1941: [&str; 4] = ["JUNE", "JULY", "AUGUST", "SEPTEMBER"];
const WINTER_1941: [&str; 10] = [
    "JUNE",
    "JULY",
    "AUGUST",
    "SEPTEMBER",
    "OCTOBER",
    "NOVEMBER",
    "DECEMBER",
    "JANUARY",
    "FEBRUARY",
    "MARCH",
];
const YEAR_1942: [&str; 11] = [
    "MAY",
    "JUNE",
    "JULY",
    "AUGUST",
    "SEPTEMBER",
    "OCTOBER",
    "NOVEMBER",
    "DECEMBER",
    "JANUARY",
    "FEBRUARY",
    "MARCH",
];

#[test]
fn a_learner_takes_moscow_and_is_led_to_the_next_level() {
    let mut play = walked(include_str!("../../data/walks/learner.input"));
    assert_eq!(play.message().trim(), "WON. DARE THE NEXT LEVEL. START");
    assert_eq!(play.state().turn, 6);
    assert_eq!(play.text(101, 4).trim(), "11");
    check_end(&mut play, &["JUNE", "JULY", "AUGUST"], "BEGINNER");
}

#[test]
fn a_beginner_comes_to_the_last_of_fourteen_weeks() {
    let script = include_str!("../../data/walks/beginner.input");
    lost(script, Level::Beginner, Scenario::Of1941, 14, &AUTUMN_1941);
}

#[test]
fn so_does_an_intermediate_player() {
    let script = include_str!("../../data/walks/intermediate.input");
    lost(script, Level::Intermediate, Scenario::Of1941, 14, &AUTUMN_1941);
}

#[test]
fn an_advanced_player_comes_to_the_last_of_forty_weeks() {
    let script = include_str!("../../data/walks/advanced.input");
    lost(script, Level::Advanced, Scenario::Of1941, 40, &WINTER_1941);
}

#[test]
fn so_does_an_expert() {
    let script = include_str!("../../data/walks/expert.input");
    lost(script, Level::Expert, Scenario::Of1941, 40, &WINTER_1941);
}

#[test]
fn an_expert_of_1942_comes_to_the_last_of_forty_four_weeks() {
    let script = include_str!("../../data/walks/expert-1942.input");
    lost(script, Level::Expert, Scenario::Of1942, 44, &YEAR_1942);
}
