//! Machines on their way, stopped where chance wants and saved there.

use front800::machine::{Config, Machine};
use front800::titles::Sources;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::full;

/// Frames that are compared behind each state.
const COMPARED: u64 = 3;
/// More than the cycles of a frame, so that a state may be saved anywhere in it.
const FRAME_CYCLES: u64 = 40_000;

/// Saves `machine` as it stands and runs on three: the one that was saved, one that was not, and `other`
/// with the state loaded, after it has shown something else.
#[track_caller]
pub fn check(what: &str, machine: &Machine, other: Machine) {
    let (mut never_saved, mut saved, mut loaded) = (machine.clone(), machine.clone(), other);
    loaded.run_to_cycle(machine.cycle() % FRAME_CYCLES);
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
pub struct Course<'a> {
    pub name: &'a str,
    pub switched_on: &'a dyn Fn() -> Machine,
    pub frames: u64,
    pub input: &'a dyn Fn(&mut Machine, u64),
}

impl Course<'_> {
    /// Calls `visit` at instruction boundaries that are chosen at random.
    pub fn sample(&self, points: usize, mut visit: impl FnMut(&str, &Machine)) {
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

    /// Calls [`check`] at such boundaries, and `look` with a copy of each machine.
    pub fn check(&self, points: usize, mut look: impl FnMut(&mut Machine)) {
        let points = full::or(50 * points, points);
        self.sample(points, |what, machine| {
            check(what, machine, (self.switched_on)());
            look(&mut machine.clone());
        });
    }
}

pub fn machine() -> Machine {
    let os = Sources::embedded().os().unwrap_or_else(|error| panic!("{error}")).rom.clone();
    Machine::new(&Config { seed: 7, ..Config::new(os) })
}

pub fn nothing(_: &mut Machine, _: u64) {}
