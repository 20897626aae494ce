//! The files that disks come from and, if wanted, go to; and the file a printer prints to.
//!
//! What cannot be written (the file system is full, the file is gone) stays queued and is tried again
//! at every flush.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::files::{self, FileId};
use crate::machine::{AtrError, DiskImage, DiskWarning, DiskWrite, Machine};

/// End of line.
const EOL: u8 = 0x9B;

/// Why a file is not taken as a disk.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiskError {
    /// It cannot be read or, where that was asked for, written.
    #[error(transparent)]
    File(io::Error),
    /// It is no disk image.
    #[error(transparent)]
    Image(AtrError),
    /// Another process has it open for writing.
    #[error("another front800 writes to this disk: end it first, or write nothing")]
    InUse,
}

/// What could not be written to a file yet.
#[derive(Debug, thiserror::Error)]
#[error("{}: {what}: {error}", .path.display())]
pub struct Unwritten {
    path: PathBuf,
    what: String,
    #[source]
    error: io::Error,
}

/// A file that was brought as a disk.
#[derive(Debug)]
struct DiskFile {
    path: PathBuf,
    id: FileId,
    disk: usize,
    output: Option<Output>,
    /// Checksum of the disk as the file has it, while nobody was told that the machine has another one.
    brought: Option<u32>,
}

/// Of the disk as a file.
fn checksum(machine: &Machine, disk: usize) -> Option<u32> {
    machine.disk_file(disk).map(|bytes| crc32fast::hash(&bytes))
}

/// A disk's file open for writing, and locked.
#[derive(Debug)]
struct Output {
    file: File,
    /// What is still to be written, in its order.
    queue: VecDeque<DiskWrite>,
}

impl Output {
    /// A later write to the same place takes the place of an earlier one: a full disk does not fill
    /// the memory.
    fn push(&mut self, write: DiskWrite) {
        self.queue.retain(|earlier| !write.whole && (earlier.whole || earlier.offset != write.offset));
        self.queue.push_back(write);
    }

    fn write_queue(&mut self, path: &Path, id: &FileId) -> io::Result<()> {
        if self.queue.is_empty() {
            return Ok(());
        }
        match FileId::of(path) {
            Ok(now) if now == *id => {}
            Ok(_) => return Err(io::Error::other("another file has its name now")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(io::Error::new(error.kind(), "the file has vanished; put it back"));
            }
            Err(error) => return Err(error),
        }
        while let Some(write) = self.queue.front() {
            write_to(&mut self.file, write)?;
            self.queue.pop_front();
        }
        Ok(())
    }
}

/// Locks a file against other writers.
fn lock(file: &File) -> Result<(), DiskError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(DiskError::InUse),
        // Not every file system has locks.
        Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
            Err(DiskError::File(error))
        }
        _ => Ok(()),
    }
}

/// Writes all of it, or leaves the file as it was.
fn write_to(file: &mut File, write: &DiskWrite) -> io::Result<()> {
    let length = file.metadata()?.len();
    let mut before = Vec::new();
    file.seek(SeekFrom::Start(write.offset))?;
    (&*file).take(write.bytes.len() as u64).read_to_end(&mut before)?;
    let written = write_all_at(file, write.offset, &write.bytes);
    if written.is_err() {
        // A full file system may have taken a part of a sector. The place of the old one is still there.
        write_all_at(file, write.offset, &before)?;
        file.set_len(length)?;
    } else if write.whole {
        file.set_len(write.offset + write.bytes.len() as u64)?;
    }
    written
}

fn write_all_at(file: &mut File, offset: u64, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}

/// A printer's file.
#[derive(Debug)]
struct Paper {
    path: PathBuf,
    /// Open since something has been printed: what is there under its name stays until then.
    file: Option<File>,
    /// Text still to be written.
    queue: Vec<u8>,
}

impl Paper {
    fn write_queue(&mut self) -> io::Result<()> {
        while !self.queue.is_empty() {
            let file = match &mut self.file {
                Some(file) => file,
                None => self.file.insert(files::stream(&self.path)?),
            };
            match file.write(&self.queue) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => drop(self.queue.drain(..written)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// The files of one machine.
#[derive(Default, Debug)]
pub struct DiskFiles {
    files: Vec<DiskFile>,
    writable: bool,
    printer: Option<Paper>,
}

impl DiskFiles {
    /// No files yet. With `writable`, what is written to a disk is written to its file at once.
    pub fn new(writable: bool) -> Self {
        DiskFiles { writable, ..Self::default() }
    }

    /// Brings a file near the machine; the number of the disk, and what is not sound about it. A
    /// file brought before is the same disk, with all that was written to it.
    ///
    /// # Errors
    /// [`DiskError::File`] if it is missing, a folder, a device or a pipe, longer than 64 MB, or cannot be read or, if it
    /// shall be, written; [`DiskError::Image`] and [`DiskError::InUse`]. The machine is unchanged then.
    pub fn add(
        &mut self,
        machine: &mut Machine,
        path: &Path,
    ) -> Result<(usize, Vec<DiskWarning>), DiskError> {
        // Looked at first: opening a pipe would wait.
        files::check_input(path, files::MOST_BYTES).map_err(DiskError::File)?;
        let path = path.canonicalize().map_err(DiskError::File)?;
        let id = FileId::of(&path).map_err(DiskError::File)?;
        if let Some(known) = self.files.iter().find(|file| file.id == id) {
            return Ok((known.disk, Vec::new()));
        }
        let mut options = OpenOptions::new();
        let file = options.read(true).write(self.writable).open(&path).map_err(DiskError::File)?;
        if self.writable {
            lock(&file)?;
        }
        let bytes = files::read_all(&file, files::MOST_BYTES).map_err(DiskError::File)?;
        let (image, warnings) = DiskImage::read(&bytes, &path.to_string_lossy()).map_err(DiskError::Image)?;
        files::protect(&path);
        let disk = machine.add_disk(image, self.writable);
        machine.set_disk_file_name(disk, &path.to_string_lossy());
        let output = self.writable.then_some(Output { file, queue: VecDeque::new() });
        let brought = checksum(machine, disk);
        self.files.push(DiskFile { path, id, disk, output, brought });
        Ok((disk, warnings))
    }

    /// Whether a file was brought before.
    pub fn has(&self, path: &Path) -> bool {
        FileId::of(path).is_ok_and(|id| self.files.iter().any(|file| file.id == id))
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

    /// Connects a printer that prints to `path`, a file that is made or emptied when it does so first.
    pub fn print_to(&mut self, machine: &mut Machine, path: &Path) {
        self.printer = Some(Paper { path: path.to_path_buf(), file: None, queue: Vec::new() });
        machine.connect_printer();
    }

    /// Writes to the files what was written to disks and printed, as far as that is possible now.
    ///
    /// # Errors
    /// The first file that could not be written to, those of disks before the printer's; all the others have been tried. What
    /// could not be written stays for the next call.
    pub fn flush(&mut self, machine: &mut Machine) -> Result<(), Unwritten> {
        self.take_writes(machine);
        if let Some(paper) = &mut self.printer {
            paper.queue.extend(printed(machine).as_bytes());
        }
        self.write_queues()
    }

    /// A file to which nothing is to be written, and whose disk has been written to in the machine. Each is told once. It takes
    /// as long as copying all these disks.
    pub fn take_first_unkept(&mut self, machine: &Machine) -> Option<&Path> {
        let unkept = |file: &&mut DiskFile| {
            file.output.is_none() && file.brought.is_some() && checksum(machine, file.disk) != file.brought
        };
        let file = self.files.iter_mut().find(unkept)?;
        file.brought = None;
        Some(&file.path)
    }

    /// To be called when a saved state has been loaded into the machine, which takes its disks back to what they were then: what their
    /// files hold now is kept beside them. The names of those copies, whatever becomes of the others.
    ///
    /// # Errors
    /// The first file that cannot be read, or not be copied; all the others have been tried.
    pub fn keep_newer(&mut self, machine: &mut Machine) -> (Vec<PathBuf>, Result<(), Unwritten>) {
        self.take_writes(machine);
        let (mut kept, mut first) = (Vec::new(), Ok(()));
        for file in &self.files {
            let Some(write) =
                file.output.as_ref().and_then(|output| output.queue.iter().find(|write| write.whole))
            else {
                continue;
            };
            let copied =
                files::read(&file.path, files::MOST_BYTES).and_then(|bytes| match bytes == write.bytes {
                    true => Ok(None),
                    false => copy_beside(&file.path, &bytes).map(Some),
                });
            match copied {
                Ok(copy) => kept.extend(copy),
                Err(error) => {
                    let what = "what it holds cannot be kept".to_string();
                    first = first.and(Err(Unwritten { path: file.path.clone(), what, error }));
                }
            }
        }
        (kept, first)
    }

    /// The last flush: all is on the disk, or was not written.
    ///
    /// # Errors
    /// As those of [`DiskFiles::flush`], and the first file of which the system does not say that it is on the disk.
    pub fn finish(&mut self, machine: &mut Machine) -> Result<(), Unwritten> {
        self.flush(machine)?;
        for file in &self.files {
            if let Some(output) = &file.output {
                let doubt = |error| {
                    let what = "what was written may be lost".to_string();
                    Unwritten { path: file.path.clone(), what, error }
                };
                output.file.sync_all().map_err(doubt)?;
            }
        }
        Ok(())
    }

    fn take_writes(&mut self, machine: &mut Machine) {
        for write in machine.take_disk_writes() {
            let file = self.files.iter_mut().find(|file| file.disk == write.disk);
            if let Some(output) = file.and_then(|file| file.output.as_mut()) {
                output.push(write);
            }
        }
    }

    /// Tries every file, whatever becomes of the others.
    fn write_queues(&mut self) -> Result<(), Unwritten> {
        let mut first = None;
        for file in &mut self.files {
            let Some(output) = &mut file.output else { continue };
            if let Err(error) = output.write_queue(&file.path, &file.id) {
                let what = format!("not written yet: {}", count(output.queue.len(), "sector"));
                first.get_or_insert(Unwritten { path: file.path.clone(), what, error });
            }
        }
        if let Some(paper) = &mut self.printer
            && let Err(error) = paper.write_queue()
        {
            let what = format!("not printed yet: {}", count(paper.queue.len(), "byte"));
            first.get_or_insert(Unwritten { path: paper.path.clone(), what, error });
        }
        first.map_or(Ok(()), Err)
    }
}

/// Whether a file is the image of a disk from which nothing is booted: one of data.
pub fn is_data_disk(path: &Path) -> bool {
    let bytes = files::read(path, files::MOST_BYTES);
    let image = bytes.ok().and_then(|bytes| DiskImage::read(&bytes, &path.to_string_lossy()).ok());
    image.is_some_and(|(image, _)| !image.boots())
}

/// Writes bytes to a file beside `path` that is not there yet: its name.
fn copy_beside(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let named = |n: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(if n == 1 { ".bak".to_string() } else { format!(".{n}.bak") });
        PathBuf::from(name)
    };
    let name = (1..).map(named).find(|name| !name.exists()).unwrap_or_else(|| named(1));
    files::write(&name, bytes)?;
    Ok(name)
}

fn count(n: usize, unit: &str) -> String {
    format!("{n} {unit}{}", if n == 1 { "" } else { "s" })
}

/// The text that the machine's printer has printed since the last call: what goes to a printer's file.
pub fn printed(machine: &mut Machine) -> String {
    machine.take_printed().into_iter().map(character).collect()
}

/// What a printer makes of an ATASCII code. Codes without a character of their own are left to
/// whoever reads the file.
fn character(code: u8) -> char {
    match code {
        EOL => '\n',
        _ => char::from(code),
    }
}
