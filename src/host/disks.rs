//! The files that disks come from and, if wanted, go to; and the file a printer prints to.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::machine::{AtrError, DiskImage, DiskWarning, DiskWrite, Machine};

/// End of line.
const EOL: u8 = 0x9B;

/// Why a file is not taken as a disk.
#[derive(Debug)]
pub enum DiskError {
    /// It cannot be read or, where that was asked for, written.
    File(io::Error),
    /// It is no disk image.
    Image(AtrError),
}

impl std::fmt::Display for DiskError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DiskError::File(error) => error.fmt(f),
            DiskError::Image(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DiskError {}

/// A file that was brought as a disk.
struct DiskFile {
    path: PathBuf,
    disk: usize,
    /// Open for writing.
    file: Option<File>,
}

/// The files of one machine.
#[derive(Default)]
pub struct DiskFiles {
    files: Vec<DiskFile>,
    writable: bool,
    printer: Option<File>,
}

impl DiskFiles {
    /// No files yet. With `writable`, what is written to a disk is written to its file at once.
    pub fn new(writable: bool) -> Self {
        DiskFiles { writable, ..Self::default() }
    }

    /// Brings a file near the machine; the number of the disk, and what is not sound about it. A
    /// file brought before is the same disk, with all that was written to it.
    pub fn add(
        &mut self,
        machine: &mut Machine,
        path: &Path,
    ) -> Result<(usize, Vec<DiskWarning>), DiskError> {
        let path = path.canonicalize().map_err(DiskError::File)?;
        if let Some(known) = self.files.iter().find(|file| file.path == path) {
            return Ok((known.disk, Vec::new()));
        }
        let mut file =
            OpenOptions::new().read(true).write(self.writable).open(&path).map_err(DiskError::File)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(DiskError::File)?;
        let (image, warnings) = DiskImage::read(&bytes, &path.to_string_lossy()).map_err(DiskError::Image)?;
        let disk = machine.add_disk(image, self.writable);
        machine.set_disk_file_name(disk, &path.to_string_lossy());
        self.files.push(DiskFile { path, disk, file: self.writable.then_some(file) });
        Ok((disk, warnings))
    }

    /// The file that a disk came from.
    pub fn path(&self, disk: usize) -> Option<&Path> {
        self.files.iter().find(|file| file.disk == disk).map(|file| file.path.as_path())
    }

    /// All files by the numbers of their disks.
    pub fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for file in &self.files {
            names.resize(names.len().max(file.disk + 1), String::new());
            names[file.disk] = file.path.to_string_lossy().into_owned();
        }
        names
    }

    /// Connects a printer that prints to `path`.
    pub fn print_to(&mut self, machine: &mut Machine, path: &Path) -> io::Result<()> {
        self.printer = Some(File::create(path)?);
        machine.connect_printer();
        Ok(())
    }

    /// Writes to the files what was written to disks and printed since the last call.
    pub fn flush(&mut self, machine: &mut Machine) -> io::Result<()> {
        for write in machine.take_disk_writes() {
            let file = self.files.iter_mut().find(|file| file.disk == write.disk);
            if let Some(file) = file.and_then(|file| file.file.as_mut()) {
                write_to(file, &write)?;
            }
        }
        if let Some(printer) = &mut self.printer {
            let text: String = machine.take_printed().into_iter().map(character).collect();
            printer.write_all(text.as_bytes())?;
        }
        Ok(())
    }
}

fn write_to(file: &mut File, write: &DiskWrite) -> io::Result<()> {
    file.seek(SeekFrom::Start(write.offset))?;
    file.write_all(&write.bytes)?;
    if write.whole {
        file.set_len(write.offset + write.bytes.len() as u64)?;
    }
    Ok(())
}

/// What a printer makes of an ATASCII code. Codes without a character of their own are left to
/// whoever reads the file.
fn character(code: u8) -> char {
    match code {
        EOL => '\n',
        _ => char::from(code),
    }
}
