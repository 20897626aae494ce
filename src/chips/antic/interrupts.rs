//! Events at fixed cycles of a line: the decision on an interrupt, the status bits, the pin, the end of a mode line's
//! row.

use super::Antic;
use super::chip::{Chip, NMI_DLI, NMI_RESET, NMI_VBI, ROW_DECISION, Stage, is_hires, next_in_list};
use super::timing::{BLANK_LINE, HEAD_END, LINE_CYCLES, TAKEN};

/// The cycle in which the bits of NMIST are set.
const STATUS_CYCLE: u32 = 7;
/// The unused bits of NMIST.
pub(super) const NMIST_UNUSED: u8 = 0x1F;
/// The first cycle in which NMI may be low.
const NMI_CYCLE: i32 = 8;
/// The line before the one that begins the vertical blank.
const BEFORE_BLANK: u16 = BLANK_LINE - 1;

impl Antic {
    /// Brings the events to the start of `cycle`.
    #[inline]
    pub(super) fn events(&mut self, cycle: u32) {
        if cycle >= self.chip.stage.next_event() {
            self.take_events(cycle);
        }
    }

    /// Brings the events to the end of the line. Usually none has been carried out yet, and none interrupts.
    #[inline]
    pub(super) fn events_at_end(&mut self) {
        if self.chip.stage == Stage::Planned && self.chip.is_quiet() {
            self.chip.decide_row();
        } else {
            self.events(LINE_CYCLES as u32);
        }
    }

    fn take_events(&mut self, cycle: u32) {
        let chip = &mut self.chip;
        if chip.stage == Stage::Planned && cycle >= 8 && chip.is_quiet() {
            chip.stage = Stage::PinDecided;
        }
        if chip.stage == Stage::Planned && cycle >= 6 {
            chip.stage = Stage::InterruptDecided;
            chip.interrupt_line = chip.asks_for_interrupt();
        }
        if chip.stage == Stage::InterruptDecided && cycle >= STATUS_CYCLE {
            chip.stage = Stage::StatusSet;
            chip.set_status();
        }
        if chip.stage == Stage::StatusSet && cycle >= 8 {
            chip.stage = Stage::PinDecided;
            if chip.interrupt_line && chip.wanted() {
                chip.nmi_low |= 2;
            }
        }
        if chip.stage == Stage::PinDecided && cycle >= ROW_DECISION {
            chip.decide_row();
        }
    }

    /// Whether NMI is low in `cycle`, to which the chip has been brought. [AHRM 4.8]
    #[inline]
    pub fn nmi_pin(&self, cycle: u32) -> bool {
        (cycle == 8 && self.chip.nmi_low & 1 != 0) || (cycle == 9 && self.chip.nmi_low & 2 != 0)
    }

    /// The interrupt of the current line, which has just been planned, provided that nothing writes to the chip.
    pub fn line_interrupt(&self) -> LineInterrupt {
        let chip = &self.chip;
        let asks = chip.asks_for_interrupt();
        LineInterrupt {
            comes: asks && chip.wanted(),
            nmist: [chip.nmist, if asks { chip.nmist_of_line() } else { chip.nmist }],
        }
    }

    /// Whether nothing has been decided yet about interrupts of the current planned line.
    #[inline]
    pub fn has_decided_nothing(&self) -> bool {
        self.chip.stage == Stage::Planned
    }

    /// Whether NMI may be low in this line or the next, whatever the display list says. Most lists do not interrupt at
    /// all.
    #[inline]
    pub fn may_interrupt(&self) -> bool {
        let chip = &self.chip;
        chip.nmi_low != 0 || chip.nmien & NMI_DLI != 0 || matches!(chip.line, BEFORE_BLANK..=BLANK_LINE)
    }

    /// Whether NMI is low or may go low in this line, as things stand.
    pub fn nmi_possible(&self) -> bool {
        let chip = &self.chip;
        let last_row = if chip.stage < Stage::InterruptDecided {
            chip.mode.ends(chip.vscrol)
        } else {
            chip.interrupt_line
        };
        chip.nmi_low != 0
            || (chip.line == BLANK_LINE && (chip.nmien & NMI_VBI != 0 || chip.reset_key))
            || (chip.head.visible && chip.mode.ir & 0x80 != 0 && chip.nmien & NMI_DLI != 0 && last_row)
    }

    /// Whether NMI may go low in the next line, as things stand. `peek` reads memory whose changes are noticed.
    pub fn nmi_possible_next(&self, peek: impl Fn(u16) -> Option<u8>) -> bool {
        let chip = &self.chip;
        let next_row = if chip.stage == Stage::RowDecided { chip.mode.row } else { chip.mode.row + 1 };
        let vbi = chip.line + 1 == BLANK_LINE && (chip.nmien & NMI_VBI != 0 || chip.reset_key);
        let dli = chip.nmien & NMI_DLI != 0
            && chip.head.next_visible
            && if self.next_begins_mode_line() {
                self.next_instruction(peek).is_none_or(|ir| ir & 0x80 != 0 && chip.mode.next_may_end(ir))
            } else {
                chip.mode.ir & 0x80 != 0 && chip.mode.ends_with(next_row & 15, chip.vscrol)
            };
        vbi || dli
    }

    /// Whether a playfield that does not stop, or a pending refresh, goes on over the end of the line: the next one may
    /// then leave the CPU no cycle.
    pub fn fetches_on(&self) -> bool {
        let end = &self.plan().end;
        end.ring != 0 || end.refresh_pending
    }

    /// The minimum number of cycles that ANTIC leaves to the CPU in the next line before that in which NMI may go low,
    /// as things stand. `peek` reads memory whose changes are noticed.
    pub fn free_before_nmi_next(&self, peek: impl Fn(u16) -> Option<u8>) -> i32 {
        let (chip, end) = (&self.chip, &self.plan().end);
        if self.fetches_on() {
            return 0;
        }
        let begins = self.next_begins_mode_line();
        let instruction = if begins { self.next_instruction(peek) } else { Some(chip.mode.ir) };
        let has_address = |ir: u8| ir & 15 == 1 || ir & 0x40 != 0;
        let taken = i32::from(end.coming & TAKEN != 0)
            + i32::from(begins)
            + if self.fetches_players() { 4 } else { 0 }
            + if instruction.is_none_or(has_address) { 2 } else { 0 };
        NMI_CYCLE - taken
    }

    /// Whether the next line may leave the CPU so few cycles before its late requests, which take bus values, that an
    /// instruction which begins in this line is still running. That takes all objects, which the caller has to check,
    /// and all names and font bytes of a wide playfield. `peek` reads memory whose changes are noticed.
    pub fn next_is_crowded(&self, peek: impl Fn(u16) -> Option<u8>) -> bool {
        let chip = &self.chip;
        let is_crowded = |ir: u8| match chip.dmactl & 3 {
            2 => ir & 0x10 != 0 && matches!(ir & 15, 2..=5),
            3 => matches!(ir & 15, 2..=5),
            _ => false,
        };
        self.next_begins_mode_line() && self.next_instruction(peek).is_none_or(is_crowded)
    }

    /// Whether the vertical blank shows nothing, because no hires mode line precedes it. [sheet: antic 13]
    pub fn blanks_all(&self) -> bool {
        !is_hires(self.chip.mode.ir)
    }

    /// Whether the next line may fetch the missiles' data or an instruction in its first two cycles, as things stand.
    pub fn may_be_halted_next(&self) -> bool {
        let chip = &self.chip;
        let fetches_instruction =
            chip.dmactl & 0x20 != 0 && !chip.mode.waiting && self.next_begins_mode_line();
        chip.dmactl & 4 != 0 || self.plan().end.coming != 0 || fetches_instruction
    }

    /// How many lines after the current one, at most `most`, are certain to be quiet and planned like it, as long as
    /// nothing writes to the chip: rows of its mode line. The current line has been planned and is quiet. `peek` reads
    /// memory whose changes are noticed.
    #[inline(always)]
    pub fn rows_behind(&self, most: u16, peek: impl Fn(u16) -> Option<u8>) -> u16 {
        let chip = &self.chip;
        let interrupts = chip.nmien & NMI_DLI != 0;
        let not_quiet = match chip.mode.ir & 0x80 != 0 && interrupts {
            true => 2,
            // What may follow immediately after the last of them.
            false => {
                let may_interrupt = |ir: u8| ir & 0x80 != 0 && chip.mode.next_may_end(ir);
                let interrupted = interrupts && self.next_instruction(peek).is_none_or(may_interrupt);
                // Bus values may be taken in a line that may be crowded until it is over.
                let seen = self.fetches_players() && self.plan().unwatched_slots.is_none();
                u16::from(interrupted || seen)
            }
        };
        self.rows_alike().saturating_sub(not_quiet).min(most)
    }

    /// How many lines after the current one, which has been planned and is quiet, the last row of its mode line comes,
    /// in which an NMI may come. All of them are planned like the current one.
    pub fn rows_to_nmi(&self) -> Option<u16> {
        let chip = &self.chip;
        let interrupts = chip.nmien & NMI_DLI != 0 && chip.mode.ir & 0x80 != 0;
        let rows = if interrupts { self.rows_alike() } else { 0 };
        (rows > 0 && rows == u16::from(chip.mode.rows_left(chip.vscrol))).then_some(rows)
    }

    /// The instruction of the next mode line, if it is known.
    fn next_instruction(&self, peek: impl Fn(u16) -> Option<u8>) -> Option<u8> {
        let chip = &self.chip;
        let is_address_due = chip.head.wants_address && u32::from(chip.done) < HEAD_END;
        if self.plan().end.may_request_at_once() {
            // A late request for the playfield may meet the one for the instruction. [measured: 0.7 of 21.4 host
            // instructions a machine cycle in `platform`, compared with checking whether the playfield clock has
            // stopped]
            None
        } else if chip.mode.waiting || chip.dmactl & 0x20 == 0 {
            Some(chip.mode.ir)
        } else if !is_address_due {
            peek(chip.dlist)
        } else if chip.mode.ir & 15 == 1 || chip.done > 6 {
            None
        } else {
            peek(next_in_list(next_in_list(chip.dlist)))
        }
    }

    /// Presses or releases the RESET key.
    pub fn set_reset_key(&mut self, pressed: bool) {
        self.chip.reset_key = pressed;
    }
}

/// The interrupt of an undisturbed line.
#[derive(Clone, Copy, Debug)]
pub struct LineInterrupt {
    /// NMI is low in both of its cycles.
    pub comes: bool,
    /// NMIST before its bits are set, and afterwards.
    nmist: [u8; 2],
}

impl LineInterrupt {
    /// What a read of NMIST returns in `cycle`.
    #[inline(always)]
    pub fn nmist(&self, cycle: u32) -> u8 {
        self.nmist[usize::from(cycle >= STATUS_CYCLE)] | NMIST_UNUSED
    }
}

impl Stage {
    /// The cycle of the next event.
    fn next_event(self) -> u32 {
        match self {
            Stage::Begun | Stage::RowDecided => u32::MAX,
            Stage::Planned => 6,
            Stage::InterruptDecided => STATUS_CYCLE,
            Stage::StatusSet => 8,
            Stage::PinDecided => ROW_DECISION,
        }
    }
}

impl Chip {
    /// Whether nothing can interrupt in the planned line.
    #[inline]
    fn is_quiet(&self) -> bool {
        self.mode.ir & 0x80 == 0 && self.line != BLANK_LINE
    }

    /// Decides whether the mode line is over or goes on to its next row.
    fn decide_row(&mut self) {
        self.stage = Stage::RowDecided;
        if self.head.visible {
            self.mode.end_line(self.vscrol);
        }
    }

    /// Cycle 6: whether the line interrupts, if NMIEN enables it.
    fn asks_for_interrupt(&self) -> bool {
        let dli = self.head.visible && self.mode.ir & 0x80 != 0 && self.mode.ends(self.vscrol);
        dli || self.line == BLANK_LINE
    }

    /// Cycle 7: sets the status bits, and the pin of cycle 8 from NMIEN as written by cycle 6.
    pub(super) fn set_status(&mut self) {
        if !self.interrupt_line {
            return;
        }
        self.nmist = self.nmist_of_line();
        if self.wanted() {
            self.nmi_low = 3;
        }
    }

    fn nmist_of_line(&self) -> u8 {
        if self.line == BLANK_LINE {
            NMI_VBI | if self.reset_key { NMI_RESET } else { self.nmist & NMI_RESET }
        } else {
            NMI_DLI | (self.nmist & NMI_RESET)
        }
    }

    fn wanted(&self) -> bool {
        if self.line == BLANK_LINE {
            self.nmien & NMI_VBI != 0 || self.reset_key
        } else {
            self.nmien & NMI_DLI != 0
        }
    }
}
