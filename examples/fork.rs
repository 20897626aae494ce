//! Saving, restoring and forking, to try out alternative futures.
//!
//! ```text
//! with another stick the futures are the same: false
//! from the state they are the same: true
//! ```

use std::error::Error;

use front800::harness::open::{Options, Program};
use front800::machine::{Machine, Stick};

fn run(machine: &mut Machine, frames: usize) {
    for _ in 0..frames {
        machine.run_frame();
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut machine = Program::named("rasputitsa", Options::default())?.switch_on()?;
    run(&mut machine, 300);

    // A state is bytes: write it to a file, send it over a wire, or load it into another machine that was switched on
    // the same way.
    let state = machine.save();
    // A clone is an independent machine.
    let mut other = machine.clone();
    other.set_stick(0, Stick { right: true, ..Stick::default() });
    run(&mut machine, 60);
    run(&mut other, 60);
    println!("with another stick the futures are the same: {}", machine.hash() == other.hash());

    other.set_stick(0, Stick::default());
    other.load(&state)?;
    run(&mut other, 60);
    println!("from the state they are the same: {}", machine.hash() == other.hash());
    Ok(())
}
