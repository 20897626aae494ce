//! Objects put over a whole line in which no register changes, eight clocks a step, from the back to the front: where PRIOR has
//! all of them before the playfield, that is in lores, and all of them have met all playfields since HITCLR, so that nobody needs to
//! look at it. [measured: 2.9 of 28 host instructions a machine cycle with all objects on all lines. To look at it
//! costs what is gained: 0.8 of 30 more with eight narrow objects]

use super::collisions::Collisions;
use super::picture::LINE_PIXELS;
use crate::chips::an::FIRST_VISIBLE_CLOCK;
use crate::chips::an::codes::{BITS, TWICE};

/// A one in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// Clocks that are seen.
const SEEN: usize = LINE_PIXELS / 2;
/// The last place on which so many clocks are seen as a missile has, and a player.
const LAST_MISSILE: usize = SEEN - 8;
const LAST_PLAYER: usize = SEEN - 32;

/// A line that objects are put over.
pub(super) struct Stamps<'a> {
    colours: &'a [u8; 9],
    collisions: &'a mut Collisions,
    /// The finished playfield, or anything if nobody wants to see it.
    picture: &'a mut [u8; LINE_PIXELS],
    /// By clock, the objects that have been put there.
    lit: [u8; SEEN],
}

impl<'a> Stamps<'a> {
    /// Nothing lit yet.
    #[inline(always)]
    pub(super) fn new(
        colours: &'a [u8; 9],
        collisions: &'a mut Collisions,
        picture: &'a mut [u8; LINE_PIXELS],
    ) -> Self {
        Stamps { colours, collisions, picture, lit: [0; SEEN] }
    }

    /// Puts object `N` there, of which the pixels from clock `trigger` on are lit as the bits say, the first in the highest. Those
    /// behind it have been put there before.
    // Written out for each object: most of what it does is known then. [measured: 1.4 of 28 in the
    // same program, together with leaving out all other priorities]
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
        let mut met = 0;
        while place <= LAST_MISSILE {
            let eight = (rest >> 24) as usize;
            let mask = BITS[eight];
            let (Some(lit), Some(seen)) =
                (self.lit[place..].first_chunk_mut(), self.picture[2 * place..].first_chunk_mut())
            else {
                break;
            };
            let before = u64::from_le_bytes(*lit);
            *lit = (before | mask & ONES << N).to_le_bytes();
            met |= before & mask;
            *seen = painted(*seen, PIXELS[eight], colour);
            (rest, place) = (rest << 8, place + 8);
            if is_missile || rest == 0 {
                break;
            }
        }
        self.collisions.meet(N, met);
    }
}

/// Of the pixels of an object from `trigger` on those that are seen, and the place of the first, which is the `last` at most.
#[inline(never)]
fn cut(trigger: usize, pixels: u32, last: usize) -> (usize, u32) {
    match trigger.checked_sub(FIRST_VISIBLE_CLOCK) {
        None => (0, pixels.checked_shl((FIRST_VISIBLE_CLOCK - trigger) as u32).unwrap_or(0)),
        Some(place) => (last, pixels.checked_shr((place - last) as u32).unwrap_or(0)),
    }
}

/// The `pixels` with a `colour` in those that are `set`.
// Of values: of pixels changed in their place the compiler does not always make vectors. [measured: some 90
// instructions each time]
#[inline(always)]
fn painted(pixels: [u8; 16], set: [u8; 16], colour: u8) -> [u8; 16] {
    std::array::from_fn(|n| pixels[n] & !set[n] | set[n] & colour)
}

/// Two pixels for each of eight clocks, the first of which is in the highest bit.
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

/// By size and graphics, the clocks that are lit from the trigger on, the first in the highest bit.
static STRETCHED: [[u32; 256]; 4] = {
    let mut table = [[0; 256]; 4];
    let mut graf = 0;
    while graf < 256 {
        let twice = (TWICE[graf >> 4] as u32) << 8 | TWICE[graf & 15] as u32;
        let four_times = (four_times(graf >> 4) << 16) | four_times(graf & 15);
        table[0][graf] = (graf as u32) << 24;
        table[1][graf] = twice << 16;
        table[2][graf] = table[0][graf];
        table[3][graf] = four_times;
        graf += 1;
    }
    table
};

const fn four_times(nibble: usize) -> u32 {
    let twice = TWICE[nibble] as usize;
    (TWICE[twice >> 4] as u32) << 8 | TWICE[twice & 15] as u32
}

/// The clocks in which an object of that `size` and those graphics is lit from its trigger on, the first in the highest bit.
#[inline(always)]
pub(super) fn stretched(size: u8, graf: u8) -> u32 {
    STRETCHED[usize::from(size & 3)][usize::from(graf)]
}

#[cfg(test)]
mod tests {
    use crate::chips::an::{AnLine, BLANK, Codes, FIRST_VISIBLE_CLOCK, PLAYFIELD_END};
    use crate::chips::gtia::registers::{COLBK, COLPM0, GRAFP0, HITCLR, HPOSP0, PRIOR, SIZEP0};
    use crate::chips::gtia::{Gtia, LINE_PIXELS, numbers};

    /// A line that shows its codes one by one.
    struct ByClock<'a>(&'a AnLine);

    impl Codes for ByClock<'_> {
        fn is_hires(&self) -> bool {
            self.0.hires
        }

        fn code(&self, clock: usize) -> u8 {
            self.0.codes[clock]
        }
    }

    #[test]
    fn objects_put_over_a_line_come_to_what_single_clocks_do() {
        let mut next = numbers(11);
        let mut gtia = Gtia::new(false);
        let mut put = 0;
        for _ in 0..4000 {
            for cycle in 0..next(8) as u8 {
                let reg = next(usize::from(COLBK) + 2) as u8;
                let value = next(256) as u8;
                match reg {
                    _ if next(400) == 0 => gtia.write(cycle, HITCLR, 0),
                    reg if reg > COLBK => gtia.write(cycle, PRIOR, [1, 1, 1, 0, 4, 0x21][next(6)]),
                    reg => gtia.write(cycle, reg, value),
                }
            }
            let blank = AnLine::blank();
            let mut in_pieces = gtia.clone();
            gtia.end_line(&blank, None);
            in_pieces.catch_up(5 + next(80) as u8, &blank);
            in_pieces.end_line(&blank, None);
            assert_eq!(gtia, in_pieces);
            for _ in 0..3 {
                if next(4) == 0 {
                    gtia.write(next(60) as u8, next(0x12) as u8, next(256) as u8);
                }
                let mut an = AnLine::blank();
                an.codes[FIRST_VISIBLE_CLOCK..PLAYFIELD_END].fill_with(|| [0, 4, 5, 6, 7][next(5)]);
                let mut by_clock = gtia.clone();
                let mut picture = [0; LINE_PIXELS];
                Gtia::paint_codes(&gtia.playfield_colours(), &an, &mut picture);
                let mut expected = picture;
                gtia.begin_row();
                by_clock.begin_row();
                assert!(gtia.shows_row() && an.codes[FIRST_VISIBLE_CLOCK] != BLANK);
                put += usize::from(gtia.may_put_row(&an));
                gtia.end_row(&an, Some(&mut picture));
                by_clock.end_row(&ByClock(&an), Some(&mut expected));
                assert_eq!(picture, expected);
                assert_eq!(gtia, by_clock);
            }
        }
        assert!(put > 2000, "{put}");
    }

    /// What is left of an object at a line's end may stand still all through the next one: it is no object that is shown later.
    #[test]
    fn a_frozen_object_is_seen_in_a_row_though_its_trigger_comes_late() {
        let mut an = AnLine::blank();
        an.codes[FIRST_VISIBLE_CLOCK..PLAYFIELD_END].fill(0);
        let mut frozen = 0;
        for hpos in 216..224 {
            let mut gtia = Gtia::new(false);
            // Player 0, of double width, begins just before the line ends, and is single before it does: one of its pixels may
            // be half over then.
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
}
