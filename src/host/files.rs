//! Output files that are either the old one or the new one, whatever happens in between.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The temporary name of a file in the making. [`Temporary::commit`] gives it its own name;
/// without that it is removed again.
pub struct Temporary {
    path: PathBuf,
    destination: PathBuf,
    committed: bool,
}

impl Temporary {
    /// Begins the file that will be called `destination`.
    pub fn create(destination: &Path) -> io::Result<(Self, BufWriter<File>)> {
        let name = destination
            .file_name()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "this is not the name of a file"))?;
        let mut temporary = std::ffi::OsString::from(".");
        temporary.push(name);
        temporary.push(format!(".{}.tmp", std::process::id()));
        let path = destination.with_file_name(temporary);
        let file = BufWriter::new(File::create(&path)?);
        Ok((Temporary { path, destination: destination.to_path_buf(), committed: false }, file))
    }

    /// Where the bytes are until then.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its name. All of it must have been written.
    pub fn commit(mut self) -> io::Result<()> {
        fs::rename(&self.path, &self.destination)?;
        self.committed = true;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.committed {
            // The file is useless and so is an error about it.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A file being written under a temporary name beside its destination.
pub struct AtomicFile {
    file: BufWriter<File>,
    temporary: Temporary,
}

impl AtomicFile {
    /// Begins the file that will be called `destination`.
    pub fn create(destination: &Path) -> io::Result<Self> {
        let (temporary, file) = Temporary::create(destination)?;
        Ok(AtomicFile { file, temporary })
    }

    /// Completes the file and gives it its name.
    pub fn commit(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.temporary.commit()
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.file.seek(position)
    }
}

/// Writes a whole file by way of a temporary name.
pub fn write(destination: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create(destination)?;
    file.write_all(bytes)?;
    file.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_abandoned_file_leaves_the_old_one_and_no_litter() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bin");
        write(&path, b"old").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"half of the n").unwrap();
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_committed_file_replaces_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bin");
        write(&path, b"old").unwrap();
        write(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
