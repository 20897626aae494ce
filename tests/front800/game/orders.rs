//! Lifting units, the path display, order entry, messages, sound.

use super::bare::*;
use front800::titles::rasputitsa::Direction;

const PROMPT: &str = "YOUR ORDERS? START ENDS THE WEEK";
const STEER: &str = "PUSH TO ORDER. DELETE TAKES BACK";

/// 24 Panzer Corps stands on (40,20), 2 Tank Army is Russian.
const PANZER: u8 = 1;

fn message(game: &Game) -> String {
    game.text(105, 32)
}

/// The rows of a player that are not empty.
fn rows(game: &Game, player: &str) -> Vec<u16> {
    let at = game.at(player);
    (0..128).filter(|row| game.peek(at + row) != 0).collect()
}

/// The game with the button down on 24 Panzer Corps and its cross shown.
fn panzer_held() -> Game {
    let mut game = Game::new();
    game.go_to(40, 20);
    game.button(true);
    game.hold(CENTRE, 4);
    game
}

/// Deflects the stick long enough for an order and lets it go.
fn order(game: &mut Game, stick: u8) {
    game.hold(stick, 16);
    game.hold(CENTRE, 1);
}

#[test]
fn a_lifted_unit_is_described_and_its_terrain_seen() {
    let mut game = Game::new();
    game.go_to(40, 20);
    assert_eq!(game.drawn(40, 20), game.unit("unit_symbol", PANZER));
    game.poke(CH, 0x21);
    game.button(true);
    assert_eq!(game.state().hold.unit, Some(PANZER));
    assert_eq!(game.drawn(40, 20), game.unit("unit_cover", PANZER));
    assert_eq!(game.occupant(40, 20), PANZER, "it is still there for the rules");
    assert_eq!(game.peek(PCOLR0), 0x5C);
    assert_eq!(game.peek(CH), 0xFF, "a key pressed before is forgotten");
    assert_eq!(game.text(8, 83).trim(), "", "the title makes room");
    game.hold(CENTRE, 2);
    assert_eq!(game.text(13, 25).trim_end(), "24  PANZER CORPS");
    assert_eq!(game.text(56, 35).trim_end(), "MUSTER: 203  COMBAT STRENGTH: 203");

    game.button(false);
    assert_eq!(game.state().hold.unit, None);
    assert_eq!(game.drawn(40, 20), game.unit("unit_symbol", PANZER));
    assert_eq!(game.peek(PCOLR0), 0x58);
    assert_eq!(game.text(8, 83).trim(), "");
    assert_eq!(game.text(91, 1), "*", "reinforcements are not forgotten");
    assert!(rows(&game, "cross_rows").is_empty() && rows(&game, "arrow_rows").is_empty());
}

#[test]
fn the_cross_appears_on_the_units_square_within_four_frames() {
    let mut game = Game::new();
    game.go_to(40, 20);
    game.button(true);
    assert!(!game.state().hold.cross_shown);
    game.hold(CENTRE, 4);
    assert!(game.state().hold.cross_shown);
    // The square's left edge in colour clocks, and its upper edge in player rows.
    let window = game.state().window;
    let left = 48 + 8 * (46 - 40) + u16::from(window.view_x) - 224;
    let line: u16 = 44 + 16 * (39 - 20) - window.view_y;
    assert_eq!(u16::from(game.byte("zp_cross_x")), left);
    assert_eq!(u16::from(game.peek(HPOSP0 + 2)), left);
    assert_eq!(u16::from(game.byte("zp_cross_y")), line.div_ceil(2));
    assert_eq!(rows(&game, "cross_rows").len(), 6);
}

#[test]
fn a_tap_is_an_order_and_one_held_repeats_after_half_a_second() {
    let mut game = panzer_held();
    let cross = game.byte("zp_cross_x");
    game.hold(RIGHT, 1);
    assert_eq!(game.state().units[0].orders, [Direction::East]);
    assert_eq!(game.byte("zp_cross_x"), cross + 8);
    assert_eq!((game.peek(AUDF1), game.peek(AUDC1)), (40, 0xA8));
    // The beep of a tap is long enough to be heard.
    game.hold(CENTRE, 4);
    assert_eq!(game.peek(AUDC1), 0xA8);
    game.hold(CENTRE, 1);
    assert_eq!(game.peek(AUDC1), 0);
    let mut taken = Vec::new();
    for frame in 1..=70 {
        let before = game.state().units[0].orders.len();
        game.hold(DOWN, 1);
        if game.state().units[0].orders.len() > before {
            taken.push(frame);
        }
    }
    assert_eq!(taken, [1, 31, 43, 55, 67]);
    assert_eq!(game.peek(AUDC1), 0xA8, "it sounds until the stick is centred");
}

#[test]
fn eight_taps_in_a_second_are_eight_orders() {
    let mut game = panzer_held();
    for stick in [RIGHT, RIGHT, DOWN, RIGHT, DOWN, DOWN, LEFT, UP] {
        game.hold(stick, 3);
        game.hold(CENTRE, 4);
    }
    use Direction::{East, North, South, West};
    assert_eq!(game.state().units[0].orders, [East, East, South, East, South, South, West, North]);
}

#[test]
fn eight_orders_of_every_direction_fit_and_a_ninth_does_not() {
    let mut game = panzer_held();
    let sticks = [UP, RIGHT, DOWN, LEFT, LEFT, DOWN, RIGHT, UP];
    for (stick, pitch) in sticks.into_iter().zip([30, 40, 50, 60, 60, 50, 40, 30]) {
        game.hold(stick, 16);
        assert_eq!(game.peek(AUDF1), pitch);
        game.hold(CENTRE, 1);
    }
    use Direction::{East, North, South, West};
    let expected = [North, East, South, West, West, South, East, North];
    assert_eq!(game.state().units[0].orders, expected);
    game.hold(UP, 1);
    assert_eq!(game.state().hold.error, 2);
    assert_eq!((game.peek(AUDF1), game.peek(AUDC1)), (0x50, 0x68));
    assert_eq!(message(&game).trim(), "EIGHT ORDERS ARE THE LIMIT");
    game.hold(CENTRE, 5);
    assert_eq!(message(&game), STEER);
    assert_eq!(game.peek(AUDC1), 0);
    assert_eq!(game.state().units[0].orders, expected);
}

#[test]
fn the_space_bar_drops_all_orders() {
    let mut game = panzer_held();
    let cross = game.byte("zp_cross_x");
    for _ in 0..5 {
        order(&mut game, RIGHT);
    }
    game.hold(CENTRE, 60);
    assert!(!rows(&game, "arrow_rows").is_empty());
    game.poke(CH, 0x21);
    game.hold(CENTRE, 1);
    assert!(game.state().units[0].orders.is_empty());
    assert!(rows(&game, "arrow_rows").is_empty());
    assert_eq!(game.byte("zp_cross_x"), cross);
    // The next order starts from the unit again.
    game.hold(DOWN, 16);
    assert_eq!(game.state().units[0].orders, [Direction::South]);
    assert_eq!(game.byte("zp_cross_x"), cross);
}

#[test]
fn the_cross_is_there_at_once_and_the_arrow_takes_32_frames_for_an_order() {
    let mut game = panzer_held();
    let (x, y) = (game.byte("zp_cross_x"), game.byte("zp_cross_y"));
    order(&mut game, RIGHT);
    order(&mut game, RIGHT);
    order(&mut game, UP);
    game.button(false);
    game.button(true);
    game.hold(CENTRE, 3);
    assert!(game.state().hold.cross_shown);
    assert_eq!((game.byte("zp_cross_x"), game.byte("zp_cross_y")), (x + 16, y - 8));
    let mut frames = 0;
    let mut path = vec![(game.byte("zp_path_x"), game.byte("zp_path_y"))];
    while path.len() < 26 {
        game.hold(CENTRE, 1);
        frames += 1;
        let arrow = (game.byte("zp_path_x"), game.byte("zp_path_y"));
        if path.last() != Some(&arrow) {
            path.push(arrow);
        }
    }
    assert!((3 * 32..3 * 32 + 8).contains(&frames), "{frames} frames");
    assert_eq!(path.len(), 26, "eight steps for each order, and back");
    assert!(path.contains(&(x + 8, y)) && path.contains(&(x + 16, y)));
    assert_eq!((game.byte("zp_cross_x"), game.byte("zp_cross_y")), (x + 16, y - 8));
    assert!(!rows(&game, "cross_rows").is_empty());
    assert!(rows(&game, "arrow_rows").is_empty());
    assert_eq!(path.last(), Some(&(x, y)));
}

#[test]
fn too_early_too_slanting_and_russian_are_errors() {
    let mut game = Game::new();
    game.go_to(40, 20);
    game.poke(STRIG0, 0);
    game.hold(RIGHT, 1);
    assert_eq!(game.state().hold.error, 3);
    game.hold(CENTRE, 6);
    assert_eq!(message(&game), STEER);
    game.hold(UP & RIGHT, 15);
    assert_eq!(game.state().hold.error, 0);
    game.hold(UP & RIGHT, 3);
    assert_eq!(game.state().hold.error, 4);
    game.button(false);
    game.hold(CENTRE, 1);
    assert_eq!(message(&game), PROMPT);

    let russian =
        game.state().units.iter().find(|unit| unit.number >= 55 && unit.on_map(0)).cloned().unwrap();
    game.go_to(russian.x, russian.y);
    game.button(true);
    assert_eq!(game.drawn(russian.x, russian.y), game.unit("unit_cover", russian.number));
    game.hold(CENTRE, 40);
    assert!(rows(&game, "cross_rows").is_empty(), "the enemy shows no path");
    game.hold(LEFT, 1);
    assert_eq!(game.state().hold.error, 1);
    // Released with the stick still deflected: everything is tidy all the same.
    game.poke(STRIG0, 1);
    game.hold(LEFT, 2);
    assert_eq!((message(&game).as_str(), game.peek(AUDC1)), (PROMPT, 0));
    assert_eq!(game.drawn(russian.x, russian.y), game.unit("unit_symbol", russian.number));
}

#[test]
fn the_button_on_an_empty_square_lifts_nobody() {
    let mut game = Game::new();
    game.go_to(36, 20);
    game.button(true);
    assert_eq!(game.state().hold.unit, None);
    assert_eq!(game.peek(PCOLR0), 0x58);
    game.button(false);
    assert_eq!(game.state().hold.unit, None);
}

#[test]
fn a_stick_deflected_as_the_button_goes_down_gives_error_3_then_the_unit() {
    let mut game = Game::new();
    game.go_to(40, 20);
    game.poke(STRIG0, 0);
    game.hold(RIGHT, 1);
    assert_eq!((game.state().hold.error, game.state().hold.unit), (3, None));
    game.hold(CENTRE, 1);
    assert_eq!((game.state().hold.error, game.state().hold.unit), (0, Some(PANZER)));
}

#[test]
fn after_a_release_the_cursor_waits_eight_frames() {
    let mut game = panzer_held();
    game.poke(STRIG0, 1);
    game.hold(RIGHT, 1);
    let before = game.state().window.cursor_x;
    game.hold(RIGHT, 7);
    assert_eq!(game.state().window.cursor_x, before);
    game.hold(RIGHT, 1);
    assert_eq!(game.state().window.cursor_x, before + 1);
}

#[test]
fn outside_the_order_phase_the_button_counts_as_up() {
    let mut game = Game::new();
    game.go_to(40, 20);
    game.set_byte("zp_orders_open", 0);
    game.button(true);
    assert_eq!(game.state().hold.unit, None);
    let before = game.state().window.cursor_x;
    game.hold(RIGHT, 9);
    assert_ne!(game.state().window.cursor_x, before);
}

#[test]
fn a_phase_that_closes_puts_the_unit_back() {
    let mut game = panzer_held();
    game.set_byte("zp_orders_open", 0);
    game.hold(CENTRE, 1);
    assert_eq!(game.state().hold.unit, None);
    assert_eq!(game.drawn(40, 20), game.unit("unit_symbol", PANZER));
}

#[test]
fn names_and_strengths_of_all_units_stay_in_their_fields() {
    let mut game = Game::new();
    for unit in 1..=158 {
        game.set_byte("zp_unit", unit);
        game.call("text_clear_unit");
        game.call("unit_name_line");
        game.call("unit_strength_line");
        let name = game.text(0, 48);
        let words: Vec<&str> = name.split_whitespace().collect();
        assert_eq!(words[0], game.unit("unit_number", unit).to_string());
        assert_eq!(words.last(), Some(if unit < 55 { &"CORPS" } else { &"ARMY" }));
        let muster = game.unit("unit_muster", unit);
        let strength = game.text(48, 43);
        assert_eq!(strength.trim(), format!("MUSTER: {muster}  COMBAT STRENGTH: {muster}"));
        assert_eq!(game.text(91, 1), "*");
    }
    game.set_byte("zp_unit", 36);
    game.call("text_clear_unit");
    game.call("unit_name_line");
    assert_eq!(game.text(13, 35).trim_end(), "1 RUMANIAN INFANTRY CORPS");
}

/// A small generator: the same play on every machine.
struct Lcg(u32);

impl Lcg {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) % n
    }
}

#[test]
fn a_frame_of_any_play_stays_within_its_cycles_and_the_map_whole() {
    let mut chance = Lcg(1941);
    let mut game = Game::new();
    let positions: Vec<(u8, u8)> =
        game.state().units.iter().filter(|unit| unit.on_map(0)).map(|unit| (unit.x, unit.y)).collect();
    let drawn: Vec<u8> = (0..1968).map(|n| game.peek(game.at("map") + n)).collect();
    for _ in 0..150 {
        let (x, y) = positions[chance.below(positions.len() as u32) as usize];
        game.go_to(x, y);
        game.poke(STRIG0, 0);
        for _ in 0..chance.below(12) {
            let stick = [CENTRE, UP, DOWN, LEFT, RIGHT, UP & LEFT][chance.below(6) as usize];
            game.hold(stick, 1 + chance.below(30) as usize);
            if chance.below(4) == 0 {
                game.poke(CH, 0x21);
            }
            if chance.below(9) == 0 {
                game.poke(CONSOL, 3);
            }
            game.hold(CENTRE, chance.below(30) as usize);
        }
        game.poke(STRIG0, 1);
        let stick = [CENTRE, UP, DOWN & RIGHT][chance.below(3) as usize];
        game.hold(stick, 2);
    }
    game.button(false);
    let after: Vec<u8> = (0..1968).map(|n| game.peek(game.at("map") + n)).collect();
    assert_eq!(drawn, after);
    // 2,000 machine cycles less nine of refresh in each line of 114.
    assert!(game.longest_frame <= 1840, "{} CPU cycles", game.longest_frame);
}
