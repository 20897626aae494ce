//! How a scan line starts and ends.

use crate::chips::an::FIRST_VISIBLE_CLOCK;
use crate::chips::antic::{BLANK_LINE, timing};
use crate::machine::board::atari::{Atari, Dma, LINE};
use crate::machine::board::kept_lines::{row_number, row_of};

/// The visible area begins in it.
pub(super) const VISIBLE_CYCLE: u32 = FIRST_VISIBLE_CLOCK as u32 / 2;
/// How many cycles are the players', one behind the other.
pub(super) const PLAYERS: u32 = 4;
/// The first of them where the missiles' data are fetched, and where the list is.
pub(super) const PHANTOMS_BY_MISSILES: u32 = 2;
const PHANTOMS_BY_LIST: u32 = 3;

impl Atari {
    /// At the start of cycle 1: the instruction of the line is read and the line planned.
    #[inline(always)]
    pub(crate) fn plan_line(&mut self) {
        let line = self.antic.line();
        self.forget_ahead();
        self.antic.plan_line(&mut Dma { memory: &self.memory, gtia: &mut self.gtia, line });
        self.find_phantom();
        let moved = std::mem::take(&mut self.reads_moved);
        if !self.recognise_line() {
            let keeps = self.is_to_be_kept();
            // Other lines of a mode line read the character sets and objects that the first one marked; where lines have been
            // foreseen, all is marked that they read; of one that is to be kept its own marks tell that.
            let is_foreseen = self.lines_hold && self.marked_lines.behind(line.wrapping_sub(1)) > 0;
            let is_marked = is_foreseen && !keeps;
            if (moved || self.antic.reads_anew() || self.marked.is_none()) && !is_marked {
                self.mark_memory();
            }
            if keeps {
                self.keep_anew();
            }
        }
    }

    /// GTIA takes the first halted cycle of the line for the missile fetch and what is on the bus in
    /// the cycles of the players for their data. [AHRM 6.5; acid: gtia_phantomdma]
    fn find_phantom(&mut self) {
        if self.gives_missiles_instruction() {
            self.gtia.load_missiles(self.antic.line(), self.antic.last_byte());
        }
        self.phantom_from = if self.gtia.takes_players() { self.phantoms_begin() } else { 0 };
    }

    /// GRACTL has been written in `cycle` of a line: it may be by that that players get what is on the bus in their cycles of it.
    pub(crate) fn find_phantom_from(&mut self, cycle: u32) {
        if self.phantom_from == 0 && self.gtia.takes_players() && self.antic.is_planned() {
            let begin = self.phantoms_begin();
            if begin != 0 && cycle < begin + PLAYERS {
                self.phantom_from = begin;
                self.tracked.done = self.tracked.done.max(cycle);
            }
        }
    }

    /// The first of the cycles that count for GTIA as players' in the current line, which has been planned, though ANTIC
    /// fetches none; 0 if none does.
    fn phantoms_begin(&self) -> u32 {
        let halted = |cycle| self.antic.head_use(cycle) & timing::HEAD != 0;
        match self.antic.plan().uses[2] & timing::HEAD {
            0 if halted(0) => PHANTOMS_BY_MISSILES,
            0 if halted(1) => PHANTOMS_BY_LIST,
            _ => 0,
        }
    }

    /// Whether an NMI may come in the next line, as things stand.
    pub(crate) fn nmi_possible_next(&mut self) -> bool {
        let Atari { antic, memory, nmi_next, .. } = self;
        *nmi_next.get_or_insert_with(|| antic.nmi_possible_next(|address| memory.peek_marked(address)))
    }

    /// How many slots at least there are in the next line before an NMI may come in it, as things stand.
    pub(crate) fn free_before_nmi_next(&self) -> i32 {
        self.antic.free_before_nmi_next(|address| self.memory.peek_marked(address))
    }

    /// Whether an instruction that begins in this line may be seen on the bus by late requests of the next one.
    pub(crate) fn next_is_crowded(&self) -> bool {
        self.antic.fetches_players() && self.antic.next_is_crowded(|address| self.memory.peek_marked(address))
    }

    /// Whether phantom loads of players may come at all, as things stand.
    pub(crate) fn takes_phantoms(&self) -> bool {
        self.gtia.takes_players() && !self.antic.fetches_players()
    }

    /// Whether missiles or players may get, as things stand, what is not meant for them: of the list, or of the CPU.
    pub(crate) fn takes_unmeant(&self) -> bool {
        (self.gtia.takes_missiles() || self.gtia.takes_players()) && !self.antic.fetches_players()
    }

    /// Whether the missiles get the instruction of the current line, which has been planned: it comes in the first halted cycle.
    pub(crate) fn gives_missiles_instruction(&self) -> bool {
        self.gtia.takes_missiles() && self.phantoms_begin() == PHANTOMS_BY_LIST
    }

    /// Whether one may come at once in the next line, as things stand.
    pub(crate) fn phantoms_next(&self) -> bool {
        self.takes_phantoms() && self.antic.may_be_halted_next()
    }

    /// Whether `cycle` counts for GTIA as a player's though ANTIC fetches none.
    #[inline]
    pub(crate) fn is_phantom(&self, cycle: u32) -> bool {
        self.phantom_from != 0 && (self.phantom_from..self.phantom_from + PLAYERS).contains(&cycle)
    }

    /// In a phantom cycle `value` was on the bus; the cycles come one after the other.
    pub(crate) fn phantom_load(&mut self, cycle: u32, value: u8) {
        let player = (cycle - self.phantom_from) as usize;
        self.gtia.load_player(self.antic.line(), cycle as u8, player, value);
        if player + 1 == PLAYERS as usize {
            self.end_phantoms();
        }
    }

    /// The cycles of the players are over: the rest of the line may be quiet.
    pub(super) fn end_phantoms(&mut self) {
        (self.phantom_from, self.quiet, self.bounds) = (0, None, None);
    }

    /// Ends the line and begins the next.
    pub(crate) fn end_line(&mut self) {
        let line = self.antic.line();
        if self.recording {
            self.take_speaker();
        }
        if !self.replay_line(line) {
            self.run_rest_of_line(line);
            self.finish_keeping(line);
        }
        self.begin_time_of(self.antic.line());
    }

    /// The line before is over: the clock, the pictures and the frame's number go on to `line`.
    #[inline(always)]
    pub(crate) fn begin_time_of(&mut self, line: u16) {
        self.kept_lines.written = false;
        if line == BLANK_LINE && self.drawing {
            self.pictures.complete();
            self.kept_lines.swap_pictures();
        }
        self.forget_ahead();
        self.line_start += u64::from(LINE);
        self.cycle = 0;
        if line == 0 {
            self.frame += 1;
            self.lines_hold = false;
            self.memory.begin_frame();
        }
    }

    fn run_rest_of_line(&mut self, line: u16) {
        let mut dma = Dma { memory: &self.memory, gtia: &mut self.gtia, line };
        if let Some(row) = row_number(line).filter(|_| self.drawing) {
            self.kept_lines.claim_row(row, 0);
        }
        if !self.oracle {
            self.antic.carry_out_head(&mut dma);
            if self.kept_lines.new.is_some() {
                if self.antic.plan().watched == 0 || self.antic.row_plan().is_some() {
                    self.end_new_line();
                    return;
                }
                self.kept_lines.new = None;
            }
            if dma.gtia.begin_shown()
                && let Some(ended) = self.antic.end_line_as_row(&mut dma)
            {
                self.show_row(line, &ended);
                self.antic.begin_line();
                return;
            }
        }
        self.antic.end_line(&mut dma);
        let picture = if self.drawing { row_of(&mut self.pictures.drawn, line) } else { None };
        self.gtia.end_line(self.antic.an_line(), picture.map(|(_, pixels)| pixels));
        self.antic.begin_line();
    }
}
