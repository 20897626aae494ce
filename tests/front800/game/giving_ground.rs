//! The opponent of the default edition, for experts, in summer: who gives ground, and who does not.

use front800::titles::rasputitsa::{Level, Mode, Rules};

use super::bare::Game;
use super::field::*;
use super::thinking::{PLAN_LINE, PLAN_NOTHING};

/// Armies that are not militia, and one that is.
const ARMY: u8 = 120;
const MILITIA: u8 = 59;
const FRESH: u8 = 120;
/// How far it goes.
const FAR: u8 = 6;

/// A dry week, and a square in the middle of open country.
fn summer() -> (Field, Square) {
    let mut field = Field::expert();
    field.ground(DRY);
    let square = field.open_country(4);
    (field, square)
}

/// Where an army means to go when the opponent has planned and it has had its turn.
fn goal(field: &mut Field, unit: u8) -> Square {
    field.game.call("thinking_prepare");
    field.consider(unit);
    field.objective(unit)
}

#[test]
fn an_army_that_is_found_goes_six_squares_east() {
    let (mut field, (x, y)) = summer();
    field.put(ARMY, (x, y), FRESH, FRESH);
    field.put(GERMAN, (x + 3, y), 150, 20);
    assert_eq!(goal(&mut field, ARMY), (x - FAR, y), "be the corps as weak as it may");
    assert_eq!(field.get("unit_plan", ARMY), PLAN_NOTHING);
    field.game.call("thinking_orders");
    assert_eq!(field.queue(ARMY), [EAST; FAR as usize]);
    assert_eq!(field.get("unit_mode", ARMY), Mode::Standard as u8);
}

#[test]
fn nobody_does_in_the_mud_or_with_the_germans_four_squares_away() {
    for (colour, far) in [(MUD, 3), (DRY, 4)] {
        let (mut field, (x, y)) = summer();
        field.ground(colour);
        field.put(ARMY, (x, y), FRESH, FRESH);
        field.put(GERMAN, (x + far, y), 200, 200);
        goal(&mut field, ARMY);
        assert_eq!(field.get("unit_plan", ARMY), PLAN_LINE);
    }
}

#[test]
fn a_friend_in_the_way_stops_nobody_and_a_german_zone_does() {
    for (in_the_way, goes) in [(ARMY + 1, true), (GERMAN + 1, false)] {
        let (mut field, (x, y)) = summer();
        field.put(ARMY, (x, y), FRESH, FRESH);
        field.put(GERMAN, (x + 1, y), 200, 200);
        let square = if goes { (x - 1, y) } else { (x - 2, y) };
        field.put(in_the_way, square, 200, 200);
        assert_eq!(goal(&mut field, ARMY) == (x - FAR, y), goes);
    }
}

#[test]
fn cities_are_held_and_militia_stay() {
    let (mut field, _) = summer();
    let city = field.square_of(CITY);
    for (unit, square) in [(ARMY, city), (MILITIA, (city.0 + 1, city.1))] {
        let (mut field, _) = summer();
        field.put(unit, square, FRESH, FRESH);
        field.put(GERMAN, (square.0 + 3, square.1), 200, 200);
        field.game.call("thinking_prepare");
        assert_eq!(field.objective(unit), square);
    }
}

#[test]
fn nobody_goes_off_the_map() {
    let (mut field, _) = summer();
    let is_clear = |y: &u8| (FAR - 2..=FAR + 3).all(|x| field.terrain((x, *y)) == CLEAR);
    let y = (4..35).find(is_clear).expect("a row that is clear in the east");
    for (x, goal) in [(FAR, 0), (FAR - 1, FAR - 1)] {
        let (mut field, _) = summer();
        field.put(ARMY, (x, y), FRESH, FRESH);
        field.put(GERMAN, (x + 3, y), 150, 150);
        field.game.call("thinking_prepare");
        assert_eq!(field.objective(ARMY), (goal, y));
    }
}

#[test]
fn only_against_experts_and_not_in_1982() {
    for (rules, level) in [(Rules::Modern, Level::Advanced), (Rules::Edition1982, Level::Expert)] {
        let mut field = Field::cleared(Game::expert_by(rules), 166);
        field.ground(DRY);
        let (x, y) = field.open_country(4);
        field.game.set_byte("level", level as u8);
        field.put(ARMY, (x, y), FRESH, FRESH);
        field.put(GERMAN, (x + 3, y), 150, 150);
        field.game.call("thinking_prepare");
        assert_eq!(field.objective(ARMY), (x, y));
        assert_eq!(field.get("unit_plan", ARMY), PLAN_LINE);
    }
}
