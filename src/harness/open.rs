//! Opening a program: a built-in program's name or a file's bytes, to a machine with it inside.

mod error;
mod names;
pub(in crate::harness) mod operands;
mod roms;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::assembler::{self, Diagnostic, Files, MemoryFiles, Output, Overlay};
use crate::debug::budgets::Budget;
use crate::debug::debugger::Known;
use crate::inspect::debug_info::DebugInfo;
use crate::inspect::game::{Calendar, Game};
use crate::inspect::map::{Block, Kind as BlockKind};
use crate::inspect::source_lines::SourceLines;
use crate::inspect::symbols::{Symbols, similar};
use crate::machine::{Config, DiskImage, Machine, Ram, Video, cartridge};
use crate::media::cart::{Cart, Wiring};
use crate::media::kind::describe;
use crate::media::os_rom::{self, OsRom};
use crate::media::xex::{Segment, Xex};
use crate::media::{Kind, Unsupported, kind};
use crate::titles::shelf::{self, Entry, SHELF};
use crate::titles::{Generated, MissingLabel, Sources, TitleError, required};
pub use error::{Hint, OpenError};
use error::{about, refused, warned};
use operands::Memory;
pub use roms::{basic, os_rom, read_cartridge, right_cartridge};

/// The name of the bare machine: nothing but the memo pad.
pub const NONE: &str = "none";

/// What a built-in program is made as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A binary-load file.
    #[default]
    Xex,
    /// A cartridge of 16K, for a machine with 16K or more.
    Cart,
}

/// How a program is opened, and the machine that it is to run on.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where the built-in programs and the operating system come from.
    pub sources: Sources,
    /// What a built-in program is made as.
    pub form: Form,
    /// The file is a cartridge of this type, as numbered in CAR files.
    pub cart_type: Option<u32>,
    /// In place of the built-in operating system; see [`os_rom()`].
    pub os: Option<OsRom>,
    /// In the left slot, beside a program that is no cartridge itself; see [`basic`].
    pub basic: Option<Cart>,
    /// In the right slot; see [`right_cartridge`].
    pub right_cartridge: Option<Cart>,
    /// Installed RAM.
    pub ram: Ram,
    /// Television standard.
    pub video: Video,
    /// Decides everything that is undefined at power-on.
    pub seed: u64,
    /// Labels with their values, set when a source file is assembled.
    pub defines: Vec<(String, i64)>,
    /// Folders in which a source file's includes are looked for, too.
    pub include: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            sources: Sources::embedded(),
            form: Form::default(),
            cart_type: None,
            os: None,
            basic: None,
            right_cartridge: None,
            ram: Ram::default(),
            video: Video::default(),
            seed: 0,
            defines: Vec::new(),
            include: Vec::new(),
        }
    }
}

/// What goes into the machine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Medium {
    /// Nothing: the machine starts with what the operating system has.
    None,
    /// A binary-load file.
    Xex(Xex),
    /// A cartridge; its type says for which slot.
    Cartridge(Cart),
    /// A disk for drive 1.
    Disk(DiskImage),
    /// An operating system, which the machine has in place of the built-in one.
    Os(OsRom),
}

/// From what is known what lies where in memory.
#[derive(Clone, Debug)]
enum Layout {
    /// From the file itself.
    Blocks(Vec<Block>),
    /// From its assembly; it takes a quarter of the time to open a program to work that out, and few ask.
    Assembly(Box<Output>),
}

/// An opened program: what goes into the machine, and what is known about it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Program {
    /// The name under which it was opened.
    pub name: String,
    /// What goes into the machine.
    pub medium: Medium,
    /// Names of addresses: the program's before the operating system's.
    pub symbols: Symbols,
    /// Where in its source it comes from, if that is known; the operating system behind it.
    pub lines: SourceLines,
    layout: Layout,
    /// The binary-load file with all that stands in it, if it is one.
    file: Vec<u8>,
    /// Procedures that may take so many CPU cycles at most.
    pub budgets: Vec<Budget>,
    /// How often loops turn at most, by the address of the branch that closes them.
    pub turns: BTreeMap<u16, u64>,
    /// The built-in program that this is.
    pub entry: Option<&'static Entry>,
    /// What the assembler had to say about a source that it could assemble.
    pub diagnostics: Vec<Diagnostic>,
    /// What else is worth knowing, each with the program's name in front.
    pub notes: Vec<String>,
    /// The options with which it was opened.
    pub options: Options,
}

/// A file to be opened.
///
/// # Examples
///
/// ```
/// use front800::harness::open::{File, Options, Program};
/// use front800::machine::Ram;
///
/// let source = b" icl 'front800/hardware.inc'\n org $2000\nloop mva VCOUNT COLBK\n jmp loop\n run loop\n";
/// let options = Options { ram: Ram::Kb16, ..Options::default() };
/// let program = Program::file(File::new("colours.asm", source), options)?;
/// assert_eq!(program.symbols.address("loop"), Ok(0x2000));
/// # Ok::<(), front800::harness::open::OpenError>(())
/// ```
#[derive(Clone, Copy)]
pub struct File<'a> {
    /// What it is called; the ending may tell what it is.
    pub name: &'a str,
    /// Its content.
    pub bytes: &'a [u8],
    /// What an assembler source includes, but for what front800 has for all of them ([`Generated`]).
    pub files: &'a dyn Files,
    /// What stands beside it about its names and lines; a source has these itself.
    pub debug_info: Option<&'a DebugInfo>,
}

static NO_FILES: MemoryFiles = MemoryFiles { files: BTreeMap::new() };

impl fmt::Debug for File<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("File")
            .field("name", &self.name)
            .field("bytes", &self.bytes.len())
            .finish_non_exhaustive()
    }
}

impl<'a> File<'a> {
    /// A file beside which nothing stands.
    pub fn new(name: &'a str, bytes: &'a [u8]) -> Self {
        File { name, bytes, files: &NO_FILES, debug_info: None }
    }
}

impl Program {
    /// The built-in program `name`, or [`NONE`].
    ///
    /// # Errors
    /// [`OpenError::Refused`] if none has that name, [`OpenError::Title`] if it cannot be built, or the built-in operating system where
    /// that is needed.
    ///
    /// # Examples
    ///
    /// ```
    /// use front800::harness::open::{Options, Program};
    ///
    /// let program = Program::named("rasputitsa", Options::default())?;
    /// let mut machine = program.switch_on()?;
    /// machine.run_frame();
    /// assert!(program.symbols.address("turn").is_ok());
    /// # Ok::<(), front800::harness::open::OpenError>(())
    /// ```
    pub fn named(name: &str, options: Options) -> Result<Program, OpenError> {
        if name == NONE {
            return Program::new(name, Medium::None, options).with_os_symbols();
        }
        let Some(entry) = shelf::named(name) else {
            return refused(match similar(name, SHELF.iter().map(|entry| entry.name)) {
                Some(title) => format!("{name}: there is no such file: did you mean `{title}`?"),
                None => {
                    let titles: Vec<&str> = SHELF.iter().map(|entry| entry.name).collect();
                    let titles = titles.join("`, `");
                    format!(
                        "{name}: there is no such file: expected a file, or a built-in program: `{titles}`"
                    )
                }
            });
        };
        let failed = |error| OpenError::Title(name.to_string(), error);
        let program = match options.form {
            Form::Xex => {
                let title = options.sources.title(entry).map_err(failed)?;
                Program::assembled(name, &title.output, options)?
            }
            Form::Cart => {
                let title = options.sources.cartridge(entry).map_err(failed)?;
                let medium = Medium::Cartridge(title.cart.clone());
                Program { medium, ..Program::assembled(name, &title.output, options)? }
            }
        };
        Program { entry: Some(entry), ..program }.with_os_symbols()
    }

    /// The program in a file.
    ///
    /// # Errors
    /// [`OpenError::Assembly`] for a source with errors, [`OpenError::Hinted`] for a file of which it is known what would help, and
    /// [`OpenError::Refused`] for others that are no program; [`OpenError::Title`] if the built-in operating system is needed and cannot be
    /// built.
    pub fn file(file: File<'_>, options: Options) -> Result<Program, OpenError> {
        let File { name, bytes, .. } = file;
        let info = file.debug_info.cloned().unwrap_or_default();
        let layout = |mut blocks: Vec<Block>| {
            blocks.extend(Block::from_debug_info(&info, &blocks));
            Layout::Blocks(blocks)
        };
        let what = if options.cart_type.is_some() { Kind::RawCart } else { kind(bytes, name) };
        let program = match what {
            Kind::Source => return Program::source(file, options),
            Kind::Xex => {
                let (xex, warnings) = Xex::parse(bytes).map_err(about(name))?;
                let notes = warned(name, &warnings);
                let layout = layout(segments(&xex));
                let program = Program::new(name, Medium::Xex(xex), options);
                Program { layout, notes, file: bytes.to_vec(), ..program }
            }
            Kind::Car | Kind::RawCart => {
                let (cart, notes) = read_cartridge(name, bytes, options.cart_type)?;
                let pieces = cartridge::at_power_on(&cart).into_iter();
                let block = |(start, bytes): (u16, Vec<u8>)| {
                    Block::sized("cartridge", BlockKind::Segment, start, bytes.len())
                };
                let layout = layout(pieces.filter_map(block).collect());
                Program { layout, notes, ..Program::new(name, Medium::Cartridge(cart), options) }
            }
            Kind::Disk => {
                let (disk, warnings) = DiskImage::read(bytes, name).map_err(about(name))?;
                let notes = warned(name, &warnings);
                Program { notes, ..Program::new(name, Medium::Disk(disk), options) }
            }
            Kind::OsRom => Program::system(name, bytes, options)?,
            other => return Err(no_program(name, bytes, other)),
        };
        let DebugInfo { mut symbols, lines, .. } = info;
        symbols.extend_with_unknown(&program.symbols);
        Program { symbols, lines, ..program }.with_os_symbols()
    }

    /// An operating system. Its entries are where ours has them, which is where programs look for them.
    fn system(name: &str, bytes: &[u8], options: Options) -> Result<Program, OpenError> {
        if options.os.is_some() {
            return refused(format!("{name}: an OS ROM, beside another one: expected one of them"));
        }
        let (rom, notes) = os_rom(name, bytes)?;
        let ours = options.sources.os().map_err(os_failed)?;
        let entries = ours.official_names().filter(|&(_, address)| address >= os_rom::START);
        let entries = entries.map(|(name, address)| (name.to_string(), address));
        let symbols = Symbols::from_pairs(entries);
        let block = Block::sized("system", BlockKind::Segment, os_rom::START, OsRom::SIZE);
        let layout = Layout::Blocks(block.into_iter().collect());
        Ok(Program { symbols, layout, notes, ..Program::new(name, Medium::Os(rom), options) })
    }

    fn new(name: &str, medium: Medium, options: Options) -> Program {
        Program {
            name: name.to_string(),
            medium,
            symbols: Symbols::default(),
            lines: SourceLines::default(),
            layout: Layout::Blocks(Vec::new()),
            file: Vec::new(),
            budgets: Vec::new(),
            turns: BTreeMap::new(),
            entry: None,
            diagnostics: Vec::new(),
            notes: Vec::new(),
            options,
        }
    }

    /// The program of an assembler source, whatever the file is called.
    ///
    /// # Errors
    /// [`OpenError::Assembly`] for one with errors, [`OpenError::Refused`] if it makes no bytes or, with `opt h-`, no cartridge;
    /// [`OpenError::Title`] as for [`Program::file`].
    pub fn source(file: File<'_>, options: Options) -> Result<Program, OpenError> {
        let mut itself = MemoryFiles::default();
        itself.add(file.name, file.bytes);
        let ours = Generated::new(options.sources.clone());
        let others = Overlay(file.files, &ours);
        let assembly = assembler::assemble(
            &Overlay(&itself, &others),
            file.name,
            &assembler::Options {
                references: true,
                defines: options.defines.clone(),
                include: options.include.clone(),
                ..assembler::Options::default()
            },
        );
        let Some(output) = assembly.output else { return Err(OpenError::Assembly(assembly.diagnostics)) };
        let program = Program::assembled(file.name, &output, options)?;
        Program { diagnostics: assembly.diagnostics, ..program }.with_os_symbols()
    }

    /// What a source gives: a binary-load file, or without headers (`opt h-`) a cartridge.
    fn assembled(name: &str, output: &Output, options: Options) -> Result<Program, OpenError> {
        if output.bounds().is_none() {
            return Err(about(name)("the source makes no bytes: there is nothing to run"));
        }
        let file = if output.has_headers() { output.xex() } else { Vec::new() };
        let medium = if output.has_headers() {
            Medium::Xex(Xex::parse(&file).map_err(about(name))?.0)
        } else {
            let cart = output.cart().map_err(|error| {
                about(name)(format!("a source with `opt h-` is taken for a cartridge: {error}"))
            })?;
            Medium::Cartridge(cart)
        };
        Ok(Program {
            symbols: Symbols::from_assembly(output),
            lines: SourceLines::from_assembly(output),
            layout: Layout::Assembly(Box::new(output.clone())),
            file,
            budgets: budgets(output),
            turns: output.loops.iter().map(|bound| (bound.address, bound.turns)).collect(),
            ..Program::new(name, medium, options)
        })
    }

    /// Whether it has been assembled: a source, or a built-in program.
    pub fn is_assembled(&self) -> bool {
        self.assembly().is_some()
    }

    /// What the assembler gave, if it has been assembled.
    pub(in crate::harness) fn assembly(&self) -> Option<&Output> {
        if let Layout::Assembly(output) = &self.layout { Some(output) } else { None }
    }

    /// What a debugger wants to know about it. Names of numbers that its instructions use as addresses are those
    /// of variables.
    pub fn known(&self) -> Known {
        let memory = Memory::of(&self.contents());
        let statements = self.lines.instructions();
        let addresses: BTreeSet<u16> =
            statements.flat_map(|(start, length)| memory.operands(start, length)).collect();
        let os = self.options.sources.os().map(|os| Symbols::from_assembly(&os.output)).unwrap_or_default();
        Known {
            symbols: self.symbols.with_addresses(&addresses, &os),
            lines: self.lines.clone(),
            budgets: self.budgets.clone(),
        }
    }

    /// What lies where in memory.
    pub fn blocks(&self) -> Vec<Block> {
        match &self.layout {
            Layout::Blocks(blocks) => blocks.clone(),
            Layout::Assembly(output) => Block::from_assembly(output),
        }
    }

    /// The program's bytes by address.
    pub fn contents(&self) -> Vec<(u16, Cow<'_, [u8]>)> {
        match &self.medium {
            Medium::None | Medium::Disk(_) => Vec::new(),
            Medium::Xex(xex) => {
                xex.segments.iter().map(|segment| (segment.start, segment.bytes.as_slice().into())).collect()
            }
            Medium::Cartridge(cart) => {
                cartridge::at_power_on(cart).into_iter().map(|(start, bytes)| (start, bytes.into())).collect()
            }
            Medium::Os(rom) => vec![(os_rom::START, rom.as_slice().into())],
        }
    }

    /// The binary-load file with all that stands in it; empty if it is none.
    pub fn file_bytes(&self) -> &[u8] {
        &self.file
    }

    /// What a machine for it is built from.
    ///
    /// # Errors
    /// As those of [`Options::config`].
    pub fn config(&self) -> Result<Config, OpenError> {
        match &self.medium {
            Medium::Cartridge(cart) => self.options.config(Some(cart.clone())),
            Medium::Os(rom) => Ok(Config { os: rom.clone(), ..self.options.config(None)? }),
            _ => self.options.config(None),
        }
    }

    /// A machine switched on with the program in it, the disk in drive 1 if it is one.
    ///
    /// # Errors
    /// As those of [`Program::config`].
    pub fn switch_on(&self) -> Result<Machine, OpenError> {
        Ok(self.switch_on_as(&self.config()?))
    }

    /// The same on another machine than it was opened for.
    pub(in crate::harness) fn switch_on_as(&self, config: &Config) -> Machine {
        let mut machine = self.without_disk(config);
        if let Medium::Disk(image) = &self.medium {
            let disk = machine.add_disk(image.clone(), false);
            machine.insert_disk(0, Some(disk));
        }
        machine
    }

    /// A machine switched on with the program in it but no drive, for whoever sees to the disks himself.
    ///
    /// # Errors
    /// As those of [`Program::config`].
    pub fn switch_on_without_disk(&self) -> Result<Machine, OpenError> {
        Ok(self.without_disk(&self.config()?))
    }

    fn without_disk(&self, config: &Config) -> Machine {
        let mut machine = Machine::new(config);
        machine.set_title(&self.name);
        if let Medium::Xex(program) = &self.medium {
            machine.load_program(program.clone());
        }
        machine
    }

    /// The value of one of the program's own labels.
    pub(in crate::harness) fn label(&self, name: &str) -> Option<u16> {
        match self.assembly() {
            Some(output) => output.symbol(name).and_then(|value| u16::try_from(value).ok()),
            None => self.symbols.value(name),
        }
    }

    /// What is known of it beside its bytes, if it is built in.
    ///
    /// # Errors
    /// A label of its calendar is missing.
    pub fn game(&self) -> Result<Game, MissingLabel> {
        let Some(entry) = self.entry else { return Ok(Game::default()) };
        let value = |label: &str| self.symbols.value(label);
        let calendar = entry.calendar.as_ref().map(|labels| {
            Ok(Calendar {
                orders_open: required(&value, labels.orders_open)?,
                turn: required(&value, labels.turn)?,
                day: required(&value, labels.day)?,
                month: required(&value, labels.month)?,
                year: required(&value, labels.year)?,
                title: value(labels.title),
            })
        });
        Ok(Game { has_tablet: entry.has_tablet, is_kept: true, calendar: calendar.transpose()? })
    }

    /// What of it lies where its machine has no RAM to hold it, with its name in front.
    pub fn misplaced(&self) -> Vec<String> {
        let Medium::Xex(program) = &self.medium else { return Vec::new() };
        let ram = self.options.ram;
        let problem = |Segment { start, bytes }: &Segment| {
            let (first, end) = (u32::from(*start), u32::from(*start) + bytes.len() as u32);
            let place = if first < 0xD000 && end > 0xC000 || end > 0xD800 {
                "where an XL or XE has memory and an 800 has none".to_string()
            } else if first < 0xC000 && end > u32::from(ram.bytes()) {
                format!("beyond the {}K of RAM", ram.kilobytes())
            } else {
                return None;
            };
            let last = end - 1;
            Some(format!(
                "{}: warning: the segment at ${first:04X}-${last:04X} lies {place}: the program may not run",
                self.name
            ))
        };
        program.segments.iter().filter_map(problem).collect()
    }
}

impl Options {
    /// What a machine is built from, with `cartridge` in the slot that it is made for.
    ///
    /// # Errors
    /// [`OpenError::Refused`] for two cartridges in one slot, and for one in the right slot beside a left one without banks at $8000;
    /// [`OpenError::Title`] if the built-in operating system is needed and cannot be built.
    pub fn config(&self, cartridge: Option<Cart>) -> Result<Config, OpenError> {
        let (right, left): (Option<Cart>, Option<Cart>) = match cartridge {
            Some(cart) if cart.kind.is_right() => (Some(cart), None),
            cart => (None, cart),
        };
        if left.is_some() && self.basic.is_some() {
            return refused("BASIC and a cartridge cannot both be in the left slot");
        }
        if right.is_some() && self.right_cartridge.is_some() {
            return refused("this cartridge and another one cannot both be in the right slot");
        }
        let left = left.or_else(|| self.basic.clone());
        let right = right.or_else(|| self.right_cartridge.clone());
        if let (Some(left), Some(_)) = (&left, &right)
            && left.kind.wiring() == Wiring::Fixed(0x8000)
        {
            return refused(format!(
                "a left cartridge of type {} ({}) leaves no room for one in the right slot: both want $8000-$9FFF",
                left.kind.id(),
                left.kind.name()
            ));
        }
        let os = match &self.os {
            Some(rom) => rom.clone(),
            None => self.sources.os().map_err(os_failed)?.rom.clone(),
        };
        let (ram, video, seed) = (self.ram, self.video, self.seed);
        Ok(Config { os, cartridge: left, right_cartridge: right, ram, video, seed })
    }
}

fn os_failed(error: TitleError) -> OpenError {
    OpenError::Title("the operating system".to_string(), error)
}

/// Why a file that is known for something else, or not known at all, is no program.
fn no_program(name: &str, bytes: &[u8], what: Kind) -> OpenError {
    let hinted = |text: &str, hint| OpenError::Hinted(format!("{name}: {text}"), hint);
    match what {
        Kind::State => hinted("a saved state: expected the program it was saved with", Hint::State),
        Kind::Script => hinted("an input script: expected a program", Hint::Script),
        Kind::Palette => hinted("a palette: expected a program", Hint::Palette),
        Kind::Unsupported(what @ (Unsupported::Basic | Unsupported::BasicListing)) => {
            hinted(&what.to_string(), Hint::Basic)
        }
        Kind::Unsupported(what) => OpenError::Refused(format!("{name}: {what}")),
        _ => OpenError::Refused(format!(
            "{name}: the file {}; expected assembler source (.asm), a binary-load file (it begins with $FF $FF), a \
             disk image (.atr, it begins with $96 $02), or a cartridge (.car, or a raw .rom)",
            describe(bytes)
        )),
    }
}

fn budgets(output: &Output) -> Vec<Budget> {
    let budget = |block: &assembler::Block| {
        Some(Budget { name: block.name.clone(), start: block.start, cycles: block.budget? })
    };
    output.blocks.iter().filter_map(budget).collect()
}

fn segments(xex: &Xex) -> Vec<Block> {
    let block = |(n, segment): (usize, &Segment)| {
        Block::sized(format!("segment {}", n + 1), BlockKind::Segment, segment.start, segment.bytes.len())
    };
    xex.segments.iter().enumerate().filter_map(block).collect()
}
