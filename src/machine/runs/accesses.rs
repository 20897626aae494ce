//! What the CPU does in a fast stretch besides plain memory: accesses that chips may see, which make the line in
//! which they fall the current one.

use crate::chips::antic::Antic;
use crate::chips::gtia::Gtia;
use crate::machine::board::access::is_vcount;
use crate::machine::board::atari::{Atari, LINE, NEVER};
use crate::machine::board::cells;

/// What a write may have done to the horizon, up to which a stretch goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Horizon {
    Stays,
    /// Nothing has happened in a stretch that is free but that the CPU has to wait for WSYNC.
    Waits,
    Moves,
}

impl Horizon {
    fn moves(moves: bool) -> Self {
        if moves { Horizon::Moves } else { Horizon::Stays }
    }
}

impl Atari {
    /// A read above the RAM, as far as it is known without anybody being called.
    #[inline(always)]
    pub(super) fn poll(&mut self, address: u16, slot: i32) -> Option<u8> {
        match address >> 8 {
            0xD4 if is_vcount(address) => self.poll_vcount(slot),
            0xD4 => self.poll_events(address as u8 & 15, slot),
            0xD2 => self.poll_requests(address as u8 & 15, slot),
            _ => self.read_input(address),
        }
    }

    /// A collision in `slot`, if it is known that it stands in all of the line.
    #[inline(always)]
    fn poll_collisions(&self, address: u16, slot: i32) -> Option<u8> {
        if address >> 8 != 0xD0 || slot >= self.line_slots {
            return None;
        }
        self.standing_collision(address as u8 & 31)
    }

    /// NMIST in `slot`, if the line is known.
    #[inline(always)]
    fn poll_events(&mut self, reg: u8, slot: i32) -> Option<u8> {
        if slot >= self.line_slots || !Antic::shows_events(reg) {
            return None;
        }
        let line = self.kept_lines.current()?;
        Some(line.interrupt.nmist(self.antic.plan().cycle_at(slot)))
    }

    /// IRQST in `slot`, if nothing happens in POKEY up to then.
    #[inline(always)]
    fn poll_requests(&mut self, reg: u8, slot: i32) -> Option<u8> {
        if slot >= self.line_slots || !self.antic.is_planned() {
            return None;
        }
        self.poll_pokey(reg, self.antic.plan().cycle_at(slot))
    }

    /// VCOUNT in `slot`, which may be one of a line behind the current one.
    #[inline(always)]
    fn poll_vcount(&mut self, slot: i32) -> Option<u8> {
        // No closures: the compiler would make functions of them. [measured: 1.5 of 13 in `polls`]
        if slot >= self.run.slots {
            return None;
        }
        if slot >= self.line_slots {
            return self.antic.vcount_of(self.run.ends.count_at(slot)?);
        }
        if !self.antic.is_planned() {
            return None;
        }
        Some(self.vcount(self.antic.plan().cycle_at(slot)))
    }

    /// A read above the RAM: the value; the slot, which is another if the line is over; and whether the
    /// horizon or the memory map may have moved.
    #[inline(never)]
    pub(crate) fn read_above_ram(&mut self, address: u16, slot: i32, last: u8) -> (u8, i32, bool) {
        // Calls next to nobody, and so saves no registers of the host. [measured: a third of such a read]
        if address >> 8 == 0xD2 && slot < self.line_slots && self.antic.is_planned() {
            self.tracked.set(slot - 1, last);
            let cycle = self.antic.plan().cycle_at(slot);
            return (self.read_pokey(address as u8 & 15, cycle), slot, false);
        }
        let polled =
            if address >> 8 == 0xD3 { self.show_pia(address as u8 & 3) } else { self.poll(address, slot) };
        match polled.or_else(|| self.poll_collisions(address, slot)) {
            Some(value) => (value, slot, false),
            None => self.read_elsewhere(address, slot, last),
        }
    }

    #[inline(never)]
    fn read_elsewhere(&mut self, address: u16, slot: i32, last: u8) -> (u8, i32, bool) {
        let (rolled, moved) = self.roll_to(slot, last, true);
        let cycle = self.cycle_of(rolled);
        if self.awaits_phantoms() {
            self.capture_tracked(cycle);
        }
        if let Some(value) = self.read_alone(address, cycle) {
            return (value, rolled, moved);
        }
        self.catch_up_antic();
        self.capture_tracked(cycle);
        self.bus_value = self.tracked.get(rolled - 1);
        let value = self.read_high(address, cycle);
        let moved = self.leaves_run() || moved || self.memory.slots.watches((address >> 8) as u8);
        (value, rolled, moved)
    }

    /// A write in `slot` to a register of GTIA that acts later, if nobody has to be called for it: whether it has been noted.
    // As `poll` it saves no registers of the host: these are what programs write on all lines. [measured: 2.3 of 26 host
    // instructions a machine cycle in `kernel`]
    #[inline(always)]
    pub(super) fn note(&mut self, address: u16, value: u8, slot: i32) -> bool {
        let reg = address as u8 & 31;
        if slot >= self.line_slots
            || !self.antic.is_planned()
            || self.phantom_from != 0
            || (Gtia::meets_dma(reg) && self.antic.loads_players())
        {
            return false;
        }
        // Programs often write what there is already.
        if self.gtia.takes(reg, value) {
            if !self.gtia.note(self.antic.plan().cycle_at(slot) as u8, reg, value) {
                return false;
            }
            self.kept_lines.written = true;
        }
        self.memory.mark_written(address);
        true
    }

    /// [`Atari::note`] of a write that begins another line, if that can be: behind a wait for WSYNC the first mostly does.
    /// [measured: 0.4 of 21.7 host instructions a machine cycle in `kernel`]
    #[inline(never)]
    fn note_in_next_line(&mut self, address: u16, value: u8, slot: i32, last: u8) -> (i32, Horizon) {
        let (rolled, moved) = self.roll_to(slot, last, false);
        if !moved && self.note(address, value, rolled) {
            return (rolled, Horizon::Stays);
        }
        let (rolled, horizon) = self.write_another(address, value, rolled, last);
        (rolled, if moved { Horizon::Moves } else { horizon })
    }

    /// A write that is not one to RAM that nobody is about to read: the slot, which is another if the
    /// line is over, and whether the horizon may have moved.
    // What is there already is written to RAM more often than one thinks, and then nobody can tell. It saves none of the host's
    // registers. [measured: 1.6 of 19.4 host instructions a machine cycle in `charsprites`, 1.1 of 21.6 in `objects`]
    #[inline(never)]
    pub(super) fn write_elsewhere(&mut self, address: u16, value: u8, slot: i32, last: u8) -> (i32, Horizon) {
        self.memory.mark_written(address);
        if self.memory.keeps(address, value) && slot < self.run.slots {
            return (slot, Horizon::Stays);
        }
        self.write_another(address, value, slot, last)
    }

    /// A write that changes something, and is not one to RAM that nobody is about to read: the slot, which is another
    /// if the line is over, and whether the horizon may have moved.
    #[inline(never)]
    fn write_another(&mut self, address: u16, value: u8, slot: i32, last: u8) -> (i32, Horizon) {
        // A register of GTIA that DMA does not meet is what programs write on all lines. [measured]
        if address >> 8 == 0xD0
            && !Gtia::meets_dma(address as u8)
            && slot < self.line_slots
            && self.antic.is_planned()
            && self.phantom_from == 0
        {
            self.write_gtia(address as u8 & 31, value, self.antic.plan().cycle_at(slot));
            return (slot, Horizon::Stays);
        }
        // So is POKEY in handlers of its timers.
        if address >> 8 == 0xD2 && slot < self.line_slots && self.antic.is_planned() && self.phantom_from == 0
        {
            self.write_pokey(address as u8 & 15, value, self.antic.plan().cycle_at(slot));
            return (slot, Horizon::moves(self.leaves_run() || self.moves_horizon(address)));
        }
        if slot < self.line_slots && self.antic.is_planned() {
            if let Some(noted) = self.write_unread(address, value, self.antic.plan().cycle_at(slot)) {
                return (slot, Horizon::moves(self.leaves_run() || noted));
            }
        } else if self.run.rows > 0
            && let Some(noted) = self.write_behind(address, value, slot)
        {
            return (slot, Horizon::moves(noted));
        } else if self.memory.is_plain(address) && self.is_before_next(slot) {
            self.memory.write_plain(address, value);
            return (slot, Horizon::Stays);
        }
        if slot >= self.line_slots && Self::is_noted(address) {
            return self.note_in_next_line(address, value, slot, last);
        }
        let (rolled, moved) = self.roll_to(slot, last, false);
        let cycle = self.cycle_of(rolled);
        if !moved && self.phantom_from == 0 && self.write_alone(address, value, cycle) {
            let left = self.leaves_run();
            return match left || self.moves_horizon(address) {
                false => (rolled, Horizon::Stays),
                true if self.passes_waits() && !left && self.rdy_low != NEVER => (rolled, Horizon::Waits),
                true => (rolled, Horizon::Moves),
            };
        }
        if let Some(noted) = self.write_unread(address, value, cycle) {
            return (rolled, Horizon::moves(self.leaves_run() || moved || noted));
        }
        self.catch_up_antic();
        self.capture_tracked(cycle);
        let noted = self.memory.note_write(address, value);
        let moves = if address >> 8 == 0xD4 {
            self.write_antic(address as u8 & 15, value, cycle)
        } else {
            self.write_special(address, value, cycle);
            self.moves_horizon(address)
        };
        let moved = self.leaves_run() || moved || noted || moves;
        if self.antic.is_planned() && self.line_slots != self.antic.plan().slot_at(LINE) {
            self.set_line_slots(self.antic.plan().slot_at(LINE));
        }
        (rolled, Horizon::moves(moved))
    }

    /// Whether `slot` is cycle 0 of the line behind the current one, which is known, so that nothing of that has been read yet: the
    /// current one need not be ended for a store that it does not read. [measured: 0.9 of 13.7 host instructions
    /// a machine cycle in `still`]
    #[inline]
    fn is_before_next(&self, slot: i32) -> bool {
        slot == self.line_slots
            && self.kept_lines.known
            && self.phantom_from == 0
            && self.known_next_plan().is_some_and(|plan| plan.cycle_at(0) == 0)
    }

    /// A write to RAM in `cycle` of the current line, if it need not be brought there for that, as for most of what is stored
    /// where the display reads: whether somebody looks for it.
    #[inline(always)]
    fn write_unread(&mut self, address: u16, value: u8, cycle: u32) -> Option<bool> {
        let is_ram = self.memory.kind(address) == cells::RAM;
        if !is_ram || self.phantom_from != 0 || self.reads_ahead(address, cycle) {
            return None;
        }
        let noted = self.memory.note_write(address, value);
        self.write_shown(address, value);
        Some(noted)
    }

    /// A write to RAM in `slot` of a line that has been foreseen behind the current one, which no line up to there
    /// reads; or to a register of ANTIC that has that value: whether somebody looks for it.
    #[inline(never)]
    fn write_behind(&mut self, address: u16, value: u8, slot: i32) -> Option<bool> {
        if !self.is_foreseen(slot) {
            return None;
        }
        if address >> 8 == 0xD4 {
            return (!self.antic.takes(address as u8 & 15, value)).then_some(false);
        }
        let is_ram = self.memory.kind(address) == cells::RAM;
        if !is_ram || self.phantom_from != 0 || !self.is_unread_behind(address, slot) {
            return None;
        }
        let noted = self.memory.note_write(address, value);
        self.memory.write_ram(address, value);
        Some(noted)
    }

    /// Makes the line in which `slot` falls the current one, before which `last` was on the bus: the slot there, and
    /// whether a stretch is over with that, as it is unless it runs on.
    #[inline(always)]
    pub(super) fn roll_to(&mut self, slot: i32, last: u8, reads: bool) -> (i32, bool) {
        self.tracked.set(slot - 1, last);
        if slot < self.line_slots {
            return (slot, false);
        }
        let rest = self.run.slots - slot;
        if rest <= 0 {
            // It has come to its end in the middle of an instruction.
            self.measure_run(slot, self.run.masked, false);
        }
        let rolled = match self.run.awaited.is_request() {
            true => self.roll_polled(slot, reads),
            false => self.roll_over(slot, reads),
        };
        (rolled, rest <= 0 || self.run.slots - rolled != rest)
    }

    /// Makes the line of `slot` the current one where a request may come: if `slot` is the last cycle of its
    /// instruction, that polls in the cycle before, the sample of which is to be taken before its line is over.
    #[cold]
    #[inline(never)]
    fn roll_polled(&mut self, slot: i32, reads: bool) -> i32 {
        let slot = self.roll(slot - 1) + 1;
        self.sample(slot);
        if slot < self.line_slots { slot } else { self.roll_over(slot, reads) }
    }
}
