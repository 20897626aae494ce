//! Section 20 of the rules: the 1981 build shows the defect, the corrected one does not. Here are those of
//! turn start, movement and combat. Not shown: D 17 (two stores of the same number), D 22 (no February 1944),
//! D 25 (kept: unit 148 is armor), D 31 (kept, see below), D 37 (no ice outside snow).

use front800::titles::rasputitsa::Rules;

use super::bare::CONSOL;
use super::field::*;

const MISS: u8 = 255;

/// What the 1981 build and the corrected one make of the same thing.
fn both<T>(mut of: impl FnMut(Field) -> T) -> (T, T) {
    (of(Field::new(Rules::Edition1981)), of(Field::new(Rules::Corrected)))
}

#[test]
fn d1_the_defender_strikes_with_another_units_strength() {
    let strength = both(|mut field| {
        let (x, y) = field.open_country(2);
        field.put(GERMAN, (x + 1, y), 200, 200);
        field.put(RUSSIAN, (x, y), 200, 200);
        field.order(GERMAN, &[EAST]);
        field.game.roll(&[1, MISS]); // the unit numbered as open country has strength 0
        field.act(GERMAN, 9);
        field.strength(GERMAN)
    });
    assert_eq!(strength, ((200, 200), (199, 195)));
}

#[test]
fn d2_another_units_orders_count_for_the_defenders() {
    let strength = both(|mut field| {
        let (x, y) = field.square_of(CITY);
        field.put(GERMAN, (x + 1, y), 200, 200);
        field.put(RUSSIAN, (x, y), 200, 100);
        field.set("unit_combat", CITY, 100);
        field.order(CITY, &[NORTH]);
        field.order(GERMAN, &[EAST]);
        field.game.roll(&[101, MISS]); // 100, twice in a city, half on the march
        field.act(GERMAN, 9);
        field.strength(GERMAN)
    });
    assert_eq!(strength, ((200, 200), (199, 195)));
}

/// An attacker that breaks under the defender's blow; its own would make the defender retreat.
fn broken_attack(mut field: Field) -> Field {
    let (x, y) = field.square_of(CITY);
    field.put(GERMAN, (x + 1, y), 200, 102);
    field.put(RUSSIAN, (x, y), 200, 100);
    field.set("unit_combat", CITY, 100);
    field.order(GERMAN, &[EAST]);
    field.game.roll(&[0, 0]);
    field.act(GERMAN, 9);
    field
}

#[test]
fn d3_a_broken_attacker_strikes_on_and_its_orders_count_below_0() {
    let (old, new) = both(|field| {
        let field = broken_attack(field);
        (field.game.rolls(), field.get("unit_orders", GERMAN), field.strength(RUSSIAN).0)
    });
    assert_eq!(old, (2, 255, 199));
    assert_eq!(new, (1, 0, 200));
}

#[test]
fn d32_a_broken_attacker_who_misses_is_left_with_time_0() {
    let times = both(|mut field| {
        let (x, y) = field.square_of(CITY);
        field.put(GERMAN, (x + 1, y), 200, 102);
        field.put(RUSSIAN, (x, y), 200, 100);
        field.set("unit_combat", CITY, 100);
        field.order(GERMAN, &[EAST]);
        field.game.roll(&[0, MISS]);
        field.act(GERMAN, 9);
        field.get("unit_time", GERMAN)
    });
    assert_eq!(times, (0, IDLE));
}

const MOSCOW: Square = (20, 28);

#[test]
fn d4_the_last_order_into_a_city_does_not_take_it() {
    for (orders, expected) in [(&[EAST][..], (0, 1)), (&[EAST, EAST], (1, 1))] {
        let owners = both(|mut field| {
            field.put(GERMAN, (MOSCOW.0 + 1, MOSCOW.1), 200, 200);
            field.order(GERMAN, orders);
            field.act(GERMAN, 9);
            assert_eq!(field.square(GERMAN), MOSCOW);
            field.game.byte("cities_german")
        });
        assert_eq!(owners, expected, "{orders:?}");
    }
}

#[test]
fn d4_a_retreat_into_a_city_does_not_take_it() {
    let owners = both(|mut field| {
        field.game.set_byte("cities_german", 1);
        field.put(GERMAN, (MOSCOW.0 + 2, MOSCOW.1), 200, 200);
        field.put(RUSSIAN, (MOSCOW.0 + 1, MOSCOW.1), 200, 150);
        field.order(GERMAN, &[EAST]);
        field.game.roll(&[MISS, 0]);
        field.act(GERMAN, 9);
        assert_eq!(field.square(RUSSIAN), MOSCOW);
        field.game.byte("cities_german")
    });
    assert_eq!(owners, (1, 0));
}

#[test]
fn d15_a_russian_far_inland_bars_the_last_step_west() {
    let rolls = both(|mut field| {
        field.put(GERMAN, (40, 20), 100, 100);
        field.put(RUSSIAN, (31, 15), 100, 100);
        field.game.call("supply_check");
        assert_eq!(field.strength(GERMAN), (100, 100));
        field.game.rolls()
    });
    assert_eq!(rolls, (1, 0));
}

/// Clarification 3: (47,y) is (31,y-5) up to y = 39 alone.
#[test]
fn d15_ends_with_the_map_in_the_north() {
    let mut field = Field::new(Rules::Edition1981);
    for y in [34, 36] {
        field.put(RUSSIAN + y, (31, y), 100, 100);
    }
    let mut is_zone = |y: u8| {
        for (name, value) in [("zp_actor", GERMAN), ("zp_to_x", 46), ("zp_to_y", y)] {
            field.game.set_byte(name, value);
        }
        field.game.call("supply_step");
        field.game.registers().0 != 0
    };
    // Of the three that count for y = 40 the first is the last of the map; one beside is no zone.
    assert!(!is_zone(40));
    // The first counts 2.
    assert!(is_zone(39));
}

#[test]
fn d16_a_line_leaves_the_map_behind_its_northern_border() {
    let strength = both(|mut field| {
        let x = 10;
        field.put(RUSSIAN, (x, 38), 100, 80);
        field.put(GERMAN, (x - 1, 38), 100, 100);
        field.game.poke(super::bare::RANDOM, 0); // always north
        field.game.call("front_russian");
        field.game.set_byte("zp_actor", RUSSIAN);
        field.game.call_with("unit_supplied", 0, RUSSIAN, 0);
        field.game.carry()
    });
    assert_eq!(strength, (true, false));
}

#[test]
fn d18_a_russian_muster_passes_255() {
    let muster = both(|mut field| {
        field.put(RUSSIAN, (10, 20), 254, 200);
        field.game.call("supply_check");
        field.get("unit_muster", RUSSIAN)
    });
    assert_eq!(muster, (0, 255));
}

#[test]
fn d19_the_score_counts_the_absent_and_forgets_unit_158() {
    let scores = both(|mut field| {
        field.set("unit_x", GERMAN, 8);
        field.set("unit_muster", GERMAN, 200); // 40 * 100 / 256 = 15, and it never comes
        field.put(7, (8, 20), 200, 200);
        field.put(158, (45, 20), 100, 80); // 45 * 10 / 256 = 1
        field.game.call("score_count");
        field.game.byte("score")
    });
    assert_eq!(scores, (30, 14));
}

#[test]
fn d21_the_first_row_of_a_step_of_ice_leaves_out_x_0() {
    let codes = both(|mut field| {
        let (row, river) = (30, 0x80 + 20);
        let square = |y: u16| field.game.at("map") + 48 * (39 - y) + 46;
        let squares = [square(row), square(row - 1), square(row) - 1];
        for square in squares {
            field.game.poke(square, river);
        }
        field.game.set_byte("ice_row", row as u8);
        field.game.call("ice_step");
        squares.map(|square| field.game.peek(square) >> 6)
    });
    assert_eq!(codes, ([2, 1, 1], [1, 1, 1]));
}

#[test]
fn d24_a_finn_who_meets_a_russian_stands_still_for_the_week() {
    for (finn, expected) in [(42, ((9, 0), (11, 0))), (43, ((9, 0), (11, 0))), (44, ((10, 2), (11, 0)))] {
        let times = both(|mut field| {
            let (x, y) = field.open_country(2);
            field.put(finn, (x + 1, y), 200, 200);
            field.put(RUSSIAN, (x, y), 200, 200);
            field.order(finn, &[EAST]);
            field.game.roll(&[MISS, MISS]);
            field.act(finn, 9);
            (field.get("unit_time", finn), field.game.rolls())
        });
        assert_eq!(times, expected, "unit {finn}");
    }
}

#[test]
fn d27_the_handicap_raises_musters_alone() {
    let strengths = both(|mut field| {
        for (unit, muster, combat) in [(1, 201, 200), (2, 171, 101), (3, 101, 50), (54, 7, 7)] {
            field.set("unit_muster", unit, muster);
            field.set("unit_combat", unit, combat);
        }
        field.set("unit_muster", RUSSIAN, 100);
        field.game.set_byte("zp_handicap", 1); // HANDICAP_WANTED
        field.game.call("option_poll");
        field.game.call("option_poll");
        assert_eq!((field.game.byte("zp_handicap"), field.game.byte("handicap_used")), (0, 1));
        assert_eq!(field.strength(RUSSIAN).0, 100);
        [1, 2, 3, 54].map(|unit| field.strength(unit))
    });
    assert_eq!(strengths.0, [(255, 200), (255, 101), (152, 50), (11, 7)]);
    assert_eq!(strengths.1, [(255, 255), (255, 152), (152, 75), (11, 11)]);
}

#[test]
fn d28_start_may_be_held_down_before_anything_was_planned() {
    let accepted = both(|mut field| {
        let mut asked = |passes, console| {
            field.game.set_byte("thinking_passes", passes);
            field.game.poke(CONSOL, console);
            field.game.call("start_asked");
            field.game.carry()
        };
        let held = [asked(0, 6), asked(1, 6)];
        let released = [asked(1, 7), asked(1, 6)];
        (held, released, asked(0, 6))
    });
    assert_eq!(accepted.0, ([true, true], [false, true], true));
    assert_eq!(accepted.1, ([false, false], [false, true], false));
}

#[test]
fn d31_is_kept_a_killing_blow_does_not_advance() {
    let squares = both(|mut field| {
        let (x, y) = field.open_country(2);
        field.put(GERMAN, (x + 1, y), 200, 200);
        field.put(RUSSIAN, (x, y), 30, 5);
        field.order(GERMAN, &[EAST]);
        field.game.roll(&[MISS, 0]);
        field.act(GERMAN, 9);
        assert_eq!((field.square(GERMAN), field.get("unit_time", GERMAN)), ((x + 1, y), 10));
        field.game.occupant(x, y)
    });
    assert_eq!(squares, (0, 0));
}
