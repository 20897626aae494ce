//! A bus of plain RAM that logs every clock and has the pins IRQ, NMI and RDY.

use front800::cpu::{Bus, Cpu, Executed, Sampler};

/// One clock on the bus.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    pub address: u16,
    pub value: u8,
    pub write: bool,
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let direction = if self.write { "W" } else { "R" };
        write!(f, "{direction} {:04X}={:02X}", self.address, self.value)
    }
}

/// Pins pulled low, as bits.
#[derive(Clone, Copy, Default)]
pub struct Low {
    pub irq: bool,
    pub nmi: bool,
    pub rdy: bool,
}

/// 64 KB of RAM and three pins that follow a schedule.
pub struct PinBus {
    pub ram: Vec<u8>,
    pub log: Vec<Clock>,
    /// Clocks that belong to an opcode fetch.
    pub sync: Vec<usize>,
    /// The last clocks of fetches that an interrupt sequence replaced.
    pub taken: Vec<usize>,
    /// From which clock on which pins are low, in order.
    pub schedule: Vec<(usize, Low)>,
    sampler: Sampler,
    fetching: bool,
}

impl PinBus {
    pub fn new() -> Self {
        PinBus {
            ram: vec![0; 0x10000],
            log: Vec::new(),
            sync: Vec::new(),
            taken: Vec::new(),
            schedule: Vec::new(),
            sampler: Sampler::default(),
            fetching: false,
        }
    }

    /// One step of the CPU, of which the opcode fetch is noted.
    pub fn step(&mut self, cpu: &mut Cpu) -> Executed {
        self.fetching = true;
        let executed = cpu.step(self);
        if matches!(executed, Executed::Irq | Executed::Nmi) {
            self.taken.extend(self.sync.last());
        }
        executed
    }

    fn low(&self, clock: usize) -> Low {
        self.schedule.iter().rev().find(|(from, _)| *from <= clock).map_or(Low::default(), |entry| entry.1)
    }

    /// One clock; whether RDY was high.
    fn clock(&mut self, address: u16, value: u8, write: bool) -> bool {
        let low = self.low(self.log.len());
        if self.fetching {
            self.sync.push(self.log.len());
        }
        self.log.push(Clock { address, value, write });
        self.sampler.clock(low.irq, low.nmi);
        !low.rdy
    }

    /// A read at `first`, repeated at `again` while RDY is low: the value, whether it was repeated, and
    /// whether one of the repeated clocks asked for an interrupt.
    fn read_clocks(&mut self, first: u16, again: u16, masked: bool) -> (u8, bool, bool) {
        let (mut address, mut stalled, mut asked) = (first, false, false);
        loop {
            let value = self.ram[usize::from(address)];
            if self.clock(address, value, false) {
                self.fetching = false;
                return (value, stalled, asked);
            }
            address = again;
            stalled = true;
            asked |= self.sampler.interrupt(masked);
        }
    }
}

impl Bus for PinBus {
    fn read(&mut self, address: u16) -> u8 {
        self.read_clocks(address, address, true).0
    }

    fn write(&mut self, address: u16, value: u8) {
        self.ram[usize::from(address)] = value;
        self.clock(address, value, true);
    }

    fn read_fixup(&mut self, wrong: u16, right: u16) -> (u8, bool) {
        let (value, stalled, _) = self.read_clocks(wrong, right, true);
        (value, stalled)
    }

    fn read_last(&mut self, address: u16, masked: bool, masked_after: bool) -> (u8, bool) {
        let asked_before = self.sampler.interrupt(masked);
        let (value, _, asked) = self.read_clocks(address, address, masked_after);
        (value, asked_before || asked)
    }

    fn read_fixup_last(&mut self, wrong: u16, right: u16, masked: bool) -> bool {
        let asked_before = self.sampler.interrupt(masked);
        asked_before | self.read_clocks(wrong, right, masked).2
    }

    fn interrupt(&mut self, masked: bool) -> bool {
        self.sampler.interrupt(masked)
    }

    fn nmi_pending(&mut self) -> bool {
        self.sampler.nmi_pending()
    }

    fn nmi_served(&mut self) {
        self.sampler.nmi_served();
    }

    fn hold_nmi(&mut self, held: bool) {
        self.sampler.hold_nmi(held);
    }

    fn go_on(&mut self, _pc: u16, _masked: bool) -> bool {
        true
    }
}
