//! Parsing the debugger's commands.

use std::path::PathBuf;

use crate::cpu::{Cpu, flags};
use crate::debug::breakpoints::{Access, BreakpointKind};
use crate::debug::debugger::Debugger;
use crate::debug::expression::Expression;
use crate::debug::spot::Spot;
use crate::debug::variables::Unit;
use crate::harness::script::{Line, parse_line};
use crate::inspect::symbols::{Symbol, long_number, number, similar};
use crate::machine::Chip;

/// Frames of a `run` without an argument: a minute.
const RUN_FRAMES: u64 = 3600;
/// The most bytes of a `dump`, and the most instructions of a `disasm`.
const MOST_BYTES: u32 = 0x10000;
/// Registers and entry points of the system are at this address and above.
const FIRST_ENTRY: u16 = 0xD000;
/// Instructions of a `disasm` without a number.
const INSTRUCTIONS: u32 = 10;

/// A parsed command.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Set a breakpoint with an optional condition.
    Stop(BreakpointKind, Option<Expression>),
    /// Delete the breakpoint with this number.
    Delete(u32),
    /// Run for at most this many frames.
    Run(u64),
    /// Go back to the last breakpoint.
    Reverse,
    /// Execute this many instructions.
    Step(u64),
    /// Go back by this many instructions.
    Back(u64),
    /// Execute one instruction; step over a call.
    Next,
    /// Step by source lines.
    Line(Way),
    /// Run until the routine has returned.
    Out,
    /// Find the access that last wrote to an address.
    Writer(u16),
    /// Find the access that last read an address.
    Reader(u16),
    /// Go to a machine cycle, forward or back.
    Goto(u64),
    /// Evaluate an expression. For a label of a word, which stands for its low byte, also show the word at that
    /// address.
    Print(Expression, Option<u16>),
    /// Show so many bytes or words from an address on.
    Values(Unit, u16, u32),
    /// Show the fields of a structure with this label at an address, or how many elements an array of them has.
    Fields(Symbol, u16, Option<u32>),
    /// Dump so many bytes from an address on, in hex.
    Dump(u16, u32),
    /// Disassemble so many instructions from an address on.
    Disasm(u16, u32),
    /// Show a label by its name, or the one at or before an address.
    Label(Symbol, u16),
    /// Change a byte, a word or a register.
    Set(Target, Expression),
    /// Show the flags as letters (the registers are in every answer).
    Regs,
    /// Show the present place in the program.
    Where,
    /// Show the bytes on the stack and the calls found in them.
    Stack,
    /// Show the display list.
    Dlist,
    /// Show the cycles that ANTIC takes in this line.
    Beam,
    /// Show a chip's registers.
    Chip(Chip),
    /// Show the text on the screen.
    Screen,
    /// Save the picture to a file.
    Screenshot(PathBuf),
    /// Apply input now, or plan it for a frame.
    Input(Line),
    /// Go back to where the debugger began, and drop what was done since.
    Restart,
    /// List the commands, or show the syntax of one.
    Help(Vec<String>),
    /// Quit.
    Quit,
}

/// How to step by lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Forward, into calls.
    In,
    /// Forward, over calls.
    Over,
    /// Back.
    Back,
}

/// What `set` changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A byte or a word of RAM.
    Memory(Unit, u16),
    /// A register of the CPU.
    Register(Register),
}

/// The registers of the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// The accumulator.
    A,
    /// An index register.
    X,
    /// The other index register.
    Y,
    /// The stack pointer.
    S,
    /// The flags.
    P,
    /// The program counter.
    Pc,
}

impl Register {
    /// The register of that name.
    pub fn named(name: &str) -> Option<Register> {
        let all = [
            ("a", Register::A),
            ("x", Register::X),
            ("y", Register::Y),
            ("s", Register::S),
            ("p", Register::P),
            ("pc", Register::Pc),
        ];
        all.into_iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, register)| register)
    }

    /// Sets the register.
    ///
    /// # Errors
    /// A message if the value is outside -128 to 255 (for the program counter 0 to 65535). The register is unchanged
    /// then.
    pub fn set(self, cpu: &mut Cpu, value: i64) -> Result<(), String> {
        match self {
            Register::A => cpu.a = byte(value)?,
            Register::X => cpu.x = byte(value)?,
            Register::Y => cpu.y = byte(value)?,
            Register::S => cpu.s = byte(value)?,
            Register::P => cpu.p = byte(value)? & !flags::B | flags::UNUSED,
            Register::Pc => {
                let wrong = |_| format!("{value} is no address: expected 0 to 65535");
                cpu.pc = u16::try_from(value).map_err(wrong)?;
            }
        }
        Ok(())
    }
}

fn byte(value: i64) -> Result<u8, String> {
    Unit::Byte.fit(value).map(|byte| byte as u8)
}

/// A command name.
struct Word {
    name: &'static str,
    /// The syntax of its arguments.
    form: &'static str,
    /// Whether the command changes the machine's position in time, or the breakpoints.
    moves: bool,
    read: fn(&Reader) -> Result<Command, String>,
}

impl Word {
    /// The syntax of the command.
    fn line(&self) -> String {
        format!("{} {}", self.name, self.form).trim_end().to_string()
    }
}

const fn moves(name: &'static str, form: &'static str, read: fn(&Reader) -> Result<Command, String>) -> Word {
    Word { name, form, moves: true, read }
}

const fn stays(name: &'static str, form: &'static str, read: fn(&Reader) -> Result<Command, String>) -> Word {
    Word { name, form, moves: false, read }
}

/// All commands.
static COMMANDS: [Word; 31] = [
    moves("break", "ADDR|LABEL|FILE:LINE [if COND]", |it| it.stop()),
    moves("watch", "[r|w|x|c] ADDR[..ADDR] [if COND]", |it| it.stop_where(|text| it.access(text))),
    moves("catch", "nmi|irq|brk|jam|stack|uninit|romwrite|budget|registers|frame|beam L:C [if COND]", |it| {
        it.stop_where(|text| it.caught(text))
    }),
    moves("delete", "N", |it| Ok(Command::Delete(it.number(it.rest)?))),
    moves("run", "[FRAMES]", |it| Ok(Command::Run(it.count(RUN_FRAMES)?))),
    moves("continue", "[FRAMES]", |it| Ok(Command::Run(it.count(RUN_FRAMES)?))),
    moves("reverse", "", |it| it.alone(Command::Reverse)),
    moves("step", "[N|line]", |it| it.by_line(Way::In, |it| Ok(Command::Step(it.count(1)?)))),
    moves("back", "[N|line]", |it| it.by_line(Way::Back, |it| Ok(Command::Back(it.count(1)?)))),
    moves("next", "[line]", |it| it.by_line(Way::Over, |it| it.alone(Command::Next))),
    moves("out", "", |it| it.alone(Command::Out)),
    stays("writer", "ADDR", |it| Ok(Command::Writer(it.address(it.rest)?))),
    stays("reader", "ADDR", |it| Ok(Command::Reader(it.address(it.rest)?))),
    moves("goto", "CYCLE", |it| it.goto()),
    stays("print", "EXPR|ADDR,N|byte(ADDR),N|word(ADDR),N", |it| it.print()),
    stays("dump", "ADDR LEN", |it| it.dump()),
    stays("disasm", "ADDR [N]", |it| it.disasm()),
    stays("label", "LABEL|ADDR", |it| it.label()),
    stays("set", "ADDR|LABEL|byte(ADDR)|word(ADDR)|REGISTER VALUE", |it| it.set()),
    stays("regs", "", |it| it.alone(Command::Regs)),
    stays("where", "", |it| it.alone(Command::Where)),
    stays("stack", "", |it| it.alone(Command::Stack)),
    stays("dlist", "", |it| it.alone(Command::Dlist)),
    stays("beam", "", |it| it.alone(Command::Beam)),
    stays("chip", "antic|gtia|pokey|pia", |it| it.chip()),
    stays("screen", "", |it| it.alone(Command::Screen)),
    stays("screenshot", "FILE", |it| it.screenshot()),
    stays("input", "[FRAME] DEVICE STATE", |it| it.input()),
    moves("restart", "", |it| it.alone(Command::Restart)),
    stays("help", "[COMMAND]", |it| it.help()),
    moves("quit", "", |it| it.alone(Command::Quit)),
];

fn word(name: &str) -> Option<&'static Word> {
    let name = if name == "c" { "continue" } else { name };
    COMMANDS.iter().find(|word| word.name == name)
}

/// Whether a word is a command that changes neither the position in time nor the breakpoints.
pub fn looks(name: &str) -> bool {
    word(name).is_some_and(|word| !word.moves)
}

/// Whether a word is any other command.
pub fn moves_on(name: &str) -> bool {
    word(name).is_some_and(|word| word.moves)
}

/// Whether a word is a name of [`Command::Run`].
pub fn goes_on(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    word(&name).is_some_and(|word| matches!(word.name, "run" | "continue"))
}

/// The command names.
pub fn words() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|word| word.name)
}

/// The keywords that may follow a command name: those of its syntax in lower case.
pub fn followers(name: &str) -> Vec<&'static str> {
    let first = word(name).and_then(|word| word.form.split(' ').next()).unwrap_or_default();
    let is_word = |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    first.trim_matches(['[', ']']).split('|').filter(is_word).collect()
}

/// Splits a line into its first word and the rest; none for an empty line.
pub fn split(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Some((word, rest.trim()))
}

impl Command {
    /// Parses a command; labels are those of the program.
    ///
    /// # Errors
    /// What is expected, as a message.
    pub fn parse(word: &str, rest: &str, debugger: &Debugger) -> Result<Command, String> {
        let name = word.to_ascii_lowercase();
        let word = known(&name)?;
        (word.read)(&Reader { word, rest, debugger })
    }
}

/// The command with this name, or a message that suggests one.
fn known(name: &str) -> Result<&'static Word, String> {
    word(name).ok_or_else(|| match similar(name, words()) {
        Some(similar) => format!("there is no command `{name}`: did you mean `{similar}`?"),
        None => {
            let names = words().collect::<Vec<_>>().join(", ");
            format!("there is no command `{name}`: expected one of {names}")
        }
    })
}

/// Parses the arguments of a command.
struct Reader<'a> {
    word: &'static Word,
    rest: &'a str,
    debugger: &'a Debugger,
}

impl Reader<'_> {
    /// A command without arguments.
    fn alone(&self, command: Command) -> Result<Command, String> {
        if self.rest.is_empty() { Ok(command) } else { Err(self.expected()) }
    }

    /// A command by lines if the argument says so; otherwise what `read` parses.
    fn by_line(&self, way: Way, read: impl Fn(&Self) -> Result<Command, String>) -> Result<Command, String> {
        if self.rest.eq_ignore_ascii_case("line") { Ok(Command::Line(way)) } else { read(self) }
    }

    fn stop(&self) -> Result<Command, String> {
        let (place, condition) = self.condition()?;
        let addresses = self.place(place)?;
        let here = self.debugger.machine().cpu().pc;
        let condition = self.truth(condition, addresses.first().copied().unwrap_or(here))?;
        Ok(Command::Stop(BreakpointKind::Instruction(addresses), condition))
    }

    /// A breakpoint parsed by `read`; labels in its condition are looked up in the scope of the code about to be
    /// executed.
    fn stop_where(&self, read: impl Fn(&str) -> Result<BreakpointKind, String>) -> Result<Command, String> {
        let (what, condition) = self.condition()?;
        let what = read(what)?;
        Ok(Command::Stop(what, condition.map(|text| self.expression(text)).transpose()?))
    }

    fn help(&self) -> Result<Command, String> {
        let lines = |words: &[Word]| words.iter().map(Word::line).collect();
        let all = self.rest.is_empty().then(|| lines(&COMMANDS));
        let one = || known(&self.rest.to_ascii_lowercase()).map(|word| vec![word.line()]);
        all.map_or_else(one, Ok).map(Command::Help)
    }

    fn goto(&self) -> Result<Command, String> {
        match long_number(self.rest) {
            Some(cycle) => Ok(Command::Goto(cycle)),
            None => Err(format!("{}: a machine cycle, from 0 on", self.expected())),
        }
    }

    /// An expression, fields, or bytes or words. Without an explicit unit, the source's declaration of the label
    /// decides.
    fn print(&self) -> Result<Command, String> {
        let (place, count) = match self.rest.rsplit_once(',') {
            Some((place, count)) => (place.trim(), Some(self.size("N", count)?)),
            None => (self.rest, None),
        };
        let named = self.debugger.spot(place).ok();
        if let Some((structure, at)) = named.and_then(|it| Some((self.structure(&it)?, it.address))) {
            return Ok(Command::Fields(structure.clone(), at, count));
        }
        let Some(count) = count else {
            let is_word = |it: &Spot| it.unit() == Unit::Word && it.count(self.debugger.symbols()) == 1;
            let word = named.filter(|it| it.symbol.is_some() && is_word(it)).map(|it| it.address);
            return Ok(Command::Print(self.expression(place)?, word));
        };
        let at = self.address(place)?;
        Ok(Command::Values(named.map_or(Unit::Byte, |it| self.unit_at(&it, place)), at, count))
    }

    /// The structure at a place, if it has one.
    fn structure<'a>(&self, place: &Spot<'a>) -> Option<&'a Symbol> {
        place.symbol.filter(|symbol| !self.debugger.symbols().fields(symbol).is_empty())
    }

    /// The unit of the value at a place; for a label with an offset, that of the label.
    fn unit_at(&self, place: &Spot, text: &str) -> Unit {
        let label = text.split_once('+').filter(|_| !text.ends_with(')')).map(|(label, _)| label.trim());
        label.and_then(|label| self.symbol(label)).map_or(place.unit(), Unit::of)
    }

    fn dump(&self) -> Result<Command, String> {
        let (address, length) = self.two()?;
        Ok(Command::Dump(self.address(address)?, self.size("LEN", length)?))
    }

    fn disasm(&self) -> Result<Command, String> {
        let (address, count) = self.rest.split_once(char::is_whitespace).unwrap_or((self.rest, ""));
        let count = if count.is_empty() { INSTRUCTIONS } else { self.size("N", count)? };
        Ok(Command::Disasm(self.address(address)?, count))
    }

    /// A number of bytes or instructions.
    fn size(&self, name: &str, text: &str) -> Result<u32, String> {
        let size = number(text.trim()).filter(|size| (1..=MOST_BYTES).contains(size));
        size.ok_or_else(|| format!("{}: {name} is 1 to {MOST_BYTES}", self.expected()))
    }

    fn set(&self) -> Result<Command, String> {
        let (target, value) = self.two()?;
        let target = match Register::named(target) {
            Some(register) => Target::Register(register),
            None => {
                let place = self.spot(target)?;
                place.check_settable(target, self.debugger.symbols())?;
                Target::Memory(place.unit(), place.address)
            }
        };
        let is_counter = target == Target::Register(Register::Pc);
        Ok(match self.debugger.address(value) {
            Ok(address) if is_counter => Command::Set(target, self.expression(&address.to_string())?),
            _ => Command::Set(target, self.expression(value)?),
        })
    }

    fn chip(&self) -> Result<Command, String> {
        Chip::named(self.rest).map(Command::Chip).ok_or_else(|| self.expected())
    }

    fn screenshot(&self) -> Result<Command, String> {
        if self.rest.is_empty() { Err(self.expected()) } else { Ok(Command::Screenshot(self.rest.into())) }
    }

    /// A line of an input script; without a frame, it is applied at once.
    fn input(&self) -> Result<Command, String> {
        parse_line(self.rest).map(Command::Input).map_err(|error| error.message)
    }

    fn expected(&self) -> String {
        match self.word.form.is_empty() {
            true => format!("nothing stands after `{}`", self.word.name),
            false => format!("expected `{}`", self.word.line()),
        }
    }

    /// The part before `if`, and the condition after it.
    fn condition(&self) -> Result<(&str, Option<&str>), String> {
        let Some((what, condition)) = split_at_if(self.rest) else {
            return Ok((self.rest, None));
        };
        if condition.is_empty() {
            return Err("a condition is missing behind `if`, such as `a == $20 && hits >= 3`".to_string());
        }
        Ok((what, Some(condition)))
    }

    /// A condition with labels looked up in the scope of the code at an address.
    fn truth(&self, condition: Option<&str>, address: u16) -> Result<Option<Expression>, String> {
        let read = |text| self.debugger.expression_at(text, address).map_err(|error| error.to_string());
        condition.map(read).transpose()
    }

    fn expression(&self, text: &str) -> Result<Expression, String> {
        self.debugger.expression(text).map_err(|error| error.to_string())
    }

    fn address(&self, text: &str) -> Result<u16, String> {
        if text.is_empty() {
            return Err(self.expected());
        }
        self.spot(text).map(|place| place.address)
    }

    /// A place; `pc` is one too.
    fn spot(&self, text: &str) -> Result<Spot<'_>, String> {
        let counter = Some(self.debugger.machine().cpu().pc).filter(|_| text.eq_ignore_ascii_case("pc"));
        let counter = counter.and_then(|pc| self.debugger.spot(&pc.to_string()).ok());
        self.debugger.spot(text).or_else(|error| counter.ok_or(error.to_string()))
    }

    /// A symbol by name, looked up in the scope of the code about to be executed.
    fn symbol(&self, name: &str) -> Option<&Symbol> {
        let symbols = self.debugger.symbols();
        symbols.symbol_within(&symbols.scope_at(self.debugger.machine().cpu().pc), name)
    }

    /// A symbol by name, or the label at or before an address, with that address. The names of the system's registers
    /// and entry points are numbers, not labels, so an exact match of the value counts there.
    fn label(&self) -> Result<Command, String> {
        if let Some(symbol) = self.symbol(self.rest) {
            return Ok(Command::Label(symbol.clone(), symbol.value));
        }
        let address = self.address(self.rest)?;
        let symbols = self.debugger.symbols();
        let is_meant = |symbol: &&Symbol| symbol.value == address && address >= FIRST_ENTRY;
        let symbol = match symbols.nearest(address) {
            Some(symbol) if symbol.value == address => Some(symbol),
            nearest => symbols.iter().find(is_meant).or(nearest),
        };
        let symbol = symbol.ok_or_else(|| format!("there is no label at ${address:04X} or before"))?;
        Ok(Command::Label(symbol.clone(), address))
    }

    /// An address, or all addresses of a source line.
    fn place(&self, text: &str) -> Result<Vec<u16>, String> {
        match self.debugger.lines().addresses_at(text) {
            Some(addresses) => addresses,
            None => Ok(vec![self.address(text)?]),
        }
    }

    fn access(&self, text: &str) -> Result<BreakpointKind, String> {
        let (kind, range) = text.split_once(char::is_whitespace).unwrap_or(("w", text));
        let access = match kind.to_ascii_lowercase().as_str() {
            "r" => Access::Read,
            "w" => Access::Write,
            "x" => Access::Execute,
            "c" => Access::Change,
            _ => return Err(self.expected()),
        };
        let (from, to) = match range.split_once("..") {
            Some((from, to)) => (self.address(from.trim())?, self.address(to.trim())?),
            None => {
                let place = self
                    .spot(range)
                    .map_err(|error| if range.is_empty() { self.expected() } else { error })?;
                let bytes = if access == Access::Execute { 1 } else { place.bytes() };
                (place.address, place.address.saturating_add((bytes - 1) as u16))
            }
        };
        match from <= to {
            true => Ok(BreakpointKind::Access(access, from, to)),
            false => Err(format!("${from:04X} lies behind ${to:04X}: expected the lower address first")),
        }
    }

    fn caught(&self, text: &str) -> Result<BreakpointKind, String> {
        let text = text.to_ascii_lowercase();
        if let Some(kind) = BreakpointKind::named(&text) {
            return Ok(kind);
        }
        let beam = text.strip_prefix("beam").and_then(|place| place.trim().split_once(':'));
        let (line, cycle) = beam.ok_or_else(|| self.expected())?;
        let (line, cycle) = (self.number(line)?, self.number(cycle)?);
        let lines = self.debugger.machine().video().lines();
        if line >= lines || cycle >= crate::machine::LINE_CYCLES {
            return Err(format!("the beam has lines 0 to {} and cycles 0 to 113", lines - 1));
        }
        Ok(BreakpointKind::Beam(line, cycle))
    }

    fn number(&self, text: &str) -> Result<u32, String> {
        number(text.trim()).ok_or_else(|| self.expected())
    }

    fn count(&self, usual: u64) -> Result<u64, String> {
        match self.rest {
            "" => Ok(usual),
            text => long_number(text)
                .filter(|&count| count > 0)
                .ok_or_else(|| format!("{}: a number from 1 on", self.expected())),
        }
    }

    fn two(&self) -> Result<(&str, &str), String> {
        let (first, second) = self.rest.split_once(char::is_whitespace).ok_or_else(|| self.expected())?;
        Ok((first, second.trim()))
    }
}

/// The parts before and after the first word `if`.
fn split_at_if(text: &str) -> Option<(&str, &str)> {
    let is_blank = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
    let bytes = text.as_bytes();
    let at = (1..bytes.len()).find(|&at| {
        let is_if = bytes[at..].get(..2).is_some_and(|word| word.eq_ignore_ascii_case(b"if"));
        is_if && is_blank(bytes.get(at - 1)) && is_blank(bytes.get(at + 2))
    })?;
    Some((text[..at].trim(), text[at + 2..].trim()))
}
