//! The collision latches. [sheet: gtia 7]

use serde::{Deserialize, Serialize};

/// The collisions since HITCLR: two nibbles for each object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Collisions {
    /// Nibble n: playfields met by object n (players, then missiles).
    playfields: u32,
    /// Nibble n: players met by object n, itself included.
    players: u32,
}

/// Nibble n: the players that object n has to be compared with, so that no pair is compared twice.
const ONCE: u32 = 0xFFFF_F731;

/// A nibble of ones for each set bit.
static NIBBLES: [u32; 256] = {
    let mut table = [0; 256];
    let mut lit = 0;
    while lit < 256 {
        let mut n = 0;
        while n < 8 {
            if lit >> n & 1 != 0 {
                table[lit] |= 0xF << (4 * n);
            }
            n += 1;
        }
        lit += 1;
    }
    table
};

impl Collisions {
    /// Records that the objects `lit` (bit n is object n) meet each other and `playfields`.
    pub(super) fn record(&mut self, lit: u8, playfields: u8) {
        let objects = NIBBLES[usize::from(lit)];
        self.playfields |= objects & (u32::from(playfields) * 0x1111_1111);
        self.players |= objects & (u32::from(lit & 0x0F) * 0x1111_1111);
    }

    /// The pairs of these objects that have not met, each only once. In `pairs` each object has a nibble of players.
    #[inline]
    pub(super) fn unmet(&self, pairs: u32, objects: u8) -> u32 {
        let players = u32::from(objects & 0x0F) * 0x1111_1111;
        pairs & ONCE & players & NIBBLES[usize::from(objects)] & !self.players
    }

    /// Records those of the `pairs` that meet; each player meets itself, too.
    #[inline(never)]
    pub(super) fn meet_pairs(&mut self, pairs: u32, meet: impl Fn(usize, usize) -> bool) {
        let mut rest = pairs;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let (n, m) = (bit / 4, bit % 4);
            if meet(n as usize, m as usize) {
                self.players |= 1 << bit;
                if n < 4 {
                    self.players |= 1 << (4 * m + n);
                }
            }
        }
    }

    /// Whether each of these objects has met all playfields.
    #[inline]
    pub(super) fn have_all_playfields(&self, objects: u8) -> bool {
        NIBBLES[usize::from(objects)] & !self.playfields == 0
    }

    /// Whether an object has met these playfields, a bit each.
    #[inline]
    pub(super) fn has_met(&self, object: u8, playfields: u8) -> bool {
        u32::from(playfields) & !(self.playfields >> (4 * (object & 7))) == 0
    }

    /// Registers 0 to 15: M0PF to M3PF, P0PF to P3PF, M0PL to M3PL, P0PL to P3PL.
    pub(super) fn read(&self, reg: u8) -> u8 {
        let object = reg & 7 ^ 4;
        let met = if reg < 8 { self.playfields } else { self.players };
        let met = (met >> (4 * object)) as u8 & 0x0F;
        if reg >= 0x0C { met & !(1 << (reg & 3)) } else { met }
    }
}
