//! The library's errors as Python's, with its messages.

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

create_exception!(
    front800,
    Error,
    PyException,
    "What front800 could not do; all its errors are of this kind."
);
create_exception!(front800, OpenError, Error, "No program, or not one for this machine.");
create_exception!(front800, AssemblyError, Error, "A source with mistakes.");
create_exception!(front800, StateError, Error, "No saved state, or not one of this machine and program.");
create_exception!(front800, InputError, Error, "An input script, or a control, that cannot be read.");
create_exception!(front800, ExpressionError, Error, "An expression or an address that cannot be read.");
create_exception!(
    front800,
    BusyError,
    Error,
    "A machine, or whatever it is, that is in the middle of another call."
);
create_exception!(
    front800,
    GameError,
    Error,
    "A game that cannot be begun, or whose program does not go on."
);

/// An error of the library as one of Python's.
pub trait Raise {
    /// It.
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

/// The error of a source that cannot be assembled.
pub fn mistakes(diagnostics: &[Diagnostic]) -> PyErr {
    not_assembled(assembler::render(diagnostics, Format::Human { color: false }), diagnostics)
}

/// The same in other words.
pub fn not_assembled(message: String, diagnostics: &[Diagnostic]) -> PyErr {
    let error = AssemblyError::new_err(message);
    let told = Python::attach(|py| error.value(py).setattr("diagnostics", dicts(py, diagnostics)?));
    told.err().unwrap_or(error)
}

/// Diagnostics as Python has them.
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

/// The error of a file, which it names.
pub fn at_file(path: &Path, error: &io::Error) -> PyErr {
    io::Error::new(error.kind(), format!("{}: {error}", path.display())).into()
}

/// An argument out of its range.
pub fn wrong(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}
