//! Stops and events in Python's form.

use std::ops::RangeInclusive;

use front800::inspect::symbols::Symbols;
use front800::machine::{Event, LINE_CYCLES, Machine, StateError, Stops};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{ExpressionError, Raise};
use crate::kinds::{is_beyond, is_of_range, number, of_kinds, shown, unexpected};

/// A number that is an address.
pub struct Number(u16);

impl<'py> FromPyObject<'_, 'py> for Number {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        given.extract().map(Number).map_err(|error| match is_beyond(&error, given.py()) {
            true => {
                let number = shown(&given);
                ExpressionError::new_err(format!("{number} is no address: expected 0 to 65535"))
            }
            false => error,
        })
    }
}

/// An address: a number or a label.
pub enum Address {
    /// A number.
    Number(Number),
    /// A label, or a number as the assembler writes it.
    Text(String),
}

of_kinds!(Address, "an address: a number from 0 to 65535, or a label", Number, Text);

impl Address {
    /// The value of the address.
    pub fn find(&self, symbols: &Symbols) -> PyResult<u16> {
        match self {
            Address::Number(Number(number)) => Ok(*number),
            Address::Text(text) => symbols.address(text).map_err(Raise::raise),
        }
    }
}

/// An address, or the first and the last of a range.
pub enum Addresses {
    /// The first and the last address, both included.
    Range((Address, Address)),
    /// A single address.
    One(Address),
}

of_kinds!(Addresses, "an address, or a pair of the first and the last one", Range, One);

impl Addresses {
    /// The range of addresses.
    pub fn find(&self, symbols: &Symbols) -> PyResult<RangeInclusive<u16>> {
        match self {
            Addresses::One(address) => address.find(symbols).map(|address| address..=address),
            Addresses::Range((first, last)) => {
                let (first, last) = (first.find(symbols)?, last.find(symbols)?);
                if first > last {
                    let message =
                        format!("addresses ${first:04X} to ${last:04X}: the first comes after the last");
                    return Err(ExpressionError::new_err(message));
                }
                Ok(first..=last)
            }
        }
    }
}

/// A list of [`Addresses`], or one address.
#[derive(Default)]
pub struct Places(Vec<Addresses>);

impl<'py> FromPyObject<'_, 'py> for Places {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match given.extract() {
            Ok(address) => Ok(Places(vec![Addresses::One(address)])),
            Err(error) if is_of_range(&error, given.py()) => Err(error),
            Err(_) if given.try_iter().is_err() => Err(unexpected(&given, "an address, or several")),
            Err(_) => given.extract().map(Places),
        }
    }
}

/// Adds the addresses of one argument to the stops, with the method for that kind of stop.
pub fn add(
    stops: &mut Stops,
    symbols: &Symbols,
    places: Places,
    on: impl Fn(&mut Stops, RangeInclusive<u16>),
) -> PyResult<()> {
    for addresses in places.0 {
        on(stops, addresses.find(symbols)?);
    }
    Ok(())
}

/// A position of the beam: line and cycle.
pub type Beam<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Adds positions of the beam to the stops.
pub fn beams(stops: &mut Stops, machine: &Machine, beams: Vec<Beam<'_>>) -> PyResult<()> {
    for (line, cycle) in beams {
        let line = number(&line, "beam: line", 0..=machine.video().lines() - 1)?;
        stops.on_beam(line, number(&cycle, "beam: cycle", 0..=LINE_CYCLES - 1)?);
    }
    Ok(())
}

/// Replaces the stops. One that has been reported at the present instruction is not reported there again.
pub fn replace(machine: &mut Machine, stops: Stops) {
    let reported = machine.has_reported_stop();
    machine.set_stops(Some(stops));
    if reported {
        machine.leave_stop();
    }
}

/// Restores a saved state. Running on executes the next instruction even if there is a stop, because a loop that restores where it has
/// stopped would not end otherwise.
pub fn restore(machine: &mut Machine, state: &[u8]) -> Result<(), StateError> {
    machine.load(state)?;
    machine.leave_stop();
    Ok(())
}

/// An event as a dictionary.
pub fn event<'py>(py: Python<'py>, event: &Event) -> PyResult<Bound<'py, PyDict>> {
    let (kind, fields): (&str, Vec<(&str, u64)>) = match *event {
        Event::Execute(address) => ("execute", vec![("address", address.into())]),
        Event::Opcode(opcode) => ("opcode", vec![("opcode", opcode.into())]),
        Event::Read { address, value, by } => {
            ("read", vec![("address", address.into()), ("value", value.into()), ("by", by.into())])
        }
        Event::Write { address, old, new, by } => {
            let values =
                [("address", address.into()), ("old", old.into()), ("new", new.into()), ("by", by.into())];
            ("write", values.to_vec())
        }
        Event::Fetch { address, cycle } => ("fetch", vec![("address", address.into()), ("cycle", cycle)]),
        Event::Nmi => ("nmi", Vec::new()),
        Event::Irq => ("irq", Vec::new()),
        Event::StackWrap => ("stack_wrap", Vec::new()),
        Event::Beam { line, cycle } => ("beam", vec![("line", line.into()), ("cycle", cycle.into())]),
        _ => ("other", Vec::new()),
    };
    let dict = PyDict::new(py);
    dict.set_item("kind", kind)?;
    fields.into_iter().try_for_each(|(name, value)| dict.set_item(name, value))?;
    Ok(dict)
}
