//! The person's side: window, sound device, gamepads, picture and sound files.

pub mod palette;
