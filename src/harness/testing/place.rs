//! Places in a source.

use serde::Serialize;

use crate::assembler::{Location, RoutineTest};

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The file, as named in the source.
    pub file: String,
    /// From 1.
    pub line: u32,
}

/// What led to a test: a macro call, a repetition, or an include.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Call {
    /// In words: "in macro `m` called here".
    pub what: String,
    /// The place.
    #[serde(flatten)]
    pub place: Place,
}

impl Call {
    pub(super) fn all_of(test: &RoutineTest) -> Vec<Call> {
        let call = |(what, at): &(String, Location)| Call {
            what: what.clone(),
            place: Place { file: at.file.clone(), line: at.line },
        };
        test.stack.iter().map(call).collect()
    }
}
