//! Phantom loads: GTIA takes for players and missiles what is on the bus in their cycles, though ANTIC fetches nothing for them.
//! [AHRM 6.5; acid: gtia_phantomdma]

use super::atari::Atari;
use crate::chips::antic::timing;

/// How many cycles are the players', one behind the other.
pub(crate) const PLAYERS: u32 = 4;
/// The first of them where the missiles' data are fetched, and where the list is.
pub(crate) const PHANTOMS_BY_MISSILES: u32 = 2;
const PHANTOMS_BY_LIST: u32 = 3;

impl Atari {
    /// GTIA takes the first halted cycle of the line for the missile fetch and what is on the bus in
    /// the cycles of the players for their data. [AHRM 6.5; acid: gtia_phantomdma]
    #[inline]
    pub(crate) fn find_phantom(&mut self) {
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
    pub(crate) fn end_phantoms(&mut self) {
        (self.phantom_from, self.quiet, self.bounds) = (0, None, None);
    }
}
