//! Saving, restoring and forking: what would happen if.
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

    // A state is bytes: it goes to a file or over a wire, and into a machine switched on alike.
    let state = machine.save();
    // A clone is a machine of its own.
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
