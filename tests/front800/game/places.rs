//! Squares without units described, orders that nobody could execute refused, the last order
//! taken back.

use super::bare::*;
use front800::assets::{Assets, Direction, Square, Terrain};
use front800::titles::Sources;
use front800::titles::rasputitsa::Direction as Step;
use std::sync::Arc;

fn assets() -> Arc<Assets> {
    Sources::embedded().assets().unwrap_or_else(|error| panic!("{error}"))
}

fn message(game: &Game) -> String {
    game.text(105, 32).trim().to_owned()
}

#[test]
fn every_empty_square_says_what_it_is() {
    let (mut game, assets) = (Game::new(), assets());
    for square in Square::all().filter(|square| square.is_inside()) {
        let (x, y) = (square.x as u8, square.y as u8);
        if game.occupant(x, y) != 0 {
            continue;
        }
        let map = game.at("map") + 48 * (39 - u16::from(y)) + 46 - u16::from(x);
        let lift = game.at("zp_lift");
        for (at, value) in [(lift, map as u8), (lift + 1, (map >> 8) as u8)] {
            game.poke(at, value);
        }
        game.set_byte("place_x", x);
        game.set_byte("place_y", y);
        game.call("text_clear_unit");
        let ground = game.call("place_ground_line");
        let city = game.call("place_city_line");
        assert!(ground <= 951 && city <= 928, "{ground} and {city} cycles on {square}");
        let name = match assets.terrain.at(square) {
            Terrain::Clear => "OPEN COUNTRY",
            Terrain::Forest => "FOREST",
            Terrain::Mountain => "MOUNTAINS",
            Terrain::City => "CITY",
            Terrain::Swamp => "SWAMP",
            Terrain::River | Terrain::Strait => "RIVER",
            Terrain::Coast => "COAST",
            Terrain::Estuary => "ESTUARY",
            Terrain::Sea | Terrain::Border => "OPEN WATER",
        };
        assert_eq!(game.text(8, 40).trim(), name, "{square}");
        let town = assets.places.city(square).map_or(String::new(), |city| {
            let worth = match city.worth {
                0 => String::new(),
                worth => format!(" {worth} POINTS, RUSSIAN"),
            };
            format!("{}{worth}", city.name.to_uppercase())
        });
        assert_eq!(game.text(48, 42).trim(), town, "{square}");
    }
}

#[test]
fn a_city_taken_is_german_and_frozen_water_is_called_so() {
    let mut game = Game::new();
    let flags = game.at("cities_german");
    game.poke(flags + 1, 1);
    game.go_to(33, 36);
    game.button(true);
    game.hold(CENTRE, 4);
    assert_eq!(game.text(48, 42).trim(), "LENINGRAD 10 POINTS, GERMAN");
    assert_eq!(message(&game), "NOBODY STANDS ON THIS SQUARE");
    game.button(false);
    game.hold(CENTRE, 1);
    assert_eq!(message(&game), "YOUR ORDERS? START ENDS THE WEEK");
    assert_eq!(game.text(8, 83).trim(), "");

    let (x, y) = (33, 35);
    let square = game.at("map") + 48 * (39 - y) + 46 - x;
    let water = game.peek(square);
    game.poke(square, water & 0x3F | 0x40);
    game.go_to(x as u8, y as u8);
    game.button(true);
    game.hold(CENTRE, 2);
    assert!(game.text(8, 40).trim().starts_with("FROZEN "), "{}", game.text(8, 40));
}

#[test]
fn the_stick_over_an_empty_square_is_no_error() {
    let mut game = Game::new();
    game.go_to(36, 20);
    game.button(true);
    game.hold(CENTRE, 4);
    game.hold(RIGHT, 30);
    assert_eq!((game.state().hold.error, game.peek(AUDC1)), (0, 0));
    assert_eq!(message(&game), "NOBODY STANDS ON THIS SQUARE");
}

/// A German corps on a square, with its cross shown.
fn corps_on(square: Square) -> Game {
    const CORPS: u8 = 1;
    let mut game = Game::new();
    let (x, y) = (square.x as u8, square.y as u8);
    let other = game.occupant(x, y);
    if other != CORPS {
        let place = |table: u16| table + 48 * (39 - u16::from(y)) + 46 - u16::from(x);
        let (map, occupants) = (place(game.at("map")), place(game.at("occupants")));
        let cover = if other == 0 { game.peek(map) } else { game.unit("unit_cover", other) };
        for (table, value) in [("unit_x", x), ("unit_y", y), ("unit_cover", cover)] {
            let at = game.at(table) + u16::from(CORPS);
            game.poke(at, value);
        }
        game.poke(occupants, CORPS);
        game.poke(map, game.unit("unit_symbol", CORPS));
    }
    game.go_to(x, y);
    game.button(true);
    game.hold(CENTRE, 8);
    assert!(game.state().hold.cross_shown, "{square}");
    game
}

#[test]
fn orders_into_the_sea_off_the_map_and_over_blocked_ways_are_refused_with_the_reason() {
    let assets = assets();
    let sticks = [(Direction::N, UP), (Direction::E, RIGHT), (Direction::S, DOWN), (Direction::W, LEFT)];
    // Every land square on the edge of something, on a coarse grid of the others.
    let mut refused = 0;
    for square in
        Square::all().filter(|&square| square.is_inside() && assets.terrain.at(square) != Terrain::Sea)
    {
        for (direction, stick) in sticks {
            let ahead = square.step(direction);
            let blocked = assets.places.blocked.iter().any(|pair| {
                let far = pair.square.step(pair.direction);
                (square, ahead) == (pair.square, far) || (ahead, square) == (pair.square, far)
            });
            let expected = if !ahead.is_inside() {
                8
            } else if blocked {
                9
            } else if assets.terrain.at(ahead) == Terrain::Sea {
                7
            } else {
                0
            };
            if expected == 0 && (square.x + 3 * square.y) % 97 != 0 {
                continue;
            }
            // The edges of the map are long: some of their squares are enough.
            if expected == 8 && (square.x + square.y) % 5 != 0 {
                continue;
            }
            let mut game = corps_on(square);
            game.hold(stick, 17);
            assert_eq!(game.state().hold.error, expected, "{square} {direction:?}");
            let orders = game.state().units[0].orders.len();
            assert_eq!(orders, usize::from(expected == 0), "{square} {direction:?}");
            if expected != 0 {
                refused += 1;
                assert_eq!(game.peek(AUDF1), 0x50);
                let reason = [
                    "NOBODY MARCHES ACROSS OPEN WATER",
                    "THE MAP ENDS ON THAT SIDE",
                    "NO WAY ACROSS THE WATER THERE",
                ];
                assert_eq!(message(&game), reason[usize::from(expected) - 7]);
                game.hold(CENTRE, 1);
                assert_eq!(message(&game), "PUSH TO ORDER. DELETE TAKES BACK");
            }
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn the_end_of_the_path_counts_not_the_square_of_the_corps() {
    // (35,38): south is land, south of that a blocked way.
    let mut game = corps_on(Square { x: 35, y: 38 });
    game.hold(DOWN, 16);
    game.hold(CENTRE, 1);
    game.hold(DOWN, 17);
    assert_eq!(game.state().hold.error, 9);
    // Round the corner it goes on.
    game.hold(CENTRE, 1);
    game.hold(LEFT, 16);
    game.hold(CENTRE, 1);
    assert_eq!(game.state().units[0].orders, [Step::South, Step::West]);
}

#[test]
fn the_delete_key_takes_back_one_order_and_the_cross_with_it() {
    const DELETE: u8 = 0x34;
    let mut game = corps_on(Square { x: 36, y: 20 });
    let home = (game.byte("zp_cross_x"), game.byte("zp_cross_y"));
    for stick in [RIGHT, RIGHT, UP] {
        game.hold(stick, 16);
        game.hold(CENTRE, 1);
    }
    for (left, at) in [(2, (home.0 + 16, home.1)), (1, (home.0 + 8, home.1)), (0, home), (0, home)] {
        game.hold(CENTRE, 50);
        game.poke(CH, DELETE);
        game.hold(CENTRE, 1);
        assert_eq!(game.state().units[0].orders.len(), left);
        assert_eq!((game.byte("zp_cross_x"), game.byte("zp_cross_y")), at);
        assert_eq!(game.peek(CH), 0xFF);
    }
    game.hold(DOWN, 16);
    assert_eq!(game.state().units[0].orders, [Step::South]);
}

#[test]
fn the_messages_say_what_may_be_done_with_what_is_held() {
    let mut game = Game::new();
    game.go_to(40, 20);
    game.button(true);
    game.hold(CENTRE, 7);
    assert_eq!(message(&game), "PUSH TO ORDER. DELETE TAKES BACK");
    game.hold(RIGHT, 16);
    game.button(false);
    game.button(true);
    game.hold(CENTRE, 7);
    // The hints take turns.
    for hint in ["PUSH TO ORDER. DELETE TAKES BACK", "SPACE DROPS ALL OF ITS ORDERS"].repeat(3) {
        for _ in 0..40 {
            if message(&game) == hint {
                break;
            }
            game.hold(CENTRE, 1);
        }
        assert_eq!(message(&game), hint);
    }
    game.button(false);
    game.hold(CENTRE, 1);
    assert_eq!(message(&game), "YOUR ORDERS? START ENDS THE WEEK");
    let russian =
        game.state().units.iter().find(|unit| unit.number >= 55 && unit.on_map(0)).cloned().unwrap();
    game.go_to(russian.x, russian.y);
    game.button(true);
    game.hold(CENTRE, 4);
    assert_eq!(message(&game), "THE ENEMY: YOU MAY ONLY LOOK");
}

#[test]
fn a_notice_stands_for_a_second_and_a_half() {
    let mut game = Game::new();
    game.call_with("text_notice", 14, 0, 0);
    for _ in 0..90 {
        game.hold(CENTRE, 1);
        assert_eq!(message(&game), "THE RUSSIANS PONDER. START LATER");
    }
    game.hold(CENTRE, 1);
    assert_eq!(message(&game), "YOUR ORDERS? START ENDS THE WEEK");
}
