//! Expressions over a program, with warnings as Python warnings.

use std::ffi::CString;

use front800::debug::expression::Expression;
use front800::inspect::symbols::Symbols;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;

use crate::error::Raise;

/// Parses an expression and emits its warnings.
pub fn parsed(py: Python<'_>, text: &str, symbols: &Symbols) -> PyResult<Expression> {
    let expression = Expression::parse(text, symbols).map_err(Raise::raise)?;
    warn(py, text, &expression, symbols)?;
    Ok(expression)
}

/// Warns about labels of the program that are hidden in an expression by one of the machine's names.
pub fn warn(py: Python<'_>, text: &str, expression: &Expression, symbols: &Symbols) -> PyResult<()> {
    for warning in expression.warnings(symbols, "") {
        let told = CString::new(format!("{text}: {warning}")).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &told, 1)?;
    }
    Ok(())
}
