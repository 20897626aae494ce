//! What a subcommand works on: a built-in program or a file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use clap::{Args, ValueEnum};

use super::options::MachineOptions;
use super::source::SourceFiles;
use super::{Failed, output};
use crate::assembler::{self, Format, Options, Output};
use crate::inspect::map::{Block, Kind};
use crate::inspect::symbols::{Symbols, similar};
use crate::machine::cartridge;
use crate::media::cart::{Cart, CartError};
use crate::media::kind::describe;
use crate::media::xex::Xex;
use crate::media::{self, kind};
use crate::titles::TitleError;
use crate::titles::shelf::{self, Entry, SHELF};

/// The built-in operating system: nothing but the memo pad.
const NONE: &str = "none";

/// The target as typed.
#[derive(Args)]
pub struct TargetOptions {
    #[arg(default_value = SHELF[0].name, help = target_help())]
    target: String,
    /// What a built-in program is made as; otherwise a binary-load file
    #[arg(long, value_name = "FORM")]
    form: Option<Form>,
}

fn target_help() -> String {
    let names: Vec<&str> = SHELF.iter().map(|entry| entry.name).collect();
    format!(
        "A built-in program ({}; none for the bare machine), or a file: assembler source, a binary-load file \
         (.xex), a disk (.atr), a cartridge (.car, or a raw .rom)",
        names.join(", ")
    )
}

/// What a built-in program is made as.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// A binary-load file
    Xex,
    /// A cartridge of 16K, for a machine with 16K or more
    Cart,
}

#[cfg(feature = "window")]
impl TargetOptions {
    /// As if this file had been typed.
    pub fn file(file: &Path) -> Self {
        TargetOptions { target: file.to_string_lossy().into_owned(), form: None }
    }
}

/// What goes into the machine.
pub enum Program {
    /// Nothing: the machine starts with what the operating system has.
    None,
    /// A binary-load file.
    Xex(Xex),
    /// A cartridge; its type says for which slot.
    Cartridge(Cart),
    /// A disk in drive 1.
    Disk(PathBuf),
}

/// A resolved target.
pub struct Target {
    /// As typed.
    pub name: String,
    /// What goes into the machine.
    pub program: Program,
    /// Names of addresses: the program's before the operating system's.
    pub symbols: Symbols,
    /// What lies where in memory.
    pub blocks: Vec<Block>,
    /// How often loops turn at most, by the address of the branch that closes them.
    pub turns: BTreeMap<u16, u64>,
    /// The built-in program that this is.
    pub entry: Option<&'static Entry>,
}

impl Target {
    /// Finds out what is meant and builds or reads it.
    pub fn resolve(options: &TargetOptions, machine: &MachineOptions) -> anyhow::Result<Target> {
        let name = options.target.as_str();
        let path = Path::new(name);
        let mut target = match (path.exists() && !path.is_dir(), options.form) {
            (true, None) => file(name, path, machine)?,
            (true, Some(_)) => bail!("{name}: --form is for built-in programs; a file is what it is"),
            (false, form) => {
                ensure!(!path.is_dir(), "{name}: a folder; expected a file or a built-in program");
                built_in(name, form.unwrap_or(Form::Xex), machine)?
            }
        };
        // The names of the built-in operating system's own places would mislead with another.
        if machine.os.is_none() {
            let os = machine.sources().os().map_err(|error| title_error("the operating system", error))?;
            target.symbols.extend_with_unknown(&Symbols::from_assembly(&os.output));
        }
        Ok(target)
    }

    /// The program's bytes by address.
    pub fn contents(&self) -> Vec<(u16, Cow<'_, [u8]>)> {
        match &self.program {
            Program::None | Program::Disk(_) => Vec::new(),
            Program::Xex(xex) => {
                xex.segments.iter().map(|segment| (segment.start, segment.bytes.as_slice().into())).collect()
            }
            Program::Cartridge(cart) => {
                cartridge::at_power_on(cart).into_iter().map(|(start, bytes)| (start, bytes.into())).collect()
            }
        }
    }
}

/// A failed build of something built in: with `--src`, the user's own mistake.
pub fn title_error(name: &str, error: TitleError) -> anyhow::Error {
    anyhow!(Failed(format!("{name}: {error}")))
}

fn built_in(name: &str, form: Form, machine: &MachineOptions) -> anyhow::Result<Target> {
    if name == NONE {
        return Ok(Target {
            name: name.to_string(),
            program: Program::None,
            symbols: Symbols::default(),
            blocks: Vec::new(),
            turns: BTreeMap::new(),
            entry: None,
        });
    }
    let Some(entry) = shelf::named(name) else {
        let hint = match similar(name, SHELF.iter().map(|entry| entry.name)) {
            Some(title) => format!("did you mean `{title}`?"),
            None => format!("and no built-in program: expected a file, or `{}`", SHELF[0].name),
        };
        bail!("{name}: there is no such file: {hint}")
    };
    let target = match form {
        Form::Xex => {
            let title = machine.sources().title(entry).map_err(|error| title_error(name, error))?;
            from_assembly(name, &title.output)?
        }
        Form::Cart => {
            let title = machine.sources().cartridge(entry).map_err(|error| title_error(name, error))?;
            let program = Program::Cartridge(title.cart.clone());
            Target { program, ..from_assembly(name, &title.output)? }
        }
    };
    Ok(Target { entry: Some(entry), ..target })
}

fn file(name: &str, path: &Path, machine: &MachineOptions) -> anyhow::Result<Target> {
    let bytes = output::read_file(path)?;
    let target = |program, symbols, blocks| Target {
        name: name.to_string(),
        program,
        symbols,
        blocks,
        turns: BTreeMap::new(),
        entry: None,
    };
    let kind = match machine.cart_type {
        Some(_) => media::Kind::RawCart,
        None => kind(&bytes, name),
    };
    match kind {
        media::Kind::Source => from_assembly(name, &assemble(path, machine)?),
        media::Kind::Xex => {
            let (xex, warnings) = Xex::parse(&bytes).with_context(|| name.to_string())?;
            for warning in warnings {
                output::say(format_args!("{name}: warning: {warning}"));
            }
            let blocks = segments(&xex);
            Ok(target(Program::Xex(xex), labels_beside(path), blocks))
        }
        media::Kind::Car | media::Kind::RawCart => {
            let cart = read_cartridge(name, &bytes, machine.cart_type)?;
            let pieces = cartridge::at_power_on(&cart);
            let blocks = pieces
                .iter()
                .filter_map(|(start, bytes)| Block::sized("cartridge", Kind::Segment, *start, bytes.len()));
            let blocks = blocks.collect();
            Ok(target(Program::Cartridge(cart), labels_beside(path), blocks))
        }
        media::Kind::Disk => Ok(target(Program::Disk(path.to_path_buf()), labels_beside(path), Vec::new())),
        media::Kind::OsRom => bail!("{name}: an OS ROM: take it with --os {name}, and give a program"),
        media::Kind::State => {
            bail!("{name}: a saved state: take it with --load, and give the program it was saved with")
        }
        media::Kind::Script => bail!("{name}: an input script: take it with --input, and give a program"),
        media::Kind::Palette => bail!("{name}: a palette: take it with --palette, and give a program"),
        media::Kind::Unsupported(what) => bail!("{name}: {what}"),
        media::Kind::Unknown => bail!(
            "{name}: the file {}; expected assembler source (.asm), a binary-load file (it begins with $FF $FF), a \
             disk image (.atr, it begins with $96 $02), or a cartridge (.car, or a raw .rom)",
            describe(&bytes)
        ),
    }
}

/// The cartridge in a file: of type `id`, or of the type that the file says or its size suggests.
pub fn read_cartridge(name: &str, bytes: &[u8], id: Option<u32>) -> anyhow::Result<Cart> {
    let cart = match id {
        Some(id) => Cart::parse_as(bytes, id),
        None => Cart::parse(bytes),
    };
    let is_guess = id.is_none() && !bytes.starts_with(b"CART") && bytes.len() > 0x4000;
    match cart {
        Ok(cart) => {
            if is_guess {
                let (id, name_of_type) = (cart.kind.id(), cart.kind.name());
                output::say(format_args!(
                    "{name}: taken for cartridge type {id} ({name_of_type}); --cart-type N says otherwise"
                ));
            }
            Ok(cart)
        }
        Err(error @ (CartError::NoHeader | CartError::RawSize(_))) => {
            bail!("{name}: {error}; this file {}", describe(bytes))
        }
        Err(error) => Err(error).with_context(|| name.to_string()),
    }
}

/// Assembles a source file. Its diagnostics go to standard error; errors are a failed check.
fn assemble<'a>(path: &'a Path, machine: &'a MachineOptions) -> anyhow::Result<Output> {
    let files = SourceFiles::new(path, machine.allowed());
    let assembly = assembler::assemble(&files, &path.to_string_lossy(), &Options::default());
    output::show(&assembler::render(&assembly.diagnostics, Format::Human { color: false }));
    assembly.output.ok_or_else(|| anyhow!(Failed(String::new())))
}

fn from_assembly(name: &str, output: &Output) -> anyhow::Result<Target> {
    Ok(Target {
        name: name.to_string(),
        program: program(output).with_context(|| name.to_string())?,
        symbols: Symbols::from_assembly(output),
        blocks: Block::from_assembly(output),
        turns: output.loops.iter().map(|bound| (bound.address, bound.turns)).collect(),
        entry: None,
    })
}

/// What a source gives: a binary-load file, or without headers (`opt h-`) a cartridge.
fn program(output: &Output) -> anyhow::Result<Program> {
    if output.headers {
        return Ok(Program::Xex(Xex::parse(&output.xex())?.0));
    }
    Ok(Program::Cartridge(output.cart()?))
}

fn segments(xex: &Xex) -> Vec<Block> {
    xex.segments
        .iter()
        .enumerate()
        .filter_map(|(n, segment)| {
            Block::sized(format!("segment {}", n + 1), Kind::Segment, segment.start, segment.bytes.len())
        })
        .collect()
}

/// The labels of `game.lab` or `game.lbl` beside `game.xex`, if there is such a file.
fn labels_beside(path: &Path) -> Symbols {
    ["lab", "lbl"]
        .iter()
        .find_map(|extension| output::read_text(&path.with_extension(extension)).ok())
        .map(|text| Symbols::from_label_file(&text))
        .unwrap_or_default()
}
