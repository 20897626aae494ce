//! How a scan line starts and ends.

use crate::chips::an::FIRST_VISIBLE_CLOCK;
use crate::chips::antic::BLANK_LINE;
use crate::machine::board::atari::{Atari, Dma, LINE};
use crate::machine::board::kept_lines::{row_number, row_of};

/// The cycle in which the visible area begins.
pub(super) const VISIBLE_CYCLE: u32 = FIRST_VISIBLE_CLOCK as u32 / 2;

impl Atari {
    /// At the start of cycle 1: reads the line's instruction and plans the line.
    #[inline(always)]
    pub(crate) fn plan_line(&mut self) {
        let line = self.antic.line();
        self.forget_ahead();
        self.antic.plan_line(&mut Dma { memory: &self.memory, gtia: &mut self.gtia, line });
        self.start_phantoms();
        let moved = std::mem::take(&mut self.reads_moved);
        if !self.recognise_line() {
            let keeps = self.admit_line();
            // Later lines of a mode line read the character sets and objects that its first line marked. Of foreseen
            // lines, everything that they read has been marked. For a line that is to be kept, its own marks record
            // what it reads.
            let is_foreseen = self.foreseen_lines_hold && self.marked_lines.behind(line.wrapping_sub(1)) > 0;
            let is_marked = is_foreseen && !keeps;
            if (moved || self.antic.reads_anew() || self.marked.is_none()) && !is_marked {
                self.mark_memory();
            }
            if keeps {
                self.begin_keeping();
            }
        }
    }

    /// Whether an NMI may come in the next line, as things stand.
    pub(crate) fn nmi_possible_next(&mut self) -> bool {
        let Atari { antic, memory, nmi_next, .. } = self;
        *nmi_next.get_or_insert_with(|| antic.nmi_possible_next(|address| memory.peek_marked(address)))
    }

    /// The minimum number of slots in the next line before an NMI may come in it, as things stand.
    pub(crate) fn free_before_nmi_next(&self) -> i32 {
        self.antic.free_before_nmi_next(|address| self.memory.peek_marked(address))
    }

    /// Whether the next line is so crowded that its late requests may take bus values of an instruction that begins in
    /// this line.
    pub(crate) fn next_is_crowded(&self) -> bool {
        self.antic.fetches_players() && self.antic.next_is_crowded(|address| self.memory.peek_marked(address))
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

    /// The line before is over: moves the clock, the pictures and the frame number on to `line`.
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
            self.foreseen_lines_hold = false;
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
