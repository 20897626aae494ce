//! A second model of ANTIC, GTIA and the bus beside the machine, as another core is beside its CPU: written from the
//! fact sheets alone (`docs/hardware`), clock by clock, without anything of `src`.
//!
//! Random programs run in both. They write to ANTIC and GTIA anywhere in lines, scroll, wait for WSYNC and note
//! collisions; compared are all half clocks of the picture and what is noted, in frames that repeat, with the oracle
//! and without. Left out is what the sheets leave open, or settle by a guess:
//!
//! - playfields that are not stopped: HSCROL of 10 and more, or written within a line that it scrolls;
//! - what a line shows whose width changes within it (the cycles that it takes are compared);
//! - what is captured where nothing is on the bus (a virtual fetch in a cycle of refresh), and what the line buffer
//!   holds before it has been loaded;
//! - GTIA's modes coming and going within a line; in mode 10 the first clock, and lines in lores beside the
//!   background; in modes 9 and 11 the fifth player together with others;
//! - players' DMA that begins where neither missiles nor the list halt the CPU before it (which cycles count for GTIA
//!   is a guess), and the list's DMA ending between an instruction and its address;
//! - objects triggered in the first clocks of a line ([`programs`] says why);
//! - the clock in which a collision register is read or cleared, and the cycles in which writes to GRACTL, VDELAY,
//!   CHACTL, PMBASE and DLIST take effect: programs write there where it does not matter;
//! - interrupts, and all that is neither of these chips nor of the bus.

mod antic;
mod atari;
mod cpu;
mod gtia;
mod lists;
mod modes;
mod objects;
mod playfield;
mod priority;
mod programs;

use antic::DISPLAYED;
use atari::Atari;
use front800::machine::{Config, FRAME_WIDTH, Machine, Video};
use gtia::VISIBLE;
use programs::{CODE, NOTES, Program};

use crate::full;

/// Frames that a program runs in a machine as users have it. Lines repeat in them.
const FRAMES: usize = 4;

/// A machine about to run `program` with the code that the model has run.
fn machine(program: &Program, model: &Atari, video: Video) -> Machine {
    let mut os = [0xEA; 0x2800];
    // The vector of the reset.
    os[0xFFFC - 0xD800..][..2].copy_from_slice(&CODE.to_le_bytes());
    let mut machine = Machine::new(&Config { video, ..Config::new(os.into()) });
    let memory = (0..).zip(&program.memory[..usize::from(CODE)]);
    for (address, &byte) in memory.chain((CODE..).zip(model.code())) {
        machine.poke(address, byte);
    }
    machine
}

/// Where and how a machine differs from the model, if it does.
fn difference(machine: &Machine, model: &Atari) -> Option<String> {
    for (n, pixels) in model.picture.iter().enumerate() {
        let (row, clock) = (n / VISIBLE.len(), n % VISIBLE.len());
        let shown = &machine.picture()[row * FRAME_WIDTH + 2 * clock..][..2];
        if let Some(pixels) = pixels.filter(|pixels| pixels != shown) {
            let (line, x) = (row + DISPLAYED.start, clock + VISIBLE.start);
            return Some(format!(
                "line {line}, clock ${x:02X}: the machine shows {shown:02X?}, the model {pixels:02X?}\n{}",
                listing(model, line)
            ));
        }
    }
    (0..).zip(&model.notes).find_map(|(n, note)| {
        let (address, note) = (NOTES + n, (*note)?);
        let read = machine.peek(address);
        (read != note).then(|| {
            let line = model.line_of_note(address);
            format!(
                "${address:04X}, noted in line {line}: the machine read ${read:02X}, the model ${note:02X}\n{}",
                listing(model, line)
            )
        })
    })
}

/// The instructions that were run in the lines up to `line`.
fn listing(model: &Atari, line: usize) -> String {
    let near = model.listing.iter().filter(|(beam, _)| (line.saturating_sub(3)..=line).contains(&beam.line));
    near.map(|(beam, instruction)| format!("{:3} {:3}  {instruction}\n", beam.line, beam.cycle)).collect()
}

/// Runs the program of a seed in both. The share of the picture that is compared, in percent.
fn compare(seed: u64, video: Video) -> usize {
    let (program, mut writer) = programs::random(seed);
    let mut model = Atari::new(&program);
    model.run(&mut writer);
    let mut machine = machine(&program, &model, video);
    machine.run_frame();
    let mut oracle = machine.clone();
    oracle.set_oracle(true);
    for (mut machine, frames, name) in [(oracle, 1, "with the oracle"), (machine, FRAMES, "as it is")] {
        for frame in 0..frames {
            machine.run_frame();
            if let Some(difference) = difference(&machine, &model) {
                panic!(
                    "seed {seed}, {video:?}, {name}, frame {frame}: {difference}{}",
                    describe(&program, &model)
                );
            }
        }
    }
    100 * model.picture.iter().flatten().count() / model.picture.len()
}

/// What a program begins with, and its code.
fn describe(program: &Program, model: &Atari) -> String {
    let list: Vec<u8> = (0..0x300)
        .map(|n| program.memory[usize::from(program.list & 0xFC00 | (program.list + n) & 0x3FF)])
        .collect();
    format!(
        "{:X?}\nGTIA {:02X?}\nlist at ${:04X}: {list:02X?}\ncode at ${CODE:04X}: {:02X?}",
        program.antic,
        program.gtia,
        program.list,
        model.code()
    )
}

#[test]
fn random_programs_show_and_hit_the_same_in_a_model_made_from_the_sheets() {
    let programs = full::or(5_000, 200);
    let compared: usize =
        (0..programs).map(|seed| compare(seed, if seed % 2 == 0 { Video::Ntsc } else { Video::Pal })).sum();
    let share = compared / programs as usize;
    assert!(share >= 90, "{share} percent of the pictures are compared: the programs leave out too much");
}
