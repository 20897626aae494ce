//! Fine scrolling.

use super::*;

#[test]
fn a_vertical_scroll_region_has_the_heights_of_the_sheet() {
    // Mode 2, VSCROL v: 8 - v lines at the top, v + 1 at the end. [sheet: antic 12]
    for v in 0..8 {
        let mut machine = Display::new(&[0x22, 0x22, 0x22, 0x02, 0x02]).set(0xD405, v).start();
        let v = u32::from(v);
        assert_eq!(heights(&mut machine), [8 - v, 8, 8, v + 1, 8], "VSCROL {v}");
    }
}

#[test]
fn a_start_beyond_the_last_row_counts_through_15() {
    // Start 9, end 7: rows 9 to 15 and 0 to 7; end row 9: rows 0 to 9. [acid: antic_vscrol]
    let mut machine = Display::new(&[0x22, 0x02, 0x02]).set(0xD405, 9).start();
    assert_eq!(heights(&mut machine), [15, 10, 8]);
}

#[test]
fn blank_lines_and_jumps_end_a_region() {
    let mut machine = Display::new(&[0x22, 0x70, 0x02]).set(0xD405, 3).start();
    assert_eq!(heights(&mut machine), [5, 4, 8]);
}

#[test]
fn a_jump_that_ends_a_region_goes_from_address_to_address() {
    // Its three lines fetch an address each, the later ones where the one before has led.
    let mut machine = Display::new(&[0x70, 0x22, 0x01, 0x00, 0x21])
        .with(0x2100, &[0x10, 0x21])
        .with(0x2110, &[0x20, 0x21])
        .with(0x2120, &[0x0F, JVB, 0x00, 0x20])
        .set(0xD405, 2)
        .start();
    assert_eq!(heights(&mut machine), [8, 6, 3, 1]);
    for line in [22, 23, 24] {
        let taken = claimed(&mut machine, line);
        assert!(taken.contains(&6) && taken.contains(&7), "line {line}");
    }
}

#[test]
fn the_scroll_bit_of_every_line_means_no_scrolling_once_it_has_gone_through_the_blank() {
    // The bit of the last line before the vertical blank is remembered; a jump would end the region, so
    // the list is longer than the screen.
    let mut machine = Display::new(&[0x22; 31]).set(0xD405, 5).power_on(Video::Ntsc);
    machine.run_frame();
    machine.run_frame();
    let lines = mode_lines(&mut machine);
    assert!(lines.windows(2).skip(2).all(|pair| pair[1] - pair[0] == 8), "{lines:?}");
}

#[test]
fn hscrol_moves_the_picture_right_by_colour_clocks() {
    // Mode F, one lit byte in the middle of the wide fetch.
    let lit = PF[2] & 0xF0 | PF[1] & 0x0E;
    for scroll in 0..16 {
        let mut machine = Display::new(&[0x70, 0x5F, SCREEN as u8, (SCREEN >> 8) as u8])
            .with(SCREEN, &[0; 96])
            .with(SCREEN + 20, &[0x80])
            .set(0xD404, scroll)
            .start();
        machine.run_frame();
        let line = colours(&machine, TOP + 8, 0x30, 160);
        let found: Vec<usize> = (0..320).filter(|&at| line[at] == lit).collect();
        // The wide window begins 16 clocks before the normal one.
        assert_eq!(found, [20 * 8 - 32 + 2 * usize::from(scroll)], "HSCROL {scroll}");
    }
}

#[test]
fn a_scrolled_line_takes_as_many_bytes_as_the_next_width() {
    for (width, bytes) in [(1, 40), (2, 48), (3, 48)] {
        // The second line begins where the first one ended.
        let mut machine = Display::new(&[0x70, 0x5F, SCREEN as u8, (SCREEN >> 8) as u8, 0x0F])
            .with(SCREEN, &[0; 48])
            .with(SCREEN + bytes, &[0xFF; 48])
            .set(0xD400, 0x20 | width)
            .start();
        machine.run_frame();
        let lit = PF[2] & 0xF0 | PF[1] & 0x0E;
        assert!(colours(&machine, TOP + 9, 0x40, 128).iter().all(|&colour| colour == lit), "width {width}");
        assert!(colours(&machine, TOP + 8, 0x40, 120).iter().all(|&colour| colour == PF[2]), "width {width}");
    }
}

#[test]
fn widths_show_128_160_and_178_clocks_and_background_beside_them() {
    for (width, from, to) in [(1, 0x40, 0xC0), (2, 0x30, 0xD0), (3, 0x2C, 0xDC)] {
        let mut machine = Display::new(&[0x70, 0x4C, SCREEN as u8, (SCREEN >> 8) as u8])
            .with(SCREEN, &[0xFF; 48])
            .set(0xD400, 0x20 | width)
            .start();
        machine.run_frame();
        let line = colours(&machine, TOP + 8, 0x22, 188);
        for (at, &colour) in line.iter().enumerate() {
            let clock = 0x22 + at / 2;
            // The last two clocks of a wide line show what was on the bus.
            if clock < 0xDC {
                let expected = if (from..to).contains(&clock) { PF[0] } else { BK };
                assert_eq!(colour, expected, "width {width} clock {clock:02X}");
            }
        }
    }
}

#[test]
fn names_are_fetched_on_the_first_line_of_a_region_whatever_its_row() {
    let mut machine = Display::new(&[0x70, 0x22, 0x02]).set(0xD405, 3).start();
    for (line, fetches) in [(16, true), (17, false), (20, false), (21, true), (22, false)] {
        assert_eq!(claimed(&mut machine, line).contains(&18), fetches, "line {line}");
    }
}
