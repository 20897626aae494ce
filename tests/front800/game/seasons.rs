//! Set-up, calendar, seasons, reinforcements, handicap.

use super::bare::*;

/// Turn, date, ground colour.
const DATES: [(u8, &str, u8); 12] = [
    (0, "JUNE 22, 1941", 0x10),
    (1, "JUNE 29, 1941", 0x10),
    (2, "JULY 6, 1941", 0x10),
    (14, "SEPTEMBR 28, 1941", 0x10),
    (15, "OCTOBER 5, 1941", 0x02),
    (18, "OCTOBER 26, 1941", 0x02),
    (19, "NOVEMBER 2, 1941", 0x0A),
    (27, "DECEMBER 28, 1941", 0x0A),
    (28, "JANUARY 4, 1942", 0x0A),
    (35, "FEBRUARY 22, 1942", 0x0A),
    (36, "MARCH 1, 1942", 0x0A),
    (40, "MARCH 29, 1942", 0x0A),
];

#[test]
fn turn_0_has_68_units_and_every_text_in_its_place() {
    let game = Game::new();
    let mut standing = 0;
    for x in 0..46 {
        for y in 0..39 {
            let unit = game.occupant(x, y);
            if unit != 0 {
                standing += 1;
                assert_eq!((game.unit("unit_x", unit), game.unit("unit_y", unit)), (x, y));
                assert_eq!(game.unit("unit_arrival", unit), 0);
                assert_eq!(game.drawn(x, y), game.unit("unit_symbol", unit));
            }
        }
    }
    assert_eq!(standing, 32 + 36);
    assert_eq!(game.text(91, 1), "*");
    assert_eq!(game.text(105, 32), "YOUR ORDERS? START ENDS THE WEEK");
    assert_eq!(game.text(147, 20).trim_end(), "JUNE 22, 1941");
}

#[test]
fn the_map_keeps_its_border_and_guards() {
    let game = Game::new();
    let map = game.at("map");
    for guard in [map - 2, map - 1, map + 1968, map + 1969] {
        assert_eq!(game.peek(guard), 0x7F);
    }
    for column in 0..48 {
        assert_eq!(game.peek(map + column), 0x7F);
        assert_eq!(game.peek(map + 40 * 48 + column), 0x7F);
    }
}

#[test]
fn the_weeks_bring_dates_and_ground() {
    let mut game = Game::new();
    for turn in 0..=40 {
        if turn > 0 {
            game.begin_turn();
        }
        if let Some((_, date, ground)) = DATES.iter().find(|(of, ..)| *of == turn) {
            assert_eq!(game.text(147, 20).trim_end(), *date);
            assert_eq!(game.peek(game.at("dli_colours") + 2), *ground, "{date}");
        }
    }
}

#[test]
fn trees_change_with_the_month() {
    let mut game = Game::new();
    let mut trees = vec![game.peek(game.at("dli_colours") + 1)];
    for _ in 1..=40 {
        game.begin_turn();
        let colour = game.peek(game.at("dli_colours") + 1);
        if trees.last() != Some(&colour) {
            trees.push(colour);
        }
    }
    assert_eq!(trees, [0xD6, 0xC4, 0xD4, 0xC2, 0x12]);
}

/// The map code of the terrain itself.
fn terrain(game: &Game, x: u8, y: u8) -> u8 {
    match game.occupant(x, y) {
        0 => game.drawn(x, y),
        unit => game.unit("unit_cover", unit),
    }
}

#[test]
fn waters_freeze_from_the_north_and_thaw_from_the_south() {
    let mut game = Game::new();
    let at_start: Vec<u8> =
        (0..39).flat_map(|y| (0..46).map(move |x| (x, y))).map(|(x, y)| terrain(&game, x, y)).collect();
    let mut line = 39;
    for turn in 1..=40 {
        let random = (turn * 37 + 11) as u8;
        game.poke(RANDOM, random);
        game.begin_turn();
        let n = i32::from(random & 7);
        match turn {
            19..=23 => line = (line - 7 - n).max(1),
            36..=40 => line = (line + 8 + n).min(39),
            _ => {}
        }
        assert_eq!(i32::from(game.byte("ice_row")), line, "turn {turn}");
        for y in 0..39_u8 {
            for x in 0..46_u8 {
                let before = at_start[usize::from(y) * 46 + usize::from(x)];
                let last = if y >= 14 { 40 } else { 34 };
                let freezes = before >> 6 == 2 && (11..=last).contains(&(before & 63));
                let frozen = match turn {
                    19..=35 => i32::from(y) >= line,
                    36..=40 => i32::from(y) > line,
                    _ => false,
                };
                let expected = if freezes && frozen { before & 63 | 0x40 } else { before };
                assert_eq!(terrain(&game, x, y), expected, "({x},{y}) in turn {turn}");
            }
        }
    }
}

#[test]
fn reinforcements_wait_while_their_square_is_taken() {
    let mut game = Game::new();
    let (x, y) = (game.unit("unit_x", 107), game.unit("unit_y", 107));
    assert_eq!(game.unit("unit_arrival", 107), 1);
    let square = game.at("occupants") + 48 * (39 - u16::from(y)) + 46 - u16::from(x);
    game.poke(square, 99);
    game.begin_turn();
    assert_eq!(game.unit("unit_arrival", 107), 2);
    assert_eq!(game.occupant(x, y), 99);
    game.poke(square, 0);
    game.begin_turn();
    assert_eq!(game.unit("unit_arrival", 107), 2);
    assert_eq!(game.occupant(x, y), 107);
}

#[test]
fn an_asterisk_tells_of_german_reinforcements_of_the_week_alone() {
    let mut game = Game::new();
    let mut weeks = vec![];
    for turn in 1..=12 {
        game.begin_turn();
        if game.text(91, 1) == "*" {
            weeks.push(turn);
        }
    }
    // Unit 50 finds its square taken by 45, which nobody moves here.
    assert_eq!(weeks, [2, 5, 6, 10, 11]);
}

#[test]
fn the_handicap_raises_german_musters_once() {
    let mut game = Game::new();
    let before: Vec<u8> = (0..=158).map(|unit| game.unit("unit_muster", unit)).collect();
    // The first press asks, the second takes it, the others do nothing.
    for _ in 0..4 {
        game.poke(CONSOL, 3);
        game.hold(CENTRE, 4);
        game.poke(CONSOL, 7);
        game.hold(CENTRE, 4);
        game.call("option_poll");
    }
    for unit in 1..=158_u8 {
        let muster = u32::from(before[usize::from(unit)]);
        let raised = if unit < 55 { (muster + muster.div_ceil(2)).min(255) } else { muster };
        assert_eq!(u32::from(game.unit("unit_muster", unit)), raised, "unit {unit}");
    }
    assert_eq!(game.peek(game.at("dli_colours") + 4), 0x30);
}
