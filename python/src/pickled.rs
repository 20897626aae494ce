//! A machine as plain Python values, for `pickle`: its program, the options that it was opened with, and its state.

use std::sync::Arc;

use front800::harness::open::{Form, Medium, Program};
use front800::machine::Video;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::disks::{Drives, Plain};
use crate::error::{Raise, wrong};
use crate::machine::Machine;
use crate::options::Keywords;

/// The arguments of [`machine_again`].
#[derive(IntoPyObject)]
pub struct Pickled<'py>(
    (String, Option<Bound<'py, PyBytes>>),
    Bound<'py, PyDict>,
    Option<String>,
    Plain<'py>,
    Bound<'py, PyBytes>,
);

impl<'py> Pickled<'py> {
    /// The arguments that recreate `machine`.
    pub fn of(machine: &Machine, py: Python<'py>) -> PyResult<Self> {
        let program = &machine.program;
        let file = file(program);
        // A built-in program has no file here; opening it again finds its symbols, too.
        let symbols = file.as_ref().map(|_| serde_json::to_string(&*machine.symbols));
        let symbols = symbols.transpose().map_err(|error| wrong(error.to_string()))?;
        Ok(Pickled(
            (program.name.clone(), file.map(|bytes| PyBytes::new(py, &bytes))),
            options(program, py)?,
            symbols,
            machine.drives.plain(py),
            PyBytes::new(py, &py.detach(|| machine.machine.save())),
        ))
    }
}

/// A file from which the program can be opened without its sources; None for a built-in program.
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

/// The keyword arguments with which the program is opened.
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

/// The error for an object that cannot be pickled: what it is, and what to send instead.
pub fn unpicklable(what: &str, instead: &str) -> PyErr {
    PyTypeError::new_err(format!("{what} cannot be pickled: {instead}"))
}

#[doc = doc!("machine_again")]
#[pyfunction]
pub fn machine_again(
    program: (String, Option<Vec<u8>>),
    options: &Bound<'_, PyDict>,
    symbols: Option<&str>,
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
    if let Some(symbols) = symbols {
        let symbols = serde_json::from_str(symbols);
        again.symbols = Arc::new(symbols.map_err(|error| wrong(format!("no symbols: {error}")))?);
    }
    Ok(again)
}
