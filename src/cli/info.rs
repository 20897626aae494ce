//! `front800 info`: what a media file is and holds, and whether it is sound.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use serde::Serialize;

use super::disks::drive_name;
use super::{Failed, output};
use crate::machine::Model;
use crate::media::atr::{self, Image};
use crate::media::cart::Cart;
use crate::media::xex::{Warning, Xex};
use crate::media::{Kind, kind};

/// Arguments as typed.
#[derive(Args)]
pub struct Arguments {
    /// The file
    file: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The document of `--json`.
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

/// Where the loader of binary files keeps the address to run.
const RUNAD: u16 = 0x02E0;
/// Where a segment leaves the address of a routine that is called as soon as it is loaded.
const INITAD: u16 = 0x02E2;

/// Where the program is started: what the file leaves in RUNAD, or else the start of the
/// first segment.
fn run_address(xex: &Xex) -> Option<u16> {
    let byte = |address: u16| {
        xex.segments
            .iter()
            .rev()
            .find_map(|segment| segment.bytes.get(usize::from(address.checked_sub(segment.start)?)).copied())
    };
    match (byte(RUNAD), byte(RUNAD + 1)) {
        (Some(low), Some(high)) => Some(u16::from_le_bytes([low, high])),
        _ => xex.segments.first().map(|segment| segment.start),
    }
}

/// Runs the subcommand.
pub fn info(arguments: Arguments) -> anyhow::Result<()> {
    let path = &arguments.file;
    let bytes = output::read_file(path)?;
    let name = path.to_string_lossy();
    let mut info = Info {
        file: name.to_string(),
        kind: "",
        size: bytes.len(),
        segments: Vec::new(),
        run_address: None,
        facts: Vec::new(),
        problems: Vec::new(),
        sound: true,
    };
    info.describe(&bytes, &name)?;
    info.sound = info.problems.is_empty();
    if arguments.json {
        output::print_json(&info)?;
    } else {
        output::print(&info.text())?;
    }
    if !info.sound {
        bail!(Failed(String::new()));
    }
    Ok(())
}

impl Info {
    fn describe(&mut self, bytes: &[u8], name: &str) -> anyhow::Result<()> {
        match kind(bytes, name) {
            Kind::Xex => {
                let (xex, warnings) = Xex::parse(bytes).with_context(|| name.to_string())?;
                self.program(&xex, &warnings);
            }
            Kind::Car | Kind::RawCart => self.cartridge(bytes),
            Kind::Atr => {
                let (image, warnings) = Image::parse(bytes).with_context(|| name.to_string())?;
                self.disk(&image, &warnings);
            }
            Kind::Source => {
                self.kind = "assembler source";
                self.facts.push(format!("{} lines", bytes.iter().filter(|&&byte| byte == b'\n').count()));
            }
            Kind::OsRom => {
                self.kind = "OS ROM of the 400 and 800";
                self.facts.push("take it with --os".to_string());
            }
            Kind::Unknown => bail!("{name}: {} bytes of unknown kind", bytes.len()),
        }
        Ok(())
    }

    fn program(&mut self, xex: &Xex, warnings: &[Warning]) {
        self.kind = "binary-load file";
        for segment in &xex.segments {
            let end = segment.start.saturating_add((segment.bytes.len() - 1) as u16);
            let covers = |address: u16| segment.start <= address + 1 && end >= address;
            self.segments.push(SegmentInfo {
                start: segment.start,
                end,
                size: segment.bytes.len(),
                note: if covers(RUNAD) {
                    Some("run address")
                } else if covers(INITAD) {
                    Some("init address")
                } else {
                    None
                },
            });
        }
        self.run_address = run_address(xex);
        self.problems.extend(warnings.iter().map(Warning::to_string));
    }

    fn cartridge(&mut self, bytes: &[u8]) {
        self.kind = "cartridge";
        let cart = match Cart::parse(bytes) {
            Ok(cart) => cart,
            Err(error) => return self.problems.push(error.to_string()),
        };
        let rom = &cart.rom;
        self.facts.push(format!("{} KB at ${:04X}-$BFFF", rom.len() / 1024, cart.kind.start()));
        let header = if bytes.len() > rom.len() { "with" } else { "without" };
        self.facts.push(format!("type {}, {header} header", cart.kind.id()));
        // Its last six bytes: run address, $00, flags, init address. [sheet: formats 3]
        if let [.., run_low, run_high, zero, _flags, init_low, init_high] = rom[..] {
            let run = u16::from_le_bytes([run_low, run_high]);
            let init = u16::from_le_bytes([init_low, init_high]);
            self.facts.push(format!("run ${run:04X}, init ${init:04X}"));
            if zero != 0 {
                self.problems.push(format!("$BFFC holds ${zero:02X} where the OS expects $00"));
            }
        }
    }

    fn disk(&mut self, image: &Image, warnings: &[atr::Warning]) {
        self.kind = "disk image";
        let geometry = image.geometry();
        self.facts.push(format!("{} sectors of {} bytes", geometry.sectors, geometry.sector_size));
        self.facts.push(format!("read by {}", drive_name(Model::for_disk(geometry))));
        if image.is_protected() {
            self.facts.push("write-protected".to_string());
        }
        self.problems.extend(warnings.iter().map(atr::Warning::to_string));
    }

    fn text(&self) -> String {
        let mut text = format!("{}: {}, {} bytes\n", self.file, self.kind, self.size);
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
        for problem in &self.problems {
            let _ = writeln!(text, "  problem: {problem}");
        }
        text
    }
}
