//! Numeric arguments of calls: the range of each, and its name in error messages.

use std::ffi::OsString;
use std::path::PathBuf;

use front800::machine::{AUDIO_RATES, DRIVES, MOST_PADDLE};
use pyo3::prelude::*;

use crate::error::wrong;
use crate::kinds::{number, number_or_none, numbers, numbers_or_none, several};

/// The largest seed of a stream of random bytes, whose state has 31 bits.
const MOST_STREAM: u32 = (1 << 31) - 1;
/// A limit on lanes beyond what any memory holds.
const MOST_LANES: usize = 1 << 20;

/// Defines a conversion function for each argument: the function of [`crate::kinds`] to use, the argument's name in Python and the
/// function's name here, its type, and its range.
macro_rules! arguments {
    ($($how:ident $argument:literal $name:ident: $kind:ty = $range:expr;)+) => {
        $(#[doc = concat!("`", $argument, "`.")]
        pub fn $name(given: &Bound<'_, PyAny>) -> PyResult<$kind> {
            $how(given, $argument, $range)
        })+
    };
}

arguments! {
    number "frames" frames: u64 = 0..=u64::MAX;
    number "cycles" cycles: u64 = 0..=u64::MAX;
    number "instructions" instructions: u64 = 0..=u64::MAX;
    number "shrink" shrink: usize = 1..=8;
    number "port" port: u8 = 0..=3;
    number "number" paddle: u8 = 0..=7;
    number "position" position: u8 = 0..=MOST_PADDLE;
    number "drive" drive: usize = 1..=DRIVES;
    number "fill" fill: u8 = 0..=255;
    numbers "opcode" opcodes: Vec<u8> = 0..=255;
    number_or_none "a" a: Option<u8> = 0..=255;
    number_or_none "x" x: Option<u8> = 0..=255;
    number_or_none "y" y: Option<u8> = 0..=255;
    number_or_none "s" s: Option<u8> = 0..=255;
    number_or_none "p" p: Option<u8> = 0..=255;
    number_or_none "rate" rate: Option<u32> = AUDIO_RATES;

    number "frames" frames_of_step: u32 = 1..=u32::MAX;
    number_or_none "most_steps" most_steps: Option<u64> = 1..=u64::MAX;
    number "most_idle" most_idle: u32 = 0..=u32::MAX;
    number "count" lanes: usize = 1..=MOST_LANES;
    number "lane" lane: i128 = i128::MIN..=i128::MAX;
    numbers_or_none "seeds" seeds: Vec<Option<u64>> = 0..=u64::MAX;
    number_or_none "jobs" jobs: Option<u16> = 1..=u16::MAX;

    number "games" games: u64 = 0..=u64::MAX;
    number "first" first: u64 = 0..=u64::MAX;
    number "seed" seed: u64 = 0..=u64::MAX;
    number_or_none "stream" stream: Option<u32> = 0..=MOST_STREAM;
    number_or_none "level" level: Option<u8> = 1..=3;
    number_or_none "players" players: Option<u8> = 0..=4;
    number_or_none "plies" plies: Option<u8> = 1..=3;
    number_or_none "think" think: Option<u16> = 1..=u16::MAX;
    numbers "computers" computers: Vec<u8> = 0..=3;

    several "actions" actions: Vec<String> = "texts, such as ['stick0 center', 'stick0 left']";
}

/// `include`: folders, whose names must be UTF-8 because sources refer to them.
pub fn include(given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let folders: Vec<PathBuf> = several(given, "include", "folders")?;
    let name = |folder: PathBuf| {
        let refused =
            |folder: OsString| wrong(format!("include {}: the name is not UTF-8", folder.display()));
        folder.into_os_string().into_string().map_err(refused)
    };
    folders.into_iter().map(name).collect()
}
