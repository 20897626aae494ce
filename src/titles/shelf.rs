//! The shelf: the catalogue of built-in programs. No code outside this folder knows a title by name.

use super::companion::Find;
use super::{eleven, encounter, magna};

/// Defined when a source is assembled as a cartridge.
pub const FORM_CART: (&str, i64) = ("FORM_CART", 1);
/// An input script next to the main source that takes every path of the frame routine.
const TOUR: &str = "tour.input";

/// A built-in program: its name and its sources.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name as typed: `magna`, or with an edition `rasputitsa:1981`.
    pub name: &'static str,
    /// The main source file, below the folder of the assembly sources.
    pub source: &'static str,
    /// Labels and their values, predefined when the source is assembled.
    pub defines: &'static [(&'static str, i64)],
    /// The text file of its own character set, if it has one besides those of the wargame's map.
    pub font: Option<&'static str>,
    /// How whole games are played from outside, if that is possible.
    pub companion: Option<Find>,
    /// Whether it uses a touch tablet in jack 2.
    pub has_tablet: bool,
    /// Where it stores the current week, if it goes by weeks.
    pub calendar: Option<CalendarLabels>,
}

/// The labels of the current week, in a game that goes by weeks.
#[derive(Clone, Copy, Debug)]
pub struct CalendarLabels {
    /// 1 while orders are accepted.
    pub orders_open: &'static str,
    /// The turn, from 0.
    pub turn: &'static str,
    /// 1 to 31.
    pub day: &'static str,
    /// 1 to 12.
    pub month: &'static str,
    /// The year of the century.
    pub year: &'static str,
    /// The title's display list; absent in editions without a title.
    pub title: &'static str,
}

impl Entry {
    const fn new(name: &'static str, source: &'static str) -> Self {
        let (font, companion, calendar) = (None, None, None);
        Entry { name, source, defines: &[], font, companion, has_tablet: false, calendar }
    }

    /// An edition of the wargame.
    const fn wargame(name: &'static str, defines: &'static [(&'static str, i64)]) -> Self {
        Entry {
            defines,
            has_tablet: true,
            calendar: Some(CalendarLabels {
                orders_open: "zp_orders_open",
                turn: "turn",
                day: "day",
                month: "month",
                year: "year",
                title: "title_list",
            }),
            ..Entry::new(name, "rasputitsa/rasputitsa.asm")
        }
    }

    /// Its index on the shelf.
    pub(super) fn place(&self) -> Option<usize> {
        SHELF.iter().position(|entry| std::ptr::eq(entry, self))
    }

    /// The path, from the root, of the input script with which its interrupt budget is measured.
    pub fn tour_path(&self) -> String {
        let folder = self.source.rsplit_once('/').map_or("", |(folder, _)| folder);
        format!("asm/{folder}/{TOUR}")
    }
}

/// The number of programs.
pub const COUNT: usize = 8;

/// All programs; the first one is the default.
pub static SHELF: [Entry; COUNT] = [
    Entry::wargame("rasputitsa", &[("EDITION", 1982), ("CORRECTED", 1)]),
    Entry::wargame("rasputitsa:1982", &[("EDITION", 1982), ("CORRECTED", 0)]),
    Entry::wargame("rasputitsa:classic", &[("EDITION", 1981), ("CORRECTED", 1)]),
    Entry::wargame("rasputitsa:1981", &[("EDITION", 1981), ("CORRECTED", 0)]),
    // The first one again, by its full name.
    Entry::wargame("rasputitsa:modern", &[("EDITION", 1982), ("CORRECTED", 1)]),
    // The companions have `companion: Some(magna::find)` if they can be played from outside.
    Entry {
        font: Some("fonts/magna.txt"),
        companion: Some(magna::find),
        ..Entry::new("magna", "magna/magna.asm")
    },
    Entry {
        font: Some("fonts/encounter.txt"),
        companion: Some(encounter::find),
        ..Entry::new("encounter", "encounter/encounter.asm")
    },
    Entry {
        font: Some("fonts/eleven.txt"),
        companion: Some(eleven::find),
        ..Entry::new("eleven", "eleven/eleven.asm")
    },
];

/// The program with this name.
pub fn named(name: &str) -> Option<&'static Entry> {
    SHELF.iter().find(|entry| entry.name == name)
}
