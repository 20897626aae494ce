//! Reassembles whenever a source file changes.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use crate::assembler::Files;
use crate::cli::failed::told;
use crate::cli::output;
use crate::host::sources::SourceFiles;

/// Time between two checks of the files.
const PAUSE: Duration = Duration::from_millis(250);

/// Records which files were read, and their modification times.
struct Noted<'a> {
    files: &'a SourceFiles,
    seen: RefCell<BTreeMap<String, Option<SystemTime>>>,
}

impl Files for Noted<'_> {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.seen.borrow_mut().insert(path.to_string(), changed(path));
        self.files.read(path)
    }

    fn refusal(&self, path: &str) -> Option<String> {
        self.files.refusal(path)
    }
}

/// Calls `assemble` now and after every change of a file that it read or looked for. Does not return: errors
/// are shown, and it waits for the next change.
pub(super) fn watch(
    files: &SourceFiles,
    assemble: impl Fn(&dyn Files) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    loop {
        let files = Noted { files, seen: RefCell::default() };
        match assemble(&files) {
            Ok(()) => output::say(format_args!("assembled")),
            // The diagnostics have been shown already.
            Err(error) if error.to_string().is_empty() => {}
            Err(error) => output::say(format_args!("{}", told(&error))),
        }
        let seen = files.seen.into_inner();
        while seen.iter().all(|(path, &time)| changed(path) == time) {
            sleep(PAUSE);
        }
    }
}

fn changed(path: &str) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|data| data.modified()).ok()
}
