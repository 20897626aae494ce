//! The lazy machine beside the one that does everything in every cycle.

use front800::machine::{FRAME_WIDTH, Machine};

/// Says in which fields two machines differ.
pub fn difference(a: &Machine, b: &Machine) -> String {
    let (a, b) = (a.describe(), b.describe());
    let lines = a.lines().zip(b.lines()).enumerate().filter(|(_, (a, b))| a != b);
    lines.take(12).map(|(n, (a, b))| format!("{n}: {} / {}\n", a.trim(), b.trim())).collect()
}

/// Runs both ways for so many frames, two of eleven of them not drawn, and compares state and picture after each.
pub fn compare(seed: u64, mut lazy: Machine, frames: usize) {
    let mut oracle = lazy.clone();
    oracle.set_oracle(true);
    for frame in 0..frames {
        let before = (lazy.clone(), oracle.clone());
        lazy.set_drawing(frame % 11 < 9);
        oracle.set_drawing(frame % 11 < 9);
        lazy.run_frame();
        oracle.run_frame();
        if lazy.hash() != oracle.hash() {
            let (at, what) = first_difference(before.0, before.1);
            panic!("seed {seed}, frame {frame}, cycle {at}:\n{what}");
        }
        let mut pixels = lazy.picture().iter().zip(oracle.picture());
        let differs = pixels.position(|(lazy, oracle)| lazy != oracle);
        let place = differs.map(|at| (at / FRAME_WIDTH, at % FRAME_WIDTH));
        assert_eq!(place, None, "seed {seed}, frame {frame}: row and pixel in which the pictures differ");
    }
}

/// Runs both by the line to where they part, which is within a frame of where they stand, and says how they differ. If they
/// part only where a frame is run in one go, there is no such place: then how they differ at the end of the frame.
pub fn first_difference(mut lazy: Machine, mut oracle: Machine) -> (u64, String) {
    let (mut by_frame, mut oracle_by_frame) = (lazy.clone(), oracle.clone());
    let frame = oracle.frame_number();
    while oracle.frame_number() <= frame + 1 {
        let end = oracle.cycle() + 114;
        lazy.run_to_cycle(end);
        oracle.run_to_cycle(end);
        if lazy.hash() != oracle.hash() {
            return (oracle.cycle() - 114, difference(&lazy, &oracle));
        }
    }
    by_frame.run_frame();
    oracle_by_frame.run_frame();
    let what = difference(&by_frame, &oracle_by_frame);
    (by_frame.cycle(), format!("(the end of a frame run in one go; by lines they do not differ)\n{what}"))
}

#[test]
fn the_first_difference_ends_where_there_is_none_by_lines() {
    let machine = Machine::new(&front800::machine::Config::new([0xEA; 0x2800].into()));
    let (at, what) = first_difference(machine.clone(), machine);
    assert!(at > 0 && what.starts_with("(the end of a frame"), "{at}: {what}");
}
