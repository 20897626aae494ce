//! The opponent: who is planned how, when he listens to START, objectives into orders.

use front800::titles::rasputitsa::Rules;

use super::bare::{CENTRE, CONSOL};
use super::field::*;

/// `unit_plan`.
pub const PLAN_NOTHING: u8 = 0;
pub const PLAN_JOIN: u8 = 1;
pub const PLAN_FLEE: u8 = 2;
pub const PLAN_LINE: u8 = 3;

/// CONSOL with nothing and with START pressed.
const NO_KEY: u8 = 7;
const START: u8 = 6;

/// A militia army.
const MILITIA: u8 = 55;

impl Field {
    pub fn objective(&self, unit: u8) -> Square {
        (self.get("objective_x", unit), self.get("objective_y", unit))
    }

    pub fn set_objective(&mut self, unit: u8, (x, y): Square) {
        self.set("objective_x", unit, x);
        self.set("objective_y", unit, y);
    }

    /// One step in the planning of a unit.
    pub fn consider(&mut self, unit: u8) -> u64 {
        self.game.call_with("thinking_consider", 0, unit, 0)
    }

    /// The queue of a unit.
    pub fn queue(&self, unit: u8) -> Vec<u8> {
        let slots = [self.get("unit_orders_1", unit), self.get("unit_orders_2", unit)];
        let slot = |n: u8| slots[usize::from(n / 4)] >> (2 * (n % 4)) & 3;
        (0..self.get("unit_orders", unit)).map(slot).collect()
    }
}

fn in_both(test: impl Fn(Field)) {
    test(Field::new(Rules::Edition1981));
    test(Field::new(Rules::Corrected));
}

#[test]
fn far_from_germans_a_unit_joins_the_one_in_the_greatest_danger() {
    in_both(|mut field| {
        field.put(GERMAN, (40, 20), 160, 160);
        field.put(100, (20, 20), 64, 64);
        field.put(101, (36, 20), 64, 64); // 16 squares: bit 2 of the distance is clear
        field.put(102, (31, 20), 64, 64); // nearer, but no German within eight squares
        field.game.call("thinking_prepare");
        assert_eq!(field.get("unit_plan", 100), PLAN_JOIN);
        assert!(field.get("unit_ratio", 101) > field.game.byte("force_ratio") / 2 + 2);
        field.consider(100);
        assert_eq!(field.objective(100), (36, 20));
    });
}

#[test]
fn among_equals_the_unit_with_the_lowest_number_is_joined() {
    in_both(|mut field| {
        for (unit, y) in [(100, 10), (99, 11), (98, 12), (120, 13)] {
            field.put(unit, (20, y), 64, 64);
        }
        field.game.call("thinking_prepare");
        field.consider(120);
        assert_eq!(field.objective(120), (20, 12));
    });
}

#[test]
fn danger_from_the_east_makes_a_unit_flee_five_squares_and_no_farther_than_the_edge() {
    for (x, goal) in [(20, 15), (4, 0)] {
        in_both(|mut field| {
            field.put(100, (x, 20), 100, 100);
            field.put(1, (x - 2, 20), 255, 255);
            field.put(3, (x - 3, 20), 16, 16);
            field.game.call("thinking_prepare");
            assert_eq!(field.get("danger_east", 100), 16);
            assert_eq!(field.get("unit_plan", 100), PLAN_FLEE);
            field.consider(100);
            assert_eq!(field.objective(100), (goal, 20));
        });
    }
}

#[test]
fn half_its_strength_makes_a_unit_flee_and_one_more_does_not() {
    for (combat, plan) in [(50, PLAN_FLEE), (51, PLAN_LINE)] {
        in_both(|mut field| {
            field.put(100, (20, 20), 100, combat);
            field.put(1, (23, 20), 200, 200);
            field.game.call("thinking_prepare");
            assert_eq!(field.get("unit_plan", 100), plan);
        });
    }
}

#[test]
fn militia_and_new_arrivals_are_not_planned() {
    in_both(|mut field| {
        field.put(MILITIA, (20, 20), 100, 100);
        field.put(100, (21, 20), 100, 100);
        field.set("unit_arrival", 100, 3);
        field.put(1, (23, 20), 200, 200);
        field.game.call("thinking_prepare");
        assert_eq!(field.get("unit_plan", MILITIA), PLAN_NOTHING);
        assert_eq!(field.get("unit_plan", 100), PLAN_NOTHING);
        let before = (field.objective(MILITIA), field.objective(100));
        assert_eq!(before.0, (20, 20));
        field.consider(MILITIA);
        field.consider(100);
        assert_eq!((field.objective(MILITIA), field.objective(100)), before);
    });
}

#[test]
fn a_line_marches_together_to_where_the_danger_is() {
    let mut field = Field::new(Rules::Corrected);
    let (x, y) = field.open_country(4);
    for (unit, y) in (100..).zip(y - 1..=y + 1) {
        field.put(unit, (x - 1, y), 200, 200);
    }
    field.put(1, (x + 3, y), 100, 100);
    field.game.call("thinking_prepare");
    field.consider(101);
    assert_eq!(field.objective(101), (x, y), "towards a weak enemy");
}

#[test]
fn planning_ends_with_the_number_after_which_start_is_found() {
    let mut field = Field::new(Rules::Edition1981);
    field.game.poke(CONSOL, START);
    field.game.call("thinking_run");
    assert_eq!((field.game.byte("thinking_unit"), field.game.byte("thinking_passes")), (158, 0));
}

#[test]
fn start_is_ignored_while_the_button_is_down() {
    in_both(|mut field| {
        field.game.set_byte("start_released", 1);
        field.game.set_byte("thinking_passes", 1);
        field.game.poke(CONSOL, START);
        field.game.button(true);
        field.game.hold(CENTRE, 4);
        field.game.call("start_asked");
        assert!(!field.game.carry());
        field.game.button(false);
        field.game.hold(CENTRE, 4);
        field.game.call("start_asked");
        assert!(field.game.carry());
    });
}

#[test]
fn d28_the_corrected_rules_refuse_start_before_the_first_pass_is_complete() {
    for (rules, passes) in [(Rules::Edition1981, 0), (Rules::Corrected, 1)] {
        let mut field = Field::new(rules);
        field.game.set_byte("start_released", 1);
        field.game.poke(CONSOL, START);
        field.game.call("thinking_run");
        assert_eq!((field.game.byte("thinking_passes"), field.game.byte("thinking_unit")), (passes, 158));
        let says_why = field.game.byte("notice_wait") != 0;
        assert_eq!(says_why, rules == Rules::Corrected);
    }
}

#[test]
fn d28_the_corrected_rules_refuse_a_start_key_that_was_never_up() {
    for (rules, accepted) in [(Rules::Edition1981, true), (Rules::Corrected, false)] {
        let mut field = Field::new(rules);
        field.game.set_byte("start_released", 0);
        field.game.set_byte("thinking_passes", 5);
        field.game.poke(CONSOL, START);
        field.game.call("start_asked");
        assert_eq!(field.game.carry(), accepted);
        field.game.poke(CONSOL, NO_KEY);
        field.game.call("start_asked");
        assert!(!field.game.carry());
        field.game.poke(CONSOL, START);
        field.game.call("start_asked");
        assert!(field.game.carry());
    }
}

/// Orders as section 17.5 makes them.
fn translated(dx: i32, dy: i32) -> Vec<u8> {
    let across = (dx.abs(), if dx >= 0 { WEST } else { EAST });
    let along = (dy.abs(), if dy >= 0 { NORTH } else { SOUTH });
    let (long, short) = if along.0 >= across.0 { (along, across) } else { (across, along) };
    let total = long.0 + short.0;
    let mut slope = long.0 / 2;
    (0..total.min(8))
        .map(|_| {
            slope += short.0;
            if slope >= total {
                slope -= total;
                short.1
            } else {
                long.1
            }
        })
        .collect()
}

#[test]
fn orders_follow_the_straightest_way_to_the_objective() {
    let mut field = Field::new(Rules::Corrected);
    field.put(RUSSIAN, (22, 19), 100, 100);
    for dx in -22..=24 {
        for dy in -22..=24 {
            field.set_objective(RUSSIAN, ((22 + dx) as u8, (19 + dy) as u8));
            field.set("unit_orders", RUSSIAN, 7);
            field.game.call_with("orders_towards", 0, RUSSIAN, 0);
            assert_eq!(field.queue(RUSSIAN), translated(dx, dy), "{dx}, {dy}");
        }
    }
}

#[test]
fn three_west_and_one_north_is_two_west_one_north_one_west_and_the_free_slots_say_north() {
    let mut field = Field::new(Rules::Corrected);
    field.put(RUSSIAN, (10, 10), 100, 100);
    field.set("unit_orders_1", RUSSIAN, 0xFF);
    field.set("unit_orders_2", RUSSIAN, 0xFF);
    field.set_objective(RUSSIAN, (13, 11));
    field.game.call("thinking_orders");
    assert_eq!(field.queue(RUSSIAN), [WEST, WEST, NORTH, WEST]);
    assert_eq!(field.get("unit_orders_2", RUSSIAN), 0);
}

#[test]
fn only_seasoned_units_are_ordered() {
    let mut field = Field::new(Rules::Corrected);
    field.put(RUSSIAN, (10, 10), 100, 100);
    field.set("unit_arrival", RUSSIAN, 3);
    field.set_objective(RUSSIAN, (13, 11));
    field.game.call("thinking_orders");
    assert_eq!(field.get("unit_orders", RUSSIAN), 0);
}

#[test]
fn two_passes_over_a_crowded_front_fit_200_frames() {
    const FRAME_CYCLES: u64 = 20_000;
    in_both(|mut field| {
        let (mut russian, mut german) = (55, 1);
        for y in (0..39).rev() {
            for x in 0..46 {
                if field.terrain((x, y)) != CLEAR {
                    continue;
                }
                if (24..30).contains(&x) && russian <= 158 {
                    field.put(russian, (x, y), 150, 140);
                    russian += 1;
                } else if x == 30 && german < 55 {
                    field.put(german, (x, y), 200, 150);
                    german += 1;
                }
            }
        }
        assert_eq!(russian, 159);
        let mut cycles = field.game.call("thinking_prepare");
        let mut longest = 0;
        for _ in 0..2 {
            for unit in (55..=158).rev() {
                let unit_cycles = field.consider(unit);
                cycles += unit_cycles;
                longest = longest.max(unit_cycles);
            }
        }
        assert!(cycles < 200 * FRAME_CYCLES, "{cycles} cycles");
        assert!(longest < 2 * FRAME_CYCLES, "{longest} cycles between two looks at START");
    });
}
