//! The picture as a television set shows it: less sharp in colour than in brightness, with artefact colours where
//! brightness changes as fast as the colour signal, and with dark gaps between the lines.

use crate::machine::Video;

/// Brightness of the gap between two lines, in 256ths.
const GAP: u32 = 150;
/// How much colour a unit of fast brightness change produces, in 256ths. [guess]
const ARTEFACT: i32 = 150;
/// The direction of that colour in the I-Q plane, in 256ths: a half-clock pixel lit in the first half of a colour
/// clock is brownish, one in the second half bluish. [guess]
const ARTEFACT_I: i32 = -230;
const ARTEFACT_Q: i32 = 112;

/// Converts `rgb` rows of `width` half-clock pixels; each becomes a line and a gap.
pub(super) fn filter(rgb: &[u8], width: usize, video: Video) -> Vec<u8> {
    let mut filtered = Vec::with_capacity(2 * rgb.len());
    for row in rgb.chunks_exact(3 * width) {
        let signal: Vec<[i32; 3]> = row.as_chunks::<3>().0.iter().map(yiq).collect();
        let start = filtered.len();
        for x in 0..width {
            filtered.extend(pixel(&signal, x, video));
        }
        for n in start..filtered.len() {
            filtered.push((u32::from(filtered[n]) * GAP / 256) as u8);
        }
    }
    filtered
}

/// A pixel, computed from its neighbours.
fn pixel(signal: &[[i32; 3]], x: usize, video: Video) -> [u8; 3] {
    let at = |offset: isize| signal[x.saturating_add_signed(offset).min(signal.len() - 1)];
    let luma = |offset: isize| at(offset)[0];
    let y = (luma(-1) + 2 * luma(0) + luma(1)) / 4;
    let chroma =
        |part: usize| (at(-2)[part] + 2 * (at(-1)[part] + at(0)[part] + at(1)[part]) + at(2)[part]) / 8;
    let (mut i, mut q) = (chroma(1), chroma(2));
    if video == Video::Ntsc {
        // Brightness that alternates from half clock to half clock is a colour signal. (PAL
        // alternates the phase from line to line, so that it cancels out.)
        let fast = (2 * luma(0) - luma(-1) - luma(1)) / 4;
        let fast = if x.is_multiple_of(2) { fast } else { -fast };
        i += fast * ARTEFACT / 256 * ARTEFACT_I / 256;
        q += fast * ARTEFACT / 256 * ARTEFACT_Q / 256;
    }
    let rgb = [y + (245 * i + 159 * q) / 256, y - (70 * i + 166 * q) / 256, y + (436 * q - 283 * i) / 256];
    rgb.map(|part| part.clamp(0, 255) as u8)
}

/// Brightness and the two colour differences of the NTSC standard.
fn yiq(rgb: &[u8; 3]) -> [i32; 3] {
    let [r, g, b] = rgb.map(i32::from);
    [(77 * r + 150 * g + 29 * b) / 256, (153 * r - 70 * g - 82 * b) / 256, (54 * r - 134 * g + 80 * b) / 256]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn middle(row: &[[u8; 3]], video: Video) -> [u8; 3] {
        let filtered = filter(row.as_flattened(), row.len(), video);
        assert_eq!(filtered.len(), 2 * 3 * row.len());
        filtered.as_chunks::<3>().0[row.len() / 2]
    }

    #[test]
    fn areas_keep_their_colour_and_gaps_are_darker() {
        for colour in [[0, 0, 0], [255, 255, 255], [40, 120, 200], [200, 60, 30]] {
            let row = [colour; 20];
            let middle = middle(&row, Video::Ntsc);
            for (part, wanted) in middle.iter().zip(colour) {
                assert!(part.abs_diff(wanted) < 8, "{middle:?} of {colour:?}");
            }
            let filtered = filter(row.as_flattened(), 20, Video::Ntsc);
            assert!(filtered[60..].iter().zip(&filtered).all(|(gap, line)| gap <= line));
        }
    }

    #[test]
    fn alternate_half_clocks_are_coloured_on_ntsc_and_grey_on_pal() {
        let stripes: Vec<[u8; 3]> = (0..20).map(|x| if x % 2 == 0 { [255; 3] } else { [0; 3] }).collect();
        let spread = |[r, g, b]: [u8; 3]| r.max(g).max(b) - r.min(g).min(b);
        assert!(spread(middle(&stripes, Video::Ntsc)) > 80);
        assert!(spread(middle(&stripes, Video::Pal)) < 8);
        let shifted: Vec<[u8; 3]> = stripes.iter().rev().copied().collect();
        let (a, b) = (middle(&stripes, Video::Ntsc), middle(&shifted, Video::Ntsc));
        assert!(a[2] > a[0] && b[0] > b[2] || a[0] > a[2] && b[2] > b[0], "{a:?} {b:?}");
    }
}
