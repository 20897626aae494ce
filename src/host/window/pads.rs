//! Gamepads: the first is joystick 0, the second joystick 1, and so on.

use sdl2::GameControllerSubsystem;
use sdl2::controller::{Axis, Button, GameController};

use super::keys::both;
use crate::machine::Stick;

/// The deflection of an axis, of 32767, beyond which the joystick's switch closes.
const THRESHOLD: i16 = 14_000;
/// Joystick ports of the 800.
const PORTS: usize = 4;

/// The state of a gamepad in terms of the 800.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Pad {
    /// The joystick.
    pub stick: Stick,
    /// START.
    pub start: bool,
    /// SELECT.
    pub select: bool,
    /// OPTION.
    pub option: bool,
}

/// The connected gamepads, in the order in which they were connected.
pub(super) struct Pads {
    subsystem: GameControllerSubsystem,
    open: Vec<GameController>,
    /// Whether input is ignored until everything is released, because it was not meant for the machine.
    waits: bool,
    /// The switches closed at the last check, of all sticks together.
    pushed: Stick,
}

impl Pads {
    /// No gamepads: SDL also reports those connected before.
    pub(super) fn new(subsystem: GameControllerSubsystem) -> Self {
        Pads { subsystem, open: Vec::new(), waits: false, pushed: Stick::default() }
    }

    /// A gamepad was connected; returns its name.
    pub(super) fn plugged_in(&mut self, index: u32) -> Option<String> {
        let pad = self.subsystem.open(index).ok()?;
        let known = self.open.iter().any(|open| open.instance_id() == pad.instance_id());
        if known || self.open.len() == PORTS {
            return None;
        }
        let name = pad.name();
        self.open.push(pad);
        Some(name)
    }

    /// A gamepad was disconnected; returns whether it was in use.
    pub(super) fn pulled_out(&mut self, instance: u32) -> bool {
        let before = self.open.len();
        self.open.retain(|pad| pad.instance_id() != instance);
        self.open.len() < before
    }

    /// The input for the machine now.
    pub(super) fn read(&mut self) -> Vec<Pad> {
        let pads: Vec<Pad> = self.open.iter().map(read).collect();
        self.waits &= pads.iter().any(|pad| *pad != Pad::default());
        if self.waits { Vec::new() } else { pads }
    }

    /// Ignores what is held now.
    pub(super) fn wait_for_release(&mut self) {
        self.waits = true;
    }

    /// The switches of all sticks that have closed since the last call.
    pub(super) fn newly_pushed(&mut self) -> Stick {
        let now = self.open.iter().map(|pad| read(pad).stick).fold(Stick::default(), both);
        let before = std::mem::replace(&mut self.pushed, now);
        Stick {
            up: now.up && !before.up,
            down: now.down && !before.down,
            left: now.left && !before.left,
            right: now.right && !before.right,
            fire: now.fire && !before.fire,
        }
    }
}

fn read(pad: &GameController) -> Pad {
    let any = |buttons: &[Button]| buttons.iter().any(|&button| pad.button(button));
    let pushed = directions(pad.axis(Axis::LeftX), pad.axis(Axis::LeftY));
    Pad {
        stick: Stick {
            up: pushed.up || pad.button(Button::DPadUp),
            down: pushed.down || pad.button(Button::DPadDown),
            left: pushed.left || pad.button(Button::DPadLeft),
            right: pushed.right || pad.button(Button::DPadRight),
            fire: any(&[Button::A, Button::B, Button::X, Button::Y]),
        },
        start: pad.button(Button::Start),
        select: any(&[Button::Back, Button::RightShoulder]),
        option: pad.button(Button::LeftShoulder),
    }
}

/// The switches that a stick at this position closes; down is positive.
fn directions(x: i16, y: i16) -> Stick {
    Stick { up: y < -THRESHOLD, down: y > THRESHOLD, left: x < -THRESHOLD, right: x > THRESHOLD, fire: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stick_at_rest_is_centred_and_a_corner_is_two_directions() {
        assert_eq!(directions(900, -1200), Stick::default());
        assert_eq!(directions(-23_000, -23_000), Stick { up: true, left: true, ..Stick::default() });
        assert_eq!(directions(i16::MAX, i16::MAX), Stick { down: true, right: true, ..Stick::default() });
        assert_eq!(directions(i16::MIN, i16::MIN), Stick { up: true, left: true, ..Stick::default() });
    }
}
