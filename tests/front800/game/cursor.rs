//! Cursor, scrolling, and what follows from the window's position.

use super::bare::*;

/// XV, YV, CX, CY.
fn position(game: &Game) -> (u8, u16, u8, u8) {
    let window = game.state().window;
    (window.view_x, window.view_y, window.cursor_x, window.cursor_y)
}

#[test]
fn the_first_view_is_the_front_with_the_cursor_over_a_panzer_corps() {
    let game = Game::new();
    assert_eq!(position(&game), (224, 241, 92, 51));
    assert_eq!(game.state().window.square(), (40, 20));
    assert_eq!(game.occupant(40, 20), 1);
    for (scenario, front) in [(0, (224, 240, 92, 51)), (1, (92, 320, 120, 51))] {
        let game = Game::expert(scenario);
        assert_eq!(position(&game), front);
        let (x, y) = game.state().window.square();
        let mut sides = [0, 0];
        for unit in (y - 3..=y + 3).flat_map(|y| (x - 6..=x + 4).map(move |x| (x, y))) {
            match game.occupant(unit.0, unit.1) {
                0 => {}
                unit => sides[usize::from(unit > 47)] += 1,
            }
        }
        assert!(sides.iter().all(|&count| count > 3), "{sides:?} around {x},{y}");
    }
}

#[test]
fn steps_come_sooner_and_sooner_after_the_stick_is_pushed() {
    let mut game = Game::new();
    game.hold(CENTRE, 1);
    let mut steps = Vec::new();
    for frame in 1..=39 {
        let before = position(&game);
        game.hold(RIGHT, 1);
        if position(&game) != before {
            steps.push(frame);
        }
    }
    assert_eq!(steps, [8, 15, 21, 26, 30, 33, 35, 36, 37, 38, 39]);
    assert_eq!(game.peek(HPOSP0), 92 + 11);
}

#[test]
fn thinking_keeps_attract_mode_away_and_watching_needs_the_stick() {
    let mut game = Game::new();
    game.poke(ATRACT, 50);
    game.hold(CENTRE, 1);
    assert_eq!(game.peek(ATRACT), 0);
    game.set_byte("zp_orders_open", 0);
    game.poke(ATRACT, 50);
    game.hold(CENTRE, 3);
    assert_eq!(game.peek(ATRACT), 50);
    game.hold(UP, 1);
    assert_eq!(game.peek(ATRACT), 0);
}

#[test]
fn the_view_stops_in_every_corner() {
    let mut game = Game::new();
    for (stick, corner) in [
        (RIGHT & DOWN, (0, 504, 186, 78)),
        (RIGHT & UP, (0, 2, 186, 27)),
        (LEFT & UP, (224, 2, 54, 27)),
        (LEFT & DOWN, (224, 504, 54, 78)),
    ] {
        game.hold(stick, 700);
        assert_eq!(position(&game), corner);
    }
}

#[test]
fn going_up_after_a_single_line_down_does_not_leave_the_map() {
    for lines_down in 0..6 {
        let mut game = Game::new();
        game.hold(UP, 400);
        while game.state().window.view_y < lines_down {
            game.hold(DOWN, 1);
        }
        for _ in 0..400 {
            game.hold(UP, 1);
            assert!(game.state().window.view_y <= 504);
        }
        assert_eq!(game.state().window.square().1, 38, "after {lines_down} lines down");
    }
}

#[test]
fn right_wins_over_left() {
    let mut game = Game::new();
    game.hold(CENTRE, 1);
    game.hold(LEFT & RIGHT, 8);
    assert_eq!(position(&game), (224, 241, 93, 51));
}

#[test]
fn the_cursor_is_a_hollow_rectangle_and_leaves_nothing_behind() {
    let mut game = Game::new();
    for (stick, frames) in [(DOWN, 30), (UP, 80), (DOWN, 40)] {
        game.hold(stick, frames);
        let top = usize::from(game.state().window.cursor_y);
        let player = game.at("cursor_rows");
        let rows: Vec<u8> = (player..player + 128).map(|row| game.peek(row)).collect();
        let mut expected = vec![0; 128];
        expected[top..top + 14].fill(0x81);
        for edge in [0, 1, 12, 13] {
            expected[top + edge] = 0xFF;
        }
        assert_eq!(rows, expected);
    }
}

#[test]
fn every_position_of_the_window_aims_rows_registers_and_the_tile_switch() {
    let mut game = Game::new();
    let (list, map) = (game.at("display_list"), game.at("map"));
    let handlers = game.at("zp_next");
    for view_y in 0..=504_u16 {
        for view_x in (0..=224_u8).step_by(if view_y % 16 == 15 { 1 } else { 37 }) {
            let [low, high] = view_y.to_le_bytes();
            let at = game.at("zp_view_y");
            game.poke(at, low);
            game.poke(at + 1, high);
            game.set_byte("zp_view_x", view_x);
            game.call("window_aim");

            assert_eq!(game.peek(HSCROL), view_x & 7);
            assert_eq!(u16::from(game.peek(VSCROL)), view_y & 15);
            let top = view_y / 16;
            for row in 0..10 {
                let operand = list + 9 + 3 * row;
                let address = u16::from_le_bytes([game.peek(operand), game.peek(operand + 1)]);
                assert_eq!(address, map + 48 * (top + row) + 26 - u16::from(view_x) / 8);
            }
            let switch = match top {
                0..17 => 255,
                17..26 => 29 - top,
                _ => 2,
            };
            assert_eq!(u16::from(game.byte("zp_switch")), switch);
            for number in 2..=12 {
                let name = if number == switch { "dli_switch".to_owned() } else { format!("dli_{number}") };
                assert_eq!(u16::from(game.peek(handlers + number - 2)), game.at(&name) & 0xFF);
            }
            if switch != 255 {
                let next = game.at(&format!("dli_{}", switch + 1));
                assert_eq!(u16::from(game.byte("zp_after")), next & 0xFF);
            }
        }
    }
}

#[test]
fn the_display_list_has_the_lines_of_the_screen() {
    let game = Game::new();
    let list = game.at("display_list");
    let mut instructions = Vec::new();
    let mut at = list;
    loop {
        let instruction = game.peek(at);
        instructions.push(instruction);
        at += 1;
        if instruction & 0x0F != 0 && instruction & 0x40 != 0 {
            at += 2;
        }
        if instruction == 0x41 {
            break;
        }
    }
    let mut expected = vec![0x70, 0x70, 0x70, 0xC6, 0x90, 0x90];
    expected.extend([0xF7; 9]);
    expected.extend([0x57, 0x90, 0xC2, 0x02, 0x90, 0x02, 0x90, 0x41]);
    assert_eq!(instructions, expected);
    let jump = u16::from_le_bytes([game.peek(at - 2), game.peek(at - 1)]);
    assert_eq!(jump, list);
}
