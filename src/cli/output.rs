//! Standard output and output files.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use serde::Serialize;

use crate::host::files;

/// Writes text to standard output.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes one JSON document to standard output.
pub fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print(&(serde_json::to_string(value)? + "\n"))
}

/// Writes a whole file by way of a temporary name.
pub fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    files::write(path, bytes).with_context(|| format!("{} cannot be written", path.display()))
}

/// Reads a whole file.
pub fn read_file(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))
}

/// Largest file read for what it may be, in bytes: the largest disk image has about half of it.
const MOST_MEDIA_BYTES: u64 = 64 << 20;

/// Reads a program, a cartridge or a disk image.
pub fn read_media(path: &Path) -> anyhow::Result<Vec<u8>> {
    let length = std::fs::metadata(path).map_or(0, |data| data.len());
    anyhow::ensure!(
        length <= MOST_MEDIA_BYTES,
        "{}: {length} bytes are more than any program, cartridge or disk has",
        path.display()
    );
    read_file(path)
}

/// Reads a text file.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    String::from_utf8(read_file(path)?)
        .map_err(|error| anyhow::anyhow!("{}: not UTF-8 text: {}", path.display(), error.utf8_error()))
}

/// Whether the reader of standard output went away, as `head` does when it has seen enough.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
