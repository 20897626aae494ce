//! Reads the text on the screen by way of the display list: here the memo pad of a machine without a program.
//!
//! ```text
//! FRONT800 OS 1.0   MEMO PAD
//! HELLO!
//! ```

use std::error::Error;

use front800::harness::keys;
use front800::harness::open::{NONE, Options, Program};
use front800::inspect::screen;
use front800::machine::{Keyboard, Machine};

/// Holds a key long enough for the machine to see it, then releases it.
fn press(machine: &mut Machine, name: &str) {
    let mut keyboard = Keyboard::default();
    keys::press(&mut keyboard, name);
    for keys in [keyboard, Keyboard::default()] {
        machine.set_keyboard(keys);
        for _ in 0..4 {
            machine.run_frame();
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut machine = Program::named(NONE, Options::default())?.switch_on()?;
    for _ in 0..120 {
        machine.run_frame();
    }
    for name in ["H", "E", "L", "L", "O", "SHIFT+1"] {
        press(&mut machine, name);
    }
    let text = screen::text(&machine);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        println!("{}", line.trim());
    }
    Ok(())
}
