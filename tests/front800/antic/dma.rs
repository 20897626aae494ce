//! Which cycles DMA takes.

use super::*;

/// Rows, cycles between two fetches, and whether it is a character mode, for modes 2 to 15.
/// [sheet: antic 5]
const MODES: [(u32, u32, bool); 14] = [
    (8, 2, true),
    (10, 2, true),
    (8, 2, true),
    (16, 2, true),
    (8, 4, true),
    (16, 4, true),
    (8, 8, false),
    (4, 8, false),
    (4, 4, false),
    (2, 4, false),
    (1, 4, false),
    (2, 2, false),
    (1, 2, false),
    (1, 2, false),
];

/// What the sheet's section 6 says: taps from the start of the window, refresh in what is left.
fn expected(mode: u8, width: u32, scroll: Option<u32>, first: bool) -> Vec<u32> {
    let (_, period, character) = MODES[usize::from(mode) - 2];
    let fetched = if scroll.is_some() { (width + 1).min(3) } else { width };
    let start = [26, 18, 10][fetched as usize - 1] + scroll.unwrap_or(0) / 2;
    let length = [64, 80, 96][fetched as usize - 1];
    let mut taken: Vec<u32> = if first { vec![1] } else { Vec::new() };
    for tap in (start..start + length).step_by(period as usize) {
        if character && first {
            taken.push(tap);
        }
        if character || first {
            taken.push(tap + if character { 3 } else { 2 });
        }
    }
    taken.retain(|&cycle| cycle < 106);
    let mut pending = false;
    for cycle in 0..114 {
        pending |= (25..=57).step_by(4).any(|request| request == cycle);
        if pending && !taken.contains(&cycle) {
            taken.push(cycle);
            pending = false;
        }
    }
    taken.sort_unstable();
    taken
}

#[test]
fn every_mode_width_and_scroll_takes_the_cycles_of_the_sheet() {
    for mode in 2..16_u8 {
        for width in 1..=3 {
            for scroll in [None].into_iter().chain((0..16).map(Some)) {
                let instruction = if scroll.is_some() { mode | 0x10 } else { mode };
                let mut machine = Display::new(&[0x70, instruction, 0x70])
                    .set(0xD400, 0x20 | width as u8)
                    .set(0xD404, scroll.unwrap_or(0) as u8)
                    .start();
                let rows = MODES[usize::from(mode) - 2].0;
                for line in TOP + 8..TOP + 8 + rows {
                    let found = claimed(&mut machine, line);
                    let expected = expected(mode, width, scroll, line == TOP + 8);
                    assert_eq!(found, expected, "mode {mode} width {width} {scroll:?} line {line}");
                }
            }
        }
    }
}

#[test]
fn refresh_takes_nine_cycles_on_every_line_and_nothing_else_runs_outside_the_display() {
    let refresh: Vec<u32> = (0..9).map(|n| 25 + 4 * n).collect();
    let mut machine = Display::new(&[2; 30]).set(0xD400, 0x3E).start();
    for line in (0..8).chain(248..262) {
        assert_eq!(claimed(&mut machine, line), refresh, "line {line}");
    }
}

#[test]
fn player_dma_takes_the_missile_cycle_too_and_missile_dma_that_alone() {
    for (dmactl, cycles) in [(0x24, vec![0]), (0x28, vec![0, 2, 3, 4, 5]), (0x2C, vec![0, 2, 3, 4, 5])] {
        let mut machine = Display::new(&[0x70; 3]).set(0xD400, dmactl).start();
        for line in [9, 100, 247] {
            let found: Vec<u32> =
                claimed(&mut machine, line).into_iter().filter(|&c| c < 8 && c != 1).collect();
            assert_eq!(found, cycles, "DMACTL {dmactl:02X} line {line}");
        }
    }
}

#[test]
fn an_instruction_with_an_address_takes_cycles_6_and_7() {
    let mut machine = Display::new(&[0x70, 0x42, 0, 0x30, 2]).start();
    for (line, cycles) in [(8, vec![1]), (16, vec![1, 6, 7]), (24, vec![1]), (32, vec![1, 6, 7])] {
        let found: Vec<u32> = claimed(&mut machine, line).into_iter().filter(|&c| c < 8).collect();
        assert_eq!(found, cycles, "line {line}");
    }
}

#[test]
fn player_data_comes_from_a_byte_a_line_or_a_byte_for_two() {
    // PMBASE $50: players at $5200 (two lines) or $5400 (one line); bit 2 has no meaning for one line.
    for (dmactl, pmbase, at) in [(0x2C, 0x54, 0x5600), (0x3C, 0x54, 0x5400)] {
        let data: Vec<u8> = (0..=255).collect();
        let mut machine = Display::new(&[0x70; 3])
            .with(at, &data)
            .set(0xD400, dmactl)
            .set(0xD407, pmbase)
            .set(0xD01D, 3)
            .set(0xD000, 0x40)
            .set(0xD012, 0x1E)
            .start();
        machine.run_frame();
        for line in TOP..248 {
            let byte = if dmactl & 0x10 == 0 { line / 2 } else { line };
            let bits: Vec<u8> =
                (0..8).rev().map(|bit| if byte >> bit & 1 == 1 { 0x1E } else { BK }).collect();
            assert_eq!(
                colours(&machine, line, 0x40, 8),
                stretched(&bits, 2),
                "DMACTL {dmactl:02X} line {line}"
            );
        }
    }
}

#[test]
fn the_memory_counter_wraps_within_4k_and_an_address_loads_all_of_it() {
    // Two lines of 40 bytes from $3FF0 on: the second part stands at $3000.
    let mut machine = Display::new(&[0x70, 0x4F, 0xF0, 0x3F, 0x0F])
        .with(0x3FF0, &[0xFF; 16])
        .with(0x3000, &[0x00; 64])
        .with(0x4000, &[0xFF; 64])
        .start();
    machine.run_frame();
    let line = colours(&machine, TOP + 8, 0x30, 160);
    let lit = PF[2] & 0xF0 | PF[1] & 0x0E;
    assert_eq!(line, [vec![lit; 16 * 8], vec![PF[2]; 24 * 8]].concat());
    assert_eq!(colours(&machine, TOP + 9, 0x30, 160), vec![PF[2]; 320]);
    machine.poke(0x3000, 0xFF);
    machine.run_frame();
    machine.run_frame();
    assert_eq!(colours(&machine, TOP + 8, 0x30, 68)[16 * 8..], vec![lit; 8]);
}
