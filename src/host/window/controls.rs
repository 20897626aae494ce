//! The state of all controls, and its changes from frame to frame.

use super::keys::{Wanted, both};
use super::mouse::{Mouse, Paddles};
use super::pads::Pad;
use crate::machine::control::Control;
use crate::machine::{Console, Keyboard, Pen, Stick};

/// The state of all controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Controls {
    sticks: [Stick; 4],
    paddles: [u8; 4],
    pen: Pen,
    console: Console,
    keyboard: Keyboard,
    reset: bool,
}

impl Default for Controls {
    /// The state at power-on.
    fn default() -> Self {
        Controls {
            sticks: Default::default(),
            paddles: Paddles::default().positions,
            pen: Pen::default(),
            console: Console::default(),
            keyboard: Keyboard::default(),
            reset: false,
        }
    }
}

impl Controls {
    /// From keyboard, gamepads and mouse; `reset` in the frame in which RESET is down.
    pub(super) fn new(wanted: &Wanted, pads: &[Pad], mouse: &Mouse, reset: bool) -> Self {
        let paddles = mouse.paddles();
        let mut controls = Controls {
            console: wanted.console,
            keyboard: wanted.keyboard,
            paddles: paddles.positions,
            pen: mouse.pen(),
            reset,
            ..Self::default()
        };
        controls.sticks[0] = wanted.stick;
        for (stick, pad) in controls.sticks.iter_mut().zip(pads) {
            *stick = both(*stick, pad.stick);
            controls.console.start |= pad.start;
            controls.console.select |= pad.select;
            controls.console.option |= pad.option;
        }
        for (stick, buttons) in controls.sticks.iter_mut().zip(paddles.buttons.chunks_exact(2)) {
            // The buttons of a jack's paddles use the pins of these two directions. [sheet: os 4]
            stick.left |= buttons[0];
            stick.right |= buttons[1];
        }
        controls
    }

    /// The changes from `before`; everything if that is not known.
    pub(super) fn changes(&self, before: Option<&Controls>) -> Vec<Control> {
        let before = before.map(Controls::each);
        self.each()
            .into_iter()
            .enumerate()
            .filter(|&(n, control)| before.is_none_or(|before| before[n] != control))
            .map(|(_, control)| control)
            .collect()
    }

    fn each(&self) -> [Control; 12] {
        let [a, b, c, d] = self.sticks;
        [
            Control::Stick(0, a),
            Control::Stick(1, b),
            Control::Stick(2, c),
            Control::Stick(3, d),
            Control::Paddle(0, self.paddles[0]),
            Control::Paddle(1, self.paddles[1]),
            Control::Paddle(2, self.paddles[2]),
            Control::Paddle(3, self.paddles[3]),
            Control::Pen(0, self.pen),
            Control::Console(self.console),
            Control::Keyboard(self.keyboard),
            Control::ResetKey(self.reset),
        ]
    }
}

#[cfg(test)]
mod tests {
    use sdl2::mouse::MouseButton;

    use super::super::mouse::Role;
    use super::*;
    use crate::machine::Beam;

    #[test]
    fn the_first_gamepad_and_the_keyboard_share_a_stick_and_the_second_has_its_own() {
        let up = Stick { up: true, ..Stick::default() };
        let fire = Stick { fire: true, ..Stick::default() };
        let wanted = Wanted { stick: up, ..Wanted::default() };
        let pads = [Pad { stick: fire, start: true, ..Pad::default() }, Pad { stick: up, ..Pad::default() }];
        let controls = Controls::new(&wanted, &pads, &Mouse::default(), false);
        assert_eq!(
            controls.changes(Some(&Controls::default())),
            [
                Control::Stick(0, Stick { up: true, fire: true, ..Stick::default() }),
                Control::Stick(1, up),
                Control::Console(Console { start: true, ..Console::default() }),
            ]
        );
        assert!(controls.changes(Some(&controls)).is_empty());
    }

    #[test]
    fn a_machine_that_was_told_nothing_is_told_everything() {
        assert_eq!(Controls::default().changes(None).len(), 12);
    }

    #[test]
    fn the_mouse_is_paddles_with_their_buttons_on_the_pins_of_their_jacks_stick_or_a_pen() {
        let changes = |role, place| {
            let mut mouse = Mouse::new(role);
            mouse.moved(place);
            mouse.button(MouseButton::Left, true);
            Controls::new(&Wanted::default(), &[], &mouse, false).changes(Some(&Controls::default()))
        };
        let left = Stick { left: true, ..Stick::default() };
        let tablet = [Control::Stick(1, left), Control::Paddle(2, 227), Control::Paddle(3, 1)];
        assert_eq!(changes(Role::Tablet, (1.0, 0.0)), tablet);
        let paddles = [Control::Stick(0, left), Control::Paddle(0, 0)];
        assert_eq!(changes(Role::Paddles, (1.0, 0.0)), paddles);
        let at = Some(Beam { clock: 44, line: 8 });
        assert_eq!(changes(Role::Pen, (0.0, 0.0)), [Control::Pen(0, Pen { at, pressed: true })]);
    }
}
