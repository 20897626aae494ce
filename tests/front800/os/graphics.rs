//! S: the graphics modes, points, lines, fills, the text window.

use super::computer::*;

const GPRIOR: u16 = 0x026F;
const RAMTOP: u16 = 0x6A;
const OLDROW: u16 = 0x5A;
const ATACHR: u16 = 0x02FB;
const FILDAT: u16 = 0x02FD;
const BOTSCR: u16 = 0x02BF;
const TXTMSC: u16 = 0x0294;
const CRSINH: u16 = 0x02F0;
const SDMCTL: u16 = 0x022F;
const BRKKEY: u16 = 0x11;
const LOGMAP: u16 = 0x02B2;
const SPLIT: u8 = 0x10;
const KEEP: u8 = 0x20;

/// Graphics mode `mode` open on IOCB 6.
fn graphics(mode: u8, aux1: u8) -> Computer {
    let mut computer = Computer::started();
    computer.poke(RAMTOP, 0xA0);
    let returned = computer.open(6, "S:", [12 | aux1, mode]);
    assert_eq!(returned.y, 1, "mode {mode}");
    computer
}

fn go_to(computer: &mut Computer, row: u8, column: u16) {
    computer.poke(ROWCRS, row);
    computer.poke_word(COLCRS, column);
}

fn plot(computer: &mut Computer, row: u8, column: u16, colour: u8) {
    go_to(computer, row, column);
    assert_eq!(computer.put(6, &[colour]).y, 1);
}

fn point(computer: &mut Computer, row: u8, column: u16) -> u8 {
    go_to(computer, row, column);
    computer.poke_word(IOCB + 0x68, 0);
    computer.poke(IOCB + 0x62, 7);
    computer.call(CIOV, 0, 0x60, 0).a
}

/// What ANTIC makes of the display list: (instruction without LMS, address of its data).
fn mode_lines(computer: &mut Computer) -> Vec<(u8, u16)> {
    let bytes = [0, 0, 40, 40, 40, 40, 20, 20, 10, 10, 20, 20, 20, 40, 40, 40];
    let start = computer.word(SDLSTL);
    let mut list = start;
    let mut memory = 0;
    let mut lines = Vec::new();
    loop {
        let instruction = computer.peek(list);
        list += 1;
        if instruction == 0x41 {
            assert_eq!(computer.word(list), start, "the list jumps to itself");
            return lines;
        }
        let blank = instruction & 0x0F == 0;
        if !blank && instruction & 0x40 != 0 {
            memory = computer.word(list);
            list += 2;
        }
        lines.push((if blank { instruction } else { instruction & 0xBF }, memory));
        memory += bytes[usize::from(instruction & 0x0F)];
    }
}

/// By graphics mode: ANTIC mode, bytes a row, rows, rows with a window, playfield, display list, display list
/// with a window; for RAMTOP = $A0.
const MODES: [[u16; 7]; 12] = [
    [0x2, 40, 24, 24, 0x9C40, 0x9C20, 0x9C20],
    [0x6, 20, 24, 20, 0x9D80, 0x9D60, 0x9D5E],
    [0x7, 20, 12, 10, 0x9E70, 0x9E5C, 0x9E58],
    [0x8, 10, 24, 20, 0x9E70, 0x9E50, 0x9E4E],
    [0x9, 10, 48, 40, 0x9D80, 0x9D48, 0x9D4A],
    [0xA, 20, 48, 40, 0x9BA0, 0x9B68, 0x9B6A],
    [0xB, 20, 96, 80, 0x97E0, 0x9778, 0x9782],
    [0xD, 40, 96, 80, 0x9060, 0x8F98, 0x8FA2],
    [0xF, 40, 192, 160, 0x8150, 0x8036, 0x8050],
    [0xF, 40, 192, 192, 0x8150, 0x8036, 0x8036],
    [0xF, 40, 192, 192, 0x8150, 0x8036, 0x8036],
    [0xF, 40, 192, 192, 0x8150, 0x8036, 0x8036],
];

#[test]
fn every_mode_has_its_place_and_its_display_list() {
    for (mode, [antic, row_bytes, rows, split_rows, playfield, list, split_list]) in (0..).zip(MODES) {
        for split in [false, true] {
            let mut computer = graphics(mode, if split { SPLIT } else { 0 });
            let window = split && (1..=8).contains(&mode);
            let (rows, list) = if window { (split_rows, split_list) } else { (rows, list) };
            assert_eq!(computer.word(SDLSTL), list, "mode {mode} {split}");
            assert_eq!(computer.word(MEMTOP), list - 1);
            assert_eq!(computer.word(SAVMSC), playfield);
            assert_eq!(computer.peek(BOTSCR), if window { 4 } else { 24 });
            let mut expected = vec![(0x70, 0); 3];
            expected.extend((0..rows).map(|row| (antic as u8, playfield + row * row_bytes)));
            if window {
                assert_eq!(computer.word(TXTMSC), 0x9F60);
                expected.extend((0..4).map(|row| (0x02, 0x9F60 + 40 * row)));
            }
            assert_eq!(mode_lines(&mut computer), expected, "mode {mode} {split}");
            assert_eq!(computer.peek(SDMCTL), 0x22);
        }
    }
}

#[test]
fn opening_clears_unless_told_not_to() {
    let mut computer = Computer::started();
    computer.poke(RAMTOP, 0xA0);
    for address in [0x9060, 0x9F5F, 0x9F60, 0x9FFF, 0xA000] {
        computer.poke(address, 0x55);
    }
    computer.open(6, "S:", [12 | SPLIT | KEEP, 7]);
    assert_eq!(computer.bytes(0x9060, 1), [0x55]);
    assert_eq!(computer.bytes(0x9FFF, 2), [0x55, 0x55]);
    computer.cio(6, 0x0C, 0, 0, [0, 0]);
    computer.open(6, "S:", [12 | SPLIT, 7]);
    assert_eq!(computer.bytes(0x9060, 0xFA0), [0; 0xFA0]);
    assert_eq!(computer.peek(0xA000), 0x55, "what is above stays");
}

#[test]
fn the_screen_is_dark_until_its_list_is_there() {
    let mut computer = Computer::started();
    let old = computer.word(SDLSTL);
    computer.poke_all(0x0580, b"S:\x9B");
    computer.poke_all(IOCB + 0x62, &[3, 1, 0x80, 0x05]);
    computer.poke_all(IOCB + 0x6A, &[12, 8]);
    computer.poke_all(0x0600, &[0x20, CIOV as u8, (CIOV >> 8) as u8, 0x4C, 0x03, 0x06]);
    computer.enter(0x0600, 0, 0x60, 0);
    let last = 0xBF70; // of the screen: cleared last
    computer.poke(last, 0x55);
    while computer.word(MEMTOP) == old - 1 {
        computer.machine.step();
    }
    while computer.peek(last) == 0x55 {
        assert_eq!(computer.peek(SDMCTL), 0);
        computer.machine.step();
    }
    while computer.machine.cpu().pc != 0x0603 {
        assert!(computer.peek(SDMCTL) == 0 || computer.word(SDLSTL) == 0xA036);
        computer.machine.step();
    }
    assert_eq!(computer.peek(SDMCTL), 0x22);
}

#[test]
fn opening_brings_the_cursor_back() {
    let mut computer = Computer::started();
    for name in ["S:", "E:"] {
        computer.poke(CRSINH, 1);
        computer.cio(6, 0x0C, 0, 0, [0, 0]);
        computer.open(6, name, [12, 0]);
        assert_eq!(computer.peek(CRSINH), 0, "{name}");
    }
}

#[test]
fn the_gtia_modes_show_in_gprior() {
    for (mode, bits) in [(8, 0x00), (9, 0x40), (10, 0x80), (11, 0xC0), (0, 0x00)] {
        let mut computer = Computer::started();
        computer.poke(GPRIOR, 0x91);
        computer.open(6, "S:", [12, mode]);
        assert_eq!(computer.peek(GPRIOR), bits | 0x11, "mode {mode}");
        assert_eq!(computer.peek(0x02C8), if mode == 11 { 6 } else { 0 }, "COLOR4");
    }
}

#[test]
fn a_mode_that_does_not_exist_is_refused() {
    let mut computer = Computer::started();
    assert_eq!(computer.open(6, "S:", [12, 12]).y, 0x91);
}

#[test]
fn without_memory_mode_0_is_opened_instead() {
    let mut computer = Computer::started();
    computer.poke_word(0x0E, 0xB000);
    assert_eq!(computer.open(6, "S:", [12, 8]).y, 0x93);
    assert_eq!(computer.peek(0x57), 0);
    assert_eq!(computer.word(SAVMSC), 0xBC40);
    let mut computer = Computer::started();
    computer.poke_word(0x0E, 0xA035);
    assert_eq!(computer.open(6, "S:", [12, 8]).y, 1, "MEMTOP may be APPMHI");
    let mut computer = Computer::started();
    computer.poke_word(0x0E, 0xA036);
    assert_eq!(computer.open(6, "S:", [12, 8]).y, 0x93);
}

#[test]
fn points_go_to_their_bits_and_come_back() {
    // mode, row, column, colour, address, byte
    for (mode, row, column, colour, address, byte) in [
        (3, 2, 5, 3, 0x9E70 + 21, 0x30),
        (4, 1, 9, 1, 0x9D80 + 11, 0x40),
        (5, 47, 79, 2, 0x9BA0 + 959, 0x02),
        (6, 95, 159, 1, 0x97E0 + 1919, 0x01),
        (7, 3, 4, 1, 0x9060 + 121, 0x40),
        (8, 191, 319, 1, 0x8150 + 7679, 0x01),
        (8, 0, 256, 1, 0x8150 + 32, 0x80),
        (9, 1, 1, 0x0D, 0x8150 + 40, 0x0D),
        (10, 191, 78, 0x08, 0x8150 + 7679, 0x80),
    ] {
        let mut computer = graphics(mode, 0);
        plot(&mut computer, row, column, colour);
        assert_eq!(computer.peek(address), byte, "mode {mode}");
        assert_eq!(point(&mut computer, row, column), colour, "mode {mode}");
        plot(&mut computer, row, column, 0);
        assert_eq!(computer.peek(address), 0, "mode {mode}");
    }
}

#[test]
fn a_point_leaves_its_neighbours() {
    let mut computer = graphics(7, 0);
    computer.poke(0x9060, 0xFF);
    plot(&mut computer, 0, 1, 1);
    assert_eq!(computer.peek(0x9060), 0b11_01_11_11);
}

#[test]
fn the_large_letters_are_characters() {
    let mut computer = graphics(2, SPLIT);
    assert_eq!(computer.put(6, b"AB\x9Bcd").y, 1);
    assert_eq!(computer.bytes(0x9E70, 3), [0x21, 0x22, 0]);
    assert_eq!(computer.bytes(0x9E70 + 20, 3), [0x63, 0x64, 0]);
    assert_eq!(point(&mut computer, 1, 0), b'c');
    computer.put(6, &[0x7D]);
    assert_eq!(computer.bytes(0x9E70, 23), [0; 23]);
    assert_eq!(computer.peek(ROWCRS), 0);
}

#[test]
fn the_position_moves_on_from_the_end_of_a_row_and_of_the_screen() {
    let mut computer = graphics(3, 0);
    plot(&mut computer, 5, 39, 1);
    assert_eq!(computer.bytes(ROWCRS, 3), [6, 0, 0]);
    plot(&mut computer, 23, 39, 1);
    assert_eq!(computer.bytes(ROWCRS, 3), [0, 0, 0]);
}

#[test]
fn reading_text_moves_the_cursor_and_nothing_else() {
    let mut computer = Computer::started();
    computer.open(6, "S:", [12, 0]);
    computer.print(b"ONE\x9BTWO");
    let map = computer.bytes(LOGMAP, 3);
    for (row, next) in [(0, 1), (23, 0)] {
        assert_eq!(point(&mut computer, row, 39), b' ');
        assert_eq!(computer.bytes(ROWCRS, 3), [next, 2, 0]);
    }
    assert_eq!(computer.rows()[..3], ["  ONE", "  TWO", ""]);
    assert_eq!(computer.bytes(LOGMAP, 3), map);
}

#[test]
fn a_position_outside_is_an_error() {
    for (mode, aux1, row, column) in
        [(3, 0, 24, 0), (3, SPLIT, 20, 0), (3, 0, 0, 40), (8, 0, 0, 320), (8, SPLIT, 160, 0)]
    {
        let mut computer = graphics(mode, aux1);
        go_to(&mut computer, row, column);
        assert_eq!(computer.put(6, &[1]).y, 0x8D, "mode {mode}");
        assert_eq!(computer.put(6, &[1]).y, 1, "mode {mode}");
        assert_eq!(computer.bytes(ROWCRS, 3), [0, 1, 0], "mode {mode}: from home on");
    }
}

#[test]
fn a_position_outside_the_text_window_is_an_error_once() {
    let mut computer = graphics(3, SPLIT);
    go_to(&mut computer, 7, 11);
    computer.poke(0x0290, 4);
    assert_eq!(computer.put(0, b"A").y, 0x8D);
    computer.print(b"B");
    assert_eq!(computer.rows()[0], "  B");
    assert_eq!(computer.bytes(ROWCRS, 3), [7, 11, 0]);
}

fn draw(computer: &mut Computer, from: (u8, u16), to: (u8, u16), command: u8) -> Returned {
    computer.poke(OLDROW, from.0);
    computer.poke_word(OLDROW + 1, from.1);
    go_to(computer, to.0, to.1);
    computer.cio(6, command, 0, 0, [12, 0])
}

#[test]
fn lines_are_drawn_in_every_direction() {
    for to in
        [(0, 10), (10, 10), (20, 10), (5, 0), (5, 39), (0, 0), (20, 39), (0, 39), (20, 0), (10, 11), (11, 9)]
    {
        let mut computer = graphics(3, 0);
        computer.poke(ATACHR, 2);
        assert_eq!(draw(&mut computer, (10, 10), to, 0x11).y, 1);
        assert_eq!(computer.bytes(OLDROW, 2), [to.0, to.1 as u8]);
        assert_eq!(computer.bytes(ROWCRS, 2), [to.0, to.1 as u8]);
        assert_eq!(computer.peek(ATACHR), 2);
        let (rows, columns) = (i32::from(to.0) - 10, i32::from(to.1) - 10);
        let length = rows.abs().max(columns.abs());
        let mut count = 0;
        for row in 0..24 {
            for column in 0..40 {
                count += i32::from(point(&mut computer, row, column) == 2);
            }
        }
        assert_eq!(count, length, "to {to:?}: the start is not drawn");
        for step in 1..=length {
            let near = |distance: i32| (distance * step).div_euclid(length);
            let hit = [(0, 0), (0, 1), (1, 0), (1, 1)].iter().any(|(row, column)| {
                let (row, column) = (10 + near(rows) + row, 10 + near(columns) + column);
                row < 24 && column < 40 && point(&mut computer, row as u8, column as u16) == 2
            });
            assert!(hit, "to {to:?}: step {step}");
        }
    }
}

#[test]
fn a_long_line_goes_beyond_column_255() {
    let mut computer = graphics(8, 0);
    computer.poke(ATACHR, 1);
    draw(&mut computer, (0, 0), (191, 319), 0x11);
    assert_eq!(point(&mut computer, 191, 319), 1);
    draw(&mut computer, (10, 319), (10, 0), 0x11);
    assert_eq!(computer.bytes(0x8150 + 400, 39), [0xFF; 39]);
    assert_eq!(computer.peek(0x8150 + 439), 0xFE, "all but the start");
}

/// All of memory that a line in mode 3 has nothing to do with: between the pages of the system and the
/// screen, and from RAMTOP on.
fn around_the_screen(computer: &mut Computer) -> Vec<u8> {
    let screen = computer.word(SAVMSC);
    [computer.bytes(0x0700, screen - 0x0700), computer.bytes(0xA000, 0x1000)].concat()
}

#[test]
fn a_line_ends_where_it_leaves_the_screen() {
    for (to, drawn, last) in [
        ((10, 60), 29, [10, 39, 0]),
        ((30, 10), 13, [23, 10, 0]),
        ((255, 30_000), 29, [10, 39, 0]),
        ((10, 60_000), 29, [10, 39, 0]),
        ((10, 65_535), 29, [10, 39, 0]),
        ((30, 70), 29, [20, 39, 0]),
        ((255, 10), 13, [23, 10, 0]),
    ] {
        for command in [0x11, 0x12] {
            let mut computer = graphics(3, 0);
            computer.poke(ATACHR, 2);
            let before = around_the_screen(&mut computer);
            assert_eq!(draw(&mut computer, (10, 10), to, command).y, 0x8D, "to {to:?}");
            assert_eq!(computer.bytes(ROWCRS, 3), [0; 3], "it goes home");
            assert_eq!(computer.bytes(OLDROW, 3), last, "{command:02X} to {to:?}");
            assert_eq!(around_the_screen(&mut computer), before, "to {to:?}");
            let points = (0..24).flat_map(|row| (0..40).map(move |column| (row, column)));
            let count = points.filter(|&(row, column)| point(&mut computer, row, column) == 2).count();
            assert_eq!(count, drawn, "to {to:?}");
        }
    }
}

#[test]
fn a_line_from_outside_writes_nothing_there() {
    // The last point of a larger mode, and others.
    for from in [(191, 319), (24, 0), (0, 40), (0, 256), (255, 65_535)] {
        let mut computer = graphics(3, SPLIT);
        computer.poke(ATACHR, 2);
        let before = around_the_screen(&mut computer);
        let screen = computer.bytes(0x9E70, 400);
        assert_eq!(draw(&mut computer, from, (10, 10), 0x11).y, if from == (0, 40) { 1 } else { 0x8D });
        if from != (0, 40) {
            assert_eq!(computer.bytes(0x9E70, 400), screen, "from {from:?}");
        }
        assert_eq!(around_the_screen(&mut computer), before, "from {from:?}");
        assert_eq!(draw(&mut computer, (200, 200), (200, 200), 0x11).y, 0x8D, "no points at all");
    }
}

#[test]
fn a_line_of_text_outside_leaves_no_cursor_there() {
    let mut computer = Computer::started();
    computer.poke(RAMTOP, 0xA0);
    computer.open(6, "S:", [12, 0]);
    let before = computer.bytes(0xA000, 0x1000);
    assert_eq!(draw(&mut computer, (30, 5), (30, 5), 0x11).y, 0x8D);
    assert_eq!(computer.bytes(0xA000, 0x1000), before);
}

#[test]
fn a_line_begins_where_something_was_put_last() {
    let mut computer = graphics(3, SPLIT);
    plot(&mut computer, 7, 11, 1);
    assert_eq!(computer.bytes(OLDROW, 3), [7, 11, 0]);
    computer.print(b"WINDOW");
    assert_eq!(computer.bytes(OLDROW, 3), [7, 11, 0], "the window has its own");
    let mut computer = Computer::cleared();
    computer.print(b"\x9BABC");
    assert_eq!(computer.bytes(OLDROW, 3), [1, 4, 0]);
    computer.print(b"\x1C");
    assert_eq!(computer.bytes(OLDROW, 3), [1, 4, 0], "moving puts nothing");
}

#[test]
fn a_fill_without_a_border_ends_with_the_row() {
    for filling in [2, 0] {
        let mut computer = graphics(3, 0);
        computer.poke(ATACHR, 1);
        computer.poke(FILDAT, filling);
        assert_eq!(draw(&mut computer, (18, 10), (23, 10), 0x12).y, 1);
        for row in 19..=23 {
            let row: Vec<u8> = (0..40).map(|column| point(&mut computer, row, column)).collect();
            assert_eq!(row[..11], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], "nothing to the left");
            assert_eq!(row[11..], [filling; 29]);
        }
        assert_eq!(computer.bytes(0x9E70 + 240, 4), [0, 0, 0, 0]);
        assert_eq!(computer.bytes(OLDROW, 2), [23, 10], "the line's end");
    }
}

#[test]
fn a_fill_colours_to_the_next_point() {
    let mut computer = graphics(3, 0);
    for row in 0..=10 {
        plot(&mut computer, row, 20, 3);
    }
    computer.poke(ATACHR, 1);
    computer.poke(FILDAT, 2);
    assert_eq!(draw(&mut computer, (0, 10), (5, 10), 0x12).y, 1);
    for (column, colour) in [(9, 0), (10, 1), (11, 2), (19, 2), (20, 3), (21, 0)] {
        assert_eq!(point(&mut computer, 3, column), colour, "column {column}");
    }
    assert_eq!(point(&mut computer, 6, 12), 0);
    assert_eq!(draw(&mut computer, (0, 0), (1, 1), 0x13).y, 0x84, "no such command");
    assert_eq!(draw(&mut computer, (0, 0), (24, 1), 0x11).y, 0x8D);
}

#[test]
fn a_fill_colours_blanks_of_text_modes() {
    let mut computer = graphics(1, 0);
    for row in 0..=3 {
        plot(&mut computer, row, 12, b'X');
    }
    computer.poke(ATACHR, b'L');
    computer.poke(FILDAT, b'F');
    assert_eq!(draw(&mut computer, (0, 3), (3, 3), 0x12).y, 1);
    let row: Vec<u8> = (0..14).map(|column| point(&mut computer, 2, column)).collect();
    assert_eq!(row, b"   LFFFFFFFFX ");
}

#[test]
fn the_text_window_has_its_own_cursor() {
    let mut computer = graphics(3, SPLIT);
    go_to(&mut computer, 7, 11);
    computer.print(b"WINDOW\x9BTEXT");
    assert_eq!(computer.bytes(ROWCRS, 4), [7, 11, 0, 3], "the graphics cursor and mode");
    assert_eq!(computer.rows(), ["  WINDOW", "  TEXT", "", ""]);
    plot(&mut computer, 7, 11, 1);
    assert_eq!(point(&mut computer, 7, 11), 1);
    computer.print(b"\x9BA\x9BB\x9BC");
    assert_eq!(computer.rows(), ["  TEXT", "  A", "  B", "  C"]);
    computer.print(&[0x7D]);
    assert_eq!(computer.rows(), ["", "", "", ""]);
    assert_eq!(point(&mut computer, 7, 11), 1, "the graphics stay");
}

#[test]
fn text_on_a_screen_without_a_window_brings_back_mode_0() {
    let mut computer = graphics(7, 0);
    computer.print(b"READY");
    assert_eq!(computer.peek(0x57), 0);
    assert_eq!(computer.rows()[0], "  READY");
}

#[test]
fn the_screen_of_mode_0_can_be_written_by_s_too() {
    let mut computer = Computer::started();
    computer.open(6, "S:", [12, 0]);
    go_to(&mut computer, 3, 5);
    computer.put(6, b"AB\x1C");
    assert_eq!(computer.rows()[3], "     AB.");
    assert_eq!(point(&mut computer, 3, 6), b'B');
}

#[test]
fn clearing_ends_at_ramtop_or_with_its_first_page() {
    for (ramtop, screen, end) in [(0xA0, 0x9060, 0xA000), (0x90, 0x9000, 0x9100), (0x90, 0xA040, 0xA100)] {
        let mut computer = Computer::started();
        computer.poke(RAMTOP, ramtop);
        computer.poke_word(SAVMSC, screen);
        for address in [screen, end - 1, end] {
            computer.poke(address, 0x55);
        }
        computer.print(&[0x7D]);
        assert_eq!(computer.bytes(screen, 2), [0; 2], "{screen:04X}");
        assert_eq!(computer.bytes(end - 1, 2), [0, 0x55], "{screen:04X}");
    }
}

#[test]
fn clearing_the_graphics_takes_the_text_window_along() {
    let mut computer = graphics(1, SPLIT);
    computer.print(b"WINDOW\x9BTEXT");
    computer.poke_all(LOGMAP, &[0; 3]);
    computer.put(6, &[0x7D]);
    assert_eq!(computer.bytes(0x9F60, 160), [0; 160]);
    assert_eq!(computer.bytes(LOGMAP, 3), [0xFF; 3]);
}

#[test]
fn a_screen_of_mode_0_can_have_a_text_window() {
    let mut computer = Computer::started();
    computer.open(6, "S:", [12, 0]);
    computer.poke(BOTSCR, 4);
    computer.print(b"ONE\x9BTWO\x9BTHREE\x9BFOUR\x9BFIVE");
    go_to(&mut computer, 19, 38);
    assert_eq!(computer.put(6, b"AB\x9BC").y, 1);
    let rows = computer.rows();
    assert_eq!(rows[20..], ["  TWO", "  THREE", "  FOUR", "  FIVE"]);
    assert_eq!(rows[19], format!("{}AB", " ".repeat(38)));
    assert_eq!(computer.bytes(ROWCRS, 2), [1, 3], "behind row 19 the first follows; EOL goes to the margin");
    go_to(&mut computer, 20, 0);
    assert_eq!(computer.put(6, b"A").y, 0x8D);
}

#[test]
fn what_was_to_be_put_is_in_a_after_an_error() {
    for (mut computer, put) in [(graphics(3, SPLIT), 0xF5B7), (Computer::started(), 0xF6A4)] {
        go_to(&mut computer, 30, 0);
        let returned = computer.call(put, b'A', 0x60, 0);
        assert_eq!((returned.a, returned.y, returned.negative), (b'A', 0x8D, true), "{put:04X}");
    }
}

#[test]
fn another_mode_of_s_leaves_the_text_window() {
    let mut computer = graphics(8, SPLIT);
    for mode in [0, 9, 10, 11] {
        computer.poke(0x57, mode);
        computer.print(b"\x9BWINDOW");
        assert_eq!(computer.peek(0x57), mode);
        assert_eq!(computer.word(SAVMSC), 0x8150);
    }
    assert_eq!(computer.rows(), ["  WINDOW"; 4]);
    for (row, status) in [(159, 1), (160, 0x8D)] {
        go_to(&mut computer, row, 0);
        assert_eq!(computer.put(6, &[1]).y, status, "row {row}");
    }
}

#[test]
fn break_ends_output_and_lines() {
    let mut computer = graphics(8, SPLIT);
    computer.poke(ATACHR, 1);
    for broken in [true, false] {
        computer.poke(BRKKEY, if broken { 0 } else { 0xFF });
        let drawn = draw(&mut computer, (0, 0), (159, 0), 0x11);
        assert_eq!(drawn.y, if broken { 0x80 } else { 1 });
        assert_eq!(computer.peek(ROWCRS), if broken { 0 } else { 159 });
        assert_eq!(computer.peek(BRKKEY), 0xFF, "done with");
    }
    for iocb in [0, 6] {
        computer.poke(BRKKEY, 0);
        go_to(&mut computer, 0, 0);
        assert_eq!(computer.put(iocb, &[1, 1]).y, 0x80, "IOCB {iocb}");
        assert_eq!(computer.word(IOCB + 16 * u16::from(iocb) + 8), 0, "bytes done");
        assert_eq!(computer.peek(BRKKEY), 0xFF);
    }
}
