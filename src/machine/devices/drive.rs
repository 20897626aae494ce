//! Disk drives: the commands that they execute and their answers. [sheet: pia-sio-disk 3]

mod mechanics;
mod percom;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::disks::Shelf;
use super::model::Model;
use super::protocol::{Answer, Command, Outcome, Pace};
use crate::media::atr::Geometry;
use mechanics::Mechanics;
use percom::Percom;

/// Command codes.
const FORMAT: u8 = 0x21;
const FORMAT_ENHANCED: u8 = 0x22;
const READ_PERCOM: u8 = 0x4E;
const WRITE_PERCOM: u8 = 0x4F;
const PUT: u8 = 0x50;
const READ: u8 = 0x52;
const STATUS: u8 = 0x53;
const WRITE: u8 = 0x57;

/// Bits of the first status byte.
const BAD_COMMAND: u8 = 0x01;
const BAD_DATA: u8 = 0x02;
const PUT_FAILED: u8 = 0x04;
const PROTECTED: u8 = 0x08;
const MOTOR_ON: u8 = 0x10;
const LONG_SECTORS: u8 = 0x20;
const ENHANCED: u8 = 0x80;

/// The second status byte: that of the disk controller, inverted.
const FDC_FINE: u8 = 0xFF;
const FDC_NOT_FOUND: u8 = 0xEF;
const FDC_PROTECTED: u8 = 0xBF;
const FDC_NOT_READY: u8 = 0x7F;

/// The third status byte: how long formatting may take, in units of 64 frames.
const FORMAT_TIMEOUT: u8 = 0xE0;

/// Revolutions in which a drive looks for a sector before it gives up. [guess]
const SEARCH_TURNS: u64 = 4;
/// Revolutions after which a drive without a disk gives up, if it cannot detect that. [guess]
const EMPTY_TURNS: u64 = 12;

/// A drive.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Drive {
    model: Model,
    /// The model follows the disk inserted.
    automatic: bool,
    /// The number of the disk in it.
    disk: Option<u32>,
    mechanics: Mechanics,
    /// The last error, as bits of the first status byte.
    trouble: u8,
    fdc: u8,
    /// The format that the computer has configured, if it has.
    percom: Option<Percom>,
}

impl Drive {
    /// An empty drive; without `model` it adapts to the disks inserted.
    pub(crate) fn new(model: Option<Model>) -> Self {
        Drive {
            model: model.unwrap_or(Model::D810),
            automatic: model.is_none(),
            disk: None,
            mechanics: Mechanics::default(),
            trouble: 0,
            fdc: FDC_FINE,
            percom: None,
        }
    }

    /// The drive switched off and on again, at time zero; the disk stays in it.
    pub(crate) fn restart(&mut self) {
        let new = Drive::new(Some(self.model));
        *self = Drive { automatic: self.automatic, disk: self.disk, ..new };
    }

    /// Whether a drive can be in this state at time `now`, in microseconds.
    pub(crate) fn is_possible(&self, now: u64) -> bool {
        self.mechanics.is_possible(now) && self.percom.is_none_or(Percom::is_possible)
    }

    /// Its present model.
    pub(crate) fn model(&self) -> Model {
        self.model
    }

    /// The number of the disk in it.
    pub(crate) fn disk(&self) -> Option<usize> {
        self.disk.map(|n| n as usize)
    }

    /// Takes out the disk and puts in another, or none.
    pub(crate) fn insert(&mut self, disk: Option<usize>, shelf: &Shelf) {
        self.disk = disk.map(|n| n as u32);
        self.percom = None;
        if let (Some(n), true) = (disk, self.automatic) {
            self.model = Model::for_disk(shelf.geometry(n));
        }
    }

    /// Maps its disk to the number that it has here; false if it has none.
    pub(crate) fn renumber_disk(&mut self, places: &BTreeMap<usize, usize>) -> bool {
        let Some(disk) = self.disk() else { return true };
        self.disk = places.get(&disk).map(|&n| n as u32);
        self.disk.is_some()
    }

    /// Shifts its times back by `micros` microseconds.
    pub(crate) fn go_back(&mut self, micros: u64) {
        self.mechanics.go_back(micros);
    }

    /// The speed at which it sends.
    pub(crate) fn pace(&self) -> Pace {
        self.model.pace()
    }

    /// A command frame addressed to it was damaged: it does not answer, but remembers the error.
    pub(crate) fn command_damaged(&mut self) {
        self.trouble = BAD_COMMAND;
    }

    /// Executes a command frame that was received at time `now`, in microseconds.
    pub(crate) fn command(&mut self, now: u64, command: Command, shelf: &mut Shelf) -> Answer {
        let has_percom = self.model == Model::Xf551;
        match command.code {
            STATUS => Answer::Done(self.status(now, shelf)),
            READ | PUT | WRITE if !self.has_number(command.number(), shelf) => Answer::Refusal,
            READ => Answer::Done(self.read(now, command.number(), shelf)),
            PUT | WRITE => Answer::Wants(self.length(command.number(), shelf)),
            FORMAT => {
                let geometry = if has_percom { self.block(shelf).geometry() } else { Geometry::SINGLE };
                Answer::Done(self.format(now, geometry, shelf))
            }
            FORMAT_ENHANCED if self.model != Model::D810 => {
                Answer::Done(self.format(now, Geometry::ENHANCED, shelf))
            }
            READ_PERCOM if has_percom => {
                let data = Some(self.block(shelf).to_bytes().to_vec());
                Answer::Done(Outcome { micros: 0, good: true, data })
            }
            WRITE_PERCOM if has_percom => Answer::Wants(percom::SIZE),
            _ => Answer::Refusal,
        }
    }

    /// The PERCOM block for formatting: the one configured, or else that of the disk.
    fn block(&self, shelf: &Shelf) -> Percom {
        self.percom.unwrap_or(Percom::of(self.geometry(shelf)))
    }

    /// Executes a command with the data frame received, which is none if it was damaged. Returns `None` if it refuses.
    pub(crate) fn data(
        &mut self,
        now: u64,
        command: Command,
        data: Option<&[u8]>,
        shelf: &mut Shelf,
    ) -> Option<Outcome> {
        let Some(data) = data else {
            self.trouble = BAD_DATA;
            return None;
        };
        self.trouble = 0;
        if command.code == WRITE_PERCOM {
            let percom = Percom::parse(data);
            self.percom = percom.or(self.percom);
            return Some(Outcome::new(0, percom.is_some()));
        }
        Some(self.write(now, command, data, shelf))
    }

    fn geometry(&self, shelf: &Shelf) -> Geometry {
        self.disk().map_or(Geometry::SINGLE, |n| shelf.geometry(n))
    }

    /// Whether it accepts `n` as the number of a sector.
    fn has_number(&self, n: u16, shelf: &Shelf) -> bool {
        let sectors = self.geometry(shelf).sectors;
        let last = match self.model {
            Model::D810 => Geometry::SINGLE.sectors,
            Model::D1050 if sectors <= Geometry::SINGLE.sectors => Geometry::SINGLE.sectors,
            Model::D1050 => Geometry::ENHANCED.sectors,
            Model::Xf551 => sectors.max(Geometry::SINGLE.sectors),
        };
        (1..=last).contains(&n)
    }

    /// Bytes of sector `n`, as this drive sends and receives them.
    fn length(&self, n: u16, shelf: &Shelf) -> usize {
        match self.model {
            Model::Xf551 => self.geometry(shelf).length(n),
            _ => 128,
        }
    }

    fn status(&mut self, now: u64, shelf: &Shelf) -> Outcome {
        let geometry = self.geometry(shelf);
        let mut flags = self.trouble;
        if self.disk().is_some_and(|n| shelf.is_protected(n)) {
            flags |= PROTECTED;
        }
        if self.mechanics.turns(now) {
            flags |= MOTOR_ON;
        }
        if self.model == Model::Xf551 && geometry.sector_size == 256 {
            flags |= LONG_SECTORS;
        }
        if self.model != Model::D810 && geometry == Geometry::ENHANCED {
            flags |= ENHANCED;
        }
        let data = vec![flags, self.fdc, FORMAT_TIMEOUT, 0];
        Outcome { micros: 0, good: true, data: Some(data) }
    }

    fn read(&mut self, now: u64, sector: u16, shelf: &Shelf) -> Outcome {
        self.trouble = 0;
        let length = self.length(sector, shelf);
        match self.find(sector, shelf) {
            Ok(n) => {
                self.fdc = FDC_FINE;
                let micros = self.mechanics.reach(now, self.model, shelf.geometry(n), sector);
                Outcome { micros, good: true, data: shelf.sector(n, sector) }
            }
            Err(turns) => {
                let micros = self.mechanics.search(now, turns);
                Outcome { micros, good: false, data: Some(vec![0; length]) }
            }
        }
    }

    fn write(&mut self, now: u64, command: Command, data: &[u8], shelf: &mut Shelf) -> Outcome {
        let sector = command.number();
        let n = match self.find(sector, shelf) {
            Ok(n) => n,
            Err(turns) => {
                self.trouble = PUT_FAILED;
                return Outcome::new(self.mechanics.search(now, turns), false);
            }
        };
        let reach = self.mechanics.reach(now, self.model, shelf.geometry(n), sector);
        if shelf.is_protected(n) {
            (self.trouble, self.fdc) = (PUT_FAILED, FDC_PROTECTED);
            return Outcome::new(reach, false);
        }
        shelf.write(n, sector, data);
        self.fdc = FDC_FINE;
        let verify = if command.code == WRITE { self.mechanics.turn(now) } else { 0 };
        Outcome::new(reach + verify, true)
    }

    /// Looks for a sector. Returns the number of the disk that has it, or after how many revolutions it gives up.
    fn find(&mut self, sector: u16, shelf: &Shelf) -> Result<usize, u64> {
        let Some(n) = self.disk() else {
            let knows = self.model != Model::D810;
            self.fdc = if knows { FDC_NOT_READY } else { FDC_NOT_FOUND };
            return Err(if knows { 0 } else { EMPTY_TURNS });
        };
        if self.model.reads(shelf.geometry(n)) && shelf.sector(n, sector).is_some() {
            return Ok(n);
        }
        self.fdc = FDC_NOT_FOUND;
        Err(SEARCH_TURNS)
    }

    /// Formats the disk. The answer is a list of bad sectors, which is empty and ends with $FFFF.
    fn format(&mut self, now: u64, geometry: Geometry, shelf: &mut Shelf) -> Outcome {
        self.trouble = 0;
        let mut list = vec![0; usize::from(geometry.sector_size)];
        list[..2].fill(0xFF);
        let failure = match self.disk() {
            None => Some(FDC_NOT_READY),
            Some(n) if shelf.is_protected(n) => Some(FDC_PROTECTED),
            Some(_) => None,
        };
        if let (Some(n), None) = (self.disk(), failure) {
            shelf.format(n, geometry);
            self.fdc = FDC_FINE;
            return Outcome { micros: self.mechanics.format(now, self.model), good: true, data: Some(list) };
        }
        (self.trouble, self.fdc) = (PUT_FAILED, failure.unwrap_or(FDC_FINE));
        Outcome { micros: self.mechanics.search(now, SEARCH_TURNS), good: false, data: Some(list) }
    }
}
