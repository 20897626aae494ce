//! `front800 asm`: assembles a source file.

mod watch;

use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, ensure};
use clap::{Args, ValueEnum};

use super::outcome::Outcome;
use super::source::{self, SourceOptions};
use super::{Failed, output};
use crate::assembler::{self, Assembly, Files, Format, Options, Output};
use crate::files::ending;
use crate::harness::testing::Suite;
use crate::inspect::map::{Block, MemoryMap};
use crate::inspect::symbols::number;
use crate::media::os_rom;

/// Command-line arguments.
#[derive(Args)]
pub(super) struct Arguments {
    /// The source file; - is standard input
    source: PathBuf,
    /// Write the program: .xex (also .com .exe .obx), a cartridge .car, .rom (also .bin) without a header, or
    /// with any other extension the bare bytes; - is standard output, in .xex form
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a listing: .lst in the form that debuggers read, any other extension with cycle counts
    #[arg(short, long, value_name = "FILE")]
    listing: Option<PathBuf>,
    /// Write the labels in the form that debuggers read
    #[arg(short = 't', long, value_name = "FILE")]
    labels: Option<PathBuf>,
    /// Write a memory map: .txt, .json or .svg
    #[arg(short, long, value_name = "FILE")]
    map: Option<PathBuf>,
    #[command(flatten)]
    with: SourceOptions,
    /// Let the source also read files in this folder
    #[arg(long, value_name = "DIR")]
    allow_read: Vec<PathBuf>,
    /// Distinguish upper and lower case in labels
    #[arg(short = 'c', long)]
    case: bool,
    /// Warn about unused labels
    #[arg(short = 'u', long)]
    unused: bool,
    /// Treat segments that overlap in memory as an error, not a warning
    #[arg(long)]
    strict: bool,
    /// Address of bytes that come before the first org
    #[arg(short = 'b', long, value_name = "ADDRESS")]
    origin: Option<String>,
    /// Byte that `opt f+` fills gaps with, instead of $FF
    #[arg(long, value_name = "BYTE")]
    fill: Option<String>,
    /// Treat a mnemonic in column 1 as an instruction, not a label
    #[arg(short = 'f', long)]
    column_one: bool,
    /// Leave out unused procedures
    #[arg(short = 'x', long)]
    drop_unused: bool,
    /// Format of errors and warnings: with the source line, one line each, or JSON Lines on standard output
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    message_format: MessageFormat,
    /// Keep running, and reassemble whenever a source file changes
    #[arg(long)]
    watch: bool,
}

/// The format of diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MessageFormat {
    Human,
    Short,
    Json,
}

/// The output format, by the extension of `-o`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    BinaryLoad,
    CartridgeWithHeader,
    Raw,
}

/// The map format, by the extension of `-m`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MapForm {
    Text,
    Json,
    Svg,
}

/// Runs the subcommand.
pub(super) fn asm(arguments: Arguments, outcome: &mut Outcome) -> anyhow::Result<()> {
    let options = Options {
        defines: arguments.with.defines()?,
        case_sensitive: arguments.case,
        include: arguments.with.include.clone(),
        listing: arguments.listing.is_some(),
        warn_unused: arguments.unused,
        strict: arguments.strict,
        origin: arguments.origin.as_deref().map(|text| value("--origin", text)).transpose()?,
        fill: arguments.fill.as_deref().map(|text| value("--fill", text)).transpose()?,
        column_one: arguments.column_one,
        drop_unused: arguments.drop_unused,
        references: arguments.map.is_some(),
        assertions: false,
    };
    // Wrong extensions are rejected before any work is done.
    arguments.output.as_deref().map(form).transpose()?;
    arguments.map.as_deref().map(map_form).transpose()?;
    let source = &arguments.source;
    let outputs = [&arguments.output, &arguments.listing, &arguments.labels, &arguments.map];
    let prints = arguments.message_format == MessageFormat::Json;
    output::check_outputs_beside(prints, outputs.into_iter().flatten().map(PathBuf::as_path))?;
    let allowed = arguments.with.allowed(arguments.allow_read.iter().map(PathBuf::as_path));
    let files = source::open(source, allowed)?;
    if arguments.watch {
        let is_read_once = output::is_read_once(source);
        ensure!(!is_read_once, "--watch: {} can be read only once: expected a file", output::called(source));
        return watch::watch(&files, |files| {
            Outcome::of(|outcome| once(&arguments, &options, files, outcome))
        });
    }
    once(&arguments, &options, &files, outcome)
}

/// Assembles once and writes every output requested.
fn once(
    arguments: &Arguments,
    options: &Options,
    files: &dyn Files,
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let name = output::called(&arguments.source);
    let mut assembly = assembler::assemble(files, &name, options);
    if assembly.output.as_ref().is_some_and(|output| !output.tests.is_empty()) {
        if options.warn_unused {
            // What is not used in the program may be used in its tests: the suite says what neither uses.
            let silent = Options { warn_unused: false, ..options.clone() };
            assembly = assembler::assemble(files, &name, &silent);
        }
        assembly.diagnostics.extend(Suite::check(files, &name, options));
    }
    report(&assembly, arguments.message_format, outcome);
    let Some(output) = assembly.output.as_ref().filter(|_| !assembly.failed()) else {
        bail!(Failed(String::new()))
    };
    if let Some(path) = &arguments.output {
        let program = program(output, path)?;
        if program.is_empty() {
            output::say(format_args!(
                "{name}: warning: the source generates no bytes: {} is empty",
                path.display()
            ));
        }
        outcome.write_file(path, &program);
    }
    if let Some(path) = &arguments.listing {
        let text = if ending(path) == "lst" { output.mads_listing() } else { output.listing_text() };
        outcome.write_file(path, text.as_bytes());
    }
    if let Some(path) = &arguments.labels {
        outcome.write_file(path, output.mads_labels().as_bytes());
    }
    if let Some(path) = &arguments.map {
        let map = MemoryMap::new(Block::from_assembly(output));
        let text = match map_form(path)? {
            MapForm::Text => map.to_string(),
            MapForm::Json => serde_json::to_string_pretty(&map)? + "\n",
            MapForm::Svg => map.svg(&output::called(&arguments.source)),
        };
        outcome.write_file(path, text.as_bytes());
    }
    Ok(())
}

fn report(assembly: &Assembly, format: MessageFormat, outcome: &mut Outcome) {
    let text = |format| assembler::render(&assembly.diagnostics, format);
    match format {
        MessageFormat::Human => output::show(&text(Format::Human { color: stderr().is_terminal() })),
        MessageFormat::Short => output::show(&text(Format::Short)),
        MessageFormat::Json => {
            outcome.print(&text(Format::Json));
        }
    }
}

/// The contents of the output file, in the format given by its extension.
fn program(output: &Output, path: &Path) -> anyhow::Result<Vec<u8>> {
    let name = path.display();
    let form = form(path)?;
    let error = match (form, output.cart()) {
        (Form::BinaryLoad, _) => return Ok(output.xex()),
        (Form::CartridgeWithHeader, Ok(cart)) => return Ok(cart.write_car()),
        (_, Ok(cart)) => return Ok(cart.rom),
        (_, Err(error)) => error,
    };
    let Some((first, last)) = output.bounds() else { bail!(Failed(format!("{name}: {error}"))) };
    if form != Form::Raw {
        bail!(Failed(format!("{name}: {error}: for a loadable program use .xex")));
    }
    // `opt h-` says that the source wants bare bytes.
    let is_plain = output.segments.iter().all(|segment| !segment.has_header);
    if (first, last) != (os_rom::START, 0xFFFF) && !is_plain {
        output::say(format_args!(
            "{name}: warning: {error}: the file has only the bytes, without addresses; for a loadable program use .xex; if you \
             want only the bytes, write `opt h-` in the source"
        ));
    }
    Ok(output.range(first, last, 0xFF))
}

fn form(path: &Path) -> anyhow::Result<Form> {
    match ending(path).as_str() {
        "xex" | "com" | "exe" | "obx" => Ok(Form::BinaryLoad),
        "car" => Ok(Form::CartridgeWithHeader),
        "rom" | "bin" => Ok(Form::Raw),
        // Standard output has no extension; most readers of it want a loadable program.
        _ if output::is_standard_output(path) => Ok(Form::BinaryLoad),
        _ => bail!("{}: the extension decides what is written: expected .xex, .car or .rom", path.display()),
    }
}

fn map_form(path: &Path) -> anyhow::Result<MapForm> {
    match ending(path).as_str() {
        "txt" => Ok(MapForm::Text),
        "json" => Ok(MapForm::Json),
        "svg" => Ok(MapForm::Svg),
        _ => bail!("{}: the extension decides what is written: expected .txt, .json or .svg", path.display()),
    }
}

/// Parses an option's number, which has to fit the type.
fn value<T: TryFrom<u32>>(option: &str, text: &str) -> anyhow::Result<T> {
    let number = number(text).and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| {
        let most = if size_of::<T>() == 1 { "255 or $FF" } else { "65535 or $FFFF" };
        anyhow!("{option} {text}: expected a number from 0 to {most}")
    })
}
