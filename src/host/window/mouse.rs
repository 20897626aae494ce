//! The mouse as a touch tablet in jack 2, as paddles 0 and 1, as a light pen in jack 1, or as nothing.

use sdl2::mouse::MouseButton;

use crate::host::picture::Area;
use crate::machine::{Beam, FIRST_LINE, FRAME_HEIGHT, MOST_PADDLE, Pen};

/// What a touch tablet reads at its right and lower edge; 1 at the others.
const TABLET_END: u8 = 227;

/// What the mouse stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Role {
    /// Nothing.
    #[default]
    None,
    /// A touch tablet of the size of the picture: paddle 2 is how far from its left edge, 3 from its upper one.
    Tablet,
    /// Paddle 0 across and paddle 1 down.
    Paddles,
    /// A light pen or a light gun in the first jack, aimed at what is under the mouse.
    Pen,
}

/// Paddles 0 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Paddles {
    /// As the machine reads them, 0 to [`MOST_PADDLE`].
    pub positions: [u8; 4],
    /// Their buttons.
    pub buttons: [bool; 4],
}

impl Default for Paddles {
    /// None is plugged in.
    fn default() -> Self {
        Paddles { positions: [MOST_PADDLE; 4], buttons: [false; 4] }
    }
}

/// The mouse.
#[derive(Default)]
pub(super) struct Mouse {
    role: Role,
    /// How far across and down, 0 to 1, since it has been over the picture.
    place: Option<(f64, f64)>,
    buttons: [bool; 2],
}

impl Mouse {
    /// A mouse that stands for this.
    pub(super) fn new(role: Role) -> Self {
        Mouse { role, ..Mouse::default() }
    }

    /// Lets it stand for the next thing; says for which.
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

    /// It is there: in the picture, whose edges are at 0 and 1, or outside.
    pub(super) fn moved(&mut self, (across, down): (f64, f64)) {
        let is_over = (0.0..=1.0).contains(&across) && (0.0..=1.0).contains(&down);
        if !is_over && self.role == Role::Pen {
            self.place = None;
        }
        if is_over || self.place.is_some() {
            self.place = Some((across.clamp(0.0, 1.0), down.clamp(0.0, 1.0)));
        }
    }

    /// It has left the window: nobody touches the tablet, and the pen is not aimed at the screen. Paddles stay as they are.
    pub(super) fn left(&mut self) {
        if matches!(self.role, Role::Tablet | Role::Pen) {
            self.place = None;
        }
    }

    /// A button goes down or up: the left one is that of the first paddle, the right one of the second.
    pub(super) fn button(&mut self, button: MouseButton, is_down: bool) {
        match button {
            MouseButton::Left => self.buttons[0] = is_down,
            MouseButton::Right => self.buttons[1] = is_down,
            _ => {}
        }
    }

    /// The window has lost the mouse's buttons.
    pub(super) fn release(&mut self) {
        self.buttons = [false; 2];
    }

    /// The paddles, as it sets them.
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

    /// The pen, as it holds it: one that is not aimed at the picture is aimed beside the screen.
    pub(super) fn pen(&self) -> Pen {
        if self.role != Role::Pen {
            return Pen::default();
        }
        Pen { at: self.place.map(beam), pressed: self.buttons[0] }
    }

    /// Whether somebody points at the picture with it.
    pub(super) fn points(&self) -> bool {
        matches!(self.role, Role::Tablet | Role::Pen)
    }
}

/// Where the beam is at a part of the picture's width and height.
fn beam((across, down): (f64, f64)) -> Beam {
    let part = |part: f64, of: usize| ((part * of as f64) as usize).min(of - 1);
    let column = part(across, Area::Visible.width());
    Beam { clock: Area::Visible.clock(column), line: FIRST_LINE as u16 + part(down, FRAME_HEIGHT) as u16 }
}

/// What a tablet reads at a part of its width or height.
fn touched(part: f64) -> u8 {
    1 + (part * f64::from(TABLET_END - 1)).round() as u8
}

/// What a paddle reads that is turned by a part of its way.
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
        // From there on what is beside the picture is its edge.
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
