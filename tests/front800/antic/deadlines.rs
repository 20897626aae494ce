//! The last cycle in which a write to a register still counts. [sheet: antic 3]

use super::*;
use front800::machine::Step;

const DMACTL: u16 = 0xD400;
const HSCROL: u16 = 0xD404;
const VSCROL: u16 = 0xD405;
const CHBASE: u16 = 0xD409;
const NMIEN: u16 = 0xD40E;
const NMIRES: u16 = 0xD40F;
const NMIST: u16 = 0xD40F;

/// Which of the cycles of objects and display list are taken on a line.
fn head(machine: &mut Machine, line: u32) -> Vec<u32> {
    claimed(machine, line).into_iter().filter(|&cycle| cycle < 8).collect()
}

#[test]
fn object_dma_is_decided_two_cycles_ahead() {
    let blank = |dmactl| Display::new(&[0x70; 4]).set(DMACTL, dmactl).start();
    for (before, after, written, taken) in [
        (0x20, 0x24, (19, 112), vec![0]),
        (0x20, 0x24, (19, 113), vec![]),
        (0x24, 0x20, (19, 112), vec![]),
        (0x24, 0x20, (19, 113), vec![0]),
        (0x20, 0x28, (20, 0), vec![2, 3, 4, 5]),
        (0x20, 0x28, (20, 1), vec![3, 4, 5]),
        (0x20, 0x28, (20, 2), vec![4, 5]),
    ] {
        let mut machine = blank(before);
        write_at(&mut machine, written.0, written.1, DMACTL, after);
        assert_eq!(head(&mut machine, 20), taken, "{before:02X} to {after:02X} in {written:?}");
    }
}

#[test]
fn list_dma_is_decided_a_cycle_ahead() {
    for (line, cycle, taken) in [(15, 113, vec![]), (16, 0, vec![1])] {
        let mut machine = Display::new(&[0x70; 4]).start();
        write_at(&mut machine, line, cycle, DMACTL, 0x02);
        assert_eq!(head(&mut machine, 16), taken, "line {line} cycle {cycle}");
    }
}

/// How many lines the mode line has that is in force on `line`, and began on `first`.
fn height(machine: &mut Machine, first: u32, line: u32) -> u32 {
    (line + 1..248).find(|&line| claimed(machine, line).contains(&1)).expect("another mode line") - first
}

#[test]
fn vscrol_begins_a_region_from_cycle_0_and_ends_it_from_cycle_108() {
    // Cycle 1 is taken by the instruction.
    for (cycle, lines) in [(0, 8 - 3), (2, 8)] {
        let mut machine = Display::new(&[0x70, 0x22, 0x22]).start();
        write_at(&mut machine, 16, cycle, VSCROL, 3);
        assert_eq!(height(&mut machine, 16, 16), lines, "cycle {cycle}");
    }
    // The closing line from 16 + 8 on; in its row 3 it is told to end there, or has missed it.
    for (cycle, lines) in [(108, 4), (109, 16 + 4)] {
        let mut machine = Display::new(&[0x70, 0x22, 0x02, 0x02]).start();
        write_at(&mut machine, 17, 20, VSCROL, 7);
        write_at(&mut machine, 24 + 3, cycle, VSCROL, 3);
        assert_eq!(height(&mut machine, 24, 27), lines, "cycle {cycle}");
    }
}

#[test]
fn vscrol_makes_the_last_line_for_the_interrupt_until_cycle_5() {
    for (cycle, interrupt) in [(5, 0x80), (6, 0)] {
        let mut machine = Display::new(&[0x70, 0x22, 0x82, 0x02]).start();
        write_at(&mut machine, 17, 20, VSCROL, 7);
        write_at(&mut machine, 24 + 3, cycle, VSCROL, 3);
        step_to(&mut machine, 27, 20);
        assert_eq!(machine.peek(NMIST) & 0x80, interrupt, "cycle {cycle}");
        assert_eq!(height(&mut machine, 24, 27), 4, "the height is decided later");
    }
}

/// The cycle after the interrupt sequence on line 248, if there is one.
fn interrupted(machine: &mut Machine) -> Option<u32> {
    while machine.line() == 248 && machine.line_cycle() < 60 {
        if machine.step() == Step::Nmi {
            return Some(machine.line_cycle());
        }
    }
    None
}

#[test]
fn nmien_counts_until_cycle_7_and_in_it_a_cycle_late() {
    // After the store a NOP, then jumps of three cycles; the sequence takes seven.
    for (cycle, end) in [(4, Some(17)), (5, Some(18)), (6, Some(19)), (7, Some(20)), (8, None)] {
        let mut machine = Display::new(&[0x70]).start();
        write_at(&mut machine, 248, cycle, NMIEN, 0x40);
        assert_eq!(interrupted(&mut machine), end, "enabled in {cycle}");
    }
    for (cycle, comes) in [(5, false), (6, false), (7, true), (8, true)] {
        let mut machine = Display::new(&[0x70]).set(NMIEN, 0x40).start();
        write_at(&mut machine, 248, cycle, NMIEN, 0);
        assert_eq!(interrupted(&mut machine).is_some(), comes, "disabled in {cycle}");
    }
}

#[test]
fn nmires_takes_back_no_interrupt() {
    for (cycle, shown) in [(6, 0x40), (7, 0x40), (8, 0)] {
        let mut machine = Display::new(&[0x70]).set(NMIEN, 0x40).start();
        write_at(&mut machine, 248, cycle, NMIRES, 0);
        assert!(interrupted(&mut machine).is_some());
        assert_eq!(machine.peek(NMIST) & 0x40, shown, "cleared in {cycle}");
    }
}

#[test]
fn chbase_counts_for_character_rows_fetched_two_cycles_later() {
    // Mode 6: the row of the 14th character is fetched in 73, the cycles before it are free.
    for (cycle, first) in [(71, 13), (72, 14)] {
        let mut machine = Display::new(&[0x70, 0x46, SCREEN as u8, (SCREEN >> 8) as u8])
            .with(SCREEN, &[0; 20])
            .with(FONT, &[0; 8])
            .with(FONT + 0x200, &[0xFF; 8])
            .start();
        write_at(&mut machine, 18, cycle, CHBASE, (FONT >> 8) as u8 + 2);
        machine.run_frame();
        let characters: Vec<u8> = colours(&machine, 18, 0x30, 160).into_iter().step_by(16).collect();
        let expected: Vec<u8> = (0..20).map(|n| if n < first { BK } else { PF[0] }).collect();
        assert_eq!(characters, expected, "cycle {cycle}");
    }
}

#[test]
fn hscrol_between_the_lines_of_a_mode_line_shears_it() {
    let mut machine = Display::new(&[0x70, 0x56, SCREEN as u8, (SCREEN >> 8) as u8])
        .with(SCREEN, &[0; 24])
        .with(SCREEN + 10, &[1])
        .with(FONT, &[[0; 8], [0x80; 8]].concat())
        .start();
    write_at(&mut machine, 18, 2, HSCROL, 6);
    machine.run_frame();
    let lit = |line| colours(&machine, line, 0x22, 188).iter().position(|&colour| colour == PF[0]);
    let plain = lit(16);
    assert!(plain.is_some());
    assert_eq!((lit(17), lit(18)), (plain, plain.map(|at| at + 2 * 6)));
}

/// Bit 0 delays what comes out, wherever in a byte that is; the other bits do nothing behind the start of the playfield.
#[test]
fn bit_0_of_hscrol_delays_at_once_what_is_shown_by_a_clock() {
    for (mode, first) in [(0x5E, 0x1B), (0x5F, 0x6D), (0x5A, 0xB1)] {
        let running = |hscrol| {
            Display::new(&[0x70, mode, SCREEN as u8, (SCREEN >> 8) as u8])
                .with(SCREEN, &std::array::from_fn::<u8, 48, _>(|n| first ^ (n as u8).wrapping_mul(0x35)))
                .set(HSCROL, hscrol)
                .start()
        };
        let shown = |mut machine: Machine| {
            machine.run_frame();
            colours(&machine, 16, 0x22, 188)
        };
        let (plain, delayed) = (shown(running(4)), shown(running(5)));
        assert_ne!(plain, delayed);
        for cycle in [31, 39, 61, 63, 91, 101, 103, 109] {
            for (before, after, [first, then]) in [(4, 5, [&plain, &delayed]), (5, 4, [&delayed, &plain])] {
                let mut machine = running(before);
                write_at(&mut machine, 16, cycle, HSCROL, after);
                let from = 2 * (2 * (cycle as usize + 1) - 0x22);
                let expected = [&first[..from.min(376)], &then[from.min(376)..]].concat();
                assert_eq!(shown(machine), expected, "mode {mode:X}, {before} to {after} in {cycle}");
            }
        }
    }
}
