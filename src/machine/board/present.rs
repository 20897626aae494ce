//! The board as it is at the present, for whoever looks at it without touching it.
//!
//! The chips are lazy, so what they show has to be worked out. Here that is done in copies: a machine
//! that is looked at stays the same to the last bit of what it keeps for itself.

use std::borrow::Cow;

use super::atari::{Atari, Dma, LINE};
use crate::chips::antic::Antic;
use crate::chips::gtia::Gtia;
use crate::chips::pokey::Pokey;
use crate::machine::devices::disks::Shelf;
use crate::machine::devices::serial::SerialBus;

/// The chips of the picture, and where in the picture they are.
pub struct DisplayNow {
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

/// POKEY and who speaks with it.
pub struct SerialNow<'a> {
    /// Sound, keyboard, timers.
    pub pokey: Pokey,
    /// Drives and printer.
    pub serial: Cow<'a, SerialBus>,
    /// Disks.
    pub shelf: Cow<'a, Shelf>,
}

impl Atari {
    /// ANTIC and GTIA. A line that is over, but not ended yet, is taken for ended.
    pub fn display_now(&self) -> DisplayNow {
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
        DisplayNow { antic, gtia, line_start, cycle, frame }
    }

    /// POKEY and the serial bus.
    pub fn serial_now(&self) -> SerialNow<'_> {
        let (now, mut pokey) = (self.now(), self.pokey.clone());
        let (mut serial, mut shelf) = (Cow::Borrowed(&self.serial), Cow::Borrowed(&self.shelf));
        if now >= self.serial.next_event() {
            serial.to_mut().advance(now, &mut pokey, shelf.to_mut());
        }
        pokey.advance(now);
        SerialNow { pokey, serial, shelf }
    }
}
