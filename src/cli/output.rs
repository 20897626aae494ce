//! Standard output and standard error, and all files that the command line names. Commands print and write
//! through their `Outcome`.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, ensure};
use clap::builder::{PathBufValueParser, TypedValueParser};
use serde::Serialize;

use crate::files;

/// Largest text file, in bytes.
const MOST_TEXT_BYTES: u64 = 16 << 20;
/// Some editors put this at the beginning of a text.
const BYTE_ORDER_MARK: char = '\u{FEFF}';
/// Standard input, where a program or a text is expected.
const STANDARD_INPUT: &str = "-";
/// Standard output, where an output is expected.
const STANDARD_OUTPUT: &str = "-";
/// The name of standard input in messages.
const STANDARD_INPUT_NAME: &str = "standard input";

/// Whether anything has been written to standard output.
static HAS_PRINTED: AtomicBool = AtomicBool::new(false);
/// Whether standard input is taken; it can be read only once.
static INPUT_IS_TAKEN: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// What this thread has written to standard error, while `overheard` collects it.
    static OVERHEARD: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Prints a message on standard error. Errors are ignored.
pub(super) fn say(text: impl Display) {
    show(&format!("{text}\n"));
}

/// Shows lines of text on standard error. Errors are ignored.
pub(super) fn show(text: &str) {
    OVERHEARD.with_borrow_mut(|heard| heard.iter_mut().for_each(|heard| heard.push_str(text)));
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Runs `work`, and returns its result and what it wrote to standard error, for users who do not see that.
pub(super) fn overheard<T>(work: impl FnOnce() -> T) -> (T, String) {
    OVERHEARD.set(Some(String::new()));
    let done = work();
    (done, OVERHEARD.take().unwrap_or_default())
}

/// The reader of standard output went away, as `head` does when it has seen enough. The command has not
/// failed.
#[derive(Debug)]
pub(super) struct NobodyReads;

impl std::fmt::Display for NobodyReads {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("nobody reads standard output any more")
    }
}

impl std::error::Error for NobodyReads {}

/// Whether anybody has written to standard output.
pub(super) fn has_printed() -> bool {
    HAS_PRINTED.load(Ordering::Relaxed)
}

/// Writes bytes to standard output.
pub(super) fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    HAS_PRINTED.store(true, Ordering::Relaxed);
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(NobodyReads.into()),
        result => result.context("standard output cannot be written"),
    }
}

/// Writes one JSON document to standard output.
pub(super) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print_bytes((serde_json::to_string(value)? + "\n").as_bytes())
}

/// Writes a whole file through [`files`].
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    written(path, files::write(path, bytes))
}

/// The result of writing an output, with its name.
pub(super) fn written(path: &Path, result: io::Result<()>) -> anyhow::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe && is_standard_output(path) => {
            Err(NobodyReads.into())
        }
        result => result.with_context(|| unwritable(path)),
    }
}

/// The name of an output with one of these extensions, for clap.
pub(super) fn named(endings: &'static [&str]) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| files::check_ending(&path, endings).map(|()| path))
}

/// Extensions of SVG files.
pub(super) const SVG: &[&str] = &["svg"];

/// Before any work is done, rejects impossible output names and duplicates.
pub(super) fn check_outputs<'a>(paths: impl IntoIterator<Item = &'a Path>) -> anyhow::Result<()> {
    let mut files = Vec::new();
    for path in paths {
        let file = files::check_output(path).with_context(|| unwritable(path))?;
        let piped = is_standard_output(path).then(|| path.to_path_buf());
        let Some(file) = file.or(piped) else { continue };
        ensure!(!files.contains(&file), "{}: two outputs cannot have the same name", path.display());
        files.push(file);
    }
    Ok(())
}

/// Rejects impossible output names and duplicates; if something is printed, also standard output as an
/// output.
pub(super) fn check_outputs_beside<'a>(
    prints: bool,
    paths: impl IntoIterator<Item = &'a Path>,
) -> anyhow::Result<()> {
    let paths: Vec<&Path> = paths.into_iter().collect();
    ensure!(
        !(prints && paths.iter().any(|path| files::leads_to_standard_output(path))),
        "-: standard output is taken by printed results: expected a file"
    );
    check_outputs(paths)
}

/// The message for an output that cannot be written.
pub(super) fn unwritable(path: &Path) -> String {
    format!("{} cannot be written", path.display())
}

/// Reads a whole file or pipe, and protects it from being replaced by an output of this process.
pub(super) fn read_file(path: &Path) -> anyhow::Result<Vec<u8>> {
    read_at_most(path, files::MOST_BYTES)
}

fn read_at_most(path: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    files::protect(path);
    files::read_stream(path, most).with_context(|| format!("{} cannot be read", path.display()))
}

/// Reads the file that an option names with `read`; `expected` says what it should hold.
pub(super) fn read_named<T>(
    option: &str,
    path: &Path,
    expected: &str,
    read: fn(&Path) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let is_there = is_read_once(path) || path.exists();
    ensure!(is_there, "{option} {}: there is no such file: expected {expected}", path.display());
    read(path)
}

/// Reads the saved state that an option names.
pub(super) fn read_state(option: &str, path: &Path) -> anyhow::Result<Vec<u8>> {
    read_named(option, path, "a saved state", read_file)
}

/// Reads a whole program, or what may be one, from a file or standard input.
pub(super) fn read_program(path: &Path) -> anyhow::Result<Vec<u8>> {
    if is_standard_input(path) { read_input(files::MOST_BYTES) } else { read_file(path) }
}

/// Reads a text from a file or standard input, without a byte order mark.
pub(super) fn read_text(path: &Path) -> anyhow::Result<String> {
    let is_piped = is_standard_input(path);
    let bytes = if is_piped { read_input(MOST_TEXT_BYTES) } else { read_at_most(path, MOST_TEXT_BYTES) }?;
    let text = String::from_utf8(bytes)
        .map_err(|error| anyhow::anyhow!("{}: not UTF-8 text: {}", called(path), error.utf8_error()))?;
    Ok(text.strip_prefix(BYTE_ORDER_MARK).map(str::to_owned).unwrap_or(text))
}

/// Claims standard input; only the first caller gets it.
pub(super) fn take_input() -> anyhow::Result<()> {
    let is_taken = INPUT_IS_TAKEN.swap(true, Ordering::Relaxed);
    ensure!(!is_taken, "-: standard input is used already: expected a file");
    Ok(())
}

/// Reads all of standard input.
fn read_input(most: u64) -> anyhow::Result<Vec<u8>> {
    take_input()?;
    files::read_all(io::stdin().lock(), most).context("standard input cannot be read")
}

/// The lines of standard input, each as soon as it has been written.
pub(super) fn lines_of_input() -> anyhow::Result<impl Iterator<Item = anyhow::Result<String>>> {
    take_input()?;
    Ok(std::iter::from_fn(|| {
        let mut line = Vec::new();
        match io::stdin().lock().take(MOST_TEXT_BYTES).read_until(b'\n', &mut line) {
            Ok(0) => None,
            Ok(_) => Some(String::from_utf8(line).context("standard input is not UTF-8 text")),
            Err(error) => Some(Err(error).context("standard input cannot be read")),
        }
    }))
}

/// Reads a source that will be replaced by its formatted form, from a file (not a pipe) or standard input.
pub(super) fn read_source(path: &Path) -> anyhow::Result<Vec<u8>> {
    if is_standard_input(path) {
        return read_input(MOST_TEXT_BYTES);
    }
    files::read(path, MOST_TEXT_BYTES).with_context(|| format!("{} cannot be read", path.display()))
}

/// Whether the path means standard input.
pub(super) fn is_standard_input(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

/// Whether an input can be read only once: standard input, or a pipe.
pub(super) fn is_read_once(path: &Path) -> bool {
    is_standard_input(path) || files::is_pipe(path)
}

/// An input's name in messages.
pub(super) fn called(path: &Path) -> Cow<'_, str> {
    if is_standard_input(path) { STANDARD_INPUT_NAME.into() } else { path.to_string_lossy() }
}

/// Whether the path means standard output.
pub(super) fn is_standard_output(path: &Path) -> bool {
    path == Path::new(STANDARD_OUTPUT)
}
