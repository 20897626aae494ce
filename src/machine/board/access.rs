//! The effect of accesses above RAM: chips, cartridges, and the floating bus where nothing responds.

use super::atari::{Atari, Dma, LINE, NEVER};
use super::cartridge::CONTROL;
use super::kept_line::Marked;
use super::{cells, memory};
use crate::chips::antic::{Addresses, Antic, timing};
use crate::chips::gtia::Gtia;
use crate::chips::pokey::Pokey;

/// ANTIC's WSYNC register.
const WSYNC: u8 = 0xA;
/// ANTIC's DMACTL register.
const DMACTL: u8 = 0;
/// ANTIC's NMIEN register, and the bit that enables the vertical blank interrupt.
const NMIEN: u8 = 0xE;
const VERTICAL_BLANK: u8 = 0x40;
/// POKEY's IRQST register.
const IRQST: u8 = 0xE;
/// POKEY's RANDOM register.
const RANDOM: u8 = 0xA;

/// Whether an address is VCOUNT or a mirror of it.
#[inline(always)]
pub(crate) fn is_vcount(address: u16) -> bool {
    address >> 8 == 0xD4 && Antic::shows_line(address as u8 & 15)
}

/// Whether an address is WSYNC or a mirror of it.
#[inline(always)]
pub(crate) fn is_wsync(address: u16) -> bool {
    address & 0xFF0F == 0xD400 | WSYNC as u16
}

impl Atari {
    /// Reads for the CPU in `cycle` from above RAM: ROM, chips, or nothing.
    #[inline]
    pub(crate) fn read_high(&mut self, address: u16, cycle: u32) -> u8 {
        match self.memory.kind(address) {
            cells::IO => self.read_io(address, cycle),
            cells::ABSENT if !memory::on_io_side(address) => self.floating(cycle),
            cells::ABSENT => self.memory.io_value,
            cells::RAM => self.memory.bytes[usize::from(address)],
            _ => {
                let value = self.memory.bytes[usize::from(address)];
                self.memory.io_value = value;
                value
            }
        }
    }

    fn read_io(&mut self, address: u16, cycle: u32) -> u8 {
        match address >> 8 {
            0xD0 => {
                let reg = (address & 31) as u8;
                if Gtia::shows_collisions(reg) {
                    self.advance_antic(cycle);
                    self.antic.settle(cycle);
                }
                if Gtia::shows_trigger(reg) {
                    self.follow_pens(cycle);
                }
                self.gtia.read(cycle as u8, reg, self.antic.an_line())
            }
            0xD4 => {
                let reg = (address & 15) as u8;
                if Antic::shows_events(reg) {
                    self.advance_antic_events(cycle);
                }
                if Antic::shows_pen(reg) {
                    self.follow_pens(cycle);
                }
                self.antic.read(cycle, reg)
            }
            0xD2 => self.read_pokey(address as u8 & 15, cycle),
            0xD3 => self.read_pia(address as u8 & 3),
            _ => {
                let value = self.access_cartridge(address, None, cycle);
                self.memory.io_value = value;
                value
            }
        }
    }

    /// Reads POKEY's register `reg` in `cycle` of the current line.
    #[inline(never)]
    pub(crate) fn read_pokey(&mut self, reg: u8, cycle: u32) -> u8 {
        let now = self.line_start + u64::from(cycle);
        let value = if reg == RANDOM {
            self.random.read(|| self.pokey.random(now))
        } else {
            self.advance_serial(now);
            self.pokey.read(now, reg)
        };
        self.memory.io_value = value;
        value
    }

    fn read_pia(&mut self, reg: u8) -> u8 {
        self.show_pia(reg).unwrap_or_else(|| {
            self.forget_requests();
            let value = self.pia.read(reg);
            self.memory.io_value = value;
            value
        })
    }

    /// What the CPU reads from PIA at any time, if the read has no side effect.
    #[inline]
    pub(crate) fn show_pia(&mut self, reg: u8) -> Option<u8> {
        if !self.pia.shows_only(reg) {
            return None;
        }
        let value = self.pia.peek(reg);
        self.memory.io_value = value;
        Some(value)
    }

    /// What the CPU reads in `cycle` of the current line from a register that loops poll and that has no side effects:
    /// GTIA's inputs and VCOUNT. Both chips may have been left behind.
    #[inline(always)]
    fn read_polled(&self, address: u16, cycle: u32) -> Option<u8> {
        if is_vcount(address) { Some(self.vcount(cycle)) } else { self.read_input(address) }
    }

    /// What the CPU reads at any time from GTIA's inputs, except triggers that pens may pull.
    #[inline(always)]
    pub(crate) fn read_input(&self, address: u16) -> Option<u8> {
        let reg = address as u8 & 31;
        let is_input = address >> 8 == 0xD0
            && !Gtia::shows_collisions(reg)
            && !(self.pens.are_aimed && Gtia::shows_trigger(reg));
        is_input.then(|| self.gtia.input(reg))
    }

    /// VCOUNT in `cycle` of the current line.
    #[inline(always)]
    pub(crate) fn vcount(&self, cycle: u32) -> u8 {
        self.antic.vcount(self.current_line(), cycle)
    }

    /// The number of the current line, which ANTIC may not have reached.
    #[inline(always)]
    pub(crate) fn current_line(&self) -> u16 {
        self.kept_lines.ahead.unwrap_or(self.antic.line())
    }

    /// IRQST as the CPU reads it in `cycle` of the current line, if nothing happens in POKEY until then.
    #[inline(always)]
    pub(crate) fn poll_pokey(&mut self, reg: u8, cycle: u32) -> Option<u8> {
        let now = self.line_start + u64::from(cycle);
        let is_known = reg == IRQST && now < self.serial.next_event();
        let value = if is_known { self.pokey.known_requests(now) } else { None }?;
        self.memory.io_value = value;
        Some(value)
    }

    /// What the CPU reads in `cycle` of the current line from a register for which ANTIC need not be brought up to
    /// date: those of POKEY and PIA, and those that loops poll.
    #[inline]
    pub(crate) fn read_alone(&mut self, address: u16, cycle: u32) -> Option<u8> {
        match address >> 8 {
            0xD2 => Some(self.read_pokey(address as u8 & 15, cycle)),
            0xD3 => Some(self.read_pia(address as u8 & 3)),
            0xD0 if Gtia::shows_collisions(address as u8 & 31) => self.read_collisions(address as u8, cycle),
            _ => self.read_polled(address, cycle),
        }
    }

    /// Writes for the CPU in `cycle` of the current line to a register for which ANTIC need not be brought up to date:
    /// GTIA's except those that DMA affects, WSYNC, POKEY's and PIA's. Returns false if it is no such register.
    #[inline]
    pub(crate) fn write_alone(&mut self, address: u16, value: u8, cycle: u32) -> bool {
        let reg = address as u8 & 31;
        match address >> 8 {
            0xD0 if !self.meets_dma(reg) => {
                self.write_gtia(reg, value, cycle);
            }
            0xD4 if reg & 15 == WSYNC => self.wait_for_sync(cycle),
            // Programs often write the value that is already there.
            0xD4 => return !self.antic.takes(reg & 15, value),
            0xD2 => self.write_pokey(reg & 15, value, cycle),
            0xD3 => self.write_pia(reg & 3, value, cycle),
            _ => return false,
        }
        true
    }

    /// Whether an address is one of a register of GTIA whose writes take effect later in the line.
    #[inline(always)]
    pub(crate) fn is_noted(address: u16) -> bool {
        address >> 8 == 0xD0 && Gtia::is_noted(address as u8)
    }

    /// Writes in `cycle` of the current line to GTIA's register `reg`, which is not affected by DMA.
    #[inline(always)]
    pub(crate) fn write_gtia(&mut self, reg: u8, value: u8, cycle: u32) {
        // Programs often write the value that is already there.
        if self.gtia.takes(reg, value) {
            self.kept_lines.written = true;
            self.gtia.write(cycle as u8, reg, value);
        }
    }

    /// Whether the effect of a write to GTIA's register `reg` may depend on DMA in the current line.
    #[inline]
    fn meets_dma(&self, reg: u8) -> bool {
        Gtia::meets_dma(reg)
            && (Gtia::takes_dma(reg) || !self.antic.is_planned() || self.antic.loads_players())
    }

    /// Whether a write to `address` may move the horizon.
    #[inline]
    pub(crate) fn moves_horizon(&self, address: u16) -> bool {
        match address >> 8 {
            0xD0 => Gtia::takes_dma(address as u8 & 31),
            0xD2 => !Pokey::is_sound(address as u8 & 15) && !self.run.masked,
            0xD3 => !self.run.masked && !self.knows_requests(),
            0xD4 => is_wsync(address),
            _ => true,
        }
    }

    /// What a read at the present would return. Changes nothing, not even in chips that have been left behind.
    pub(crate) fn peek(&self, address: u16) -> u8 {
        match self.memory.kind(address) {
            cells::IO => self.peek_io(address),
            cells::ABSENT if !memory::on_io_side(address) => self.peek_floating(),
            cells::ABSENT => self.memory.io_value,
            _ => self.memory.bytes[usize::from(address)],
        }
    }

    fn peek_io(&self, address: u16) -> u8 {
        let now = self.now();
        match address >> 8 {
            0xD0 => {
                let reg = (address & 31) as u8;
                let moves = Gtia::shows_collisions(reg) || self.pens.are_aimed;
                match moves {
                    true => self.display_now().gtia.peek(reg),
                    false => self.gtia.peek(reg),
                }
            }
            0xD4 => {
                let display = self.display_now();
                display.antic.read(display.cycle, (address & 15) as u8)
            }
            0xD2 => match (address & 15) as u8 {
                RANDOM => self.random.peek(|| self.pokey.peek(now, RANDOM)),
                reg if now < self.serial.next_event() => self.pokey.peek(now, reg),
                reg => self.serial_now().pokey.peek(now, reg),
            },
            0xD3 => self.pia.peek((address & 3) as u8),
            _ => self.peek_cartridge(address),
        }
    }

    /// The value on the near side of the bus in `cycle` if nothing drives it: the last value that was driven there.
    /// [AHRM 3.6]
    pub(crate) fn floating(&mut self, cycle: u32) -> u8 {
        if self.antic_drove_last(cycle) {
            let bytes = &self.memory.bytes;
            let fetched = match self.oracle {
                true => None,
                false => self.antic.fetched_before(cycle, |address| bytes[usize::from(address)]),
            };
            self.bus_value = fetched.unwrap_or_else(|| {
                self.advance_antic(cycle);
                self.antic.last_byte()
            });
        }
        self.bus_value
    }

    /// The floating value of the near side of the bus at the present, without side effects.
    fn peek_floating(&self) -> u8 {
        let line_is_over = self.cycle == LINE;
        if !line_is_over && self.antic_drove_last(self.cycle) {
            self.display_now().antic.last_byte()
        } else {
            self.bus_value
        }
    }

    /// Whether ANTIC was the last in this line before `cycle` to drive the bus. Refresh drives nothing.
    fn antic_drove_last(&self, cycle: u32) -> bool {
        let uses = |c| if c < 2 { self.antic.head_use(c) } else { self.antic.plan().uses[c as usize] };
        let driven = (0..cycle).rev().map(uses).find(|u| u & timing::REFRESH == 0);
        driven.is_some_and(|u| u & timing::TAKEN != 0)
    }

    /// Writes for the CPU in `cycle` to a page that is not plain RAM.
    #[cold]
    #[inline(never)]
    pub(crate) fn write_special(&mut self, address: u16, value: u8, cycle: u32) {
        self.memory.mark_written(address);
        match self.memory.kind(address) {
            // An access that began in the line before.
            cells::RAM if self.memory.is_plain(address) => self.memory.write_ram(address, value),
            // What the line does not read may change without bringing the line there.
            cells::RAM if !self.oracle && !self.reads_ahead(address, cycle) => {
                self.write_shown(address, value);
            }
            cells::RAM => {
                self.disturb_line();
                let line = self.antic.line();
                self.antic.read_before(cycle, &mut Dma { memory: &self.memory, gtia: &mut self.gtia, line });
                self.memory.write_ram(address, value);
                if cycle < 8 && self.antic.is_planned() {
                    self.mark_memory();
                }
            }
            cells::IO => self.write_io(address, value, cycle),
            _ => {
                if memory::on_io_side(address) {
                    self.memory.io_value = value;
                }
            }
        }
    }

    fn write_io(&mut self, address: u16, value: u8, cycle: u32) {
        match address >> 8 {
            0xD0 => {
                let reg = (address & 31) as u8;
                // GRACTL also latches triggers.
                if Gtia::takes_dma(reg) {
                    self.follow_pens(cycle);
                    self.disturb_line();
                }
                if Gtia::meets_dma(reg) {
                    self.advance_antic_events(cycle);
                }
                self.kept_lines.written = true;
                self.gtia.write(cycle as u8, reg, value);
                if Gtia::takes_dma(reg) {
                    self.restart_phantoms(cycle);
                }
            }
            0xD4 => _ = self.write_antic(address as u8 & 15, value, cycle),
            0xD2 => self.write_pokey(address as u8 & 15, value, cycle),
            0xD3 => self.write_pia(address as u8 & 3, value, cycle),
            _ => {
                self.memory.io_value = value;
                self.access_cartridge(address, Some(value), cycle);
            }
        }
    }

    /// Writes in `cycle` to ANTIC's register `reg`. Returns whether that may move the horizon.
    pub(crate) fn write_antic(&mut self, reg: u8, value: u8, cycle: u32) -> bool {
        if reg == WSYNC {
            self.wait_for_sync(cycle);
            return true;
        }
        if Antic::spares_rows(reg) && !self.oracle {
            self.disturb_line();
            let Atari { antic, memory, gtia, .. } = self;
            let line = antic.line();
            if !antic.keep_row(cycle, (reg, value), &mut Dma { memory, gtia, line }) {
                self.advance_antic(cycle);
            }
        } else if Antic::moves_playfield(reg) {
            self.advance_antic(cycle);
        } else {
            self.disturb_line();
            self.advance_antic_events(cycle);
        }
        if reg == NMIEN && value & VERTICAL_BLANK != 0 {
            self.memory.lets_interrupts();
        }
        let effects = self.antic.write(cycle, reg, value);
        if reg == DMACTL {
            self.restart_phantoms(cycle);
        }
        if effects.reads {
            if self.antic.is_planned() { self.mark_memory() } else { self.reads_moved = true }
        }
        effects.horizon
    }

    /// Writes in `cycle` of the current line to POKEY's register `reg`.
    pub(crate) fn write_pokey(&mut self, reg: u8, value: u8, cycle: u32) {
        let now = self.line_start + u64::from(cycle);
        self.memory.io_value = value;
        self.advance_serial(now);
        self.pokey.write(now, reg, value);
        if !Pokey::is_sound(reg) {
            self.serial.pokey_written(now);
            self.forget_requests();
        }
    }

    /// Writes in `cycle` of the current line to PIA's register `reg`. This rarely has an effect elsewhere: joysticks do
    /// not use outputs.
    fn write_pia(&mut self, reg: u8, value: u8, cycle: u32) {
        self.memory.io_value = value;
        let before = (self.pia.irq(), self.pia.c2(1));
        self.pia.write(reg, value);
        if (self.pia.irq(), self.pia.c2(1)) != before {
            let now = self.line_start + u64::from(cycle);
            self.advance_serial(now);
            self.serial.set_command(now, !self.pia.c2(1), &mut self.shelf);
            self.forget_requests();
        }
    }

    /// A write to WSYNC in `cycle`: RDY is low from the cycle after next to the first free cycle at or after 105
    /// [time T3]. The second write of a read-modify-write never ends a wait early.
    fn wait_for_sync(&mut self, cycle: u32) {
        let from = self.line_start + u64::from(cycle) + 2;
        let line = if cycle <= 103 { self.line_start } else { self.line_start + u64::from(LINE) };
        let waiting = self.rdy_low != NEVER && self.rdy_low < self.rdy_release;
        if !waiting {
            self.rdy_low = from;
        }
        self.rdy_release = line + 105;
    }

    /// A read or, with data, a write in `cycle` in a page that a cartridge watches. Returns the value read; performs
    /// the switch that follows.
    fn access_cartridge(&mut self, address: u16, written: Option<u8>, cycle: u32) -> u8 {
        let value = self.peek_cartridge(address);
        let latch = self.memory.slots.after(address, written);
        if latch != self.memory.slots.latch {
            self.switch_cartridge(latch, cycle);
        }
        value
    }

    /// Changes the left cartridge's latch from `cycle` on. Usually the display reads nothing that changes, so no chip
    /// has to be brought there.
    fn switch_cartridge(&mut self, latch: u8, cycle: u32) {
        let change = self.memory.slots.change_by(latch);
        if !self.oracle && !change.moves_ram && !self.reads_any(|address| change.meets(address)) {
            self.memory.switch_cartridge(latch, change);
            return;
        }
        self.advance_antic(cycle);
        self.memory.switch_cartridge(latch, change);
        if change.moves_ram {
            self.marked = None;
        }
        if cycle > 0 {
            self.mark_memory();
        }
    }

    /// Whether the current line may read one of the addresses for which `holds` is true.
    fn reads_any(&self, holds: impl Fn(u16) -> bool) -> bool {
        let Some(Marked { reads, .. }) = self.marked.as_ref().filter(|_| self.antic.is_planned()) else {
            return true;
        };
        let mut found = false;
        let mut see = |address| found |= holds(address);
        reads.row.each(&mut see);
        reads.objects.each(&mut see);
        reads.fonts.each(&mut see);
        self.marked_lines.each(&mut see);
        found
    }

    /// What a read in a page that a cartridge watches returns.
    fn peek_cartridge(&self, address: u16) -> u8 {
        match address >> 8 {
            CONTROL => self.memory.slots.register(address).unwrap_or(self.memory.io_value),
            _ => self.memory.bytes[usize::from(address)],
        }
    }
}
