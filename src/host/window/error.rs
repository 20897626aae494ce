//! Errors of the window.

/// How to install an SDL2 that can open a window.
pub(super) const INSTALL_SDL: &str = "apt install libsdl2-2.0-0 (Debian, Ubuntu), dnf install SDL2 (Fedora), \
                               pacman -S sdl2 (Arch), brew install sdl2 (macOS)";

/// Why the window cannot be opened or drawn.
#[derive(Debug)]
pub struct WindowError(pub String);

impl std::fmt::Display for WindowError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WindowError {}
