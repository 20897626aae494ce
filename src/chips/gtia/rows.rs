//! Lines that show a row, and objects over a playfield that has been painted: as stamps if it is not needed what they
//! meet; otherwise one by one if no two are lit in the same clock; otherwise clock by clock.

use super::collisions::Collisions;
use super::objects::Objects;
use super::painter::PlayfieldColours;
use super::pairs::PairsPainter;
use super::picture::LINE_PIXELS;
use super::screen::TAIL;
use super::shows::{Show, Shows};
use super::{Gtia, Work};
use crate::chips::an::{AnLine, CLOCKS, Codes, FIRST_VISIBLE_CLOCK, PLAYFIELD_END, Row};

/// How the objects of a line are shown.
pub(super) enum Way {
    /// None of them is visible. [measured: 0.2 of 19.9 in `kernel`]
    Unseen,
    /// They stand still; those `seen` meet nothing for the first time except one another.
    StampStanding { seen: u8 },
    /// They have been listed; those `seen` meet nothing for the first time except one another.
    StampListed { seen: u8 },
    /// They stand still; those `seen` may meet anything.
    MeetStanding { seen: u8 },
    /// They have been listed; they may meet anything.
    MeetListed,
    /// They have to be run.
    Run,
}

impl Gtia {
    /// Whether no register of the screen changes in the visible clocks of the line, which is about to be ended, and
    /// nothing of it has been run yet. If so, carries out the changes before.
    #[inline(always)]
    pub fn begin_shown(&mut self) -> bool {
        if self.reached != 0 {
            return false;
        }
        self.begin_row();
        self.screen.is_plain() || self.screen.is_paired()
    }

    /// Whether part of the line has been run.
    #[inline]
    pub fn has_begun(&self) -> bool {
        self.reached != 0
    }

    /// Whether this line, of which nothing has been run yet, and later ones are shown as rows, as long as nothing is
    /// written to the chip.
    pub fn shows_rows(&self) -> bool {
        self.reached == 0 && self.screen.is_uniform_on()
    }

    /// Whether the whole visible part of the line, of which nothing has been run yet, is shown in one of GTIA's own
    /// modes, as pairs of codes: its pixels do not depend on the colours of playfields alone.
    pub fn shows_pairs(&self) -> bool {
        self.screen.is_paired()
    }

    /// Ends a line that shows a row and for which [`Gtia::begin_shown`] returned true; in these colours, unless it is
    /// one of pairs.
    #[inline(always)]
    pub fn end_shown(
        &mut self,
        colours: &PlayfieldColours,
        row: &Row,
        mut picture: Option<&mut [u8; LINE_PIXELS]>,
    ) {
        if self.shows_pairs() {
            return self.end_pairs(row, picture);
        }
        if let Some(picture) = &mut picture {
            self.paint_row(colours, row, picture);
        }
        self.end_row(row, picture);
    }

    /// Ends a line that shows a row, of which nothing has been run yet, and for which [`Gtia::shows_pairs`] holds.
    #[inline(never)]
    pub fn end_pairs(&mut self, row: &Row, mut picture: Option<&mut [u8; LINE_PIXELS]>) {
        let Gtia { objects, screen, work: Work { pairs, coverage, mixed, .. }, .. } = self;
        let end = screen.first_change();
        if !PairsPainter::may_paint(row) || (end < PLAYFIELD_END && row.window.1 > TAIL - 2) {
            self.run_line(&row.spread(), picture);
            return self.finish_line();
        }
        if let Some(picture) = &mut picture {
            screen.paint_pairs(row, pairs, picture);
        }
        if !objects.is_still() {
            objects.advance(0, CLOCKS, coverage);
            if coverage.is_lit() {
                let visible = picture.as_deref_mut().and_then(|it| it.as_chunks_mut().0.first_chunk_mut());
                screen.meet(FIRST_VISIBLE_CLOCK..end, &row.spread(), coverage, visible);
            }
        }
        if end < PLAYFIELD_END {
            screen.run_border(end, coverage, mixed, picture);
        }
        self.finish_line();
    }

    /// Ends a line of border, `hires` or not, of which nothing has been run yet, whatever changes in it. False if it
    /// cannot be ended this way.
    // [measured: 2.3 of 36.8 host instructions a machine cycle where interrupts on such lines change GTIA's mode]
    pub fn end_border(&mut self, hires: bool, picture: &mut Option<&mut [u8; LINE_PIXELS]>) -> bool {
        let Gtia { objects, screen, reached, work: Work { coverage, mixed, .. }, .. } = self;
        if *reached > 0 {
            return false;
        }
        screen.begin_row(mixed);
        // Objects over changing colours are handled elsewhere.
        let is_plain = objects.is_still() || !screen.changes_colours_alone();
        if !is_plain || !screen.begin_border(hires) {
            return false;
        }
        if !objects.is_still() {
            objects.advance(0, CLOCKS, coverage);
        }
        screen.run_border(FIRST_VISIBLE_CLOCK, coverage, mixed, picture.as_deref_mut());
        self.finish_line();
        true
    }

    /// Draws objects over a line of which nothing has been run yet and whose playfield has been painted.
    // Its callers show rows without objects, too, and pay for what is inlined there.
    // [measured: 0.1 of 20 host instructions a machine cycle in `bitmap`]
    #[inline(never)]
    pub(super) fn show_row(&mut self, codes: &impl Codes, picture: Option<&mut [u8; LINE_PIXELS]>) {
        match self.way_to_show(codes) {
            Way::Unseen => {}
            Way::StampStanding { seen } => self.stamp_standing(seen, picture),
            Way::StampListed { seen } => self.stamp_listed(seen, picture),
            Way::MeetStanding { seen } => self.meet_standing(seen, codes, picture),
            Way::MeetListed => self.meet_listed(codes, picture),
            Way::Run => self.run_row(codes, picture),
        }
    }

    /// Shows a line of which nothing has been run yet, if nothing of the screen changes in it but colours, and objects
    /// are not lit or are all put over playfields that they have met. False if not.
    #[inline(never)]
    pub(super) fn show_recoloured(
        &mut self,
        an: &AnLine,
        picture: &mut Option<&mut [u8; LINE_PIXELS]>,
    ) -> bool {
        self.begin_row();
        if !self.screen.is_recoloured(an) {
            return false;
        }
        let way = if self.objects.is_still() { Way::Unseen } else { self.way_to_recolour(an) };
        if matches!(way, Way::Run) {
            return false;
        }
        if let Some(picture) = picture {
            self.screen.paint_recoloured(an, picture);
        }
        if let Way::StampListed { seen } = way {
            self.stamp_listed(seen, picture.as_deref_mut());
        }
        self.screen.pass_shown(an.hires, &mut self.work.mixed);
        true
    }

    /// [`Gtia::way_to_show`] for such a line. If colours change only before its visible clocks, objects may meet
    /// anything, which is supported only for a row.
    fn way_to_recolour(&mut self, an: &AnLine) -> Way {
        if self.screen.is_still() { Way::Run } else { self.way_to_show(an) }
    }

    /// How the objects of such a line are shown. They have been run, except for [`Way::Run`].
    #[inline(always)]
    pub(super) fn way_to_show(&mut self, codes: &impl Codes) -> Way {
        let Gtia { objects, screen, work: Work { reach, shows, .. }, .. } = self;
        let may_stamp = screen.has_players_before() && screen.may_put(codes);
        let is_still = screen.is_still();
        let collisions = &screen.collisions;
        let have_met = |shows: &Shows, seen| {
            collisions.have_all_playfields(seen) || listed_have_met(shows, codes, collisions)
        };
        let standing = |objects: &Objects, seen| {
            if seen == 0 {
                return Way::Unseen;
            }
            let meets_nothing = may_stamp
                && (collisions.have_all_playfields(seen)
                    || standing_have_met(objects, seen, codes, collisions));
            if meets_nothing { Way::StampStanding { seen } } else { Way::MeetStanding { seen } }
        };
        if is_still && let Some(seen) = objects.pass_standing(reach) {
            return standing(objects, seen);
        }
        let seen = if is_still && objects.settle_at_once() {
            objects.pass_shown();
            if let Some(seen) = objects.look(reach, may_stamp) {
                return standing(objects, seen);
            }
            Some(objects.list(shows))
        } else if is_still || may_stamp {
            objects.list_changing(shows, |shows, seen| is_still || have_met(shows, seen))
        } else {
            None
        };
        match seen {
            Some(0) => Way::Unseen,
            Some(seen) if may_stamp && (!is_still || have_met(shows, seen)) => Way::StampListed { seen },
            Some(_) => Way::MeetListed,
            None => Way::Run,
        }
    }

    /// Puts standing objects over the line. They meet nothing for the first time except one another.
    #[inline(always)]
    fn stamp_standing(&mut self, seen: u8, picture: Option<&mut [u8; LINE_PIXELS]>) {
        let Gtia { objects, screen, work: Work { reach, pixels, .. }, .. } = self;
        // If a single object has met a playfield it has met itself.
        let unmet = screen.collisions.unmet(reach.pairs, seen);
        if unmet != 0 {
            screen.collisions.meet_pairs(unmet, |n, m| objects.meet(n, m));
        }
        objects.put(screen.stamps(picture.unwrap_or_else(|| pixels.row())));
    }

    /// Puts listed objects over the line. They meet nothing for the first time except one another.
    #[inline(never)]
    fn stamp_listed(&mut self, seen: u8, picture: Option<&mut [u8; LINE_PIXELS]>) {
        let Gtia { screen, work: Work { shows, pixels, .. }, .. } = self;
        shows.sort();
        let unmet = screen.collisions.unmet(!0, seen);
        if unmet != 0 {
            shows.look();
            screen.collisions.meet_pairs(unmet, |n, m| shows.meet(n, m));
        }
        screen.colour(shows);
        screen.stamps(picture.unwrap_or_else(|| pixels.row())).put_all(shows);
    }

    /// Registers collisions of standing objects in a line in which no register of the screen changes.
    #[inline(never)]
    fn meet_standing(&mut self, seen: u8, codes: &impl Codes, picture: Option<&mut [u8; LINE_PIXELS]>) {
        let Gtia { objects, screen, work: Work { reach, coverage, pixels, mixed, told, .. }, .. } = self;
        let picture = picture.ok_or_else(|| pixels.row());
        if reach.keeps_apart(seen) {
            screen.meet_row(objects.shows(seen).flat_map(Show::lit), codes, (mixed, told), picture);
        } else {
            objects.light(seen, coverage);
            screen.meet_row(coverage.take_lit(), codes, (mixed, told), picture);
        }
    }

    /// Registers collisions of listed objects in a line in which no register of the screen changes.
    #[inline(never)]
    fn meet_listed(&mut self, codes: &impl Codes, picture: Option<&mut [u8; LINE_PIXELS]>) {
        let Gtia { screen, work: Work { coverage, shows, pixels, mixed, told, .. }, .. } = self;
        let picture = picture.ok_or_else(|| pixels.row());
        if shows.are_apart() {
            screen.meet_row(shows.all().iter().copied().flat_map(Show::lit), codes, (mixed, told), picture);
        } else {
            for show in shows.all() {
                coverage.light_seen(show.place.into(), show.clocks, show.object.into());
            }
            screen.meet_row(coverage.take_lit(), codes, (mixed, told), picture);
        }
    }

    /// Runs the objects.
    #[inline(never)]
    fn run_row(&mut self, codes: &impl Codes, picture: Option<&mut [u8; LINE_PIXELS]>) {
        if let Some(an) = codes.line()
            && !self.screen.is_still()
        {
            self.run_line(an, picture);
            return;
        }
        let Gtia { objects, screen, work: Work { coverage, pixels, mixed, told, .. }, .. } = self;
        objects.advance(0, CLOCKS, coverage);
        if coverage.is_lit() {
            let picture = picture.ok_or_else(|| pixels.row());
            screen.meet_row(coverage.take_lit(), codes, (mixed, told), picture);
        }
    }
}

/// Whether the visible standing objects have met all playfields that they lie over.
// Separate functions, as most callers do not come here.
// [measured: 0.1 of 19 host instructions a machine cycle in `platform` and `objects`]
#[inline(never)]
fn standing_have_met(objects: &Objects, seen: u8, codes: &impl Codes, collisions: &Collisions) -> bool {
    objects.shows(seen).all(|show| has_met(show, codes, collisions))
}

/// Whether the listed objects have met all playfields that they lie over.
#[inline(never)]
fn listed_have_met(shows: &Shows, codes: &impl Codes, collisions: &Collisions) -> bool {
    shows.all().iter().all(|&show| has_met(show, codes, collisions))
}

#[inline(always)]
fn has_met(show: Show, codes: &impl Codes, collisions: &Collisions) -> bool {
    collisions.has_met(show.object, codes.playfields(show.between()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chips::an::Shape;
    use crate::chips::gtia::numbers;
    use crate::chips::gtia::registers::{COLBK, COLPM0, GRAFP0, HITCLR, HPOSP0, PRIOR, SIZEP0};

    /// Colours that several codes share tell no code, a player may move to where another one has been, and collisions
    /// are cleared now and then.
    #[test]
    fn objects_over_a_row_come_to_what_single_clocks_do() {
        let mut next = numbers(17);
        let mut gtia = Gtia::new(false);
        let mut ways = [0; 5];
        for _ in 0..25_000 {
            let mut cycle = 0;
            let most = [0, 3, 12][next(3)];
            for _ in 0..next(most + 1) {
                let reg = match next(40) {
                    0 => HITCLR,
                    1 => PRIOR,
                    n if n < 6 => COLPM0 + next(9) as u8,
                    n if n < 20 => HPOSP0 + next(8) as u8,
                    _ => next(usize::from(COLPM0)) as u8,
                };
                let most = [12, 5][next(2)];
                cycle = (cycle + next(most)).min(100);
                // In the middle of a row nothing of the screen changes.
                if reg > 17 && cycle > 12 {
                    continue;
                }
                let value = match reg {
                    PRIOR => [0, 0, 1, 2, 4, 8, 0x10, 0x21, 9][next(9)],
                    COLPM0..=COLBK => 2 * next(6),
                    ..8 if next(3) > 0 => [20 + next(60), next(40)][next(2)],
                    ..8 => next(256),
                    _ => next(256) & next(256),
                };
                gtia.write(cycle as u8, reg, value as u8);
            }
            let shape = [Shape::Pairs, Shape::EitherPairs, Shape::Bits, Shape::Hires][next(4)];
            let mut row = Row { shape, start: 48, count: 40, window: (48, 208), ..Row::empty() };
            row.hires = shape == Shape::Hires;
            row.count = 160 / shape.clocks();
            let kinds = match shape {
                Shape::EitherPairs => 2,
                Shape::Bits => 4,
                _ => 1,
            };
            row.cells.fill_with(|| (next(kinds) << 8 | next(256)) as u16);
            let line = row.spread();
            let (mut picture, mut expected) = ([0; LINE_PIXELS], [0; LINE_PIXELS]);
            let mut by_clock = gtia.clone();
            by_clock.catch_up(4 + next(100) as u8, &line);
            by_clock.end_line(&line, Some(&mut expected));
            gtia.begin_row();
            assert!(gtia.keeps_playfield());
            let way = match gtia.clone().way_to_show(&row) {
                Way::StampStanding { .. } | Way::StampListed { .. } => 0,
                Way::MeetStanding { .. } => 1,
                Way::MeetListed => 2,
                Way::Run => 3,
                Way::Unseen => 4,
            };
            ways[way] += 1;
            let mut unseen = gtia.clone();
            unseen.end_row(&row, None);
            gtia.paint_row(&gtia.playfield_colours(), &row, &mut picture);
            gtia.end_row(&row, Some(&mut picture));
            assert_eq!(picture, expected, "{row:?}");
            assert_eq!(gtia, by_clock);
            assert_eq!(unseen, by_clock);
        }
        assert!(ways.iter().min() > Some(&200), "{ways:?}");
    }

    /// It is loaded too late to be shown where it is moved to, though everything that narrower ones show there is
    /// hidden.
    #[test]
    fn an_object_is_not_seen_that_is_moved_and_loaded_behind_its_trigger() {
        let row = Row { window: (48, 208), ..Row::empty() };
        for size in 0..4 {
            for hpos in 0..16 {
                let mut gtia = Gtia::new(false);
                gtia.write(0, SIZEP0, size);
                gtia.write(0, COLPM0, 0x46);
                gtia.end_line(&row.spread(), None);
                gtia.write(9, HPOSP0, hpos);
                gtia.write(12, GRAFP0, 0xFF);
                let mut by_clock = gtia.clone();
                let (mut picture, mut expected) = ([0; LINE_PIXELS], [0; LINE_PIXELS]);
                by_clock.catch_up(30, &row.spread());
                by_clock.end_line(&row.spread(), Some(&mut expected));
                gtia.begin_row();
                gtia.end_row(&row, Some(&mut picture));
                assert_eq!(picture, expected, "size {size}, {hpos}");
                assert_eq!(gtia, by_clock);
            }
        }
    }
}
