//! Saved states: going on from one is the same as never having stopped, wherever that was, and what
//! somebody made up is refused or does no harm.

mod course;
mod forged;
mod written;

use front800::inspect::symbols::Symbols;
use front800::machine::{Console, Machine, Stick};
use front800::titles::Sources;
use front800::titles::rasputitsa::Rules;

use course::{Course, check, machine, nothing};

use crate::full;

/// Frames of the wargame's title, and of a turn.
const PLAYED_FROM: u64 = 200;

fn wargame() -> Machine {
    let mut machine = machine();
    let title =
        Sources::embedded().rasputitsa_with(Rules::Corrected).unwrap_or_else(|error| panic!("{error}"));
    machine.load_program(title.xex.clone());
    machine
}

/// Title, map, then short turns: the units march, and the other side thinks while the map
/// scrolls.
fn play(machine: &mut Machine, frame: u64) {
    let start = frame >= PLAYED_FROM && frame % PLAYED_FROM < 6;
    machine.set_console(Console { start, ..Console::default() });
    let (left, down, fire) = (frame % 120 < 60, frame % 90 < 30, frame % 200 > 180);
    let stick = Stick { left, right: !left, down, fire, up: false };
    machine.set_stick(0, if frame > PLAYED_FROM + 100 { stick } else { Stick::default() });
}

fn booting() -> Machine {
    let mut machine = machine();
    let disk = machine.add_disk(crate::disks::bootable(), false);
    machine.insert_disk(0, Some(disk));
    machine
}

#[test]
fn a_state_saved_anywhere_in_the_wargame_goes_on_as_if_nothing_had_happened() {
    let title =
        Sources::embedded().rasputitsa_with(Rules::Corrected).unwrap_or_else(|error| panic!("{error}"));
    let symbols = Symbols::from_assembly(&title.output);
    let subturn = symbols.value("zp_subturn").expect("a variable");
    // Where the other side's plans are made.
    let thinks = |name: &str| ["thinking_", "line_"].iter().any(|module| name.starts_with(module));
    let (mut titles, mut marches, mut thoughts) = (0, 0, 0);
    Course { name: "wargame", switched_on: &wargame, frames: 2_000, input: &play }.check(32, |machine| {
        let in_title = machine.frame_number() < PLAYED_FROM;
        let place = symbols.nearest(machine.cpu().pc);
        titles += usize::from(in_title);
        marches += usize::from(!in_title && (1..32).contains(&machine.peek(subturn)));
        thoughts += usize::from(!in_title && place.is_some_and(|place| thinks(&place.name)));
    });
    assert!(titles.min(marches).min(thoughts) > 0, "{titles} {marches} {thoughts}");
}

#[test]
fn a_state_saved_during_transfers_from_and_to_a_disk_goes_on_as_if_nothing_had_happened() {
    let mut sending = 0;
    Course { name: "disk", switched_on: &booting, frames: 700, input: &nothing }.check(16, |machine| {
        sending += usize::from(machine.describe().contains("Transmission"));
    });
    assert!(sending > 4, "{sending}");
}

#[test]
fn a_state_saved_anywhere_in_random_programs_goes_on_as_if_nothing_had_happened() {
    for seed in full::or(1_000..4_000, 1_700..1_730) {
        let switched_on = || crate::oracle::random_machine(seed);
        Course { name: &format!("program {seed}"), switched_on: &switched_on, frames: 4, input: &nothing }
            .sample(2, |what, machine| check(what, machine, switched_on()));
    }
}
