//! Phantom loads: GTIA takes bus values for players and missiles in what it believes to be their cycles, whatever ANTIC
//! fetches there. [sheet: gtia 3; AHRM 6.5; acid: gtia_phantomdma]

use super::atari::Atari;
use crate::chips::antic::timing;

/// Number of the players' cycles, which are consecutive.
pub(crate) const PLAYERS: u32 = 4;
/// The first of them if the halt that starts them is in the missiles' cycle, and in that of the display list.
pub(crate) const PHANTOMS_BY_MISSILES: u32 = 2;
const PHANTOMS_BY_LIST: u32 = 3;

impl Atari {
    /// GTIA takes the first halted cycle of the line for the missile fetch, and the bus values in the players' cycles
    /// for their data.
    #[inline]
    pub(crate) fn start_phantoms(&mut self) {
        if self.gives_missiles_instruction() {
            self.gtia.load_missiles(self.antic.line(), self.antic.last_byte());
        }
        self.phantom_from = if self.gtia.takes_players() { self.phantoms_begin() } else { 0 };
    }

    /// After a write to GRACTL or DMACTL in `cycle` of a line: finds out whether players now take bus values in their
    /// cycles of this line.
    pub(crate) fn restart_phantoms(&mut self, cycle: u32) {
        if self.phantom_from == 0 && self.gtia.takes_players() && self.antic.is_planned() {
            let begin = self.phantoms_begin();
            if begin != 0 && cycle < begin + PLAYERS {
                (self.phantom_from, self.quiet, self.bounds) = (begin, None, None);
                self.tracked.done = self.tracked.done.max(cycle);
            }
        }
    }

    /// The first of the cycles that GTIA takes for the players' in the current planned line, unless these are those in
    /// which ANTIC fetches their data; 0 then, or if there are none. A line in which DMACTL turns the players' DMA on or
    /// off may fetch some of the five bytes: one that comes in another player's cycle is that player's.
    fn phantoms_begin(&self) -> u32 {
        let halted = |cycle| self.antic.head_use(cycle) & timing::HEAD != 0;
        if halted(0) {
            if self.antic.fetches_all_players() { 0 } else { PHANTOMS_BY_MISSILES }
        } else if halted(1) {
            PHANTOMS_BY_LIST
        } else {
            0
        }
    }

    /// Whether phantom loads of players are possible, as things stand.
    pub(crate) fn takes_phantoms(&self) -> bool {
        self.gtia.takes_players() && !self.antic.fetches_players()
    }

    /// Whether missiles or players may take data that are not meant for them, from the list or from the CPU, as things
    /// stand.
    pub(crate) fn may_take_foreign_data(&self) -> bool {
        (self.gtia.takes_missiles() || self.gtia.takes_players()) && !self.antic.fetches_players()
    }

    /// Whether the missiles take the instruction of the current planned line, because it comes in the first halted
    /// cycle.
    pub(crate) fn gives_missiles_instruction(&self) -> bool {
        self.gtia.takes_missiles() && self.phantoms_begin() == PHANTOMS_BY_LIST
    }

    /// Whether phantom loads may come in the first cycles of the next line, as things stand.
    pub(crate) fn phantoms_next(&self) -> bool {
        let is_possible =
            self.takes_phantoms() || self.gtia.takes_players() && self.antic.fetches_players_alone_next();
        is_possible && self.antic.may_be_halted_next()
    }

    /// Whether GTIA takes `cycle` for a player's.
    #[inline]
    pub(crate) fn is_phantom(&self, cycle: u32) -> bool {
        self.phantom_from != 0 && (self.phantom_from..self.phantom_from + PLAYERS).contains(&cycle)
    }

    /// Loads `value`, which was on the bus in a phantom cycle. To be called for one cycle after the other.
    pub(crate) fn phantom_load(&mut self, cycle: u32, value: u8) {
        let player = (cycle - self.phantom_from) as usize;
        self.gtia.load_player(self.antic.line(), cycle as u8, player, value);
        if player + 1 == PLAYERS as usize {
            self.end_phantoms();
        }
    }

    /// The players' cycles are over: the rest of the line may be quiet.
    pub(crate) fn end_phantoms(&mut self) {
        (self.phantom_from, self.quiet, self.bounds) = (0, None, None);
    }
}
