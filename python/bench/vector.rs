//! The Rust half of `vector.py`: steps lanes of the same task on as many threads, a round for each line on standard input, and answers
//! with the seconds that it took.
//!
//! usage: vector LANES THREADS FRAMES STEPS SEEN; SEEN is what is looked at after each step: `byte`, `memory`, `features`, `grey` or
//! `rgb`. With `alone` each thread runs machines, one after the other, for as many frames: nothing is looked at, and none waits for another.

use std::error::Error;
use std::time::Instant;

use front800::debug::expression::Expression;
use front800::harness::batch;
use front800::harness::lanes::{Autoreset, Lane, Lanes, Task, TaskOptions};
use front800::harness::open::{File, Options, Program};
use front800::host::observation::{Observation, Pixels, ShrinkError};
use front800::host::palette::Palette;
use front800::inspect::symbols::Symbols;
use front800::machine::Machine;

const SOURCE: &str = include_str!("../front800/programs/catch.asm");

/// What is looked at in every lane.
enum Seen {
    Bytes(Observation),
    Features(Vec<Expression>),
}

/// What is stepped, and how often.
struct Round {
    lanes: usize,
    threads: usize,
    frames: usize,
    steps: usize,
}

impl Seen {
    fn named(name: &str, symbols: &Symbols) -> Result<Self, Box<dyn Error>> {
        let screen = |pixels, shrink| -> Result<Self, ShrinkError> {
            Ok(Seen::Bytes(Observation::screen(pixels, shrink, Palette::ntsc())?))
        };
        let bytes = |range| Seen::Bytes(Observation::Memory(vec![range]));
        let features = ["ball_x - bar", "ball_y"].map(|text| Expression::parse(text, symbols));
        Ok(match name {
            "byte" => bytes(0x80..=0x80),
            "memory" => bytes(0..=0xBFFF),
            "features" => Seen::Features(features.into_iter().collect::<Result<_, _>>()?),
            "grey" => screen(Pixels::Grey, 4)?,
            "rgb" => screen(Pixels::Rgb, 1)?,
            _ => return Err("expected byte, memory, features, grey, rgb or alone".into()),
        })
    }

    fn is_screen(&self) -> bool {
        matches!(self, Seen::Bytes(seen) if seen.is_screen())
    }

    /// Bytes for each lane.
    fn room(&self) -> usize {
        match self {
            Seen::Bytes(seen) => seen.shape().iter().product(),
            Seen::Features(features) => size_of::<f32>() * features.len(),
        }
    }

    fn write(&self, lane: &Lane, room: &mut [u8]) {
        match self {
            Seen::Bytes(seen) => seen.write(lane.machine(), lane.picture(), room),
            Seen::Features(features) => {
                for (value, feature) in room.chunks_exact_mut(size_of::<f32>()).zip(features) {
                    let number = feature.value(lane.machine(), 0).unwrap_or(0) as f32;
                    value.copy_from_slice(&number.to_ne_bytes());
                }
            }
        }
    }
}

impl Round {
    /// Steps all lanes, and looks into `room`, which is as large as all that is seen.
    fn step(&self, lanes: &mut Lanes, seen: &Seen, room: &mut [u8]) {
        let actions = vec![0; self.lanes];
        for _ in 0..self.steps {
            let mut places: Vec<&mut [u8]> = room.chunks_mut(seen.room()).collect();
            lanes.step(&actions, &mut places, |lane, _, place| seen.write(lane, place));
        }
    }

    /// Each thread runs machines, one after the other.
    fn alone(&self, machines: &mut [Machine]) {
        batch::each(machines, self.threads, |_, machine| {
            for _ in 0..self.steps * self.frames {
                machine.run_frame();
            }
        });
    }
}

/// A machine in which the game has just begun, and its names.
fn begun() -> Result<(Machine, Symbols), Box<dyn Error>> {
    let program = Program::file(File::new("catch.asm", SOURCE.as_bytes()), Options::default())?;
    let mut machine = program.switch_on()?;
    machine.set_drawing(false);
    (0..120).for_each(|_| {
        machine.run_frame();
    });
    // Names of numbers that its instructions use as addresses are those of variables.
    Ok((machine, program.known().symbols))
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [lanes, threads, frames, steps, seen] = &words[..] else {
        return Err("expected LANES THREADS FRAMES STEPS SEEN".into());
    };
    let round = Round {
        lanes: lanes.parse()?,
        threads: threads.parse()?,
        frames: frames.parse()?,
        steps: steps.parse()?,
    };
    let (machine, symbols) = begun()?;
    let mut play: Box<dyn FnMut()> = if seen == "alone" {
        let mut machines = vec![machine; round.lanes];
        Box::new(move || round.alone(&mut machines))
    } else {
        let seen = Seen::named(seen, &symbols)?;
        let options = TaskOptions {
            actions: ["center", "left", "right"].map(|state| format!("stick0 {state}")).to_vec(),
            reward: "score + lives".to_string(),
            frames: round.frames as u32,
            draws: seen.is_screen(),
            ..TaskOptions::default()
        };
        let task = Task::new(machine, &symbols, &options)?;
        let mut lanes = Lanes::new(task, round.lanes, round.threads, Autoreset::NextStep);
        let mut room = vec![0; round.lanes * seen.room()];
        Box::new(move || round.step(&mut lanes, &seen, &mut room))
    };
    for line in std::io::stdin().lines() {
        line?;
        let began = Instant::now();
        play();
        println!("{}", began.elapsed().as_secs_f64());
    }
    Ok(())
}
