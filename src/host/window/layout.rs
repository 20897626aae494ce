//! The size and position of the picture in the window.

use crate::machine::Video;

/// The width of a half-clock pixel relative to the height of a line, in thousandths, as on a television set.
const fn pixel_aspect(video: Video) -> u32 {
    match video {
        Video::Ntsc => 857,
        Video::Pal => 1040,
    }
}

/// Whole multiples are used if they fill at least this percentage of the window.
const GOOD_FILL: u32 = 85;

/// The shape of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Half-clock pixels of a line.
    pub width: u32,
    /// Lines.
    pub height: u32,
    /// The width of a half-clock pixel relative to the height of a line, in thousandths.
    aspect: u32,
}

/// A rectangle in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width in screen pixels.
    pub width: u32,
    /// Height in screen pixels.
    pub height: u32,
}

impl Place {
    /// A point of the window as fractions of this rectangle's width and height; below 0 or above 1 if outside.
    pub(super) fn parts(self, (x, y): (f64, f64)) -> (f64, f64) {
        ((x - f64::from(self.x)) / f64::from(self.width), (y - f64::from(self.y)) / f64::from(self.height))
    }
}

impl Shape {
    /// The shape of a picture as on a television set of this standard, or with square pixels.
    pub(super) fn new(width: u32, height: u32, video: Video, square: bool) -> Self {
        Shape { width, height, aspect: if square { 1000 } else { pixel_aspect(video) } }
    }

    /// The size of the picture with `scale` screen pixels per line.
    pub(super) fn scaled(self, scale: u32) -> (u32, u32) {
        (self.width_at(self.height * scale), self.height * scale)
    }

    /// Like [`Shape::scaled`], with the scale lowered until the picture fits into so many screen pixels, at least 1.
    pub(super) fn fitting(self, scale: u32, (width, height): (u32, u32)) -> (u32, u32) {
        let sizes = (1..=scale).rev().map(|scale| self.scaled(scale));
        let mut fitting = sizes.filter(|&(across, down)| across <= width && down <= height);
        fitting.next().unwrap_or_else(|| self.scaled(1))
    }

    /// The picture's place in a window of this size: as large as possible, or at a whole multiple of a line if that
    /// is nearly as large.
    pub(super) fn place(self, window_width: u32, window_height: u32) -> Place {
        let by_width = (u64::from(window_width) * 1000 * u64::from(self.height))
            .checked_div(u64::from(self.width) * u64::from(self.aspect))
            .map_or(window_height, |height| height.min(u64::from(u32::MAX)) as u32);
        let largest = if self.width_at(window_height) <= window_width { window_height } else { by_width };
        let whole = largest / self.height * self.height;
        let height = if whole * 100 >= largest * GOOD_FILL { whole } else { largest }.max(1);
        let width = self.width_at(height).clamp(1, window_width.max(1));
        Place {
            x: (window_width.saturating_sub(width) / 2) as i32,
            y: (window_height.saturating_sub(height) / 2) as i32,
            width,
            height,
        }
    }

    /// The width that belongs to a height.
    fn width_at(self, height: u32) -> u32 {
        let thousandths =
            u64::from(self.width) * u64::from(height) * u64::from(self.aspect) / u64::from(self.height);
        ((thousandths + 500) / 1000) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NTSC: (u32, u32, Video, bool) = (336, 240, Video::Ntsc, false);

    fn shape((width, height, video, square): (u32, u32, Video, bool)) -> Shape {
        Shape::new(width, height, video, square)
    }

    #[test]
    fn the_window_asked_for_is_filled_exactly() {
        for video in [Video::Ntsc, Video::Pal] {
            for square in [false, true] {
                let shape = Shape::new(336, 240, video, square);
                for scale in 1..=16 {
                    let (width, height) = shape.scaled(scale);
                    assert_eq!(shape.place(width, height), Place { x: 0, y: 0, width, height });
                }
            }
        }
    }

    #[test]
    fn a_window_is_never_larger_than_the_screen() {
        let shape = shape(NTSC);
        assert_eq!(shape.fitting(3, (1280, 900)), shape.scaled(3));
        assert_eq!(shape.fitting(5, (1280, 900)), shape.scaled(3), "too high");
        assert_eq!(shape.fitting(5, (600, 2000)), shape.scaled(2), "too wide");
        assert_eq!(shape.fitting(5, (100, 100)), shape.scaled(1));
    }

    #[test]
    fn square_pixels_are_whole_multiples_both_ways() {
        assert_eq!(Shape::new(336, 240, Video::Ntsc, true).scaled(2), (672, 480));
    }

    #[test]
    fn a_television_of_either_standard_has_its_own_width() {
        assert_eq!(shape(NTSC).scaled(1), (288, 240));
        assert_eq!(Shape::new(336, 240, Video::Pal, false).scaled(1), (349, 240));
    }

    #[test]
    fn on_a_whole_screen_the_picture_is_centred_and_keeps_its_shape() {
        // 4 x 240 lines are more than 85 % of 1080.
        assert_eq!(shape(NTSC).place(1920, 1080), Place { x: 384, y: 60, width: 1152, height: 960 });
        // 2 x 240 lines are less than 85 % of 600.
        assert_eq!(shape(NTSC).place(1024, 600), Place { x: 152, y: 0, width: 720, height: 600 });
        // The width limits the picture in a narrow window.
        let place = shape(NTSC).place(300, 1000);
        assert_eq!((place.width, place.height), (288, 240));
    }

    #[test]
    fn a_point_of_the_window_is_a_place_in_the_picture() {
        let place = shape(NTSC).place(1920, 1080);
        assert_eq!(place.parts((384.0, 60.0)), (0.0, 0.0));
        assert_eq!(place.parts((960.0, 540.0)), (0.5, 0.5));
        assert_eq!(place.parts((1536.0, 1020.0)), (1.0, 1.0));
        assert!(place.parts((100.0, 1050.0)).0 < 0.0 && place.parts((100.0, 1050.0)).1 > 1.0);
    }

    #[test]
    fn a_window_of_no_size_is_no_accident() {
        for (width, height) in [(0, 0), (1, 0), (0, 1), (1, 1), (10_000, 1)] {
            let place = shape(NTSC).place(width, height);
            assert!(place.width >= 1 && place.height >= 1);
        }
    }
}
