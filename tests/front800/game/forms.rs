//! The binary-load file and the cartridge: what they hold, what they need, what they use.

use std::collections::BTreeSet;
use std::ops::Range;

use super::bare::{label, title_with};
use super::play::Play;
use front800::machine::{Console, Step};
use front800::media::cart::{Cart, CartKind};
use front800::titles::Sources;
use front800::titles::rasputitsa::{Edition, Level, Rules, Scenario};

/// Where the variables lie.
const VARIABLES: std::ops::Range<u16> = 0x2000..0x4000;
const RUNAD: u16 = 0x02E0;

/// Where the program lies in the binary-load file.
fn program(edition: Edition) -> std::ops::Range<u16> {
    match edition {
        Edition::First => 0x4000..0x7C00,
        Edition::Second => 0x4000..0xA000,
    }
}

#[test]
fn the_file_loads_the_program_and_its_run_address_and_nothing_else() {
    for rules in Rules::ALL {
        let title = Sources::embedded().rasputitsa_with(rules).unwrap_or_else(|error| panic!("{error}"));
        for segment in &title.xex.segments {
            let end = segment.start + (segment.bytes.len() - 1) as u16;
            if segment.start == RUNAD {
                let start = label(&title, "start").to_le_bytes();
                assert_eq!(segment.bytes, start);
            } else {
                let program = program(rules.edition());
                assert!(
                    program.contains(&segment.start) && program.contains(&end),
                    "${:04X} to ${end:04X}",
                    segment.start
                );
            }
        }
        assert!(title.xex.segments.iter().any(|segment| segment.start == RUNAD));
    }
}

#[test]
fn the_cartridge_has_its_header_and_is_no_second_cartridge() {
    for rules in Rules::ALL {
        let title = Sources::embedded().cartridge(rules.entry()).unwrap_or_else(|error| panic!("{error}"));
        let rom = &title.cart.rom;
        let find = |name: &str| title.output.symbol(name).unwrap_or_else(|| panic!("no label {name}")) as u16;
        assert_eq!((title.cart.kind, rom.len()), (CartKind::STANDARD_16K, 0x4000));
        assert_eq!(rom[0x3FFA..0x3FFC], find("start").to_le_bytes());
        assert_eq!(rom[0x3FFC..0x3FFE], [0, 4]);
        assert_eq!(rom[0x3FFE..], find("cart_ready").to_le_bytes());
        // The OS takes a 0 here for a right cartridge. [OSM p.130]
        assert_ne!(rom[0x1FFC], 0);
        let (image, raw) = (title.cart.write_car(), Cart::parse_raw(rom).unwrap());
        assert_eq!(image[4..8], 2_u32.to_be_bytes());
        assert_eq!(Cart::parse_car(&image).unwrap(), (raw, Vec::new()));
    }
}

#[test]
fn the_cartridge_plays_the_same_game_in_16_kilobytes() {
    for rules in Rules::ALL {
        let (mut cartridge, mut loaded) = (Play::cartridge(rules), Play::loaded(rules, 48, 0));
        if rules != Rules::Edition1981 {
            same_picture(&cartridge, &loaded, &format!("{rules:?}: the title"));
        }
        for play in [&mut cartridge, &mut loaded] {
            match rules.edition() {
                Edition::First => play.begin(),
                Edition::Second => play.begin_at(Level::Expert, Scenario::Of1941),
            }
        }
        same_map(&mut cartridge, &mut loaded, rules);
        for play in [&mut cartridge, &mut loaded] {
            play.go_to(40, 20);
            for (stick, frames) in [("f", 20), ("fd", 20), ("f", 5), ("fr", 20), ("f", 5), ("", 9)] {
                play.stick(stick);
                play.frames(frames);
            }
        }
        assert_eq!(cartridge.state(), loaded.state());
        same_picture(&cartridge, &loaded, &format!("{rules:?}: orders"));
        cartridge.until("a whole pass", |play| play.byte("thinking_passes") > 0);
        cartridge.machine.set_console(Console { start: true, ..Console::default() });
        cartridge.until("the march", |play| !play.state().orders_open);
        cartridge.machine.set_console(Console::default());
        cartridge.until("a new week", |play| play.state().orders_open);
        assert_eq!(cartridge.state().turn, 1);
    }
}

/// The first week looks the same; of the default rules only the file has a lesson to offer.
fn same_map(cartridge: &mut Play, loaded: &mut Play, rules: Rules) {
    let what = format!("{rules:?}: the map");
    if rules != Rules::Modern {
        return same_picture(cartridge, loaded, &what);
    }
    for (play, hint) in [(&mut *cartridge, "PUSH TO ORDER."), (&mut *loaded, "SELECT: LESSON")] {
        assert_eq!(play.text(57, 39), format!("THE CROSS APPEARS. {hint}"));
    }
    same_lines(cartridge, loaded, 8..HINT_LINES.start, &what);
    same_lines(cartridge, loaded, HINT_LINES.end..240, &what);
}

/// Scan lines of the second line of text below the map.
const HINT_LINES: Range<usize> = 199..207;

fn same_picture(one: &Play, other: &Play, what: &str) {
    same_lines(one, other, 8..240, what);
}

fn same_lines(one: &Play, other: &Play, lines: Range<usize>, what: &str) {
    for line in lines {
        for clock in 0x2C..0xD4 {
            let (one, other) = (one.pixel(clock, line), other.pixel(clock, line));
            assert_eq!(one, other, "{what}: line {line}, clock {clock}");
        }
    }
}

#[test]
fn what_memory_held_before_does_not_matter() {
    let pictures: Vec<_> = (0..4)
        .map(|seed| {
            let mut play = Play::loaded(Rules::Corrected, 48, seed);
            play.begin();
            let lines = (8..240).flat_map(|line| (0x2C..0xD4).map(move |clock| (clock, line)));
            let pixels: Vec<u8> = lines.map(|(clock, line)| play.pixel(clock, line)).collect();
            (play.state(), pixels)
        })
        .collect();
    assert!(pictures.windows(2).all(|pair| pair[0] == pair[1]));
}

/// Calls and jumps out of the program go to the OS's documented entry points, and what it
/// writes outside its own memory are the documented variables and the chips' registers.
#[test]
fn it_uses_documented_interfaces_alone() {
    check_interfaces(Rules::Corrected, &[VARIABLES]);
    // Pages 4 to 6 are nobody's; the comforts have RAM behind the program.
    check_interfaces(Rules::Modern, &[VARIABLES, 0x0480..0x0700, 0x9D00..0xBC00]);
}

fn check_interfaces(rules: Rules, own: &[Range<u16>]) {
    const ENTRIES: [u16; 2] = [0xE45C, 0xE462]; // SETVBV, XITVBV
    const DATABASE: [std::ops::RangeInclusive<u16>; 10] = [
        0x0009..=0x000D, // BOOT?, DOSVEC, DOSINI
        0x004D..=0x004D, // ATRACT
        0x0200..=0x0201, // VDSLST
        0x022F..=0x0231, // SDMCTL, SDLST
        0x026F..=0x026F, // GPRIOR
        0x02C0..=0x02C8, // PCOLR0 to COLOR4
        0x02F3..=0x02F3, // CHACT
        0x02F4..=0x02F4, // CHBAS
        0x02FC..=0x02FC, // CH
        0x0080..=0x01FF, // free zero page, stack
    ];
    let mut play = Play::loaded(rules, 48, 0);
    let title = title_with(rules);
    let size = title.xex.segments.iter().map(|segment| segment.bytes.len()).max().unwrap();
    let program = 0x4000..0x4000 + size as u16;
    let mut left = BTreeSet::new();
    let mut moments = 0;
    for (stick, start, frames) in
        [("", true, 4), ("", false, 60), ("rd", false, 40), ("", true, 40), ("", false, 30)]
    {
        play.stick(stick);
        play.machine.set_console(Console { start, ..Console::default() });
        let end = play.machine.frame_number() + frames;
        while play.machine.frame_number() < end {
            let pc = play.machine.cpu().pc;
            let opcode = play.machine.peek(pc);
            let inside = program.contains(&pc);
            if inside && matches!(opcode, 0x8C..=0x8E | 0x99 | 0x9D | 0xEE | 0xCE) {
                let operand = u16::from_le_bytes([play.machine.peek(pc + 1), play.machine.peek(pc + 2)]);
                let known = own.iter().any(|range| range.contains(&operand))
                    || (0xD000..0xD500).contains(&operand)
                    || DATABASE.iter().any(|range| range.contains(&operand));
                assert!(known, "{rules:?}: ${pc:04X} writes ${operand:04X}");
            }
            let step = play.machine.step();
            let next = play.machine.cpu().pc;
            if step == Step::Instruction && inside && next >= 0xC000 && matches!(opcode, 0x20 | 0x4C | 0x6C) {
                left.insert(next);
            }
            moments += u32::from(inside);
        }
    }
    assert!(moments > 100_000);
    assert_eq!(left.into_iter().collect::<Vec<_>>(), ENTRIES);
}
