//! The models of disk drives. [sheet: pia-sio-disk 3]

use std::fmt;

use serde::{Deserialize, Serialize};

use super::protocol::Pace;
use crate::media::atr::Geometry;

/// Models of drives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Model {
    /// Atari 810: single density.
    D810,
    /// Atari 1050: single and enhanced density.
    D1050,
    /// Like Atari's XF551: single, enhanced and double density, configured by PERCOM blocks. Takes
    /// images of any number of sectors.
    Xf551,
}

/// A drive and a disk in it that it cannot read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// The drive.
    pub drive: Model,
    /// The disk.
    pub disk: Geometry,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Misfit { drive, disk } = self;
        let (sectors, size, other) = (disk.sectors, disk.sector_size, Model::for_disk(*disk));
        write!(f, "{drive} cannot read {sectors} sectors of {size} bytes; {other} can")
    }
}

/// With its article, for use in a sentence.
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Model::D810 => "an 810",
            Model::D1050 => "a 1050",
            Model::Xf551 => "an XF551",
        })
    }
}

impl Model {
    /// The simplest drive that can read all of a disk.
    pub fn for_disk(geometry: Geometry) -> Model {
        match geometry {
            Geometry { sector_size: 128, sectors: ..=720 } => Model::D810,
            Geometry::ENHANCED => Model::D1050,
            _ => Model::Xf551,
        }
    }

    /// Whether it can read a disk of this geometry.
    pub fn reads(self, geometry: Geometry) -> bool {
        match self {
            Model::D810 => geometry.sector_size == 128 && geometry.sectors <= Geometry::SINGLE.sectors,
            Model::D1050 => geometry.sector_size == 128 && geometry.sectors <= Geometry::ENHANCED.sectors,
            Model::Xf551 => true,
        }
    }

    /// Microseconds to step from track to track, and until the head has settled. [sheet: pia-sio-disk 3]
    pub fn step_micros(self) -> (u64, u64) {
        match self {
            Model::D810 => (5_300, 10_000),
            Model::D1050 | Model::Xf551 => (20_000, 20_000),
        }
    }

    /// The speed at which it sends. [sheet: pia-sio-disk 3]
    pub fn pace(self) -> Pace {
        match self {
            Model::D810 => Pace { bit_micros: 52, byte_micros: 530 },
            Model::D1050 | Model::Xf551 => Pace { bit_micros: 51, byte_micros: 549 },
        }
    }
}
