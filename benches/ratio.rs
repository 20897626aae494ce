//! The measure of the machine's speed: frames a second of the wargame's map screen for every million
//! instructions a second of the crate mos6502, both with the mixed loop.
//!
//! A ratio, so that it says the same on every computer; both are run in turns, and the median of
//! the pairs is taken, so that what else the computer does falls on both.

use std::time::Instant;

use front800::harness::session::Session;
use front800::harness::workload::{self, mixed::Mixed};
use front800::machine::Config;
use front800::titles::Sources;
use mos6502::cpu::CPU;
use mos6502::instruction::Nmos6502;
use mos6502::memory::{Bus, Memory};

const PAIRS: usize = 11;
const FRAMES: u32 = 4_000;
const INSTRUCTIONS: u32 = 50_000_000;

fn main() {
    let sources = Sources::embedded();
    let mixed = Mixed::build(&sources).expect("the loop assembles");
    let os = sources.os().expect("the OS assembles").rom.clone();
    let config = Config::new(os);
    println!("{:<12} {:>8} {:>12} {:>12}", "workload", "ratio", "frames/s", "M instr./s");
    for name in ["map", "map, sound"] {
        let workload = workload::named(name).expect("there is one");
        let mut session = workload.session(&config, &sources).expect("the title assembles");
        let mut cpu = bare_cpu(&mixed);
        let mut pairs: Vec<(f64, f64)> = (0..PAIRS)
            .map(|_| (frames_a_second(&mut session), instructions_a_second(&mut cpu) / 1e6))
            .collect();
        pairs.sort_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
        let (frames, instructions) = pairs[PAIRS / 2];
        println!("{name:<12} {:>8.1} {frames:>12.0} {instructions:>12.1}", frames / instructions);
    }
}

/// The crate's CPU about to run the mixed loop.
fn bare_cpu(mixed: &Mixed) -> CPU<Memory, Nmos6502> {
    let mut memory = Memory::new();
    let (start, bytes) = mixed.bytes();
    for (address, byte) in (start..).zip(bytes) {
        memory.set_byte(address, byte);
    }
    let mut cpu = CPU::new(memory, Nmos6502);
    cpu.registers.program_counter = mixed.start();
    cpu
}

fn frames_a_second(session: &mut Session) -> f64 {
    let mut samples = Vec::new();
    let begun = Instant::now();
    for _ in 0..FRAMES {
        session.frame();
        samples.clear();
        session.machine_mut().take_audio(&mut samples);
    }
    f64::from(FRAMES) / begun.elapsed().as_secs_f64()
}

fn instructions_a_second(cpu: &mut CPU<Memory, Nmos6502>) -> f64 {
    let begun = Instant::now();
    for _ in 0..INSTRUCTIONS {
        cpu.single_step();
    }
    f64::from(INSTRUCTIONS) / begun.elapsed().as_secs_f64()
}
