//! PERCOM blocks: how a drive and a program agree on a format.

use serde::{Deserialize, Serialize};

use crate::media::atr::Geometry;

/// Bytes of a block.
pub(super) const SIZE: usize = 12;

/// The contents of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Percom {
    tracks: u8,
    sectors_per_track: u16,
    sides: u8,
    sector_size: u16,
}

impl Percom {
    /// The block that describes a disk. If the disk does not have tracks of 18 or 26 sectors, it is described as a
    /// single track.
    pub(super) fn of(geometry: Geometry) -> Self {
        let Geometry { sector_size, sectors } = geometry;
        let (tracks, sectors_per_track, sides) = match sectors {
            720 => (40, 18, 1),
            1040 => (40, 26, 1),
            1440 => (40, 18, 2),
            _ => (1, sectors, 1),
        };
        Percom { tracks, sectors_per_track, sides, sector_size }
    }

    /// Reads a block; none if it describes a disk that is not possible here.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let &[tracks, _, per_track_high, per_track_low, more_sides, _, size_high, size_low, ..] = bytes
        else {
            return None;
        };
        let percom = Percom {
            tracks,
            sectors_per_track: u16::from_be_bytes([per_track_high, per_track_low]),
            sides: more_sides.checked_add(1)?,
            sector_size: u16::from_be_bytes([size_high, size_low]),
        };
        percom.is_possible().then_some(percom)
    }

    /// Whether a disk like this is possible.
    pub(super) fn is_possible(self) -> bool {
        matches!(self.sector_size, 128 | 256) && (1..=0xFFFF).contains(&self.sectors())
    }

    fn sectors(self) -> u64 {
        u64::from(self.tracks) * u64::from(self.sectors_per_track) * u64::from(self.sides)
    }

    /// The geometry of a disk formatted by this block.
    pub(super) fn geometry(self) -> Geometry {
        Geometry { sector_size: self.sector_size, sectors: self.sectors() as u16 }
    }

    /// The block as bytes.
    pub(super) fn to_bytes(self) -> [u8; SIZE] {
        let [per_track_high, per_track_low] = self.sectors_per_track.to_be_bytes();
        let [size_high, size_low] = self.sector_size.to_be_bytes();
        // MFM except for single density.
        let density = if self.sector_size == 128 && self.sectors_per_track == 18 { 0 } else { 4 };
        let (step_rate, online) = (1, 0xFF);
        [
            self.tracks,
            step_rate,
            per_track_high,
            per_track_low,
            self.sides - 1,
            density,
            size_high,
            size_low,
            online,
            0,
            0,
            0,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_survive_writing_and_reading() {
        for (sector_size, sectors) in [(128, 720), (128, 1040), (256, 720), (256, 1440), (256, 65_535)] {
            let percom = Percom::of(Geometry { sector_size, sectors });
            assert_eq!(Percom::parse(&percom.to_bytes()), Some(percom));
            assert_eq!(percom.geometry(), Geometry { sector_size, sectors });
        }
        assert_eq!(Percom::of(Geometry::DOUBLE).to_bytes(), [40, 1, 0, 18, 0, 4, 1, 0, 0xFF, 0, 0, 0]);
    }

    #[test]
    fn impossible_formats_are_refused() {
        let block = Percom::of(Geometry::DOUBLE).to_bytes();
        for (place, value) in [(0, 0), (4, 0xFF), (6, 2), (7, 1), (2, 0xFF)] {
            let mut block = block;
            block[place] = value;
            assert_eq!(Percom::parse(&block), None, "byte {place}");
        }
        assert_eq!(Percom::parse(&block[..7]), None);
    }
}
