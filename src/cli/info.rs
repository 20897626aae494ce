//! `front800 info`: what a media file is and holds, and whether it is sound.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use serde::Serialize;

use super::{Failed, output};
use crate::media::image::{Cartridge, Disk, Image};
use crate::media::xex::{Warning, Xex};

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

/// Runs the subcommand.
pub fn info(arguments: Arguments) -> anyhow::Result<()> {
    let path = &arguments.file;
    let bytes = output::read_file(path)?;
    let name = path.to_string_lossy();
    let image = Image::recognise(&name, &bytes).with_context(|| name.to_string())?;
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
    match &image {
        Image::Program(xex, warnings) => info.program(xex, warnings),
        Image::Cartridge(cartridge) => info.cartridge(cartridge),
        Image::Disk(disk) => info.disk(*disk),
        Image::Source => {
            info.kind = "assembler source";
            info.facts.push(format!("{} lines", bytes.split(|&byte| byte == b'\n').count()));
        }
        Image::OsRom => {
            info.kind = "OS ROM of the 400 and 800";
            info.facts.push("take it with --os".to_string());
        }
    }
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
        self.run_address = xex.run_address();
        self.problems.extend(warnings.iter().map(Warning::to_string));
    }

    fn cartridge(&mut self, cartridge: &Cartridge) {
        self.kind = "cartridge";
        let rom = &cartridge.rom;
        self.facts.push(format!("{} KB at ${:04X}-$BFFF", rom.len() / 1024, 0xC000 - rom.len()));
        match cartridge.type_number {
            Some(number) => self.facts.push(format!("header: type {number}")),
            None => self.facts.push("no header".to_string()),
        }
        if cartridge.checksum_right == Some(false) {
            self.problems.push("the checksum in the header is not that of the bytes".to_string());
        }
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

    fn disk(&mut self, disk: Disk) {
        self.kind = "disk image";
        self.facts.push(format!("{} sectors of {} bytes", disk.sectors, disk.sector_size));
        if !matches!(disk.sector_size, 128 | 256 | 512) {
            self.problems.push(format!("sectors of {} bytes: expected 128, 256 or 512", disk.sector_size));
        }
        if disk.announced != disk.present {
            self.problems
                .push(format!("the header announces {} bytes, the file has {}", disk.announced, disk.present));
        }
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
