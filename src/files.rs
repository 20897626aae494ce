//! The one way in which files are read and written.
//!
//! An output file is the old one or the new one, whatever happens in between: it is written under a
//! temporary name beside its destination, which it gets when all of it is on the disk. Links are
//! followed. What is no file (a device, a pipe) is written to as it is, never replaced. Of what is no file pipes alone are read, and
//! only where a person has named one ([`read_stream`]).

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Error, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::TempPath;

/// Bytes of the largest file that is read: the largest disk image, of 65535 sectors, has half of it.
pub const MOST_BYTES: u64 = 64 << 20;

/// The name of an output that goes to standard output.
#[cfg(unix)]
const STANDARD_OUTPUT: &str = "-";
/// Links followed from one name to the next.
const MOST_LINKS: usize = 40;

/// Temporary files that exist now.
static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
/// Files that are not to be written over: what this process works with.
static PROTECTED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells a file from others, whatever its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileId(#[cfg(unix)] (u64, u64), #[cfg(not(unix))] PathBuf);

impl FileId {
    /// That of the file with this name, after all links.
    ///
    /// # Errors
    /// That there is no such file, or what the file system says.
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

/// What a name stands for, if not for a file.
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

/// Whether `path` is a file of at most `most` bytes.
///
/// # Errors
/// [`ErrorKind::InvalidInput`] if it is a folder, a device or a pipe, [`ErrorKind::InvalidData`] if it is longer; or what the file
/// system says.
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

/// Whether a name is that of a pipe, as a shell's `<(…)` is: it can be read once, and belongs to no folder.
#[cfg(unix)]
pub fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|data| data.file_type().is_fifo())
}

/// Whether a name is that of a pipe, which none is here.
#[cfg(not(unix))]
pub fn is_pipe(_path: &Path) -> bool {
    false
}

/// Reads a whole file of at most `most` bytes, or so many at the most that come through a pipe; waits until somebody writes to that.
///
/// # Errors
/// As those of [`check_input`], but for pipes.
pub fn read_stream(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if is_pipe(path) { read_all(File::open(path)?, most) } else { read(path, most) }
}

/// Reads to the end, at most `most` bytes.
///
/// # Errors
/// [`ErrorKind::InvalidData`] if there are more; or what the reader says.
pub fn read_all(reader: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_long(most)) } else { Ok(bytes) }
}

fn too_long(most: u64) -> Error {
    Error::new(ErrorKind::InvalidData, format!("more than {most} bytes, the most that are read here"))
}

/// Takes care that no output of this process replaces a file.
pub fn protect(path: &Path) {
    if let Ok(path) = path.canonicalize() {
        lock(&PROTECTED).insert(path);
    }
}

/// Whether a file is one of those, maybe under another name.
fn is_protected(path: &Path) -> io::Result<bool> {
    let id = FileId::of(path)?;
    Ok(lock(&PROTECTED).iter().any(|protected| FileId::of(protected).is_ok_and(|other| other == id)))
}

/// Whether `path` can be the name of an output, as far as can be seen before it is written: the file that it would
/// make or replace, if it is one.
///
/// # Errors
/// It is empty, a folder, a file that is read-only or [protected](protect), or in a folder that does not exist; or what the file system
/// says.
pub fn check_output(path: &Path) -> io::Result<Option<PathBuf>> {
    let Destination::File(name, _) = Destination::of(path)? else { return Ok(None) };
    let (folder, file) = (folder_of(&name), name.file_name());
    let folder = folder.canonicalize().map_err(|error| plain(error, "folder"))?;
    Ok(file.map(|file| folder.join(file)))
}

/// The ending of a name in small letters, without its dot; empty if there is none.
pub fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

/// Refuses to write what these `endings` stand for, in small letters, under a name with another one, which would say that it is
/// something else. A name without an ending and a pipe say nothing.
///
/// # Errors
/// Says which endings are right.
pub fn check_ending(path: &Path, endings: &[&str]) -> io::Result<()> {
    let ending = ending(path);
    if ending.is_empty() || endings.contains(&&*ending) || is_pipe(path) {
        return Ok(());
    }
    let expected = endings.join(" or .");
    let text = format!("the ending says what is written: expected .{expected}");
    Err(Error::new(ErrorKind::InvalidInput, text))
}

/// Ends the process in the middle of whatever it does; no temporary file is left.
pub fn end_process(status: i32) -> ! {
    // Held until the end: nothing gets its name any more.
    let names = lock(&TEMPORARY);
    for name in names.iter() {
        // Nobody is left to be told of an error.
        let _ = fs::remove_file(name);
    }
    std::process::exit(status)
}

/// Where output goes.
enum Destination {
    /// To a file of this name that is replaced or made; with the mode of the one that is there.
    File(PathBuf, Option<fs::Permissions>),
    /// To what is open already.
    #[cfg_attr(not(unix), allow(dead_code))]
    Standard(File),
    /// To a device or a pipe.
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

    /// A name that no file has yet, or that of a link to one.
    fn new_file(path: &Path) -> io::Result<Destination> {
        let mut name = path.to_path_buf();
        for _ in 0..MOST_LINKS {
            let Ok(next) = fs::read_link(&name) else { return Ok(Destination::File(name, None)) };
            name = folder_of(&name).join(next);
        }
        Err(Error::new(ErrorKind::InvalidInput, "a link that leads nowhere"))
    }
}

/// Whether what is written to this file comes out at standard output, by whatever name. What vanishes in a device such as
/// `/dev/null` does not.
pub fn is_standard_output(path: &Path) -> bool {
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

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The name of a temporary file among those to be removed when the process ends.
#[derive(Debug)]
struct Registered(PathBuf);

impl Drop for Registered {
    fn drop(&mut self) {
        lock(&TEMPORARY).remove(&self.0);
    }
}

/// A file under its temporary name. Goes away unless it gets its own.
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
        // The new name itself is on the disk only when the folder is; not every system can tell.
        if let Ok(folder) = File::open(folder_of(&self.destination)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

/// An error without the temporary name, which would only confuse.
fn plain(error: Error, what: &str) -> Error {
    match error.kind() {
        ErrorKind::NotFound => Error::new(ErrorKind::NotFound, format!("there is no such {what}")),
        kind => kind.into(),
    }
}

/// The same error again.
fn copy(error: &Error) -> Error {
    error.raw_os_error().map_or_else(|| error.kind().into(), Error::from_raw_os_error)
}

/// A file being written. It gets its name by [`OutputFile::commit`]; without that, nothing happens to
/// what is there.
#[derive(Debug)]
pub struct OutputFile {
    file: BufWriter<File>,
    temporary: Option<Temporary>,
    /// Something could not be written, whether the writer has noticed or not.
    failure: Option<Error>,
}

impl OutputFile {
    /// Begins the file that will be called `path`.
    ///
    /// # Errors
    /// What [`check_output`] refuses, a name that is none of a file, and what the file system says.
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

    /// Completes the file and gives it its name.
    ///
    /// # Errors
    /// What the file system says, now or at any write before.
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

/// Opens an output that is written bit by bit as something happens: a file is emptied first. A person can read what there is of it
/// at any time.
///
/// # Errors
/// What [`check_output`] refuses, and what the file system says.
pub fn stream(path: &Path) -> io::Result<File> {
    match Destination::of(path)? {
        Destination::File(name, _) => File::create(name),
        Destination::Standard(file) => Ok(file),
        Destination::Special(path) => OpenOptions::new().append(true).open(path),
    }
}
