//! The options that describe the machine a program runs on, the same for every subcommand.

use std::fmt::Display;
use std::ops::{Bound, RangeBounds};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, Parser, ValueEnum};

use super::disks::DiskOptions;
use super::failed::open_error;
use super::output::{self, read_file};
use crate::harness::batch::Built;
use crate::harness::open::{self, Program};
use crate::host::palette::Palette;
use crate::inspect::symbols::{is_number, long_number};
use crate::machine::{AUDIO_RATES, Config, Ram, Video};
use crate::titles::Sources;

/// Machine options from the command line.
#[derive(Args)]
#[command(next_help_heading = "Machine")]
pub(super) struct MachineOptions {
    /// Use this 10K OS ROM of an Atari 400 or 800 instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub os: Option<PathBuf>,
    /// Insert this 8K left cartridge, such as BASIC
    #[arg(long, value_name = "FILE")]
    pub basic: Option<PathBuf>,
    /// Insert this cartridge into the right slot (.car of type 21 or 59, or raw)
    #[arg(long, value_name = "FILE")]
    pub right_cart: Option<PathBuf>,
    /// Treat the target as a cartridge of this type (CAR file numbering)
    #[arg(long, value_name = "N", value_parser = within::<u32>(..))]
    pub cart_type: Option<u32>,
    /// RAM size in kilobytes
    #[arg(long, value_name = "KB", default_value = "48")]
    pub ram: RamName,
    /// PAL: 312 lines and 50 frames a second instead of NTSC's 262 and 60
    #[arg(long)]
    pub pal: bool,
    /// Seed for everything that is undefined at power-on
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within::<u64>(..))]
    pub seed: u64,
    /// Read the sources of the built-in programs from this folder
    #[arg(long, value_name = "DIR", value_parser = source_folder())]
    pub src: Option<PathBuf>,
    /// Let sources and input scripts also read files in this folder
    #[arg(long, value_name = "DIR")]
    allow_read: Vec<PathBuf>,
    /// Palette for pictures: 256 times red, green, blue (.act, .pal)
    #[arg(long, value_name = "FILE")]
    palette: Option<PathBuf>,
    /// Sample rate of sound that is written, in Hz
    #[arg(long, value_name = "N", default_value_t = 44_100,
          value_parser = within(AUDIO_RATES))]
    pub audio_rate: u32,
    #[command(flatten)]
    pub disks: DiskOptions,
}

/// A folder that may contain the sources of the built-in programs, for clap.
fn source_folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.is_dir() {
        true => Ok(path),
        false => Err("no such folder: expected one with `asm`, `fonts` and `maps` in it"),
    })
}

/// An unsigned integer type.
pub(super) trait Natural: TryFrom<u64> + PartialOrd + Display {
    /// The largest value.
    const MOST: Self;
}

impl Natural for u8 {
    const MOST: u8 = u8::MAX;
}

impl Natural for u16 {
    const MOST: u16 = u16::MAX;
}

impl Natural for u32 {
    const MOST: u32 = u32::MAX;
}

impl Natural for u64 {
    const MOST: u64 = u64::MAX;
}

impl Natural for usize {
    const MOST: usize = usize::MAX;
}

/// Parses a number within a range, for clap.
pub(super) fn within<T: Natural + 'static>(
    range: impl RangeBounds<T> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = long_number(text).and_then(|number| T::try_from(number).ok());
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let least = match range.start_bound() {
                Bound::Included(least) => least.to_string(),
                _ => 0.to_string(),
            };
            let which = match range.end_bound() {
                Bound::Included(most) => format!("from {least} to {most}"),
                _ if is_immense::<T>(text) => format!("from {least} to {}", T::MOST),
                _ => format!("of {least} or more"),
            };
            format!("expected a number {which}: decimal, $hex or 0xhex")
        })
    }
}

/// Whether a text is a number too large for the type.
fn is_immense<T: Natural>(text: &str) -> bool {
    match long_number(text) {
        Some(number) => T::try_from(number).is_err(),
        None => is_number(text),
    }
}

/// RAM sizes of an 800.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum RamName {
    /// 16 KB
    #[value(name = "16")]
    Kb16,
    /// 32 KB
    #[value(name = "32")]
    Kb32,
    /// 48 KB
    #[value(name = "48")]
    Kb48,
}

/// The machine options alone, for parsing.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Words {
    #[command(flatten)]
    machine: MachineOptions,
}

impl MachineOptions {
    /// Parses the options of a command line that has no others.
    ///
    /// # Errors Names the word that is wrong.
    pub(super) fn read(words: &[&str]) -> Result<Self, String> {
        Words::try_parse_from(words).map(|words| words.machine).map_err(|error| error.to_string())
    }

    /// Where the sources of built-in programs come from.
    pub(super) fn sources(&self) -> Sources {
        match &self.src {
            Some(folder) => Sources::folder(folder),
            None => Sources::embedded(),
        }
    }

    /// Additional folders that sources and scripts may read.
    pub(super) fn allowed(&self) -> impl Iterator<Item = &Path> {
        self.allow_read.iter().map(PathBuf::as_path)
    }

    /// Files that will be written.
    pub(super) fn outputs(&self) -> impl Iterator<Item = &Path> {
        self.disks.printer.as_deref().into_iter()
    }

    /// Whether the machine's disk writes go to the image files.
    pub(super) fn writes_disks(&self) -> bool {
        self.disks.write
    }

    /// How to open programs, and for which machine. Remarks about the ROM files go to standard error.
    pub(super) fn open_options(&self) -> anyhow::Result<open::Options> {
        let mut options = open::Options {
            sources: self.sources(),
            cart_type: self.cart_type,
            ram: match self.ram {
                RamName::Kb16 => Ram::Kb16,
                RamName::Kb32 => Ram::Kb32,
                RamName::Kb48 => Ram::Kb48,
            },
            video: if self.pal { Video::Pal } else { Video::Ntsc },
            seed: self.seed,
            ..open::Options::default()
        };
        options.os = rom(("--os", "an OS ROM of 10240 bytes"), self.os.as_deref(), open::os_rom)?;
        options.basic = rom(("--basic", "a cartridge of 8192 bytes"), self.basic.as_deref(), open::basic)?;
        let right = ("--right-cart", "a cartridge for the right slot");
        options.right_cartridge = rom(right, self.right_cart.as_deref(), open::right_cartridge)?;
        Ok(options)
    }

    /// The palette: from a file, or the default of this television standard.
    pub(super) fn palette(&self, video: Video) -> anyhow::Result<Palette> {
        match &self.palette {
            Some(path) => {
                let bytes = output::read_named("--palette", path, "768 bytes of colours", read_file)?;
                Palette::load(&bytes).with_context(|| path.display().to_string())
            }
            None => Ok(Palette::of(video)),
        }
    }

    /// A built-in program and its machine. It gets no disks and no printer here.
    pub(super) fn built(&self, name: &str) -> anyhow::Result<Built> {
        self.disks.connect_nothing()?;
        Program::named(name, self.open_options()?).and_then(Built::new).map_err(open_error)
    }

    /// The machine's configuration, without cartridge, disks and printer.
    pub(super) fn config(&self) -> anyhow::Result<Config> {
        self.disks.connect_nothing()?;
        self.config_with_disks()
    }

    /// What a machine is built from that gets no cartridge or printer here, and disks later.
    pub(super) fn config_with_disks(&self) -> anyhow::Result<Config> {
        self.disks.write_nothing()?;
        ensure!(self.cart_type.is_none(), "--cart-type: nothing here is a cartridge: leave it out");
        self.open_options()?.config(None).map_err(open_error)
    }
}

/// Opens the ROM that an option names, if given, with `read`.
fn rom<T>(
    (option, expected): (&str, &str),
    path: Option<&Path>,
    read: impl Fn(&str, &[u8]) -> Result<(T, Vec<String>), open::OpenError>,
) -> anyhow::Result<Option<T>> {
    let Some(path) = path else { return Ok(None) };
    let bytes = output::read_named(option, path, expected, read_file)?;
    let (rom, notes) = read(&path.to_string_lossy(), &bytes).map_err(open_error)?;
    notes.iter().for_each(|note| output::say(format_args!("{note}")));
    Ok(Some(rom))
}
