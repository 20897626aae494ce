//! Saved states of a program, as files in the person's data folder:
//!
//! | file | what |
//! |---|---|
//! | `NAME.state` | the quick save |
//! | `NAME/slot-3.state` | one of the [`SLOTS`] slots |
//! | `NAME/journal/000123-week.state` | saved automatically: its number, in chronological order, and the reason |
//!
//! Each is a state as by [`Machine::save`], so `front800 run --load` reads it too. Nothing else is stored: the
//! picture of a save is drawn from the state ([`Preview`]).

mod keeper;
mod preview;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::storage;
use crate::files;
#[cfg(doc)]
use crate::machine::Machine;

pub use keeper::Keeper;
pub use preview::Preview;

/// Slots of a program, numbered from 1.
pub const SLOTS: usize = 10;
/// Weeks kept in the journal: nearly three campaigns.
const MOST_WEEKS: usize = 120;
/// Other entries kept in the journal.
const MOST_OTHERS: usize = 12;

/// Why the journal has an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A week began.
    Week,
    /// RESET was pressed.
    Reset,
    /// The machine was switched off.
    PowerOff,
    /// Another save was loaded, or another program opened.
    Exchange,
    /// The window was closed.
    Quit,
}

impl Reason {
    /// All reasons, with their words in file names.
    const WORDS: [(Reason, &str); 5] = [
        (Reason::Week, "week"),
        (Reason::Reset, "reset"),
        (Reason::PowerOff, "power"),
        (Reason::Exchange, "exchange"),
        (Reason::Quit, "quit"),
    ];

    /// Whether the entry is a week. Weeks and other entries have separate limits, and the oldest of each kind is
    /// removed.
    fn is_week(self) -> bool {
        self == Reason::Week
    }
}

/// An entry of the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number; later entries have larger ones.
    pub number: u64,
    /// Why it was saved.
    pub reason: Reason,
    /// The saved state.
    pub path: PathBuf,
}

impl Entry {
    fn name(number: u64, reason: Reason) -> String {
        let word = Reason::WORDS.iter().find(|entry| entry.0 == reason).map_or("", |entry| entry.1);
        format!("{number:06}-{word}.state")
    }

    /// The entry in a file; none for other files.
    fn of(path: PathBuf) -> Option<Self> {
        let (number, word) = path.file_name()?.to_str()?.strip_suffix(".state")?.split_once('-')?;
        let number = number.parse().ok()?;
        let reason = Reason::WORDS.iter().find(|entry| entry.1 == word)?.0;
        Some(Entry { number, reason, path })
    }
}

/// The saves of a program.
#[derive(Clone, Debug)]
pub struct Saves {
    quick: PathBuf,
    folder: PathBuf,
}

impl Saves {
    /// The saves of a title, in the person's data folder.
    pub fn of(title: &str) -> Self {
        Saves::within(&storage::data_folder(), title)
    }

    /// The saves of a title, in another data folder.
    pub fn within(data: &Path, title: &str) -> Self {
        let name = storage::file_name(title);
        Saves { quick: data.join(format!("{name}.state")), folder: data.join(name) }
    }

    /// The file of the quick save.
    pub fn quick(&self) -> PathBuf {
        self.quick.clone()
    }

    /// The file of a slot, 1 to [`SLOTS`].
    pub fn slot(&self, number: usize) -> PathBuf {
        self.folder.join(format!("slot-{number}.state"))
    }

    /// The journal, newest entry first; empty if it cannot be read.
    pub fn journal(&self) -> Vec<Entry> {
        let files = fs::read_dir(self.journal_folder()).into_iter().flatten();
        let mut entries: Vec<Entry> = files.filter_map(|file| Entry::of(file.ok()?.path())).collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.number));
        entries
    }

    /// Adds a saved state to the journal, and removes the oldest entry if there are too many. If that fails, it is
    /// tried again the next time.
    ///
    /// # Errors
    /// As those of [`write()`].
    pub fn note(&self, reason: Reason, state: &[u8]) -> io::Result<()> {
        let journal = self.journal();
        let number = journal.first().map_or(0, |newest| newest.number) + 1;
        write(&self.journal_folder().join(Entry::name(number, reason)), state)?;
        let most = if reason.is_week() { MOST_WEEKS } else { MOST_OTHERS };
        let alike = journal.iter().filter(|entry| entry.reason.is_week() == reason.is_week());
        for entry in alike.skip(most - 1) {
            let _ = fs::remove_file(&entry.path);
        }
        Ok(())
    }

    fn journal_folder(&self) -> PathBuf {
        self.folder.join("journal")
    }
}

/// Writes a saved state; creates its folder if necessary.
///
/// # Errors
/// The folder cannot be created; or as those of [`files::write`].
pub fn write(path: &Path, state: &[u8]) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    files::write(path, state)
}

/// Reads a saved state.
///
/// # Errors
/// It is not a regular file of at most 64 MB, or cannot be read.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    files::read(path, files::MOST_BYTES)
}

#[cfg(test)]
mod tests;
