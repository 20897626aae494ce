//! Saved states: going on from one is the same as never having stopped, wherever that was, and what
//! somebody made up is refused or does no harm.

mod forged;

use front800::machine::{Config, Console, Machine, Stick};
use front800::titles::Sources;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Frames that are compared behind each state.
const COMPARED: u64 = 3;
/// More than the cycles of a frame, so that a state may be saved anywhere in it.
const FRAME_CYCLES: u64 = 40_000;

fn is_full() -> bool {
    std::env::var_os("FRONT800_FULL").is_some()
}

/// Saves `machine` as it stands and runs on three: the one that was saved, one that was not, and `fresh`
/// with the state loaded.
#[track_caller]
fn check(what: &str, machine: &Machine, fresh: Machine) {
    let (mut never_saved, mut saved, mut loaded) = (machine.clone(), machine.clone(), fresh);
    let state = saved.save();
    loaded.load(&state).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(loaded.save() == state, "{what}: the same state");
    let mut sound = [Vec::new(), Vec::new()];
    for machine in [&mut saved, &mut loaded] {
        machine.set_audio(Some(48_000));
    }
    for frame in 0..COMPARED {
        for machine in [&mut never_saved, &mut saved, &mut loaded] {
            machine.run_frame();
        }
        assert_eq!(never_saved.hash(), saved.hash(), "{what}: saving, frame {frame}");
        assert_eq!(saved.hash(), loaded.hash(), "{what}: loading, frame {frame}");
        for (machine, sound) in [&mut saved, &mut loaded].into_iter().zip(&mut sound) {
            machine.take_audio(sound);
        }
        assert!(sound[0] == sound[1], "{what}: sound, frame {frame}");
        // Pixels are not saved: the first picture lacks what was drawn before.
        if frame > 0 {
            assert!(never_saved.picture() == saved.picture(), "{what}: picture, frame {frame}");
            assert!(saved.picture() == loaded.picture(), "{what}: picture, frame {frame}");
        }
    }
}

/// A machine on its way: how it is switched on, for how many frames it runs, and what is done to it
/// before each.
struct Course<'a> {
    name: &'a str,
    switched_on: &'a dyn Fn() -> Machine,
    frames: u64,
    input: &'a dyn Fn(&mut Machine, u64),
}

impl Course<'_> {
    /// Calls `visit` at instruction boundaries that are chosen at random.
    fn sample(&self, points: usize, mut visit: impl FnMut(&str, &Machine)) {
        let mut rng = ChaCha8Rng::seed_from_u64(800);
        let mut frames: Vec<u64> = (0..points).map(|_| rng.random_range(0..self.frames)).collect();
        frames.sort_unstable();
        let mut machine = (self.switched_on)();
        machine.set_drawing(false);
        let mut frame = 0;
        for point in frames {
            while frame < point {
                (self.input)(&mut machine, frame);
                machine.run_frame();
                frame += 1;
            }
            let mut here = machine.clone();
            here.set_drawing(true);
            (self.input)(&mut here, frame);
            here.run_to_cycle(machine.cycle() + rng.random_range(0..FRAME_CYCLES));
            for _ in 0..rng.random_range(0..10) {
                here.step();
            }
            visit(&format!("{}, cycle {}", self.name, here.cycle()), &here);
        }
    }

    fn check(&self, points: usize) {
        let points = if is_full() { 50 * points } else { points };
        self.sample(points, |what, machine| check(what, machine, (self.switched_on)()));
    }
}

fn machine() -> Machine {
    let os = Sources::embedded().os().unwrap_or_else(|error| panic!("{error}")).rom.clone();
    Machine::new(&Config { seed: 7, ..Config::new(os) })
}

fn wargame() -> Machine {
    let mut machine = machine();
    let title = Sources::embedded().rasputitsa().unwrap_or_else(|error| panic!("{error}"));
    machine.load_program(title.xex.clone());
    machine
}

/// Title, map, then turns that are ended: the units march, and the other side thinks while the map
/// scrolls.
fn play(machine: &mut Machine, frame: u64) {
    let in_turn = frame % 500;
    let start = frame >= 200 && (200..210).contains(&in_turn);
    machine.set_console(Console { start, ..Console::default() });
    let (right, down, fire) = (in_turn % 120 < 60, in_turn % 90 < 30, in_turn % 200 > 180);
    let moving = frame > 300;
    machine.set_stick(
        0,
        Stick { right: moving && right, left: moving && !right, down: moving && down, up: false, fire },
    );
}

fn booting() -> Machine {
    let mut machine = machine();
    let disk = machine.add_disk(crate::disks::bootable(), false);
    machine.insert_disk(0, Some(disk));
    machine
}

fn nothing(_: &mut Machine, _: u64) {}

#[test]
fn a_state_saved_anywhere_in_the_wargame_goes_on_as_if_nothing_had_happened() {
    Course { name: "wargame", switched_on: &wargame, frames: 2_500, input: &play }.check(16);
}

#[test]
fn a_state_saved_during_transfers_from_and_to_a_disk_goes_on_as_if_nothing_had_happened() {
    Course { name: "disk", switched_on: &booting, frames: 700, input: &nothing }.check(16);
}

#[test]
fn a_state_saved_anywhere_in_the_acid_suite_goes_on_as_if_nothing_had_happened() {
    let Some(image) = crate::acid::disk() else {
        println!("skipped: the suite is not there (FRONT800_SHARED)");
        return;
    };
    let switched_on = || {
        let mut machine = machine();
        let disk = machine.add_disk(image.clone(), false);
        machine.insert_disk(0, Some(disk));
        machine
    };
    Course { name: "suite", switched_on: &switched_on, frames: 6_000, input: &nothing }.check(20);
}

#[test]
fn a_state_saved_anywhere_in_random_programs_goes_on_as_if_nothing_had_happened() {
    for seed in if is_full() { 1_000..4_000 } else { 1_000..1_030 } {
        let switched_on = || crate::oracle::random_machine(seed);
        Course { name: &format!("program {seed}"), switched_on: &switched_on, frames: 4, input: &nothing }
            .sample(2, |what, machine| check(what, machine, switched_on()));
    }
}
