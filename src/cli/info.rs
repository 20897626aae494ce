//! `front800 info`: describes a media file and checks it.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use clap::Args;
use serde::Serialize;

use super::options::within;
use super::outcome::Outcome;
use super::{Failed, output};
use crate::harness::script::Script;
use crate::machine::cartridge::at_power_on;
use crate::machine::{Model, check_state};
use crate::media::atr::{self, AtrError, Image};
use crate::media::cart::{Cart, CartError, Footer};
use crate::media::counted;
use crate::media::dos::{self, Directory};
use crate::media::kind::describe;
use crate::media::xex::{INITAD, RUNAD, Warning, Xex};
use crate::media::{Kind, kind, os_rom};

/// Command-line arguments.
#[derive(Args)]
#[command(
    after_help = "Exit status: 0 the file is sound; 1 it has problems, which are listed; 2 it cannot be read, is not what its \
                  name says, or is of unknown kind."
)]
pub(super) struct Arguments {
    /// The file; - is standard input
    file: PathBuf,
    /// Treat the file as a cartridge of this type (CAR file numbering)
    #[arg(long, value_name = "N", value_parser = within::<u32>(..))]
    cart_type: Option<u32>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The JSON document printed by `--json`.
#[derive(Serialize)]
struct Info {
    file: String,
    kind: &'static str,
    size: usize,
    /// Facts in the order in which they are printed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    segments: Vec<SegmentInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run_address: Option<u16>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    facts: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<Vec<FileInfo>>,
    problems: Vec<String>,
    sound: bool,
}

#[derive(Serialize)]
struct SegmentInfo {
    start: u16,
    end: u16,
    size: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
}

/// A file on a disk.
#[derive(Serialize)]
struct FileInfo {
    number: u8,
    name: String,
    sectors: u16,
    locked: bool,
}

/// The flags in a cartridge's header, in words. [sheet: os 9]
fn flags_text(flags: u8) -> String {
    let words = [(0x80, "diagnostic"), (0x04, "started"), (0x01, "disk booted")];
    let set: Vec<&str> = words.iter().filter(|(bit, _)| flags & bit != 0).map(|&(_, word)| word).collect();
    if set.is_empty() { "no flags".to_string() } else { set.join(", ") }
}

/// What the operating system boots from a disk, if the disk has a boot record. [sheet: os 9]
fn boots(image: &Image) -> Option<String> {
    let &[_, count, low, high, init_low, init_high, ..] = &image.sector(1)?[..] else { return None };
    let [start, init] = [[low, high], [init_low, init_high]].map(u16::from_le_bytes);
    (count > 0).then(|| format!("boots {} to ${start:04X}, init ${init:04X}", counted(count, "sector")))
}

/// Runs the subcommand.
pub(super) fn info(arguments: Arguments, outcome: &mut Outcome) -> anyhow::Result<()> {
    let path = &arguments.file;
    let bytes = output::read_program(path)?;
    let name = output::called(path);
    let mut info = Info {
        file: name.to_string(),
        kind: "",
        size: bytes.len(),
        segments: Vec::new(),
        run_address: None,
        facts: Vec::new(),
        files: None,
        problems: Vec::new(),
        sound: true,
    };
    info.describe(&bytes, &name, arguments.cart_type)?;
    info.sound = info.problems.is_empty();
    match arguments.json {
        true => outcome.print_json(&info),
        false => outcome.print(&info.text()),
    };
    ensure!(info.sound, Failed(String::new()));
    Ok(())
}

impl Info {
    /// Fails if the file is of no known kind, or does not begin as its name promises. Anything else that is
    /// wrong with a file is one of its problems.
    fn describe(&mut self, bytes: &[u8], name: &str, cart_type: Option<u32>) -> anyhow::Result<()> {
        match cart_type.map_or_else(|| kind(bytes, name), |_| Kind::RawCart) {
            Kind::Xex => {
                let (xex, warnings) = Xex::parse(bytes).with_context(|| name.to_string())?;
                self.program(&xex, &warnings);
            }
            Kind::Car | Kind::RawCart => self.cartridge(bytes, cart_type)?,
            Kind::Disk => self.disk(bytes, name)?,
            Kind::Source => {
                self.kind = "assembler source";
                let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
                self.facts.push(counted(lines, "line"));
            }
            Kind::OsRom => self.os_rom(bytes),
            Kind::State => {
                self.kind = "saved state";
                match check_state(bytes) {
                    Ok(name) if name.is_empty() => {
                        self.facts.push("use it with --load and the program it was saved with".to_string());
                    }
                    Ok(name) => {
                        self.facts.push(format!("saved with {name:?}; use it with --load and that program"))
                    }
                    Err(error) => self.problems.push(error.to_string()),
                }
            }
            Kind::Script => self.script(bytes),
            Kind::Palette => {
                self.kind = "palette";
                self.facts.push("256 colours; use it with --palette".to_string());
            }
            Kind::Unsupported(what) => {
                self.kind = what.name();
                self.problems.push(what.to_string());
            }
            Kind::Unknown => {
                bail!(
                    "{name}: {} of unknown kind; the file {}",
                    counted(bytes.len(), "byte"),
                    describe(bytes)
                )
            }
        }
        Ok(())
    }

    fn program(&mut self, xex: &Xex, warnings: &[Warning]) {
        self.kind = "binary-load file";
        for segment in &xex.segments {
            let end = segment.start.saturating_add((segment.bytes.len() - 1) as u16);
            self.segments.push(SegmentInfo {
                start: segment.start,
                end,
                size: segment.bytes.len(),
                note: if segment.covers(RUNAD) {
                    Some("run address")
                } else if segment.covers(INITAD) {
                    Some("init address")
                } else {
                    None
                },
            });
        }
        self.run_address = xex.run_address();
        self.problems.extend(warnings.iter().map(Warning::to_string));
    }

    /// Fails if there is no cartridge of that type.
    fn cartridge(&mut self, bytes: &[u8], cart_type: Option<u32>) -> anyhow::Result<()> {
        self.kind = "cartridge";
        let parsed = match cart_type {
            Some(id) => Cart::parse_as(bytes, id).map(|cart| (cart, Vec::new())),
            None => Cart::parse(bytes),
        };
        let (cart, warnings) = match parsed {
            Ok(parsed) => parsed,
            Err(error @ CartError::UnknownType(_)) if cart_type.is_some() => bail!("--cart-type: {error}"),
            Err(error) => {
                self.problems.push(error.to_string());
                return Ok(());
            }
        };
        self.problems.extend(warnings.iter().map(ToString::to_string));
        let (kind, rom) = (cart.kind, &cart.rom);
        let header = if bytes.len() > rom.len() { "with" } else { "without" };
        self.facts.push(format!("type {} ({}), {header} header", kind.id(), kind.name()));
        let slot = if kind.is_right() { "right" } else { "left" };
        self.facts.push(format!("{} KB, in the {slot} slot", rom.len() / 1024));
        let pieces = at_power_on(&cart);
        for (start, bytes) in &pieces {
            let last = usize::from(*start) + bytes.len() - 1;
            self.facts.push(format!("shows ${start:04X}-${last:04X} at power-on"));
        }
        let shown = pieces.last().map_or(&rom[..], |(_, bytes)| bytes);
        if let Some(Footer { run, zero, flags, init }) = Footer::of(shown) {
            self.facts.push(format!("run ${run:04X}, init ${init:04X}, {}", flags_text(flags)));
            let end = if kind.is_right() { "$9FFC" } else { "$BFFC" };
            if zero != 0 {
                self.problems.push(format!("{end} holds ${zero:02X} where the OS expects $00"));
            }
        }
        Ok(())
    }

    fn os_rom(&mut self, bytes: &[u8]) {
        self.kind = "OS ROM of the 400 and 800";
        self.facts.push("use it with --os".to_string());
        if let Some([nmi, reset, irq]) = os_rom::vectors(bytes) {
            self.facts.push(format!("NMI ${nmi:04X}, RESET ${reset:04X}, IRQ ${irq:04X}"));
        }
        self.problems.extend(os_rom::problems(bytes).into_iter().map(|problem| problem.text));
    }

    fn script(&mut self, bytes: &[u8]) {
        self.kind = "input script";
        match Script::parse(&String::from_utf8_lossy(bytes)) {
            Ok(script) => {
                self.facts.push(format!(
                    "{}, the last in frame {}",
                    counted(script.entries.len(), "change"),
                    script.last_frame()
                ));
            }
            Err(error) => self.problems.push(error.to_string()),
        }
    }

    fn disk(&mut self, bytes: &[u8], name: &str) -> anyhow::Result<()> {
        self.kind = "disk image";
        let (image, warnings) = match Image::read(bytes, name) {
            Ok(read) => read,
            Err(error @ AtrError::NotAtr { .. }) => bail!("{name}: {error}"),
            Err(error) => {
                self.problems.push(error.to_string());
                return Ok(());
            }
        };
        let geometry = image.geometry();
        self.facts.push(format!("{} of {} bytes", counted(geometry.sectors, "sector"), geometry.sector_size));
        self.facts.push(format!("read by {}", Model::for_disk(geometry)));
        self.facts.extend(boots(&image));
        if image.is_protected() {
            self.facts.push("write-protected".to_string());
        }
        if let Some(Directory { files, free }) = dos::directory(&image) {
            let (files_held, free) = (counted(files.len(), "file"), counted(free, "sector"));
            self.facts.push(format!("directory of DOS 2: {files_held}, {free} free"));
            let file = |file: dos::File| FileInfo {
                number: file.number,
                name: file.name,
                sectors: file.sectors,
                locked: file.is_locked,
            };
            self.files = Some(files.into_iter().map(file).collect());
        }
        self.problems.extend(warnings.iter().map(atr::Warning::to_string));
        Ok(())
    }

    fn text(&self) -> String {
        let mut text = format!("{}: {}, {}\n", self.file, self.kind, counted(self.size, "byte"));
        // Writing to a String cannot fail.
        for segment in &self.segments {
            let note = segment.note.map(|note| format!("  {note}")).unwrap_or_default();
            let _ = writeln!(text, "  ${:04X}-${:04X} {:>6}{note}", segment.start, segment.end, segment.size);
        }
        if let Some(run) = self.run_address {
            let _ = writeln!(text, "  runs at ${run:04X}");
        }
        for fact in &self.facts {
            let _ = writeln!(text, "  {fact}");
        }
        for FileInfo { number, name, sectors, locked } in self.files.iter().flatten() {
            let locked = if *locked { "  locked" } else { "" };
            let _ = writeln!(
                text,
                "  {number:>4}  {name:<12} {sectors:>4} {}{locked}",
                if *sectors == 1 { "sector " } else { "sectors" }
            );
        }
        for problem in &self.problems {
            let _ = writeln!(text, "  problem: {problem}");
        }
        text
    }
}
