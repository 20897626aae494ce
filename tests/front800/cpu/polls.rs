//! When an instruction lets interrupts in. [sheet: cpu 5.1, 5.2]

use super::pins::{Low, PinBus};
use front800::cpu::flags::{B, I, UNUSED};
use front800::cpu::{Cpu, Executed};

const ORIGIN: u16 = 0x1000;
const HANDLER: u16 = 0xC000;
const CLI: u8 = 0x58;
const SEI: u8 = 0x78;
const PLP: u8 = 0x28;
const RTI: u8 = 0x40;
const NOP: u8 = 0xEA;

/// Code in memory of NOPs, interrupts lead to [`HANDLER`].
fn start(code: &[u8], p: u8, stacked: &[u8]) -> (Cpu, PinBus) {
    let mut bus = PinBus::new();
    bus.ram.fill(NOP);
    let origin = usize::from(ORIGIN);
    bus.ram[origin..origin + code.len()].copy_from_slice(code);
    bus.ram[0x01F1..0x01F1 + stacked.len()].copy_from_slice(stacked);
    bus.ram[0xFFFE..].copy_from_slice(&HANDLER.to_le_bytes());
    (Cpu { pc: ORIGIN, s: 0xF0, p: UNUSED | p, reset_due: false, ..Cpu::new() }, bus)
}

/// Code, I at first, what is on the stack, instructions before the interrupt, I as pushed.
type Row<'a> = (&'a [u8], u8, [u8; 3], Option<usize>, u8);

#[test]
fn the_old_or_the_new_mask_counts_as_the_instruction_says() {
    let returns = [ORIGIN as u8 + 1, (ORIGIN >> 8) as u8];
    let pulled = |p| [p, returns[0], returns[1]];
    #[rustfmt::skip]
    let rows: [Row; 9] = [
        (&[CLI], I, [0; 3], Some(2), 0),
        (&[CLI, SEI], I, [0; 3], Some(2), I),
        (&[CLI, PLP], I, [I, 0, 0], Some(2), I),
        (&[PLP], I, [0; 3], Some(2), 0),
        (&[PLP, SEI], I, [0; 3], Some(2), I),
        (&[RTI, SEI], I, pulled(0), Some(1), 0),
        (&[SEI], 0, [0; 3], Some(1), I),
        (&[NOP], I, [0; 3], None, 0),
        (&[CLI, RTI], I, [I, returns[0] + 1, returns[1]], None, 0),
    ];
    for (code, p, stacked, instructions, pushed) in rows {
        let (mut cpu, mut bus) = start(code, p, &stacked);
        bus.schedule = vec![(0, Low { irq: true, ..Low::default() })];
        let executed: Vec<_> = (0..6).map(|_| bus.step(&mut cpu)).collect();
        let found = executed.iter().position(|step| *step == Executed::Irq);
        assert_eq!(found, instructions, "{code:02X?}");
        if instructions.is_some() {
            // Steps after the interrupt are NOPs of the handler.
            let status = bus.ram[0x0100 + usize::from(cpu.s) + 1];
            assert_eq!(status & (I | B), pushed, "{code:02X?}");
        }
    }
}

#[test]
fn the_last_cycle_but_one_decides_except_in_a_branch_within_its_page() {
    // Code, flags, the last clock of the instruction that still lets the next step be the interrupt.
    let crossing = [0xD0, 0x80];
    for (code, p, last) in [
        (&[NOP][..], 0, 0),
        (&[0xAD, 0x34, 0x12][..], 0, 2),
        (&[0xEE, 0x34, 0x12][..], 0, 4),
        (&[0xD0, 0x05][..], 0x02, 0), // not taken
        (&[0xD0, 0x05][..], 0, 0),    // taken: three clocks, decided in the first
        (&crossing[..], 0, 2),
    ] {
        for from in 0..6 {
            let (mut cpu, mut bus) = start(code, p, &[]);
            bus.schedule = vec![(from, Low { irq: true, ..Low::default() })];
            bus.step(&mut cpu);
            let at_once = bus.step(&mut cpu) == Executed::Irq;
            assert_eq!(at_once, from <= last, "{code:02X?} in clock {from}");
        }
    }
}

#[test]
fn an_irq_during_break_comes_after_the_handlers_first_instruction() {
    let (mut cpu, mut bus) = start(&[0x00], 0, &[]);
    bus.ram[usize::from(HANDLER)] = CLI;
    bus.schedule = vec![(3, Low { irq: true, ..Low::default() })];
    let executed: Vec<_> = (0..4).map(|_| bus.step(&mut cpu)).collect();
    use Executed::*;
    assert_eq!(executed, [Instruction, Instruction, Instruction, Irq], "BRK, CLI, NOP");
    assert_eq!(bus.ram[0x01EE] & B, B, "the status of the break");
    assert_eq!(bus.ram[0x01EF..0x01F1], [ORIGIN as u8 + 2, (ORIGIN >> 8) as u8]);
}

#[test]
fn an_interrupt_in_a_wait_comes_after_the_instruction_that_waits() {
    for nmi in [false, true] {
        let (mut cpu, mut bus) = start(&[NOP, NOP], 0, &[]);
        let pin = Low { irq: !nmi, nmi, rdy: false };
        // The second NOP waits in its second clock, as after a store to WSYNC.
        bus.schedule = vec![
            (3, Low { rdy: true, ..Low::default() }),
            (5, Low { rdy: true, ..pin }),
            (8, pin),
            (20, Low::default()),
        ];
        let executed: Vec<_> = (0..3).map(|_| bus.step(&mut cpu)).collect();
        let interrupt = if nmi { Executed::Nmi } else { Executed::Irq };
        assert_eq!(executed, [Executed::Instruction, Executed::Instruction, interrupt]);
    }
}
