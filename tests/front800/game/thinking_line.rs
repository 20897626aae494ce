//! The opponent: the front line and its points, against section 17.4.

use front800::titles::rasputitsa::Rules;

use super::field::*;

const DANGERS: [(&str, u8); 4] =
    [("danger_north", 100), ("danger_east", 60), ("danger_south", 15), ("danger_west", 255)];

/// A sequence of numbers that looks arbitrary.
struct Arbitrary(u32);

impl Arbitrary {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) % end
    }
}

/// Points of a line, as the rules have them. `rows[r][c]`, row 0 nearest the viewer.
fn points(rows: &[[bool; 5]; 5]) -> u32 {
    let leads: Vec<usize> =
        (0..5).map(|column| (0..5).position(|row| rows[row][column]).unwrap_or(5)).collect();
    let mut points = 40 * leads.iter().filter(|lead| **lead < 5).count() as u32;
    if (0..5).all(|row| rows[row][2] == (row == 2)) {
        points += 48;
    }
    for (column, &lead) in leads.iter().enumerate() {
        if lead <= 3 && rows[lead + 1][column] {
            points = points.saturating_sub(32);
        }
    }
    for a in &leads {
        for b in &leads {
            if b > a {
                points = points.saturating_sub(1 << (b - a));
            }
        }
    }
    points
}

fn points_of(field: &mut Field, pattern: &[u8]) -> u8 {
    let start = field.game.at("zp_pattern");
    for (address, column) in (start..).zip(pattern) {
        field.game.poke(address, *column);
    }
    let cycles = field.game.call("line_points");
    assert!(cycles <= 224, "{cycles} cycles");
    field.game.registers().0
}

#[test]
fn the_check_example_of_the_rules_gives_104_points() {
    let mut field = Field::new(Rules::Corrected);
    assert_eq!(points_of(&mut field, &[0, 0b00010, 0b00100, 0b01000, 0]), 104);
}

#[test]
fn line_points_are_those_of_the_rules_for_every_kind_of_column() {
    let mut field = Field::new(Rules::Corrected);
    let mut numbers = Arbitrary(1);
    for round in 0..6000 {
        let mut pattern: [u8; 5] = std::array::from_fn(|_| numbers.below(32) as u8);
        if round % 2 == 0 {
            pattern = pattern.map(|column| column & numbers.below(32) as u8);
        }
        pattern[2] |= 0b00100;
        let rows = std::array::from_fn(|row| pattern.map(|column| column >> row & 1 == 1));
        assert_eq!(u32::from(points_of(&mut field, &pattern)), points(&rows), "{pattern:?}");
    }
}

/// Section 17.4.2: whether a square of the grid is occupied, seen from unit `of`.
fn occupied(field: &Field, of: u8, square: Square) -> bool {
    let turn = field.game.byte("turn");
    for unit in (55..=158).rev() {
        if field.objective(unit) == square && field.get("unit_arrival", unit) <= turn {
            if unit == of {
                return false;
            }
            if field.get("unit_muster", unit) != 0 {
                return true;
            }
        }
    }
    false
}

/// Section 17.4.3: what the line is worth with `middle` as the unit's objective.
fn worth(field: &Field, of: u8, (x, y): Square) -> u32 {
    // North and west first.
    let grid: [[bool; 5]; 5] = std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let square =
                (x.wrapping_add(2).wrapping_sub(column as u8), y.wrapping_add(2).wrapping_sub(row as u8));
            (row, column) == (2, 2) || occupied(field, of, square)
        })
    });
    let from_west = std::array::from_fn(|row| std::array::from_fn(|column| grid[column][row]));
    let reversed = |mut rows: [[bool; 5]; 5]| {
        rows.reverse();
        rows
    };
    let views = [grid, reversed(from_west), reversed(grid), from_west];
    let parts = DANGERS
        .iter()
        .zip(&views)
        .map(|((danger, _), rows)| points(rows) * u32::from(field.get(danger, of)) / 256);
    parts.sum::<u32>().min(255)
}

/// Units whose objectives lie around that of RUSSIAN, at the edge of the map or beyond it.
fn crowd(numbers: &mut Arbitrary, (x, y): Square) -> Field {
    let mut field = Field::new(Rules::Corrected);
    for unit in 55..=158 {
        let (dx, dy) = (numbers.below(9) as u8, numbers.below(9) as u8);
        field.set_objective(unit, (x.wrapping_add(dx).wrapping_sub(4), y.wrapping_add(dy).wrapping_sub(4)));
        field.set("unit_arrival", unit, [2, 3, 4, 255][numbers.below(4) as usize]);
        field.set("unit_muster", unit, [0, 90][numbers.below(2) as usize]);
    }
    field.set("unit_arrival", RUSSIAN, 1);
    field.set("unit_muster", RUSSIAN, 100);
    field.set_objective(RUSSIAN, (x, y));
    for (table, danger) in DANGERS {
        field.set(table, RUSSIAN, danger);
    }
    for (name, value) in [("zp_self", RUSSIAN), ("zp_ghost_x", x), ("zp_ghost_y", y)] {
        field.game.set_byte(name, value);
    }
    field
}

#[test]
fn the_line_around_every_option_is_worth_what_the_rules_say() {
    let mut numbers = Arbitrary(2);
    for round in 0..40 {
        let (x, y) = [(20, 20), (0, 38), (255, 0), (45, 254)][round % 4];
        let mut field = crowd(&mut numbers, (x, y));
        if round % 3 > 0 {
            for unit in (55..=158).filter(|unit| unit % 4 != 0 && *unit != RUSSIAN) {
                field.set("unit_arrival", unit, 255);
            }
        }
        field.game.call("line_gather");
        let options = [(0, 0), (0, 1), (255, 0), (0, 255), (1, 0)];
        for (option, (dx, dy)) in (0..).zip(options) {
            field.game.set_byte("zp_option", option);
            field.game.set_byte("zp_value", 0);
            field.game.call("line_add");
            let expected = worth(&field, RUSSIAN, (x.wrapping_add(dx), y.wrapping_add(dy)));
            assert_eq!(u32::from(field.game.byte("zp_value")), expected, "round {round}, option {option}");
        }
    }
}

#[test]
fn what_the_line_adds_ends_at_255() {
    let mut field = crowd(&mut Arbitrary(3), (20, 20));
    field.game.call("line_gather");
    field.game.set_byte("zp_option", 0);
    field.game.set_byte("zp_value", 250);
    for (table, _) in DANGERS {
        field.set(table, RUSSIAN, 255);
    }
    field.game.call("line_add");
    assert_eq!(field.game.byte("zp_value"), 255);
}

#[test]
fn a_square_is_claimed_by_the_highest_number_of_another_unit_on_the_map() {
    let mut field = Field::new(Rules::Corrected);
    for (unit, square) in [(RUSSIAN, (20, 20)), (90, (21, 20)), (80, (21, 20)), (110, (20, 20))] {
        field.put(unit, (unit - 55, 10), 100, 100);
        field.set_objective(unit, square);
    }
    field.set("unit_muster", 90, 0); // no part of the line, but a claim
    for (name, value) in [("zp_self", RUSSIAN), ("zp_ghost_x", 20), ("zp_ghost_y", 20)] {
        field.game.set_byte(name, value);
    }
    field.game.call("line_gather");
    let claim = |option: u16| {
        let place = field.game.peek(field.game.at("option_claim") + option);
        field.game.peek(field.game.at("claims") + u16::from(place))
    };
    assert_eq!([0, 1, 2, 3, 4].map(claim), [110, 0, 0, 0, 90]);
}
