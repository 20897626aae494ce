//! ANTIC: display list, playfield and player/missile DMA, scrolling, interrupts.
//!
//! The chip is lazy: [`Antic::advance`] brings it to a cycle of the current line. Its use of the bus is planned ahead
//! ([`plan`]), but memory is read only when the chip is brought past the cycle. Before a caller changes memory that the
//! line is about to read, it therefore has to bring the chip to the present.

mod chip;
pub mod display;
mod fetch;
mod held;
mod interrupts;
pub mod mode_line;
pub mod plan;
mod playfield;
mod reads;
mod registers;
mod row;
mod row_times;
mod rows;
mod saved;
mod scrolling;
pub mod timing;
mod train;
mod wiring;

use super::an::{AnLine, Row};
use chip::{Chip, ROW_DECISION, Stage, address_in_list, is_hires, is_visible};
pub use chip::{NMI_DLI, NMI_RESET, NMI_VBI};
pub use fetch::Ahead;
pub use held::Held;
pub use interrupts::LineInterrupt;
pub use plan::PlanId;
use plan::{LinePlan, Planner};
pub use reads::{Addresses, LineReads, MOST_LINES, Reads};
use row::KeptRow;
pub use row::{EndedRow, RowPlan, Script};
pub use saved::State;
pub use scrolling::{Scroll, Scrolling};
use timing::{BITMAP, HEAD, HEAD_END, LINE_CYCLES, NAME, RUN, TAKEN, Use};
pub use timing::{BLANK_LINE, FIRST_LINE};
pub use wiring::Wiring;

/// PENH and PENV as they usually are before a light pen's line first falls. [sheet: antic 2]
const PEN_AT_POWER_ON: [u8; 2] = [0x00, 0xFF];

/// The chip.
#[derive(Clone, Debug)]
pub struct Antic {
    pub(super) chip: Chip,
    planner: Planner,
    /// The current line has been begun but not planned, and is to be planned like the one before.
    repeating: bool,
    /// If the line's uses have been carried out up to exactly this cycle, the line may still end as a row: the bytes
    /// taken so far have not been shown.
    row_from: u8,
    /// How the line shows its playfield. All its requests are over, but none has been carried out.
    kept_row: Option<KeptRow>,
    /// PENH and PENV; nothing else depends on them.
    pen: [u8; 2],
}

impl Antic {
    /// The chip after power-on, before line 0 of a frame with `lines` lines.
    pub fn new(lines: u16) -> Self {
        Antic {
            chip: Chip::new(lines),
            planner: Planner::new(),
            repeating: false,
            row_from: HEAD_END as u8,
            kept_row: None,
            pen: PEN_AT_POWER_ON,
        }
    }

    /// The current scan line.
    pub fn line(&self) -> u16 {
        self.chip.line
    }

    /// The plan of the current line. Valid once the line has been planned, from cycle 1 on.
    #[inline]
    pub fn plan(&self) -> &LinePlan {
        self.planner.plan()
    }

    /// Whether the line has been planned: its instruction is known.
    #[inline]
    pub fn is_planned(&self) -> bool {
        self.chip.stage != Stage::Begun
    }

    /// Whether cycle 0 of the line is watched.
    pub fn watches_first(&self) -> bool {
        plan::is_watched(self.chip.data.first_use)
    }

    /// The addresses in the display list on which the line just planned depends, provided that no requests meet: its
    /// instruction, if it fetched one; the two bytes after it; and the next instruction, if those are an address.
    pub fn list_read(&self) -> [u16; 4] {
        std::array::from_fn(|n| address_in_list(self.chip.dlist, (n as u16).wrapping_sub(1)))
    }

    /// Whether the planned line may read something that no line before it in its mode line did. A jump reads on in each
    /// of its rows.
    pub fn reads_anew(&self) -> bool {
        let head = &self.chip.head;
        self.chip.mode.first || !head.visible || head.wants_address || self.planner.plan().meeting
    }

    /// Whether the current planned line fetches any players. It may fetch only some, if DMACTL is written between their
    /// cycles, once or twice by a read-modify-write instruction.
    #[inline]
    pub fn loads_players(&self) -> bool {
        let uses = &self.planner.plan().uses;
        (uses[2] | uses[3] | uses[4] | uses[5]) & HEAD != 0
    }

    /// Whether the current planned line fetches all players.
    pub fn fetches_all_players(&self) -> bool {
        let uses = &self.planner.plan().uses;
        uses[2] & uses[3] & uses[4] & uses[5] & HEAD != 0
    }

    /// Whether the next line fetches players without missiles, as things stand: their DMA was turned on too late.
    pub fn fetches_players_alone_next(&self) -> bool {
        self.fetches_players() && self.chip.head.next_visible && self.planner.plan().end.coming & HEAD == 0
    }

    /// Whether players are fetched in visible lines, as things stand.
    pub fn fetches_players(&self) -> bool {
        self.chip.dmactl & 8 != 0
    }

    /// Whether the next line is the first of a mode line, as things stand.
    pub fn next_begins_mode_line(&self) -> bool {
        let chip = &self.chip;
        let over = match chip.stage {
            Stage::RowDecided => chip.mode.is_over(),
            _ => chip.mode.ends(chip.vscrol),
        };
        chip.head.next_visible && (over || chip.line + 1 == FIRST_LINE)
    }

    /// The use of cycle 0 or 1 of the current line.
    pub fn head_use(&self, cycle: u32) -> Use {
        if cycle == 0 { self.chip.data.first_use } else { self.chip.head.coming }
    }

    /// Begins the current line: cycle 0 is next.
    #[inline(always)]
    pub fn begin_line(&mut self) {
        let chip = &mut self.chip;
        let visible = is_visible(chip.line);
        let next_visible = is_visible(chip.line + 1);
        chip.mode.begin_line(chip.line, visible);
        let inner_row =
            !chip.mode.first && (visible, next_visible) == (chip.head.visible, chip.head.next_visible);
        chip.data.first_use = chip.head.coming;
        let repeated = if inner_row { self.planner.repeated() } else { None };
        self.repeating = repeated.is_some();
        (self.row_from, self.kept_row) = (HEAD_END as u8, None);
        if let Some(head) = repeated {
            chip.head = head;
        } else {
            let timing = &mut chip.head;
            timing.visible = visible;
            timing.next_visible = next_visible;
            timing.first = chip.mode.first;
            timing.wants_instruction = visible && chip.mode.first && !chip.mode.waiting;
            timing.wants_address = false;
            timing.step(0);
        }
        chip.stage = Stage::Begun;
        chip.done = 0;
        chip.nmi_low = 0;
        chip.interrupt_line = false;
        chip.chbase_from = 0;
        // A hires line at the end of the display leaves the vertical blank unblanked. [AHRM 4.11]
        let unblanked = !visible && is_hires(chip.mode.ir) && chip.dmactl & 3 != 0;
        chip.data.begin_line(visible || unblanked);
        if unblanked {
            chip.data.set_hires();
        }
    }

    /// At the start of cycle 1: reads the line's instruction and plans the rest.
    #[inline(always)]
    pub fn plan_line(&mut self, wiring: &mut impl Wiring) {
        let chip = &mut self.chip;
        let first_use = chip.data.first_use;
        if chip.done == 0 {
            chip.carry_out_first(wiring);
            chip.done = 1;
        }
        if self.repeating {
            self.planner.repeat(chip.head);
        } else {
            chip.start_row(wiring);
            self.planner.begin(first_use, chip.head);
        }
        if chip.head.visible && is_hires(chip.mode.ir) {
            chip.data.set_hires();
        }
        chip.stage = Stage::Planned;
    }

    /// Brings the chip to the start of `cycle`: carries out all uses before it, and events up to and including it. If
    /// `cycle` > 1, the line must have been planned.
    #[inline]
    pub fn advance(&mut self, cycle: u32, wiring: &mut impl Wiring) {
        if u32::from(self.chip.done) < cycle {
            self.carry_out(cycle, wiring);
        }
        self.events(cycle);
    }

    /// Brings the chip to the start of `cycle` before a write to memory there. A bitmap's row stays a row, as its codes
    /// may never be needed.
    pub fn read_before(&mut self, cycle: u32, wiring: &mut impl Wiring) {
        let plan = self.planner.plan();
        let row = plan.train.filter(|train| plan.is_row && !train.characters);
        let Some(train) =
            row.filter(|_| cycle > HEAD_END && self.chip.done <= self.row_from && self.kept_row.is_none())
        else {
            return self.advance(cycle, wiring);
        };
        self.carry_out_head(wiring);
        self.chip.take_before(cycle, train, wiring);
        self.row_from = self.chip.done;
        self.events(cycle);
    }

    /// Like [`Antic::advance`], but leaves the playfield where it is. Sufficient for interrupts, rows and the data of
    /// players and missiles.
    #[inline]
    pub fn advance_events(&mut self, cycle: u32, wiring: &mut impl Wiring) {
        // The playfield still shows the row that is decided on at the end of the line.
        let needed = if cycle >= ROW_DECISION { cycle } else { cycle.min(HEAD_END) };
        if u32::from(self.chip.done) < needed {
            self.carry_out(needed, wiring);
        }
        self.events(cycle);
    }

    /// Sets whether plans of whole lines are kept for reuse (the default); changes nothing else.
    pub fn set_caching(&mut self, on: bool) {
        self.planner.set_caching(on);
    }

    /// How the line shows its playfield if it is not disturbed. The chip has been brought past the fetches of the
    /// objects' data. None if that depends on more than the bytes that it reads.
    #[inline(always)]
    pub fn row_plan(&self) -> Option<RowPlan> {
        let plan = self.planner.plan();
        if plan.is_head_alone && self.kept_row.is_none() {
            self.chip.row_plan(plan, HEAD_END as u8)
        } else {
            None
        }
    }

    /// Whether the line fetches bytes of the playfield from memory, as the first one of its mode line does.
    pub fn scans(&self) -> bool {
        self.chip.mode.first
    }

    /// The addresses of the list, the playfield, its fonts and the objects, as one number.
    pub fn places(&self) -> u64 {
        self.chip.places()
    }

    /// What the chip has read and still holds.
    pub fn held(&self) -> &Held {
        &self.chip.data.held
    }

    /// Replaces what the chip holds.
    pub fn hold(&mut self, held: &Held) {
        self.chip.data.held.clone_from(held);
    }

    /// Replaces the last byte fetched.
    pub fn set_last_byte(&mut self, byte: u8) {
        self.chip.data.held.last_byte = byte;
    }

    /// Carries out the fetches of the list and the objects' data, but no events; for ending the line.
    #[inline]
    pub fn carry_out_head(&mut self, wiring: &mut impl Wiring) {
        let from = u32::from(self.chip.done);
        if from < HEAD_END {
            self.chip.done = HEAD_END as u8;
            let span = !plan::below_in_head(from);
            if from == 0 || self.planner.plan().head_active & span != 0 {
                self.carry_out_span(span, wiring);
            }
        }
    }

    /// Ends the line and makes the next one current.
    pub fn end_line(&mut self, wiring: &mut impl Wiring) {
        // The codes are needed.
        self.chip.data.say();
        self.advance(LINE_CYCLES as u32, wiring);
        self.chip.data.finish(self.chip.dmactl);
        self.next_line();
    }

    fn next_line(&mut self) {
        let chip = &mut self.chip;
        chip.head = self.planner.end();
        chip.chbase[0] = chip.chbase[1];
        chip.line = if chip.line + 1 == chip.lines { 0 } else { chip.line + 1 };
    }

    /// Carries out what is due before `cycle`, which must be something.
    fn carry_out(&mut self, cycle: u32, wiring: &mut impl Wiring) {
        let from = u32::from(self.chip.done);
        if from < HEAD_END {
            let to = cycle.min(HEAD_END);
            self.carry_out_span(plan::below_in_head(to) & !plan::below_in_head(from), wiring);
            self.chip.done = to as u8;
        }
        if cycle > HEAD_END {
            self.carry_out_playfield(cycle, wiring);
            self.chip.done = cycle as u8;
        }
    }

    /// Carries out what lies between the line's first eight cycles and `to`; as a row, if that is the whole playfield
    /// and no codes have been needed yet.
    fn carry_out_playfield(&mut self, to: u32, wiring: &mut impl Wiring) {
        if let Some(KeptRow { shown, since, delay }) = self.kept_row.take() {
            self.take_row_said(&shown, wiring);
            delay.into_iter().for_each(|delay| self.chip.data.delay(delay));
            self.chip.done = since;
        }
        let Antic { chip, planner, row_from, .. } = self;
        let (plan, from) = (planner.plan(), u32::from(chip.done));
        if plan.train.is_some_and(|train| to >= train.end.into())
            && chip.data.has_no_output()
            && let Some(shown) = chip.row_plan(plan, *row_from)
        {
            return self.take_row_said(&shown, wiring);
        }
        if from > HEAD_END && from == u32::from(*row_from) {
            self.show_taken(wiring);
        }
        match self.planner.plan().train {
            Some(train) if self.chip.whole_train(train, from, to) => self.chip.carry_out_train(train, wiring),
            _ => self.carry_out_rest(from, to, wiring),
        }
    }

    /// Shows the bytes of a bitmap that have already been taken.
    #[cold]
    fn show_taken(&mut self, wiring: &impl Wiring) {
        if let Some(train) = self.planner.plan().train {
            self.chip.show_taken(train, wiring);
        }
    }

    /// Carries out the cycles in `span` of the line's first eight.
    #[inline]
    fn carry_out_span(&mut self, span: u8, wiring: &mut impl Wiring) {
        if span & 1 != 0 {
            self.chip.carry_out_first(wiring);
        }
        if span > 1 {
            let plan = self.planner.plan();
            self.chip.carry_out_head(plan.head_active & span & !1, plan, wiring);
        }
    }

    /// Carries out a playfield that is not a regular train, or a part of one.
    #[inline(never)]
    fn carry_out_rest(&mut self, mut from: u32, to: u32, wiring: &mut impl Wiring) {
        let plan = self.planner.plan();
        let mut active = plan.active & plan::below(to) & !plan::below(from);
        // A few are faster one by one. [measured: 0.7 of 42 where DMACTL is written twice on each line]
        if let Some(train) = plan.train.filter(|_| active.count_ones() > 4) {
            let mut part = self.chip.carry_out_part(train, from, to, wiring);
            while part > from {
                from = part;
                part = self.chip.carry_out_part(train, from, to, wiring);
            }
            active &= !plan::below(from);
        }
        // What is fetched apart from glyph bytes.
        let others = HEAD | if self.chip.mode.first { NAME | BITMAP } else { 0 };
        while active != 0 {
            let cycle = active.trailing_zeros();
            active &= active - 1;
            let uses = plan.uses[cycle as usize];
            if uses & others == 0 {
                self.chip.carry_out_font(cycle as u8, uses, wiring);
            } else if uses & !RUN == BITMAP | TAKEN {
                self.chip.carry_out_bitmap(cycle as u8, uses, wiring);
            } else {
                self.chip.carry_out_one(cycle as u8, uses, wiring);
            }
        }
    }

    /// The line's codes so far.
    pub fn an_line(&self) -> &AnLine {
        &self.chip.data.an
    }

    /// Completes the codes of the clocks before `cycle`, to which the chip has been brought.
    pub fn settle(&mut self, cycle: u32) {
        self.chip.data.mask_to(2 * cycle as usize, self.chip.dmactl);
    }

    /// The last byte fetched.
    pub fn last_byte(&self) -> u8 {
        self.chip.data.held.last_byte
    }

    /// Supplies the values of all watched cycles of the line; `value` gets the number of free cycles before each.
    /// False, with nothing done, if not all of them are free or one lies before cycle `done`.
    #[inline]
    pub fn capture_all(&mut self, done: u32, value: impl Fn(i32) -> u8) -> bool {
        let slots = &self.planner.plan().watched_slots;
        if slots.first().is_some_and(|&(cycle, _)| u32::from(cycle) < done) {
            return false;
        }
        for &(cycle, slot) in slots {
            self.chip.data.captured.0[usize::from(cycle) % LINE_CYCLES] = value(slot.into());
        }
        !slots.is_empty()
    }

    /// Supplies the values of the watched cycles from `from` to before `end`; `value` gets the number of free cycles
    /// before each. False, with nothing done, if not all watched cycles of the line are free.
    #[inline]
    pub fn capture_free(&mut self, from: u32, end: u32, value: impl Fn(i32) -> u8) -> bool {
        let slots = &self.planner.plan().watched_slots;
        for &(cycle, slot) in slots {
            if (from..end).contains(&cycle.into()) {
                self.chip.data.captured.0[usize::from(cycle) % LINE_CYCLES] = value(slot.into());
            }
        }
        !slots.is_empty()
    }

    /// Supplies the bus value of a watched cycle (a virtual playfield request).
    pub fn capture(&mut self, cycle: u32, value: u8) {
        self.chip.data.captured.0[cycle as usize % LINE_CYCLES] = value;
    }
}

impl Antic {
    /// Takes the bytes of the current line, which shows its playfield as `shown`, into `held`.
    pub fn take(&self, shown: &RowPlan, held: &mut Held, wiring: &impl Wiring) {
        shown.take(held, &self.chip.data.captured, wiring);
    }

    /// Whether it takes other bytes from the bus into the line buffer than those in `held`, which it took before.
    pub fn captures_others(&self, shown: &RowPlan, held: &Held) -> bool {
        shown.captures_others(held, &self.chip.data.captured)
    }

    /// The last byte that it fetches, with the line buffer of `held` and the byte `before` fetched before its
    /// playfield.
    pub fn last_byte_of(&self, shown: &RowPlan, held: &Held, before: u8, wiring: &impl Wiring) -> u8 {
        shown.last_byte(held, before, &self.chip.data.captured, wiring)
    }

    /// Writes what has been taken to `row`.
    pub fn show(&self, shown: &RowPlan, held: &Held, row: &mut Row, wiring: &impl Wiring) {
        shown.show(held, &self.chip.data.captured, row, wiring);
    }

    /// The whole state, at the start of a line or when the line has just been planned.
    pub fn moment(&self) -> AnticMoment {
        AnticMoment { chip: self.chip.clone(), repeating: self.repeating }
    }

    /// HSCROL and VSCROL.
    pub fn scroll(&self) -> Scroll {
        self.chip.scroll()
    }

    /// HSCROL and VSCROL, and which of their bits count in the line just planned.
    pub fn scrolling(&self) -> Scrolling {
        self.chip.scrolling()
    }

    /// Whether the state is that of `moment`, as far as the future depends on it, not considering what the chip holds.
    pub fn is_at(&mut self, moment: &AnticMoment) -> bool {
        if !moment.chip.scrolling().is_under(self.chip.scroll()) {
            return false;
        }
        // What is held is compared separately; it is the smaller part.
        let held = std::mem::replace(&mut self.chip.data.held, moment.held().clone());
        let scroll = self.chip.scroll();
        self.chip.set_scroll(moment.chip.scroll());
        let same = self.chip == moment.chip;
        self.chip.set_scroll(scroll);
        self.chip.data.held = held;
        same
    }

    /// Goes to a `moment` at the start of a line. The chip is at the start of the line before, whose inputs are all the
    /// same as then, except for registers that do not count. Captured values of the current line are kept.
    pub fn go_to(&mut self, moment: &AnticMoment) {
        let captured = std::mem::take(&mut self.chip.data.captured);
        let scroll = self.chip.scroll();
        self.chip.clone_from(&moment.chip);
        self.chip.set_scroll(scroll);
        self.chip.data.captured = captured;
        self.repeating = moment.repeating;
    }

    /// The plan of the current line, which has just been planned.
    pub fn plan_id(&self) -> Option<PlanId> {
        self.planner.id()
    }

    /// Whether a plan is still in the cache.
    #[inline]
    pub fn knows_plan(&self, id: PlanId) -> bool {
        self.planner.knows(id)
    }

    /// A plan, if it is still in the cache.
    #[inline]
    pub fn known_plan(&self, id: PlanId) -> Option<&LinePlan> {
        self.planner.known(id)
    }

    /// Puts the plan of another line in force, if it is still in the cache. [`Antic::follow`] has to follow.
    #[inline(always)]
    pub fn recall_plan(&mut self, id: PlanId) -> bool {
        self.planner.recall(id)
    }

    /// Puts the plan of another line in force, which must be in the cache ([`Antic::knows_plan`]). [`Antic::follow`]
    /// has to follow.
    #[inline(always)]
    pub fn recall_known_plan(&mut self, id: PlanId) {
        self.planner.recall_known(id);
    }

    /// Remakes the plan of the current line, which was planned, but whose plan is not in force.
    pub fn plan_again(&mut self) {
        self.planner.begin_anew(self.chip.data.first_use, self.chip.head);
    }

    /// Goes to a `moment` at which a line has just been planned. Its plan must be in force.
    pub fn follow(&mut self, moment: &AnticMoment) {
        self.go_to(moment);
        self.planner.repeat(self.chip.head);
    }

    /// A small copy of the chip without its caches, for computing a future state.
    pub fn bare(&self) -> Self {
        let (chip, planner, row_from) = (self.chip.clone(), self.planner.bare(), self.row_from);
        Antic { chip, planner, repeating: false, row_from, kept_row: self.kept_row, pen: self.pen }
    }
}

/// ANTIC at a fixed point of a line; see [`Antic::moment`].
#[derive(Clone, Debug)]
pub struct AnticMoment {
    chip: Chip,
    repeating: bool,
}

impl AnticMoment {
    /// See [`Antic::places`].
    pub fn places(&self) -> u64 {
        self.chip.places()
    }

    /// What the chip holds.
    pub fn held(&self) -> &Held {
        &self.chip.data.held
    }

    /// Replaces what the chip holds.
    pub fn hold(&mut self, held: &Held) {
        self.chip.data.held.clone_from(held);
    }

    /// Sets what the chip holds after a line that began with `held` and fetches no names or bitmap bytes from memory.
    #[inline]
    pub fn hold_behind(&mut self, row: &RowPlan, held: &Held) {
        self.hold(held);
        row.pass_on(&mut self.chip.data.held);
    }

    /// Replaces the last byte fetched.
    pub fn set_last_byte(&mut self, byte: u8) {
        self.chip.data.held.last_byte = byte;
    }
}
