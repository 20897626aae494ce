//! The one place through which files are read and written.
//!
//! After an interruption or a failed write, an output file is either entirely old or entirely new: it is written
//! under a temporary name beside its destination and renamed when all of it is on the disk. Symbolic links are
//! followed. Devices and pipes are written to directly, never replaced. As input, only regular files are read, and
//! pipes that the person has named ([`read_stream`]).

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Error, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::TempPath;

/// The largest file that is read, in bytes. The largest disk image, of 65535 sectors, is half as large.
pub const MOST_BYTES: u64 = 64 << 20;

/// The name that stands for standard output.
const STANDARD_OUTPUT: &str = "-";
/// Symbolic links followed in a row.
const MOST_LINKS: usize = 40;

/// Temporary files that exist now, removed if the process is ended.
static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
/// Files that this process uses as input and must not overwrite.
static PROTECTED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Identifies a file, whatever its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileId(#[cfg(unix)] (u64, u64), #[cfg(not(unix))] PathBuf);

impl FileId {
    /// The file with this name, after following links.
    ///
    /// # Errors
    /// The file does not exist, or an error of the file system.
    pub fn of(path: &Path) -> io::Result<FileId> {
        #[cfg(unix)]
        return Ok(FileId::of_metadata(&fs::metadata(path)?));
        #[cfg(not(unix))]
        return Ok(FileId(path.canonicalize()?));
    }

    #[cfg(unix)]
    fn of_metadata(data: &Metadata) -> FileId {
        use std::os::unix::fs::MetadataExt;
        FileId((data.dev(), data.ino()))
    }
}

/// What a name stands for if it is not a regular file.
fn other_kind(data: &Metadata) -> Option<&'static str> {
    if data.is_file() {
        return None;
    }
    if data.is_dir() {
        return Some("a folder");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if data.file_type().is_fifo() || data.file_type().is_socket() {
            return Some("a pipe");
        }
    }
    Some("a device")
}

/// Checks that `path` is a regular file of at most `most` bytes.
///
/// # Errors
/// [`ErrorKind::InvalidInput`] for a folder, a device or a pipe; [`ErrorKind::InvalidData`] for a longer file; and
/// errors of the file system.
pub fn check_input(path: &Path, most: u64) -> io::Result<()> {
    let data = fs::metadata(path).map_err(|error| plain(error, "file"))?;
    match other_kind(&data) {
        Some(kind) => Err(Error::new(ErrorKind::InvalidInput, format!("{kind}; expected a file"))),
        None if data.len() > most => Err(too_long(most)),
        None => Ok(()),
    }
}

/// Reads a whole file of at most `most` bytes.
///
/// # Errors
/// As those of [`check_input`].
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    check_input(path, most)?;
    read_all(File::open(path)?, most)
}

/// Whether the name is that of a pipe, such as a shell's `<(…)`: it can be read only once, and has no folder with
/// neighbouring files.
#[cfg(unix)]
pub fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|data| data.file_type().is_fifo())
}

/// Whether the name is that of a pipe; never on this system.
#[cfg(not(unix))]
pub fn is_pipe(_path: &Path) -> bool {
    false
}

/// Reads a whole file of at most `most` bytes, or a pipe to its end. Waits until the pipe has a writer.
///
/// # Errors
/// As those of [`check_input`], except that pipes are accepted.
pub fn read_stream(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if is_pipe(path) { read_all(File::open(path)?, most) } else { read(path, most) }
}

/// Reads to the end; at most `most` bytes are accepted.
///
/// # Errors
/// [`ErrorKind::InvalidData`] if there are more, and errors of the reader.
pub fn read_all(reader: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_long(most)) } else { Ok(bytes) }
}

fn too_long(most: u64) -> Error {
    Error::new(ErrorKind::InvalidData, format!("more than {most} bytes, the most that are read here"))
}

/// Protects an input file: no output of this process may replace it from now on.
pub fn protect(path: &Path) {
    if let Ok(path) = path.canonicalize() {
        lock(&PROTECTED).insert(path);
    }
}

/// Whether a file is protected, perhaps under another name.
fn is_protected(path: &Path) -> io::Result<bool> {
    let id = FileId::of(path)?;
    Ok(lock(&PROTECTED).iter().any(|protected| FileId::of(protected).is_ok_and(|other| other == id)))
}

/// Checks, as far as is possible before writing, that `path` can be an output. Returns the file that would be created
/// or replaced, or none if it is a device or a pipe.
///
/// # Errors
/// The name is empty, or stands for a folder, for a read-only or [protected](protect) file, or for a file in a folder
/// that does not exist; and errors of the file system.
pub fn check_output(path: &Path) -> io::Result<Option<PathBuf>> {
    let Destination::File(name, _) = Destination::of(path)? else { return Ok(None) };
    let (folder, file) = (folder_of(&name), name.file_name());
    let folder = folder.canonicalize().map_err(|error| plain(error, "folder"))?;
    Ok(file.map(|file| folder.join(file)))
}

/// The extension of a name in lower case, without its dot; empty if there is none.
pub fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

/// Refuses a name whose extension is not among `endings` (lower case), because it would misname the contents. Names
/// without an extension and pipes are accepted.
///
/// # Errors
/// Names the extensions that would be right.
pub fn check_ending(path: &Path, endings: &[&str]) -> io::Result<()> {
    let ending = ending(path);
    if ending.is_empty() || endings.contains(&&*ending) || is_pipe(path) {
        return Ok(());
    }
    let expected = endings.join(" or .");
    let text = format!("the ending says what is written: expected .{expected}");
    Err(Error::new(ErrorKind::InvalidInput, text))
}

/// Exits the process at any moment, leaving no temporary files.
pub fn end_process(status: i32) -> ! {
    // Held until the process exits, so that no temporary file is renamed any more.
    let names = lock(&TEMPORARY);
    for name in names.iter() {
        // The process is about to exit: an error has no one to go to.
        let _ = fs::remove_file(name);
    }
    std::process::exit(status)
}

/// Where output goes.
enum Destination {
    /// A file that is created or replaced; with the permissions of the one to be replaced.
    File(PathBuf, Option<fs::Permissions>),
    /// A stream that is already open.
    #[cfg_attr(not(unix), allow(dead_code))]
    Standard(File),
    /// A device or a pipe.
    Special(PathBuf),
}

impl Destination {
    fn of(path: &Path) -> io::Result<Destination> {
        if path.as_os_str().is_empty() {
            return Err(Error::new(ErrorKind::InvalidInput, "an empty name; expected the name of a file"));
        }
        #[cfg(unix)]
        if path == Path::new(STANDARD_OUTPUT) {
            use std::os::fd::AsFd;
            return Ok(Destination::Standard(File::from(io::stdout().as_fd().try_clone_to_owned()?)));
        }
        let data = match fs::metadata(path) {
            Ok(data) => data,
            Err(error) if error.kind() == ErrorKind::NotFound => return Destination::new_file(path),
            Err(error) => return Err(error),
        };
        if data.is_dir() {
            return Err(Error::new(ErrorKind::IsADirectory, "a folder; expected the name of a file"));
        }
        #[cfg(unix)]
        if let Some(file) = standard(&FileId::of_metadata(&data))? {
            return Ok(Destination::Standard(file));
        }
        if !data.is_file() {
            return Ok(Destination::Special(path.to_path_buf()));
        }
        if is_protected(path)? {
            let text = "it is an input of this run, which would be lost; give the output another name";
            return Err(Error::new(ErrorKind::InvalidInput, text));
        }
        if data.permissions().readonly() {
            return Err(Error::new(ErrorKind::PermissionDenied, "the file there is read-only"));
        }
        Ok(Destination::File(path.canonicalize()?, Some(data.permissions())))
    }

    /// A name that does not exist yet, or a link to one.
    fn new_file(path: &Path) -> io::Result<Destination> {
        let mut name = path.to_path_buf();
        for _ in 0..MOST_LINKS {
            let Ok(next) = fs::read_link(&name) else { return Ok(Destination::File(name, None)) };
            name = folder_of(&name).join(next);
        }
        Err(Error::new(ErrorKind::InvalidInput, "a link that leads nowhere"))
    }
}

/// Whether writing to this file writes to standard output, under whatever name. If standard output is a device such as
/// `/dev/null`, which discards everything, the answer is no.
pub fn leads_to_standard_output(path: &Path) -> bool {
    if path == Path::new(STANDARD_OUTPUT) {
        return true;
    }
    #[cfg(unix)]
    {
        use std::io::IsTerminal;
        use std::os::fd::AsFd;
        use std::os::unix::fs::FileTypeExt;
        let data = io::stdout().as_fd().try_clone_to_owned().and_then(|output| File::from(output).metadata());
        data.is_ok_and(|data| {
            let shows = io::stdout().is_terminal() || !data.file_type().is_char_device();
            shows && FileId::of(path).is_ok_and(|id| id == FileId::of_metadata(&data))
        })
    }
    #[cfg(not(unix))]
    false
}

/// Standard output or standard error, if that is what has this identity.
#[cfg(unix)]
fn standard(id: &FileId) -> io::Result<Option<File>> {
    use std::os::fd::AsFd;
    let (output, error) = (io::stdout(), io::stderr());
    for stream in [output.as_fd(), error.as_fd()] {
        let file = File::from(stream.try_clone_to_owned()?);
        if FileId::of_metadata(&file.metadata()?) == *id {
            return Ok(Some(file));
        }
    }
    Ok(None)
}

/// The folder of a path.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Keeps a temporary name in the list of files that are removed when the process ends.
#[derive(Debug)]
struct Registered(PathBuf);

impl Drop for Registered {
    fn drop(&mut self) {
        lock(&TEMPORARY).remove(&self.0);
    }
}

/// A file under its temporary name; deleted when dropped unless it has been renamed.
#[derive(Debug)]
struct Temporary {
    name: TempPath,
    _registered: Registered,
    destination: PathBuf,
}

impl Temporary {
    fn create(destination: PathBuf, mode: Option<fs::Permissions>) -> io::Result<(Self, File)> {
        let name = destination
            .file_name()
            .ok_or_else(|| Error::new(ErrorKind::InvalidInput, "this is not the name of a file"))?;
        let mut prefix = std::ffi::OsString::from(".");
        prefix.push(name);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".tmp");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut names = lock(&TEMPORARY);
        let (file, name) = builder
            .tempfile_in(folder_of(&destination))
            .map_err(|error| plain(error, "folder"))?
            .into_parts();
        names.insert(name.to_path_buf());
        drop(names);
        let registered = Registered(name.to_path_buf());
        if let Some(mode) = mode {
            file.set_permissions(mode)?;
        }
        Ok((Temporary { name, _registered: registered, destination }, file))
    }

    fn commit(self, file: &File) -> io::Result<()> {
        file.sync_all()?;
        {
            let _names = lock(&TEMPORARY);
            self.name.persist(&self.destination).map_err(|error| error.error)?;
        }
        // The rename is durable only once the folder is synced, which not every system supports.
        if let Ok(folder) = File::open(folder_of(&self.destination)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

/// An error without the temporary name, which would only confuse the reader.
fn plain(error: Error, what: &str) -> Error {
    match error.kind() {
        ErrorKind::NotFound => Error::new(ErrorKind::NotFound, format!("there is no such {what}")),
        kind => kind.into(),
    }
}

/// A copy of an error, which is not [`Clone`].
fn copy(error: &Error) -> Error {
    error.raw_os_error().map_or_else(|| error.kind().into(), Error::from_raw_os_error)
}

/// A file that is being written. [`OutputFile::commit`] gives it its name; if it is dropped without that, an existing
/// file stays unchanged.
#[derive(Debug)]
pub struct OutputFile {
    file: BufWriter<File>,
    temporary: Option<Temporary>,
    /// The first failed write, whether or not the caller has looked at its result.
    failure: Option<Error>,
}

impl OutputFile {
    /// Begins a file that will be called `path`.
    ///
    /// # Errors
    /// What [`check_output`] refuses, a name that is not a regular file's, and errors of the file system.
    pub fn create(path: &Path) -> io::Result<Self> {
        let (temporary, file) = match Destination::of(path)? {
            Destination::File(name, mode) => {
                let (temporary, file) = Temporary::create(name, mode)?;
                (Some(temporary), file)
            }
            Destination::Standard(file) => (None, file),
            Destination::Special(path) => (None, OpenOptions::new().append(true).open(path)?),
        };
        Ok(OutputFile { file: BufWriter::new(file), temporary, failure: None })
    }

    /// Completes the file and renames it into place.
    ///
    /// # Errors
    /// Errors of the file system, in this call or in an earlier write.
    pub fn commit(mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        self.temporary.map_or(Ok(()), |temporary| temporary.commit(self.file.get_ref()))
    }

    fn note<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &result {
            self.failure.get_or_insert_with(|| copy(error));
        }
        result
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        self.note(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.flush();
        self.note(flushed)
    }
}

/// Writes a whole file.
///
/// # Errors
/// As those of [`OutputFile::create`] and [`OutputFile::commit`].
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OutputFile::create(path)?;
    file.write_all(bytes)?;
    file.commit()
}

/// Opens an output that grows while something happens, so that it can be read at any time. An existing file is
/// emptied first.
///
/// # Errors
/// What [`check_output`] refuses, and errors of the file system.
pub fn stream(path: &Path) -> io::Result<File> {
    match Destination::of(path)? {
        Destination::File(name, _) => File::create(name),
        Destination::Standard(file) => Ok(file),
        Destination::Special(path) => OpenOptions::new().append(true).open(path),
    }
}
