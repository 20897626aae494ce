//! ANTIC: display list, playfield and player/missile DMA, scrolling, interrupts.
//!
//! The chip is lazy: [`Antic::advance`] brings it to a cycle of the current line. What it does to
//! the bus is planned ahead ([`plan`]); what it reads is read when it is brought
//! past the cycle, so whoever changes memory that it is about to read brings it there first.

pub mod display;
mod fetch;
mod interrupts;
mod kept;
pub mod plan;
mod registers;
pub mod rows;
pub mod timing;
mod train;

use super::an::AnLine;
pub use fetch::Reads;
use kept::Kept;
use plan::{LinePlan, Planner};
use rows::ModeLine;
use serde::{Deserialize, Serialize};
use timing::{HEAD, LINE_CYCLES, Timing, Use};

/// NMIST and NMIEN: display list interrupt.
pub const NMI_DLI: u8 = 0x80;
/// NMIST and NMIEN: vertical blank interrupt.
pub const NMI_VBI: u8 = 0x40;
/// NMIST: the RESET key.
pub const NMI_RESET: u8 = 0x20;

/// Display list and player/missile DMA lie before this cycle.
const HEAD_END: u32 = 8;
/// Whether the mode line ends with this line is decided in this cycle.
const ROW_DECISION: u32 = 109;

/// First scan line of the display.
pub const FIRST_LINE: u16 = 8;
/// The line after the display: vertical blank begins.
pub const BLANK_LINE: u16 = 248;

/// The memory as ANTIC sees it, and where its player/missile bytes go.
pub trait Wiring {
    /// A byte of memory.
    fn fetch(&self, address: u16) -> u8;
    /// How often the bytes of a page have changed, as far as somebody asked in between.
    fn changes(&mut self, page: u8) -> u32;
    /// The missiles' byte crossed the bus, in cycle 0.
    fn missiles(&mut self, value: u8);
    /// The byte of player `n`, 0 to 3, in cycle `n` + 2.
    fn player(&mut self, n: u8, value: u8);
    /// All four players' bytes.
    fn players(&mut self, values: [u8; 4]);
}

/// Which of the events at fixed cycles of a line are over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug, Serialize, Deserialize)]
enum Stage {
    Begun,
    Started,
    InterruptDecided,
    StatusSet,
    PinDecided,
    RowDecided,
}

/// The chip.
#[derive(Clone)]
pub struct Antic {
    pub(super) chip: Chip,
    planner: Planner,
    kept: Kept,
    /// The current line, begun but not started, is planned like the one before.
    repeating: bool,
}

/// The state proper: all that the future depends on but the plan of the line in force.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Chip {
    dmactl: u8,
    chactl: u8,
    hscrol: u8,
    vscrol: u8,
    pmbase: u8,
    /// CHBASE as font fetches before `chbase_from` see it, and from there on.
    chbase: [u8; 2],
    chbase_from: u8,
    nmien: u8,
    nmist: u8,
    dlist: u16,
    lines: u16,
    line: u16,
    stage: Stage,
    mode: ModeLine,
    /// The state at the start of cycle 1, before the instruction is known; later the one in
    /// `planner` counts.
    head: Timing,
    /// Uses of cycles before this one have been carried out.
    done: u8,
    /// The pins of cycles 8 and 9: bit 0 and 1 set = NMI low.
    nmi_low: u8,
    interrupt_line: bool,
    reset_key: bool,
    data: display::Data,
}

impl Antic {
    /// A chip after power-on, about to begin line 0 of a frame of `lines` lines.
    pub fn new(lines: u16) -> Self {
        Antic {
            chip: Chip {
                dmactl: 0,
                chactl: 0,
                hscrol: 0,
                vscrol: 0,
                pmbase: 0,
                chbase: [0; 2],
                chbase_from: 0,
                nmien: 0,
                nmist: 0x5F,
                dlist: 0,
                lines,
                line: 0,
                stage: Stage::Begun,
                mode: ModeLine::default(),
                head: Timing::default(),
                done: 0,
                nmi_low: 0,
                interrupt_line: false,
                reset_key: false,
                data: display::Data::empty(),
            },
            planner: Planner::new(),
            kept: Kept::default(),
            repeating: false,
        }
    }

    /// The current scan line.
    pub fn line(&self) -> u16 {
        self.chip.line
    }

    /// The plan of the current line, valid once it has been started (from cycle 1 on).
    #[inline]
    pub fn plan(&self) -> &LinePlan {
        self.planner.plan()
    }

    /// Whether the line has been started: its instruction is known.
    #[inline]
    pub fn is_started(&self) -> bool {
        self.chip.stage != Stage::Begun
    }

    /// Whether cycle 0 of the line is watched.
    pub fn watches_first(&self) -> bool {
        plan::is_watched(self.chip.data.first_use)
    }

    /// The page of the list that the line which has just been started took its instruction from, if it took one.
    pub fn list_page(&self) -> u8 {
        (self.chip.dlist & 0xFC00 | self.chip.dlist.wrapping_sub(1) & 0x03FF).to_be_bytes()[0]
    }

    /// Whether the line that has been started may read what none before it in its mode line did.
    pub fn reads_anew(&self) -> bool {
        self.chip.mode.first || !self.chip.head.visible || self.planner.plan().meeting
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

    /// What happens in cycle 0 or 1 of the current line.
    pub fn head_use(&self, cycle: u32) -> Use {
        if cycle == 0 { self.chip.data.first_use } else { self.chip.head.coming }
    }

    /// Begins the current line: cycle 0 is next.
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

    /// Starts the line's display list work: at the start of cycle 1.
    pub fn start_line(&mut self, wiring: &mut impl Wiring) {
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
        chip.stage = Stage::Started;
    }

    /// Brings the chip to the start of `cycle`: uses before it have been carried out, events due
    /// in it have taken effect. The line must have been started if `cycle` > 1.
    #[inline]
    pub fn advance(&mut self, cycle: u32, wiring: &mut impl Wiring) {
        if u32::from(self.chip.done) < cycle {
            self.carry_out(cycle, wiring);
        }
        self.events(cycle);
    }

    /// As [`Antic::advance`], but leaves the playfield where it is: enough for whoever asks only
    /// for interrupts, rows and the data of players and missiles.
    #[inline]
    pub fn advance_events(&mut self, cycle: u32, wiring: &mut impl Wiring) {
        // The playfield still shows the row that the end of the line counts on.
        let needed = if cycle >= ROW_DECISION { cycle } else { cycle.min(HEAD_END) };
        if u32::from(self.chip.done) < needed {
            self.carry_out(needed, wiring);
        }
        self.events(cycle);
    }

    /// Whether plans and playfields of whole lines are kept for reuse (they are at first); changes
    /// nothing else.
    pub fn set_caching(&mut self, on: bool) {
        self.planner.set_caching(on);
        self.kept.set_keeping(on);
    }

    /// Ends the line (the chip is at its end) and makes the next one current.
    pub fn end_line(&mut self, wiring: &mut impl Wiring) {
        self.advance(LINE_CYCLES as u32, wiring);
        let chip = &mut self.chip;
        chip.head = self.planner.plan().end;
        chip.data.finish(chip.dmactl);
        chip.chbase[0] = chip.chbase[1];
        chip.line = if chip.line + 1 == chip.lines { 0 } else { chip.line + 1 };
    }

    /// Carries out what is due before `cycle`, which is some.
    fn carry_out(&mut self, cycle: u32, wiring: &mut impl Wiring) {
        let from = u32::from(self.chip.done);
        self.chip.done = cycle as u8;
        if from < HEAD_END {
            let span = plan::below_in_head(cycle.min(HEAD_END)) & !plan::below_in_head(from);
            self.carry_out_head(span, wiring);
        }
        if cycle > HEAD_END {
            match self.planner.plan().train {
                Some(train) if self.chip.whole_train(train, from, cycle) => {
                    self.chip.carry_out_train(train, &mut self.kept, wiring);
                }
                _ => self.carry_out_rest(from.max(HEAD_END), cycle, wiring),
            }
        }
    }

    /// The cycles `span` of the line's first eight.
    fn carry_out_head(&mut self, span: u8, wiring: &mut impl Wiring) {
        if span & 1 != 0 {
            self.chip.carry_out_first(wiring);
        }
        if span > 1 {
            let plan = self.planner.plan();
            self.chip.carry_out_head(plan.head_active & span & !1, plan, wiring);
        }
    }

    /// A playfield that is no regular train, or not all of one.
    #[inline(never)]
    fn carry_out_rest(&mut self, from: u32, to: u32, wiring: &mut impl Wiring) {
        let plan = self.planner.plan();
        let mut active = plan.active & plan::below(to) & !plan::below(from);
        while active != 0 {
            let cycle = active.trailing_zeros();
            active &= active - 1;
            self.chip.carry_out_one(cycle as u8, plan.uses[cycle as usize], wiring);
        }
    }

    /// The line as ANTIC has said it so far.
    pub fn an_line(&self) -> &AnLine {
        &self.chip.data.an
    }

    /// Completes the codes of the clocks before `cycle`, to which the chip has been brought.
    pub fn settle(&mut self, cycle: u32) {
        self.chip.data.mask_to(2 * cycle as usize, self.chip.dmactl);
    }

    /// The last byte that ANTIC fetched.
    pub fn last_byte(&self) -> u8 {
        self.chip.data.last_byte
    }

    /// In a watched cycle (a virtual playfield request) `value` was on the bus.
    pub fn capture(&mut self, cycle: u32, value: u8) {
        self.chip.data.captured.0[cycle as usize % LINE_CYCLES] = value;
    }
}

impl Antic {
    /// The whole state, where a line begins or has just been started.
    pub fn moment(&self) -> Moment {
        Moment { chip: self.chip.clone(), repeating: self.repeating }
    }

    /// Whether the state is that of `moment`, as far as the future depends on it.
    pub fn is_at(&self, moment: &Moment) -> bool {
        self.chip == moment.chip
    }

    /// Goes to a `moment` at which a line begins, from the start of the line before, of which all inputs
    /// are as they were then.
    pub fn go_to(&mut self, moment: &Moment) {
        self.chip.clone_from(&moment.chip);
        self.repeating = moment.repeating;
    }

    /// The state at the start of `cycle`, to which the chip has been brought.
    pub fn save(&self, cycle: u32) -> State {
        let mut chip = self.chip.clone();
        if chip.stage != Stage::Begun {
            chip.head = self.planner.timing_at(cycle as usize);
        }
        chip.done = cycle as u8;
        chip.data.mask_to(2 * cycle as usize, chip.dmactl);
        State { chip, cycle }
    }

    /// Goes on from a saved state.
    pub fn load(&mut self, state: State) {
        let State { chip, cycle } = state;
        if chip.stage != Stage::Begun {
            self.planner.resume(cycle as usize, chip.head);
        }
        self.repeating = false;
        self.chip = chip;
    }
}

/// ANTIC at a fixed point of a line; see [`Antic::moment`].
#[derive(Clone, Debug)]
pub struct Moment {
    chip: Chip,
    repeating: bool,
}

/// A saved ANTIC.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    chip: Chip,
    cycle: u32,
}

impl State {
    /// Whether a chip whose frames have `lines` lines can be so at the start of `cycle` of `line`.
    pub fn is_possible(&self, lines: u16, line: u16, cycle: u32) -> bool {
        let Chip { head, mode, data, .. } = &self.chip;
        let head_uses = (head.coming | data.first_use) & HEAD;
        let started = self.chip.stage != Stage::Begun;
        (self.chip.lines, self.chip.line, self.cycle) == (lines, line, cycle)
            && u32::from(self.chip.done) == cycle
            && if started { cycle > 0 } else { cycle < 2 }
            && (head.visible, head.next_visible) == (is_visible(line), is_visible(line + 1))
            && (head.visible || head_uses == 0)
            && mode.row < 16
            && self.chip.vscrol < 16
            && data.is_possible()
    }
}

/// Lines of the display.
fn is_visible(line: u16) -> bool {
    (FIRST_LINE..BLANK_LINE).contains(&line)
}

/// Modes 2, 3 and F.
fn is_hires(ir: u8) -> bool {
    matches!(ir & 15, 2 | 3 | 15)
}

/// The display list counts within 1K. [AHRM 4.3]
fn next_in_list(dlist: u16) -> u16 {
    (dlist & 0xFC00) | (dlist.wrapping_add(1) & 0x03FF)
}

impl Chip {
    /// Cycle 1: the instruction is fetched, if one is wanted, and the mode line begun.
    fn start_row(&mut self, wiring: &mut impl Wiring) {
        let fetch = self.head.coming & HEAD != 0;
        if fetch {
            self.mode.ir = wiring.fetch(self.address(1, self.head.coming));
            self.data.last_byte = self.mode.ir;
            self.step_dlist();
        }
        if self.head.visible && self.mode.first {
            self.mode.start(self.vscrol);
        }
        if fetch && self.mode.ir & 0x4F == 0x41 {
            self.mode.waiting = true;
        }
        self.head.wants_address = match self.mode.ir & 15 {
            0 => false,
            1 => self.head.visible && (fetch || (!self.mode.first && !self.mode.waiting)),
            _ => fetch && self.mode.ir & 0x40 != 0,
        };
        self.head.ir = self.mode.ir;
    }

    fn step_dlist(&mut self) {
        self.dlist = next_in_list(self.dlist);
    }
}
