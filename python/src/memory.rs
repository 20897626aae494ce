//! A machine's memory as a NumPy array, and writing to it.

use front800::machine::Machine;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

use crate::error::wrong;
use crate::kinds::{Octets, is_beyond, of_kinds, shown};

/// The array of the memory, once it has been requested.
#[derive(Default)]
pub struct Memory(Option<Shown>);

struct Shown {
    bytes: Py<PyArray1<u8>>,
    /// A read-only view of the same array.
    view: Py<PyAny>,
}

impl Memory {
    /// The array, always the same object.
    pub fn array(&mut self, py: Python<'_>, machine: &Machine) -> PyResult<Py<PyAny>> {
        if let Some(shown) = &self.0 {
            return Ok(shown.view.clone_ref(py));
        }
        let bytes = PyArray1::from_slice(py, machine.memory());
        let view = bytes.call_method0("view")?;
        view.getattr("flags")?.setattr("writeable", false)?;
        let view = view.unbind();
        self.0 = Some(Shown { bytes: bytes.unbind(), view: view.clone_ref(py) });
        Ok(view)
    }

    /// Copies the current memory into the array.
    pub fn show(&self, py: Python<'_>, machine: &Machine) -> PyResult<()> {
        let Some(shown) = &self.0 else { return Ok(()) };
        shown.bytes.bind(py).readwrite().as_slice_mut()?.copy_from_slice(machine.memory());
        Ok(())
    }
}

/// A number, if it is a byte.
pub struct Byte(u8);

impl<'py> FromPyObject<'_, 'py> for Byte {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        given.extract().map(Byte).map_err(|error| match is_beyond(&error, given.py()) {
            true => wrong(format!("value {}: expected a byte (0 to 255), or several", shown(&given))),
            false => error,
        })
    }
}

/// What to write to memory.
pub enum Bytes {
    /// A byte.
    Byte(Byte),
    /// Consecutive bytes.
    Several(Octets),
}

of_kinds!(Bytes, "a byte (0 to 255), or several", Byte, Several);

/// Writes bytes to memory from `start` on.
pub fn poke(machine: &mut Machine, start: u16, value: Bytes) -> PyResult<()> {
    let bytes = match value {
        Bytes::Byte(Byte(byte)) => vec![byte],
        Bytes::Several(Octets(bytes)) => bytes,
    };
    if bytes.len() > 0x10000 - usize::from(start) {
        return Err(wrong(format!("{} bytes from ${start:04X} on: memory ends at $FFFF", bytes.len())));
    }
    for (offset, byte) in (0..).zip(bytes) {
        machine.poke(start + offset, byte);
    }
    Ok(())
}
