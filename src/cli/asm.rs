//! `front800 asm`: assemble a source file.

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

/// Arguments as typed.
#[derive(Args)]
pub(super) struct Arguments {
    /// The source file; - is standard input
    source: PathBuf,
    /// Write the program: .xex (also .com .exe .obx), a cartridge .car, or .rom (also .bin) without header, or the bytes alone of any other
    /// program; - is standard output, which gets what a .xex would
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a listing: .lst in the form that debuggers read, other endings with cycles
    #[arg(short, long, value_name = "FILE")]
    listing: Option<PathBuf>,
    /// Write the labels, in the form that debuggers read
    #[arg(short = 't', long, value_name = "FILE")]
    labels: Option<PathBuf>,
    /// Write a memory map: .txt, .json or .svg
    #[arg(short, long, value_name = "FILE")]
    map: Option<PathBuf>,
    #[command(flatten)]
    with: SourceOptions,
    /// Let the source read files of this folder, as those of its own and of -i
    #[arg(long, value_name = "DIR")]
    allow_read: Vec<PathBuf>,
    /// Upper and lower case letters of labels differ
    #[arg(short = 'c', long)]
    case: bool,
    /// Warn about labels that nothing uses
    #[arg(short = 'u', long)]
    unused: bool,
    /// Segments that load over each other are an error, not a warning
    #[arg(long)]
    strict: bool,
    /// Where bytes go that stand before the first org
    #[arg(short = 'b', long, value_name = "ADDRESS")]
    origin: Option<String>,
    /// What `opt f+` fills gaps with, in place of $FF
    #[arg(long, value_name = "BYTE")]
    fill: Option<String>,
    /// A mnemonic in column 1 is an instruction, not a label
    #[arg(short = 'f', long)]
    column_one: bool,
    /// Leave out procedures that nothing uses
    #[arg(short = 'x', long)]
    drop_unused: bool,
    /// How errors and warnings are written: with the source line, one line each, or as JSON
    /// Lines on standard output
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    message_format: MessageFormat,
    /// Go on, and assemble whenever a source file changes
    #[arg(long)]
    watch: bool,
}

/// How diagnostics are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MessageFormat {
    Human,
    Short,
    Json,
}

/// What the ending of `-o` asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    BinaryLoad,
    CartridgeWithHeader,
    Raw,
}

/// What the ending of `-m` asks for.
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
    // Wrong endings are found before any work is done.
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
        ensure!(!is_read_once, "--watch: {} is read once: expected a file", output::called(source));
        return watch::watch(&files, |files| {
            Outcome::of(|outcome| once(&arguments, &options, files, outcome))
        });
    }
    once(&arguments, &options, &files, outcome)
}

/// Assembles once and writes everything that was asked for.
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
                "{name}: warning: the source makes no bytes: {} is empty",
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

/// What the file of this name is to hold.
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
        bail!(Failed(format!("{name}: {error}: a program that is loaded is .xex")));
    }
    // `opt h-` asks for nothing but bytes.
    let is_plain = output.segments.iter().all(|segment| !segment.has_header);
    if (first, last) != (os_rom::START, 0xFFFF) && !is_plain {
        output::say(format_args!(
            "{name}: warning: {error}: these are the bytes alone, without addresses; a program that is loaded is .xex, and \
             who wants them so says `opt h-` in the source"
        ));
    }
    Ok(output.range(first, last, 0xFF))
}

fn form(path: &Path) -> anyhow::Result<Form> {
    match ending(path).as_str() {
        "xex" | "com" | "exe" | "obx" => Ok(Form::BinaryLoad),
        "car" => Ok(Form::CartridgeWithHeader),
        "rom" | "bin" => Ok(Form::Raw),
        // Standard output has no ending, and most want to go on with a program.
        _ if output::is_standard_output(path) => Ok(Form::BinaryLoad),
        _ => bail!("{}: the ending says what is written: expected .xex, .car or .rom", path.display()),
    }
}

fn map_form(path: &Path) -> anyhow::Result<MapForm> {
    match ending(path).as_str() {
        "txt" => Ok(MapForm::Text),
        "json" => Ok(MapForm::Json),
        "svg" => Ok(MapForm::Svg),
        _ => bail!("{}: the ending says what is written: expected .txt, .json or .svg", path.display()),
    }
}

/// A number of an option that has to fit.
fn value<T: TryFrom<u32>>(option: &str, text: &str) -> anyhow::Result<T> {
    let number = number(text).and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| {
        let most = if size_of::<T>() == 1 { "255 or $FF" } else { "65535 or $FFFF" };
        anyhow!("{option} {text}: expected a number from 0 to {most}")
    })
}
