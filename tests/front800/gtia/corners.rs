//! Borders, mixtures and latches that no suite looks at. [sheet: gtia 3, 5, 6, 7]

use super::*;

const GTIA_10: u8 = 0x80;

#[test]
fn the_border_of_mode_10_is_player_0_and_hides_the_other_players() {
    for (prior, shown) in [(GTIA_10 | 1, 0), (GTIA_10 | 4, 0), (1, 1)] {
        let mut gtia = chip(&[(PRIOR, prior), (HPOSP0 + 1, 0x26), (GRAFP0 + 1, 0xFF)]);
        let picture = draw(&mut gtia, &playfield(&[4], true));
        assert_eq!(at(&picture, 0x28), [COLOURS[shown]; 2], "PRIOR {prior:02X}");
        assert_eq!(gtia.read(0, P0PL + 1, &AnLine::blank()), 0, "it is a colour and no object");
    }
}

#[test]
fn lores_codes_are_half_a_gtia_pixel_each() {
    // Background and playfield 0 both say 00.
    let mut gtia = chip(&[(PRIOR, 0x40), (COLBK, 0x90)]);
    let picture = draw(&mut gtia, &playfield(&[0, 4, 5, 6, 6, 5], false));
    let lumas: Vec<u8> = [0x30, 0x32, 0x34].map(|clock| at(&picture, clock)[0] & 0x0F).to_vec();
    assert_eq!(lumas, [0, 6, 9]);
}

#[test]
fn gtia_pixels_begin_at_even_clocks_however_the_line_is_scrolled() {
    // A line of 15s and 0s, one clock to the right as HSCROL 1 has it.
    let mut gtia = chip(&[(PRIOR, 0x40), (COLBK, 0x90)]);
    let mut an = playfield(&[7, 7, 4, 4], true);
    an.codes.copy_within(0x30..0xCF, 0x31);
    an.codes[0x30] = an::BACKGROUND;
    let picture = draw(&mut gtia, &an);
    let lumas: Vec<u8> = [0x30, 0x32, 0x34, 0x36].map(|clock| at(&picture, clock)[0] & 0x0F).to_vec();
    assert_eq!(lumas, [0b0011, 0b1100, 0b0011, 0b1100]);
    assert_eq!(at(&picture, 0x30), at(&picture, 0x31));
}

#[test]
fn missiles_become_the_fifth_player_2_clocks_after_the_write_cycle_begins() {
    let mut gtia = chip(&[(HPOSM0, 96), (GRAFM, 0x03), (SIZEM, 3), (PRIOR, 1)]);
    gtia.write(49, PRIOR, 0x11);
    let picture = draw(&mut gtia, &line(0));
    assert_eq!(clocks_of(&picture, COLOURS[0]), (96..100).collect::<Vec<_>>());
    assert_eq!(clocks_of(&picture, COLOURS[7]), (100..104).collect::<Vec<_>>());
}

#[test]
fn missiles_of_a_pair_mix_in_multicolour_too() {
    for (prior, colour) in
        [(0x01, COLOURS[0]), (0x21, COLOURS[0] | COLOURS[1]), (0x31, COLOURS[7]), (0x11, COLOURS[7])]
    {
        let mut gtia = chip(&[(HPOSM0, 0x40), (HPOSM0 + 1, 0x40), (GRAFM, 0x0F), (PRIOR, prior)]);
        assert_eq!(at(&draw(&mut gtia, &line(0)), 0x40), [colour; 2], "PRIOR {prior:02X}");
    }
}

#[test]
fn the_fifth_player_in_mode_10_is_playfield_3() {
    // Over a pixel of PF0, of COLPM0, and of the background.
    for (codes, prior, colour) in [
        ([5, 4], 0x91, COLOURS[7]),
        ([4, 4], 0x91, COLOURS[0]),
        ([4, 4], 0x94, COLOURS[7]),
        ([6, 4], 0x91, COLOURS[7]),
    ] {
        let mut gtia = chip(&[(PRIOR, prior), (HPOSM0, 0x50), (GRAFM, 0x03)]);
        let picture = draw(&mut gtia, &playfield(&codes, true));
        assert_eq!(at(&picture, 0x51), [colour; 2], "{codes:?} PRIOR {prior:02X}");
    }
}

#[test]
fn collisions_depend_on_neither_priorities_nor_colours() {
    let scene = |prior, colour| {
        let mut gtia = chip(&[(PRIOR, prior), (GRAFM, 0xFF)]);
        for n in 0..4 {
            gtia.write(2, HPOSP0 + n, 0x40 + 4 * n);
            gtia.write(2, HPOSM0 + n, 0x44 + 8 * n);
            gtia.write(2, GRAFP0 + n, 0xFF);
            gtia.write(2, COLPM0 + n, colour);
        }
        gtia.end_line(&AnLine::blank(), None);
        gtia.end_line(&playfield(&[0, 4, 5, 6, 7], false), None);
        collisions(&mut gtia)
    };
    let plain = scene(1, 0x24);
    assert_ne!(plain, [0; 16]);
    for prior in 0..0x40 {
        assert_eq!(scene(prior, 0), plain, "PRIOR {prior:02X}");
    }
}

#[test]
fn the_processor_writes_graphics_whatever_vdelay_and_gractl_say() {
    let mut gtia = chip(&[(GRACTL, 3), (VDELAY, 0xFF), (HPOSP0, 0x60)]);
    gtia.load_player(32, 2, 0, 0xFF);
    assert!(clocks_of(&draw(&mut gtia, &line(0)), COLOURS[0]).is_empty());
    gtia.write(2, GRAFP0, 0x80);
    assert_eq!(clocks_of(&draw(&mut gtia, &line(0)), COLOURS[0]), [0x60]);
}

#[test]
fn each_size_bit_pair_and_graphics_pair_is_of_its_missile() {
    let places = [(HPOSM0, 0x40), (HPOSM0 + 1, 0x50), (HPOSM0 + 2, 0x60), (HPOSM0 + 3, 0x70)];
    // Missile 0 normal, 1 double, 3 fourfold; missile 2 shows its right bit.
    let mut gtia =
        chip(&[&places[..], &[(GRAFM, 0b11_01_10_11), (SIZEM, 0b11_00_01_00), (PRIOR, 1)]].concat());
    let picture = draw(&mut gtia, &line(0));
    let lit = [0, 1, 2, 3].map(|n| clocks_of(&picture, COLOURS[n]));
    assert_eq!(lit[..3], [vec![0x40, 0x41], vec![0x50, 0x51], vec![0x61]]);
    assert_eq!(lit[3], (0x70..0x78).collect::<Vec<_>>());
}

#[test]
fn dark_hires_pixels_are_playfield_2_to_priorities() {
    // Playfields above players: seen beside the window only.
    let mut gtia = chip(&[(PRIOR, 4), (HPOSP0, 0x2C), (GRAFP0, 0xFF)]);
    let picture = draw(&mut gtia, &playfield(&[4], true));
    assert_eq!(clocks_of(&picture, COLOURS[0]), [0x2C, 0x2D, 0x2E, 0x2F]);
    assert_eq!(gtia.read(0, P0PF, &AnLine::blank()), 0, "but nothing collides with them");
}
