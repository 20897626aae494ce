//! Expressions over a program, as Python gives them.

use std::ffi::CString;

use front800::debug::expression::Expression;
use front800::inspect::symbols::Symbols;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;

use crate::error::Raise;

/// An expression; what it does not mean, though it looks so, is warned of.
pub fn parsed(py: Python<'_>, text: &str, symbols: &Symbols) -> PyResult<Expression> {
    let expression = Expression::parse(text, symbols).map_err(Raise::raise)?;
    warn(py, text, &expression, symbols)?;
    Ok(expression)
}

/// Warns of labels that an expression does not mean, though it has their names.
pub fn warn(py: Python<'_>, text: &str, expression: &Expression, symbols: &Symbols) -> PyResult<()> {
    for warning in expression.warnings(symbols, "") {
        let told = CString::new(format!("{text}: {warning}")).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &told, 1)?;
    }
    Ok(())
}
