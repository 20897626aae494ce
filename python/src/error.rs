//! Converts the library's errors to Python exceptions with the same messages.

use std::io;
use std::path::Path;

use front800::assembler::{self, Diagnostic, Format, NotDefined};
use front800::debug::expression::ExpressionError as ReadError;
use front800::harness::driver::DriverError;
use front800::harness::lanes::TaskError;
use front800::harness::matches::MatchError;
use front800::harness::open;
use front800::harness::script::ScriptError;
use front800::harness::table::TableError;
use front800::inspect::symbols::AddressError;
use front800::machine::StateError as LoadError;
use front800::titles::TitleError;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::{PyErr, create_exception};

create_exception!(front800, Error, PyException, "The base class of all errors of front800.");
create_exception!(front800, OpenError, Error, "The file is not a program, or not one for this machine.");
create_exception!(front800, AssemblyError, Error, "The source has errors.");
create_exception!(front800, StateError, Error, "Not a saved state, or not one of this machine and program.");
create_exception!(front800, InputError, Error, "An input script or a control that cannot be parsed.");
create_exception!(
    front800,
    ExpressionError,
    Error,
    "An expression or an address that cannot be parsed, or an expression that has no value."
);
create_exception!(
    front800,
    BusyError,
    Error,
    "The object is in use by another call, in another thread or one that a signal handler has interrupted."
);
create_exception!(
    front800,
    GameError,
    Error,
    "A game cannot be started, its program does not continue, or orders are not valid."
);

/// Converts an error of the library to a Python exception.
pub trait Raise {
    /// The exception.
    fn raise(self) -> PyErr;
}

macro_rules! raised_as {
    ($($from:ty => $to:ty),* $(,)?) => {
        $(impl Raise for $from {
            fn raise(self) -> PyErr {
                <$to>::new_err(self.to_string())
            }
        })*
    };
}

raised_as! {
    LoadError => StateError,
    ScriptError => InputError,
    ReadError => ExpressionError,
    AddressError => ExpressionError,
    DriverError => GameError,
    MatchError => GameError,
    TitleError => OpenError,
}

impl Raise for open::OpenError {
    fn raise(self) -> PyErr {
        match self {
            open::OpenError::Assembly(diagnostics) => mistakes(&diagnostics),
            _ => OpenError::new_err(self.to_string()),
        }
    }
}

impl Raise for TableError {
    fn raise(self) -> PyErr {
        match &self {
            TableError::Write(_, error) | TableError::Read(_, error) => {
                io::Error::new(error.kind(), self.to_string()).into()
            }
            _ => PyValueError::new_err(self.to_string()),
        }
    }
}

impl Raise for NotDefined {
    fn raise(self) -> PyErr {
        PyValueError::new_err(format!("defines: {self}"))
    }
}

impl Raise for TaskError {
    fn raise(self) -> PyErr {
        match &self {
            TaskError::Action(..) => InputError::new_err(self.to_string()),
            TaskError::Reward(_) | TaskError::Over(_) => ExpressionError::new_err(self.to_string()),
            _ => PyValueError::new_err(self.to_string()),
        }
    }
}

/// The error for a source that cannot be assembled.
pub fn mistakes(diagnostics: &[Diagnostic]) -> PyErr {
    not_assembled(assembler::render(diagnostics, Format::Human { color: false }), diagnostics)
}

/// The same with another message.
pub fn not_assembled(message: String, diagnostics: &[Diagnostic]) -> PyErr {
    let error = AssemblyError::new_err(message);
    let told = Python::attach(|py| error.value(py).setattr("diagnostics", dicts(py, diagnostics)?));
    told.err().unwrap_or(error)
}

/// Diagnostics as Python dictionaries.
pub fn dicts<'py>(py: Python<'py>, diagnostics: &[Diagnostic]) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let dict = |diagnostic: &Diagnostic| {
        let dict = PyDict::new(py);
        dict.set_item("severity", diagnostic.severity.word())?;
        dict.set_item("message", &diagnostic.message)?;
        dict.set_item("file", &diagnostic.location.file)?;
        dict.set_item("line", diagnostic.location.line)?;
        dict.set_item("column", diagnostic.location.column)?;
        dict.set_item("help", &diagnostic.help)?;
        Ok(dict)
    };
    diagnostics.iter().map(dict).collect()
}

/// An I/O error whose message begins with the path.
pub fn at_file(path: &Path, error: &io::Error) -> PyErr {
    io::Error::new(error.kind(), format!("{}: {error}", path.display())).into()
}

/// The error for an argument out of range.
pub fn wrong(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}
