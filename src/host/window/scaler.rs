//! Scales a picture to its size on the screen. Each screen pixel is the mean of what lies beneath it, so that all
//! picture pixels are equally large and blurred only at their edges.

use super::layout::Place;

/// The sum of the weights of a pixel.
const WHOLE: u32 = 256;

/// Red, green and blue in 16 bits each, to be multiplied and added in one operation.
type Parts = u64;

/// Scales pictures of one size to another.
pub(super) struct Scaler {
    columns: Axis,
    rows: Rows,
    /// Rows of the picture.
    height: usize,
}

/// How rows of the picture become rows of the screen.
enum Rows {
    /// Each is repeated this many times.
    Whole(usize),
    /// They are blended.
    Mixed(Axis),
}

impl Scaler {
    /// Scales a picture of `width` x `height` pixels to fill `place`. If that is a whole multiple and the renderer
    /// `repeats` rows, the repetition is left to the renderer.
    pub(super) fn new((width, height): (u32, u32), place: Place, repeats: bool) -> Self {
        let times = if repeats { 1 } else { place.height as usize / height as usize };
        let rows = if place.height.is_multiple_of(height) {
            Rows::Whole(times)
        } else {
            Rows::Mixed(Axis::new(height as usize, place.height as usize))
        };
        Scaler { columns: Axis::new(width as usize, place.width as usize), rows, height: height as usize }
    }

    /// Width and height of the result.
    pub(super) fn size(&self) -> (u32, u32) {
        let height = match &self.rows {
            Rows::Whole(times) => times * self.height,
            Rows::Mixed(rows) => rows.pixels(),
        };
        (self.columns.pixels() as u32, height as u32)
    }

    /// Scales a picture (red, green, blue) to rows of `pitch` bytes, with pixels of four bytes in native byte order.
    pub(super) fn scale(&self, rgb: &[u8], scaled: &mut [u8], pitch: usize) {
        let width = self.columns.pixels();
        let rows = rgb.as_chunks::<3>().0.chunks_exact(rgb.len() / 3 / self.height);
        match &self.rows {
            Rows::Whole(times) => {
                let mut across = vec![0; width];
                let mut above = None;
                for (row, y) in rows.zip((0..).step_by(times * pitch)) {
                    if above.replace(row) == Some(row) {
                        scaled.copy_within(y - pitch..y, y);
                    } else {
                        self.columns.means(row, &mut across);
                        put(across.iter().copied(), &mut scaled[y..][..pitch]);
                    }
                    (1..*times).for_each(|n| scaled.copy_within(y..y + pitch, y + n * pitch));
                }
            }
            Rows::Mixed(mixed) => {
                let mut across = vec![0; width * self.height];
                rows.zip(across.chunks_exact_mut(width))
                    .for_each(|(row, across)| self.columns.means(row, across));
                for (y, scaled) in scaled.chunks_exact_mut(pitch).enumerate() {
                    put((0..width).map(|x| mixed.mean(y, |row| across[row * width + x])), scaled);
                }
            }
        }
    }
}

/// Writes pixels of 32 bits, with blue in the lowest.
fn put(colours: impl Iterator<Item = Parts>, row: &mut [u8]) {
    for (bytes, parts) in row.as_chunks_mut::<4>().0.iter_mut().zip(colours) {
        *bytes = ((parts >> 16 & 0xFF_0000 | parts >> 8 & 0xFF00 | parts & 0xFF) as u32).to_ne_bytes();
    }
}

/// The source pixels beneath each pixel, in one direction.
struct Axis {
    /// The most source pixels beneath one pixel.
    depth: usize,
    /// That many entries for each pixel, with weights.
    beneath: Vec<(u32, u32)>,
}

impl Axis {
    /// Maps `from` pixels to `to`.
    fn new(from: usize, to: usize) -> Self {
        let edges = |n: usize| (n * from, (n + 1) * from);
        let count = |n: usize| (edges(n).1 - 1) / to - edges(n).0 / to + 1;
        let depth = (0..to).map(count).max().unwrap_or(1);
        let mut beneath = Vec::with_capacity(depth * to);
        for n in 0..to {
            let (left, right) = edges(n);
            // Weights are differences of what lies left of an edge, so that they add up exactly in spite of rounding.
            let weight_before = |edge: usize| (edge.clamp(left, right) - left) as u32 * WHOLE / from as u32;
            let first = left / to;
            beneath.extend((first..first + depth).map(|at| {
                let weight = weight_before((at + 1) * to) - weight_before(at * to);
                (at.min(from - 1) as u32, weight)
            }));
        }
        Axis { depth, beneath }
    }

    fn pixels(&self) -> usize {
        self.beneath.len() / self.depth
    }

    /// The mean of what lies beneath pixel `n`.
    fn mean(&self, n: usize, colour: impl Fn(usize) -> Parts) -> Parts {
        mean(&self.beneath[n * self.depth..][..self.depth], colour)
    }

    /// Blends a row.
    fn means(&self, row: &[[u8; 3]], means: &mut [Parts]) {
        let colours: Vec<Parts> = row.iter().map(parts).collect();
        let colour = |at: usize| colours[at];
        // There are hardly ever more, and for two the compiler generates no loop.
        if self.depth == 2 {
            let pairs = self.beneath.as_chunks::<2>().0;
            means.iter_mut().zip(pairs).for_each(|(pixel, pair)| *pixel = mean(pair, colour));
        } else {
            means.iter_mut().enumerate().for_each(|(n, pixel)| *pixel = self.mean(n, colour));
        }
    }
}

/// The weighted mean of colours.
fn mean(beneath: &[(u32, u32)], colour: impl Fn(usize) -> Parts) -> Parts {
    let sum: Parts = beneath.iter().map(|&(at, weight)| colour(at as usize) * Parts::from(weight)).sum();
    (sum / Parts::from(WHOLE)) & 0x00FF_00FF_00FF
}

fn parts(&[r, g, b]: &[u8; 3]) -> Parts {
    Parts::from(r) << 32 | Parts::from(g) << 16 | Parts::from(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of `from` pixels, scaled to `size`.
    fn scaled(rgb: &[u8], from: (u32, u32), size: (u32, u32)) -> Vec<[u8; 3]> {
        let scaler = Scaler::new(from, Place { x: 0, y: 0, width: size.0, height: size.1 }, false);
        assert_eq!(scaler.size(), size);
        let (width, height) = size;
        // The rows of a texture may be longer than its width.
        let pitch = 4 * width as usize + 12;
        let mut pixels = vec![0xAA; pitch * height as usize];
        scaler.scale(rgb, &mut pixels, pitch);
        let rows = pixels.chunks_exact(pitch).map(|row| &row[..4 * width as usize]);
        let pixels = rows.flat_map(|row| row.as_chunks::<4>().0);
        pixels.map(|&bytes| u32::from_ne_bytes(bytes).to_be_bytes()).map(|[_, r, g, b]| [r, g, b]).collect()
    }

    const BLACK: [u8; 3] = [0, 0, 0];
    const RED: [u8; 3] = [0xFF, 0, 0];
    const WHITE: [u8; 3] = [0xFF, 0xFF, 0xFF];

    #[test]
    fn in_whole_multiples_each_pixel_is_repeated() {
        let picture = [RED, WHITE, BLACK, RED].concat();
        let row = [[RED; 3], [WHITE; 3]].concat();
        let below = [[BLACK; 3], [RED; 3]].concat();
        assert_eq!(scaled(&picture, (2, 2), (6, 4)), [row.clone(), row, below.clone(), below].concat());
    }

    #[test]
    fn a_pixel_over_an_edge_is_the_mean_of_both_sides() {
        let picture = [RED, WHITE].concat();
        assert_eq!(scaled(&picture, (2, 1), (3, 1)), [RED, [0xFF, 0x7F, 0x7F], WHITE]);
        assert_eq!(scaled(&picture, (1, 2), (1, 3)), [RED, [0xFF, 0x7F, 0x7F], WHITE]);
        assert_eq!(scaled(&[RED, BLACK, WHITE].concat(), (3, 1), (2, 1))[0], [0xA9, 0, 0]);
    }

    #[test]
    fn one_colour_stays_it_at_any_size() {
        let colour = [0x12, 0xFE, 0xFF];
        for (width, height) in [(1, 1), (5, 3), (7, 9), (16, 11), (100, 7)] {
            let picture = scaled(&[colour; 7 * 9].concat(), (7, 9), (width, height));
            assert_eq!(picture, vec![colour; (width * height) as usize], "{width} x {height}");
        }
    }
}
