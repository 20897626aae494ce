//! What a request comes to.

use serde_json::Value;

/// What a request is answered with, or why it cannot be.
pub(super) type Answer = Result<Value, String>;
