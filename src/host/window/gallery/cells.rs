//! What the gallery shows for each save.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::host::palette::Palette;
use crate::host::picture::{self, Area};
use crate::host::saves::{self, Entry, Preview, Reason, SLOTS, Saves};
use crate::inspect::game::Game;
use crate::machine::{FRAME_HEIGHT, Machine, Ram, StateError, Video};

/// The factor by which pictures are reduced.
const SHRUNK: usize = 5;
/// Width of a thumbnail, in pixels.
pub(super) const WIDTH: usize = Area::Visible.width() / SHRUNK;
/// Height of a thumbnail, in lines.
pub(super) const HEIGHT: usize = FRAME_HEIGHT / SHRUNK;

/// A page of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Page {
    /// What the person has saved.
    Slots,
    /// What was saved automatically.
    Journal,
}

/// A place for a save, and the save in it.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    /// The file.
    pub path: PathBuf,
    /// A label below the picture.
    pub label: String,
    /// More text, shown when the cell is selected.
    pub about: [String; 2],
    /// The thumbnail (red, green, blue); none if there is nothing to show.
    pub picture: Option<Vec<u8>>,
    /// Whether nothing has been saved here.
    pub is_empty: bool,
    /// Why the save cannot be loaded, if so.
    pub refused: Option<&'static str>,
}

/// What is needed to show saves: a machine, and the colours in which it is shown.
pub(crate) struct Shelf<'a> {
    /// The saves of the program.
    pub saves: &'a Saves,
    /// What is known about the program.
    pub game: &'a Game,
    /// A save must be one of a machine like this in order to be loaded.
    pub machine: &'a Machine,
    /// The colours of pictures.
    pub palette: &'a Palette,
}

impl Shelf<'_> {
    /// All cells of a page.
    pub(crate) fn cells(&self, page: Page) -> Vec<Cell> {
        match page {
            Page::Slots => {
                let slot = |n| self.cell(self.saves.slot(n), &format!("{n} "), format!("slot {n}"));
                let quick = self.cell(self.saves.quick(), "Q ", "quick save".to_string());
                (1..=SLOTS).map(slot).chain([quick]).collect()
            }
            Page::Journal => self.saves.journal().into_iter().map(|entry| self.entry(entry)).collect(),
        }
    }

    fn entry(&self, entry: Entry) -> Cell {
        let what = match entry.reason {
            Reason::Week => "a week begins",
            Reason::Reset => "before RESET",
            Reason::PowerOff => "before power off",
            Reason::Exchange => "before another load",
            Reason::Quit => "at the end",
        };
        self.cell(entry.path, "", what.to_string())
    }

    /// The cell of a file. `number` precedes the label, and `what` describes the save.
    fn cell(&self, path: PathBuf, number: &str, what: String) -> Cell {
        let (state, saved) = match (saves::read(&path), Saved::of(&path)) {
            (Ok(state), Some(saved)) => (state, saved),
            _ => {
                let (label, about) = (format!("{number}empty"), [format!("{what}: empty"), String::new()]);
                return Cell { path, label, about, picture: None, is_empty: true, refused: None };
            }
        };
        let (label, about, picture) = match Preview::of(self.machine, self.game, &state) {
            Ok(Preview { picture, week }) => {
                let day = week.map_or_else(|| saved.day.clone(), |week| week.date());
                let text = week.map_or(what.clone(), |week| format!("{what}: {week}"));
                let picture = thumbnail_of(&picture::rgb(&picture, Area::Visible, self.palette));
                (day, [text, format!("saved on {}", saved.time)], Ok(picture))
            }
            Err(error) => {
                let why = why(&error);
                (saved.day, [format!("{what}, {}", saved.time), why.to_string()], Err(why))
            }
        };
        // A label with a number has no room for the year.
        let label = match number {
            "" => label,
            _ => number.to_string() + label.rsplit_once(' ').map_or(label.as_str(), |(day, _)| day),
        };
        Cell {
            path,
            label,
            about,
            refused: picture.as_ref().err().copied(),
            picture: picture.ok(),
            is_empty: false,
        }
    }
}

/// Why a machine cannot continue from a saved state, in one line.
fn why(error: &StateError) -> &'static str {
    match error {
        StateError::OtherMachine => "as it was of another machine (ROM)",
        StateError::OtherModel(None, Some(Video::Pal)) => "as it was of a PAL machine",
        StateError::OtherModel(None, Some(Video::Ntsc)) => "as it was of an NTSC machine",
        StateError::OtherModel(Some(Ram::Kb16), None) => "as it was of a machine with 16K",
        StateError::OtherModel(Some(Ram::Kb32), None) => "as it was of a machine with 32K",
        StateError::OtherModel(Some(Ram::Kb48), None) => "as it was of a machine with 48K",
        StateError::OtherModel(..) => "as it was of other memory and television",
        StateError::OtherDisk => "as its disk is not here: drop it",
        StateError::OtherProgram(_) => "as it is of another program or version",
        StateError::Version(_) => "as it is of another version of front800",
        _ => "as it is damaged",
    }
}

/// When a file was written, by the host's clock.
struct Saved {
    /// `22 Nov 26`
    day: String,
    /// `22 Nov 2026, 14:03`
    time: String,
}

impl Saved {
    fn of(path: &Path) -> Option<Self> {
        let written = path.metadata().ok()?.modified().ok()?;
        let time = Timestamp::try_from(written).ok()?.to_zoned(TimeZone::system());
        let format = |format: &str| time.strftime(format).to_string();
        Some(Saved { day: format("%-d %b %y"), time: format("%-d %b %Y, %H:%M") })
    }
}

/// The thumbnail of a picture (red, green, blue): each pixel is the mean of those that it replaces.
fn thumbnail_of(rgb: &[u8]) -> Vec<u8> {
    let width = Area::Visible.width();
    let mean = |x: usize, y: usize, colour: usize| {
        let rows = (0..SHRUNK).map(|row| 3 * ((y * SHRUNK + row) * width + x * SHRUNK) + colour);
        let sum: u32 = rows.flat_map(|row| (0..SHRUNK).map(move |n| u32::from(rgb[row + 3 * n]))).sum();
        (sum / (SHRUNK * SHRUNK) as u32) as u8
    };
    let pixels = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y)));
    pixels.flat_map(|(x, y)| [0, 1, 2].map(|colour| mean(x, y, colour))).collect()
}
