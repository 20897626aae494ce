//! A machine as plain values of Python, for `pickle`: its program, the machine that it was opened for, and its state.

use front800::harness::open::{Form, Medium, Program};
use front800::inspect::symbols::{Kind, Symbol, Symbols};
use front800::machine::Video;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::disks::{Drives, Plain};
use crate::error::Raise;
use crate::machine::Machine;
use crate::options::Keywords;

/// The kinds of symbols, by number.
const KINDS: [Kind; 3] = [Kind::Label, Kind::Procedure, Kind::Constant];

/// A symbol: name, value, number of its kind, sizes.
type Numbered = (String, u16, usize, u32, u32);

/// The arguments of [`machine_again`].
#[derive(IntoPyObject)]
pub struct Pickled<'py>(
    (String, Option<Bound<'py, PyBytes>>),
    Bound<'py, PyDict>,
    Vec<Numbered>,
    Plain<'py>,
    Bound<'py, PyBytes>,
);

impl<'py> Pickled<'py> {
    /// Of a machine.
    pub fn of(machine: &Machine, py: Python<'py>) -> PyResult<Self> {
        let program = &machine.program;
        let file = file(program);
        // Where there is no file, the symbols are known again.
        let symbols = file.iter().flat_map(|_| machine.symbols.iter().map(numbered));
        let symbols = symbols.collect();
        Ok(Pickled(
            (program.name.clone(), file.map(|bytes| PyBytes::new(py, &bytes))),
            options(program, py)?,
            symbols,
            machine.drives.plain(py),
            PyBytes::new(py, &py.detach(|| machine.machine.save())),
        ))
    }
}

/// A symbol, with its kind's number.
fn numbered(Symbol { name, value, kind, size, element }: &Symbol) -> Numbered {
    let kind = KINDS.iter().position(|known| known == kind).unwrap_or_default();
    (name.clone(), *value, kind, *size, *element)
}

/// A file that the program can be opened from, wherever its sources are; none is needed of one that is built in.
fn file(program: &Program) -> Option<Vec<u8>> {
    match &program.medium {
        _ if program.entry.is_some() => None,
        Medium::Xex(_) => Some(program.file_bytes().to_vec()),
        Medium::Cartridge(cart) => Some(cart.write_car()),
        Medium::Disk(disk) => Some(disk.to_bytes()),
        Medium::Os(rom) => Some(rom.to_vec()),
        _ => None,
    }
}

/// The keyword arguments with which it is opened.
fn options<'py>(program: &Program, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let options = &program.options;
    let given = PyDict::new(py);
    given.set_item("ram", options.ram.kilobytes())?;
    given.set_item("pal", options.video == Video::Pal)?;
    given.set_item("seed", options.seed)?;
    given.set_item("cartridge", options.form == Form::Cart)?;
    if let Some(rom) = &options.os {
        given.set_item("os", PyBytes::new(py, &rom[..]))?;
    }
    for (name, cart) in [("basic", &options.basic), ("right_cart", &options.right_cartridge)] {
        if let Some(cart) = cart {
            given.set_item(name, PyBytes::new(py, &cart.write_car()))?;
        }
    }
    Ok(given)
}

/// The error of what is not pickled: what it is, and how it goes to another process all the same.
pub fn unpicklable(what: &str, instead: &str) -> PyErr {
    PyTypeError::new_err(format!("{what} cannot be pickled: {instead}"))
}

#[doc = doc!("machine_again")]
#[pyfunction]
pub fn machine_again(
    program: (String, Option<Vec<u8>>),
    options: &Bound<'_, PyDict>,
    symbols: Vec<Numbered>,
    drives: (Vec<(String, Vec<u8>)>, bool),
    state: &[u8],
) -> PyResult<Machine> {
    let ((name, file), (disks, is_fast)) = (program, drives);
    let keywords = Keywords::of(Some(options))?;
    let program = match file {
        Some(bytes) => keywords.open_bytes(&name, &bytes)?,
        None => keywords.open_built_in(&name)?,
    };
    let mut again = Machine::new(program)?;
    again.drives = Drives::again(&mut again.machine, disks, is_fast)?;
    again.machine.load(state).map_err(Raise::raise)?;
    if !symbols.is_empty() {
        let symbol = |(name, value, kind, size, element): Numbered| {
            let kind = KINDS.get(kind).copied().unwrap_or(Kind::Label);
            Symbol { name, value, kind, size, element }
        };
        again.symbols = Symbols::new(symbols.into_iter().map(symbol)).into();
    }
    Ok(again)
}
