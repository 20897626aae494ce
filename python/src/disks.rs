//! Disks in the drives of a machine of Python's.

use std::collections::BTreeMap;
use std::sync::Arc;

use front800::machine::{DiskImage, Machine, Model};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::{OpenError, wrong};
use crate::options::Held;

/// What has been said of a machine's drives, and no state of it holds: a machine like it needs the same.
#[derive(Clone, Default)]
pub struct Drives {
    /// The files of the disks that were brought beside the program's own, by the numbers of these: name and bytes.
    brought: BTreeMap<usize, Arc<(String, Vec<u8>)>>,
    /// Transfers take no time.
    is_fast: bool,
}

/// [`Drives`] as plain values of Python.
pub type Plain<'py> = (Vec<(String, Bound<'py, PyBytes>)>, bool);

impl Drives {
    /// Puts a disk, or none, into a drive, whose number counts from 1. Disks that are in no drive then are forgotten: they cannot be
    /// named any more. Returns what was worth knowing about its file.
    pub fn insert(
        &mut self,
        machine: &mut Machine,
        drive: usize,
        disk: Option<&Held>,
    ) -> PyResult<Vec<String>> {
        let number = drive - 1;
        let Some(disk) = disk else {
            machine.insert_disk(number, None);
            self.forget(machine);
            return Ok(Vec::new());
        };
        let (name, bytes) = disk.read("disk")?;
        let (disk, mut notes) = self.bring(machine, name, bytes)?;
        machine.insert_disk(number, Some(disk));
        self.forget(machine);
        notes.extend(machine.misfit(number).map(|misfit| misfit.to_string()));
        Ok(notes)
    }

    /// Takes away what is in no drive.
    fn forget(&mut self, machine: &mut Machine) {
        self.brought.retain(|&disk, _| !machine.remove_disk(disk));
    }

    /// Brings a disk near the machine; its number, and what was worth knowing about its file.
    fn bring(
        &mut self,
        machine: &mut Machine,
        name: String,
        bytes: Vec<u8>,
    ) -> PyResult<(usize, Vec<String>)> {
        let (image, warnings) =
            DiskImage::read(&bytes, &name).map_err(|error| OpenError::new_err(format!("{name}: {error}")))?;
        let disk = machine.add_disk(image, false);
        self.brought.insert(disk, Arc::new((name, bytes)));
        Ok((disk, warnings.iter().map(ToString::to_string).collect()))
    }

    /// Whether transfers take no time.
    pub fn set_fast(&mut self, machine: &mut Machine, on: bool) {
        self.is_fast = on;
        machine.set_fast_disk(on);
    }

    /// For `pickle`.
    pub fn plain<'py>(&self, py: Python<'py>) -> Plain<'py> {
        let file = |file: &Arc<(String, Vec<u8>)>| (file.0.clone(), PyBytes::new(py, &file.1));
        (self.brought.values().map(file).collect(), self.is_fast)
    }

    /// Says the same of another machine.
    pub fn again(machine: &mut Machine, brought: Vec<(String, Vec<u8>)>, is_fast: bool) -> PyResult<Self> {
        let mut drives = Drives::default();
        for (name, bytes) in brought {
            drives.bring(machine, name, bytes)?;
        }
        drives.set_fast(machine, is_fast);
        Ok(drives)
    }
}

/// The disk in a drive as an ATR file, with all that has been written to it.
pub fn file(machine: &mut Machine, drive: usize) -> PyResult<Option<Vec<u8>>> {
    let number = drive - 1;
    // Nobody is told of writes here, but now all that are due have been made.
    machine.take_disk_writes();
    Ok(machine.disk_in(number).and_then(|disk| machine.disk_file(disk)))
}

/// Connects a drive of a kind, or of the plainest that can read its disk, with the disk that is there. Returns what is worth knowing.
pub fn connect(machine: &mut Machine, drive: usize, model: Option<&str>) -> PyResult<Vec<String>> {
    let number = drive - 1;
    let named = |name: &str| match name {
        "810" => Ok(Model::D810),
        "1050" => Ok(Model::D1050),
        "xf551" => Ok(Model::Xf551),
        _ => Err(wrong(format!("model `{name}`: expected 810, 1050 or xf551"))),
    };
    let model = model.map(named).transpose()?;
    let disk = machine.disk_in(number);
    machine.connect_drive(number, model);
    machine.insert_disk(number, disk);
    Ok(machine.misfit(number).iter().map(ToString::to_string).collect())
}
