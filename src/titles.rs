//! The built-in programs: how each is built.
//!
//! They are assembled from the sources inside the binary when they are first needed, or from
//! the same folders elsewhere.

pub mod boot_disk;
pub mod companion;
pub mod eleven;
pub mod encounter;
mod labels;
pub mod magna;
pub mod rasputitsa;
pub mod shelf;
mod sources;

pub use labels::MissingLabel;
pub(crate) use labels::required;
pub use sources::{CartTitle, Generated, Os, Sources, Title, TitleError, TitleFiles};
