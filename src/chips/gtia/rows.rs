//! Objects over whole lines that keep their playfield's colours: put over it one by one, or clock by clock.

use super::picture::LINE_PIXELS;
use super::{Gtia, Work};
use crate::chips::an::{CLOCKS, Codes};

impl Gtia {
    /// Objects over a line, of which nothing has been run yet and the playfield has been painted.
    // Those who call it show rows without objects, too, and pay for what is written out there. [measured: 0.1 of 20 host
    // instructions a machine cycle in `bitmap`]
    #[inline(never)]
    pub(super) fn show_row(&mut self, codes: &impl Codes, mut picture: Option<&mut [u8; LINE_PIXELS]>) {
        let is_put = self.screen.has_players_before()
            && self.screen.may_put(codes)
            && self.put_row(picture.as_deref_mut());
        if !is_put {
            self.meet_row(codes, picture);
        }
    }

    #[inline(never)]
    fn meet_row(&mut self, codes: &impl Codes, picture: Option<&mut [u8; LINE_PIXELS]>) {
        if let Some(an) = codes.line()
            && !self.screen.is_still()
        {
            self.run_line(an, picture);
            return;
        }
        let Work { coverage, mixed, .. } = &mut self.work;
        self.objects.advance(0, CLOCKS, coverage);
        if coverage.is_lit() {
            self.screen.meet_row(codes, coverage, mixed, picture);
        }
    }

    /// The same as [`Gtia::meet_row`] for objects that are before the playfield, of which they meet nothing for the first time,
    /// and can be put over it one by one: whether that has been done.
    #[inline(never)]
    pub(super) fn put_row(&mut self, picture: Option<&mut [u8; LINE_PIXELS]>) -> bool {
        let Gtia { objects, screen, work: Work { reach, shows, pixels, .. }, .. } = self;
        if objects.are_shown_at_once() && screen.is_still() {
            objects.look(reach);
            let seen = objects.loaded() & reach.seen;
            if !screen.collisions.have_all_playfields(seen) {
                return false;
            }
            objects.pass_shown();
            let unmet = screen.collisions.unmet(reach.pairs, seen);
            if unmet != 0 {
                screen.collisions.meet_pairs(unmet, |n, m| objects.meet(n, m));
            }
            objects.put(screen.stamps(picture.unwrap_or_else(|| pixels.row())));
            return true;
        }
        if !objects.list_changing(shows, |seen| screen.collisions.have_all_playfields(seen)) {
            return false;
        }
        let unmet = screen.collisions.unmet(!0, shows.objects);
        screen.collisions.meet_pairs(unmet, |n, m| shows.meet(n, m));
        screen.colour(shows);
        screen.stamps(picture.unwrap_or_else(|| pixels.row())).put_all(shows);
        true
    }
}
