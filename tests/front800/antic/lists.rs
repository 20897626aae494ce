//! Display lists: heights, jumps, the counter's limits.

use super::*;

#[test]
fn blank_instructions_and_modes_have_their_heights() {
    let blanks: Vec<u8> = (0..8).map(|n| n << 4).collect();
    assert_eq!(heights(&mut Display::new(&blanks).start()), [1, 2, 3, 4, 5, 6, 7, 8]);
    let modes: Vec<u8> = (2..16).collect();
    let expected = [8, 10, 8, 16, 8, 16, 8, 4, 4, 2, 1, 2, 1, 1];
    assert_eq!(heights(&mut Display::new(&modes).start()), expected);
}

#[test]
fn scroll_bits_mean_lines_in_a_blank_instruction() {
    let mut machine = Display::new(&[0x30, 0x02]).set(0xD405, 5).start();
    assert_eq!(heights(&mut machine), [4, 8]);
}

#[test]
fn the_list_wraps_within_1k_even_inside_an_instruction() {
    // A jump to $27FE; there an instruction with an address, of which one byte stands at $2400.
    let mut machine = Display::new(&[0x70, 0x01, 0xFE, 0x27])
        .with(0x27FE, &[0x4F, 0x34])
        .with(0x2400, &[0x12, 0x70, JVB, 0x00, 0x20])
        .with(0x1234, &[0xFF; 40])
        .start();
    machine.run_frame();
    assert_eq!(heights(&mut machine), [8, 1, 1, 8]);
    let lit = PF[2] & 0xF0 | PF[1] & 0x0E;
    assert_eq!(colours(&machine, TOP + 9, 0x30, 160), vec![lit; 320]);
}

#[test]
fn a_jump_takes_one_blank_line() {
    let mut machine = Display::new(&[0x01, 0x00, 0x21]).with(0x2100, &[0x0F, JVB, 0x00, 0x20]).start();
    assert_eq!(heights(&mut machine), [1, 1]);
}

#[test]
fn a_list_too_long_goes_on_in_the_next_frame() {
    // 40 mode lines of 8: the last ten come on the next frame's top.
    let mut list = vec![0x4F, SCREEN as u8, (SCREEN >> 8) as u8];
    list.extend([0x70; 30]);
    list.extend([0x70; 2]);
    let mut machine = Display::new(&list).power_on(Video::Ntsc);
    let firsts: Vec<usize> = (0..3).map(|_| mode_lines(&mut machine).len()).collect();
    // 1 + 8 * 30 lines: in line 247 the 30th instruction ends after its 7th line is cut off.
    assert_eq!(firsts[0], 31);
    assert!(firsts[1] < 10, "{firsts:?}");
}

#[test]
fn without_list_dma_the_last_instruction_repeats_and_the_pointer_stays() {
    let mut machine = Display::new(&[0x4D, SCREEN as u8, (SCREEN >> 8) as u8, 0x0D, 0x0D]).start();
    step_to(&mut machine, TOP + 1, 20);
    let mut lines = Vec::new();
    for line in TOP + 2..TOP + 6 {
        lines.push(claimed(&mut machine, line).contains(&1));
    }
    assert_eq!(lines, [true, false, true, false]);
}

#[test]
fn pal_shows_the_same_lines_and_has_more_blank_ones() {
    let mut machine = Display::new(&[2; 24]).power_on(Video::Pal);
    machine.run_frame();
    let begin = machine.cycle();
    machine.run_frame();
    assert!((machine.cycle() - begin).abs_diff(312 * 114) < 8);
    assert_eq!(mode_lines(&mut machine).len(), 25);
    assert!(!claimed(&mut machine, 300).contains(&1));
}
