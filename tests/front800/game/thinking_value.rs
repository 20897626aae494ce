//! The opponent: square values, and the defects of 1981 in planning. (D 14 is no defect of the program: both
//! builds take 2^(R + 1).)

use front800::titles::rasputitsa::Rules;

use super::field::*;
use super::thinking::{PLAN_JOIN, PLAN_LINE};

const BOTH: [Rules; 2] = [Rules::Edition1981, Rules::Corrected];
const STAY: u8 = 0;
const TO_WEST: u8 = 1 + WEST;

/// What the 1981 build and the corrected one make of the same thing.
fn both<T>(mut of: impl FnMut(Field) -> T) -> (T, T) {
    (of(Field::new(Rules::Edition1981)), of(Field::new(Rules::Corrected)))
}

impl Field {
    /// RUSSIAN on `here` with an objective and an individual force ratio, in no danger, about to be planned.
    fn plan(&mut self, here: Square, ghost: Square, ratio: u8) {
        self.put(RUSSIAN, here, 100, 100);
        self.game.call("thinking_prepare");
        for side in ["danger_north", "danger_east", "danger_south", "danger_west"] {
            self.set(side, RUSSIAN, 0);
        }
        self.set("unit_ratio", RUSSIAN, ratio);
        self.set_objective(RUSSIAN, ghost);
        for (name, value) in [
            ("zp_self", RUSSIAN),
            ("zp_here_x", here.0),
            ("zp_here_y", here.1),
            ("zp_ghost_x", ghost.0),
            ("zp_ghost_y", ghost.1),
        ] {
            self.game.set_byte(name, value);
        }
        self.game.call("line_gather");
        self.game.call("nearest_sift");
        self.option(STAY, ghost);
    }

    fn option(&mut self, option: u8, (x, y): Square) {
        for (name, value) in [("zp_option", option), ("zp_target_x", x), ("zp_target_y", y)] {
            self.game.set_byte(name, value);
        }
    }

    fn square_value(&mut self) -> u8 {
        self.game.call("square_value");
        assert_eq!(self.game.registers().0, self.game.byte("zp_value"));
        self.game.registers().0
    }
}

/// A distance of section 22.2.
fn distance(a: Square, b: Square) -> u8 {
    let one = |a: u8, b: u8| (a.wrapping_sub(b) as i8).unsigned_abs();
    one(a.0, b.0).wrapping_add(one(a.1, b.1))
}

#[test]
fn the_nearest_german_is_found_wherever_the_objective_has_gone() {
    let mut field = Field::new(Rules::Corrected);
    let mut square = 7_u32;
    for unit in 1..=54 {
        square = (square + 1003) % (46 * 39);
        field.put(unit, ((square % 46) as u8, (square / 46) as u8), 100, 100);
    }
    field.set("unit_arrival", 9, 4);
    field.set("unit_arrival", 10, 255);
    field.game.call("nearest_gather");
    let germans: Vec<Square> =
        (1..=54).filter(|unit| ![9, 10].contains(unit)).map(|unit| field.square(unit)).collect();
    for ghost in [(0, 0), (20, 20), (45, 38), (255, 5), (60, 70), (200, 230), (3, 133), (22, 250)] {
        field.game.set_byte("zp_ghost_x", ghost.0);
        field.game.set_byte("zp_ghost_y", ghost.1);
        field.game.call("nearest_sift");
        for (dx, dy) in [(0, 0), (0, 1), (255, 0), (0, 255), (1, 0)] {
            let target = (ghost.0.wrapping_add(dx), ghost.1.wrapping_add(dy));
            field.option(STAY, target);
            field.game.call("nearest_find");
            let nearest = germans.iter().map(|german| distance(*german, target)).min().unwrap();
            assert_eq!(field.game.registers().0, nearest, "{target:?}");
        }
    }
}

#[test]
fn without_germans_the_nearest_is_255_away() {
    let mut field = Field::new(Rules::Corrected);
    field.plan((20, 20), (20, 20), 100);
    field.game.call("nearest_find");
    assert_eq!(field.game.registers().0, 255);
}

#[test]
fn the_defender_keeps_away_from_germans_and_likes_good_ground() {
    // Value = ratio * (distance + 1 for half, 2 for full, 3 for double defence) - 2.
    for rules in BOTH {
        for (terrain, number) in [(CLEAR, 2), (CITY, 3), (RIVER, 1)] {
            let mut field = Field::new(rules);
            let (x, y) = field.square_of(terrain);
            field.put(GERMAN, (x + 3, y), 100, 100);
            field.plan((x, y), (x, y), 20);
            field.game.set_byte("terrain_type", terrain);
            assert_eq!(field.square_value(), 20 * (3 + number) - 2, "{rules:?} {terrain}");
        }
    }
}

#[test]
fn the_defender_does_not_go_where_a_german_stands() {
    for rules in BOTH {
        let mut field = Field::new(rules);
        let (x, y) = field.open_country(2);
        field.put(GERMAN, (x + 1, y), 100, 100);
        field.plan((x, y), (x, y), 200);
        field.option(TO_WEST, (x + 1, y));
        assert_eq!(field.square_value(), 0, "{rules:?}");
    }
}

#[test]
fn the_attacker_goes_towards_germans() {
    // Twice (15 - ratio), times 9 - distance + 2.
    for rules in BOTH {
        let mut field = Field::new(rules);
        let (x, y) = field.open_country(2);
        field.put(GERMAN, (x + 5, y), 100, 100);
        field.plan((x, y), (x, y), 10);
        field.game.set_byte("terrain_type", CLEAR);
        assert_eq!(field.square_value(), 2 * 5 * (9 - 5 + 2) - 2);
        field.option(TO_WEST, (x + 1, y));
        assert_eq!(field.square_value(), 2 * 5 * (9 - 4 + 2) - 4);
    }
}

#[test]
fn d14_in_both_builds_the_way_costs_twice_as_much_as_the_published_chart_says() {
    for rules in BOTH {
        let mut field = Field::new(rules);
        let (x, y) = field.open_country(2);
        field.put(GERMAN, (x + 4, y), 100, 100);
        field.plan((x, y), (x, y), 255); // so much that the value is 255 before
        field.game.set_byte("terrain_type", CLEAR);
        for r in 0..=6_u8 {
            field.game.set_byte("zp_here_y", y.wrapping_add(r));
            assert_eq!(u32::from(field.square_value()), 255_u32.saturating_sub(2 << r), "{r}");
        }
        field.game.set_byte("zp_here_y", y.wrapping_add(7));
        assert_eq!(field.square_value(), 0);
    }
}

#[test]
fn d7_units_four_to_seven_squares_away_are_not_joined() {
    let objective = both(|mut field| {
        field.put(GERMAN, (30, 20), 160, 160);
        field.put(100, (19, 20), 64, 64); // eleven from the German
        field.put(101, (23, 20), 64, 64); // four from 100, seven from the German
        field.game.call("thinking_prepare");
        field.consider(100);
        field.objective(100)
    });
    assert_eq!(objective, ((19, 20), (23, 20)));
}

#[test]
fn d8_a_weak_german_nearby_is_overlooked() {
    let plan = both(|mut field| {
        field.put(RUSSIAN, (20, 20), 100, 100);
        field.put(GERMAN, (23, 20), 20, 15); // less than a sixteenth of anything
        field.put(GERMAN_ARMOR, (40, 20), 200, 200);
        field.game.call("thinking_prepare");
        field.get("unit_plan", RUSSIAN)
    });
    assert_eq!(plan, (PLAN_JOIN, PLAN_LINE));
}

/// A clear square with sea to the west of it, or the other way round.
fn shore(field: &mut Field) -> Square {
    let squares = (0..45).flat_map(|x| (0..39).map(move |y| (x, y)));
    let mut shores =
        squares.filter(|&(x, y)| field.terrain((x, y)) != SEA && field.terrain((x + 1, y)) == SEA);
    shores.next().expect("there is a western shore")
}

#[test]
fn d9_the_way_is_tried_from_the_units_square_not_from_its_objective() {
    let refused = both(|mut field| {
        let (open, beach) = (field.open_country(1), shore(&mut field));
        let mut refused = |here: Square, ghost: Square| {
            field.set("unit_x", RUSSIAN, here.0);
            field.set("unit_y", RUSSIAN, here.1);
            field.game.set_byte("zp_self", RUSSIAN);
            field.game.set_byte("zp_ghost_x", ghost.0);
            field.game.set_byte("zp_ghost_y", ghost.1);
            field.option(TO_WEST, (ghost.0 + 1, ghost.1));
            field.game.call("target_trial");
            field.game.carry()
        };
        (refused(beach, open), refused(open, beach))
    });
    assert_eq!(refused, ((true, false), (false, true)));
}

#[test]
fn d9_staying_is_judged_by_the_terrain_somebody_looked_at_before() {
    let terrain = both(|mut field| {
        let (x, y) = field.square_of(CITY);
        field.option(STAY, (x, y));
        field.game.set_byte("terrain_type", SWAMP);
        field.game.call("target_trial");
        field.game.byte("terrain_type")
    });
    assert_eq!(terrain, (SWAMP, CITY));
}

#[test]
fn d9_objectives_leave_the_map() {
    let refused = both(|mut field| {
        let here = field.open_country(1);
        field.put(RUSSIAN, here, 100, 100);
        field.game.set_byte("zp_self", RUSSIAN);
        field.game.set_byte("zp_ghost_x", 45);
        field.game.set_byte("zp_ghost_y", 20);
        field.option(TO_WEST, (46, 20));
        field.game.call("target_trial");
        field.game.carry()
    });
    assert_eq!(refused, (false, true));
}

#[test]
fn d10_arrivals_keep_whatever_objective_the_table_holds() {
    let objective = both(|mut field| {
        field.put(RUSSIAN, (20, 20), 100, 100);
        field.set("unit_arrival", RUSSIAN, 3);
        field.set_objective(RUSSIAN, (7, 9));
        field.game.call("thinking_prepare");
        field.objective(RUSSIAN)
    });
    assert_eq!(objective, ((7, 9), (20, 20)));
}

#[test]
fn the_1981_build_begins_with_the_objectives_of_the_original() {
    let field = Field::new(Rules::Edition1981);
    assert_eq!([55, 56, 78].map(|unit| field.objective(unit)), [(3, 133), (8, 197), (0, 96)]);
    let zero = (79..=119).all(|unit| field.objective(unit) == (0, 0));
    assert!(zero);
    assert_eq!([120, 155, 158].map(|unit| field.objective(unit)), [(0, 224), (0, 96), (0, 0)]);
}

/// The value of a square for an attacker with ratio 10, in the open, the nearest German so far away.
fn attack_value(mut field: Field, far: u8) -> u8 {
    let (x, y) = field.open_country(2);
    field.put(GERMAN, (x + far, y), 100, 100);
    field.plan((x, y), (x, y), 10);
    field.game.set_byte("terrain_type", CLEAR);
    field.square_value()
}

#[test]
fn d11_beyond_nine_squares_distance_attracts_instead_of_repelling() {
    assert_eq!(both(|field| attack_value(field, 8)), (28, 28));
    assert_eq!(both(|field| attack_value(field, 9)), (0, 18));
    assert_eq!(both(|field| attack_value(field, 10)), (8, 18));
    assert_eq!(both(|field| attack_value(field, 11)), (253, 18));
    assert_eq!(both(|field| attack_value(field, 12)), (253, 18));
}

#[test]
fn d12_a_small_value_becomes_a_large_one_when_the_square_is_claimed() {
    let value = |arrival| {
        both(|mut field| {
            let (x, y) = field.open_country(2);
            field.put(110, (x, y + 1), 100, 100);
            field.put(GERMAN, (x + 8, y), 100, 100);
            field.plan((x, y), (x, y), 10);
            field.set("unit_arrival", 110, arrival);
            field.set_objective(110, (x, y));
            field.game.call("line_gather");
            field.game.set_byte("terrain_type", CLEAR);
            field.square_value()
        })
    };
    assert_eq!(value(0), (30_u8.wrapping_sub(33), 0));
    assert_eq!(value(3), (30_u8.wrapping_sub(32), 0)); // arrived this turn
}

#[test]
fn a_claimed_square_costs_the_way_as_well_in_the_corrected_rules() {
    let mut field = Field::new(Rules::Corrected);
    let (x, y) = field.open_country(2);
    field.put(110, (x, y + 1), 100, 100);
    field.put(GERMAN, (x + 8, y), 100, 100);
    field.plan((x, y), (x, y), 20);
    field.set_objective(110, (x, y));
    field.game.call("line_gather");
    assert_eq!(field.square_value(), 20 * (8 + 2) - 32 - 2);
}

#[test]
fn d13_when_nothing_is_worth_anything_the_objective_drifts_west() {
    let objective = both(|mut field| {
        let (x, y) = field.open_country(2);
        field.plan((x, y), (x, y), 15); // 2 * (15 - 15) times anything
        field.game.call_with("line_advance", 0, RUSSIAN, 0);
        let (to_x, to_y) = field.objective(RUSSIAN);
        (to_x - x, to_y - y)
    });
    assert_eq!(objective, ((1, 0), (0, 0)));
}

#[test]
fn d13_the_objective_drifts_through_what_cannot_be_entered() {
    let objective = both(|mut field| {
        let (x, y) = shore(&mut field);
        field.plan((x, y), (x, y), 15);
        field.game.call_with("line_advance", 0, RUSSIAN, 0);
        let (to_x, to_y) = field.objective(RUSSIAN);
        (to_x - x, to_y - y)
    });
    assert_eq!(objective, ((1, 0), (0, 0)));
}
