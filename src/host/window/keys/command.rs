//! Keys that are for the window and not for the machine.

use sdl2::keyboard::{Keycode, Mod, Scancode};

/// What the person wants of the window and not of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Show or hide the key map.
    Help,
    /// Press RESET.
    Reset,
    /// Switch off and on.
    ColdStart,
    /// Let the arrows be the stick or the cursor keys.
    SwitchArrows,
    /// Let the mouse be a tablet, paddles, a light pen or nothing.
    SwitchMouse,
    /// Save the machine.
    QuickSave,
    /// Go back to the machine saved.
    QuickLoad,
    /// Show what was saved, or hide it.
    SavedGames,
    /// Stop or go on.
    Pause,
    /// Stand still, one frame on.
    FrameOn,
    /// Stand still, one frame back.
    FrameBack,
    /// Write the picture to a file.
    Screenshot,
    /// Change between window and whole screen.
    FullScreen,
    /// More volume.
    Louder,
    /// Less volume.
    Quieter,
    /// Sound off or on.
    Mute,
    /// Show or hide the speed.
    ShowSpeed,
    /// Put the next disk into drive 1.
    NextDisk,
    /// Take the disk out of drive 1.
    Eject,
    /// Call for a debugger.
    Debug,
    /// Close the window.
    Quit,
}

/// Modifiers that make a key a command of the window. The right Alt key types characters.
pub(crate) const COMMAND_MODS: Mod = Mod::LALTMOD.union(Mod::LGUIMOD).union(Mod::RGUIMOD);

/// What a key asks of the window.
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

/// The character of a key without modifiers.
pub(super) fn char_of(keycode: Option<Keycode>) -> Option<char> {
    u32::try_from(keycode?.into_i32()).ok().and_then(char::from_u32)
}
