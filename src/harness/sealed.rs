//! Values as bytes, of which nothing may be missing, changed, or more than there was.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::machine::StateError;
use crate::machine::digest::digest;

/// A value, and the digest of its bytes behind it.
pub(super) fn to_bytes(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = postcard::to_stdvec(value).expect("a value in memory can always be written to memory");
    let seal = digest(&bytes);
    bytes.extend(seal.to_le_bytes());
    bytes
}

/// The value that was written so.
///
/// # Errors
/// [`StateError::Foreign`] if there is no such value, [`StateError::Damaged`] if its bytes are not those that were written.
pub(super) fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, StateError> {
    let (value, seal) = postcard::take_from_bytes(bytes).map_err(|_| StateError::Foreign)?;
    let written = &bytes[..bytes.len() - seal.len()];
    if seal == digest(written).to_le_bytes() { Ok(value) } else { Err(StateError::Damaged) }
}
