//! What `opt` has switched, other than in the image.

/// The switches of a pass.
#[derive(Clone, Copy, Default)]
pub(in crate::assembler) struct Switches {
    /// `opt r+`: moves do not load what the one before has loaded.
    pub reuse_loads: bool,
    /// `opt b+`: a macro of the source is called whenever the bank changes.
    pub announce_banks: bool,
    /// `opt ?+`: `?name` belongs to the label before it.
    pub local_marks: bool,
}
