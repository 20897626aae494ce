//! Changes of objects that come before anything of them is visible in a line: they are made at once.

use super::all::{All, LOADED, OBJECTS, is_hidden};
use super::objects::{Change, FIRST_MISSILE, MISSILES, Objects, apply};
use crate::chips::an::{CLOCKS, FIRST_VISIBLE_CLOCK};

/// Where the visible area begins.
const VISIBLE: u16 = FIRST_VISIBLE_CLOCK as u16;

impl Objects {
    /// Loads DMA data of the players, which come from a clock of the line before the visible area on. Nothing of the
    /// line has been run yet, and nothing else comes before that area. False if they have to be loaded in their clocks.
    ///
    /// They are loaded at once if nothing else has changed before and this makes no visible difference to any player.
    /// [measured: 1.3 of 41 host instructions a machine cycle with all objects on all lines]
    #[inline]
    pub(super) fn load_players(&mut self, graf: [u8; FIRST_MISSILE]) -> bool {
        let only_missiles = |change| matches!(change, Change::MissileGraphics(_));
        let at_once = self.objects.are_shown_later(FIRST_MISSILE)
            && self.schedule.due(VISIBLE).iter().all(|(_, change)| only_missiles(*change));
        if at_once {
            self.objects.graf[..FIRST_MISSILE].copy_from_slice(&graf);
            self.busy |= !MISSILES;
        }
        at_once
    }

    /// Goes to clock [`LOADED`] at the start of a line, if nothing that remains of any object then is visible. False,
    /// with nothing done, if anything changes before the visible area except data, and positions after that clock.
    /// (Where such a position belongs to an object that has already been shown, what remains of it leaves the shift
    /// register before the visible area anyway.)
    /// [measured: 5 of 29 host instructions a machine cycle with four players on all lines]
    #[inline(always)]
    pub(super) fn hide_early(&mut self) -> bool {
        // Usually nothing has changed so early, or only the missiles' data.
        let is_hidden = match *self.schedule.all() {
            [(clock, Change::MissileGraphics(graf))] if usize::from(clock) <= LOADED => {
                let is_hidden = self.objects.are_shown_later(OBJECTS);
                if is_hidden {
                    self.schedule.clear();
                    apply(Change::MissileGraphics(graf), &mut self.objects);
                    self.busy |= MISSILES;
                }
                is_hidden
            }
            [(clock, _), ..] if usize::from(clock) <= LOADED => self.load_early(),
            ref changes => keep_hidden(changes) && self.objects.are_shown_later(OBJECTS),
        };
        if is_hidden {
            (self.objects.shift, self.objects.step) = ([0; OBJECTS], [0; OBJECTS]);
        }
        is_hidden
    }

    /// Makes the changes up to clock [`LOADED`], if these are of data, later ones before the visible area keep that
    /// hidden, and nothing that remains of any object is visible.
    #[inline(never)]
    fn load_early(&mut self) -> bool {
        let Objects { objects, busy, schedule } = self;
        let is_early = |(clock, _): &&(u16, Change)| usize::from(*clock) <= LOADED;
        let (loads, others) = schedule.all().split_at(schedule.all().iter().take_while(is_early).count());
        if !loads.iter().all(|(_, change)| change.loads())
            || !keep_hidden(others)
            || !objects.are_shown_later(OBJECTS)
        {
            return false;
        }
        for &(_, change) in loads {
            apply(change, objects);
            *busy |= match change {
                Change::PlayerGraphics { player, .. } => 1 << player,
                _ => MISSILES,
            };
        }
        let count = loads.len();
        schedule.discard(count);
        true
    }

    /// Makes those changes of the line that come before their objects are shown, or while they have nothing to show.
    /// The line is at clock [`LOADED`] and nothing remains of any object. Returns whether these are all changes. An
    /// object that is moved or loaded this way is shown later. [measured: an eighth of what one player costs that is
    /// moved and shaped on each line, by the chip alone, compared with listing it]
    pub(super) fn settle(&mut self) -> bool {
        let Objects { objects: All { hpos, size, graf, .. }, busy, schedule } = self;
        let mut count = 0;
        for &(clock, change) in schedule.all() {
            if clock >= CLOCKS as u16 {
                break;
            }
            let clock = clock as u8;
            let is_to_come = |n: usize| hpos[n] >= clock || is_hidden(hpos[n], size[n]);
            match change {
                Change::Position { object, hpos: to } => {
                    let n = usize::from(object) % OBJECTS;
                    if graf[n] != 0 && !(is_to_come(n) && to >= clock) {
                        break;
                    }
                    hpos[n] = to;
                }
                Change::PlayerGraphics { player, graf: to } => {
                    let n = usize::from(player) % OBJECTS;
                    if !is_to_come(n) {
                        break;
                    }
                    graf[n] = to;
                    *busy |= 1 << n;
                }
                _ => break,
            }
            count += 1;
        }
        schedule.discard(count);
        schedule.is_empty_before(CLOCKS as u16)
    }
}

/// Whether the changes after clock [`LOADED`] and before the visible area make nothing visible that has been hidden.
#[inline(always)]
fn keep_hidden(changes: &[(u16, Change)]) -> bool {
    let mut early = changes.iter().take_while(|(clock, _)| *clock < VISIBLE);
    early.all(|(_, change)| change.loads() || matches!(change, Change::Position { .. }))
}
