//! Stamps: objects put over a whole line in which no register changes, eight clocks a step, from the back to the front.
//! For lores lines where PRIOR puts all of them in front of the playfield, and what they meet is not needed.
//! [measured: 2.9 of 28 host instructions a machine cycle with all objects on all lines]

use super::coverage::WIDEST;
use super::picture::LINE_PIXELS;
use super::shows::{SEEN, Shows, cut};
use crate::chips::an::FIRST_VISIBLE_CLOCK;

/// The last places at which the clocks of a missile, and of a player, are all visible.
const LAST_MISSILE: usize = SEEN - 8;
const LAST_PLAYER: usize = SEEN - WIDEST;

/// A line that objects are put over.
pub(super) struct Stamps<'a> {
    pub colours: &'a [u8; 9],
    /// The finished playfield.
    pub picture: &'a mut [u8; LINE_PIXELS],
}

impl Stamps<'_> {
    /// Puts object `N`. From clock `trigger` on the bits of `pixels` say which are lit, the first one in the highest
    /// bit. Objects behind it must have been put before.
    // A copy for each object, so that most of its parameters are constant.
    // [measured: 1.4 of 28 in the same program, together with leaving out all other priorities]
    #[inline(always)]
    pub(super) fn put<const N: usize>(&mut self, trigger: usize, pixels: u32) {
        let is_missile = N >= 4;
        let last = if is_missile { LAST_MISSILE } else { LAST_PLAYER };
        let (mut place, mut rest) = (trigger.wrapping_sub(FIRST_VISIBLE_CLOCK), pixels);
        if place > last {
            (place, rest) = cut(trigger, pixels, last);
            if rest == 0 {
                return;
            }
        }
        let colour = self.colours[N % 4];
        while place <= LAST_MISSILE {
            let Some(seen) = self.picture[2 * place..].first_chunk_mut() else { break };
            *seen = painted(seen, &PIXELS[(rest >> 24) as usize], colour);
            (rest, place) = (rest << 8, place + 8);
            if is_missile || rest == 0 {
                break;
            }
        }
    }

    /// Puts everything that is shown.
    #[inline(never)]
    pub(super) fn put_all(self, shows: &Shows) {
        for (show, colour) in shows.coloured().rev() {
            let (mut place, mut rest) = (usize::from(show.place), show.clocks);
            while rest != 0
                && let Some(seen) = self.picture[2 * place..].first_chunk_mut()
            {
                *seen = painted(seen, &PIXELS[(rest >> 24) as usize], colour);
                (rest, place) = (rest << 8, place + 8);
            }
        }
    }
}

/// The `pixels`, with a `colour` where they are `set`.
// A loop over values: others are not always vectorized by the compiler. [measured: some 90 instructions each time]
#[inline(always)]
fn painted(pixels: &[u8; 16], set: &[u8; 16], colour: u8) -> [u8; 16] {
    let mut painted = [0; 16];
    for n in 0..16 {
        painted[n] = pixels[n] & !set[n] | set[n] & colour;
    }
    painted
}

/// Two pixels for each of eight clocks; the first clock is in the highest bit.
static PIXELS: [[u8; 16]; 256] = {
    let mut table = [[0; 16]; 256];
    let mut eight = 0;
    while eight < 256 {
        let mut n = 0;
        while n < 16 {
            table[eight][n] = if eight << (n / 2) & 0x80 != 0 { 0xFF } else { 0 };
            n += 1;
        }
        eight += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use crate::chips::an::{AnLine, FIRST_VISIBLE_CLOCK, PLAYFIELD_END};
    use crate::chips::gtia::objects::Objects;
    use crate::chips::gtia::registers::{COLBK, COLPM0, GRACTL, GRAFP0, HITCLR, HPOSP0, PRIOR, SIZEP0};
    use crate::chips::gtia::rows::Way;
    use crate::chips::gtia::{Gtia, LINE_PIXELS, numbers};

    /// Ends a line at once, and in pieces. Returns whether objects could be put over it.
    fn end_both(gtia: &mut Gtia, an: &AnLine, cut: u8) -> bool {
        let (mut picture, mut expected) = ([0; LINE_PIXELS], [0; LINE_PIXELS]);
        let mut in_pieces = gtia.clone();
        in_pieces.catch_up(cut, an);
        in_pieces.end_line(an, Some(&mut expected));
        gtia.begin_row();
        let is_row = gtia.keeps_playfield();
        let mut other = gtia.clone();
        let is_put =
            is_row && matches!(other.way_to_show(an), Way::StampStanding { .. } | Way::StampListed { .. });
        if is_row {
            let mut bare = gtia.clone();
            bare.objects = Objects::new();
            bare.end_line(an, Some(&mut picture));
            gtia.end_row(an, Some(&mut picture));
        } else {
            gtia.end_line(an, Some(&mut picture));
        }
        assert_eq!(picture, expected);
        assert_eq!(*gtia, in_pieces);
        is_put
    }

    #[test]
    fn objects_put_over_a_line_come_to_what_single_clocks_do() {
        let mut next = numbers(11);
        let mut gtia = Gtia::new(false);
        let (mut put, mut put_changing) = (0, 0);
        for _ in 0..30_000 {
            let few = next(3);
            if next(6) == 0 {
                gtia.write(0, PRIOR, [1, 1, 1, 1, 1, 1, 0, 4, 0x21, 0x11, 3, 0x41][next(12)]);
            }
            if next(300) == 0 {
                gtia.write(0, HITCLR, 0);
            }
            let mut cycle = 0;
            for _ in 0..few * next(12) {
                let registers = [usize::from(COLPM0), 8, usize::from(COLPM0) + 4, usize::from(COLBK) + 1];
                let reg = match next(30) {
                    20.. if next(3) > 0 => continue,
                    20 => PRIOR,
                    21 if next(10) == 0 => HITCLR,
                    0 => next(registers[3]) as u8,
                    n if n < 3 => COLPM0 + next(9) as u8,
                    n if n < 8 => COLPM0 + next(4) as u8,
                    n if n < 14 => HPOSP0 + next(8) as u8,
                    _ => next(registers[0]) as u8,
                };
                cycle = (cycle + next(30)).min(113);
                // Some of them outside the line, and many in few places.
                let value = match reg {
                    PRIOR => next(2) << next(4),
                    ..8 if next(3) > 0 => 40 + next(90),
                    _ => next(256),
                };
                gtia.write(cycle as u8, reg, value as u8);
            }
            let mut an = AnLine::blank();
            let codes: &[u8] = [&[0][..], &[0, 4, 5, 6, 7], &[0, 4], &[0, 5, 6], &[2]][next(5)];
            an.codes[FIRST_VISIBLE_CLOCK..PLAYFIELD_END].fill_with(|| codes[next(codes.len())]);
            an.hires = next(20) == 0;
            let is_put = end_both(&mut gtia, &an, 5 + next(105) as u8);
            put += usize::from(is_put && few == 0);
            put_changing += usize::from(is_put && few > 0);
        }
        assert!(put.min(put_changing) > 2000, "{put} {put_changing}");
    }

    /// The last pixel may be shifted out in the clock in which the size changes.
    #[test]
    fn an_object_of_which_the_size_changes_while_it_is_shown_is_shown_in_pieces() {
        let mut an = AnLine::blank();
        // All playfields are met in the first line.
        let mut codes = [4, 5, 6, 7].into_iter().cycle();
        an.codes[FIRST_VISIBLE_CLOCK..PLAYFIELD_END].fill_with(|| codes.next().unwrap_or(0));
        let mut put = 0;
        for (before, after) in [(0, 1), (0, 3), (1, 0), (1, 2), (1, 3), (3, 0), (3, 1), (3, 2), (2, 1)] {
            for hpos in 60..64 {
                for cycle in 20..60 {
                    let mut gtia = Gtia::new(false);
                    for (reg, value) in
                        [(HPOSP0, hpos), (SIZEP0, before), (GRAFP0, 0xFF), (COLPM0, 0x46), (PRIOR, 1)]
                    {
                        gtia.write(0, reg, value);
                    }
                    gtia.end_line(&an, None);
                    gtia.write(cycle, SIZEP0, after);
                    put += usize::from(end_both(&mut gtia, &an, 100));
                }
            }
        }
        assert!(put > 400, "{put}");
    }

    /// What remains of an object at a line's end may be frozen all through the next one: it is not one that is shown
    /// later.
    #[test]
    fn a_frozen_object_is_seen_in_a_row_though_its_trigger_comes_late() {
        let mut an = AnLine::blank();
        an.codes[FIRST_VISIBLE_CLOCK..PLAYFIELD_END].fill(0);
        let mut frozen = 0;
        for hpos in 216..224 {
            let mut gtia = Gtia::new(false);
            // Player 0, of double width, begins just before the line ends, and becomes single before that: one of its
            // pixels may be half over then.
            for (reg, value) in [(HPOSP0, hpos), (SIZEP0, 1), (GRAFP0, 0xFF), (COLPM0, 0x46), (PRIOR, 1)] {
                gtia.write(0, reg, value);
            }
            gtia.write(110, SIZEP0, 2);
            gtia.write(110, HPOSP0, 200);
            gtia.end_line(&an, None);
            let mut by_clock = gtia.clone();
            let (mut picture, mut expected) = ([0; LINE_PIXELS], [0; LINE_PIXELS]);
            gtia.begin_row();
            gtia.end_row(&an, Some(&mut picture));
            by_clock.catch_up(20, &an);
            by_clock.end_line(&an, Some(&mut expected));
            assert_eq!(picture, expected, "{hpos}");
            assert_eq!(gtia, by_clock, "{hpos}");
            frozen += usize::from(picture[..300] == [0x46; 300]);
        }
        assert_eq!(frozen, 4, "in every other clock");
    }

    /// What is shown at the end of a line may be what was loaded before the last change.
    #[test]
    fn what_is_left_of_a_late_object_is_so_of_what_it_showed() {
        let mut an = AnLine::blank();
        let mut codes = [4, 5, 6, 7].into_iter().cycle();
        an.codes[FIRST_VISIBLE_CLOCK..PLAYFIELD_END].fill_with(|| codes.next().unwrap_or(0));
        for (reg, value) in [(GRAFP0, 0), (GRAFP0, 0x81), (HPOSP0, 230), (HPOSP0, 227), (SIZEP0, 3)] {
            for hpos in 190..228 {
                for cycle in 92..114 {
                    let mut gtia = Gtia::new(false);
                    for (reg, value) in [(HPOSP0, 100), (GRAFP0, 0xFF), (PRIOR, 1), (SIZEP0, hpos & 1)] {
                        gtia.write(0, reg, value);
                    }
                    gtia.end_line(&an, None);
                    gtia.write(0, HPOSP0, hpos);
                    gtia.write(cycle, reg, value);
                    end_both(&mut gtia, &an, 80);
                    end_both(&mut gtia, &an, 80);
                }
            }
        }
    }

    /// A player that has grown where it stands meets another one, which is loaded a line later.
    #[test]
    fn what_may_meet_depends_on_sizes_too() {
        let mut an = AnLine::blank();
        let mut codes = [4, 5, 6, 7].into_iter().cycle();
        an.codes[FIRST_VISIBLE_CLOCK..PLAYFIELD_END].fill_with(|| codes.next().unwrap_or(0));
        let mut gtia = Gtia::new(false);
        for (reg, value) in [(GRACTL, 2), (PRIOR, 1), (HPOSP0, 100), (HPOSP0 + 1, 110)] {
            gtia.write(0, reg, value);
        }
        let mut put = 0;
        for (grafs, size) in [([0xFF; 2], 0), ([0xFF; 2], 0), ([0xFF, 0], 3), ([0xFF; 2], 3)] {
            gtia.load_players(1, [grafs[0], grafs[1], 0, 0]);
            gtia.write(100, SIZEP0, size);
            put += usize::from(end_both(&mut gtia, &an, 60));
        }
        assert_eq!(put, 3, "all but the first, in which they meet playfields");
    }
}
