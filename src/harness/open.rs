//! Opening a program: from a built-in program's name or a file's bytes to a machine that is loaded with it.

mod error;
mod fitting;
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
pub use fitting::{IdleOption, is_file};
use operands::Memory;
pub use roms::{basic, os_rom, read_cartridge, right_cartridge};

/// The name of the machine without a program, which starts the memo pad.
pub const NONE: &str = "none";

/// The format in which a built-in program is made.
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
    /// The sources of the built-in programs and the operating system.
    pub sources: Sources,
    /// The format of a built-in program.
    pub form: Form,
    /// The cartridge type of the file, as numbered in CAR files; none if the file itself tells.
    pub cart_type: Option<u32>,
    /// Replaces the built-in operating system; see [`os_rom()`].
    pub os: Option<OsRom>,
    /// A cartridge for the left slot, if the program itself is not a cartridge; see [`basic`].
    pub basic: Option<Cart>,
    /// A cartridge for the right slot; see [`right_cartridge`].
    pub right_cartridge: Option<Cart>,
    /// Installed RAM.
    pub ram: Ram,
    /// Television standard.
    pub video: Video,
    /// Determines everything that is undefined at power-on.
    pub seed: u64,
    /// Labels and their values, predefined when a source file is assembled.
    pub defines: Vec<(String, i64)>,
    /// Further folders in which a source file's includes are looked for.
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

/// What the machine is loaded with.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Medium {
    /// Nothing: the machine starts with the operating system's memo pad.
    None,
    /// A binary-load file.
    Xex(Xex),
    /// A cartridge; its type determines the slot.
    Cartridge(Cart),
    /// A disk for drive 1.
    Disk(DiskImage),
    /// An operating system that replaces the built-in one.
    Os(OsRom),
}

/// The source of the memory layout.
#[derive(Clone, Debug)]
enum Layout {
    /// From the file itself.
    Blocks(Vec<Block>),
    /// The assembler's output. Computed on demand, as it takes a quarter of the time to open a program and is rarely
    /// needed.
    Assembly(Box<Output>),
}

/// An opened program: what the machine is loaded with, and what is known about it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Program {
    /// The name under which it was opened.
    pub name: String,
    /// What the machine is loaded with.
    pub medium: Medium,
    /// Names of addresses: the program's own before the operating system's.
    pub symbols: Symbols,
    /// Source lines, where they are known, of the program and the operating system.
    pub lines: SourceLines,
    layout: Layout,
    /// The complete binary-load file, if it is one.
    file: Vec<u8>,
    /// Procedures with a limit of CPU cycles.
    pub budgets: Vec<Budget>,
    /// How many times loops run at most, by the address of the branch that closes them.
    pub turns: BTreeMap<u16, u64>,
    /// The catalogue entry, if this is a built-in program.
    pub entry: Option<&'static Entry>,
    /// Warnings of the assembler.
    pub diagnostics: Vec<Diagnostic>,
    /// Further notes for the user, each beginning with the program's name.
    pub notes: Vec<String>,
    /// The options with which the program was opened.
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
    /// The file's name; its extension may tell the format.
    pub name: &'a str,
    /// The file's contents.
    pub bytes: &'a [u8],
    /// Where an assembler source's includes are found; those that front800 provides for all sources ([`Generated`])
    /// are added.
    pub files: &'a dyn Files,
    /// The debug information found beside the file, if any; a source does not need it.
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
    /// A file without debug information.
    pub fn new(name: &'a str, bytes: &'a [u8]) -> Self {
        File { name, bytes, files: &NO_FILES, debug_info: None }
    }
}

impl Program {
    /// The built-in program `name`, or [`NONE`].
    ///
    /// # Errors
    /// [`OpenError::Refused`] if there is no such program, [`OpenError::Title`] if it, or the built-in operating
    /// system where that is needed, cannot be built.
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
    /// [`OpenError::Assembly`] for a source with errors; [`OpenError::Hinted`] for a file that is recognised as
    /// something else, with a hint; [`OpenError::Refused`] for any other file that is not a program;
    /// [`OpenError::Title`] if the built-in operating system is needed and cannot be built.
    pub fn file(file: File<'_>, options: Options) -> Result<Program, OpenError> {
        let File { name, bytes, .. } = file;
        let info = file.debug_info.cloned().unwrap_or_default();
        let layout = |mut blocks: Vec<Block>| {
            blocks.extend(Block::from_debug_info(&info, &blocks));
            Layout::Blocks(blocks)
        };
        let what = match kind(bytes, name) {
            what if what == Kind::Source || options.cart_type.is_none() => what,
            _ => Kind::RawCart,
        };
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

    /// An operating system. It has the same entry points as the built-in one, where programs expect them.
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

    /// The program in an assembler source, whatever the file's extension.
    ///
    /// # Errors
    /// [`OpenError::Assembly`] for a source with errors; [`OpenError::Refused`] if it generates no bytes or, with
    /// `opt h-`, no cartridge; [`OpenError::Title`] as for [`Program::file`].
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

    /// What a source generates: a binary-load file, or with `opt h-` (no headers) a cartridge.
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

    /// Whether it comes from the assembler: a source or a built-in program.
    pub fn is_assembled(&self) -> bool {
        self.assembly().is_some()
    }

    /// The assembler's output, if there is one.
    pub(in crate::harness) fn assembly(&self) -> Option<&Output> {
        if let Layout::Assembly(output) = &self.layout { Some(output) } else { None }
    }

    /// What a debugger needs to know. Numbers that the program's instructions use as addresses become names of
    /// variables.
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

    /// The memory layout.
    pub fn blocks(&self) -> Vec<Block> {
        match &self.layout {
            Layout::Blocks(blocks) => blocks.clone(),
            Layout::Assembly(output) => Block::from_assembly(output),
        }
    }

    /// The program's bytes, by address.
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

    /// The complete binary-load file; empty if it is something else.
    pub fn file_bytes(&self) -> &[u8] {
        &self.file
    }

    /// The configuration of a machine for it.
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

    /// A machine switched on and loaded with the program; a disk is in drive 1.
    ///
    /// # Errors
    /// As those of [`Program::config`].
    pub fn switch_on(&self) -> Result<Machine, OpenError> {
        Ok(self.switch_on_as(&self.config()?))
    }

    /// Like [`Program::switch_on`], on a machine with another configuration.
    pub(in crate::harness) fn switch_on_as(&self, config: &Config) -> Machine {
        let mut machine = self.without_disk(config);
        if let Medium::Disk(image) = &self.medium {
            let disk = machine.add_disk(image.clone(), false);
            machine.insert_disk(0, Some(disk));
        }
        machine
    }

    /// A machine switched on and loaded with the program but without a drive, for callers that manage the disks
    /// themselves.
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

    /// What is known about a built-in program beyond its bytes.
    ///
    /// # Errors
    /// The program lacks a label of its calendar.
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

    /// Warnings about parts that load where its machine has no RAM, each beginning with the program's name.
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
    /// The configuration of a machine with `cartridge` in the slot that it is made for.
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

/// The error for a file that is recognised as something other than a program, or not at all.
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
