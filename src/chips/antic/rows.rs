//! Undisturbed lines, ended as rows, and several at once: the rows of a mode line are planned alike and differ only in
//! their row of pixels; the same holds for mode lines of one line each with the same instruction.

use super::Antic;
use super::chip::{Stage, address_in_list};
use super::display::{self, Data};
use super::plan::{LinePlan, below};
use super::reads::{LineReads, MOST_LINES};
use super::row::{EndedRow, KeptRow, RowPlan};
use super::timing::{BLANK_LINE, HEAD, HEAD_END, LINE_CYCLES};
use super::wiring::Wiring;
use crate::chips::an::Row;

/// The last line that may be followed by one planned alike.
const LAST_ALIKE: u16 = BLANK_LINE - 2;

impl Antic {
    /// If nothing has disturbed the line, ends it without codes and makes the next one current. Otherwise does nothing
    /// and returns `None`.
    #[inline(always)]
    pub fn end_line_as_row(&mut self, wiring: &mut impl Wiring) -> Option<EndedRow> {
        if !self.chip.head.visible || !self.chip.data.is_unmasked() {
            return None;
        }
        if self.chip.data.is_row() {
            if usize::from(self.chip.done) < LINE_CYCLES {
                self.carry_out(LINE_CYCLES as u32, wiring);
            }
        } else if self.planner.plan().train.is_some_and(|train| train.characters) {
            return self.end_text(wiring);
        } else {
            let shown = self.row_at_end()?;
            self.chip.take_bytes(&shown, wiring);
            self.chip.say_taken(&shown, wiring);
        }
        self.end_row();
        Some(EndedRow::Said)
    }

    #[inline(never)]
    fn end_text(&mut self, wiring: &impl Wiring) -> Option<EndedRow> {
        let shown = self.row_at_end()?;
        self.chip.take_bytes(&shown, wiring);
        let ended = match shown.script() {
            Some(_) => EndedRow::Text(shown),
            None => {
                self.chip.say_taken(&shown, wiring);
                EndedRow::Said
            }
        };
        self.end_row();
        Some(ended)
    }

    /// Takes the playfield as a row in the middle of the line.
    pub(super) fn take_row_said(&mut self, shown: &RowPlan, wiring: &mut impl Wiring) {
        self.chip.take_bytes(shown, wiring);
        self.chip.say_taken(shown, wiring);
        self.chip.data.output_row(shown.bytes());
    }

    /// Before a write of `value` in `cycle` to a register that [`Antic::spares_rows`], after all requests: keeps how
    /// the line shows its playfield, if that is a row of which nothing has been shown yet. If it returns false, the
    /// chip has to be brought to `cycle`.
    pub fn keep_row(&mut self, cycle: u32, (reg, value): (u8, u8), wiring: &mut impl Wiring) -> bool {
        let delay = self.chip.delay_by(cycle, reg, value);
        let (_, right) = display::window(self.chip.dmactl & 3);
        if delay.is_some_and(|delay| usize::from(delay.clock) < right) {
            return false;
        }
        if let Some(kept) = &mut self.kept_row {
            let has_room = delay.is_none() || kept.delay.is_none();
            kept.delay = kept.delay.or(delay);
            return has_room;
        }
        let is_over = |plan: &LinePlan| plan.train.is_some_and(|train| u32::from(train.end) <= cycle);
        if !self.is_planned() || !self.chip.data.has_no_output() || !is_over(self.planner.plan()) {
            return false;
        }
        self.carry_out_head(wiring);
        let shown = self.chip.row_plan(self.planner.plan(), self.row_from);
        self.kept_row = shown.map(|shown| KeptRow { shown, since: cycle as u8, delay });
        self.kept_row.is_some()
    }

    /// How the line shows its playfield, if that is a row of which nothing has been shown yet.
    #[inline]
    fn row_at_end(&self) -> Option<RowPlan> {
        match self.kept_row {
            Some(KeptRow { shown, since, .. }) => {
                // HSCROL could hardly start it again so late.
                let is_all = self.plan().active & !below(since.into()) == 0;
                is_all.then_some(shown)
            }
            None => self.chip.row_plan(self.planner.plan(), self.row_from),
        }
    }

    /// Sets `row` to what the current planned line will show as things stand. False unless it is a row of which nothing
    /// has been shown yet and which takes nothing from the bus.
    pub fn foresee_row(&mut self, row: &mut Row, wiring: &mut impl Wiring) -> bool {
        self.carry_out_head(wiring);
        let Data { held, captured, .. } = &self.chip.data;
        if !self.chip.head.visible || !self.chip.data.is_unmasked() || self.chip.data.is_row() {
            return false;
        }
        let mut held = held.clone();
        let shown = self.row_at_end().filter(|shown| !shown.shows_captured());
        if let Some(shown) = &shown {
            shown.take(&mut held, captured, wiring);
            shown.show(&held, captured, row, wiring);
        }
        shown.is_some()
    }

    #[inline]
    fn end_row(&mut self) {
        self.chip.done = LINE_CYCLES as u8;
        self.chip.data.finish_row();
        self.events_at_end();
        self.next_line();
    }

    /// What the codes of a line that has just ended as `ended` would have been made of.
    pub fn say_ended(&mut self, ended: &EndedRow, wiring: &impl Wiring) -> &Row {
        match ended {
            EndedRow::Text(shown) => self.say(shown, wiring),
            EndedRow::Said => &self.chip.data.row,
        }
    }

    /// What the codes of a line would be made of that shows its playfield as `shown` and whose bytes have just been
    /// taken.
    pub fn say(&mut self, shown: &RowPlan, wiring: &impl Wiring) -> &Row {
        self.chip.say_taken(shown, wiring);
        &self.chip.data.row
    }

    /// The position of a row of text; its cells are not valid.
    pub fn say_place(&mut self, shown: &RowPlan) -> &Row {
        shown.show_place(&mut self.chip.data.row);
        &self.chip.data.row
    }

    /// The names of that row, and its position.
    pub fn text(&self, shown: &RowPlan) -> (&[u8], &Row) {
        let Data { held, row, .. } = &self.chip.data;
        (shown.shown(held), row)
    }

    /// Whether the line in force would be planned alike again, if its mode line went on.
    #[inline]
    pub fn repeats(&self) -> bool {
        self.planner.repeated().is_some()
    }

    /// How many lines after the current planned one are planned like it, as long as nothing writes to the chip: rows of
    /// its mode line.
    pub(super) fn rows_alike(&self) -> u16 {
        let chip = &self.chip;
        if !chip.head.visible || chip.stage == Stage::RowDecided || !self.repeats() {
            return 0;
        }
        u16::from(chip.mode.rows_left(chip.vscrol)).min(LAST_ALIKE.saturating_sub(chip.line))
    }

    /// Whether the current planned line is a mode line of its own, and the next one is planned like it if it is another
    /// with the same instruction.
    #[inline]
    pub fn next_mode_line_is_alike(&self) -> bool {
        self.planner.next_mode_line_is_alike() && self.chip.mode.is_single()
    }

    /// The lines after the current one, at most `most`, that are certain to be quiet and planned like it, as long as
    /// nothing writes to the chip or to what they read. They are mode lines of one line each, and so is the current
    /// one, which is quiet. `peek` reads memory.
    pub fn lines_behind(&self, most: u16, peek: impl Fn(u16) -> u8) -> LineReads {
        let (chip, plan) = (&self.chip, self.planner.plan());
        let Some(train) = plan.train.filter(|_| plan.is_row && plan.is_head_alone) else {
            return LineReads::default();
        };
        // Without the list's DMA the instruction stays in force, and its address is not read again.
        let reads_list = chip.dmactl & 0x20 != 0;
        if chip.stage == Stage::RowDecided || self.is_address_half_read() || !reads_list {
            return LineReads::default();
        }
        let has_address = chip.mode.ir & 0x40 != 0;
        let is_address_due = has_address && u32::from(chip.done) < HEAD_END;
        let list = if is_address_due { address_in_list(chip.dlist, 2) } else { chip.dlist };
        let step = if has_address { 3 } else { 1 };
        let instruction = |line: u16| address_in_list(list, (line - 1) * step);
        // The line after the last of them, which might not be quiet, is excluded.
        let most = most.min(LAST_ALIKE.saturating_sub(chip.line)).min(MOST_LINES);
        let mut count = 0;
        while count <= most && peek(instruction(count + 1)) == chip.mode.ir {
            count += 1;
        }
        let count = count.saturating_sub(1);
        if count == 0 {
            return LineReads::default();
        }
        // Some or all bytes of the current line may have been taken.
        let next = self.scan_ahead(&peek);
        let scan = next & 0xF000 | next.wrapping_sub(chip.data.held.position.into()) & 0x0FFF;
        let scan_of = |line: u16| match has_address {
            true => u16::from_le_bytes([1, 2].map(|byte| peek(address_in_list(instruction(line), byte)))),
            // Counts within 4K.
            false => scan & 0xF000 | scan.wrapping_add(line * u16::from(train.count)) & 0x0FFF,
        };
        let mut scans = [scan; MOST_LINES as usize + 1];
        for line in 1..=count {
            scans[usize::from(line)] = scan_of(line);
        }
        LineReads { count, line: chip.line, scans, list: chip.dlist, step }
    }

    /// How many of those can be passed by [`Antic::pass_row`]; none if more of the current line than its first cycles
    /// has been carried out, or if it does not show a row.
    #[inline(always)]
    pub fn rows_to_pass(&self) -> u16 {
        let (chip, plan) = (&self.chip, self.planner.plan());
        let is_row = u32::from(chip.done) <= HEAD_END
            && plan.is_row
            && plan.is_head_alone
            && chip.chbase[0] == chip.chbase[1]
            && chip.data.is_unmasked()
            && chip.data.has_no_output()
            && self.kept_row.is_none();
        if !is_row || !all_captured_are_free(plan) {
            return 0;
        }
        if self.next_mode_line_is_alike() { LAST_ALIKE.saturating_sub(chip.line) } else { self.rows_alike() }
    }

    /// How the current line shows its playfield, if another one is to be passed after it; fetches its objects first.
    pub fn begin_rows(&mut self, wiring: &mut impl Wiring) -> Option<RowPlan> {
        self.carry_out_head(wiring);
        self.chip.row_plan(self.planner.plan(), HEAD_END as u8)
    }

    /// Takes the bytes of the current line, which is one of those and begins a mode line if `BEGINS`.
    #[inline(always)]
    pub fn take_row<const BEGINS: bool>(&mut self, shown: &mut RowPlan, wiring: &mut impl Wiring) {
        self.carry_out_head(wiring);
        if BEGINS {
            shown.scan = self.chip.data.scan;
        }
        self.chip.take_bytes(shown, wiring);
    }

    /// Ends the current line and plans the next one like it, which shows its playfield as `shown` and begins another
    /// mode line if `BEGINS`.
    #[inline(always)]
    pub fn pass_row<const BEGINS: bool>(&mut self, shown: &mut RowPlan, wiring: &mut impl Wiring) {
        let chip = &mut self.chip;
        chip.mode.end_line(chip.vscrol);
        chip.line += 1;
        chip.data.held.begin_line();
        chip.done = 1;
        if chip.data.first_use & HEAD != 0 {
            chip.carry_out_first(wiring);
        }
        if BEGINS {
            chip.begin_alike(wiring);
        }
        chip.stage = Stage::Planned;
        (chip.nmi_low, chip.interrupt_line, chip.chbase_from) = (0, false, 0);
        chip.follow_row(shown);
    }
}

/// Whether only values of the CPU are taken from the bus.
fn all_captured_are_free(plan: &LinePlan) -> bool {
    plan.watched == 0 || !plan.watched_slots.is_empty()
}
