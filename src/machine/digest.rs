//! One number to identify states, disks and the like.

/// A digest of 64 bits. It detects accidental differences, not forgery.
// FNV-1a's step over words of eight bytes, mixed so that the upper bytes count as well; the length accounts for the
// padding.
pub fn digest(bytes: &[u8]) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01B3);
        hash ^= hash >> 29;
    }
    hash ^ bytes.len() as u64
}
