//! Which interrupts are being served. The stack alone does not tell, so the end of the past is run again.

use super::Timeline;
use crate::cpu::opcodes::{Mnemonic, OPCODES};
use crate::inspect::budget::report::Interrupt;
use crate::machine::{Event, Machine, Stop, Stops};

const STACK: u16 = 0x0100;
/// ANTIC's register of pending interrupts, and its bit for the display list interrupt.
const NMIST: u16 = 0xD40F;
const DISPLAY_LIST: u8 = 0x80;
/// Bits that distinguish flags pushed by an interrupt from other bytes: bit 5 is set and B is clear.
const MARKS: u8 = 0x30;
const OF_INTERRUPT: u8 = 0x20;

/// An interrupt that has not returned yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served {
    /// The interrupt.
    pub interrupt: Interrupt,
    /// Where on the stack the flags lie that it pushed, $0100 to $01FF; the program counter follows.
    pub at: u16,
    /// The instruction that it came before.
    pub from: u16,
    /// The address of its handler.
    pub to: u16,
}

impl Served {
    /// How many bytes an interrupt pushes: flags and program counter.
    pub(in crate::debug) const PUSHED: u16 = 3;

    /// The interrupt that has just begun, if the event is one.
    pub(in crate::debug) fn begun(event: &Event, machine: &Machine) -> Option<Served> {
        let interrupt = match event {
            Event::Nmi if machine.peek(NMIST) & DISPLAY_LIST != 0 => Interrupt::Dli,
            Event::Nmi => Interrupt::Vbi,
            Event::Irq => Interrupt::Irq,
            _ => return None,
        };
        let at = STACK | u16::from(machine.cpu().s.wrapping_add(1));
        let [_, low, high] = pushed(machine, at);
        Some(Served { interrupt, at, from: u16::from_le_bytes([low, high]), to: machine.cpu().pc })
    }
}

/// The bytes on the stack from there on.
fn pushed(machine: &Machine, at: u16) -> [u8; Served::PUSHED as usize] {
    [0, 1, 2].map(|n| machine.peek(STACK | at.wrapping_add(n) & 0xFF))
}

impl Timeline {
    /// The interrupts being served, innermost first. Only those that have begun in the last frames of the known past
    /// are found.
    pub fn served(&self) -> Vec<Served> {
        let machine = self.machine();
        let stack = STACK | u16::from(machine.cpu().s);
        if !(stack + 1..=STACK | 0xFF).any(|at| machine.peek(at) & MARKS == OF_INTERRUPT) {
            return Vec::new();
        }
        let mut served = self.served_in_past();
        served.retain(|it| it.at > stack && pushed(machine, it.at)[1..] == it.from.to_le_bytes());
        served.reverse();
        served
    }

    fn served_in_past(&self) -> Vec<Served> {
        let mut stops = Stops::default();
        stops.on_nmi();
        stops.on_irq();
        stops.on_opcodes(|code| OPCODES[usize::from(code)].mnemonic == Mnemonic::RTI);
        let now = self.machine().cycle();
        let mut scout = self.scout(&stops);
        self.marks.before(now.saturating_sub(self.frame_cycles())).restore(&mut scout);
        scout.machine.leave_stop();
        let mut served: Vec<Served> = Vec::new();
        while scout.run_to(&self.acts, now) == Stop::Event {
            let machine = &scout.machine;
            // RTI ends the innermost interrupt, and with it all whose part of the stack has been discarded.
            let returns = machine.events().iter().any(|event| matches!(event, Event::Opcode(_)));
            let left = STACK + u16::from(machine.cpu().s) + u16::from(returns && machine.cycle() < now);
            served.retain(|it| it.at > left);
            served.extend(machine.events().iter().filter_map(|event| Served::begun(event, machine)));
            if machine.cycle() >= now {
                break;
            }
        }
        served
    }
}
