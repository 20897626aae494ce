//! The registers as the CPU sees them.

use super::timing::Timing;
use super::{Antic, Chip, Stage};

impl Antic {
    /// Whether a register shows what happens within a line.
    pub fn shows_events(reg: u8) -> bool {
        reg == 0x0F
    }

    /// Register read in `cycle`, to which the chip's events have been brought if
    /// [`Antic::shows_events`]; no side effects.
    pub fn read(&self, cycle: u32, reg: u8) -> u8 {
        let chip = &self.chip;
        match reg {
            0x0B => chip.vcount(cycle),
            0x0C => 0x00,
            0x0D => 0xFF,
            0x0F => chip.nmist | 0x1F,
            _ => 0xFF,
        }
    }

    /// Whether a write to a register changes what becomes of playfield data, so that the whole
    /// chip has to be brought to its cycle, not its events alone.
    pub fn moves_playfield(reg: u8) -> bool {
        matches!(reg, 0x00 | 0x01 | 0x04 | 0x09)
    }

    /// Register write in `cycle`, to which the chip has been brought (see
    /// [`Antic::moves_playfield`]): it acts from the next cycle on. WSYNC is the machine's affair.
    pub fn write(&mut self, cycle: u32, reg: u8, value: u8) {
        let chip = &mut self.chip;
        match reg {
            0x00 => {
                chip.data.mask_to(2 * (cycle as usize + 1), chip.dmactl);
                chip.dmactl = value;
                self.change_timing(cycle, |t| t.dmactl = value & 0x2F);
            }
            0x01 => chip.chactl = value & 7,
            0x02 => chip.dlist = (chip.dlist & 0xFF00) | u16::from(value),
            0x03 => chip.dlist = (chip.dlist & 0x00FF) | u16::from(value) << 8,
            0x04 => {
                chip.hscrol = value & 15;
                self.change_timing(cycle, |t| t.hscrol = value & 15);
            }
            0x05 => chip.vscrol = value & 15,
            0x07 => chip.pmbase = value & 0xFC,
            0x09 => {
                chip.chbase = [chip.chbase_at(cycle as u8 + 1), value & 0xFE];
                chip.chbase_from = cycle as u8 + 2;
            }
            0x0E => chip.nmien = value & 0xC0,
            0x0F => {
                chip.nmist = 0;
                // In the cycle in which a bit is set, setting wins. [acid: antic_nmist]
                if cycle == 7 {
                    chip.set_status();
                }
            }
            _ => {}
        }
    }

    fn change_timing(&mut self, cycle: u32, change: impl Fn(&mut Timing)) {
        if self.chip.stage == Stage::Begun {
            change(&mut self.chip.head);
            self.repeating = false;
            return;
        }
        let mut after = self.planner.plan().end;
        change(&mut after);
        if after != self.planner.plan().end {
            self.planner.replan(cycle as usize + 1, change);
        }
    }
}

impl Chip {
    pub(super) fn chbase_at(&self, cycle: u8) -> u8 {
        self.chbase[usize::from(cycle >= self.chbase_from)]
    }

    /// VCOUNT counts on at cycle 111; after the last line it shows the line count for one
    /// cycle, then 0. [AHRM 4.10; acid: antic_vcount]
    pub(super) fn vcount(&self, cycle: u32) -> u8 {
        let line = match cycle {
            0..=110 => self.line,
            111 => self.line + 1,
            _ if self.line + 1 == self.lines => 0,
            _ => self.line + 1,
        };
        (line >> 1) as u8
    }
}
