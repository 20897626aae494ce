//! The mouse as paddles 0 and 1: across and down.

use sdl2::mouse::MouseButton;

/// The reading of a paddle turned all the way to the left, and of a port without one.
pub const LEFTMOST: u8 = 228;

/// The two paddles, while the mouse is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paddles {
    /// As the machine reads them: [`LEFTMOST`] to 0 at the right or at the bottom.
    pub positions: [u8; 2],
    /// Their buttons.
    pub buttons: [bool; 2],
}

/// The mouse.
#[derive(Default)]
pub struct Mouse {
    in_use: bool,
    positions: Option<[u8; 2]>,
    buttons: [bool; 2],
}

impl Mouse {
    /// Makes it paddles, or a mouse again; says which.
    pub fn switch(&mut self) -> bool {
        self.in_use = !self.in_use;
        self.buttons = [false; 2];
        self.in_use
    }

    /// It is at this place of a window of this size.
    pub fn moved(&mut self, place: (i32, i32), size: (u32, u32)) {
        self.positions = Some([reading(place.0, size.0), reading(place.1, size.1)]);
    }

    /// A button goes down or up: the left one is that of paddle 0, the right one of paddle 1.
    pub fn button(&mut self, button: MouseButton, is_down: bool) {
        match button {
            MouseButton::Left => self.buttons[0] = is_down,
            MouseButton::Right => self.buttons[1] = is_down,
            _ => {}
        }
    }

    /// The window has lost the mouse's buttons.
    pub fn release(&mut self) {
        self.buttons = [false; 2];
    }

    /// The paddles, if it is any.
    pub fn paddles(&self) -> Option<Paddles> {
        let positions = self.positions.unwrap_or([LEFTMOST / 2; 2]);
        self.in_use.then_some(Paddles { positions, buttons: self.buttons })
    }
}

/// The reading of a paddle for a place between 0 and `size`.
fn reading(place: i32, size: u32) -> u8 {
    let last = i64::from(size.max(2)) - 1;
    let turned = i64::from(place).clamp(0, last) * i64::from(LEFTMOST) / last;
    LEFTMOST - turned as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_is_the_whole_turn_of_a_paddle() {
        assert_eq!(
            [reading(0, 900), reading(899, 900), reading(-5, 900), reading(2000, 900)],
            [228, 0, 228, 0]
        );
        assert_eq!(reading(450, 901), 114);
        assert_eq!(reading(3, 0), 0);
    }

    #[test]
    fn the_mouse_is_paddles_only_while_it_is_asked_to_be() {
        let mut mouse = Mouse::default();
        mouse.moved((0, 99), (100, 100));
        mouse.button(MouseButton::Left, true);
        assert_eq!(mouse.paddles(), None);
        assert!(mouse.switch());
        mouse.button(MouseButton::Right, true);
        mouse.button(MouseButton::Middle, true);
        assert_eq!(mouse.paddles(), Some(Paddles { positions: [228, 0], buttons: [false, true] }));
        mouse.release();
        assert_eq!(mouse.paddles().map(|paddles| paddles.buttons), Some([false; 2]));
        assert!(!mouse.switch());
    }
}
