//! How a line shows its playfield as a row, as far as its plan alone determines it.

use super::display;
use super::train::Train;
use crate::chips::an::{PLAYFIELD_END, Shape};

/// The times of a row's bytes: for lines that are not scrolled by an odd number of clocks, and for those that are.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RowTimes {
    /// How they are read.
    pub shape: Shape,
    /// Clock of the first byte.
    pub start: [u16; 2],
    /// How many bytes begin before the end of the visible area.
    pub visible: [u8; 2],
    /// Some of those are taken from the bus, where others have put them.
    pub shows_captured: [bool; 2],
}

impl RowTimes {
    /// The times for a line with instruction `ir` and DMACTL `dmactl`; none if its bytes are not read like a row's.
    pub fn of(train: Train, ir: u8, dmactl: u8) -> Option<RowTimes> {
        let shape = shape_of(ir)?;
        let lag = if train.characters { 12 } else { 8 };
        let first = 2 * u16::from(train.first) + lag;
        let start = [first, first + 1];
        let (_, right) = display::window(dmactl & 3);
        // Bytes that are shown at clock `start` or later.
        let visible = start.map(|start| {
            let room = right.min(PLAYFIELD_END).saturating_sub(start.into());
            train.count.min(room.div_ceil(shape.clocks()) as u8)
        });
        let real = if train.characters { train.real_fonts.min(train.real) } else { train.real };
        Some(RowTimes { shape, start, visible, shows_captured: visible.map(|visible| visible > real) })
    }
}

/// How the bytes of the mode of instruction `ir` are read, if they make a [`Row`](crate::chips::an::Row).
fn shape_of(ir: u8) -> Option<Shape> {
    match ir & 15 {
        2 | 3 | 15 => Some(Shape::Hires),
        4 | 5 => Some(Shape::EitherPairs),
        13 | 14 => Some(Shape::Pairs),
        6 | 7 | 11 | 12 => Some(Shape::Bits),
        _ => None,
    }
}
