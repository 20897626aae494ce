//! The registers as the CPU sees them.

use super::Antic;
use super::chip::{Chip, Stage};
use super::display::Delay;
use super::interrupts::NMIST_UNUSED;
use super::plan::LinePlan;
use super::timing::Timing;

const DMACTL: u8 = 0x00;
const CHACTL: u8 = 0x01;
const DLISTL: u8 = 0x02;
const DLISTH: u8 = 0x03;
const HSCROL: u8 = 0x04;
const VSCROL: u8 = 0x05;
const PMBASE: u8 = 0x07;
const CHBASE: u8 = 0x09;
const VCOUNT: u8 = 0x0B;
const PENH: u8 = 0x0C;
const PENV: u8 = 0x0D;
const NMIEN: u8 = 0x0E;
const NMIRES: u8 = 0x0F;
/// Read where NMIRES is written.
const NMIST: u8 = NMIRES;

/// What may have changed, of what was foreseen, by a write to a register.
#[derive(Clone, Copy, Debug)]
pub struct Effects {
    /// Which cycles are left to the CPU, in which cycles a chip takes bus values, or whether an NMI comes.
    pub horizon: bool,
    /// What the line and the later ones in its mode line may read.
    pub reads: bool,
}

impl Antic {
    /// Whether a register shows events within a line.
    pub fn shows_events(reg: u8) -> bool {
        reg == NMIST
    }

    /// Whether a register depends only on the line: VCOUNT.
    pub fn shows_line(reg: u8) -> bool {
        reg == VCOUNT
    }

    /// Whether a register shows the beam's position at the last fall of the light pen's line: PENH and PENV.
    pub fn shows_pen(reg: u8) -> bool {
        matches!(reg, PENH | PENV)
    }

    /// The light pen's line falls in `line` at a colour clock (0 to 227): latches PENH and PENV. [sheet: antic 2]
    pub fn latch_pen(&mut self, line: u16, clock: u8) {
        self.pen = [clock, self.vcount(line, u32::from(clock) / 2)];
    }

    /// Whether a write to a register after all requests of a row leaves that row as it is: HSCROL and CHBASE.
    pub fn spares_rows(reg: u8) -> bool {
        matches!(reg, HSCROL | CHBASE)
    }

    /// VCOUNT in `cycle` of `line`.
    pub fn vcount(&self, line: u16, cycle: u32) -> u8 {
        self.chip.vcount(line, cycle)
    }

    /// VCOUNT while it counts as in `line`; none if `line` is past the last one of a frame.
    #[inline(always)]
    pub fn vcount_of(&self, line: u16) -> Option<u8> {
        if line < self.chip.lines { Some((line >> 1) as u8) } else { None }
    }

    /// Reads a register in `cycle`, without side effects. If [`Antic::shows_events`], the chip's events must have been
    /// brought there.
    pub fn read(&self, cycle: u32, reg: u8) -> u8 {
        let chip = &self.chip;
        match reg {
            VCOUNT => chip.vcount(chip.line, cycle),
            PENH => self.pen[0],
            PENV => self.pen[1],
            NMIST => chip.nmist | NMIST_UNUSED,
            _ => 0xFF,
        }
    }

    /// Whether a write to a register affects playfield data, so that the whole chip has to be brought to its cycle, not
    /// only its events.
    pub fn moves_playfield(reg: u8) -> bool {
        matches!(reg, DMACTL | CHACTL | HSCROL | CHBASE)
    }

    /// Whether a write of `value` to a register would change anything.
    #[inline]
    pub fn takes(&self, reg: u8, value: u8) -> bool {
        let chip = &self.chip;
        match reg {
            DMACTL => chip.dmactl != value,
            CHACTL => chip.chactl != value & 7,
            HSCROL => chip.hscrol != value & 15,
            VSCROL => chip.vscrol != value & 15,
            PMBASE => chip.pmbase != value & 0xFC,
            NMIEN => chip.nmien != value & 0xC0,
            _ => true,
        }
    }

    /// Writes a register in `cycle`, to which the chip has been brought (see [`Antic::moves_playfield`]): the effect
    /// begins with the next cycle. WSYNC is handled by the machine.
    pub fn write(&mut self, cycle: u32, reg: u8, value: u8) -> Effects {
        let read_when = |plan: &LinePlan| (plan.train, plan.meeting);
        let before = read_when(self.planner.plan());
        let chip = &mut self.chip;
        let mut replans = false;
        match reg {
            DMACTL => {
                chip.data.mask_to(2 * (cycle as usize + 1), chip.dmactl);
                chip.dmactl = value;
                replans = self.change_timing(cycle, |t| t.dmactl = value & 0x2F);
            }
            CHACTL => chip.chactl = value & 7,
            DLISTL => chip.dlist = (chip.dlist & 0xFF00) | u16::from(value),
            DLISTH => chip.dlist = (chip.dlist & 0x00FF) | u16::from(value) << 8,
            HSCROL => {
                chip.delay_by(cycle, reg, value).into_iter().for_each(|delay| chip.data.delay(delay));
                chip.hscrol = value & 15;
                replans = self.change_timing(cycle, |t| t.hscrol = value & 15);
            }
            VSCROL => chip.vscrol = value & 15,
            PMBASE => chip.pmbase = value & 0xFC,
            CHBASE => {
                chip.chbase = [chip.chbase_at(cycle as u8 + 1), value & 0xFE];
                chip.chbase_from = cycle as u8 + 2;
            }
            NMIEN => chip.nmien = value & 0xC0,
            NMIRES => {
                chip.nmist = 0;
                // In the cycle in which a bit is set, setting wins. [acid: antic_nmist]
                if cycle == 7 {
                    chip.set_status();
                }
            }
            _ => {}
        }
        // If HSCROL leaves the playfield's requests as they are, the same is read.
        let reads =
            replans && (reg != HSCROL || read_when(self.planner.plan()) != before || !self.is_planned());
        Effects {
            horizon: replans || matches!(reg, DMACTL | DLISTL | DLISTH | VSCROL | NMIEN),
            reads: reads || matches!(reg, DMACTL | DLISTL | DLISTH | PMBASE | CHBASE),
        }
    }

    /// The values last written to the registers, and what VCOUNT and NMIST show in `cycle`, by name. The display list's
    /// address is that of the next read.
    pub fn registers(&self, cycle: u32) -> Vec<(&'static str, u8)> {
        let chip = &self.chip;
        let [low, high] = chip.dlist.to_le_bytes();
        vec![
            ("DMACTL", chip.dmactl),
            ("CHACTL", chip.chactl),
            ("DLISTL", low),
            ("DLISTH", high),
            ("HSCROL", chip.hscrol),
            ("VSCROL", chip.vscrol),
            ("PMBASE", chip.pmbase),
            ("CHBASE", chip.chbase[1]),
            ("VCOUNT", chip.vcount(chip.line, cycle)),
            ("NMIEN", chip.nmien),
            ("NMIST", chip.nmist | NMIST_UNUSED),
        ]
    }

    /// The addresses of the next reads: in the display list, and of playfield data.
    pub fn counters(&self) -> (u16, u16) {
        (self.chip.dlist, self.chip.data.scan)
    }

    /// Changes registers from the cycle after `cycle` on. Returns whether another plan may be in force then.
    fn change_timing(&mut self, cycle: u32, change: impl Fn(&mut Timing)) -> bool {
        if self.chip.stage == Stage::Begun {
            change(&mut self.chip.head);
            self.repeating = false;
            return true;
        }
        let before = self.planner.end();
        let mut after = before;
        change(&mut after);
        after != before && self.planner.replan(cycle as usize + 1, after.dmactl, after.hscrol)
    }
}

impl Chip {
    pub(super) fn chbase_at(&self, cycle: u8) -> u8 {
        self.chbase[usize::from(cycle >= self.chbase_from)]
    }

    /// Bit 0 of HSCROL takes effect at once, also on the contents of the shift register.
    /// [sheet: antic 11; guess: from the clock on from which another width of DMACTL does]
    pub(super) fn delay_by(&self, cycle: u32, reg: u8, value: u8) -> Option<Delay> {
        let is_another = reg == HSCROL && (self.hscrol ^ value) & 1 != 0 && self.mode.ir & 0x10 != 0;
        is_another.then_some(Delay { clock: 2 * (cycle as u8 + 1), is_later: value & 1 != 0 })
    }

    /// VCOUNT advances at cycle 111; after the last line it shows the number of lines for one cycle, then 0.
    /// [AHRM 4.10; acid: antic_vcount]
    fn vcount(&self, line: u16, cycle: u32) -> u8 {
        let line = match cycle {
            0..=110 => line,
            111 => line + 1,
            _ if line + 1 == self.lines => 0,
            _ => line + 1,
        };
        (line >> 1) as u8
    }
}
