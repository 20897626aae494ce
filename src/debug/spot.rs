//! Places in memory as a person names them.

use super::debugger::Debugger;
use super::expression::Expression;
use super::variables::{self, Held, Unit};
use crate::inspect::symbols::{AddressError, Kind, Symbol, Symbols};
use crate::machine::Machine;

/// A place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot<'a> {
    /// Where it is.
    pub address: u16,
    /// The label that describes it; none if there is no such label.
    pub symbol: Option<&'a Symbol>,
    /// Whether it is a single element of what the label names.
    pub is_element: bool,
    /// The size of the value there if there is no label.
    unit: Unit,
}

impl<'a> Spot<'a> {
    /// What a label describes, at an address that may differ from the label's own, as for fields of elements.
    pub fn of(symbol: &'a Symbol, address: u16) -> Self {
        Spot { address, symbol: Some(symbol), is_element: false, unit: Unit::of(symbol) }
    }

    /// Element `n` of it, from 0.
    pub fn element(&self, n: u32) -> Self {
        let size = self.symbol.map_or(1, |symbol| symbol.element.max(1));
        let address = self.address.wrapping_add((n as u16).wrapping_mul(size as u16));
        let unit = if size == 2 { Unit::Word } else { Unit::Byte };
        Spot { address, is_element: true, unit, ..*self }
    }

    /// A field of it, with the field's own label.
    pub fn field(&self, field: &'a Symbol) -> Self {
        let first = self.symbol.map_or(field.value, |symbol| symbol.value);
        Spot::of(field, self.address.wrapping_add(field.value.wrapping_sub(first)))
    }

    /// The fields, if it is a structure or an array of structures.
    pub fn fields(&self, symbols: &'a Symbols) -> Vec<&'a Symbol> {
        self.symbol.map_or_else(Vec::new, |symbol| symbols.fields(symbol))
    }

    /// The size of its values.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// How many elements it has, values or structures.
    pub fn count(&self, symbols: &Symbols) -> u32 {
        match self.symbol.filter(|_| !self.is_element) {
            None => 1,
            Some(symbol) if symbols.fields(symbol).is_empty() => variables::count(symbol),
            Some(symbol) => (symbol.size / symbol.element).max(1),
        }
    }

    /// Its size in bytes; 1 for an instruction.
    pub fn bytes(&self) -> u32 {
        match self.symbol {
            Some(symbol) if self.is_element => symbol.element.max(1),
            Some(symbol) if symbol.kind == Kind::Label => symbol.size.max(1),
            Some(_) => 1,
            None => u32::from(self.unit.bytes()),
        }
    }

    /// Checks that it can be set where it is called `name`.
    ///
    /// # Errors
    /// It is a structure, or a number of the source and no place in memory.
    pub fn check_settable(&self, name: &str, symbols: &Symbols) -> Result<(), String> {
        if !self.fields(symbols).is_empty() {
            return Err(format!("`{name}` is a structure: set one of its fields"));
        }
        let is_place = |symbol: &Symbol| {
            symbol.kind != Kind::Constant || symbols.system().is_place(&symbol.name, symbol.value)
        };
        match self.symbol.filter(|symbol| !is_place(symbol)) {
            Some(Symbol { value, .. }) => Err(format!(
                "`{name}` is the number {value}: to set the byte at that address, write `byte({name})`"
            )),
            None => Ok(()),
        }
    }

    /// Its present contents.
    pub fn held(&self, symbols: &Symbols, machine: &Machine) -> Held {
        match self.symbol {
            Some(symbol) if !self.is_element => Held::at(symbols, symbol, self.address, machine),
            Some(symbol) if !symbols.fields(symbol).is_empty() => {
                Held::at(symbols, symbol, self.address, machine).first()
            }
            _ => Held::One(self.unit, self.unit.peek(machine, self.address)),
        }
    }
}

impl Debugger {
    /// Parses a place: a label, an element (`table[x]`, with the present X), a field (`enemies[1].x`), `byte(…)`,
    /// `word(…)`, or an address as for [`Symbols::address`]. Labels are looked up in the scope of the code about to
    /// be executed.
    ///
    /// # Errors
    /// As those of [`Symbols::address`].
    pub fn spot<'s>(&'s self, text: &str) -> Result<Spot<'s>, AddressError> {
        let (symbols, text) = (self.symbols(), text.trim());
        let scope = &symbols.scope_at(self.machine().cpu().pc);
        if let Some(symbol) = symbols.symbol_within(scope, text) {
            return Ok(Spot::of(symbol, symbol.value));
        }
        let wrong = |said: String| AddressError::Wrong(text.to_string(), said);
        let now = |address: Expression| match address.value(self.machine(), 0) {
            Ok(address) => u16::try_from(address).map_err(|_| wrong(format!("{address} is no address"))),
            Err(error) => Err(wrong(error.to_string())),
        };
        if is_of_unit(text) {
            let read = self.expression(text).map_err(|error| wrong(error.to_string()))?;
            let (address, is_word) = read.place().ok_or_else(|| AddressError::Malformed(text.to_string()))?;
            let unit = if is_word { Unit::Word } else { Unit::Byte };
            return Ok(Spot { address: now(address)?, symbol: None, is_element: false, unit });
        }
        if text.contains('[') {
            let read = Expression::parse_element(text, symbols, scope);
            let (address, symbol, is_element) = read.map_err(|error| wrong(error.to_string()))?;
            let symbol =
                symbols.symbol(&symbol.name).ok_or_else(|| AddressError::Malformed(text.to_string()))?;
            let whole = Spot::of(symbol, now(address)?);
            return Ok(if is_element { whole.element(0) } else { whole });
        }
        let address = symbols.address_within(scope, text)?;
        Ok(Spot { address, symbol: None, is_element: false, unit: Unit::Byte })
    }
}

/// Whether a text is `byte(…)` or `word(…)`.
fn is_of_unit(text: &str) -> bool {
    let word = text.split('(').next().unwrap_or_default().trim_end();
    text.ends_with(')') && ["byte", "word"].iter().any(|unit| word.eq_ignore_ascii_case(unit))
}
