//! The colours of GTIA's 256 palette indices.

/// Red, green and blue of every palette index (hue in the high four bits, luminance in the low).
#[derive(Clone)]
pub struct Palette {
    /// By palette index.
    pub colours: [[u8; 3]; 256],
}

/// Direction of hue 1 to 15 in the U-V plane, in 1/256: hue 1 lies at 158 degrees and each
/// following one 25.2 degrees further clockwise, which makes hue 15 almost hue 1 again, as
/// a machine does whose colour trimmer is set by the service manual's rule. [guess]
const HUES: [(i32, i32); 15] = [
    (-237, 96), (-174, 188), (-77, 244), (35, 254), (140, 215), (218, 135), (254, 29), (242, -82),
    (185, -177), (92, -239), (-18, -255), (-125, -224), (-208, -149), (-252, -46), (-248, 65),
];

/// Saturation of the coloured hues as a share of full brightness, in 1/256. [guess]
const SATURATION: i32 = 62;

/// What is wrong with a palette file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongSize(pub usize);

impl std::fmt::Display for WrongSize {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a palette file has 768 bytes (256 times red, green, blue); this one has {}", self.0)
    }
}

impl std::error::Error for WrongSize {}

impl Palette {
    /// The colours of an NTSC machine, in integer arithmetic so that a picture file has the
    /// same bytes everywhere.
    pub fn ntsc() -> Self {
        let mut colours = [[0; 3]; 256];
        for (index, colour) in colours.iter_mut().enumerate() {
            *colour = ntsc_colour(index);
        }
        Palette { colours }
    }

    /// A palette file (`.act`, `.pal`): 256 times red, green, blue.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WrongSize> {
        if bytes.len() != 768 {
            return Err(WrongSize(bytes.len()));
        }
        let mut colours = [[0; 3]; 256];
        for (colour, rgb) in colours.iter_mut().zip(bytes.chunks_exact(3)) {
            colour.copy_from_slice(rgb);
        }
        Ok(Palette { colours })
    }
}

/// YUV to RGB (R = Y + 1.140 V, G = Y - 0.395 U - 0.581 V, B = Y + 2.032 U), scaled by 256.
fn ntsc_colour(index: usize) -> [u8; 3] {
    let luminance = (index & 0x0F) as i32;
    // A set's black level leaves luminance 0 just above black when it carries a hue.
    let y = luminance * 255 / 15;
    let (u, v) = match index >> 4 {
        0 => (0, 0),
        hue => {
            let (cos, sin) = HUES[hue - 1];
            (cos * SATURATION / 256, sin * SATURATION / 256)
        }
    };
    let y = if index >> 4 == 0 { y } else { 16 + y * 232 / 255 };
    let component = |value: i32| (value / 256).clamp(0, 255) as u8;
    [component(y * 256 + 292 * v), component(y * 256 - 101 * u - 149 * v), component(y * 256 + 520 * u)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hue_nought_is_grey_from_black_to_white() {
        let palette = Palette::ntsc();
        assert_eq!(palette.colours[0x00], [0, 0, 0]);
        assert_eq!(palette.colours[0x0F], [255, 255, 255]);
        assert!(palette.colours[..16].iter().all(|c| c[0] == c[1] && c[1] == c[2]));
    }

    #[test]
    fn the_screen_of_the_editor_is_blue_and_red_is_red() {
        let palette = Palette::ntsc();
        let [r, g, b] = palette.colours[0x94];
        assert!(b > g && b > r, "{r} {g} {b}");
        let [r, g, b] = palette.colours[0x46];
        assert!(r > g && r > b, "{r} {g} {b}");
        let [r, g, b] = palette.colours[0xC8];
        assert!(g > r && g > b, "{r} {g} {b}");
    }

    #[test]
    fn a_palette_file_of_another_size_is_refused() {
        assert_eq!(Palette::from_bytes(&[0; 767]).err(), Some(WrongSize(767)));
    }
}
