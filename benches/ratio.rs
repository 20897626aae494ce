//! The measure of the machine's speed: frames a second of each family of programs, and of the wargame's
//! map, without sound and with it, for every million instructions a second that the crate mos6502 makes of
//! the mixed loop.
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

const PAIRS: usize = 5;
const FRAMES: u32 = 500;
const INSTRUCTIONS: u32 = 10_000_000;
const SOUND_RATE: u32 = 44_100;

fn main() {
    let sources = Sources::embedded();
    let mixed = Mixed::build(&sources).expect("the loop assembles");
    let os = sources.os().expect("the OS assembles").rom.clone();
    let config = Config::new(os);
    println!("{:<14} {:>6} {:>8} {:>12} {:>12}", "workload", "sound", "ratio", "frames/s", "M instr./s");
    let map = workload::named("map");
    for (workload, sound) in workload::FAMILIES.into_iter().chain(map).flat_map(|w| [(w, false), (w, true)]) {
        let mut session = workload.session(&config, &sources).expect("the workload assembles");
        session.machine_mut().set_audio(sound.then_some(SOUND_RATE));
        let mut cpu = bare_cpu(&mixed);
        let mut pairs: Vec<(f64, f64)> = (0..PAIRS)
            .map(|_| (frames_a_second(&mut session), instructions_a_second(&mut cpu) / 1e6))
            .collect();
        pairs.sort_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
        let (frames, instructions) = pairs[PAIRS / 2];
        let (name, ratio) = (workload.name, frames / instructions);
        let sound = if sound { "yes" } else { "no" };
        println!("{name:<14} {sound:>6} {ratio:>8.1} {frames:>12.0} {instructions:>12.1}");
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
