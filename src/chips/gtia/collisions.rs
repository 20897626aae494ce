//! The collision latches. [sheet: gtia 7]

use serde::{Deserialize, Serialize};

/// Two nibbles an object: what it has met since HITCLR.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Collisions {
    /// Nibble n: playfields met by object n (players, then missiles).
    playfields: u32,
    /// Nibble n: players met by object n, itself included.
    players: u32,
}

/// A nibble of ones for every bit.
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
    /// The objects `lit` (bit n is object n) meet each other and `playfields`.
    pub(super) fn record(&mut self, lit: u8, playfields: u8) {
        let objects = NIBBLES[usize::from(lit)];
        self.playfields |= objects & (u32::from(playfields) * 0x1111_1111);
        self.players |= objects & (u32::from(lit & 0x0F) * 0x1111_1111);
    }

    /// Object `n` is lit in some clocks, in which others are that are set in any of eight bytes.
    #[inline(always)]
    pub(super) fn meet(&mut self, n: usize, others: u64) {
        let nibble = 4 * n as u32;
        // Of players each has met itself.
        self.players |= 0x8421 & 0xF << nibble;
        if others != 0 {
            let others = any(others);
            self.players |= u32::from(others & 0x0F) << nibble;
            if n < 4 {
                self.players |= NIBBLES[usize::from(others)] & 0x1111_1111 << n;
            }
        }
    }

    /// Whether all of these objects have met all playfields.
    #[inline]
    pub(super) fn have_all_playfields(&self, objects: u8) -> bool {
        NIBBLES[usize::from(objects)] & !self.playfields == 0
    }

    /// Whether all of the `others` are among these.
    pub(super) fn include(&self, others: &Collisions) -> bool {
        others.playfields & !self.playfields == 0 && others.players & !self.players == 0
    }

    /// Registers 0 to 15: M0PF to M3PF, P0PF to P3PF, M0PL to M3PL, P0PL to P3PL.
    pub(super) fn read(&self, reg: u8) -> u8 {
        let object = reg & 7 ^ 4;
        let met = if reg < 8 { self.playfields } else { self.players };
        let met = (met >> (4 * object)) as u8 & 0x0F;
        if reg >= 0x0C { met & !(1 << (reg & 3)) } else { met }
    }
}

/// The bits that are set in any of eight bytes.
#[inline(always)]
fn any(bytes: u64) -> u8 {
    let four = bytes | bytes >> 32;
    let two = four | four >> 16;
    (two | two >> 8) as u8
}
