//! The shelf: the built-in programs by name. Outside this folder nothing knows a title's name.

use super::companion::Find;
use super::{eleven, encounter, magna};

/// Defined when a source is assembled as a cartridge.
pub const FORM_CART: (&str, i64) = ("FORM_CART", 1);
/// An input script beside the main source file: every path of the frame routine.
const TOUR: &str = "tour.input";

/// A built-in program: what it is called and what it is made of.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// As typed: `magna`, or with an edition `rasputitsa:1981`.
    pub name: &'static str,
    /// The main source file, below the folder of the assembly sources.
    pub source: &'static str,
    /// Labels with their values, set when the source is assembled.
    pub defines: &'static [(&'static str, i64)],
    /// The text file of its character set, a set of its own beside those of the wargame's map.
    pub font: Option<&'static str>,
    /// How whole games of it are played from outside, if they can be.
    pub companion: Option<Find>,
}

impl Entry {
    const fn new(name: &'static str, source: &'static str) -> Self {
        Entry { name, source, defines: &[], font: None, companion: None }
    }

    /// Its place on the shelf.
    pub(super) fn place(&self) -> Option<usize> {
        SHELF.iter().position(|entry| std::ptr::eq(entry, self))
    }

    /// The input script with which its interrupt budget is measured, by its path from the root.
    pub fn tour_path(&self) -> String {
        let folder = self.source.rsplit_once('/').map_or("", |(folder, _)| folder);
        format!("asm/{folder}/{TOUR}")
    }
}

/// How many there are.
pub const COUNT: usize = 8;

/// All of them; the first is what is played when none is named.
pub static SHELF: [Entry; COUNT] = [
    Entry {
        defines: &[("EDITION", 1982), ("CORRECTED", 1)],
        ..Entry::new("rasputitsa", "rasputitsa/rasputitsa.asm")
    },
    Entry {
        defines: &[("EDITION", 1982), ("CORRECTED", 0)],
        ..Entry::new("rasputitsa:1982", "rasputitsa/rasputitsa.asm")
    },
    Entry {
        defines: &[("EDITION", 1981), ("CORRECTED", 1)],
        ..Entry::new("rasputitsa:classic", "rasputitsa/rasputitsa.asm")
    },
    Entry {
        defines: &[("EDITION", 1981), ("CORRECTED", 0)],
        ..Entry::new("rasputitsa:1981", "rasputitsa/rasputitsa.asm")
    },
    // The first one by its full name.
    Entry {
        defines: &[("EDITION", 1982), ("CORRECTED", 1)],
        ..Entry::new("rasputitsa:modern", "rasputitsa/rasputitsa.asm")
    },
    // The companions: `companion: Some(magna::find)` when a title can be played from outside.
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

/// The program of that name.
pub fn named(name: &str) -> Option<&'static Entry> {
    SHELF.iter().find(|entry| entry.name == name)
}
