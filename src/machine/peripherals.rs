//! What is plugged into the serial bus, and the disks that go into it.

use super::Machine;
use super::devices::disks::DiskWrite;
use super::devices::drive::Drive;
use super::devices::model::{Misfit, Model};
use super::devices::printer::Printer;
use super::devices::serial::DRIVES;
use crate::media::atr::{Geometry, Image};

impl Machine {
    /// Connects drive `n` (0 to 3), empty; without `model` it becomes the plainest drive that can
    /// read the disk it is given. False, and nothing happens, for any other `n`.
    pub fn connect_drive(&mut self, n: usize, model: Option<Model>) -> bool {
        if n >= DRIVES {
            return false;
        }
        self.end_complete_line();
        self.atari.catch_up_serial();
        self.atari.serial.drives[n] = Some(Drive::new(model));
        true
    }

    /// What kind of drive `n` is, if there is one.
    pub fn drive(&self, n: usize) -> Option<Model> {
        self.atari.serial.drives.get(n)?.as_ref().map(Drive::model)
    }

    /// Whether drive `n` cannot read the disk in it, as one whose kind was chosen may not.
    pub fn misfit(&self, n: usize) -> Option<Misfit> {
        let (drive, disk) = (self.drive(n)?, self.disk_geometry(self.disk_in(n)?)?);
        (!drive.reads(disk)).then_some(Misfit { drive, disk })
    }

    /// Brings a disk near the machine; its number. With `reported`,
    /// [`Machine::take_disk_writes`] tells what is written to it.
    pub fn add_disk(&mut self, image: Image, reported: bool) -> usize {
        self.atari.shelf.add(image, reported)
    }

    /// Takes a disk away for good, and all that was written to it; the next one that is brought may have its number. A state saved while
    /// it mattered needs a disk like it again. False, and nothing happens, while it is in a drive, or if there is none.
    pub fn remove_disk(&mut self, disk: usize) -> bool {
        let is_in = (0..DRIVES).any(|n| self.disk_in(n) == Some(disk));
        !is_in && self.atari.shelf.remove(disk)
    }

    /// Names the file that a disk is kept in; nothing happens if there is no disk of this number. A state that was saved while the disk was reported can be
    /// loaded with this file even when it has been written to since.
    pub fn set_disk_file_name(&mut self, disk: usize, name: &str) {
        if self.atari.shelf.has(disk) {
            self.atari.shelf.set_file_name(disk, name);
        }
    }

    /// Sectors and their size of a disk, if there is one of this number.
    pub fn disk_geometry(&self, disk: usize) -> Option<Geometry> {
        self.atari.shelf.has(disk).then(|| self.atari.shelf.geometry(disk))
    }

    /// A disk with all that has been written to it, as an ATR file.
    pub fn disk_file(&self, disk: usize) -> Option<Vec<u8>> {
        self.atari.shelf.has(disk).then(|| self.atari.shelf.file(disk))
    }

    /// Takes out the disk in drive `n` (0 to 3) and puts in another (out of any other drive), or
    /// none. A drive that is not connected is. False, and nothing happens, for any other `n` or the number of no disk.
    pub fn insert_disk(&mut self, n: usize, disk: Option<usize>) -> bool {
        if n >= DRIVES || disk.is_some_and(|disk| !self.atari.shelf.has(disk)) {
            return false;
        }
        self.end_complete_line();
        self.atari.catch_up_serial();
        let (serial, shelf) = (&mut self.atari.serial, &self.atari.shelf);
        for drive in serial.drives.iter_mut().flatten() {
            if disk.is_some() && drive.disk() == disk {
                drive.insert(None, shelf);
            }
        }
        serial.drives[n].get_or_insert_with(|| Drive::new(None)).insert(disk, shelf);
        true
    }

    /// The number of the disk in drive `n`, if there is one.
    pub fn disk_in(&self, n: usize) -> Option<usize> {
        self.atari.serial.drives.get(n)?.as_ref().and_then(Drive::disk)
    }

    /// What was written to disks that are reported, in its order, since the last call.
    pub fn take_disk_writes(&mut self) -> Vec<DiskWrite> {
        self.end_complete_line();
        self.atari.catch_up_serial();
        self.atari.shelf.take_writes()
    }

    /// Connects a printer, if there is none.
    pub fn connect_printer(&mut self) {
        self.atari.serial.printer.get_or_insert_default();
    }

    /// The ATASCII that the printer has printed since the last call.
    pub fn take_printed(&mut self) -> Vec<u8> {
        self.end_complete_line();
        self.atari.catch_up_serial();
        self.atari.serial.printer.as_mut().map(Printer::take).unwrap_or_default()
    }

    /// Whether a call of SIOV takes no time. RAM and registers are as after the transfer.
    pub fn set_fast_disk(&mut self, on: bool) {
        self.fast_disk = on;
    }
}
