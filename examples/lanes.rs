//! Reinforcement learning on a program, stepped in many lanes. The speed, in frames per second, goes to standard
//! error.
//!
//! ```text
//! 16 lanes on 2 threads, 12800 frames: lane 0 has earned -4
//! ```
//!
//! `cargo run --release --example lanes -- LANES THREADS FRAMES STEPS`; the default is 16 2 4 200.

use std::error::Error;
use std::time::Instant;

use front800::harness::lanes::{Autoreset, Lanes, Task, TaskOptions};
use front800::harness::open::{File, Options, Program};

/// A ball falls, and the bar below has to be where it lands.
const SOURCE: &str = include_str!("../python/front800/programs/catch.asm");

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1);
    let mut next = |usual: usize| numbers.next().map_or(Ok(usual), |text| text.parse());
    let (count, jobs, frames, steps) = (next(16)?, next(2)?, next(4)?, next(200)?);

    let program = Program::file(File::new("catch.asm", SOURCE.as_bytes()), Options::default())?;
    let mut machine = program.switch_on()?;
    (0..120).for_each(|_| {
        machine.run_frame();
    });
    // Numbers that the program's instructions use as addresses become names of variables.
    let symbols = program.known().symbols;
    let options = TaskOptions {
        actions: ["center", "left", "right"].map(|state| format!("stick0 {state}")).to_vec(),
        reward: "score + lives".to_string(),
        frames: frames as u32,
        draws: frames == 1,
        ..TaskOptions::default()
    };
    let mut lanes = Lanes::new(Task::new(machine, &symbols, &options)?, count, jobs, Autoreset::NextStep);

    let (actions, mut seen) = (vec![0; count], vec![0; count]);
    let (began, mut earned) = (Instant::now(), 0);
    for _ in 0..steps {
        let turns = lanes.step(&actions, &mut seen, |lane, _, seen| *seen = lane.machine().peek(0x80));
        earned += turns[0].reward;
    }
    let all = count * frames * steps;
    println!("{count} lanes on {jobs} threads, {all} frames: lane 0 has earned {earned}");
    eprintln!("{:.0} frames a second", all as f64 / began.elapsed().as_secs_f64());
    Ok(())
}
