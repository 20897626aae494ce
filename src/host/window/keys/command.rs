//! The keys of the window's own commands.

use sdl2::keyboard::{Keycode, Mod, Scancode};

/// A command for the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Show or hide the key map.
    Help,
    /// Press RESET.
    Reset,
    /// Switch the machine off and on.
    ColdStart,
    /// Switch the arrow keys between stick and cursor keys.
    SwitchArrows,
    /// Use the mouse as the next of tablet, paddles, light pen and nothing.
    SwitchMouse,
    /// Make the quick save.
    QuickSave,
    /// Load the quick save.
    QuickLoad,
    /// Show or hide the gallery of saves.
    SavedGames,
    /// Pause or continue.
    Pause,
    /// Pause, and run one frame.
    FrameOn,
    /// Pause, and go back one frame.
    FrameBack,
    /// Write the picture to a file.
    Screenshot,
    /// Switch between window and full screen.
    FullScreen,
    /// Turn the volume up.
    Louder,
    /// Turn the volume down.
    Quieter,
    /// Switch the sound off or on.
    Mute,
    /// Show or hide the speed.
    ShowSpeed,
    /// Put the next disk into drive 1.
    NextDisk,
    /// Take the disk out of drive 1.
    Eject,
    /// Ask for a debugger.
    Debug,
    /// Close the window.
    Quit,
}

/// Modifiers that make a key a command of the window. The right Alt key is not one: it types characters.
pub(crate) const COMMAND_MODS: Mod = Mod::LALTMOD.union(Mod::LGUIMOD).union(Mod::RGUIMOD);

/// The command of a key, if it has one.
pub(crate) fn command(scancode: Scancode, keycode: Option<Keycode>, mods: Mod) -> Option<Command> {
    let shift = mods.intersects(Mod::LSHIFTMOD | Mod::RSHIFTMOD);
    if mods.intersects(COMMAND_MODS) {
        return match scancode {
            Scancode::Return => Some(Command::FullScreen),
            Scancode::KpPlus => Some(Command::Louder),
            Scancode::KpMinus => Some(Command::Quieter),
            _ => match char_of(keycode)? {
                '+' | '=' => Some(Command::Louder),
                '-' => Some(Command::Quieter),
                'm' => Some(Command::Mute),
                's' => Some(Command::ShowSpeed),
                'd' => Some(Command::NextDisk),
                'e' => Some(Command::Eject),
                'g' => Some(Command::SavedGames),
                'b' => Some(Command::Debug),
                'q' => Some(Command::Quit),
                _ => None,
            },
        };
    }
    match scancode {
        Scancode::F1 => Some(Command::Help),
        Scancode::F5 if shift => Some(Command::ColdStart),
        Scancode::F5 => Some(Command::Reset),
        Scancode::F6 if shift => Some(Command::SwitchMouse),
        Scancode::F6 => Some(Command::SwitchArrows),
        Scancode::F8 if shift => Some(Command::QuickLoad),
        Scancode::F8 => Some(Command::QuickSave),
        Scancode::F9 | Scancode::Pause => Some(Command::Pause),
        Scancode::PageDown if shift => Some(Command::FrameBack),
        Scancode::PageDown => Some(Command::FrameOn),
        Scancode::F10 | Scancode::PrintScreen => Some(Command::Screenshot),
        Scancode::F11 => Some(Command::FullScreen),
        _ => None,
    }
}

/// The character that a key types without modifiers.
pub(super) fn char_of(keycode: Option<Keycode>) -> Option<char> {
    u32::try_from(keycode?.into_i32()).ok().and_then(char::from_u32)
}
