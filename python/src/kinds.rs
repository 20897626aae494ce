//! Values of Python that may be of several kinds, or are numbers of a range.

use std::ops::RangeInclusive;

use front800::harness::batch::processors;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::error::{ExpressionError, wrong};

/// Most characters of a value that an error shows.
const MOST_SHOWN: usize = 40;

/// A value as errors show it.
pub fn shown(given: &Bound<'_, PyAny>) -> String {
    let text = given.repr().map_or_else(|_| "a value".to_string(), |text| text.to_string());
    let mut shown: String = text.chars().take(MOST_SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// The error of a value that is of none of the kinds expected.
pub fn unexpected(given: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    PyTypeError::new_err(format!("{}: expected {expected}", shown(given)))
}

/// Whether a number is too small or too large for what it was read as.
pub fn is_beyond(error: &PyErr, py: Python<'_>) -> bool {
    error.is_instance_of::<PyOverflowError>(py)
}

/// Whether an error is of a value of the right kind that is out of its range.
pub fn is_of_range(error: &PyErr, py: Python<'_>) -> bool {
    error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<ExpressionError>(py)
}

/// A whole number as Rust has it.
pub trait Whole:
    Copy + PartialOrd + std::fmt::Display + for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr>
{
}

impl<T: Copy + PartialOrd + std::fmt::Display + for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr>> Whole
    for T
{
}

/// A number of a range, which errors call `name`; `more` is what may stand in its place.
fn within<T: Whole>(
    given: &Bound<'_, PyAny>,
    name: &str,
    range: &RangeInclusive<T>,
    more: &str,
) -> PyResult<T> {
    let expected = || format!("expected {} to {}{more}", range.start(), range.end());
    match given.extract::<T>() {
        Ok(number) if range.contains(&number) => Ok(number),
        Err(error) if !is_beyond(&error, given.py()) => {
            let value = shown(given);
            Err(PyTypeError::new_err(format!("{name} {value}: expected a whole number{more}")))
        }
        _ => Err(wrong(format!("{name} {}: {}", shown(given), expected()))),
    }
}

/// A number of a range.
pub fn number<T: Whole>(given: &Bound<'_, PyAny>, name: &str, range: RangeInclusive<T>) -> PyResult<T> {
    within(given, name, &range, "")
}

/// A number of a range, or None.
pub fn number_or_none<T: Whole>(
    given: &Bound<'_, PyAny>,
    name: &str,
    range: RangeInclusive<T>,
) -> PyResult<Option<T>> {
    if given.is_none() { Ok(None) } else { within(given, name, &range, ", or None").map(Some) }
}

/// Several values; errors call them `name`, and say that they are `what`.
pub fn several<'py, T: FromPyObjectOwned<'py>>(
    given: &Bound<'py, PyAny>,
    name: &str,
    what: &str,
) -> PyResult<Vec<T>> {
    let refused = || PyTypeError::new_err(format!("{name} {}: expected several {what}", shown(given)));
    given.extract().map_err(|_| refused())
}

/// Several numbers of a range.
pub fn numbers<T: Whole>(given: &Bound<'_, PyAny>, name: &str, range: RangeInclusive<T>) -> PyResult<Vec<T>> {
    let given: Vec<Bound<'_, PyAny>> = several(given, name, "whole numbers")?;
    given.iter().map(|given| within(given, name, &range, "")).collect()
}

/// The same, of which some may be None.
pub fn numbers_or_none<T: Whole>(
    given: &Bound<'_, PyAny>,
    name: &str,
    range: RangeInclusive<T>,
) -> PyResult<Vec<Option<T>>> {
    let given: Vec<Bound<'_, PyAny>> = several(given, name, "whole numbers, or None")?;
    given.iter().map(|given| number_or_none(given, name, range.clone())).collect()
}

/// So many threads, or one for each processor.
pub fn threads(jobs: Option<u16>) -> usize {
    jobs.map_or_else(processors, usize::from)
}

/// Bytes: an object of bytes, an array, or whatever has several numbers from 0 to 255.
pub struct Octets(pub Vec<u8>);

impl<'py> FromPyObject<'_, 'py> for Octets {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        given.extract().map(Octets).map_err(|error| match is_beyond(&error, given.py()) {
            true => wrong(format!("{}: expected bytes, each from 0 to 255", shown(&given))),
            false => unexpected(&given, "bytes"),
        })
    }
}

/// A type is made of the first of its variants that a value fits; others are not what was `expected`. Of what is of a kind and has not its
/// range that kind says so.
macro_rules! of_kinds {
    ($type:ident, $expected:literal, $($variant:ident),+) => {
        impl<'py> pyo3::FromPyObject<'_, 'py> for $type {
            type Error = pyo3::PyErr;

            fn extract(given: pyo3::Borrowed<'_, 'py, pyo3::PyAny>) -> pyo3::PyResult<Self> {
                $(match given.extract() {
                    Ok(value) => return Ok($type::$variant(value)),
                    Err(error) if crate::kinds::is_of_range(&error, given.py()) => return Err(error),
                    Err(_) => {}
                })+
                Err(crate::kinds::unexpected(&given, $expected))
            }
        }
    };
}
pub(crate) use of_kinds;
