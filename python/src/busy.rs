//! What Python holds is one call's at a time: another thread's, meanwhile, is refused, and told what would be right.

use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::False;

use crate::error::BusyError;

/// The value, for a call that changes it.
pub fn alone<'py, T: PyClass<Frozen = False>>(value: &Bound<'py, T>) -> PyResult<PyRefMut<'py, T>> {
    value.try_borrow_mut().map_err(|_| in_use(value.as_any()))
}

/// The value, for a call that only looks at it, as others may at the same time.
pub fn shared<'py, T: PyClass>(value: &Bound<'py, T>) -> PyResult<PyRef<'py, T>> {
    value.try_borrow().map_err(|_| in_use(value.as_any()))
}

fn in_use(value: &Bound<'_, PyAny>) -> PyErr {
    let name = value.get_type().name().map_or_else(|_| "object".to_string(), |name| name.to_string());
    let own = if value.hasattr("fork").unwrap_or(false) { " (`fork()` makes one)" } else { "" };
    busy(&name, own)
}

/// The error of something of this name that another call works with, and of how one gets one's own.
pub fn busy(name: &str, own: &str) -> PyErr {
    BusyError::new_err(format!(
        "this {name} is in the middle of another call, of another thread or of what a signal has interrupted: give each thread a {name} \
         of its own{own}, or let them take turns with a `threading.Lock`"
    ))
}
