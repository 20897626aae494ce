//! Maps the host's keyboard to the 800's keys, stick and console keys.
//!
//! Characters are mapped by meaning: the character typed according to the host's layout is typed on the 800, with the
//! SHIFT state that it needs there. Keys that type nothing are mapped by name.

mod command;
mod queue;
mod role;

use sdl2::keyboard::{Keycode, Mod, Scancode};

use crate::machine::typed::{AtariKey, code};
use crate::machine::{Console, Keyboard, Stick};
use command::char_of;
use queue::Queue;
use role::Role;

pub(super) use command::{COMMAND_MODS, Command, command};

/// What the arrow keys control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Arrows {
    /// Joystick 0, with the Ctrl key as its button.
    #[default]
    Stick,
    /// The 800's cursor keys.
    Cursor,
}

/// The input from the keyboard at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Wanted {
    /// The keyboard matrix.
    pub keyboard: Keyboard,
    /// START, SELECT, OPTION.
    pub console: Console,
    /// Joystick 0.
    pub stick: Stick,
    /// Run at full speed.
    pub turbo: bool,
    /// Run backwards.
    pub rewind: bool,
}

/// Which key the next text from the host belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Text {
    /// This key.
    Of(Scancode),
    /// None; the text is ignored, because the key has its meaning already.
    Ignored,
    /// None; the text comes from an input method.
    Alone,
}

/// The keyboard.
pub(super) struct Keys {
    arrows: Arrows,
    queue: Queue,
    text: Text,
    shift: bool,
}

impl Keys {
    /// No key is down.
    pub(super) fn new() -> Self {
        Keys { arrows: Arrows::default(), queue: Queue::default(), text: Text::Alone, shift: false }
    }

    /// What the arrow keys control.
    pub(super) fn arrows(&self) -> Arrows {
        self.arrows
    }

    /// Switches what the arrow keys control.
    pub(super) fn switch_arrows(&mut self) {
        self.arrows = match self.arrows {
            Arrows::Stick => Arrows::Cursor,
            Arrows::Cursor => Arrows::Stick,
        };
        self.release_all();
    }

    /// A host key goes down. `repeat`: it was down before, and the host repeats it.
    pub(super) fn down(
        &mut self,
        scancode: Scancode,
        keycode: Option<Keycode>,
        mods: Mod,
        repeat: bool,
    ) -> Option<Command> {
        self.shift = mods.intersects(Mod::LSHIFTMOD | Mod::RSHIFTMOD)
            || matches!(scancode, Scancode::LShift | Scancode::RShift);
        self.text = Text::Ignored;
        if repeat {
            // The 800 repeats keys itself.
            return None;
        }
        if let Some(command) = command(scancode, keycode, mods) {
            return Some(command);
        }
        if let Some(role) = self.role(scancode, mods) {
            self.queue.press(scancode, role);
        } else if mods.intersects(CTRL_MODS) && !mods.contains(Mod::RALTMOD) {
            let character = digit_of(scancode).or_else(|| char_of(keycode));
            if let Some(key) = character.and_then(|c| AtariKey::typed(c, self.shift)) {
                let key = AtariKey { shift: self.shift, ctrl: true, ..key };
                self.queue.press(scancode, Role::Key(key));
            }
        } else if !mods.intersects(COMMAND_MODS) {
            self.text = Text::Of(scancode);
        }
        None
    }

    /// The host's layout has produced text.
    pub(super) fn text(&mut self, text: &str) {
        if self.text == Text::Ignored {
            return;
        }
        for character in text.chars() {
            let Some(key) = AtariKey::typed(character, self.shift) else { continue };
            match std::mem::replace(&mut self.text, Text::Alone) {
                Text::Of(scancode) => self.queue.press(scancode, Role::Key(key)),
                Text::Alone | Text::Ignored => self.queue.tap(Role::Key(key)),
            }
        }
    }

    /// A host key goes up.
    pub(super) fn up(&mut self, scancode: Scancode, mods: Mod) {
        self.shift = mods.intersects(Mod::LSHIFTMOD | Mod::RSHIFTMOD);
        if self.text == Text::Of(scancode) {
            self.text = Text::Alone;
        }
        self.queue.release(scancode);
    }

    /// The window has lost the keyboard focus: all keys are released.
    pub(super) fn release_all(&mut self) {
        self.queue.clear();
        self.text = Text::Alone;
        self.shift = false;
    }

    /// Briefly presses START, SELECT or OPTION.
    pub(super) fn tap_console(&mut self, keys: Console) {
        let taps = [(keys.start, Role::Start), (keys.select, Role::Select), (keys.option, Role::Option)];
        taps.into_iter().filter(|tap| tap.0).for_each(|tap| self.queue.tap(tap.1));
    }

    /// The machine is paused: strokes that are over by now are dropped.
    pub(super) fn forget_strokes(&mut self) {
        self.queue.forget_strokes();
    }

    /// A frame has been run with [`Keys::wanted`].
    pub(super) fn frame_done(&mut self) {
        self.queue.frame_done();
    }

    /// The input for the next frame.
    pub(super) fn wanted(&self) -> Wanted {
        let mut wanted = Wanted::default();
        let mut modifiers = None;
        for role in self.queue.active() {
            match role {
                Role::Key(key) => {
                    wanted.keyboard.down |= 1 << key.code;
                    modifiers = Some((key.shift, key.ctrl));
                }
                Role::Break => wanted.keyboard.brk = true,
                Role::Start => wanted.console.start = true,
                Role::Select => wanted.console.select = true,
                Role::Option => wanted.console.option = true,
                Role::Stick(closed) => wanted.stick = both(wanted.stick, closed),
                Role::Turbo => wanted.turbo = true,
                Role::Rewind => wanted.rewind = true,
            }
        }
        (wanted.keyboard.shift, wanted.keyboard.ctrl) = modifiers.unwrap_or((self.shift, false));
        wanted
    }

    /// The role of a host key that types nothing.
    fn role(&self, scancode: Scancode, mods: Mod) -> Option<Role> {
        let shift = self.shift;
        // Games use these keys while the stick's button is held; Ctrl is then the button.
        let ctrl = self.arrows == Arrows::Cursor && mods.intersects(CTRL_MODS);
        let with = |code, shift, ctrl| Some(Role::Key(AtariKey { code, shift, ctrl }));
        let key = |code| with(code, shift, ctrl);
        if let Some(stick) = self.stick_key(scancode) {
            return Some(Role::Stick(stick));
        }
        match scancode {
            Scancode::F2 => Some(Role::Option),
            Scancode::F3 => Some(Role::Select),
            Scancode::F4 => Some(Role::Start),
            Scancode::F7 => Some(Role::Break),
            Scancode::F12 => Some(Role::Turbo),
            Scancode::PageUp => Some(Role::Rewind),
            Scancode::Space => key(code::SPACE),
            Scancode::Return | Scancode::KpEnter => key(code::RETURN),
            Scancode::Escape => key(code::ESC),
            Scancode::Tab => key(code::TAB),
            Scancode::Backspace | Scancode::Delete => key(code::BACKSPACE),
            Scancode::CapsLock => key(code::CAPS),
            Scancode::Up => with(code::UP, false, true),
            Scancode::Down => with(code::DOWN, false, true),
            Scancode::Left => with(code::LEFT, false, true),
            Scancode::Right => with(code::RIGHT, false, true),
            Scancode::Home => with(code::CLEAR, true, false),
            Scancode::End => key(code::ATARI),
            // With SHIFT it inserts a line, with CTRL a character.
            Scancode::Insert => with(code::INSERT, shift, !shift),
            _ => None,
        }
    }

    /// The stick switches that a host key closes.
    fn stick_key(&self, scancode: Scancode) -> Option<Stick> {
        let (up, down, left, right, fire) = match scancode {
            Scancode::Kp8 => (true, false, false, false, false),
            Scancode::Kp2 | Scancode::Kp5 => (false, true, false, false, false),
            Scancode::Kp4 => (false, false, true, false, false),
            Scancode::Kp6 => (false, false, false, true, false),
            Scancode::Kp7 => (true, false, true, false, false),
            Scancode::Kp9 => (true, false, false, true, false),
            Scancode::Kp1 => (false, true, true, false, false),
            Scancode::Kp3 => (false, true, false, true, false),
            Scancode::Kp0 => (false, false, false, false, true),
            _ if self.arrows == Arrows::Cursor => return None,
            Scancode::Up => (true, false, false, false, false),
            Scancode::Down => (false, true, false, false, false),
            Scancode::Left => (false, false, true, false, false),
            Scancode::Right => (false, false, false, true, false),
            Scancode::LCtrl | Scancode::RCtrl | Scancode::RAlt => (false, false, false, false, true),
            _ => return None,
        };
        Some(Stick { up, down, left, right, fire })
    }
}

/// Combines two sticks: a switch is closed if either closes it.
pub(super) fn both(a: Stick, b: Stick) -> Stick {
    Stick {
        up: a.up || b.up,
        down: a.down || b.down,
        left: a.left || b.left,
        right: a.right || b.right,
        fire: a.fire || b.fire,
    }
}

/// Either control key.
const CTRL_MODS: Mod = Mod::LCTRLMOD.union(Mod::RCTRLMOD);

/// The digit of a key in the digit row; some layouts type it only with SHIFT.
fn digit_of(scancode: Scancode) -> Option<char> {
    Some(match scancode {
        Scancode::Num0 => '0',
        Scancode::Num1 => '1',
        Scancode::Num2 => '2',
        Scancode::Num3 => '3',
        Scancode::Num4 => '4',
        Scancode::Num5 => '5',
        Scancode::Num6 => '6',
        Scancode::Num7 => '7',
        Scancode::Num8 => '8',
        Scancode::Num9 => '9',
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
