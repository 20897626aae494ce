//! An object can be used by one call at a time. A call from another thread meanwhile gets an error that says what to do instead.

use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::False;

use crate::error::BusyError;

/// Exclusive access to the value, for a call that changes it.
pub fn alone<'py, T: PyClass<Frozen = False>>(value: &Bound<'py, T>) -> PyResult<PyRefMut<'py, T>> {
    value.try_borrow_mut().map_err(|_| in_use(value.as_any()))
}

/// Shared access to the value, for a call that only reads it.
pub fn shared<'py, T: PyClass>(value: &Bound<'py, T>) -> PyResult<PyRef<'py, T>> {
    value.try_borrow().map_err(|_| in_use(value.as_any()))
}

fn in_use(value: &Bound<'_, PyAny>) -> PyErr {
    let name = value.get_type().name().map_or_else(|_| "object".to_string(), |name| name.to_string());
    let own = if value.hasattr("fork").unwrap_or(false) { " (see `fork()`)" } else { "" };
    busy(&name, own)
}

/// The error for an object that is in use by another call: its type's name, and how to get a copy of one's own.
pub fn busy(name: &str, own: &str) -> PyErr {
    BusyError::new_err(format!(
        "this {name} is in use by another call, in another thread or interrupted by a signal handler: give each thread its own \
         {name}{own}, or share it with a `threading.Lock`"
    ))
}
