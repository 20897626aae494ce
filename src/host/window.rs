//! The window.

use super::Session;

/// Why there is no window.
#[derive(Debug)]
pub struct WindowError(pub String);

impl std::fmt::Display for WindowError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WindowError {}

/// Shows the machine and plays until the window is closed.
pub fn play(_session: Session) -> Result<(), WindowError> {
    Err(WindowError("the window is not part of this build yet: use `front800 run`".to_string()))
}
