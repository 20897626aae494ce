//! The opponent: force ratios and danger, against the formulas of section 17.2.

use front800::titles::rasputitsa::Rules;

use super::field::*;

const SIDES: [&str; 4] = ["danger_north", "danger_east", "danger_south", "danger_west"];

fn dangers(field: &Field, unit: u8) -> [u8; 4] {
    SIDES.map(|side| field.get(side, unit))
}

/// A Russian in the middle, a German at a place from it; all prepared.
fn duel(rules: Rules, dx: i32, dy: i32) -> Field {
    let mut field = Field::new(rules);
    field.put(RUSSIAN, (22, 19), 100, 100);
    field.put(GERMAN, ((22 + dx) as u8, (19 + dy) as u8), 100, 100);
    field.game.call("thinking_prepare");
    field
}

#[test]
fn quotients_are_exact_and_lose_what_does_not_fit_a_byte() {
    let mut field = Field::new(Rules::Corrected);
    for divisor in 1..=255_u8 {
        for dividend in (0..=255_u8).step_by(if divisor % 16 == 1 { 1 } else { 17 }) {
            for (bits, zeros) in [(8, 0), (12, 4)] {
                field.game.set_byte("zp_product", dividend);
                field.game.set_byte("zp_factor", divisor);
                field.game.call_with("divide", 0, bits, 0);
                let quotient = (u32::from(dividend) << zeros) / u32::from(divisor);
                assert_eq!(field.game.registers().0, quotient as u8, "{dividend} << {zeros} / {divisor}");
            }
        }
    }
}

#[test]
fn products_are_exact() {
    let mut field = Field::new(Rules::Corrected);
    for a in 0..=255_u8 {
        for b in (0..=255_u8).step_by(if a % 16 == 15 { 1 } else { 5 }) {
            field.game.set_byte("zp_factor", b);
            field.game.call_with("multiply", a, 0, 0);
            let product = [field.game.byte("zp_product"), field.game.registers().0];
            assert_eq!(u16::from_le_bytes(product), u16::from(a) * u16::from(b), "{a} * {b}");
        }
    }
}

#[test]
fn the_overall_ratio_scales_as_much_as_german_strength_leaves_room_for() {
    // Russian units of 255, German units of 255, the ratio from the formula by hand.
    for (russians, germans, ratio) in [
        (0, 4, 255),
        (1, 4, 255),  // r = 0
        (16, 32, 35), // r = 15, g = 31: 8 * 31 / (15 / 2)
        (104, 54, 8), // r = 103, g = 53: 4 * 53 / (103 / 4)
        (104, 16, 2), // r = 103, g = 15: 16 * 15 / 103
    ] {
        let mut field = Field::new(Rules::Corrected);
        for (unit, square) in (55..55 + russians).zip(squares()) {
            field.put(unit, square, 255, 255);
        }
        for (unit, square) in (1..=germans).zip(squares().skip(800)) {
            field.put(unit, square, 255, 255);
        }
        field.game.call("ratio_overall");
        assert_eq!(field.game.byte("force_ratio"), ratio, "{russians} Russians, {germans} Germans");
    }
}

fn squares() -> impl Iterator<Item = Square> {
    (0..39).flat_map(|y| (0..46).map(move |x| (x, y)))
}

#[test]
fn d5_the_low_byte_of_the_russian_sum_counts_as_german() {
    for (rules, ratio) in [(Rules::Edition1981, 8), (Rules::Corrected, 0)] {
        let mut field = Field::new(rules);
        for unit in 100..103 {
            field.put(unit, (unit - 90, 20), 250, 250); // 750 = 2 * 256 + 238
        }
        field.put(GERMAN, (40, 20), 100, 100); // 100 + 238 = 256 + 82: 16 * 1 / 2
        field.game.call("ratio_overall");
        assert_eq!(field.game.byte("force_ratio"), ratio);
    }
}

/// Section 17.2, with the correction of D 6.
fn side(dx: i32, dy: i32, rules: Rules) -> u8 {
    let wide = dx.abs() >= dy.abs();
    match (dx < 0, dy < 0) {
        (true, false) => {
            if wide {
                EAST
            } else {
                NORTH
            }
        }
        (true, true) if rules == Rules::Edition1981 => {
            if wide {
                SOUTH
            } else {
                EAST
            }
        }
        (true, true) => {
            if wide {
                EAST
            } else {
                SOUTH
            }
        }
        (false, true) => {
            if dy.abs() >= dx {
                SOUTH
            } else {
                WEST
            }
        }
        (false, false) => {
            if dy >= dx {
                NORTH
            } else {
                WEST
            }
        }
    }
}

#[test]
fn danger_comes_from_the_side_a_german_is_on_up_to_eight_squares_away() {
    for rules in [Rules::Edition1981, Rules::Corrected] {
        for dx in -9_i32..=9 {
            for dy in -9_i32..=9 {
                if (dx, dy) == (0, 0) {
                    continue;
                }
                let mut expected = [0; 4];
                if dx.abs() + dy.abs() <= 8 {
                    expected[usize::from(side(dx, dy, rules))] = 100 / 16;
                }
                assert_eq!(dangers(&duel(rules, dx, dy), RUSSIAN), expected, "{dx}, {dy} {rules:?}");
            }
        }
    }
}

#[test]
fn d6_east_and_south_are_exchanged_for_germans_in_the_south_east() {
    assert_eq!(dangers(&duel(Rules::Edition1981, -5, -1), RUSSIAN), [0, 0, 6, 0]);
    assert_eq!(dangers(&duel(Rules::Corrected, -5, -1), RUSSIAN), [0, 6, 0, 0]);
    assert_eq!(dangers(&duel(Rules::Edition1981, -1, -5), RUSSIAN), [0, 6, 0, 0]);
    assert_eq!(dangers(&duel(Rules::Corrected, -1, -5), RUSSIAN), [0, 0, 6, 0]);
}

#[test]
fn the_individual_ratio_is_the_mean_of_local_and_overall() {
    let mut field = Field::new(Rules::Corrected);
    field.put(100, (20, 20), 100, 100); // 6
    field.put(101, (21, 20), 50, 50); // 3
    field.put(102, (29, 20), 250, 250); // nine squares: too far
    field.put(1, (23, 20), 200, 200); // 12
    field.put(3, (22, 21), 170, 170); // 10
    field.game.call("thinking_prepare");
    let local = 16 * (12 + 10) / (1 + 6 + 3);
    let overall = u32::from(field.game.byte("force_ratio"));
    assert_eq!(overall, 16); // 370 / 256 and 400 / 256
    assert_eq!(u32::from(field.get("unit_ratio", 100)), (local + overall) / 2);
}

#[test]
fn units_that_arrived_this_turn_neither_help_nor_threaten() {
    let mut field = Field::new(Rules::Corrected);
    field.put(100, (20, 20), 100, 100);
    field.put(101, (21, 20), 250, 250);
    field.put(1, (23, 20), 200, 200);
    field.set("unit_arrival", 101, 3);
    field.set("unit_arrival", 1, 3);
    field.game.call("thinking_prepare");
    assert_eq!(dangers(&field, 100), [0; 4]);
    assert_eq!(field.get("unit_ratio", 100), field.game.byte("force_ratio") / 2);
}

#[test]
fn strengths_add_up_to_255_at_most_and_the_local_ratio_keeps_its_low_byte() {
    let mut field = Field::new(Rules::Corrected);
    field.put(100, (20, 20), 100, 100);
    for (unit, y) in (1..=18).zip(11..) {
        field.put(unit, (21 + unit % 2, y), 255, 255); // 15 each, 16 of them near
    }
    field.game.call("thinking_prepare");
    let total: u32 = dangers(&field, 100).into_iter().map(u32::from).sum();
    let local = (16 * total.min(255) / 7) & 255;
    let overall = u32::from(field.game.byte("force_ratio"));
    assert!(total > 112, "{total}: no byte is exceeded");
    assert_eq!(u32::from(field.get("unit_ratio", 100)), (local + overall) / 2);
}
