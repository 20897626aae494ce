//! Values of Python that may be of several kinds, or are numbers of a range.

use std::ops::RangeInclusive;

use front800::harness::batch::processors;
use front800::machine::AUDIO_RATES;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;

use crate::error::wrong;

/// Most characters of a value that an error shows.
const MOST_SHOWN: usize = 40;

/// The error of a value that is of none of the kinds expected.
pub fn unexpected(given: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    let text = given.repr().map_or_else(|_| "a value".to_string(), |text| text.to_string());
    let mut shown: String = text.chars().take(MOST_SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    PyTypeError::new_err(format!("{shown}: expected {expected}"))
}

/// How many of something.
pub fn count(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    given.extract().map_err(|error| out_of_range(given, u64::MAX, error))
}

/// On how many threads something is done, if that is said.
pub fn jobs(given: &Bound<'_, PyAny>) -> PyResult<Option<u16>> {
    within(given, 1..=u16::MAX, |least, most| {
        format!("jobs {given}: expected {least} to {most} threads, or None for one for each processor")
    })
}

/// At what rate sound is made, if it is.
pub fn rate(given: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    within(given, AUDIO_RATES, |least, most| {
        format!("a rate of {given} samples: expected {least} to {most} hertz, or None")
    })
}

/// A number of a range, or None; others are refused in the words of `told`.
fn within<T: PartialOrd + for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr>>(
    given: &Bound<'_, PyAny>,
    range: RangeInclusive<T>,
    told: impl FnOnce(&T, &T) -> String,
) -> PyResult<Option<T>> {
    match given.extract::<Option<T>>() {
        Err(error) if !error.is_instance_of::<PyOverflowError>(given.py()) => Err(error),
        Ok(number) if number.as_ref().is_none_or(|number| range.contains(number)) => Ok(number),
        _ => Err(wrong(told(range.start(), range.end()))),
    }
}

/// So many threads, or one for each processor.
pub fn threads(jobs: Option<u16>) -> usize {
    jobs.map_or_else(processors, usize::from)
}

/// What a register of eight bits is to hold, if anything.
pub fn byte(given: &Bound<'_, PyAny>) -> PyResult<Option<u8>> {
    given.extract().map_err(|error| out_of_range(given, u8::MAX.into(), error))
}

/// Says which numbers were expected, if one is too small or too large.
fn out_of_range(given: &Bound<'_, PyAny>, most: u64, error: PyErr) -> PyErr {
    match error.is_instance_of::<PyOverflowError>(given.py()) {
        true => wrong(format!("{given}: expected 0 to {most}")),
        false => error,
    }
}

/// A type is made of the first of its variants that a value fits; others are not what was `expected`.
macro_rules! of_kinds {
    ($type:ident, $expected:literal, $($variant:ident),+) => {
        impl<'py> pyo3::FromPyObject<'_, 'py> for $type {
            type Error = pyo3::PyErr;

            fn extract(given: pyo3::Borrowed<'_, 'py, pyo3::PyAny>) -> pyo3::PyResult<Self> {
                $(if let Ok(value) = given.extract() {
                    return Ok($type::$variant(value));
                })+
                Err(crate::kinds::unexpected(&given, $expected))
            }
        }
    };
}
pub(crate) use of_kinds;
