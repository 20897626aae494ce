//! The state of the window while a debugger has its machine.

use crate::host::attach::AttachRequest;

/// The loan of the machine to a debugger. Meanwhile the window holds a copy as it was then.
pub(super) struct Loan {
    /// The debugger that has it.
    pub request: AttachRequest,
    /// The picture that the debugger shows.
    pub picture: Vec<u8>,
}
