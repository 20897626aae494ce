//! The options that say what machine a program runs on, the same for every subcommand.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};

use super::disks::DiskOptions;
use super::output::{self, read_file};
use super::target::{Program, Target, read_cartridge, title_error};
use crate::host::disks::DiskFiles;
use crate::host::palette::Palette;
use crate::machine::{Config, Machine, Video};
use crate::media::cart::{Cart, CartKind, Wiring};
use crate::media::kind::describe;
use crate::media::xex::{Segment, Xex};
use crate::media::{Kind, Unsupported, kind, os_rom};
use crate::titles::{OS_SIZE, Sources};

/// Machine options as typed.
#[derive(Args)]
#[command(next_help_heading = "Machine")]
pub struct MachineOptions {
    /// A 10K OS ROM of an Atari 400 or 800 instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub os: Option<PathBuf>,
    /// An 8K left cartridge, such as BASIC
    #[arg(long, value_name = "FILE")]
    pub basic: Option<PathBuf>,
    /// A cartridge for the right slot (.car of type 21 or 59, or raw)
    #[arg(long, value_name = "FILE")]
    pub right_cart: Option<PathBuf>,
    /// The target is a cartridge of this type, as numbered in CAR files
    #[arg(long, value_name = "N")]
    pub cart_type: Option<u32>,
    /// Kilobytes of RAM
    #[arg(long, value_name = "KB", default_value = "48")]
    pub ram: Ram,
    /// 312 lines and 50 frames a second instead of 262 and 60
    #[arg(long)]
    pub pal: bool,
    /// Decides everything that is undefined at power-on
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Take the sources of the built-in programs from this folder
    #[arg(long, value_name = "DIR")]
    pub src: Option<PathBuf>,
    /// Let sources and input scripts read files of this folder, as those of their own
    #[arg(long, value_name = "DIR")]
    allow_read: Vec<PathBuf>,
    #[command(flatten)]
    disks: DiskOptions,
}

/// RAM sizes of an 800.
#[derive(Clone, Copy, ValueEnum)]
pub enum Ram {
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

impl MachineOptions {
    /// Where the sources of built-in programs come from.
    pub fn sources(&self) -> Sources {
        match &self.src {
            Some(folder) => Sources::folder(folder),
            None => Sources::embedded(),
        }
    }

    /// Folders that sources and scripts may read beside their own.
    pub fn allowed(&self) -> impl Iterator<Item = &Path> {
        self.allow_read.iter().map(PathBuf::as_path)
    }

    /// A machine switched on with the target in it, and the files of its disks.
    pub fn machine(&self, target: &Target) -> anyhow::Result<(Machine, DiskFiles)> {
        let (cartridge, program) = match &target.program {
            Program::None | Program::Disk(_) => (None, None),
            Program::Cartridge(cart) => (Some(cart.clone()), None),
            Program::Xex(xex) => (None, Some(xex.clone())),
        };
        let config = self.config(cartridge)?;
        let mut machine = Machine::new(&config);
        machine.set_title(&target.name);
        if let Some(program) = program {
            for problem in misplaced(&program, &config) {
                output::say(format_args!("{}: warning: {problem}", target.name));
            }
            machine.load_program(program);
        }
        let first = if let Program::Disk(path) = &target.program { Some(path.as_path()) } else { None };
        let disks = self.disks.connect(&mut machine, first)?;
        Ok((machine, disks))
    }

    /// What the machine is built from, with `cartridge` in the slot that it is made for.
    pub fn config(&self, cartridge: Option<Cart>) -> anyhow::Result<Config> {
        let (right, left): (Option<Cart>, Option<Cart>) = match cartridge {
            Some(cart) if cart.kind.is_right() => (Some(cart), None),
            cart => (None, cart),
        };
        let (basic, beside) = (self.basic_cartridge()?, self.right_cartridge()?);
        ensure!(left.is_none() || basic.is_none(), "--basic and a cartridge cannot both be in the left slot");
        ensure!(
            right.is_none() || beside.is_none(),
            "--right-cart and this cartridge cannot both be in the right slot"
        );
        let (left, right) = (left.or(basic), right.or(beside));
        if let (Some(left), Some(_)) = (&left, &right)
            && left.kind.wiring() == Wiring::Fixed(0x8000)
        {
            bail!("a cartridge of 16K leaves no room for one in the right slot: both want $8000-$9FFF");
        }
        Ok(Config {
            os: self.os_rom()?,
            cartridge: left,
            right_cartridge: right,
            ram_kilobytes: match self.ram {
                Ram::Kb16 => 16,
                Ram::Kb32 => 32,
                Ram::Kb48 => 48,
            },
            video: if self.pal { Video::Pal } else { Video::Ntsc },
            seed: self.seed,
        })
    }

    fn basic_cartridge(&self) -> anyhow::Result<Option<Cart>> {
        let Some(path) = &self.basic else { return Ok(None) };
        let bytes = read_file(path)?;
        let cart = match kind(&bytes, "") {
            Kind::Car => read_cartridge(&path.to_string_lossy(), &bytes, None)?,
            _ => Cart { kind: CartKind::STANDARD_8K, rom: bytes },
        };
        ensure!(
            cart.rom.len() == cart.kind.size(),
            "{}: a BASIC cartridge has 8192 bytes, this file has {} and {}",
            path.display(),
            cart.rom.len(),
            describe(&cart.rom)
        );
        Ok(Some(cart))
    }

    fn right_cartridge(&self) -> anyhow::Result<Option<Cart>> {
        let Some(path) = &self.right_cart else { return Ok(None) };
        let name = path.to_string_lossy();
        let bytes = read_file(path)?;
        let id = match bytes.len() {
            0x1000 => Some(59),
            0x2000 => Some(21),
            _ => None,
        };
        let cart = read_cartridge(&name, &bytes, id)?;
        let kind = cart.kind;
        ensure!(
            kind.is_right(),
            "{name}: a cartridge of type {} ({}) is for the left slot; those of the right one have 4096 or 8192 \
             bytes (types 59 and 21)",
            kind.id(),
            kind.name()
        );
        Ok(Some(cart))
    }

    fn os_rom(&self) -> anyhow::Result<Vec<u8>> {
        let Some(path) = &self.os else {
            let os = self.sources().os().map_err(|error| title_error("the operating system", error))?;
            return Ok(os.rom.clone());
        };
        let rom = read_file(path)?;
        let name = path.display();
        if let Kind::Unsupported(what @ Unsupported::XlOs) = kind(&rom, "") {
            bail!("{name}: {what}");
        }
        ensure!(
            rom.len() == OS_SIZE,
            "{name}: an OS ROM of the 400 and 800 has {OS_SIZE} bytes ($D800 to $FFFF), this file has {} and {}",
            rom.len(),
            describe(&rom)
        );
        let problems = os_rom::problems(&rom);
        if let Some(fatal) = problems.iter().find(|problem| problem.is_fatal) {
            bail!("{name}: not an OS ROM of the 400 and 800: {}", fatal.text);
        }
        for problem in problems {
            output::say(format_args!("{name}: warning: {}", problem.text));
        }
        Ok(rom)
    }
}

/// What of a program lies where this machine has no RAM to hold it.
fn misplaced(program: &Xex, config: &Config) -> Vec<String> {
    let ram_end = u32::from(config.ram_kilobytes) * 1024;
    let mut problems = Vec::new();
    for Segment { start, bytes } in &program.segments {
        let (first, end) = (u32::from(*start), u32::from(*start) + bytes.len() as u32);
        let last = end - 1;
        if first < 0xD000 && end > 0xC000 || end > 0xD800 {
            problems.push(format!(
                "the segment at ${first:04X}-${last:04X} lies where an XL or XE has memory and an 800 has none: the \
                 program may not run"
            ));
        } else if first < 0xC000 && end > ram_end {
            problems.push(format!(
                "the segment at ${first:04X}-${last:04X} lies beyond the {}K of RAM: the program may not run",
                config.ram_kilobytes
            ));
        }
    }
    problems
}

/// The colours of pictures: a palette file's, or those of a machine of this standard.
pub fn palette(file: Option<&PathBuf>, video: Video) -> anyhow::Result<Palette> {
    match (file, video) {
        (Some(path), _) => Palette::load(&read_file(path)?).with_context(|| path.display().to_string()),
        (None, Video::Ntsc) => Ok(Palette::ntsc()),
        (None, Video::Pal) => Ok(Palette::pal()),
    }
}
