//! Display lists: heights, jumps, the counter's limits.

use super::*;
use front800::machine::Step;

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

/// The lines of this frame on which the display list interrupt comes, if it is enabled.
fn interrupts(machine: &mut Machine) -> Vec<u32> {
    let frame = machine.frame_number();
    let mut lines = Vec::new();
    while machine.frame_number() == frame {
        if machine.step() == Step::Nmi {
            lines.push(machine.line());
        }
    }
    lines
}

#[test]
fn a_list_too_long_goes_on_in_the_next_frame() {
    // The first line is of mode F; of the 30th instruction after it, seven lines are left.
    let mut list = vec![0x4F, SCREEN as u8, (SCREEN >> 8) as u8];
    list.extend([0x70; 32]);
    let mut machine = Display::new(&list).power_on(Video::Ntsc);
    let first: Vec<u32> = [8].into_iter().chain((9..248).step_by(8)).collect();
    assert_eq!(mode_lines(&mut machine), first);
    assert_eq!(mode_lines(&mut machine), [8, 16, 24], "two more, and the jump");
    assert_eq!(mode_lines(&mut machine), first);
}

#[test]
fn a_list_of_241_lines_shows_every_other_frame() {
    let mut list = vec![0x4F, SCREEN as u8, (SCREEN >> 8) as u8];
    list.extend([0x0F; 239]);
    let mut machine = Display::new(&list).power_on(Video::Ntsc);
    let shown: Vec<usize> = (0..4).map(|_| mode_lines(&mut machine).len()).collect();
    assert_eq!(shown, [240, 1, 240, 1]);
}

#[test]
fn an_instruction_cut_off_by_the_blank_has_no_interrupt() {
    for (lines_before, expected) in [(7, vec![247]), (8, vec![])] {
        let mut list = vec![0x70; 28];
        list.extend([(lines_before - 1) << 4, 0x80, 0xF0]);
        let mut machine = Display::new(&list).set(0xD40E, 0x80).start();
        // Lines before, the one of $80 and eight: 240 or one too many.
        let list: Vec<u32> = interrupts(&mut machine).into_iter().filter(|&line| line > 240).collect();
        assert_eq!(list, expected, "{lines_before}");
    }
}

#[test]
fn a_jump_that_waits_interrupts_on_every_line_to_the_blank() {
    let list = [0x70, 0xC1, LIST as u8, (LIST >> 8) as u8];
    let mut machine = Display::new(&list).set(0xD40E, 0x80).start();
    assert_eq!(interrupts(&mut machine), (16..248).collect::<Vec<_>>());
}

#[test]
fn the_list_may_be_changed_while_a_jump_waits() {
    let mut machine = Display::new(&[0x70; 2]).with(0x2100, &[0x30, JVB, 0x00, 0x21]).start();
    assert_eq!(mode_lines(&mut machine), [8, 16, 24]);
    machine.run_frame();
    write_at(&mut machine, 100, 20, 0xD403, 0x21);
    machine.run_frame();
    assert_eq!(mode_lines(&mut machine), [8, 12]);
}

#[test]
fn without_list_dma_an_instruction_interrupts_each_time() {
    let mut machine = Display::new(&[0x70, 0x90]).set(0xD40E, 0x80).start();
    write_at(&mut machine, 17, 60, 0xD400, 0x02);
    assert_eq!(interrupts(&mut machine)[..5], [19, 21, 23, 25, 27]);
    // An address is not fetched again, and the next frame goes on with the instruction.
    let mut machine = Display::new(&[0x70, 0x4F, 0, 0x30]).start();
    write_at(&mut machine, 16, 110, 0xD400, 0x02);
    machine.run_frame();
    for line in [8, 9, 100] {
        let taken: Vec<u32> = claimed(&mut machine, line).into_iter().filter(|&cycle| cycle < 8).collect();
        assert!(taken.is_empty(), "line {line}: {taken:?}");
        assert_eq!(claimed(&mut machine, line).len(), 40 + 9, "line {line}");
    }
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
