//! Screens that ANTIC shows as in the frame before while GTIA does not: objects that move, colours that change in
//! interrupts, the same in each frame or not.

use super::bytes::{CODE, FONT, FRAME, LISTS, Program, SCREENS, list};
use super::compare::compare;
use front800::machine::Machine;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::full;

/// Where players and missiles are read.
const OBJECTS: u16 = 0x7800;
/// How many interrupts of the list there have been in this frame.
const BAND: u8 = 0x81;
/// A register of GTIA that an interrupt writes.
const REGISTERS: [u16; 12] = [0, 1, 4, 8, 0x0D, 0x11, 0x12, 0x13, 0x16, 0x17, 0x18, 0x1A];

/// Loads A with something that is the same in each frame, changes with it, or changes now and then.
fn value(program: &mut Program) {
    let random = program.rng.random();
    match program.rng.random_range(0..8) {
        0..=4 => program.op(&[0xA9, random]),
        5 => program.op(&[0xA5, BAND, 0x0A, 0x0A]),
        6 => program.op(&[0xA5, FRAME]),
        _ => program.op(&[0xA5, FRAME, 0x29, 0xF8]),
    }
}

/// Some writes to GTIA, in a handler or anywhere.
fn writes(program: &mut Program) {
    for _ in 0..program.rng.random_range(1..5) {
        match program.rng.random_range(0..24) {
            0 => program.absolute(0x8D, 0xD01E),
            1 => {
                let prior = [1, 4, 8, 0x11, 0x21, 0x41, 0x81, 0xC1][program.rng.random_range(0..8)];
                program.store(prior, 0xD01B);
            }
            2 => {
                let delays = [0, 0x55, 8][program.rng.random_range(0..3)];
                program.store(delays, 0xD01C);
            }
            3 => program.store(8, 0xD01F),
            4..=6 => program.absolute(0x8D, 0xD40A),
            7 => {
                let collision = 0xD000 + [0, 4, 5, 8, 12][program.rng.random_range(0..5)];
                program.absolute(0xAD, collision);
                program.absolute(0x8D, 0x0600);
            }
            _ => {
                value(program);
                let register = REGISTERS[program.rng.random_range(0..REGISTERS.len())];
                program.absolute(0x8D, 0xD000 + register);
            }
        }
    }
}

/// The handler of both interrupts: BIT NMIST tells which it is.
fn handler(program: &mut Program) -> Vec<u8> {
    let main = std::mem::take(&mut program.code);
    program.op(&[0x48, 0xD8]);
    program.absolute(0x2C, 0xD40F);
    program.op(&[0x10, 0]);
    let branch = program.code.len();
    program.op(&[0xE6, BAND]);
    writes(program);
    program.op(&[0x68, 0x40]);
    program.code[branch - 1] = (program.code.len() - branch) as u8;
    program.op(&[0xE6, FRAME, 0xA9, 0, 0x85, BAND]);
    if program.rng.random_range(0..3) > 0 {
        program.store(0, 0xD01B);
        writes(program);
    }
    if program.rng.random() {
        // An object moves a byte on.
        program.op(&[0xA6, FRAME, 0xA9, 0]);
        program.absolute(0x9D, OBJECTS + 0x400);
        program.op(&[0xA9, 0x99]);
        program.absolute(0x9D, OBJECTS + 0x401);
    }
    program.op(&[0x68, 0x40]);
    std::mem::replace(&mut program.code, main)
}

fn machine(seed: u64) -> Machine {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut list = list(&mut rng, LISTS[0], SCREENS[0]);
    let mut skip = 0;
    for byte in &mut list {
        if skip > 0 {
            skip -= 1;
            continue;
        }
        skip = if *byte & 0x40 != 0 { 2 } else { 0 };
        *byte |= if rng.random_range(0..6) == 0 && *byte & 15 != 1 { 0x80 } else { 0 };
    }
    let mut program = Program { rng, code: Vec::new() };
    let dmactl = [0x21, 0x22, 0x22, 0x23, 0x2E, 0x3E, 0x3D, 0x26][program.rng.random_range(0..8)];
    let gractl = [0, 3, 3, 2, 1][program.rng.random_range(0..5)];
    program.op(&[0x78, 0xD8, 0xA2, 0xFF, 0x9A, 0xA9, 0, 0x85, FRAME, 0x85, BAND]);
    let registers = [(dmactl, 0xD400), (0, 0xD402), (0x20, 0xD403), (FONT, 0xD409), (0xC0, 0xD40E)];
    for (value, register) in registers.into_iter().chain([((OBJECTS >> 8) as u8, 0xD407), (gractl, 0xD01D)]) {
        program.store(value, register);
    }
    for object in 0..8 {
        let place = program.rng.random();
        program.store(place, 0xD000 + object);
    }
    let again = CODE + program.code.len() as u16;
    let busy = program.rng.random_range(0..3);
    while program.code.len() < 500 {
        match program.rng.random_range(0..12) {
            0 if busy > 0 => writes(&mut program),
            1..=2 if busy > 1 => program.piece(),
            _ => {
                let count = program.rng.random();
                program.op(&[0xA0, count, 0x88, 0xD0, 0xFD]);
            }
        }
    }
    program.absolute(0x4C, again);
    let nmi = handler(&mut program);
    let mut machine = program.machine(seed, &nmi, &[list]);
    // All over the screen, or little: most lines show none then.
    let rarity = [4, 4, 64, 400][program.rng.random_range(0..4)];
    for address in 0..0x800 {
        let byte = if program.rng.random_range(0..rarity) == 0 { program.rng.random() } else { 0 };
        machine.poke(OBJECTS + address, byte);
        machine.poke(SCREENS[0] + address, program.rng.random());
    }
    machine
}

#[test]
fn lazy_and_oracle_agree_on_screens_of_which_only_gtias_part_changes() {
    let programs = full::or(2_000, 20);
    for seed in 0..programs {
        compare(seed, machine(seed), 40);
    }
}
