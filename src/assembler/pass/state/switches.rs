//! The settings of `opt`, except those of the image.

/// The switches of a pass.
#[derive(Clone, Copy, Default)]
pub(in crate::assembler) struct Switches {
    /// `opt r+`: a move does not load what the previous one has loaded.
    pub reuse_loads: bool,
    /// `opt b+`: calls a macro of the source whenever the bank changes.
    pub announce_banks: bool,
    /// `opt ?+`: `?name` belongs to the preceding label.
    pub local_marks: bool,
}
