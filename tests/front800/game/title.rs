//! Title, end of the campaign, RESET at any moment.

use super::bare::Game;
use super::play::Play;
use super::screen::{check_stores, watch};
use front800::machine::{Console, Machine, Stick};
use front800::titles::rasputitsa::Rules;

#[test]
fn the_title_says_what_it_is_and_how_to_start() {
    let mut play = Play::loaded(Rules::Corrected, 48, 0);
    assert!(play.at_title());
    let screen = play.screen();
    for line in ["YOU COMMAND THE GERMAN SIDE", "BEGIN: START, RETURN KEY OR BUTTON"] {
        assert!(screen.contains(line), "{screen}");
    }
    // The name in yellow: the first letter's upright; the armies below it.
    let name = (36..68).filter(|&line| (0x2C..0xD4).any(|clock| play.pixel(clock, line) == 0x1C)).count();
    assert!(name >= 24, "{name} lines");
    let map = || (74..180).flat_map(|line| (0x2C..0xD4).map(move |clock| (clock, line)));
    for colour in [0x0C, 0x46, 0x94, 0xD6] {
        let pixels = map().filter(|&(clock, line)| play.pixel(clock, line) == colour).count();
        assert!(pixels > 200, "{pixels} of colour ${colour:02X}");
    }
    assert!((8..240).all(|line| (0x2C..0xD4).all(|clock| play.pixel(clock, line) != 0x58)), "no cursor");
}

#[test]
fn the_title_waits_until_start_goes_down() {
    let mut play = Play::loaded(Rules::Corrected, 48, 0);
    play.frames(300);
    assert!(play.at_title());
    play.begin();
}

#[test]
fn the_titles_interrupts_change_registers_in_horizontal_blank_alone() {
    let mut play = Play::loaded(Rules::Corrected, 48, 0);
    let (mut stores, mut longest) = (Vec::new(), 0);
    watch(&mut play, 10, &mut stores, &mut longest);
    assert!(stores.len() > 100);
    check_stores(&stores);
}

#[test]
fn keys_and_buttons_begin_as_well_as_start() {
    for rules in [Rules::Corrected, Rules::Modern] {
        for what in ["RETURN", "SPACE", "stick", "pointer"] {
            let mut play = Play::loaded(rules, 48, 0);
            match what {
                "stick" => play.stick("f"),
                "pointer" => {
                    play.machine.set_paddle(2, 100);
                    play.machine.set_paddle(3, 100);
                    play.frames(3);
                    assert_eq!(play.state().turn, 0, "nothing has begun");
                    play.machine.set_stick(1, Stick { left: true, ..Stick::default() });
                }
                key => play.key(key, 4),
            }
            play.frames(4);
            play.stick("");
            play.machine.set_stick(1, Stick::default());
            play.until("the order phase", |play| play.state().orders_open);
        }
    }
}

#[test]
fn a_stick_in_the_second_jack_is_no_pointer() {
    let mut play = Play::loaded(Rules::Corrected, 48, 0);
    play.machine.set_stick(1, Stick { left: true, ..Stick::default() });
    play.frames(30);
    assert!(play.at_title());
}

/// RESET in this state, and then a new campaign.
fn reset_and_begin(play: &mut Play, when: &str) {
    play.reset();
    play.frames(60);
    if play.output.symbol("title_wait").is_some() {
        assert!(play.at_title(), "RESET {when}: PC ${:04X}", play.machine.cpu().pc);
    }
    play.begin();
    let state = play.state();
    assert_eq!((state.turn, state.window.view_x, state.hold.unit), (0, 224, None), "RESET {when}");
    assert_eq!((state.units[0].x, state.units[0].y, state.units[0].orders.len()), (40, 20, 0));
}

/// RESET out of copies of a running game, every few frames of what is done to it.
fn reset_at_many_moments(mut play: Play) {
    let mut copies: Vec<(String, Machine)> = Vec::new();
    let mut keep = |play: &Play, when: String| copies.push((when, play.machine.clone()));
    keep(&play, "at once".into());
    play.begin();
    play.go_to(40, 20);
    for (n, (stick, frames)) in
        [("f", 2), ("f", 20), ("fr", 9), ("fr", 16), ("f", 9), ("fu", 3), ("", 1)].into_iter().enumerate()
    {
        play.stick(stick);
        play.frames(frames);
        keep(&play, format!("with the button, moment {n}"));
    }
    for week in 0..3 {
        play.machine.set_console(Console { start: true, ..Console::default() });
        play.until("the march", |play| !play.state().orders_open);
        play.machine.set_console(Console::default());
        let mut frame = 0;
        play.until("a new week", |play| {
            frame += 1;
            if frame % 23 == 0 {
                keep(play, format!("in frame {frame} of march {week}"));
            }
            play.state().orders_open
        });
        for frame in [0, 1, 2, 7, 40] {
            play.frames(frame);
            keep(&play, format!("in frame {frame} of order phase {week}"));
        }
    }
    assert!(copies.len() > 20, "{} moments", copies.len());
    for (n, (when, machine)) in copies.into_iter().enumerate() {
        play.machine = machine;
        play.machine.set_console(Console::default());
        play.stick("");
        // At other places of the frame, too.
        for _ in 0..n * 97 {
            play.machine.step();
        }
        reset_and_begin(&mut play, &when);
    }
}

#[test]
fn reset_leads_to_the_title_at_any_moment() {
    reset_at_many_moments(Play::loaded(Rules::Corrected, 48, 0));
}

#[test]
fn reset_begins_the_1981_edition_again_at_any_moment() {
    reset_at_many_moments(Play::loaded(Rules::Edition1981, 32, 0));
}

#[test]
fn reset_leads_to_the_title_of_the_cartridge() {
    reset_at_many_moments(Play::cartridge(Rules::Corrected));
}

#[test]
fn reset_again_and_again_does_no_harm() {
    let mut play = Play::loaded(Rules::Corrected, 48, 0);
    for frames in [0, 1, 2, 3, 5, 8, 13, 21, 34] {
        play.reset();
        play.frames(frames);
    }
    reset_and_begin(&mut play, "after many");
}

/// The last week over.
fn ended(rules: Rules) -> Play {
    let mut play = Play::loaded(rules, 48, 0);
    play.begin();
    play.set_byte("turn", 39);
    play.set_byte("eye_delay", 0);
    play.machine.set_console(Console { start: true, ..Console::default() });
    play.until("the march", |play| !play.state().orders_open);
    play.machine.set_console(Console::default());
    play.until("the end", |play| play.message().trim_start().starts_with(['P', 'T']));
    play.frames(5);
    assert_eq!(play.state().turn, 40);
    play
}

#[test]
fn the_end_says_what_the_score_means_and_start_leads_to_the_title() {
    let mut play = ended(Rules::Corrected);
    let score = play.byte("score");
    assert_eq!(play.text(5, 43), format!("{score:<3} POINTS OF 255. THE CAMPAIGN IS OVER"));
    assert!(play.text(57, 34).ends_with('.'), "{}", play.text(57, 34));
    assert_eq!(play.message(), "  PRESS START TO BEGIN ANOTHER");
    // The map can still be looked at; nobody is lifted.
    let before = play.state().window;
    play.stick("rd");
    play.frames(60);
    play.stick("f");
    play.frames(10);
    play.stick("");
    assert_ne!(play.state().window, before);
    assert_eq!(play.state().hold.unit, None);
    assert_eq!(play.message(), "  PRESS START TO BEGIN ANOTHER");
    play.press_start(4);
    play.frames(20);
    assert!(play.at_title());
    play.begin();
}

#[test]
fn reset_leads_from_the_end_to_the_title() {
    let mut play = ended(Rules::Corrected);
    reset_and_begin(&mut play, "at the end");
}

#[test]
fn the_1981_edition_stops_until_reset() {
    let mut play = ended(Rules::Edition1981);
    assert_eq!(play.message().trim(), "THE CAMPAIGN IS OVER");
    play.press_start(10);
    play.frames(60);
    assert_eq!(play.state().turn, 40);
    reset_and_begin(&mut play, "at the end");
}

#[test]
fn every_score_has_its_verdict() {
    let mut verdicts = Vec::new();
    for score in [0, 9, 10, 29, 30, 49, 50, 79, 80, 119, 120, 255] {
        let mut game = Game::new();
        game.set_byte("score", score);
        game.run_to("ending.told", "start_wait");
        verdicts.push(game.text(57, 35).trim().to_owned());
    }
    for pair in verdicts.chunks(2) {
        assert_eq!(pair[0], pair[1]);
    }
    let different: std::collections::BTreeSet<_> = verdicts.iter().collect();
    assert_eq!(different.len(), 6);
}
