//! The built-in programs, and how each is built. They are assembled when they are first needed, from the sources
//! embedded in the binary or from the same folders on disk.

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
