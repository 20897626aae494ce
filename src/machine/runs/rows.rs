//! Foreseen rows: as long as nothing writes to ANTIC, the rows of a mode line that is not known are planned like its
//! current row. So a stretch goes on through them, and they are ended together. [measured: 2.2 of 20 host instructions
//! a machine cycle in `scroll`, 1.9 of 28 in `platform`]
//!
//! The same holds for consecutive mode lines of one line each with the same instruction, as bitmaps have. All that they
//! read, including the display list, is marked beforehand.

use std::ops::Range;

use super::manner::Manner;
use super::pins::{FIRST_NMI, LINE_END};
use super::stretch::NONE_FITS;
use crate::chips::antic::{Antic, EndedRow, MOST_LINES, RowPlan};
use crate::chips::gtia::{Gtia, LINE_PIXELS, Layout, PlayfieldColours};
use crate::machine::board::atari::{Atari, Dma, LINE};
use crate::machine::board::bounds::NO_SLOT;
use crate::machine::board::fonts::{ShownFont, TextCodes};
use crate::machine::board::kept_lines::row_of;
use crate::machine::board::lengths::{LONGEST, LONGEST_RUN};
use crate::machine::board::memory::Memory;
use crate::machine::board::run::Awaited;
use crate::machine::config::FRAME_HEIGHT;

impl Atari {
    /// Lets a quick stretch that begins in the current line, which is quiet and not known, go on through the rows after
    /// it, as long as nothing outside ANTIC affects the CPU in them.
    #[inline]
    pub(super) fn begin_rows(&mut self, target: u64, masked: bool) {
        (self.run.rows, self.run.slots) = (0, self.line_slots);
        if self.may_foresee() {
            self.foresee_rows(target, masked);
        }
    }

    /// Whether rows or mode lines after the current line may be planned like it. Not where objects may take data not
    /// meant for them: a phantom load might follow the last row.
    fn may_foresee(&self) -> bool {
        self.kept_lines.new.is_none()
            && (self.antic.repeats() || self.antic.next_mode_line_is_alike())
            && !self.may_take_foreign_data()
    }

    fn foresee_rows(&mut self, target: u64, masked: bool) {
        let most = self.undisturbed_lines(target, masked).min(LONGEST_RUN as u64).saturating_sub(1) as u16;
        let to_nmi = if self.antic.repeats() { self.foresee_to_nmi(most) } else { None };
        let rows = to_nmi.unwrap_or_else(|| self.foresee(most, 1));
        self.go_through_rows(rows);
    }

    /// How many rows after the current one, at most `most`, are certain to be planned like it. If they are mode lines
    /// of their own and fewer than `least` are foreseen, looks for more.
    #[inline(always)]
    fn foresee(&mut self, most: u16, least: u16) -> u16 {
        let next = self.antic.line() + 1;
        if self.antic.repeats() {
            let rows = self.antic.rows_behind(most, |address| self.memory.peek_marked(address));
            self.kept_lines.unkept(next, rows)
        } else {
            if self.lines_left() < least.min(most) {
                let unkept = self.kept_lines.unkept(next, MOST_LINES);
                self.foresee_lines(unkept);
            }
            self.lines_left().min(most)
        }
    }

    /// Makes the stretch go on through this many rows after the current one.
    fn go_through_rows(&mut self, rows: u16) {
        self.run.rows = rows;
        if rows == 0 {
            return;
        }
        let slots = self.line_slots;
        self.run.ends.set_alike(self.antic.line(), slots, rows);
        self.run.slots = slots * (1 + i32::from(rows));
    }

    /// The end of a stretch that begins in `slot` of the current line, which is quiet and not known, and runs quickly
    /// up to a request through the rows after that line. The request may come in one of those rows; or in slot
    /// `requested` of this line, if that is one of its slots, but so late that its sequence extends into the next.
    #[inline(never)]
    pub(super) fn rows_to_request(&mut self, slot: i32, requested: i32) -> Option<i32> {
        (self.run.rows, self.run.slots) = (0, self.line_slots);
        if self.antic.plan().unwatched_slots.is_some() || !self.may_foresee() {
            return None;
        }
        let until = self.irq_until.saturating_sub(self.line_start);
        let is_here = requested < self.line_slots;
        let (row, cycle) = if is_here { (0, 0) } else { (until / LINE_END, (until % LINE_END) as u32) };
        let rows = u16::try_from(row.max(1)).ok().filter(|rows| usize::from(*rows) < LONGEST_RUN)?;
        if self.foresee(rows, rows) < rows {
            return None;
        }
        let at =
            if is_here { requested } else { row as i32 * self.line_slots + self.antic.plan().slot_at(cycle) };
        let slots = self.line_slots * (1 + i32::from(rows));
        let from = self.requested_from(slot, at, NO_SLOT, slots);
        let limit = from.unwrap_or(at - LONGEST + 1);
        if limit <= slot {
            return None;
        }
        self.go_through_rows(rows);
        if from.is_some() {
            (self.run.interrupted_from, self.run.awaited) = (limit, Awaited::Request);
        }
        self.run.is_free = true;
        Some(limit)
    }

    /// The number of rows after the current one, at most `most`, if they are not known and an NMI may come in the last
    /// of them: the stretch runs quickly up to it. [measured: 2.4 of 25.4 host instructions a machine cycle in a game
    /// with an interrupt on each row]
    fn foresee_to_nmi(&mut self, most: u16) -> Option<u16> {
        let rows = self.antic.rows_to_nmi().filter(|rows| *rows <= most && !self.memory.noted.accesses)?;
        let plan = self.antic.plan();
        let from = plan.slot_at(FIRST_NMI) + 2;
        let is_alone = from + 2 * LONGEST <= plan.unwatched_slots.unwrap_or(self.line_slots);
        if !is_alone || self.kept_lines.unkept(self.antic.line() + 1, rows) < rows {
            return None;
        }
        self.run.interrupted_from = i32::from(rows) * self.line_slots + from;
        Some(rows)
    }

    /// Determines which mode lines after the current one, at most `most`, are certain to be planned like it. Marks what
    /// they read, so that stores into it are noticed.
    #[inline(always)]
    fn foresee_lines(&mut self, most: u16) {
        if most == 0 || self.marked.is_none() {
            return;
        }
        let lines = self.antic.lines_behind(most, |address| self.memory.bytes[usize::from(address)]);
        if lines.count > 0 {
            self.mark_lines(lines);
            // More of the display list counts now.
            self.ahead = None;
        }
    }

    /// Whether `slot` belongs to a foreseen line after the current one, which has been planned.
    #[inline]
    pub(super) fn is_foreseen(&self, slot: i32) -> bool {
        self.run.rows > 0 && slot >= self.line_slots && slot < self.run.slots && self.antic.is_planned()
    }

    /// How execution continues at `pc` after a stretch has reached its `limit` in `slot`, if that needs no further
    /// checks: nothing has happened since the limit was determined, and in the rest of the line nothing happens except
    /// that a chip reads the bus.
    /// [measured: 1.7 of 22 host instructions a machine cycle where a scrolled picture stands]
    #[inline]
    pub(super) fn rest_of_line(&mut self, slot: i32, limit: i32, pc: u16) -> Option<(Manner, i32)> {
        if self.run.bus_kept_from == Some(limit) && slot < self.run.line_end {
            return Some((self.quick_manner(pc)?.keeping_bus(), self.run.line_end));
        }
        if self.run.rows > 0 { self.rest_of_rows(slot, limit, pc) } else { None }
    }

    /// How execution continues at `pc` in a run of rows in which a chip reads the bus, after the quick part of a line
    /// or its rest has reached its `limit`: the next row has the same two parts.
    fn rest_of_rows(&mut self, slot: i32, limit: i32, pc: u16) -> Option<(Manner, i32)> {
        let manner = self.quick_manner(pc)?;
        let next = self.run.bus_kept_from? + self.line_slots;
        let until = next.min(self.run.interrupted_from);
        let begins_row = limit == self.run.line_end && limit < self.run.slots && slot < until;
        begins_row.then(|| {
            (self.run.bus_kept_from, self.run.line_end) = (Some(next), limit + self.line_slots);
            (manner, until)
        })
    }

    /// `count` lines of a run of rows are over: subtracts their slots.
    #[cold]
    #[inline(never)]
    pub(super) fn count_rows(&mut self, slot: i32, count: u16) -> i32 {
        let slots = i32::from(count) * self.line_slots;
        self.tracked.end_lines(slots);
        self.cpu_cycles = self.cpu_cycles.wrapping_add(slots as u64);
        self.run.rows = self.run.rows.saturating_sub(count);
        self.run.pass(slots, self.line_slots);
        if let Some(until) = self.run.bus_kept_from {
            // If it belonged to a line that is over, it must not be mistaken for no limit.
            self.run.bus_kept_from = Some(until - slots).filter(|&until| until > NONE_FITS);
            self.run.line_end -= slots;
        }
        slot - slots
    }

    /// Ends the current planned line and the foreseen rows after it that are over before `slot`; false if there are
    /// none. The line that is the current one then has been planned, and `slot` is counted from its start.
    #[inline(never)]
    pub(super) fn pass_rows(&mut self, slot: &mut i32) -> bool {
        // In cycle 0 of a line it must not be planned yet.
        let before = ((*slot - 1) / self.line_slots) as u16;
        let count = self.antic.rows_to_pass().min(before).min(self.run.rows);
        let moves = self.phantom_from != 0 || self.may_take_foreign_data() || self.marked.is_none();
        if count == 0 || moves || self.gtia.has_begun() {
            return false;
        }
        let number = self.antic.line();
        let mut dma = Dma { memory: &self.memory, gtia: &mut self.gtia, line: number };
        let Some(shown) = self.antic.begin_rows(&mut dma) else { return false };
        let shows_rows = self.gtia.shows_rows();
        // The values that were written take effect in the first line.
        let count = if shows_rows { count } else { 1 };
        // Several lines that do not show what they take from the bus need it only for the last one.
        if count == 1 || shown.shows_captured() {
            self.capture_tracked(LINE);
        }
        if self.recording {
            self.take_speaker();
        }
        let lines = number..number + count;
        match (self.antic.next_mode_line_is_alike(), shows_rows || self.gtia.begin_shown()) {
            (true, true) => self.show_rows::<true>(lines, shown),
            (false, true) => self.show_rows::<false>(lines, shown),
            (true, false) => self.show_changing::<true>(number, shown),
            (false, false) => self.show_changing::<false>(number, shown),
        }
        self.kept_lines.pass_unkept(number + 1, count);
        self.forget_ahead();
        self.kept_lines.written = false;
        self.line_start += u64::from(count) * u64::from(LINE);
        self.cycle = 0;
        *slot = self.count_rows(*slot, count);
        true
    }

    /// Ends these lines, of which the first shows its playfield as `shown`, and plans the next. They are mode lines of
    /// their own if `BEGIN`, otherwise rows of one.
    fn show_rows<const BEGIN: bool>(&mut self, lines: Range<u16>, mut shown: RowPlan) {
        let Atari { memory, antic, gtia, kept_lines: kept, pictures, drawing, tracked, .. } = self;
        let colours = gtia.playfield_colours();
        let font = kept.fonts.shown(&shown, &colours, memory);
        let layout = Layout::of(antic.say_place(&shown));
        let (first, last) = (lines.start, lines.end - 1);
        let captures_from = if shown.shows_captured() { first } else { last };
        for line in lines {
            // The first line already has its bytes.
            if line >= captures_from && line != first {
                let begin = i32::from(line - first) * self.line_slots;
                antic.capture_all(0, |slot| tracked.get(begin + slot));
            }
            antic.take_row::<BEGIN>(&mut shown, &mut Dma { memory, gtia, line });
            let pixels = if *drawing { claimed(&mut kept.shown[0], &mut pictures.drawn, line) } else { None };
            let how = Shown { plan: &shown, layout: &layout, colours: &colours, font };
            show_taken(memory, antic, gtia, &how, line, pixels);
            antic.pass_row::<BEGIN>(&mut shown, &mut Dma { memory, gtia, line: line + 1 });
        }
    }

    /// Ends a line that shows its playfield as `shown` and in which GTIA's registers change, and plans the next, like
    /// [`Atari::show_rows`]. [measured: 0.3 of 38.0 host instructions a machine cycle, and 5 percent of the time, where
    /// a timer colours a bitmap]
    #[inline(never)]
    fn show_changing<const BEGIN: bool>(&mut self, line: u16, mut shown: RowPlan) {
        let Atari { memory, antic, gtia, kept_lines: kept, pictures, drawing, .. } = self;
        antic.take_row::<BEGIN>(&mut shown, &mut Dma { memory, gtia, line });
        let pixels = if *drawing { claimed(&mut kept.shown[0], &mut pictures.drawn, line) } else { None };
        let codes = antic.say(&shown, &Dma { memory, gtia, line }).spread();
        gtia.end_line(&codes, pixels);
        antic.pass_row::<BEGIN>(&mut shown, &mut Dma { memory, gtia, line: line + 1 });
    }

    /// Runs GTIA's part of `line`, which is not known, has ended as `ended` and has no colour changes.
    #[inline]
    pub(super) fn show_row(&mut self, line: u16, ended: &EndedRow) {
        if let EndedRow::Text(shown) = ended {
            return self.show_text(line, shown);
        }
        let Atari { memory, antic, gtia, pictures, drawing, .. } = self;
        let pixels = if *drawing { row_of(&mut pictures.drawn, line) } else { None }.map(|it| it.1);
        let playfield = antic.say_ended(ended, &Dma { memory, gtia, line });
        gtia.end_shown(&gtia.playfield_colours(), playfield, pixels);
    }

    #[inline(never)]
    fn show_text(&mut self, line: u16, shown: &RowPlan) {
        let Atari { memory, antic, gtia, kept_lines: kept, pictures, drawing, .. } = self;
        let pixels = if *drawing { row_of(&mut pictures.drawn, line) } else { None }.map(|it| it.1);
        let colours = gtia.playfield_colours();
        let font = kept.fonts.shown(shown, &colours, memory);
        let layout = Layout::of(antic.say_place(shown));
        show_taken(
            memory,
            antic,
            gtia,
            &Shown { plan: shown, layout: &layout, colours: &colours, font },
            line,
            pixels,
        );
    }
}

/// The row of a `picture` that a scan `line` shows, if any; marks it as not showing the pixels of a kept line.
#[inline(always)]
fn claimed<'a>(
    shown: &mut [u32; FRAME_HEIGHT],
    picture: &'a mut [u8],
    line: u16,
) -> Option<&'a mut [u8; LINE_PIXELS]> {
    let (row, pixels) = row_of(picture, line)?;
    shown[row] = 0;
    Some(pixels)
}

/// How a line is shown.
struct Shown<'a> {
    plan: &'a RowPlan,
    layout: &'a Layout,
    colours: &'a PlayfieldColours,
    font: Option<ShownFont<'a>>,
}

/// GTIA's part of a line whose bytes have been taken.
#[inline(always)]
fn show_taken(
    memory: &Memory,
    antic: &mut Antic,
    gtia: &mut Gtia,
    shown: &Shown<'_>,
    line: u16,
    mut pixels: Option<&mut [u8; LINE_PIXELS]>,
) {
    let Shown { plan, layout, colours, font } = shown;
    // Rows after the first may lack some in their script: those past the eighth have blanks of their own.
    if let Some(font) = font.filter(|_| plan.script().is_some() && !gtia.shows_pairs()) {
        let (names, place) = antic.text(plan);
        let row = plan.text_row();
        if let Some(pixels) = &mut pixels {
            font.paint(row, names, (layout, colours), gtia, pixels);
        }
        gtia.end_row(&TextCodes::of(font, row, names, place), pixels);
        return;
    }
    let playfield = antic.say(plan, &Dma { memory, gtia, line });
    gtia.end_shown(colours, playfield, pixels);
}
