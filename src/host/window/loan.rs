//! What a window has while a debugger has its machine.

use crate::host::attach::AttachRequest;

/// A debugger has the machine; what the window has in its place is what it was then.
pub(super) struct Loan {
    /// Who has it.
    pub request: AttachRequest,
    /// What the debugger wants to be seen.
    pub picture: Vec<u8>,
}
