//! The mouse as a touch tablet in jack 2, as paddles 0 and 1, as a light pen in jack 1, or not used.

use sdl2::mouse::MouseButton;

use crate::host::picture::Area;
use crate::machine::{Beam, FIRST_LINE, FRAME_HEIGHT, MOST_PADDLE, Pen};

/// What a touch tablet reads at its right and lower edges; at the others it reads 1.
const TABLET_END: u8 = 227;

/// What the mouse is used as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Role {
    /// Nothing.
    #[default]
    None,
    /// A touch tablet of the picture's size: paddle 2 is the distance from the left edge, paddle 3 from the upper
    /// one.
    Tablet,
    /// Horizontally paddle 0, vertically paddle 1.
    Paddles,
    /// A light pen or light gun in the first jack, aimed at the mouse pointer.
    Pen,
}

/// Paddles 0 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Paddles {
    /// The values that the machine reads, 0 to [`MOST_PADDLE`].
    pub positions: [u8; 4],
    /// Their buttons.
    pub buttons: [bool; 4],
}

impl Default for Paddles {
    /// No paddles are plugged in.
    fn default() -> Self {
        Paddles { positions: [MOST_PADDLE; 4], buttons: [false; 4] }
    }
}

/// The mouse.
#[derive(Default)]
pub(super) struct Mouse {
    role: Role,
    /// The horizontal and vertical position, 0 to 1; none until it has been over the picture.
    place: Option<(f64, f64)>,
    buttons: [bool; 2],
}

impl Mouse {
    /// A mouse in this role.
    pub(super) fn new(role: Role) -> Self {
        Mouse { role, ..Mouse::default() }
    }

    /// Switches to the next role and returns it.
    pub(super) fn switch(&mut self) -> Role {
        let role = match self.role {
            Role::None => Role::Tablet,
            Role::Tablet => Role::Paddles,
            Role::Paddles => Role::Pen,
            Role::Pen => Role::None,
        };
        *self = Mouse::new(role);
        role
    }

    /// The mouse has moved; 0 and 1 are the picture's edges, but it may be outside.
    pub(super) fn moved(&mut self, (across, down): (f64, f64)) {
        let is_over = (0.0..=1.0).contains(&across) && (0.0..=1.0).contains(&down);
        if !is_over && self.role == Role::Pen {
            self.place = None;
        }
        if is_over || self.place.is_some() {
            self.place = Some((across.clamp(0.0, 1.0), down.clamp(0.0, 1.0)));
        }
    }

    /// The mouse has left the window: the tablet is no longer touched, and the pen is not aimed at the screen.
    /// Paddles stay as they are.
    pub(super) fn left(&mut self) {
        if matches!(self.role, Role::Tablet | Role::Pen) {
            self.place = None;
        }
    }

    /// A button goes down or up: the left one is the first paddle's, the right one the second's.
    pub(super) fn button(&mut self, button: MouseButton, is_down: bool) {
        match button {
            MouseButton::Left => self.buttons[0] = is_down,
            MouseButton::Right => self.buttons[1] = is_down,
            _ => {}
        }
    }

    /// The window no longer receives the mouse's buttons.
    pub(super) fn release(&mut self) {
        self.buttons = [false; 2];
    }

    /// The state of the paddles.
    pub(super) fn paddles(&self) -> Paddles {
        let mut paddles = Paddles::default();
        let first = match self.role {
            Role::None | Role::Pen => return paddles,
            Role::Tablet => 2,
            Role::Paddles => 0,
        };
        let reading = match self.role {
            Role::Tablet => touched,
            _ => turned,
        };
        paddles.buttons[first..first + 2].copy_from_slice(&self.buttons);
        if let Some((across, down)) = self.place {
            paddles.positions[first..first + 2].copy_from_slice(&[reading(across), reading(down)]);
        }
        paddles
    }

    /// The state of the pen. Outside the picture it is aimed beside the screen.
    pub(super) fn pen(&self) -> Pen {
        if self.role != Role::Pen {
            return Pen::default();
        }
        Pen { at: self.place.map(beam), pressed: self.buttons[0] }
    }

    /// Whether the mouse is used to point at the picture.
    pub(super) fn points(&self) -> bool {
        matches!(self.role, Role::Tablet | Role::Pen)
    }
}

/// The position of the beam at a point, in fractions of the picture's width and height.
fn beam((across, down): (f64, f64)) -> Beam {
    let part = |part: f64, of: usize| ((part * of as f64) as usize).min(of - 1);
    let column = part(across, Area::Visible.width());
    Beam { clock: Area::Visible.clock(column), line: FIRST_LINE as u16 + part(down, FRAME_HEIGHT) as u16 }
}

/// What a tablet reads at a fraction of its width or height.
fn touched(part: f64) -> u8 {
    1 + (part * f64::from(TABLET_END - 1)).round() as u8
}

/// What a paddle reads that is turned by a fraction of its range.
fn turned(part: f64) -> u8 {
    MOST_PADDLE - (part * f64::from(MOST_PADDLE)).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_the_whole_tablet_and_the_whole_turn_of_a_paddle() {
        assert_eq!([0.0, 0.5, 1.0].map(touched), [1, 114, 227]);
        assert_eq!([0.0, 0.5, 1.0].map(turned), [228, 114, 0]);
    }

    #[test]
    fn the_tablet_is_not_touched_before_the_mouse_has_been_over_the_picture() {
        let mut mouse = Mouse::new(Role::Tablet);
        mouse.moved((-0.2, 0.5));
        assert_eq!(mouse.paddles(), Paddles::default());
        mouse.moved((0.0, 0.5));
        assert_eq!(mouse.paddles().positions, [228, 228, 1, 114]);
        // From now on, positions outside the picture count as its edge.
        mouse.moved((1.7, -3.0));
        assert_eq!(mouse.paddles().positions, [228, 228, 227, 1]);
        mouse.left();
        assert_eq!(mouse.paddles(), Paddles::default());
    }

    #[test]
    fn it_stands_for_one_thing_after_the_other() {
        let mut mouse = Mouse::default();
        mouse.button(MouseButton::Left, true);
        assert_eq!(mouse.paddles(), Paddles::default());
        assert_eq!(mouse.switch(), Role::Tablet);
        mouse.moved((1.0, 0.0));
        mouse.button(MouseButton::Right, true);
        mouse.button(MouseButton::Middle, true);
        let tablet = Paddles { positions: [228, 228, 227, 1], buttons: [false, false, false, true] };
        assert_eq!(mouse.paddles(), tablet);
        assert_eq!(mouse.switch(), Role::Paddles);
        mouse.moved((1.0, 0.0));
        mouse.button(MouseButton::Left, true);
        let paddles = Paddles { positions: [0, 228, 228, 228], buttons: [true, false, false, false] };
        assert_eq!(mouse.paddles(), paddles);
        mouse.release();
        mouse.left();
        assert_eq!(mouse.paddles(), Paddles { buttons: [false; 4], ..paddles });
        assert_eq!(mouse.switch(), Role::Pen);
        assert_eq!((mouse.paddles(), mouse.pen()), (Paddles::default(), Pen::default()));
        assert_eq!(mouse.switch(), Role::None);
        assert_eq!(mouse.paddles(), Paddles::default());
    }

    #[test]
    fn a_pen_is_aimed_at_what_is_under_the_mouse_and_beside_the_picture_at_nothing() {
        let mut mouse = Mouse::new(Role::Pen);
        mouse.button(MouseButton::Left, true);
        assert_eq!(mouse.pen(), Pen { at: None, pressed: true });
        for (place, clock, line) in [((0.0, 0.0), 44, 8), ((0.5, 0.5), 128, 128), ((1.0, 1.0), 211, 247)] {
            mouse.moved(place);
            assert_eq!(mouse.pen(), Pen { at: Some(Beam { clock, line }), pressed: true });
        }
        mouse.moved((1.1, 0.5));
        mouse.release();
        assert_eq!(mouse.pen(), Pen::default());
    }
}
