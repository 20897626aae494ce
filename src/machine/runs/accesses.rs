//! Accesses of the CPU in a fast stretch that are not to plain memory. Chips may notice them, so they make the line in
//! which they fall the current one.

use crate::chips::antic::Antic;
use crate::chips::gtia::Gtia;
use crate::machine::board::access::is_vcount;
use crate::machine::board::atari::{Atari, LINE, NEVER};
use crate::machine::board::cells;

/// The effect of a write on the horizon, where a stretch ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Horizon {
    Stays,
    /// The stretch is free, and the only thing that happened is that the CPU has to wait for WSYNC.
    Waits,
    Moves,
}

impl Horizon {
    fn moves(moves: bool) -> Self {
        if moves { Horizon::Moves } else { Horizon::Stays }
    }
}

impl Atari {
    /// A read above RAM, if its value is known without calling a chip.
    #[inline(always)]
    pub(super) fn poll(&mut self, address: u16, slot: i32) -> Option<u8> {
        match address >> 8 {
            0xD4 if is_vcount(address) => self.poll_vcount(slot),
            0xD4 => self.poll_events(address as u8 & 15, slot),
            0xD2 => self.poll_requests(address as u8 & 15, slot),
            _ => self.read_input(address),
        }
    }

    /// A collision register in `slot`, if it is known not to change in the whole line.
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

    /// IRQST in `slot`, if nothing happens in POKEY until then.
    #[inline(always)]
    fn poll_requests(&mut self, reg: u8, slot: i32) -> Option<u8> {
        if slot >= self.line_slots || !self.antic.is_planned() {
            return None;
        }
        self.poll_pokey(reg, self.antic.plan().cycle_at(slot))
    }

    /// VCOUNT in `slot`, which may belong to a line after the current one.
    #[inline(always)]
    fn poll_vcount(&mut self, slot: i32) -> Option<u8> {
        // No closures: the compiler would not inline them. [measured: 1.5 of 13 in `polls`]
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

    /// A read above RAM. Returns the value; the slot, renumbered if the line is over; and whether the horizon or the
    /// memory map may have changed.
    #[inline(never)]
    pub(crate) fn read_above_ram(&mut self, address: u16, slot: i32, last: u8) -> (u8, i32, bool) {
        // Calls almost nothing, and so saves no host registers. [measured: a third of such a read]
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

    /// Notes a write in `slot` to a register of GTIA that takes effect later. False if that needs a call to a chip;
    /// nothing is done then.
    // Like `poll` it saves no host registers: programs make these writes on all lines.
    // [measured: 2.3 of 26 host instructions a machine cycle in `kernel`]
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
        // Programs often write the value that is already there.
        if self.gtia.takes(reg, value) {
            if !self.gtia.note(self.antic.plan().cycle_at(slot) as u8, reg, value) {
                return false;
            }
            self.kept_lines.written = true;
        }
        self.memory.mark_written(address);
        true
    }

    /// [`Atari::note`] for a write that begins another line, if possible. The first write after a wait for WSYNC
    /// usually does. [measured: 0.4 of 21.7 host instructions a machine cycle in `kernel`]
    #[inline(never)]
    fn note_in_next_line(&mut self, address: u16, value: u8, slot: i32, last: u8) -> (i32, Horizon) {
        let (rolled, moved) = self.roll_to(slot, last, false);
        if !moved && self.note(address, value, rolled) {
            return (rolled, Horizon::Stays);
        }
        let (rolled, horizon) = self.write_changing(address, value, rolled, last);
        (rolled, if moved { Horizon::Moves } else { horizon })
    }

    /// A write other than to RAM that nothing is about to read. Returns the slot, renumbered if the line is over, and
    /// the effect on the horizon.
    // Writes to RAM of the value already there are frequent, and have no effect. This path saves no host registers.
    // [measured: 1.6 of 19.4 host instructions a machine cycle in `charsprites`, 1.1 of 21.6 in `objects`]
    #[inline(never)]
    pub(super) fn write_elsewhere(&mut self, address: u16, value: u8, slot: i32, last: u8) -> (i32, Horizon) {
        self.memory.mark_written(address);
        if self.memory.keeps(address, value) && slot < self.run.slots {
            return (slot, Horizon::Stays);
        }
        self.write_changing(address, value, slot, last)
    }

    /// [`Atari::write_elsewhere`] for a write that changes something.
    #[inline(never)]
    fn write_changing(&mut self, address: u16, value: u8, slot: i32, last: u8) -> (i32, Horizon) {
        // Registers of GTIA that DMA does not affect are written on all lines. [measured]
        if address >> 8 == 0xD0
            && !Gtia::meets_dma(address as u8)
            && slot < self.line_slots
            && self.antic.is_planned()
            && self.phantom_from == 0
        {
            self.write_gtia(address as u8 & 31, value, self.antic.plan().cycle_at(slot));
            return (slot, Horizon::Stays);
        }
        // Registers of POKEY are, too, in handlers of its timers.
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

    /// Whether `slot` is cycle 0 of the next line, and that line is known, so that nothing of it has been read yet.
    /// Then a store that the current line does not read need not end that line.
    /// [measured: 0.9 of 13.7 host instructions a machine cycle in `still`]
    #[inline]
    fn is_before_next(&self, slot: i32) -> bool {
        slot == self.line_slots
            && self.kept_lines.known
            && self.phantom_from == 0
            && self.known_next_plan().is_some_and(|plan| plan.cycle_at(0) == 0)
    }

    /// Writes to RAM in `cycle` of the current line, unless the line has to be brought there first; for most stores
    /// into displayed memory it need not. Returns whether the write is watched.
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

    /// Writes in `slot` of a foreseen line after the current one: to RAM that no line up to there reads, or to a
    /// register of ANTIC that already has this value. Returns whether the write is watched.
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

    /// Makes the line of `slot` the current one; `last` was on the bus before it. Returns the slot within that line,
    /// and whether the stretch ends there, because its run does not go on.
    #[inline(always)]
    pub(super) fn roll_to(&mut self, slot: i32, last: u8, reads: bool) -> (i32, bool) {
        self.tracked.set(slot - 1, last);
        if slot < self.line_slots {
            return (slot, false);
        }
        let rest = self.run.slots - slot;
        if rest <= 0 {
            // The run has come to its end in the middle of an instruction.
            self.measure_run(slot, self.run.masked, false);
        }
        let rolled = match self.run.awaited.is_request() {
            true => self.roll_polled(slot, reads),
            false => self.roll_over(slot, reads),
        };
        (rolled, rest <= 0 || self.run.slots - rolled != rest)
    }

    /// Makes the line of `slot` the current one where a request may come. If `slot` is the last cycle of its
    /// instruction, the instruction polls in the cycle before, whose sample has to be taken before its line is over.
    #[cold]
    #[inline(never)]
    fn roll_polled(&mut self, slot: i32, reads: bool) -> i32 {
        let slot = self.roll(slot - 1) + 1;
        self.sample(slot);
        if slot < self.line_slots { slot } else { self.roll_over(slot, reads) }
    }
}
