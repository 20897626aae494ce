//! What a learner sees of a machine: bytes of its memory, or its picture, as they go into an array.

use std::fmt;
use std::ops::RangeInclusive;

use super::palette::Palette;
use super::picture::{Area, crop};
use crate::machine::{FRAME_HEIGHT, Machine};

/// The registers of the chips.
const REGISTERS: RangeInclusive<u16> = 0xD000..=0xD7FF;
/// Weights of red, green and blue in brightness, of 256: those of ITU-R BT.601.
const BRIGHTNESS: [u32; 3] = [77, 150, 29];

/// How the pixels of a picture are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pixels {
    /// As the number of their colour, a byte each: hue times 16, and luminance.
    Indices,
    /// As brightness, a byte each.
    Grey,
    /// As red, green and blue.
    Rgb,
}

/// What is seen.
#[derive(Clone, Debug)]
pub enum Observation {
    /// Bytes of memory, range by range; registers as [`Machine::peek`] reads them.
    Memory(Vec<RangeInclusive<u16>>),
    /// What a television shows of the picture.
    Screen {
        /// How pixels are written.
        pixels: Pixels,
        /// So many columns and rows become one pixel, their mean.
        shrink: usize,
        /// The colours.
        palette: Box<Palette>,
    },
}

/// A picture cannot be made smaller by this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShrinkError {
    /// The number.
    pub shrink: usize,
    /// Whether pixels are colour numbers, which have no mean.
    pub indices: bool,
}

impl fmt::Display for ShrinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = if self.indices { "1, as colour numbers have no mean" } else { "1, 2, 3, 4, 6 or 8" };
        write!(f, "a picture {} times smaller: expected {expected}", self.shrink)
    }
}

impl std::error::Error for ShrinkError {}

impl Observation {
    /// The picture, `shrink` times smaller in both directions.
    ///
    /// # Errors
    /// If 336 columns or 240 rows are not divided by it, up to 8, or there is no mean.
    pub fn screen(pixels: Pixels, shrink: usize, palette: Palette) -> Result<Self, ShrinkError> {
        let indices = pixels == Pixels::Indices;
        if !matches!(shrink, 1 | 2 | 3 | 4 | 6 | 8) || (indices && shrink > 1) {
            return Err(ShrinkError { shrink, indices });
        }
        Ok(Observation::Screen { pixels, shrink, palette: Box::new(palette) })
    }

    /// The measures of the array, the slowest first: bytes; rows and columns; or these and 3.
    pub fn shape(&self) -> Vec<usize> {
        match self {
            Observation::Memory(ranges) => vec![ranges.iter().map(ExactSizeIterator::len).sum()],
            Observation::Screen { pixels, shrink, .. } => {
                let mut shape = vec![FRAME_HEIGHT / shrink, Area::Visible.width() / shrink];
                shape.extend((*pixels == Pixels::Rgb).then_some(3));
                shape
            }
        }
    }

    /// Whether pictures have to be drawn.
    pub fn is_screen(&self) -> bool {
        matches!(self, Observation::Screen { .. })
    }

    /// Writes what is seen, row by row. `picture` is that of the machine, or what takes its place.
    ///
    /// # Panics
    /// If `into` is not as large as [`Observation::shape`] says, or the picture is to be made smaller by a number that
    /// [`Observation::screen`] refuses.
    pub fn write(&self, machine: &Machine, picture: &[u8], into: &mut [u8]) {
        assert_eq!(into.len(), self.shape().iter().product::<usize>(), "as large as its shape");
        match self {
            Observation::Memory(ranges) => write_memory(machine, ranges, into),
            Observation::Screen { pixels, shrink, palette } => {
                write_screen(picture, *pixels, *shrink, palette, into);
            }
        }
    }
}

fn write_memory(machine: &Machine, ranges: &[RangeInclusive<u16>], into: &mut [u8]) {
    let mut rest = into;
    for range in ranges {
        let (place, behind) = rest.split_at_mut(range.len());
        rest = behind;
        let has_registers = range.start() <= REGISTERS.end() && REGISTERS.start() <= range.end();
        if has_registers {
            place.iter_mut().zip(range.clone()).for_each(|(byte, address)| *byte = machine.peek(address));
        } else {
            let (start, end) = (usize::from(*range.start()), usize::from(*range.end()));
            place.copy_from_slice(&machine.memory()[start..=end]);
        }
    }
}

fn write_screen(picture: &[u8], pixels: Pixels, shrink: usize, palette: &Palette, into: &mut [u8]) {
    let indices = crop(picture, Area::Visible);
    match pixels {
        Pixels::Indices => into.copy_from_slice(&indices),
        Pixels::Grey => {
            let grey = std::array::from_fn(|index| [brightness(palette.rgb(index as u8))]);
            shrunk(&indices, shrink, into, &grey);
        }
        Pixels::Rgb => shrunk(&indices, shrink, into, &std::array::from_fn(|index| palette.rgb(index as u8))),
    }
}

fn brightness(rgb: [u8; 3]) -> u8 {
    let weighted = rgb.iter().zip(BRIGHTNESS).map(|(&value, weight)| u32::from(value) * weight);
    (weighted.sum::<u32>() >> 8) as u8
}

/// Each pixel the mean of a square of `shrink` by `shrink`.
fn shrunk<const N: usize>(indices: &[u8], shrink: usize, into: &mut [u8], colours: &[[u8; N]; 256]) {
    // The compiler counts squares whose side it knows several times faster. [measured]
    match shrink {
        1 => means::<N, 1>(indices, into, colours),
        2 => means::<N, 2>(indices, into, colours),
        3 => means::<N, 3>(indices, into, colours),
        4 => means::<N, 4>(indices, into, colours),
        6 => means::<N, 6>(indices, into, colours),
        8 => means::<N, 8>(indices, into, colours),
        _ => unreachable!("an observation has none but these"),
    }
}

fn means<const N: usize, const SIDE: usize>(indices: &[u8], into: &mut [u8], colours: &[[u8; N]; 256]) {
    let width = Area::Visible.width();
    for (rows, into) in indices.chunks_exact(width * SIDE).zip(into.chunks_exact_mut(width / SIDE * N)) {
        for (column, pixel) in into.as_chunks_mut::<N>().0.iter_mut().enumerate() {
            let mut sums = [0; N];
            for row in rows.chunks_exact(width) {
                for &index in &row[column * SIDE..][..SIDE] {
                    let colour = colours[usize::from(index)];
                    sums.iter_mut().zip(colour).for_each(|(sum, value)| *sum += u32::from(value));
                }
            }
            *pixel = sums.map(|sum| (sum / (SIDE * SIDE) as u32) as u8);
        }
    }
}
