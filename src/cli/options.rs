//! The options that say what machine a program runs on, the same for every subcommand.

use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};

use super::disks::DiskOptions;
use super::output::read_file;
use super::target::{Program, Target, title_error};
use crate::host::disks::DiskFiles;
use crate::host::palette::Palette;
use crate::machine::{Config, Machine, Video};
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

    /// A machine switched on with the target in it, and the files of its disks.
    pub fn machine(&self, target: &Target) -> anyhow::Result<(Machine, DiskFiles)> {
        let (cartridge, program) = match &target.program {
            Program::None | Program::Disk(_) => (None, None),
            Program::Cartridge(cart) => (Some(cart.rom.clone()), None),
            Program::Xex(xex) => (None, Some(xex.clone())),
        };
        let mut machine = Machine::new(&self.config(cartridge)?);
        if let Some(program) = program {
            machine.load_program(program);
        }
        let first = if let Program::Disk(path) = &target.program { Some(path.as_path()) } else { None };
        let disks = self.disks.connect(&mut machine, first)?;
        Ok((machine, disks))
    }

    /// What the machine is built from, with `cartridge` in the left slot.
    pub fn config(&self, cartridge: Option<Vec<u8>>) -> anyhow::Result<Config> {
        let basic = self.basic.as_deref().map(read_file).transpose()?;
        if let (Some(basic), Some(path)) = (&basic, &self.basic) {
            ensure!(
                basic.len() == 0x2000,
                "{}: a BASIC cartridge has 8192 bytes, this file has {}",
                path.display(),
                basic.len()
            );
        }
        if cartridge.is_some() && basic.is_some() {
            bail!("--basic and a cartridge cannot both be in the left slot");
        }
        Ok(Config {
            os: self.os_rom()?,
            cartridge: cartridge.or(basic),
            ram_kilobytes: match self.ram {
                Ram::Kb16 => 16,
                Ram::Kb32 => 32,
                Ram::Kb48 => 48,
            },
            video: if self.pal { Video::Pal } else { Video::Ntsc },
            seed: self.seed,
        })
    }

    fn os_rom(&self) -> anyhow::Result<Vec<u8>> {
        let Some(path) = &self.os else {
            let os = self.sources().os().map_err(|error| title_error("the operating system", error))?;
            return Ok(os.rom.clone());
        };
        let rom = read_file(path)?;
        ensure!(
            rom.len() == OS_SIZE,
            "{}: an OS ROM of the 400 and 800 has {OS_SIZE} bytes ($D800 to $FFFF), this file has {}",
            path.display(),
            rom.len()
        );
        Ok(rom)
    }
}

/// The colours of pictures: a palette file's, or those of a machine of this standard.
pub fn palette(file: Option<&PathBuf>, video: Video) -> anyhow::Result<Palette> {
    match (file, video) {
        (Some(path), _) => Palette::load(&read_file(path)?).with_context(|| path.display().to_string()),
        (None, Video::Ntsc) => Ok(Palette::ntsc()),
        (None, Video::Pal) => Ok(Palette::pal()),
    }
}
