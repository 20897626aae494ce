//! Serialised values with a digest, so that truncated, changed or extended bytes are detected.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::machine::StateError;
use crate::machine::digest::digest;

/// A value, followed by the digest of its bytes.
pub(super) fn to_bytes(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = postcard::to_stdvec(value).expect("a value in memory can always be written to memory");
    let seal = digest(&bytes);
    bytes.extend(seal.to_le_bytes());
    bytes
}

/// The value in bytes written by [`to_bytes`].
///
/// # Errors
/// [`StateError::Foreign`] if the bytes do not hold such a value, [`StateError::Damaged`] if they have been changed.
pub(super) fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, StateError> {
    let (value, seal) = postcard::take_from_bytes(bytes).map_err(|_| StateError::Foreign)?;
    let written = &bytes[..bytes.len() - seal.len()];
    if seal == digest(written).to_le_bytes() { Ok(value) } else { Err(StateError::Damaged) }
}
