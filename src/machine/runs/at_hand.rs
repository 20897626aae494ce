//! What instructions in one piece can access without a bus: memory, and registers of chips that need no call.

use crate::cpu::{Board, how};
use crate::machine::board::access::is_wsync;
use crate::machine::board::atari::Atari;
use crate::machine::board::code_ahead::code;
use crate::machine::board::run::Awaited;

impl Board for Atari {
    #[inline(always)]
    fn code<const N: usize>(&self, pc: u16) -> u8 {
        self.memory.code::<N>(pc)
    }

    #[inline(always)]
    fn word(&self, pc: u16) -> u16 {
        self.memory.word(usize::from(pc) + 1)
    }

    #[inline(always)]
    fn fetched<const HOW: u8>(&mut self, byte: u8) {
        if how::memory(HOW) == code::IN_ROM {
            self.memory.io_value = byte;
        }
    }

    #[inline(always)]
    fn load(&mut self, address: u16) -> Option<u8> {
        let memory = &mut self.memory;
        if u32::from(address) < memory.ram_end {
            Some(memory.bytes[usize::from(address)])
        } else {
            memory.is_rom(address).then(|| memory.read_rom(address))
        }
    }

    // Code in ROM reads ROM, too.
    #[inline(always)]
    fn load_at_hand<const HOW: u8>(&mut self, address: u16) -> Option<u8> {
        let memory = &self.memory;
        let is_ram = u32::from(address) < memory.ram_end;
        if how::memory(HOW) == code::IN_ROM && !is_ram {
            self.load(address)
        } else {
            is_ram.then(|| memory.bytes[usize::from(address)])
        }
    }

    #[inline(always)]
    fn load_low(&self, address: u16) -> u8 {
        self.memory.bytes[usize::from(address)]
    }

    #[inline(always)]
    fn load_low_word(&self, address: u8) -> u16 {
        self.memory.word(address.into())
    }

    #[inline(always)]
    fn load_plain(&self, address: u16) -> u8 {
        self.memory.bytes[usize::from(address)]
    }

    #[inline(always)]
    fn is_low_plain(&self) -> bool {
        self.memory.is_low_plain()
    }

    #[inline(always)]
    fn store(&mut self, address: u16, value: u8) {
        self.memory.write_plain(address, value);
    }

    #[inline(always)]
    fn has_enough_code<const HOW: u8>(&self, pc: u16) -> bool {
        self.memory.is_ample(how::memory(HOW), pc)
    }

    #[inline(always)]
    fn looks_for_requests(&self) -> bool {
        self.requests_soon()
    }

    fn is_due_behind(&mut self, slot: i32) -> Option<bool> {
        if slot >= self.line_slots || !self.antic.is_planned() || !self.is_quiet() {
            return None;
        }
        self.sample(slot);
        Some(self.sampler.irq())
    }

    // Or before an NMI of the next line, in a stretch that runs quickly up to that.
    #[inline]
    fn polls_last(&self, slot: i32) -> bool {
        self.run.awaited != Awaited::Nmi && slot + 1 >= self.run.interrupted_from
    }

    // RAM and GTIA cause no requests, and the address is not watched. [measured: 0.3 of 35 host instructions a machine
    // cycle where samples are drawn as they are played]
    #[inline]
    fn changes_no_poll(&self, address: u16) -> bool {
        self.run.awaited.is_request() && (self.memory.is_unstopped_ram(address) || Self::is_noted(address))
    }

    #[inline(always)]
    fn polls_early(&mut self, slot: i32) {
        self.run.polled_early = slot >= self.run.interrupted_from;
    }

    #[inline(always)]
    fn see(&mut self, slot: i32, values: &[u8]) {
        for (slot, value) in (slot..).zip(values) {
            self.tracked.set(slot, *value);
        }
    }

    #[inline(always)]
    fn poll_at(&mut self, slot: i32, address: u16) -> Option<u8> {
        self.poll(address, slot)
    }

    // Reads of these chips have no effect, and their values do not stay on the bus.
    #[inline(always)]
    fn may_read_in_vain(address: u16) -> bool {
        matches!(address >> 8, 0xD0 | 0xD4)
    }

    #[inline(always)]
    fn may_modify(&self, address: u16) -> bool {
        self.memory.is_unstopped_ram(address)
    }

    #[inline(always)]
    fn may_note(address: u16) -> bool {
        Self::is_noted(address)
    }

    #[inline(always)]
    fn note_at(&mut self, slot: i32, address: u16, value: u8) -> bool {
        self.note(address, value, slot)
    }

    #[inline(always)]
    fn may_wait(address: u16) -> bool {
        is_wsync(address)
    }
}
