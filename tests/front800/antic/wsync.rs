//! WSYNC where DMA is in the way. [sheet: cpu 1, antic 8]

use super::*;

const WSYNC: u16 = 0xD40A;

/// Stores to WSYNC in `cycle` of a line; where the NOP after the store ends.
fn nop_ends(machine: &mut Machine, line: u32, cycle: u32) -> (u32, u32) {
    write_at(machine, line, cycle, WSYNC, 0);
    machine.step();
    (machine.line(), machine.line_cycle())
}

#[test]
fn a_write_in_cycle_104_waits_for_the_next_line() {
    let mut machine = Display::new(&[0x70; 4]).start();
    assert_eq!(nop_ends(&mut machine, 20, 103), (20, 106), "in 104 and 105");
    assert_eq!(nop_ends(&mut machine, 22, 104), (23, 106));
}

#[test]
fn the_free_cycle_after_the_write_is_lost_to_dma() {
    // Mode 2, not the first line: character rows in odd cycles.
    let mut machine = Display::new(&[0x70, 0x02, 0x02]).start();
    assert_eq!(nop_ends(&mut machine, 18, 70), (18, 107));
}

#[test]
fn dma_in_105_and_106_delays_the_release() {
    let wide = || Display::new(&[0x70, 0x02, 0x02]).set(0xD400, 0x23).start();
    let mut machine = wide();
    let taken = |machine: &mut Machine, line| -> Vec<u32> {
        claimed(machine, line).into_iter().filter(|&cycle| cycle > 104).collect()
    };
    assert_eq!((taken(&mut machine, 16), taken(&mut machine, 18)), (vec![105, 106], vec![105]));
    assert_eq!(nop_ends(&mut wide(), 16, 8), (16, 108), "the second cycle in 107");
    assert_eq!(nop_ends(&mut wide(), 18, 70), (18, 108), "both from 106 on");
}

#[test]
fn an_increment_that_writes_in_103_and_104_waits_twice() {
    let mut machine = Display::new(&[0x70; 4]).start();
    access_at(&mut machine, INCREMENTS, 20, 104, WSYNC, 0);
    machine.step();
    assert_eq!((machine.line(), machine.line_cycle()), (21, 106));
    let mut machine = Display::new(&[0x70, 0x02, 0x02]).start();
    // 71 is taken between the writes, or after them: the opcode is fetched in 105 all the same.
    for (line, cycle) in [(18, 72), (20, 70)] {
        access_at(&mut machine, INCREMENTS, line, cycle, WSYNC, 0);
        machine.step();
        assert_eq!((machine.line(), machine.line_cycle()), (line, 107), "cycle {cycle}");
    }
}
