//! NMI and its status, the RESET key, and what becomes of an NMI beside other interrupts.

use super::*;
use front800::machine::Step;

const NMIEN: u16 = 0xD40E;
const NMIRES: u16 = 0xD40F;

fn vector(machine: &mut Machine, address: u16) -> u16 {
    u16::from_le_bytes([machine.peek(address), machine.peek(address + 1)])
}

#[test]
fn a_break_that_begins_near_the_vertical_blank_loses_its_vector_or_the_nmi() {
    // The store ends in the cycle before BRK begins; cycle 0 follows line 247. [sheet: cpu 5.3]
    for begins in 0..10 {
        let mut machine = Display::new(&[0x70]).set(NMIEN, 0x40).start();
        let before = 248 * 114 + begins - 1;
        write_at(&mut machine, before / 114, before % 114, 0x0700, 0);
        machine.poke(AFTER_ACCESS, 0);
        let (nmi, irq) = (vector(&mut machine, 0xFFFA), vector(&mut machine, 0xFFFE));
        assert_eq!(machine.step(), Step::Instruction);
        let hijacked = begins >= 5;
        assert_eq!(machine.cpu().pc, if hijacked { nmi } else { irq }, "begun in {begins}");
        let pushed = machine.peek(0x0100 + u16::from(machine.cpu().s) + 1);
        assert_eq!(pushed & 0x10, 0x10, "the B of a break");
        // The handler's first instruction runs in any case; then an NMI is due or never comes.
        let steps = [machine.step(), machine.step(), machine.step()];
        let expected = if begins <= 3 { Step::Nmi } else { Step::Instruction };
        assert_eq!(steps, [Step::Instruction, expected, Step::Instruction], "begun in {begins}");
        assert_eq!(machine.peek(0xD40F), 0x5F);
    }
}

#[test]
fn status_bits_are_set_though_not_enabled_and_put_out_each_other() {
    let mut machine = Display::new(&[0x70, 0x80]).start();
    step_to(&mut machine, 16, 20);
    assert_eq!(machine.peek(0xD40F), 0x9F, "display list");
    step_to(&mut machine, 247, 20);
    assert_eq!(machine.peek(0xD40F), 0x9F);
    step_to(&mut machine, 248, 20);
    assert_eq!(machine.peek(0xD40F), 0x5F, "vertical blank");
    step_to(&mut machine, 16, 4);
    assert_eq!(machine.peek(0xD40F), 0x5F);
    write_at(&mut machine, 20, 20, NMIRES, 0x55);
    assert_eq!(machine.peek(0xD40F), 0x1F);
}

#[test]
fn the_reset_key_is_an_nmi_that_cannot_be_disabled() {
    let mut machine = Display::new(&[0x70]).start();
    machine.set_reset_key(true);
    let mut interrupts = Vec::new();
    for frame in 0..3 {
        let end = machine.frame_number() + 1;
        while machine.frame_number() < end {
            if machine.step() == Step::Nmi {
                interrupts.push((frame, machine.line()));
            }
        }
        if frame == 1 {
            machine.set_reset_key(false);
        }
    }
    assert_eq!(interrupts, [(0, 248), (1, 248)]);
    // The key's bit stays until it is cleared; nothing but ANTIC has noticed.
    assert_eq!(machine.peek(0xD40F), 0x7F);
    write_at(&mut machine, 20, 20, NMIRES, 0);
    step_to(&mut machine, 248, 20);
    assert_eq!(machine.peek(0xD40F), 0x5F);
    assert!((0xE000..0xE400).contains(&machine.cpu().pc) || machine.cpu().pc == 0x0604);
}

#[test]
fn registers_without_a_meaning_read_ff() {
    let machine = Display::new(&[0x70]).start();
    for register in (0xD400..0xD410).filter(|register| !(0xD40B..=0xD40F).contains(register)) {
        assert_eq!(machine.peek(register), 0xFF, "{register:04X}");
    }
    assert_eq!(machine.peek(0xD40E), 0xFF, "NMIEN cannot be read");
}

#[test]
fn chips_repeat_over_their_pages() {
    let mut machine = Display::new(&[0x70]).start();
    for (page, size) in [(0xD000, 32), (0xD200, 16), (0xD300, 4), (0xD400, 16)] {
        let first: Vec<u8> = (page..page + size).map(|address| machine.peek(address)).collect();
        for address in page..page + 0x100 {
            assert_eq!(machine.peek(address), first[usize::from((address - page) % size)], "{address:04X}");
        }
    }
    // COLBK, and the direction of port A.
    write_at(&mut machine, 20, 20, 0xD0FA, 0x36);
    write_at(&mut machine, 21, 20, 0xD3F8, 0x0F);
    machine.run_frame();
    assert_eq!(colours(&machine, 100, 0x80, 1), [0x36; 2]);
    assert_eq!((machine.peek(0xD300), machine.peek(0xD302)), (0x0F, 0));
}

#[test]
fn vcount_of_pal_shows_9c_for_one_cycle() {
    let mut machine = Display::new(&[0x70]).power_on(Video::Pal);
    let mut seen = Vec::new();
    step_to(&mut machine, 311, 100);
    while machine.line() != 0 || machine.line_cycle() < 3 {
        seen.push((machine.line_cycle(), machine.peek(0xD40B)));
        machine.step();
    }
    for (cycle, vcount) in seen {
        let expected = match cycle {
            3..=110 => 155,
            111 => 0x9C,
            _ => 0,
        };
        assert_eq!(vcount, expected, "cycle {cycle}");
    }
}
