//! What the modes make of screen data and fonts.

use super::*;

/// A font in which row r of character c holds a pattern of both.
fn font() -> Vec<u8> {
    (0..128 * 8_u32).map(|at| (at / 8 * 29 + at % 8 * 37 + 1) as u8).collect()
}

fn pattern(character: u8, row: u8) -> u8 {
    font()[usize::from(character) * 8 + usize::from(row)]
}

/// Normal playfield, one line of a mode at line 16.
fn one_line(mode: u8, data: &[u8]) -> Display {
    Display::new(&[0x70, 0x40 | mode, SCREEN as u8, (SCREEN >> 8) as u8, 0x70])
        .with(SCREEN, data)
        .with(FONT, &font())
}

/// The bits of a byte, most significant first, `size` at a time.
fn pixels(byte: u8, size: u32) -> Vec<u8> {
    (0..8 / size).rev().map(|n| byte >> (n * size) & ((1 << size) - 1) as u8).collect()
}

/// What a byte looks like in modes 2, 3 and F.
fn hires(byte: u8) -> Vec<u8> {
    let lit = PF[2] & 0xF0 | PF[1] & 0x0E;
    pixels(byte, 1).into_iter().map(|bit| if bit == 1 { lit } else { PF[2] }).collect()
}

#[test]
fn map_modes_show_their_bits_in_their_colours() {
    let data = [0x1B, 0xE4, 0x87, 0x5A];
    let two_bits = [BK, PF[0], PF[1], PF[2]];
    let one_bit = [BK, PF[0]];
    // Mode, bits of a pixel, half-clocks of a pixel.
    for (mode, bits, halves) in
        [(8, 2, 8), (9, 1, 4), (10, 2, 4), (11, 1, 2), (12, 1, 2), (13, 2, 2), (14, 2, 2)]
    {
        let mut machine = one_line(mode, &data).start();
        machine.run_frame();
        let colours_of = |byte| -> Vec<u8> {
            let table = if bits == 2 { &two_bits[..] } else { &one_bit[..] };
            pixels(byte, bits).into_iter().map(|pixel| table[usize::from(pixel)]).collect()
        };
        let expected: Vec<u8> = data.iter().flat_map(|&byte| stretched(&colours_of(byte), halves)).collect();
        assert_eq!(colours(&machine, 16, 0x30, expected.len() / 2), expected, "mode {mode}");
    }
    let mut machine = one_line(15, &data).start();
    machine.run_frame();
    let expected: Vec<u8> = data.iter().flat_map(|&byte| hires(byte)).collect();
    assert_eq!(colours(&machine, 16, 0x30, 16), expected);
}

#[test]
fn mode_2_shows_inverts_blanks_and_reflects_as_chactl_says() {
    let names = [3, 3 | 0x80, 77, 77 | 0x80];
    for chactl in 0..8 {
        let mut machine = one_line(2, &names).set(0xD401, chactl).start();
        machine.run_frame();
        for row in 0..8 {
            let font_row = if chactl & 4 != 0 { 7 - row } else { row };
            let expected: Vec<u8> = names
                .iter()
                .flat_map(|&name| {
                    let mut byte = pattern(name & 0x7F, font_row);
                    if name & 0x80 != 0 && chactl & 1 != 0 {
                        byte = 0;
                    }
                    if name & 0x80 != 0 && chactl & 2 != 0 {
                        byte = !byte;
                    }
                    hires(byte)
                })
                .collect();
            let found = colours(&machine, 16 + u32::from(row), 0x30, 16);
            assert_eq!(found, expected, "CHACTL {chactl} row {row}");
        }
    }
}

#[test]
fn mode_3_has_descenders_in_its_last_quarter() {
    let names = [0x21, 0x61, 0xE1];
    for chactl in [0, 2, 4, 6] {
        let mut machine = one_line(3, &names).set(0xD401, chactl).start();
        machine.run_frame();
        for row in 0..10_u8 {
            let expected: Vec<u8> = names
                .iter()
                .flat_map(|&name| {
                    let low = name & 0x7F >= 0x60;
                    let blank = if low { row < 2 } else { row >= 8 };
                    let font_row = if chactl & 4 != 0 { (row & 7) ^ 7 } else { row & 7 };
                    let byte = if blank { 0 } else { pattern(name & 0x7F, font_row) };
                    hires(if name & 0x80 != 0 && chactl & 2 != 0 { !byte } else { byte })
                })
                .collect();
            let found = colours(&machine, 16 + u32::from(row), 0x30, 12);
            assert_eq!(found, expected, "CHACTL {chactl} row {row}");
        }
    }
}

#[test]
fn modes_4_and_5_show_four_colours_and_a_fifth_with_bit_7() {
    let names = [5, 5 | 0x80, 126];
    let glyph = |name: u8, row: u8| {
        let three = if name & 0x80 != 0 { PF[3] } else { PF[2] };
        let table = [BK, PF[0], PF[1], three];
        let bits = pixels(pattern(name & 0x7F, row), 2);
        bits.into_iter().map(|pixel| table[usize::from(pixel)]).collect()
    };
    shows_glyphs(4, 1, &names, 12, glyph);
    shows_glyphs(5, 2, &names, 12, glyph);
}

/// The eight rows of the characters are shown in so many lines each, over so many clocks; a clock is
/// two of `glyph`'s pixels' width.
fn shows_glyphs(mode: u8, lines: u32, names: &[u8], width: usize, glyph: impl Fn(u8, u8) -> Vec<u8>) {
    let mut machine = one_line(mode, names).start();
    machine.run_frame();
    for row in 0..8 {
        let expected: Vec<u8> = names.iter().flat_map(|&name| stretched(&glyph(name, row), 2)).collect();
        for line in 0..lines {
            let found = colours(&machine, 16 + u32::from(row) * lines + line, 0x30, width);
            assert_eq!(found, expected, "mode {mode} row {row}");
        }
    }
}

#[test]
fn modes_6_and_7_choose_the_colour_by_the_names_high_bits() {
    let names = [9, 9 | 0x40, 9 | 0x80, 63 | 0xC0];
    let glyph = |name: u8, row: u8| {
        let colour = PF[usize::from(name >> 6)];
        let bits = pixels(pattern(name & 0x3F, row), 1);
        bits.into_iter().map(|bit| if bit == 1 { colour } else { BK }).collect()
    };
    shows_glyphs(6, 1, &names, 32, glyph);
    shows_glyphs(7, 2, &names, 32, glyph);
}

#[test]
fn fonts_begin_at_1k_or_half_a_k_as_the_mode_needs() {
    // CHBASE $42: modes 2 to 5 leave bit 1 aside.
    let mut machine = one_line(2, &[1]).set(0xD409, 0x42).start();
    machine.run_frame();
    assert_eq!(colours(&machine, 16, 0x30, 4), hires(pattern(1, 0)));
    let mut machine = one_line(6, &[1]).set(0xD409, 0x42).start();
    machine.run_frame();
    let pixels: Vec<u8> =
        pixels(pattern(65, 0), 1).into_iter().map(|bit| if bit == 1 { PF[0] } else { BK }).collect();
    assert_eq!(colours(&machine, 16, 0x30, 8), stretched(&pixels, 2));
}

#[test]
fn mode_2_stretched_by_scrolling_blanks_rows_8_and_9_and_repeats_the_rest() {
    // Start row 0 from the region before, end row 13: rows 0 to 13.
    let list = [0x70, 0x22, 0x42, SCREEN as u8, (SCREEN >> 8) as u8, 0x70];
    let mut machine =
        Display::new(&list).with(SCREEN, &[0x21, 0x61]).with(FONT, &font()).set(0xD405, 13).start();
    machine.run_frame();
    assert_eq!(heights(&mut machine)[2], 14);
    let top = mode_lines(&mut machine)[2];
    for row in 0..14 {
        let upper = if matches!(row, 8 | 9) { 0 } else { pattern(0x21, row & 7) };
        let lower = pattern(0x61, row & 7);
        let expected = [hires(upper), hires(lower)].concat();
        let found = colours(&machine, top + u32::from(row), 0x30, 8);
        if !(2..=9).contains(&row) {
            // Whether names from $60 on are blank in rows 0 and 1 is mode 3's matter.
            assert_eq!(found[..8], expected[..8], "row {row}");
        } else {
            assert_eq!(found, expected, "row {row}");
        }
    }
}

#[test]
fn stretched_by_scrolling_the_rows_of_other_modes_begin_again() {
    // Mode, and the first row that shows the one eight before it. [sheet: antic 5]
    for (mode, row) in [(3, 10), (4, 8), (6, 8)] {
        let list = [0x70, 0x20 | mode, 0x40 | mode, SCREEN as u8, (SCREEN >> 8) as u8, 0x70];
        let mut machine =
            Display::new(&list).with(SCREEN, &[0x21]).with(FONT, &font()).set(0xD405, 13).start();
        machine.run_frame();
        let lines = mode_lines(&mut machine);
        assert_eq!(lines[3] - lines[2], 14, "mode {mode}");
        for row in row..14 {
            let [again, first] = [row, row - 8].map(|row| colours(&machine, lines[2] + row, 0x30, 4));
            assert_eq!(again, first, "mode {mode} row {row}");
        }
    }
}
