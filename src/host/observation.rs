//! Observations for machine learning: bytes of memory or the picture, in the form of an array.

use std::fmt;
use std::ops::RangeInclusive;

use super::palette::Palette;
use super::picture::{Area, crop};
use crate::machine::{FRAME_HEIGHT, Machine};

/// The address range of the chips' registers.
const REGISTERS: RangeInclusive<u16> = 0xD000..=0xD7FF;
/// Weights of red, green and blue in brightness, in 256ths, as in ITU-R BT.601.
const BRIGHTNESS: [u32; 3] = [77, 150, 29];

/// The format of a picture's pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pixels {
    /// The colour number, one byte: hue times 16, plus luminance.
    Indices,
    /// Brightness, one byte.
    Grey,
    /// Red, green and blue, three bytes.
    Rgb,
}

/// What is observed.
#[derive(Clone, Debug)]
pub enum Observation {
    /// Bytes of memory, range by range; registers are read by [`Machine::peek`].
    Memory(Vec<RangeInclusive<u16>>),
    /// The part of the picture that a television shows.
    Screen {
        /// The format of pixels.
        pixels: Pixels,
        /// The factor by which columns and rows are reduced; each pixel is the mean of a square.
        shrink: usize,
        /// The colours.
        palette: Box<Palette>,
    },
}

/// A picture cannot be reduced by this factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShrinkError {
    /// The factor.
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
    /// The picture, reduced by `shrink` in both directions.
    ///
    /// # Errors
    /// If `shrink` is above 8, does not divide 336 columns and 240 rows, or if the pixels have no mean.
    pub fn screen(pixels: Pixels, shrink: usize, palette: Palette) -> Result<Self, ShrinkError> {
        let indices = pixels == Pixels::Indices;
        if !matches!(shrink, 1 | 2 | 3 | 4 | 6 | 8) || (indices && shrink > 1) {
            return Err(ShrinkError { shrink, indices });
        }
        Ok(Observation::Screen { pixels, shrink, palette: Box::new(palette) })
    }

    /// The dimensions of the array, the slowest first: bytes; or rows and columns; or rows, columns and 3.
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

    /// Whether the machine has to draw pictures.
    pub fn is_screen(&self) -> bool {
        matches!(self, Observation::Screen { .. })
    }

    /// Writes the observation to an array, row by row. `picture` is the machine's, or a replacement for it.
    ///
    /// # Panics
    /// If `into` does not have the size of [`Observation::shape`], or `shrink` is a factor that
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

/// Makes each pixel the mean of a square of `shrink` by `shrink`.
fn shrunk<const N: usize>(indices: &[u8], shrink: usize, into: &mut [u8], colours: &[[u8; N]; 256]) {
    // The compiler generates code several times faster for squares whose size it knows. [measured]
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
