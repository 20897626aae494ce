//! Light pens and buttons that somebody moves at any time, under programs that read where they are seen.

use super::compare::first_difference;
use super::{interrupt, random_machine};
use front800::machine::{Beam, Machine, Pen, Stick};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::full;

/// The same hand on both.
fn touch(machines: [&mut Machine; 2], rng: &mut ChaCha8Rng) {
    let (port, is_pen) = (rng.random_range(0..4), rng.random_ratio(3, 4));
    let beam = Beam { clock: rng.random_range(0..228), line: rng.random_range(0..262) };
    let pen = Pen { at: rng.random_ratio(5, 6).then_some(beam), pressed: rng.random() };
    let stick = Stick { fire: rng.random_ratio(1, 3), up: rng.random(), ..Stick::default() };
    for machine in machines {
        assert!(if is_pen { machine.set_pen(port, pen) } else { machine.set_stick(port, stick) });
    }
}

/// Both ways have the same state after each frame, whatever is done to either within it: it is stopped, copied or loaded.
#[test]
fn lazy_and_oracle_agree_on_what_pens_see() {
    let seeds = full::or(1_000, 12);
    for seed in 0..seeds {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut lazy = random_machine(seed);
        let mut oracle = lazy.clone();
        oracle.set_oracle(true);
        for frame in 0..8 {
            let before = (lazy.clone(), oracle.clone());
            let end = oracle.frame_end();
            if frame % 2 == 1 {
                let stop = oracle.cycle() + rng.random_range(0..29_000);
                lazy.run_to_cycle(stop);
                oracle.run_to_cycle(stop);
            }
            touch([&mut lazy, &mut oracle], &mut rng);
            lazy.run_to_cycle(lazy.cycle() + rng.random_range(0..29_000));
            interrupt(&mut lazy, &mut rng);
            lazy.run_to_cycle(end.max(lazy.cycle()));
            oracle.run_to_cycle(end.max(lazy.cycle()));
            if lazy.hash() != oracle.hash() {
                let (at, what) = first_difference(before.0, before.1);
                panic!("seed {seed}, frame {frame}, cycle {at}:\n{what}");
            }
        }
    }
}
