//! The opponent of the default edition, for experts: whom he attacks, what he holds, how many he sends.

use front800::titles::rasputitsa::{Level, Mode, Rules};

use super::bare::Game;
use super::field::*;
use super::thinking::{PLAN_JOIN, PLAN_LINE, PLAN_NOTHING};

/// `unit_plan` of an attack, with its direction; of a unit that has not looked for one.
const PLAN_STRIKE: u8 = 4;
const PLAN_FRESH: u8 = 0x80;

/// Armies that are not militia.
const ARMY: u8 = 120;
/// What each of them has.
const FRESH: u8 = 120;

impl Field {
    /// Has the opponent plan; then a unit has its turn.
    fn planned(&mut self, unit: u8) -> u8 {
        self.game.call("thinking_prepare");
        self.consider(unit);
        self.get("unit_plan", unit)
    }

    fn mode(&self, unit: u8) -> u8 {
        self.get("unit_mode", unit)
    }
}

/// An army in open country, and where it is, when it gives no ground.
fn army() -> (Field, Square) {
    let mut field = Field::expert();
    field.ground(MUD);
    let (x, y) = field.open_country(4);
    field.put(ARMY, (x, y), FRESH, FRESH);
    (field, (x, y))
}

#[test]
fn of_two_corps_the_one_that_cannot_retreat_is_attacked() {
    for (surrounded, way) in [(WEST, WEST), (EAST, EAST)] {
        let (mut field, (x, y)) = army();
        field.put(GERMAN, (x + 2, y), 150, 100);
        field.put(GERMAN + 1, (x - 2, y), 150, 100);
        let there = if surrounded == WEST { x + 2 } else { x - 2 };
        for (unit, place) in (ARMY + 1..).zip([(there, y + 1), (there, y - 1)]) {
            field.put(unit, place, FRESH, FRESH);
        }
        assert_eq!(field.planned(ARMY), PLAN_STRIKE + way);
        assert_eq!(field.objective(ARMY), (if way == WEST { x + 1 } else { x - 1 }, y));
    }
}

#[test]
fn whoever_can_close_the_last_way_out_does() {
    let (mut field, (x, y)) = army();
    field.put(GERMAN, (x + 1, y), 150, 100);
    for (unit, place) in (ARMY + 1..).zip([(x, y + 1), (x, y - 1)]) {
        field.put(unit, place, FRESH, FRESH);
    }
    assert_eq!(field.planned(ARMY), PLAN_STRIKE + EAST);
    assert_eq!(field.objective(ARMY), (x + 2, y), "behind the corps, where alone it could retreat to");
    // Zones of control close that way as well.
    field.put(ARMY + 3, (x + 2, y + 1), FRESH, FRESH);
    field.put(ARMY + 4, (x + 2, y - 1), FRESH, FRESH);
    assert_eq!(field.planned(ARMY), PLAN_STRIKE + WEST);
    assert_eq!(field.objective(ARMY), (x, y), "it strikes from where it stands");
}

#[test]
fn an_attack_is_marched_to_and_pursued() {
    let (mut field, (x, y)) = army();
    field.put(GERMAN, (x + 3, y), 150, 100);
    assert_eq!(field.planned(ARMY), PLAN_STRIKE + WEST);
    field.game.call("thinking_orders");
    assert_eq!(field.queue(ARMY), [WEST; 6], "two squares, and four of pursuit");
    assert_eq!(field.mode(ARMY), Mode::Standard as u8);
}

#[test]
fn the_order_of_an_attack_follows_the_steps_that_lead_to_it() {
    let (mut field, (x, y)) = army();
    field.put(GERMAN, (x + 1, y + 1), 150, 100);
    let way = field.planned(ARMY) - PLAN_STRIKE;
    field.game.call("thinking_orders");
    let first = if way == NORTH { WEST } else { NORTH };
    assert_eq!(field.queue(ARMY), [first, way, way, way, way]);
}

#[test]
fn who_is_much_stronger_is_left_alone() {
    let (mut field, (x, y)) = army();
    field.put(GERMAN, (x + 2, y), 200, FRESH + 1);
    assert_eq!(field.planned(ARMY), PLAN_LINE);
}

#[test]
fn a_worn_army_in_reach_of_the_enemy_digs_in_and_one_that_is_not_worn_attacks() {
    for (combat, stays) in [(90, true), (91, false)] {
        let (mut field, (x, y)) = army();
        field.set("unit_combat", ARMY, combat);
        field.put(GERMAN, (x + 1, y), 150, 50);
        assert_eq!(field.planned(ARMY) == PLAN_NOTHING, stays);
        field.game.call("thinking_orders");
        assert_eq!(field.queue(ARMY).is_empty(), stays);
        assert_eq!(field.mode(ARMY) == Mode::Entrenched as u8, stays);
    }
}

#[test]
fn a_city_is_held_while_an_enemy_is_near_however_weak_he_is() {
    let mut field = Field::expert();
    let squares = (3..42).flat_map(|x| (3..35).map(move |y| (x, y)));
    let is_open = |field: &mut Field, (x, y): Square| {
        field.terrain((x, y)) == CITY && (1..=3).all(|far| field.terrain((x + far, y)) == CLEAR)
    };
    let (x, y) = squares.into_iter().find(|&square| is_open(&mut field, square)).expect("a city in the open");
    for (far, held) in [(2, true), (3, false)] {
        let mut field = Field::expert();
        field.put(ARMY, (x, y), FRESH, FRESH);
        field.put(GERMAN, (x + far, y), 150, 20);
        assert_eq!(field.planned(ARMY) == PLAN_NOTHING, held, "{far} squares away");
        field.game.call("thinking_orders");
        assert_eq!(field.queue(ARMY).is_empty(), held);
        assert_eq!(field.mode(ARMY) == Mode::Entrenched as u8, held);
    }
}

#[test]
fn a_single_corps_draws_three_armies_and_no_more() {
    let (mut field, (x, y)) = army();
    for (unit, place) in (ARMY + 1..).zip([(x, y + 1), (x, y - 1), (x + 1, y + 1), (x + 1, y - 1)]) {
        field.put(unit, place, FRESH, FRESH);
    }
    field.put(GERMAN, (x + 2, y), 150, 100);
    field.game.call("thinking_prepare");
    let armies = ARMY..ARMY + 5;
    assert!(armies.clone().all(|unit| field.get("unit_plan", unit) & PLAN_FRESH != 0));
    armies.clone().rev().for_each(|unit| {
        field.consider(unit);
    });
    let strikers: Vec<u8> = armies.filter(|&unit| field.get("unit_plan", unit) >= PLAN_STRIKE).collect();
    assert_eq!(strikers.len(), 3, "{strikers:?}");
    let mut goals: Vec<Square> = strikers.iter().map(|&unit| field.objective(unit)).collect();
    goals.sort_unstable();
    goals.dedup();
    assert_eq!(goals.len(), 3, "each from a square of its own");
}

#[test]
fn only_experts_are_attacked_so() {
    let (mut field, (x, y)) = army();
    field.put(GERMAN, (x + 2, y), 150, 100);
    field.game.set_byte("level", Level::Advanced as u8);
    assert_eq!(field.planned(ARMY), PLAN_LINE);
}

#[test]
fn the_reserve_keeps_its_strength_as_in_1982_it_did_not() {
    for (rules, mode) in [(Rules::Modern, Mode::Standard), (Rules::Edition1982, Mode::Forced)] {
        let mut field = Field::cleared(Game::expert_by(rules), 166);
        field.put(ARMY, (20, 20), FRESH, FRESH);
        field.put(GERMAN, (40, 20), 150, 100);
        assert_eq!(field.planned(ARMY), PLAN_NOTHING, "it joins somebody, once");
        field.game.call("thinking_prepare");
        assert_eq!(field.get("unit_plan", ARMY), PLAN_JOIN);
        assert_eq!(field.mode(ARMY), mode as u8);
    }
}

#[test]
fn one_unit_with_germans_all_around_takes_no_more_than_six_frames() {
    const FRAME_CYCLES: u64 = 20_000;
    let (mut field, (x, y)) = army();
    let mut german = 1;
    for dx in 0..=6u8 {
        for dy in 0..=6u8 {
            let far = dx.abs_diff(3) + dy.abs_diff(3);
            if (1..=3).contains(&far) && (dx + dy) % 2 == 1 {
                field.put(german, (x + dx - 3, y + dy - 3), 150, 100);
                german += 1;
            }
        }
    }
    field.game.call("thinking_prepare");
    let cycles = field.consider(ARMY);
    assert!(cycles < 6 * FRAME_CYCLES, "{cycles} cycles between two looks at START");
    assert!(field.get("unit_plan", ARMY) >= PLAN_STRIKE);
}
