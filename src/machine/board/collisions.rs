//! Collisions that are read before the line is over, as by programs that poll them. Usually nothing meets in a line
//! that has not met before. If that is foreseen, the line goes on undisturbed. [measured: 57 to 29 host instructions a
//! machine cycle, the geometric mean of eleven small programs that poll collisions; 48 of 77 in a game]

use super::atari::{Atari, Dma};
use super::pause::Pause;
use crate::chips::antic::{BLANK_LINE, FIRST_LINE};
use crate::chips::gtia::{Foreseen, Gtia};

impl Atari {
    /// What the CPU reads from GTIA's register `reg` in the current line, if it is a collision register known to stay
    /// the same for the whole line.
    #[inline(always)]
    pub(crate) fn standing_collision(&self, reg: u8) -> Option<u8> {
        let foreseen = self.kept_lines.foresight.of(self.line_start, self.gtia.pending())?;
        let stands = Gtia::shows_collisions(reg) && self.gtia.keeps_collision(reg, foreseen);
        stands.then(|| self.gtia.peek(reg))
    }

    /// Writes to RAM that the current line may read later. The line need not be brought to this cycle, but its foreseen
    /// collisions are discarded.
    #[inline(always)]
    pub(crate) fn write_shown(&mut self, address: u16, value: u8) {
        self.kept_lines.foresight.forget();
        self.memory.write_ram(address, value);
    }

    /// What the CPU reads from a collision register in `cycle` of the current line, if nothing can have met for the
    /// first time in that line until then: it has the same value as at the beginning of the line.
    pub(super) fn read_collisions(&mut self, reg: u8, cycle: u32) -> Option<u8> {
        let stands = self.gtia.keeps_collisions(cycle)
            && (self.is_blank()
                || Gtia::is_before_collisions(cycle)
                || self.meets_nothing(reg, cycle)
                || self.meets_no_more(reg));
        stands.then(|| self.gtia.peek(reg))
    }

    /// Whether the current line is in the vertical blank and shows nothing.
    fn is_blank(&mut self) -> bool {
        if (FIRST_LINE..BLANK_LINE).contains(&self.current_line()) {
            return false;
        }
        self.catch_up_antic();
        self.antic.blanks_all()
    }

    /// Whether the object that a collision register belongs to is not lit in the current line before `cycle`, which is
    /// in the visible area.
    fn meets_nothing(&mut self, reg: u8, cycle: u32) -> bool {
        if !self.antic.is_planned() || self.phantom_from != 0 {
            return false;
        }
        let players = match self.kept_lines.current() {
            Some(line) => line.players(),
            None => {
                let line = self.antic.line();
                self.antic.carry_out_head(&mut Dma { memory: &self.memory, gtia: &mut self.gtia, line });
                Some(None)
            }
        };
        players.is_some_and(|players| self.gtia.is_unlit(reg, cycle, players))
    }

    /// Whether nothing that a collision register shows meets for the first time in the current line, provided that it
    /// is not disturbed.
    fn meets_no_more(&mut self, reg: u8) -> bool {
        let known = self.kept_lines.foresight.of(self.line_start, self.gtia.pending());
        let Some(foreseen) = known.or_else(|| self.foresee_collisions()) else { return false };
        let stands = self.gtia.keeps_collision(reg, foreseen);
        let pause = &mut self.kept_lines.foresight.pause;
        match stands {
            true => *pause = Pause::default(),
            false => pause.begin_longer(),
        }
        stands
    }

    /// The collisions at the end of the current line, provided that it is not disturbed.
    fn foresee_collisions(&mut self) -> Option<Foreseen> {
        if !self.antic.is_planned() || self.phantom_from != 0 || !self.gtia.may_foresee_collisions() {
            return None;
        }
        let pause = &mut self.kept_lines.foresight.pause;
        if !pause.is_over() {
            pause.pass();
            return None;
        }
        let foreseen = self.foresee_as_known().or_else(|| self.foresee_anew())?;
        self.kept_lines.foresight.foreseen = Some((self.line_start, self.gtia.pending(), foreseen));
        Some(foreseen)
    }

    /// [`Atari::foresee_collisions`] for a known line, if it is certain to show the same as before.
    fn foresee_as_known(&mut self) -> Option<Foreseen> {
        let number = self.current_line();
        let Atari { memory, antic, gtia, kept_lines: kept, .. } = self;
        let line = kept.lines[kept.place].as_deref_mut().filter(|_| kept.known)?;
        if !line.takes_as_before(kept.held_id, kept.held.last_byte, memory) {
            return None;
        }
        let players = line.players()?;
        line.say(antic, &Dma { memory, gtia, line: number });
        Some(gtia.foresee_collisions(number, players, line.codes()))
    }

    /// [`Atari::foresee_collisions`] for a line that shows a row.
    fn foresee_anew(&mut self) -> Option<Foreseen> {
        self.catch_up_antic();
        let number = self.antic.line();
        let Atari { memory, antic, gtia, kept_lines: kept, .. } = self;
        let shows_row = antic.foresee_row(&mut kept.row, &mut Dma { memory, gtia, line: number });
        shows_row.then(|| gtia.foresee_collisions(number, None, &kept.row.spread()))
    }
}
