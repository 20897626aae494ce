//! The meaning of ANTIC's codes: lores, hires and the three GTIA modes. [sheet: gtia 2, 6]

use serde::{Deserialize, Serialize};

use crate::chips::an::{self, CLOCKS};

/// How the codes are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Decode {
    /// A code is a playfield. Hires data read this way are the "pseudo mode E".
    Lores,
    /// A code is a pair of half-clock pixels in playfield 2.
    Hires,
    /// Mode 9: a pair of codes is one of 16 lumas.
    Lumas,
    /// Mode 10: a pair of codes is one of nine colour registers, one clock late.
    Registers,
    /// Mode 11: a pair of codes is one of 16 hues.
    Hues,
    /// The clock in which modes 9 and 11 are left: half a pixel is lost.
    Lost,
    /// The rest of that line: as [`Decode::Lores`], but one clock late. [sheet: gtia 4]
    Late,
}

/// What a clock of playfield is for priority and collisions.
#[derive(Clone, Copy, Default)]
pub(super) struct Dot {
    /// Playfields for the priority circuit, a bit each.
    pub playfields: u8,
    /// Players for the priority circuit: mode 10 shows their colours.
    pub players: u8,
    /// Playfields that collide, a bit each.
    pub collides: u8,
}

impl Decode {
    /// The decoding selected by PRIOR bits 7:6. Hires is determined at the beginning of the line.
    pub(super) fn of_prior(prior: u8) -> Self {
        match prior >> 6 {
            0 => Decode::Lores,
            1 => Decode::Lumas,
            2 => Decode::Registers,
            _ => Decode::Hues,
        }
    }

    /// The decoding in the clock before one in which it changes to `next`.
    pub(super) fn before(self, next: Decode) -> Self {
        match (self, next) {
            (_, Decode::Registers) => Decode::Registers,
            (Decode::Lumas | Decode::Hues, Decode::Lores) => Decode::Lost,
            _ => self,
        }
    }

    /// The decoding in the clock in which it changes to `next`.
    pub(super) fn then(self, next: Decode) -> Self {
        match (self, next) {
            (Decode::Lost, Decode::Lores) => Decode::Late,
            _ => next,
        }
    }

    /// The playfield at `clock`, which is not 0 and whose code is not blank.
    #[inline]
    pub(super) fn dot(self, codes: &[u8; CLOCKS], clock: usize) -> Dot {
        match self {
            Decode::Lores | Decode::Hires => self.dot_of(codes[clock]),
            Decode::Late => Decode::Lores.dot_of(codes[clock - 1]),
            Decode::Registers => match mode_10_register(codes[(clock - 1) & !1], codes[(clock - 1) | 1]) {
                player @ 0..=3 => Dot { players: 1 << player, ..Dot::default() },
                playfield @ 4..=7 => plain(1 << (playfield & 3)),
                _ => Dot::default(),
            },
            Decode::Lumas | Decode::Hues | Decode::Lost => Dot::default(),
        }
    }

    /// How many clocks late one of GTIA's own modes shows its pairs: the picture and collisions at a clock depend only
    /// on the [`pair_number`] so many clocks before. `None` in other modes.
    #[inline]
    pub(super) fn late(self) -> Option<usize> {
        match self {
            Decode::Lumas | Decode::Hues => Some(0),
            Decode::Registers => Some(1),
            _ => None,
        }
    }

    /// The playfield where lores or hires has `code`, which is not blank.
    #[inline]
    pub(super) fn dot_of(self, code: u8) -> Dot {
        match self {
            Decode::Lores if code >= an::PLAYFIELD => plain(1 << (code & 3)),
            Decode::Hires if code >= an::PLAYFIELD => {
                Dot { playfields: 4, players: 0, collides: if code & 3 == 0 { 0 } else { 4 } }
            }
            _ => Dot::default(),
        }
    }
}

fn plain(playfields: u8) -> Dot {
    Dot { playfields, players: 0, collides: playfields }
}

/// The four bits of a pair of codes.
pub(super) const fn nibble(first: u8, second: u8) -> u8 {
    (first & 3) << 2 | second & 3
}

/// The four bits of modes 9 and 11 at `clock`.
pub(super) fn nibble_at(codes: &[u8; CLOCKS], clock: usize) -> u8 {
    nibble(codes[clock & !1], codes[clock | 1])
}

/// The number of different pairs of codes.
pub(super) const PAIRS: usize = 32;

/// The number of a pair of codes, below [`PAIRS`]; leaves out bits that make no difference.
#[inline(always)]
pub(super) fn pair_number([first, second]: [u8; 2]) -> usize {
    usize::from(first & 3) << 3 | usize::from(second & 7)
}

/// The colour register that a pair of codes selects in mode 10: 0 to 3 COLPM, 4 to 7 COLPF, 8 COLBK. A background code
/// in the second half mutes the playfield.
pub(super) const fn mode_10_register(first: u8, second: u8) -> usize {
    match nibble(first, second) as usize {
        player @ 0..=3 => player,
        8..=11 => 8,
        _ if second == an::BACKGROUND => 8,
        playfield => 4 | playfield & 3,
    }
}
