//! The debugger's commands as text.

use std::path::PathBuf;

use crate::cpu::{Cpu, flags};
use crate::debug::breakpoints::{Access, What};
use crate::debug::debugger::Debugger;
use crate::debug::expression::Expression;
use crate::harness::script::{HEADER, Script};
use crate::inspect::symbols::{Symbol, long_number, number, similar};
use crate::machine::Chip;
use crate::machine::control::Control;

/// Frames of a `run` that says nothing else: a minute.
const RUN_FRAMES: u64 = 3600;
/// Most bytes of a `dump`, and most instructions of a `disasm`.
const MOST_BYTES: u32 = 0x10000;
/// The first of the addresses at which registers and entry points of the system lie.
const FIRST_ENTRY: u16 = 0xD000;
/// Instructions of a `disasm` that does not say how many.
const INSTRUCTIONS: u32 = 10;

/// Something to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Stop at something, if the condition holds.
    Stop(What, Option<Expression>),
    /// Forget the stop of this number.
    Delete(u32),
    /// Go on for so many frames at most.
    Run(u64),
    /// Back to the last stop.
    Reverse,
    /// So many instructions on.
    Step(u64),
    /// So many instructions back.
    Back(u64),
    /// An instruction on, a call until it has returned.
    Next,
    /// Out of the routine.
    Out,
    /// Who last wrote to an address.
    Writer(u16),
    /// Who last read an address.
    Reader(u16),
    /// To a machine cycle, back or on.
    Goto(u64),
    /// The value of an expression.
    Print(Expression),
    /// So many bytes from an address on.
    Dump(u16, u32),
    /// So many instructions from an address on.
    Disasm(u16, u32),
    /// The label of that name, or the one at or before an address.
    Label(Symbol, u16),
    /// Change a byte or a register.
    Set(Target, Expression),
    /// The flags as letters; the registers are in every answer.
    Regs,
    /// The place in the program.
    Where,
    /// The bytes on the stack and the calls they stand for.
    Stack,
    /// The display list.
    Dlist,
    /// The cycles that ANTIC takes in this line.
    Beam,
    /// A chip's registers.
    Chip(Chip),
    /// The text on the screen.
    Screen,
    /// Save the picture.
    Screenshot(PathBuf),
    /// What a person does, now or at a frame.
    Input(Vec<(Option<u64>, Control)>),
    /// The end.
    Quit,
}

/// What `set` changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A byte of RAM.
    Byte(u16),
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
    /// The other.
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
}

impl Register {
    /// Gives the register a value.
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

/// A value as a byte, with a sign or without.
pub fn byte(value: i64) -> Result<u8, String> {
    let signed = |_| i8::try_from(value).map(|value| value as u8);
    u8::try_from(value)
        .or_else(signed)
        .map_err(|_| format!("{value} does not fit a byte: expected -128 to 255"))
}

/// Whether a word is a command that leaves the machine where it is in time.
pub fn looks(word: &str) -> bool {
    const MOVING: [&str; 12] = [
        "break", "watch", "catch", "delete", "run", "reverse", "step", "back", "next", "out", "goto", "quit",
    ];
    COMMANDS.iter().any(|(name, _)| *name == word) && !MOVING.contains(&word)
}

/// The words that commands begin with, and what follows them.
const COMMANDS: [(&str, &str); 28] = [
    ("break", "ADDR|LABEL|FILE:LINE [if COND]"),
    ("watch", "r|w|x|c ADDR[..ADDR] [if COND]"),
    ("catch", "nmi|irq|brk|jam|stack|budget|frame|beam L:C [if COND]"),
    ("delete", "N"),
    ("run", "[FRAMES]"),
    ("reverse", ""),
    ("step", "[N]"),
    ("back", "[N]"),
    ("next", ""),
    ("out", ""),
    ("writer", "ADDR"),
    ("reader", "ADDR"),
    ("goto", "CYCLE"),
    ("print", "EXPR"),
    ("dump", "ADDR LEN"),
    ("disasm", "ADDR [N]"),
    ("label", "LABEL|ADDR"),
    ("set", "ADDR VALUE"),
    ("regs", ""),
    ("where", ""),
    ("stack", ""),
    ("dlist", ""),
    ("beam", ""),
    ("chip", "antic|gtia|pokey|pia"),
    ("screen", ""),
    ("screenshot", "FILE"),
    ("input", "[FRAME] DEVICE STATE"),
    ("quit", ""),
];

/// The words that commands begin with.
pub fn words() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(word, _)| *word)
}

/// The word that a line begins with, and the rest; none if there is nothing to be done.
pub fn split(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Some((word, rest.trim()))
}

impl Command {
    /// Reads a command with the program's labels.
    ///
    /// # Errors
    /// Says what would be right.
    pub fn parse(word: &str, rest: &str, debugger: &Debugger) -> Result<Command, String> {
        let word = word.to_ascii_lowercase();
        let Some(&(_, form)) = COMMANDS.iter().find(|(name, _)| *name == word) else {
            return Err(match similar(&word, COMMANDS.iter().map(|(name, _)| *name)) {
                Some(similar) => format!("there is no command `{word}`: did you mean `{similar}`?"),
                None => {
                    let names = COMMANDS.map(|(name, _)| name).join(", ");
                    format!("there is no command `{word}`: expected one of {names}")
                }
            });
        };
        let reader = Reader { form, word: &word, rest, debugger };
        reader.command()
    }
}

/// Reads what follows a word.
struct Reader<'a> {
    word: &'a str,
    form: &'static str,
    rest: &'a str,
    debugger: &'a Debugger,
}

impl Reader<'_> {
    fn command(&self) -> Result<Command, String> {
        Ok(match self.word {
            "break" => {
                let (place, condition) = self.condition()?;
                let addresses = self.place(place)?;
                let here = self.debugger.machine().cpu().pc;
                let condition = self.truth(condition, addresses.first().copied().unwrap_or(here))?;
                Command::Stop(What::Instruction(addresses), condition)
            }
            "watch" => {
                let (access, condition) = self.condition()?;
                Command::Stop(self.access(access)?, self.truth_here(condition)?)
            }
            "catch" => {
                let (what, condition) = self.condition()?;
                Command::Stop(self.caught(what)?, self.truth_here(condition)?)
            }
            "delete" => Command::Delete(self.number(self.rest)?),
            "run" => Command::Run(self.count(RUN_FRAMES)?),
            "step" => Command::Step(self.count(1)?),
            "back" => Command::Back(self.count(1)?),
            "writer" => Command::Writer(self.address(self.rest)?),
            "reader" => Command::Reader(self.address(self.rest)?),
            "goto" => match long_number(self.rest) {
                Some(cycle) => Command::Goto(cycle),
                None => return Err(format!("{}: a machine cycle, from 0 on", self.expected())),
            },
            "print" => Command::Print(self.expression(self.rest)?),
            "dump" => {
                let (address, length) = self.two()?;
                let length = number(length).filter(|length| (1..=MOST_BYTES).contains(length));
                let wrong = || format!("{}: LEN is 1 to {MOST_BYTES}", self.expected());
                Command::Dump(self.address(address)?, length.ok_or_else(wrong)?)
            }
            "disasm" => {
                let (address, count) = self.rest.split_once(char::is_whitespace).unwrap_or((self.rest, ""));
                let count = if count.is_empty() { Some(INSTRUCTIONS) } else { number(count.trim()) };
                let wrong = || format!("{}: N is 1 to {MOST_BYTES}", self.expected());
                let count = count.filter(|count| (1..=MOST_BYTES).contains(count)).ok_or_else(wrong)?;
                Command::Disasm(self.address(address)?, count)
            }
            "label" => {
                let (symbol, address) = self.label()?;
                Command::Label(symbol, address)
            }
            "set" => {
                let (target, value) = self.two()?;
                let target = match Register::named(target) {
                    Some(register) => Target::Register(register),
                    None => Target::Byte(self.address(target)?),
                };
                let is_counter = target == Target::Register(Register::Pc);
                match self.debugger.address(value) {
                    Ok(address) if is_counter => Command::Set(target, self.expression(&address.to_string())?),
                    _ => Command::Set(target, self.expression(value)?),
                }
            }
            "chip" => Command::Chip(match self.rest.to_ascii_lowercase().as_str() {
                "antic" => Chip::Antic,
                "gtia" => Chip::Gtia,
                "pokey" => Chip::Pokey,
                "pia" => Chip::Pia,
                _ => return Err(self.expected()),
            }),
            "screenshot" if !self.rest.is_empty() => Command::Screenshot(self.rest.into()),
            "input" => Command::Input(input(self.rest)?),
            _ if !self.rest.is_empty() || !self.form.is_empty() => return Err(self.expected()),
            "reverse" => Command::Reverse,
            "next" => Command::Next,
            "out" => Command::Out,
            "regs" => Command::Regs,
            "where" => Command::Where,
            "stack" => Command::Stack,
            "dlist" => Command::Dlist,
            "beam" => Command::Beam,
            "screen" => Command::Screen,
            _ => Command::Quit,
        })
    }

    fn expected(&self) -> String {
        let (word, form) = (self.word, self.form);
        match form.is_empty() {
            true => format!("nothing stands after `{word}`"),
            false => format!("expected `{word} {form}`"),
        }
    }

    /// What stands before `if`, and the condition behind it.
    fn condition(&self) -> Result<(&str, Option<&str>), String> {
        let Some((what, condition)) = split_at_if(self.rest) else {
            return Ok((self.rest, None));
        };
        if condition.is_empty() {
            return Err("a condition is missing behind `if`, such as `a == $20 && hits >= 3`".to_string());
        }
        Ok((what, Some(condition)))
    }

    /// A condition as the code at an address means it.
    fn truth(&self, condition: Option<&str>, address: u16) -> Result<Option<Expression>, String> {
        let read = |text| self.debugger.expression_at(text, address).map_err(|error| error.to_string());
        condition.map(read).transpose()
    }

    /// A condition as the code means it at which the program stands.
    fn truth_here(&self, condition: Option<&str>) -> Result<Option<Expression>, String> {
        condition.map(|text| self.expression(text)).transpose()
    }

    fn expression(&self, text: &str) -> Result<Expression, String> {
        self.debugger.expression(text).map_err(|error| error.to_string())
    }

    fn address(&self, text: &str) -> Result<u16, String> {
        if text.is_empty() {
            return Err(self.expected());
        }
        self.debugger.address(text).map_err(|error| error.to_string())
    }

    /// A symbol by its name, or the label at or before an address, and the address that was meant. What the system calls a
    /// register or an entry point has the name of a number, which no label stands at.
    fn label(&self) -> Result<(Symbol, u16), String> {
        let symbols = self.debugger.symbols();
        let scope = symbols.scope_at(self.debugger.machine().cpu().pc);
        if let Some(symbol) = symbols.symbol_within(scope, self.rest) {
            return Ok((symbol.clone(), symbol.value));
        }
        let address = self.address(self.rest)?;
        let is_meant = |symbol: &&Symbol| symbol.value == address && address >= FIRST_ENTRY;
        let symbol = match symbols.nearest(address) {
            Some(symbol) if symbol.value == address => Some(symbol),
            nearest => symbols.iter().find(is_meant).or(nearest),
        };
        let symbol = symbol.cloned();
        Ok((symbol.ok_or_else(|| format!("there is no label at ${address:04X} or before"))?, address))
    }

    /// An address, or the addresses of a line of source.
    fn place(&self, text: &str) -> Result<Vec<u16>, String> {
        let is_number = |line: &str| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
        match text.rsplit_once(':').filter(|(_, line)| is_number(line)) {
            Some((file, line)) => {
                let number = line.parse().map_err(|_| format!("{file}: no file has a line {line}"))?;
                self.debugger.lines().addresses(file, number)
            }
            None => Ok(vec![self.address(text)?]),
        }
    }

    fn access(&self, text: &str) -> Result<What, String> {
        let (kind, range) = text.split_once(char::is_whitespace).ok_or_else(|| self.expected())?;
        let access = match kind.to_ascii_lowercase().as_str() {
            "r" => Access::Read,
            "w" => Access::Write,
            "x" => Access::Execute,
            "c" => Access::Change,
            _ => return Err(self.expected()),
        };
        let (from, to) = range.split_once("..").unwrap_or((range, range));
        let (from, to) = (self.address(from.trim())?, self.address(to.trim())?);
        match from <= to {
            true => Ok(What::Access(access, from, to)),
            false => Err(format!("${from:04X} lies behind ${to:04X}: expected the lower address first")),
        }
    }

    fn caught(&self, text: &str) -> Result<What, String> {
        Ok(match text.to_ascii_lowercase().as_str() {
            "nmi" => What::Nmi,
            "irq" => What::Irq,
            "brk" => What::Brk,
            "jam" => What::Jam,
            "stack" => What::Stack,
            "budget" => What::Budget,
            "frame" => What::Frame,
            text => {
                let beam = text.strip_prefix("beam").and_then(|place| place.trim().split_once(':'));
                let (line, cycle) = beam.ok_or_else(|| self.expected())?;
                let (line, cycle) = (self.number(line)?, self.number(cycle)?);
                let lines = self.debugger.machine().video().lines();
                if line >= lines || cycle >= crate::machine::LINE_CYCLES {
                    return Err(format!("the beam has lines 0 to {} and cycles 0 to 113", lines - 1));
                }
                What::Beam(line, cycle)
            }
        })
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

/// What stands before the first word `if`, and what stands behind it.
fn split_at_if(text: &str) -> Option<(&str, &str)> {
    let is_blank = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
    let bytes = text.as_bytes();
    let at = (1..bytes.len()).find(|&at| {
        let is_if = bytes[at..].get(..2).is_some_and(|word| word.eq_ignore_ascii_case(b"if"));
        is_if && is_blank(bytes.get(at - 1)) && is_blank(bytes.get(at + 2))
    })?;
    Some((text[..at].trim(), text[at + 2..].trim()))
}

/// A line of an input script, its frame left out for what is to be done at once.
fn input(text: &str) -> Result<Vec<(Option<u64>, Control)>, String> {
    let has_frame = text.starts_with(|c: char| c.is_ascii_digit());
    let line = if has_frame { text.to_string() } else { format!("0 {text}") };
    let script = Script::parse(&format!("{HEADER}\n{line}\n")).map_err(|error| error.message)?;
    if !script.disks.is_empty() {
        return Err("disks are changed by a script given with --input".to_string());
    }
    let at = |frame| if has_frame { Some(frame) } else { None };
    Ok(script.entries.iter().map(|entry| (at(entry.frame), entry.control)).collect())
}
