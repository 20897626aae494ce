//! Two games that differ in what a player cannot know show him the same, in views and in pictures.

use front800::harness::batch::Built;
use front800::harness::chance::Chance;
use front800::harness::matches::{Event, Game, Setup};
use front800::harness::open::{Options, Program};
use front800::machine::Lcg;
use front800::titles::companion::GameOptions;
use front800::titles::shelf;

/// A game of a title whose sides all come from outside, where it first waits.
fn begin(name: &str, options: GameOptions) -> (Built, Game) {
    let entry = shelf::named(name).unwrap();
    let program = Program::named(name, Options::default());
    let built = program.and_then(Built::new).unwrap_or_else(|error| panic!("{error}"));
    let setup = Setup { options, computers: 0, think: None };
    let label = |name: &str| built.label(name);
    let find = entry.companion.unwrap();
    let mut game = Game::begin(built.machine(0), &label, find, &setup, Chance::Stream(Lcg::new(1)))
        .unwrap_or_else(|error| panic!("{error}"));
    wait(&mut game);
    (built, game)
}

/// Goes on until an action is waited for.
fn wait(game: &mut Game) {
    loop {
        match game.next_event().unwrap_or_else(|error| panic!("{error}")) {
            Event::Waits => return,
            Event::Done => game.go_on(),
            Event::Refused => panic!("an action was refused"),
        }
    }
}

fn act(game: &mut Game, text: &str) {
    let pokes = game.pokes(text).unwrap_or_else(|| panic!("{text} is no action"));
    game.act(pokes);
    wait(game);
}

/// What the screen shows.
fn picture(game: &mut Game) -> Vec<u8> {
    let mut machine = game.machine().clone();
    machine.set_drawing(true);
    for _ in 0..4 {
        machine.run_frame();
    }
    machine.picture().to_vec()
}

fn assert_same_view(games: &mut [Game; 2], place: &str) {
    let [one, other] = games;
    assert_eq!(one.view().unwrap(), other.view().unwrap(), "{place}");
}

fn assert_same(games: &mut [Game; 2], place: &str) {
    assert_same_view(games, place);
    let [one, other] = games;
    assert!(picture(one) == picture(other), "{place}: the pictures differ");
}

/// A front row, the same in both armies.
const FRONT: &str = "9999999945";
/// What stands behind it.
const BEHIND: &str = "123344555666677778888SBBBBBBF8";

/// Two armies that differ behind the front row.
fn armies() -> [String; 2] {
    let backwards: String = BEHIND.chars().rev().collect();
    [format!("{BEHIND}{FRONT}"), format!("{backwards}{FRONT}")]
}

#[test]
fn in_encounter_an_army_that_nobody_has_seen_may_be_any() {
    for is_super in [false, true] {
        let [one, other] = armies();
        let options = GameOptions { is_super: Some(is_super), ..GameOptions::default() };
        // The first side sees the same when the second army differs, and the other way round.
        for (setups, viewer) in [([[&one, &one], [&one, &other]], 0), ([[&one, &one], [&other, &one]], 1)] {
            let mut games = setups.map(|[own, theirs]| {
                let (_, mut game) = begin("encounter", options);
                act(&mut game, &format!("SETUP {own} {theirs}"));
                game
            });
            // Scouts go, meet, and fall; then somebody attacks behind the front.
            for text in ["A4A6", "B7B5", "A6A7", "B5B4", "E4E5", "E7E6"] {
                let place = format!("SUPER {is_super}, before {text}");
                match games[0].turn() {
                    // The screen is the first side's.
                    0 if viewer == 0 => assert_same(&mut games, &place),
                    side if side == viewer => assert_same_view(&mut games, &place),
                    _ => {}
                }
                for game in &mut games {
                    act(game, text);
                }
            }
        }
    }
}

#[test]
fn in_magna_another_ship_and_far_places_stay_hidden() {
    for level in 1..=3 {
        let options = GameOptions { level: Some(level), players: Some(2), ..GameOptions::default() };
        let (built, one) = begin("magna", options);
        let (_, mut other) = begin("magna", options);
        let at = |name: &str| built.label(name).unwrap_or_else(|| panic!("no label {name}"));
        let machine = other.machine_mut();
        let energy = at("ship_energy") + 1;
        let less = machine.peek(energy) - 2;
        machine.poke(energy, less);
        if level > 1 {
            // Elsewhere than the first ship.
            let here = machine.peek(at("ship_sector"));
            for sector in (0..16).filter(|&sector| sector != here) {
                machine.poke(at("planets_low") + u16::from(sector), 0x81);
                machine.poke(at("planets_high") + u16::from(sector), 0x18);
            }
        }
        let mut games = [one, other];
        assert_same(&mut games, &format!("level {level}, dark"));
        for game in &mut games {
            act(game, "START");
        }
        assert_same(&mut games, &format!("level {level}, in the first turn"));
        let legal = games[0].legal().unwrap().to_vec();
        let text = legal.iter().find(|text| *text == "BS" || text.starts_with("MOVE")).unwrap();
        for game in &mut games {
            act(game, text);
        }
        assert_same(&mut games, &format!("level {level}, after {text}"));
    }
}
