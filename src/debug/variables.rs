//! The variables of a program and their values, with the sizes that the source declares.

use std::fmt::{self, Display};

use super::debugger::Debugger;
use super::timeline::Act;
use crate::inspect::symbols::{Kind, Symbol, Symbols};
use crate::machine::Machine;

/// How many values of a table are shown next to its name.
const FIRST: u32 = 4;

/// The size of a variable's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Bytes.
    Byte,
    /// Two bytes, low byte first.
    Word,
}

impl Unit {
    /// The unit of a symbol, as far as the source declares it; two bytes without further information are a word.
    pub fn of(symbol: &Symbol) -> Unit {
        match (symbol.element, symbol.size) {
            (2, _) | (0, 2) => Unit::Word,
            _ => Unit::Byte,
        }
    }

    /// Its size in bytes.
    pub fn bytes(self) -> u16 {
        match self {
            Unit::Byte => 1,
            Unit::Word => 2,
        }
    }

    /// The address of value `n`, from 0, if the first is at `start`.
    pub fn address(self, start: u16, n: u32) -> u16 {
        start.wrapping_add((n as u16).wrapping_mul(self.bytes()))
    }

    /// The value at an address.
    pub fn peek(self, machine: &Machine, address: u16) -> u16 {
        let byte = |n: u16| machine.peek(address.wrapping_add(n));
        match self {
            Unit::Byte => byte(0).into(),
            Unit::Word => u16::from_le_bytes([byte(0), byte(1)]),
        }
    }

    /// Converts a number, signed or unsigned.
    ///
    /// # Errors
    /// A message if it is out of range.
    pub fn fit(self, number: i64) -> Result<u16, String> {
        let (what, signed, most) = match self {
            Unit::Byte => ("byte", i64::from(i8::MIN), i64::from(u8::MAX)),
            Unit::Word => ("word", i64::from(i16::MIN), i64::from(u16::MAX)),
        };
        match (signed..=most).contains(&number) {
            true => Ok((number & most) as u16),
            false => Err(format!("{number} does not fit a {what}: expected {signed} to {most}")),
        }
    }

    /// Writes a number into RAM and returns the value stored.
    ///
    /// # Errors
    /// It is out of range, or there is no RAM at the address.
    pub fn poke(self, debugger: &mut Debugger, address: u16, number: i64) -> Result<u16, String> {
        let number = self.fit(number)?;
        let bytes = (0..self.bytes()).map(|n| address.wrapping_add(n)).zip(number.to_le_bytes());
        if let Some((at, _)) = bytes.clone().find(|&(at, _)| !debugger.machine().has_ram(at)) {
            return Err(format!("there is no RAM at ${at:04X}"));
        }
        for (at, byte) in bytes {
            debugger.act(Act::Poke(at, byte));
        }
        Ok(number)
    }

    /// The value as shown in a table: `$03`, `$03E8`.
    pub fn hex(self, number: u16) -> String {
        format!("${number:0width$X}", width = 2 * usize::from(self.bytes()))
    }
}

/// How many values a label has; 1 if the source does not say.
pub fn count(symbol: &Symbol) -> u32 {
    (symbol.size / u32::from(Unit::of(symbol).bytes())).max(1)
}

/// The value of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// A single number.
    One(Unit, u16),
    /// A table: its length and its first values.
    Table(Unit, u32, Vec<u16>),
    /// Structures: how many, and the named fields of the first.
    Structures(u32, Vec<(String, Held)>),
}

impl Held {
    /// The value of a symbol.
    pub fn by(symbols: &Symbols, symbol: &Symbol, machine: &Machine) -> Held {
        Held::at(symbols, symbol, symbol.value, machine)
    }

    /// The value that a symbol would have at another address, as fields of an array's elements do.
    pub fn at(symbols: &Symbols, symbol: &Symbol, address: u16, machine: &Machine) -> Held {
        let fields = symbols.fields(symbol);
        if !fields.is_empty() {
            let place = |field: &Symbol| address.wrapping_add(field.value.wrapping_sub(symbol.value));
            let held = |field: &Symbol| Held::at(symbols, field, place(field), machine);
            let named = fields.into_iter().map(|field| (last_part(&field.name).to_string(), held(field)));
            return Held::Structures((symbol.size / symbol.element).max(1), named.collect());
        }
        let unit = Unit::of(symbol);
        let number = |n: u32| unit.peek(machine, unit.address(address, n));
        match count(symbol) {
            1 => Held::One(unit, number(0)),
            count => Held::Table(unit, count, (0..count.min(FIRST)).map(number).collect()),
        }
    }

    /// Reduces an array of structures to the first.
    pub fn first(self) -> Held {
        match self {
            Held::Structures(_, fields) => Held::Structures(1, fields),
            held => held,
        }
    }
}

impl Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Held::One(unit, number) => {
                f.write_str(&unit.hex(*number))?;
                if *unit == Unit::Word { write!(f, " ({number})") } else { Ok(()) }
            }
            Held::Table(unit, count, first) => {
                write!(f, "[{count}]")?;
                first.iter().try_for_each(|&number| write!(f, " {}", unit.hex(number)))?;
                f.write_str(if *count > FIRST { " …" } else { "" })
            }
            Held::Structures(count, fields) => {
                if *count > 1 {
                    write!(f, "[{count}] ")?;
                }
                for (n, (name, held)) in fields.iter().enumerate() {
                    write!(f, "{}{name} {held}", if n > 0 { ", " } else { "" })?;
                }
                f.write_str(if *count > 1 { " …" } else { "" })
            }
        }
    }
}

/// The name of a field without that of its structure.
pub fn last_part(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(_, last)| last)
}

/// The labels of data in RAM, by name. A procedure's labels carry its name, which shows who owns what in the zero
/// page.
pub fn all(debugger: &Debugger) -> impl Iterator<Item = &Symbol> {
    let labels = debugger.symbols().iter().filter(|symbol| symbol.kind == Kind::Label);
    labels
        .filter(|symbol| debugger.machine().has_ram(symbol.value) && !debugger.lines().is_code(symbol.value))
}
