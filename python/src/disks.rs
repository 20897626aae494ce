//! The disks and drives of a Python `Machine`.

use std::collections::BTreeMap;
use std::sync::Arc;

use front800::machine::{DiskImage, Machine, Model};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::{OpenError, wrong};
use crate::options::Held;

/// Settings of a machine's drives that its saved state does not contain. A pickled or copied machine needs them, too.
#[derive(Clone, Default)]
pub struct Drives {
    /// The files (name and bytes) of disks that were inserted in addition to the program's own, by the machine's number of the disk.
    brought: BTreeMap<usize, Arc<(String, Vec<u8>)>>,
    /// Whether transfers take no time.
    is_fast: bool,
}

/// [`Drives`] as plain Python values.
pub type Plain<'py> = (Vec<(String, Bound<'py, PyBytes>)>, bool);

impl Drives {
    /// Puts a disk into a drive, or empties the drive; drives are counted from 1. Disks that are then in no drive are removed, since
    /// nothing can refer to them any more. Returns remarks on the file.
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

    /// Removes disks that are in no drive.
    fn forget(&mut self, machine: &mut Machine) {
        self.brought.retain(|&disk, _| !machine.remove_disk(disk));
    }

    /// Adds a disk to the machine, in no drive yet. Returns its number and remarks on the file.
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

    /// Sets whether transfers take no time.
    pub fn set_fast(&mut self, machine: &mut Machine, on: bool) {
        self.is_fast = on;
        machine.set_fast_disk(on);
    }

    /// The values for `pickle`.
    pub fn plain<'py>(&self, py: Python<'py>) -> Plain<'py> {
        let file = |file: &Arc<(String, Vec<u8>)>| (file.0.clone(), PyBytes::new(py, &file.1));
        (self.brought.values().map(file).collect(), self.is_fast)
    }

    /// Applies pickled settings to another machine.
    pub fn again(machine: &mut Machine, brought: Vec<(String, Vec<u8>)>, is_fast: bool) -> PyResult<Self> {
        let mut drives = Drives::default();
        for (name, bytes) in brought {
            drives.bring(machine, name, bytes)?;
        }
        drives.set_fast(machine, is_fast);
        Ok(drives)
    }
}

/// The disk in a drive as an ATR file, with everything that was written to it.
pub fn file(machine: &mut Machine, drive: usize) -> PyResult<Option<Vec<u8>>> {
    let number = drive - 1;
    // The list of writes is not needed, but taking it carries out the pending ones.
    machine.take_disk_writes();
    Ok(machine.disk_in(number).and_then(|disk| machine.disk_file(disk)))
}

/// Connects a drive of this model, or of the simplest that can read the disk in the drive, and keeps the disk. Returns a warning if the
/// drive cannot read it.
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
