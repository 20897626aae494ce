//! Colours of the 256 colour-register values, from the parameters of the television signal
//! or from a file. [sheet: gtia 8]

use std::f32::consts::PI;
use std::fmt;

use crate::machine::Video;

/// RGB for every palette index (hue in bits 7:4, luma in bits 3:0).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    colours: [[u8; 3]; 256],
}

/// A palette file of the wrong length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaletteError {
    /// Length of what was given, in bytes.
    pub length: usize,
}

impl fmt::Display for PaletteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a palette file has 768 bytes (256 times red, green, blue) or, as .act with its trailer, 772; \
             this one has {}",
            self.length
        )
    }
}

impl std::error::Error for PaletteError {}

/// Chroma amplitude relative to the span of luma 0 to 15. A measured 800 has 0.35, which
/// clips on an sRGB screen; this keeps the colours apart. [guess]
const SATURATION: f32 = 0.30;
/// Phase of hue 1 in the U-V plane: the burst at 180 degrees, less the tint at which hue 1
/// looks yellow. [guess]
const NTSC_FIRST_HUE_DEGREES: f32 = 172.0;
/// Delay of one hue step, within the range of the 800's trimming potentiometer.
const NTSC_HUE_STEP_DEGREES: f32 = 24.5;
/// Delay of one tap of the PAL chip's delay line, as commonly adjusted.
const PAL_TAP_DEGREES: f32 = 18.5;
/// PAL hues 1 to 15 as the receiver averages two lines: a base phase in degrees and taps.
const PAL_HUES: [(f32, f32); 15] = [
    (180.0, -2.0),
    (180.0, -3.0),
    (90.0, 0.0),
    (0.0, 3.0),
    (0.0, 2.0),
    (0.0, 1.0),
    (0.0, -1.0),
    (0.0, -2.0),
    (0.0, -3.0),
    (270.0, 0.0),
    (180.0, 2.0),
    (180.0, 1.0),
    (180.0, 0.0),
    (180.0, -1.0),
    (180.0, -2.0),
];

impl Palette {
    /// The colours of an 800 for a television system.
    pub fn of(video: Video) -> Self {
        match video {
            Video::Ntsc => Palette::ntsc(),
            Video::Pal => Palette::pal(),
        }
    }

    /// The colours of an NTSC 800.
    pub fn ntsc() -> Self {
        Self::from_phases(|hue| NTSC_FIRST_HUE_DEGREES - (hue - 1) as f32 * NTSC_HUE_STEP_DEGREES)
    }

    /// The colours of a PAL 800.
    pub fn pal() -> Self {
        Self::from_phases(|hue| {
            let (base, taps) = PAL_HUES[hue - 1];
            base + taps * PAL_TAP_DEGREES
        })
    }

    /// A palette from the bytes of a `.pal` or `.act` file.
    ///
    /// # Errors
    /// It is neither 768 nor 772 bytes long.
    pub fn load(bytes: &[u8]) -> Result<Self, PaletteError> {
        if !matches!(bytes.len(), 768 | 772) {
            return Err(PaletteError { length: bytes.len() });
        }
        let mut colours = [[0; 3]; 256];
        for (colour, rgb) in colours.iter_mut().zip(bytes.as_chunks::<3>().0) {
            *colour = *rgb;
        }
        Ok(Palette { colours })
    }

    /// Red, green and blue of a palette index.
    pub fn rgb(&self, index: u8) -> [u8; 3] {
        self.colours[usize::from(index)]
    }

    /// Demodulates every hue and luma, given the phase of hues 1 to 15 in degrees.
    fn from_phases(phase_degrees: impl Fn(usize) -> f32) -> Self {
        let mut colours = [[0; 3]; 256];
        for (index, colour) in colours.iter_mut().enumerate() {
            let (hue, luma) = (index >> 4, index & 0x0F);
            let y = luma as f32 / 15.0;
            let (u, v) = match hue {
                0 => (0.0, 0.0),
                _ => {
                    let phase = phase_degrees(hue) * PI / 180.0;
                    (SATURATION * libm::cosf(phase), SATURATION * libm::sinf(phase))
                }
            };
            let rgb = [y + 1.140 * v, y - 0.395 * u - 0.581 * v, y + 2.032 * u];
            *colour = rgb.map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8);
        }
        Palette { colours }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_known_ntsc_colours_look_as_they_are_called() {
        let palette = Palette::ntsc();
        assert_eq!(palette.rgb(0x00), [0, 0, 0]);
        let [r, g, b] = palette.rgb(0x0E);
        assert!(r == g && g == b && r > 230, "white");
        let [r, g, b] = palette.rgb(0x94);
        assert!(b > 150 && r < b / 2 && g < b / 2, "blue {r} {g} {b}");
        let [r, g, b] = palette.rgb(0x46);
        assert!(r > 150 && g < r / 2 && b < r / 2, "red {r} {g} {b}");
        let [r, g, b] = palette.rgb(0x1A);
        assert!(r > 150 && g > 150 && b < r / 3, "yellow {r} {g} {b}");
        let [r, g, b] = palette.rgb(0x28);
        assert!(r > 150 && g < r && b < g / 2, "orange-brown {r} {g} {b}");
        let [r, g, b] = palette.rgb(0xD4);
        assert!(g > 80 && r < g / 2 && b < g / 2, "green {r} {g} {b}");
    }

    #[test]
    fn pal_hue_13_is_yellowish_green_and_hue_9_blue() {
        let palette = Palette::pal();
        let [r, g, b] = palette.rgb(0xD6);
        assert!(g > b && r > b, "{r} {g} {b}");
        let [r, g, b] = palette.rgb(0x94);
        assert!(b > r && b > g, "{r} {g} {b}");
    }

    #[test]
    fn a_palette_file_has_768_bytes_or_a_trailer_of_4() {
        let mut bytes = vec![0; 768];
        bytes[3 * 0x94..][..3].copy_from_slice(&[1, 2, 3]);
        assert_eq!(Palette::load(&bytes).unwrap().rgb(0x94), [1, 2, 3]);
        bytes.extend([0; 4]);
        assert!(Palette::load(&bytes).is_ok());
        let error = Palette::load(&bytes[..700]).unwrap_err();
        assert!(error.to_string().contains("768") && error.to_string().contains("700"));
    }
}
