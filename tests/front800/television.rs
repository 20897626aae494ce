//! What the two television systems decide: rates and colours. [sheet: cpu 1, antic 1, gtia 8]

use front800::host::palette::Palette;
use front800::machine::{LINE_CYCLES, Video};

#[test]
fn lines_and_frames_come_at_the_rates_of_their_standard() {
    for (video, line_hertz, frame_hertz) in
        [(Video::Ntsc, 15_699.75, 59.92271), (Video::Pal, 15_556.55, 49.86074)]
    {
        let line = video.millihertz() as f64 / 1000.0 / f64::from(LINE_CYCLES);
        let frame = video.frame_rate();
        assert!((line - line_hertz).abs() < 0.01, "{line} lines a second");
        assert!((frame - frame_hertz).abs() < 0.0001, "{frame} frames a second");
    }
}

/// Phase in degrees and amplitude of a colour, from its red and green; blue may be clipped.
fn chroma(palette: &Palette, hue: u8) -> (f64, f64) {
    const LUMA: u8 = 8;
    let [grey, ..] = palette.rgb(LUMA).map(|part| f64::from(part) / 255.0);
    let [red, green, _] = palette.rgb(hue << 4 | LUMA).map(|part| f64::from(part) / 255.0);
    let v = (red - grey) / 1.140;
    let u = (grey - green - 0.581 * v) / 0.395;
    (libm::atan2(v, u).to_degrees(), libm::hypot(u, v))
}

/// The angle between two phases, up to half a turn.
fn apart(a: f64, b: f64) -> f64 {
    let difference = (a - b).rem_euclid(360.0);
    difference.min(360.0 - difference)
}

#[test]
fn ntsc_hues_follow_each_other_in_equal_steps() {
    let palette = Palette::ntsc();
    let hues: Vec<(f64, f64)> = (1..16).map(|hue| chroma(&palette, hue)).collect();
    let steps: Vec<f64> = hues.windows(2).map(|pair| (pair[0].0 - pair[1].0).rem_euclid(360.0)).collect();
    let mean = steps.iter().sum::<f64>() / 14.0;
    assert!((23.5..=27.5).contains(&mean), "{mean}");
    assert!(steps.iter().all(|step| (step - mean).abs() < 1.5), "{steps:?}");
    assert!(hues.windows(2).all(|pair| (pair[0].1 - pair[1].1).abs() < 0.02), "the same amplitude");
    assert!(apart(hues[0].0, 180.0) < 30.0, "hue 1 is the burst's, as far as the tint goes");
}

#[test]
fn pal_hues_stand_where_the_delay_line_puts_them() {
    // Nominal phases; a tap of 18 to 19 degrees in place of 22.5 moves them by up to 12.
    const PHASES: [f64; 15] =
        [135.0, 112.5, 90.0, 67.5, 45.0, 22.5, 337.5, 315.0, 292.5, 270.0, 225.0, 202.5, 180.0, 157.5, 135.0];
    let palette = Palette::pal();
    for (hue, phase) in (1..).zip(PHASES) {
        let (found, _) = chroma(&palette, hue);
        assert!(apart(found, phase) < 14.0, "hue {hue}: {found} for {phase}");
    }
    assert_eq!(palette.rgb(0x18), palette.rgb(0xF8), "hues 1 and 15 are the same");
    assert!((chroma(&palette, 3).0 - 90.0).abs() < 2.0);
}

#[test]
fn hue_0_has_16_greys_and_lumas_rise() {
    for palette in [Palette::ntsc(), Palette::pal()] {
        let greys: Vec<[u8; 3]> = (0..16).map(|luma| palette.rgb(luma)).collect();
        assert!(greys.iter().all(|[red, green, blue]| red == green && green == blue));
        assert!(greys.windows(2).all(|pair| pair[0][0] < pair[1][0]));
        assert_eq!((greys[0][0], greys[15][0]), (0, 255));
    }
}
