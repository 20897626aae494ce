//! GTIA alone, fed with the codes a line of ANTIC would send.

mod corners;
mod laziness;
mod modes;

use front800::chips::an::{self, AnLine, CLOCKS, FIRST_VISIBLE_CLOCK, LAST_VISIBLE_CLOCK};
use front800::chips::gtia::{Gtia, LINE_PIXELS};

const HPOSP0: u8 = 0x00;
const HPOSM0: u8 = 0x04;
const M0PF: u8 = 0x00;
const P0PF: u8 = 0x04;
const M0PL: u8 = 0x08;
const P0PL: u8 = 0x0C;
const SIZEP0: u8 = 0x08;
const SIZEM: u8 = 0x0C;
const GRAFP0: u8 = 0x0D;
const GRAFM: u8 = 0x11;
const COLPM0: u8 = 0x12;
const COLPF0: u8 = 0x16;
const COLPF3: u8 = 0x19;
const COLBK: u8 = 0x1A;
const PRIOR: u8 = 0x1B;
const VDELAY: u8 = 0x1C;
const GRACTL: u8 = 0x1D;
const HITCLR: u8 = 0x1E;
const CONSOL: u8 = 0x1F;

/// COLPM0 to COLBK: every register a hue and a luma of its own.
const COLOURS: [u8; 9] = [0x12, 0x24, 0x36, 0x48, 0x5A, 0x6C, 0x7E, 0x82, 0x94];
const BK: u8 = COLOURS[8];

type Picture = [u8; LINE_PIXELS];

/// A chip with all colours set, the writes done on a line before.
fn chip(writes: &[(u8, u8)]) -> Gtia {
    let mut gtia = Gtia::new(false);
    for (n, colour) in COLOURS.into_iter().enumerate() {
        gtia.write(0, COLPM0 + n as u8, colour);
    }
    for (reg, value) in writes {
        gtia.write(1, *reg, *value);
    }
    gtia.end_line(&AnLine::blank(), None);
    gtia
}

/// A line of one code between the blanks.
fn line(code: u8) -> AnLine {
    let mut an = AnLine::blank();
    an.codes[FIRST_VISIBLE_CLOCK..=LAST_VISIBLE_CLOCK].fill(code);
    an
}

/// A line of background with `codes` repeated over the normal playfield, $30 to $CF.
fn playfield(codes: &[u8], hires: bool) -> AnLine {
    let mut an = line(an::BACKGROUND);
    an.hires = hires;
    for (code, clock) in codes.iter().cycle().zip(0x30..=0xCF) {
        an.codes[clock] = *code;
    }
    an
}

fn draw(gtia: &mut Gtia, an: &AnLine) -> Picture {
    let mut picture = [0xFF; LINE_PIXELS];
    gtia.end_line(an, Some(&mut picture));
    picture
}

/// The two half-clock pixels of a clock.
fn at(picture: &Picture, clock: usize) -> [u8; 2] {
    let pixel = 2 * (clock - FIRST_VISIBLE_CLOCK);
    [picture[pixel], picture[pixel + 1]]
}

/// The clocks at which the left pixel has `colour`.
fn clocks_of(picture: &Picture, colour: u8) -> Vec<usize> {
    (FIRST_VISIBLE_CLOCK..=LAST_VISIBLE_CLOCK).filter(|clock| at(picture, *clock)[0] == colour).collect()
}

/// All collision registers, read after the line.
fn collisions(gtia: &mut Gtia) -> [u8; 16] {
    std::array::from_fn(|reg| gtia.read(0, reg as u8, &AnLine::blank()))
}

#[test]
fn lores_codes_show_their_playfield_colour_and_bit_0_is_dropped() {
    let mut gtia = chip(&[(COLPF0, 0x5B)]);
    let picture = draw(&mut gtia, &playfield(&[0, 4, 5, 6, 7], false));
    for (n, colour) in [BK, 0x5A, 0x6C, 0x7E, 0x82].into_iter().enumerate() {
        assert_eq!(at(&picture, 0x30 + n), [colour; 2]);
        assert_eq!(at(&picture, 0x30 + 155 + n), [colour; 2]);
    }
    assert_eq!(at(&picture, 0x22), [BK; 2]);
    assert_eq!(at(&picture, 0xDD), [BK; 2]);
    assert_eq!(draw(&mut gtia, &AnLine::blank()), [0; LINE_PIXELS]);
}

#[test]
fn hires_takes_the_hue_of_playfield_2_and_the_luma_of_playfield_1() {
    let picture = draw(&mut chip(&[]), &playfield(&[4, 5, 6, 7], true));
    let (dark, lit) = (0x7E, 0x7C);
    assert_eq!(at(&picture, 0x30), [dark, dark]);
    assert_eq!(at(&picture, 0x31), [dark, lit]);
    assert_eq!(at(&picture, 0x32), [lit, dark]);
    assert_eq!(at(&picture, 0x33), [lit, lit]);
    assert_eq!(at(&picture, 0x2F), [BK, BK]);
}

#[test]
fn a_lit_hires_pixel_gives_its_luma_to_the_object_over_it() {
    let mut gtia = chip(&[(HPOSP0, 0x30), (GRAFP0, 0xFF), (PRIOR, 1)]);
    let picture = draw(&mut gtia, &playfield(&[5], true));
    assert_eq!(at(&picture, 0x30), [0x12, 0x1C]);
    assert_eq!(at(&picture, 0x38), [0x7E, 0x7C]);
}

#[test]
fn sizes_make_players_8_16_32_and_missiles_2_4_8_clocks_wide() {
    for (size, player, missile) in [(0, 8, 2), (1, 16, 4), (2, 8, 2), (3, 32, 8)] {
        let mut gtia = chip(&[
            (HPOSP0, 0x40),
            (GRAFP0, 0xFF),
            (SIZEP0, size),
            (HPOSM0 + 1, 0x90),
            (GRAFM, 0x0C),
            (SIZEM, size << 2),
            (PRIOR, 1),
        ]);
        let picture = draw(&mut gtia, &line(0));
        assert_eq!(clocks_of(&picture, COLOURS[0]), (0x40..0x40 + player).collect::<Vec<_>>());
        assert_eq!(clocks_of(&picture, COLOURS[1]), (0x90..0x90 + missile).collect::<Vec<_>>());
    }
}

#[test]
fn an_object_left_of_the_picture_shows_its_rest_from_the_first_clock() {
    let picture = draw(&mut chip(&[(HPOSP0, 0x1F), (GRAFP0, 0b0001_1011)]), &line(0));
    assert_eq!(clocks_of(&picture, COLOURS[0]), [0x22, 0x23, 0x25, 0x26]);
}

#[test]
fn a_position_beyond_the_line_never_triggers() {
    for hpos in 228..=255 {
        let mut gtia = chip(&[(HPOSP0, hpos), (GRAFP0, 0xFF)]);
        draw(&mut gtia, &line(0));
        assert!(clocks_of(&draw(&mut gtia, &line(0)), COLOURS[0]).is_empty());
    }
}

#[test]
fn an_object_at_the_end_of_the_line_goes_on_into_the_next() {
    let mut gtia = chip(&[(HPOSP0, 227), (GRAFP0, 0xFF), (SIZEP0, 3), (0x01, 0x08), (0x0E, 0xFF), (0x09, 3)]);
    draw(&mut gtia, &line(0));
    let picture = draw(&mut gtia, &line(0));
    assert_eq!(clocks_of(&picture, COLOURS[1]), (0x22..0x28).collect::<Vec<_>>());
    assert_eq!(gtia.read(0, P0PL, &AnLine::blank()), 0, "clocks 0 to 30 are not visible");
}

#[test]
fn a_second_trigger_ors_the_new_image_into_the_shifting_one() {
    let mut gtia = chip(&[(HPOSP0, 0x40), (GRAFP0, 0b1000_0001), (PRIOR, 1)]);
    // Acts from clock 2 * 0x1E + 5 = 0x41 on.
    gtia.write(0x1E, HPOSP0, 0x44);
    let picture = draw(&mut gtia, &line(0));
    assert_eq!(clocks_of(&picture, COLOURS[0]), [0x40, 0x44, 0x47, 0x4B]);
}

#[test]
fn a_trigger_moved_in_mid_line_works_up_to_its_write_cycle() {
    let hit = |hpos, cycle| {
        let mut gtia = chip(&[(GRAFP0, 0xFF)]);
        gtia.write(cycle, HPOSP0, hpos);
        draw(&mut gtia, &line(4));
        gtia.read(0, P0PF, &AnLine::blank()) == 1
    };
    assert!(hit(0xB8, 89) && !hit(0xB8, 90));
    assert!(hit(0xB9, 89) && !hit(0xB9, 91));
}

#[test]
fn a_trigger_is_suppressed_by_a_write_early_enough() {
    let hit = |cycle| {
        let mut gtia = chip(&[(GRAFP0, 0xFF), (HPOSP0, 0x40)]);
        gtia.write(cycle, HPOSP0, 0);
        draw(&mut gtia, &line(4));
        gtia.read(0, P0PF, &AnLine::blank()) == 1
    };
    assert!(!hit(28) && hit(30));
}

#[test]
fn graphics_act_on_triggers_3_clocks_after_the_write_cycle_begins() {
    let lit = |hpos| {
        let mut gtia = chip(&[(HPOSP0, hpos)]);
        gtia.write(50, GRAFP0, 0xFF);
        !clocks_of(&draw(&mut gtia, &line(0)), COLOURS[0]).is_empty()
    };
    assert!(!lit(102) && lit(103));
}

#[test]
fn a_size_counts_from_the_fourth_clock_on() {
    let mut gtia = chip(&[(HPOSP0, 100), (GRAFP0, 0xFF), (PRIOR, 1)]);
    gtia.write(50, SIZEP0, 1);
    // Clocks 100 to 103 show four pixels; 104 repeats the fourth, then two clocks each.
    let end = 104 + 1 + 2 * 4;
    assert_eq!(clocks_of(&draw(&mut gtia, &line(0)), COLOURS[0]), (100..end).collect::<Vec<_>>());
}

#[test]
fn a_colour_acts_in_the_clock_after_the_write_cycle_begins() {
    let mut gtia = chip(&[]);
    gtia.write(50, COLBK, 0xC8);
    let picture = draw(&mut gtia, &line(0));
    assert_eq!(clocks_of(&picture, BK), (0x22..101).collect::<Vec<_>>());
    assert_eq!(clocks_of(&picture, 0xC8), (101..=0xDD).collect::<Vec<_>>());
}

#[test]
fn a_write_in_the_last_cycle_acts_on_the_next_line() {
    let mut gtia = chip(&[(GRAFP0, 0xFF), (HPOSP0, 0)]);
    gtia.write(113, HPOSP0, 0x50);
    let before = draw(&mut gtia, &line(0));
    let after = draw(&mut gtia, &line(0));
    assert!(clocks_of(&before, COLOURS[0]).is_empty());
    assert_eq!(clocks_of(&after, COLOURS[0]), (0x50..0x58).collect::<Vec<_>>());
}

#[test]
fn priority_acts_2_clocks_after_the_write_cycle_begins() {
    let mut gtia = chip(&[(HPOSP0, 96), (GRAFP0, 0xFF), (PRIOR, 1)]);
    gtia.write(49, PRIOR, 4);
    assert_eq!(clocks_of(&draw(&mut gtia, &line(4)), COLOURS[0]), (96..100).collect::<Vec<_>>());
}

#[test]
fn missiles_take_their_players_colour_or_that_of_the_fifth_player() {
    let missiles =
        [(HPOSM0, 0x40), (HPOSM0 + 1, 0x50), (HPOSM0 + 2, 0x60), (HPOSM0 + 3, 0x70), (GRAFM, 0xFF)];
    let mut gtia = chip(&missiles);
    gtia.write(0, PRIOR, 0x01);
    let own = draw(&mut gtia, &line(0));
    gtia.write(0, PRIOR, 0x11);
    let fifth = draw(&mut gtia, &line(6));
    for (colour, clock) in COLOURS.into_iter().zip([0x40, 0x50, 0x60, 0x70]) {
        assert_eq!(at(&own, clock), [colour; 2]);
        assert_eq!(at(&fifth, clock), [COLOURS[7]; 2]);
    }
    assert_eq!(gtia.read(0, M0PF, &AnLine::blank()), 4, "the fifth player does not collide as one");
}

#[test]
fn all_objects_on_one_spot_meet_all_but_themselves() {
    let mut gtia = chip(&[(GRAFM, 0xFF)]);
    for n in 0..4 {
        gtia.write(2, HPOSP0 + n, 0x80);
        gtia.write(2, HPOSM0 + n, 0x80);
        gtia.write(2, GRAFP0 + n, 0xFF);
    }
    draw(&mut gtia, &line(0));
    let expected = [0, 0, 0, 0, 0, 0, 0, 0, 0xF, 0xF, 0xF, 0xF, 0xE, 0xD, 0xB, 0x7];
    assert_eq!(collisions(&mut gtia), expected);
    gtia.write(2, HITCLR, 0);
    gtia.end_line(&AnLine::blank(), None);
    assert_eq!(collisions(&mut gtia), [0; 16]);
}

#[test]
fn only_visible_clocks_of_visible_lines_collide() {
    let met = |clock: u8, code| {
        let mut gtia = chip(&[(HPOSP0, clock), (HPOSP0 + 1, clock), (GRAFP0, 0x80), (GRAFP0 + 1, 0x80)]);
        gtia.end_line(&line(code), None);
        gtia.read(0, P0PL, &AnLine::blank()) == 2
    };
    assert!(!met(0x21, 0) && met(0x22, 0) && met(0xDD, 0) && !met(0xDE, 0));
    assert!(!met(0x80, an::BLANK));
}

#[test]
fn an_object_entering_from_the_blank_collides_with_its_visible_part() {
    let mut gtia = chip(&[(HPOSP0, 0x21), (GRAFP0, 0xC0)]);
    gtia.end_line(&line(6), None);
    assert_eq!(gtia.read(0, P0PF, &AnLine::blank()), 4);
}

#[test]
fn hires_collides_where_either_half_of_the_clock_is_lit() {
    let met = |code| {
        let mut gtia = chip(&[(HPOSP0, 0x40), (GRAFP0, 0xFF)]);
        gtia.end_line(&playfield(&[code], true), None);
        gtia.read(0, P0PF, &AnLine::blank())
    };
    assert_eq!([met(0), met(4), met(5), met(6), met(7)], [0, 0, 4, 4, 4]);
}

#[test]
fn hitclr_keeps_what_the_beam_meets_later() {
    let mut gtia = chip(&[(HPOSP0, 0x50), (GRAFP0, 0x80)]);
    gtia.write(0x50 / 2 - 1, HITCLR, 0);
    gtia.end_line(&line(4), None);
    assert_eq!(gtia.read(0, P0PF, &AnLine::blank()), 1);
    gtia.write(0x50 / 2, HITCLR, 0);
    gtia.end_line(&line(4), None);
    assert_eq!(gtia.read(0, P0PF, &AnLine::blank()), 0);
}

#[test]
fn a_collision_can_be_read_once_the_beam_has_passed() {
    let mut gtia = chip(&[(HPOSM0, 0x50), (GRAFM, 0x02)]);
    let an = line(7);
    assert_eq!(gtia.read(0x28, M0PF, &an), 0);
    assert_eq!(gtia.read(0x29, M0PF, &an), 8);
}

#[test]
fn vertical_delay_holds_dma_data_back_on_even_lines() {
    let sequence = |vdelay| {
        let mut gtia = chip(&[(GRACTL, 3), (VDELAY, vdelay), (PRIOR, 1), (HPOSP0, 0x60), (HPOSM0, 0x70)]);
        let shows: Vec<_> = [(32, 0xFF), (33, 0xFF), (34, 0), (35, 0)]
            .into_iter()
            .map(|(line_number, data)| {
                gtia.load_missiles(line_number, data);
                gtia.load_player(line_number, 2, 0, data);
                let picture = draw(&mut gtia, &line(4));
                [0x60, 0x70].map(|clock| at(&picture, clock)[0] == COLOURS[0])
            })
            .collect();
        [0, 1].map(|object| shows.iter().map(|shown| shown[object]).collect::<Vec<_>>())
    };
    let plain = vec![true, true, false, false];
    let delayed = vec![false, true, true, false];
    assert_eq!(sequence(0), [plain.clone(), plain.clone()]);
    assert_eq!(sequence(0x11), [delayed.clone(), delayed]);
    assert_eq!(sequence(0xEE), [plain.clone(), plain], "other objects' bits do not matter");
}

#[test]
fn dma_data_is_ignored_unless_gractl_latches_it() {
    for (gractl, expected) in [(0, [false, false]), (1, [false, true]), (2, [true, false])] {
        let mut gtia = chip(&[(GRACTL, gractl), (HPOSP0, 0x60), (HPOSM0 + 1, 0x70)]);
        gtia.load_missiles(33, 0x0C);
        gtia.load_player(33, 2, 0, 0xFF);
        let picture = draw(&mut gtia, &line(0));
        assert_eq!([0x60, 0x70].map(|clock| at(&picture, clock)[0] != BK), expected);
    }
}

#[test]
fn consol_reads_the_inverse_of_what_was_written_and_the_keys() {
    let mut gtia = Gtia::new(false);
    let an = AnLine::blank();
    for (written, keys, expected) in [
        (0x00, 0, 0x0F),
        (0x0C, 0, 3),
        (0x0A, 0, 5),
        (0x09, 0, 6),
        (0x08, 0, 7),
        (0x08, 5, 2),
        (0xF0, 0, 0x0F),
    ] {
        gtia.write(0, CONSOL, written);
        gtia.set_console(keys);
        assert_eq!(gtia.read(1, CONSOL, &an), expected, "{written:02X} {keys}");
    }
}

#[test]
fn the_speaker_reports_its_edges_with_their_cycles() {
    let mut gtia = Gtia::new(false);
    for (cycle, value) in [(3, 8), (20, 9), (50, 0), (90, 0x18)] {
        gtia.write(cycle, CONSOL, value);
    }
    let mut edges = Vec::new();
    gtia.take_speaker(&mut edges);
    assert_eq!(edges, [(3, true), (50, false), (90, true)]);
    assert!(gtia.speaker());
    gtia.take_speaker(&mut edges);
    assert_eq!(edges.len(), 3);
}

#[test]
fn triggers_are_live_or_latched_as_gractl_says() {
    let mut gtia = Gtia::new(false);
    let an = AnLine::blank();
    let read = |gtia: &mut Gtia| [0x10, 0x11, 0x12, 0x13].map(|reg| gtia.read(5, reg, &an));
    gtia.set_triggers(2, 0);
    assert_eq!(read(&mut gtia), [1, 0, 1, 1]);
    gtia.set_triggers(0, 0);
    assert_eq!(read(&mut gtia), [1, 1, 1, 1]);
    gtia.write(5, GRACTL, 4);
    gtia.set_triggers(8, 0);
    gtia.set_triggers(0, 0);
    assert_eq!(read(&mut gtia), [1, 1, 1, 0]);
    gtia.write(5, GRACTL, 0);
    assert_eq!(read(&mut gtia), [1, 1, 1, 1]);
}

#[test]
fn unassigned_registers_read_0f_and_pal_tells_the_television_system() {
    let an = AnLine::blank();
    let mut ntsc = Gtia::new(false);
    for reg in 0x14..=0x1F {
        assert_eq!(ntsc.read(0, reg, &an), 0x0F, "{reg:02X}");
    }
    assert_eq!(Gtia::new(true).read(0, 0x14, &an), 0x01);
}
