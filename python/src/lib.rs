//! front800 for Python.
use pyo3::prelude::*;

#[pymodule]
mod _front800 {
    use pyo3::prelude::*;
    #[pyfunction]
    fn one() -> u32 { 1 }
}
