//! Conversion of Python values that may have one of several types, or must be numbers in a range.

use std::ops::RangeInclusive;

use front800::harness::batch::processors;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::error::{ExpressionError, wrong};

/// The maximum number of characters of a value in an error message.
const MOST_SHOWN: usize = 40;

/// A value as shown in error messages.
pub fn shown(given: &Bound<'_, PyAny>) -> String {
    let text = given.repr().map_or_else(|_| "a value".to_string(), |text| text.to_string());
    let mut shown: String = text.chars().take(MOST_SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// The error for a value that has none of the expected types.
pub fn unexpected(given: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    PyTypeError::new_err(format!("{}: expected {expected}", shown(given)))
}

/// Whether a conversion failed because a number was too small or too large.
pub fn is_beyond(error: &PyErr, py: Python<'_>) -> bool {
    error.is_instance_of::<PyOverflowError>(py)
}

/// Whether a conversion failed although the value had the right type, because it was out of range.
pub fn is_of_range(error: &PyErr, py: Python<'_>) -> bool {
    error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<ExpressionError>(py)
}

/// An integer type of Rust.
pub trait Whole:
    Copy + PartialOrd + std::fmt::Display + for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr>
{
}

impl<T: Copy + PartialOrd + std::fmt::Display + for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr>> Whole
    for T
{
}

/// A number in a range. Errors call it `name`; `more` names alternatives in the message.
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

/// A number in a range.
pub fn number<T: Whole>(given: &Bound<'_, PyAny>, name: &str, range: RangeInclusive<T>) -> PyResult<T> {
    within(given, name, &range, "")
}

/// A number in a range, or None.
pub fn number_or_none<T: Whole>(
    given: &Bound<'_, PyAny>,
    name: &str,
    range: RangeInclusive<T>,
) -> PyResult<Option<T>> {
    if given.is_none() { Ok(None) } else { within(given, name, &range, ", or None").map(Some) }
}

/// A sequence of values. Errors call it `name` and say that several `what` were expected.
pub fn several<'py, T: FromPyObjectOwned<'py>>(
    given: &Bound<'py, PyAny>,
    name: &str,
    what: &str,
) -> PyResult<Vec<T>> {
    let refused = || PyTypeError::new_err(format!("{name} {}: expected several {what}", shown(given)));
    given.extract().map_err(|_| refused())
}

/// A sequence of numbers in a range.
pub fn numbers<T: Whole>(given: &Bound<'_, PyAny>, name: &str, range: RangeInclusive<T>) -> PyResult<Vec<T>> {
    let given: Vec<Bound<'_, PyAny>> = several(given, name, "whole numbers")?;
    given.iter().map(|given| within(given, name, &range, "")).collect()
}

/// The same; elements may be None.
pub fn numbers_or_none<T: Whole>(
    given: &Bound<'_, PyAny>,
    name: &str,
    range: RangeInclusive<T>,
) -> PyResult<Vec<Option<T>>> {
    let given: Vec<Bound<'_, PyAny>> = several(given, name, "whole numbers, or None")?;
    given.iter().map(|given| number_or_none(given, name, range.clone())).collect()
}

/// The number of threads: `jobs`, or one for each processor.
pub fn threads(jobs: Option<u16>) -> usize {
    jobs.map_or_else(processors, usize::from)
}

/// Bytes: a `bytes` object, an array, or any sequence of numbers from 0 to 255.
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

/// Implements the conversion of an enum: the first variant whose type fits is used. If a value has the type of a variant but is out of
/// its range, that variant's error is returned; if no type fits, the error says what was `expected`.
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
