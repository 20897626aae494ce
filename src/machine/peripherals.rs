//! The devices on the serial bus, and the disks for their drives.

use super::Machine;
use super::devices::disks::DiskWrite;
use super::devices::drive::Drive;
use super::devices::model::{Misfit, Model};
use super::devices::printer::Printer;
use super::devices::serial::DRIVES;
use crate::media::atr::{Geometry, Image};

impl Machine {
    /// Connects drive `n` (0 to 3), empty. Without a `model` it becomes the simplest drive that can read the disk it is
    /// given. For any other `n` it returns false and does nothing.
    pub fn connect_drive(&mut self, n: usize, model: Option<Model>) -> bool {
        if n >= DRIVES {
            return false;
        }
        self.end_complete_line();
        self.atari.catch_up_serial();
        self.atari.serial.drives[n] = Some(Drive::new(model));
        true
    }

    /// The model of drive `n`, if it is connected.
    pub fn drive(&self, n: usize) -> Option<Model> {
        self.atari.serial.drives.get(n)?.as_ref().map(Drive::model)
    }

    /// The mismatch if drive `n` cannot read the disk in it, which can happen if its model was chosen.
    pub fn misfit(&self, n: usize) -> Option<Misfit> {
        let (drive, disk) = (self.drive(n)?, self.disk_geometry(self.disk_in(n)?)?);
        (!drive.reads(disk)).then_some(Misfit { drive, disk })
    }

    /// Adds a disk to the machine's shelf, in no drive, and returns its number. With `reported`,
    /// [`Machine::take_disk_writes`] returns what is written to it.
    pub fn add_disk(&mut self, image: Image, reported: bool) -> usize {
        self.atari.shelf.add(image, reported)
    }

    /// Removes a disk for good, with all that was written to it; the next disk added may get its number. A state saved
    /// while the disk mattered needs such a disk again. Returns false and does nothing if there is no such disk, or if
    /// it is in a drive.
    pub fn remove_disk(&mut self, disk: usize) -> bool {
        let is_in = (0..DRIVES).any(|n| self.disk_in(n) == Some(disk));
        !is_in && self.atari.shelf.remove(disk)
    }

    /// Sets the name of the file that a disk is kept in; does nothing if there is no disk with this number. A state
    /// saved while the disk was reported can be loaded with this file even if the file has been written to since.
    pub fn set_disk_file_name(&mut self, disk: usize, name: &str) {
        if self.atari.shelf.has(disk) {
            self.atari.shelf.set_file_name(disk, name);
        }
    }

    /// Number and size of a disk's sectors, if there is a disk with this number.
    pub fn disk_geometry(&self, disk: usize) -> Option<Geometry> {
        self.atari.shelf.has(disk).then(|| self.atari.shelf.geometry(disk))
    }

    /// The disk with all that has been written to it, as an ATR file.
    pub fn disk_file(&self, disk: usize) -> Option<Vec<u8>> {
        self.atari.shelf.has(disk).then(|| self.atari.shelf.file(disk))
    }

    /// Removes the disk in drive `n` (0 to 3) and inserts another, or none. The new disk is removed from any other
    /// drive, and the drive is connected if it was not. For any other `n`, or if there is no such disk, it returns
    /// false and does nothing.
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

    /// Takes what was written to reported disks since the last call, in order.
    pub fn take_disk_writes(&mut self) -> Vec<DiskWrite> {
        self.end_complete_line();
        self.atari.catch_up_serial();
        self.atari.shelf.take_writes()
    }

    /// Connects a printer, if there is none.
    pub fn connect_printer(&mut self) {
        self.atari.serial.printer.get_or_insert_default();
    }

    /// Takes the ATASCII text printed since the last call.
    pub fn take_printed(&mut self) -> Vec<u8> {
        self.end_complete_line();
        self.atari.catch_up_serial();
        self.atari.serial.printer.as_mut().map(Printer::take).unwrap_or_default()
    }

    /// Sets whether a call of SIOV takes no time. RAM and registers are as after the transfer.
    pub fn set_fast_disk(&mut self, on: bool) {
        self.fast_disk = on;
    }
}
