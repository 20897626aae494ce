//! The machine in your own program: switch it on, load a program, run it.
//!
//! ```text
//! seed 1: 400 frames, 11947201 cycles
//! seed 1: 400 frames, 11947201 cycles
//! seed 2: 400 frames, 11947201 cycles
//! the same seed: true, another: false
//! ```

use front800::harness::open::{OpenError, Options, Program};

fn hash_after(frames: usize, seed: u64) -> Result<u64, OpenError> {
    // A built-in program by name; `Program::file` opens the contents of a file.
    let program = Program::named("rasputitsa", Options { seed, ..Options::default() })?;
    let mut machine = program.switch_on()?;
    for _ in 0..frames {
        machine.run_frame();
    }
    println!("seed {seed}: {} frames, {} cycles", machine.frame_number(), machine.cycle());
    Ok(machine.hash())
}

fn main() -> Result<(), OpenError> {
    // The seed and the input alone decide what happens, on every computer.
    let (one, again, other) = (hash_after(400, 1)?, hash_after(400, 1)?, hash_after(400, 2)?);
    println!("the same seed: {}, another: {}", one == again, one == other);
    Ok(())
}
