//! The state of the board at the present, for inspection without side effects.
//!
//! The chips are lazy, so their present state has to be computed. That is done in copies: inspecting a machine changes
//! nothing, not even what it caches.

use std::borrow::Cow;
use std::cell::Cell;

use super::atari::{Atari, Dma, LINE};
use super::memory::Memory;
use crate::chips::antic::{Antic, Wiring};
use crate::chips::gtia::Gtia;
use crate::chips::pokey::Pokey;
use crate::machine::devices::disks::Shelf;
use crate::machine::devices::serial::SerialBus;

/// ANTIC and GTIA, and the position in the picture.
pub(crate) struct DisplayNow {
    /// Display.
    pub antic: Antic,
    /// Picture.
    pub gtia: Gtia,
    /// Machine cycle at which the line began.
    pub line_start: u64,
    /// The next machine cycle of the line, 0 to 113.
    pub cycle: u32,
    /// Frames completed.
    pub frame: u64,
}

/// POKEY and what it talks to.
pub(crate) struct SerialNow<'a> {
    /// Sound, keyboard, timers.
    pub pokey: Pokey,
    /// Drives and printer.
    pub serial: Cow<'a, SerialBus>,
    /// Disks.
    pub shelf: Cow<'a, Shelf>,
}

/// Memory that records which address ANTIC reads.
struct Seen<'a> {
    memory: &'a Memory,
    /// The last address read.
    address: Cell<Option<u16>>,
}

impl Wiring for Seen<'_> {
    fn fetch(&self, address: u16) -> u8 {
        self.address.set(Some(address));
        self.memory.bytes[usize::from(address)]
    }
    fn missiles(&mut self, _: u8) {}
    fn player(&mut self, _: u8, _: u8) {}
    fn players(&mut self, _: [u8; 4]) {}
}

impl Atari {
    /// Calls `see` with the machine cycle and the address of everything that ANTIC reads from now to the end of this
    /// line and of `more` lines after it, as things stand.
    pub(crate) fn fetches_ahead(&self, more: u32, mut see: impl FnMut(u64, u16)) {
        let DisplayNow { mut antic, mut line_start, cycle, .. } = self.display_now();
        let mut seen = Seen { memory: &self.memory, address: Cell::new(None) };
        let mut first = cycle;
        for _ in 0..=more {
            for cycle in first..LINE {
                if cycle == 1 && !antic.is_planned() {
                    antic.plan_line(&mut seen);
                }
                antic.advance(cycle + 1, &mut seen);
                if let Some(address) = seen.address.take() {
                    see(line_start + u64::from(cycle), address);
                }
            }
            antic.end_line(&mut seen);
            antic.begin_line();
            (first, line_start) = (0, line_start + u64::from(LINE));
        }
    }

    /// ANTIC and GTIA. A line that is over but has not been ended counts as ended.
    pub(crate) fn display_now(&self) -> DisplayNow {
        let (mut antic, mut gtia) = (self.antic.bare(), self.gtia.clone());
        let (mut line_start, mut cycle, mut frame) = (self.line_start, self.cycle, self.frame);
        let line = antic.line();
        let mut dma = Dma { memory: &self.memory, gtia: &mut gtia, line };
        if cycle == LINE {
            antic.end_line(&mut dma);
            gtia.end_line(antic.an_line(), None);
            antic.begin_line();
            (line_start, cycle) = (line_start + u64::from(LINE), 0);
            frame += u64::from(antic.line() == 0);
        } else {
            antic.advance(cycle, &mut dma);
            antic.settle(cycle);
            gtia.catch_up(cycle as u8, antic.an_line());
        }
        if self.pens.are_aimed {
            self.pens.tell(self.buttons(), self.now(), &mut antic, &mut gtia);
        }
        DisplayNow { antic, gtia, line_start, cycle, frame }
    }

    /// POKEY and the serial bus.
    pub(crate) fn serial_now(&self) -> SerialNow<'_> {
        let (now, mut pokey) = (self.now(), self.pokey.clone());
        let (mut serial, mut shelf) = (Cow::Borrowed(&self.serial), Cow::Borrowed(&self.shelf));
        if now >= self.serial.next_event() {
            serial.to_mut().advance(now, &mut pokey, shelf.to_mut());
        }
        pokey.advance(now);
        SerialNow { pokey, serial, shelf }
    }
}
