//! Pictures that must not change: hashes of palette indices. A mismatch leaves the picture
//! as a PNG under `target/golden`; `FRONT800_BLESS=1` prints the new hashes.

use std::hash::Hasher;

use fnv::FnvHasher;
use front800::host::palette::Palette;
use front800::host::picture::{Area, screenshot};
use front800::machine::{Config, Console, Machine, Stick, Video};
use front800::titles::Sources;
use front800::titles::rasputitsa::{Edition, Rules};

fn machine(video: Video) -> Machine {
    let os = Sources::embedded().os().unwrap_or_else(|error| panic!("{error}")).rom.clone();
    Machine::new(&Config { video, ..Config::new(os) })
}

fn rasputitsa(rules: Rules) -> Machine {
    let mut machine = machine(Video::Ntsc);
    let title = Sources::embedded().rasputitsa_with(rules).unwrap_or_else(|error| panic!("{error}"));
    machine.load_program(title.xex.clone());
    machine
}

/// The wargame in its first week, for experts in 1941.
fn first_week(rules: Rules) -> Machine {
    let mut machine = rasputitsa(rules);
    frames(&mut machine, 300);
    let start = Console { start: true, ..Console::default() };
    if rules.edition() == Edition::Second {
        // Four levels on, and then the year is asked for.
        press(&mut machine, Console { select: true, ..Console::default() }, 110);
        press(&mut machine, start, 10);
    }
    press(&mut machine, start, 10);
    frames(&mut machine, 380);
    machine
}

fn press(machine: &mut Machine, console: Console, count: usize) {
    machine.set_console(console);
    frames(machine, count);
    machine.set_console(Console::default());
    frames(machine, 20);
}

fn frames(machine: &mut Machine, count: usize) {
    for _ in 0..count {
        machine.run_frame();
    }
}

fn hold(machine: &mut Machine, stick: Stick, count: usize) {
    machine.set_stick(0, stick);
    frames(machine, count);
    machine.set_stick(0, Stick::default());
    frames(machine, 4);
}

fn hash(picture: &[u8]) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(picture);
    hasher.finish()
}

fn check(name: &str, machine: &Machine, expected: u64) {
    let found = hash(machine.picture());
    if std::env::var_os("FRONT800_BLESS").is_some() {
        println!("{name}: 0x{found:016X}");
    }
    if found == expected {
        return;
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/golden");
    std::fs::create_dir_all(&folder).expect("target can be written");
    let file = folder.join(format!("{name}.png"));
    screenshot(&file, machine.picture(), Area::Overscan, &Palette::ntsc()).expect("target can be written");
    panic!("the picture has changed: it is 0x{found:016X} now and stands in {}", file.display());
}

#[test]
fn the_memo_pad() {
    let mut machine = machine(Video::Ntsc);
    frames(&mut machine, 200);
    check("memo-pad", &machine, 0xC365_10F5_AAEC_AE85);
}

#[test]
fn the_memo_pad_on_pal() {
    let mut machine = machine(Video::Pal);
    frames(&mut machine, 200);
    check("memo-pad-pal", &machine, 0xC365_10F5_AAEC_AE85);
}

#[test]
fn the_title() {
    let mut machine = rasputitsa(Rules::default());
    frames(&mut machine, 300);
    check("title", &machine, 0x8F48_9871_992A_DBD7);
}

#[test]
fn the_classic_title_and_map() {
    let mut machine = rasputitsa(Rules::Corrected);
    frames(&mut machine, 300);
    check("classic-title", &machine, 0x021D_8E44_4791_6EEF);
    check("classic-map", &first_week(Rules::Corrected), 0xFFD2_E4A0_EFDE_B471);
}

#[test]
fn the_opening_map() {
    check("opening-map", &first_week(Rules::default()), 0x787A_71D6_D807_411F);
}

#[test]
fn the_south_east_corner() {
    let mut machine = first_week(Rules::default());
    hold(&mut machine, Stick { right: true, down: true, ..Stick::default() }, 900);
    check("south-east", &machine, 0xF67E_0F50_7D85_5545);
}

#[test]
fn a_unit_lifted() {
    let mut machine = first_week(Rules::default());
    hold(&mut machine, Stick { up: true, ..Stick::default() }, 44);
    hold(&mut machine, Stick { right: true, ..Stick::default() }, 18);
    machine.set_stick(0, Stick { fire: true, ..Stick::default() });
    frames(&mut machine, 40);
    check("unit-lifted", &machine, 0x1D36_4D10_DAE6_1A79);
}
