//! GTIA modes 9, 10 and 11, and pseudo mode E.

use super::*;

#[test]
fn leaving_a_gtia_mode_at_cycle_15_keeps_hires_and_at_16_gives_pseudo_mode_e() {
    let met = |cycle| {
        let mut gtia = chip(&[(PRIOR, 0x40), (HPOSP0, 0x40), (GRAFP0, 0xFF)]);
        gtia.write(cycle, PRIOR, 0);
        let picture = draw(&mut gtia, &playfield(&[4, 5, 6, 7], true));
        (gtia.read(0, P0PF, &AnLine::blank()), at(&picture, 0x60))
    };
    assert_eq!(met(15), (0x04, [0x7E; 2]));
    // The code before, as the data come a clock late.
    assert_eq!(met(16), (0x0F, [0x82; 2]));
}

#[test]
fn after_modes_9_and_11_the_data_come_a_clock_late_to_the_end_of_the_line() {
    for (prior, late) in [(0x40, 1), (0xC0, 1), (0x80, 0)] {
        // Players 0 and 1 stand where playfield 1 is and where it is seen.
        let mut gtia = chip(&[(HPOSP0, 0x91), (HPOSP0 + 1, 0x92), (GRAFP0, 0x80), (GRAFP0 + 1, 0x80)]);
        let mut an = playfield(&[4], false);
        an.codes[0x91] = 5;
        gtia.write(40, PRIOR, prior);
        gtia.write(50, PRIOR, 4);
        let picture = draw(&mut gtia, &an);
        assert_eq!(clocks_of(&picture, COLOURS[5]), [0x91 + late], "PRIOR {prior:02X}");
        let met = [0, 1].map(|player| gtia.read(0, P0PF + player, &an));
        assert_eq!(met, if late == 1 { [1, 2] } else { [2, 1] });
        let edge = clocks_of(&picture, COLOURS[4]).last().copied();
        assert_eq!(edge, Some(0xCF + late), "the right border moves too");
        assert_eq!(clocks_of(&draw(&mut gtia, &an), COLOURS[5]), [0x91]);
    }
}

#[test]
fn a_gtia_mode_in_mid_line_ends_hires_until_the_next_line() {
    let mut gtia = chip(&[]);
    gtia.write(40, PRIOR, 0x40);
    gtia.write(50, PRIOR, 0x00);
    let an = playfield(&[7], true);
    let picture = draw(&mut gtia, &an);
    assert_eq!(at(&picture, 83), [0x7C; 2], "hires up to 2 * 40 + 3");
    assert_eq!(at(&picture, 84), [BK | 0x0F; 2]);
    assert_eq!(at(&picture, 102), [BK | 0x0F; 2]);
    assert_eq!(at(&picture, 103), [BK; 2], "half a pixel lost");
    assert_eq!(at(&picture, 104), [COLOURS[7]; 2], "PF3 of pseudo mode E");
    assert_eq!(at(&draw(&mut gtia, &an), 104), [0x7C; 2]);
}

#[test]
fn mode_10_begins_a_clock_earlier_than_it_ends() {
    let mut gtia = chip(&[]);
    gtia.write(40, PRIOR, 0x80);
    gtia.write(50, PRIOR, 0x00);
    let picture = draw(&mut gtia, &playfield(&[4], false));
    assert_eq!(clocks_of(&picture, COLOURS[0]), (83..104).collect::<Vec<_>>());
}

#[test]
fn gtia_mode_pixels_keep_their_place_when_a_colour_changes_in_their_middle() {
    let mut gtia = chip(&[(PRIOR, 0x40)]);
    gtia.write(40, COLBK, 0x20);
    let picture = draw(&mut gtia, &playfield(&[4, 5, 4, 7], true));
    let expected = [0x95, 0x21, 0x23, 0x23, 0x21];
    assert_eq!([80, 81, 82, 83, 84].map(|clock| at(&picture, clock)[1]), expected);
}

#[test]
fn mode_9_gives_16_lumas_of_the_background_hue() {
    let mut gtia = chip(&[(PRIOR, 0x40), (COLBK, 0x90)]);
    let picture = draw(&mut gtia, &playfield(&[4, 5, 6, 7, 7, 7], true));
    assert_eq!(at(&picture, 0x2F), [0x90; 2]);
    for (clock, v) in [1, 1, 11, 11, 15, 15].into_iter().enumerate() {
        assert_eq!(at(&picture, 0x30 + clock), [0x90 | v; 2]);
    }
}

#[test]
fn mode_11_gives_15_hues_of_the_background_luma_and_black() {
    let mut gtia = chip(&[(PRIOR, 0xC0), (COLBK, 0x06)]);
    let picture = draw(&mut gtia, &playfield(&[4, 4, 6, 7, 4, 5], true));
    assert_eq!(at(&picture, 0x2F), [0x00; 2]);
    assert_eq!([0x30, 0x32, 0x34].map(|clock| at(&picture, clock)[0]), [0x00, 0xB6, 0x16]);
}

#[test]
fn mode_10_shows_nine_registers_one_clock_late() {
    let mut gtia = chip(&[(PRIOR, 0x80)]);
    let codes: Vec<u8> = (0..16).flat_map(|v| [an::PLAYFIELD + (v >> 2), an::PLAYFIELD + (v & 3)]).collect();
    let picture = draw(&mut gtia, &playfield(&codes, true));
    let registers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 4, 5, 6, 7];
    for (v, register) in registers.into_iter().enumerate() {
        let clock = 0x31 + 2 * v;
        assert_eq!([at(&picture, clock), at(&picture, clock + 1)], [[COLOURS[register]; 2]; 2], "{v}");
    }
    assert_eq!(at(&picture, 0x30), [COLOURS[0]; 2], "the border is COLPM0");
}

#[test]
fn background_in_the_second_half_mutes_a_mode_10_playfield() {
    let mut gtia = chip(&[(PRIOR, 0x80)]);
    let picture = draw(&mut gtia, &playfield(&[5, 0, 5, 4], false));
    assert_eq!([0x31, 0x33].map(|clock| at(&picture, clock)[0]), [BK, COLOURS[4]]);
}

#[test]
fn mode_10_playfields_collide_one_clock_late_and_its_players_do_not() {
    let met = |hpos, codes: &[u8]| {
        let mut gtia = chip(&[(PRIOR, 0x80), (HPOSM0, hpos), (GRAFM, 0x02)]);
        gtia.end_line(&playfield(codes, true), None);
        (gtia.read(0, M0PF, &AnLine::blank()), gtia.read(0, M0PL, &AnLine::blank()))
    };
    assert_eq!(met(0x30, &[5, 6]), (0, 0));
    assert_eq!(met(0x31, &[5, 6]), (4, 0), "v = 6");
    assert_eq!(met(0x31, &[7, 7]), (8, 0), "v = 15");
    assert_eq!(met(0x31, &[6, 7]), (0, 0), "v = 11, background");
    assert_eq!(met(0x31, &[4, 5]), (0, 0), "v = 1, player 1's colour");
}

#[test]
fn modes_9_and_11_are_background_to_objects_and_collide_with_none() {
    for prior in [0x44, 0xC4] {
        let mut gtia = chip(&[(PRIOR, prior), (HPOSP0, 0x40), (GRAFP0, 0xFF)]);
        let picture = draw(&mut gtia, &playfield(&[7], true));
        assert_eq!(at(&picture, 0x40), [COLOURS[0]; 2]);
        assert_eq!(collisions(&mut gtia), [0; 16]);
    }
}

#[test]
fn the_fifth_player_is_transparent_in_modes_9_and_11() {
    let show = |prior| {
        let mut gtia = chip(&[(PRIOR, prior), (HPOSM0, 0x40), (GRAFM, 0x03), (COLPF3, 0x82)]);
        at(&draw(&mut gtia, &playfield(&[4, 5], true)), 0x40)[0]
    };
    assert_eq!(show(0x51), 0x83);
    assert_eq!(show(0xD1), 0x92);
}
