//! The machine in a program of yours: switch it on, load something, let it run.
//!
//! ```text
//! seed 1: 400 frames, 11947201 cycles
//! seed 1: 400 frames, 11947201 cycles
//! seed 2: 400 frames, 11947201 cycles
//! the same seed: true, another: false
//! ```

use front800::machine::{Config, Machine};
use front800::titles::{Sources, TitleError};

fn hash_after(frames: usize, seed: u64) -> Result<u64, TitleError> {
    let sources = Sources::embedded();
    let mut machine = Machine::new(&Config { seed, ..Config::new(sources.os()?.rom.clone()) });
    machine.load_program(sources.rasputitsa()?.xex.clone());
    for _ in 0..frames {
        machine.run_frame();
    }
    println!("seed {seed}: {} frames, {} cycles", machine.frame_number(), machine.cycle());
    Ok(machine.hash())
}

fn main() -> Result<(), TitleError> {
    // Nothing but the seed and the input decides what happens, on every computer.
    let (one, again, other) = (hash_after(400, 1)?, hash_after(400, 1)?, hash_after(400, 2)?);
    println!("the same seed: {}, another: {}", one == again, one == other);
    Ok(())
}
