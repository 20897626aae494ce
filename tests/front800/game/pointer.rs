//! The pointer: paddles 2 and 3, and its button.

use super::bare::*;
use front800::titles::rasputitsa::Direction;

/// 24 Panzer Corps stands on (40,20).
const PANZER: u8 = 1;

/// Paddle values for a colour clock and a scan line of the visible picture.
fn paddles(clock: u16, line: u16) -> (u8, u8) {
    let across = 1 + (226 * (clock - 44) + 84) / 168;
    let down = 1 + (226 * (line - 8) + 119) / 239;
    (across as u8, down as u8)
}

/// Points to the middle of a square, which must be in the window.
fn point_to(game: &mut Game, x: u8, y: u8) {
    let window = game.state().window;
    let clock = u16::from(window.view_x) + 192 + 4 - 8 * u16::from(x);
    let line = 44 + 16 * (39 - u16::from(y)) + 8 - window.view_y;
    let (across, down) = paddles(clock, line);
    game.point(across, down);
}

fn press(game: &mut Game, down: bool) {
    game.poke(PTRIG2, u8::from(!down));
    game.hold(CENTRE, 1);
}

#[test]
fn the_cursor_goes_where_it_points() {
    let mut game = Game::new();
    game.point(100, 100);
    game.hold(CENTRE, 1);
    // In the middle of the map, where the cursor may be anywhere.
    game.set_byte("zp_view_x", 112);
    for clock in (44..=212).step_by(3) {
        for line in (8..=247).step_by(5) {
            let (across, down) = paddles(clock, line);
            // No step is due: the window does not scroll.
            game.set_byte("zp_wait", 200);
            game.point(across, down);
            game.hold(CENTRE, 1);
            let window = game.state().window;
            let (left, top) = (i32::from(window.cursor_x), i32::from(window.cursor_y));
            let (clock, row) = (i32::from(clock), i32::from(line) / 2);
            assert!((left - (clock - 8).clamp(44, 196)).abs() <= 1, "{clock} {left}");
            assert!((top - (row - 6).clamp(22, 80)).abs() <= 1, "{line} {top}");
            assert_eq!(i32::from(game.peek(HPOSP0)), left);
            let drawn = (0..128).filter(|&row| game.peek(game.at("cursor_rows") + row) != 0);
            assert_eq!(drawn.collect::<Vec<_>>(), (top as u16..top as u16 + 14).collect::<Vec<_>>());
        }
    }
}

#[test]
fn the_square_under_it_is_the_square_under_the_cursor() {
    let mut game = Game::new();
    for (x, y) in [(40, 20), (30, 18), (33, 22), (44, 17), (27, 20)] {
        point_to(&mut game, x, y);
        game.hold(CENTRE, 1);
        assert_eq!(game.state().window.square(), (x, y));
    }
}

#[test]
fn it_leads_from_a_change_until_the_stick_is_used() {
    let mut game = Game::new();
    game.point(100, 100);
    game.hold(CENTRE, 1);
    let pointed = game.state().window;
    game.hold(RIGHT, 8);
    let pushed = game.state().window;
    assert_eq!(pushed.cursor_x, pointed.cursor_x + 1);
    // What trembles is no change.
    for (across, down) in [(100, 100), (101, 100), (99, 101), (100, 99)] {
        game.point(across, down);
        game.hold(CENTRE, 3);
        assert_eq!(game.state().window, pushed);
    }
    game.point(110, 100);
    game.hold(CENTRE, 1);
    assert_ne!(game.state().window, pushed);
    game.point(228, 228);
    let left = game.state().window;
    game.hold(CENTRE, 9);
    assert_eq!(game.state().window, left);
}

#[test]
fn at_the_edges_the_map_scrolls_to_its_corners_and_not_beyond() {
    let mut game = Game::new();
    for (across, down) in [(227, 227), (227, 1), (1, 1), (1, 227)] {
        game.point(across, down);
        for frame in 0..1200 {
            game.hold(CENTRE, 1);
            let window = game.state().window;
            let across = i32::from(window.view_x) + 186 - i32::from(window.cursor_x);
            let down = 2 * i32::from(window.cursor_y) + i32::from(window.view_y);
            assert!((0..=356).contains(&across), "frame {frame}: {window:?}");
            assert!((55..=660).contains(&down), "frame {frame}: {window:?}");
            assert!((22..=80).contains(&window.cursor_y), "over the date line: {window:?}");
        }
        let window = game.state().window;
        assert!(if across > 1 { window.view_x <= 10 } else { window.view_x >= 214 }, "{window:?}");
        assert!(if down > 1 { window.view_y >= 500 } else { window.view_y <= 12 }, "{window:?}");
        // The stick takes over where the pointer has left the cursor.
        game.hold(LEFT & UP, 60);
        game.hold(RIGHT & DOWN, 200);
        let (x, y) = game.state().window.square();
        assert!(x <= 45 && y <= 38);
    }
    assert!(game.longest_frame <= 1840, "{} CPU cycles", game.longest_frame);
}

#[test]
fn its_button_lifts_and_puts_down() {
    let mut game = Game::new();
    point_to(&mut game, 40, 20);
    game.hold(CENTRE, 1);
    press(&mut game, true);
    assert_eq!(game.state().hold.unit, Some(PANZER));
    game.hold(CENTRE, 5);
    assert!(game.state().hold.cross_shown);
    press(&mut game, false);
    assert_eq!(game.state().hold.unit, None);
    assert!(game.state().units[0].orders.is_empty());
}

#[test]
fn without_a_pointer_its_button_is_the_stick_of_jack_2() {
    let mut game = Game::new();
    game.go_to(40, 20);
    press(&mut game, true);
    game.hold(CENTRE, 5);
    assert_eq!(game.state().hold.unit, None);
}

#[test]
fn a_drag_draws_the_path_square_by_square_and_takes_it_back() {
    use Direction::{East, South};
    let mut game = Game::new();
    point_to(&mut game, 40, 20);
    game.hold(CENTRE, 1);
    press(&mut game, true);
    game.hold(CENTRE, 5);
    for ((x, y), expected) in [
        ((39, 20), vec![East]),
        ((39, 19), vec![East, South]),
        ((38, 19), vec![East, South, East]),
        ((39, 19), vec![East, South]),
        ((39, 20), vec![East]),
        ((40, 20), vec![]),
        // A jump is walked.
        ((38, 20), vec![East, East]),
        ((38, 18), vec![East, East, South, South]),
    ] {
        point_to(&mut game, x, y);
        game.hold(CENTRE, 4);
        assert_eq!(game.state().units[0].orders, expected, "to {x},{y}");
        let (cross_x, cross_y) = (game.byte("zp_cross_x"), game.byte("zp_cross_y"));
        assert_eq!(cross_x, game.byte("zp_home_x") + 8 * (40 - x));
        assert_eq!(cross_y, game.byte("zp_home_y") + 8 * (20 - y));
    }
    // The ninth is refused, and said so.
    point_to(&mut game, 33, 18);
    game.hold(CENTRE, 12);
    assert_eq!(game.state().units[0].orders.len(), 8);
    press(&mut game, false);
    assert_eq!(game.state().units[0].orders.len(), 8);
    assert!(game.longest_frame <= 1840, "{} CPU cycles", game.longest_frame);
}

#[test]
fn a_pointer_that_lies_still_does_not_disturb_the_stick() {
    let mut game = Game::new();
    game.point(30, 200);
    game.hold(CENTRE, 1);
    game.go_to(40, 20);
    game.button(true);
    game.hold(CENTRE, 5);
    game.hold(RIGHT, 2);
    game.hold(CENTRE, 30);
    assert_eq!(game.state().units[0].orders, [Direction::East]);
}
