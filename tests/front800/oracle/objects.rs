//! Objects before playfields, and in all priorities, with positions, sizes and colours that are written anywhere in a line.

use super::compare::compare;
use super::found::showing;
use front800::machine::Machine;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::full;

/// Of each mode a screen: text and pictures that change in every frame, and one that stands.
const LISTS: [(&[u8], bool); 5] = [
    (&[0x70, 0x44, 0x00, 0x50, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04, 0x70, 0x70], true),
    (&[0x54, 0x03, 0x50, 0x14, 0x04, 0x06, 0x07, 0x70, 0x06, 0x06, 0x04], true),
    (
        &[
            0x4D, 0x00, 0x50, 0x0D, 0x0D, 0x0D, 0x0A, 0x0A, 0x08, 0x08, 0x0E, 0x0E, 0x0E, 0x0D, 0x0B, 0x0B,
            0x0D,
        ],
        true,
    ),
    (&[0x42, 0x00, 0x50, 0x02, 0x04, 0x0F, 0x0F, 0x0E, 0x0F, 0x04, 0x02, 0x04], true),
    (&[0x70, 0x44, 0x00, 0x50, 0x04, 0x04, 0x05, 0x04, 0x04, 0x70, 0x70, 0x0D, 0x0D], false),
];

/// Writes in `lines` lines, each somewhere in its line: registers and cycles stay, values are others in each frame.
fn writes(rng: &mut ChaCha8Rng, lines: usize) -> String {
    let mut code = String::new();
    for _ in 0..lines {
        let nops = " nop\n".repeat(rng.random_range(0..28));
        code.push_str(&format!(" sta WSYNC\n{nops}"));
        for _ in 0..rng.random_range(1..6) {
            let register = match rng.random_range(0..8) {
                0..3 => 0xD000 + rng.random_range(0..8),
                3..5 => 0xD012 + rng.random_range(0..4),
                5 => 0xD012 + rng.random_range(0..9),
                _ => 0xD008 + rng.random_range(0..10),
            };
            let mask = if register < 0xD008 { 0x7F } else { 0xFF };
            code.push_str(&format!(
                " txa\n eor #{}\n and #{mask}\n adc #30\n sta {register}\n inx\n",
                rng.random::<u8>()
            ));
        }
    }
    code
}

fn machine(seed: u64, (list, changes): (&[u8], bool)) -> Machine {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let change = if changes { "inc $5000,x\n inc $5060,x" } else { "nop" };
    let (first, second) = (writes(&mut rng, 12), writes(&mut rng, 6));
    // Mostly objects are before the playfield and all collisions have been, as they are cleared in few frames.
    let code = format!(
        " mva #3 $D01D\n mva #6 $D404
again   lda VCOUNT\n cmp #4\n bne again
        inc $80\n ldx #1\n lda $80\n and #$18\n bne first\n lda $80\n and #$3F\n tax
first   stx $D01B
        lda $80\n and #$1F\n bne kept\n sta $D01E
kept    ldx #60\nchange  {change}\n dex\n bne change
        ldx $80\n{first}
        ldy #30\nlater   sta WSYNC\n dey\n bne later
        {second} jmp again"
    );
    let mut machine = showing(list, 0x3E, &code);
    let rarity = rng.random_range(1..4);
    for address in 0x3300..0x3800 {
        let byte = if rng.random_range(0..rarity) == 0 { rng.random() } else { 0 };
        machine.poke(address, byte);
    }
    for address in 0x4000..0x5800 {
        machine.poke(address, rng.random());
    }
    machine
}

#[test]
fn lazy_and_oracle_agree_on_objects_in_all_priorities() {
    let programs = full::or(200, 2);
    for seed in 0..programs {
        for (n, list) in LISTS.into_iter().enumerate() {
            compare(10 * seed + n as u64, machine(seed, list), 130);
        }
    }
}
