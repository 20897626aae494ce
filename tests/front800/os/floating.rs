//! The floating point package, held against exact arithmetic.

mod arithmetic;
mod entries;
mod functions;
mod text;

use super::computer::Computer;
use front800::assembler::{MemoryFiles, Options, assemble};
use front800::media::xex::Xex;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::full;

pub const LBUFF: u16 = 0x0580;
pub const FR0: u16 = 0xD4;
pub const FR1: u16 = 0xE0;
pub const CIX: u16 = 0xF2;
pub const INBUFF: u16 = 0xF3;

pub const AFP: u16 = 0xD800;
pub const FASC: u16 = 0xD8E6;
pub const FSUB: u16 = 0xDA60;
pub const FADD: u16 = 0xDA66;
pub const FMUL: u16 = 0xDADB;
pub const FDIV: u16 = 0xDB28;

/// A number as the package keeps it.
pub type Bytes = [u8; 6];
pub const ZERO: Bytes = [0; 6];

/// Exponents of 100 that a number may have.
const LOWEST: i32 = -49;
const HIGHEST: i32 = 48;
/// Base-100 digits of a number.
const DIGITS: i32 = 5;

/// Operations per function in a random test.
pub fn operations() -> usize {
    full::or(100_000, 2_000)
}

pub fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// `coefficient` * 100^`scale`, cut off after five base-100 digits; `None` if it is too large.
pub fn truncated(negative: bool, coefficient: u128, scale: i32) -> Option<Bytes> {
    let (mut coefficient, mut scale) = (coefficient, scale);
    if coefficient == 0 {
        return Some(ZERO);
    }
    while coefficient >= 100_u128.pow(DIGITS as u32) {
        coefficient /= 100;
        scale += 1;
    }
    while coefficient < 100_u128.pow(DIGITS as u32 - 1) {
        coefficient *= 100;
        scale -= 1;
    }
    let exponent = scale + DIGITS - 1;
    match exponent {
        i32::MIN..LOWEST => return Some(ZERO),
        LOWEST..=HIGHEST => (),
        _ => return None,
    }
    let mut bytes = ZERO;
    bytes[0] = (exponent + 64) as u8 | u8::from(negative) << 7;
    for byte in bytes[1..].iter_mut().rev() {
        let digits = (coefficient % 100) as u8;
        *byte = digits / 10 * 16 + digits % 10;
        coefficient /= 100;
    }
    Some(bytes)
}

/// Sign, coefficient and scale of a number: it is coefficient * 100^scale.
pub fn parts(bytes: Bytes) -> (bool, u128, i32) {
    let coefficient = bytes[1..].iter().fold(0, |sum, &byte| {
        assert!(byte & 0x0F < 10 && byte < 0xA0, "no decimal digits: {bytes:02X?}");
        sum * 100 + u128::from(byte >> 4) * 10 + u128::from(byte & 0x0F)
    });
    (bytes[0] & 0x80 != 0, coefficient, i32::from(bytes[0] & 0x7F) - 64 - (DIGITS - 1))
}

/// The value of a number.
pub fn value(bytes: Bytes) -> f64 {
    let (negative, coefficient, scale) = parts(bytes);
    let sign = if negative { "-" } else { "" };
    format!("{sign}{coefficient}e{}", 2 * scale).parse().expect("a number")
}

/// The number nearest to zero from `value`, which has at most ten digits.
pub fn number(text: &str) -> Bytes {
    let (mantissa, power) = text.split_once('E').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let coefficient: i128 = format!("{whole}{fraction}").parse().expect("digits");
    let power = power.parse::<i32>().expect("a power") - fraction.len() as i32;
    let shift = power.rem_euclid(2);
    truncated(coefficient < 0, coefficient.unsigned_abs() * 10_u128.pow(shift as u32), (power - shift) / 2)
        .expect("a number in range")
}

/// A number: of few digits or many, small or large.
pub fn any_number(rng: &mut ChaCha8Rng) -> Bytes {
    let coefficient: u128 = match rng.random_range(0..8) {
        0 => 0,
        1 => rng.random_range(1..100),
        2 => 10_u128.pow(rng.random_range(0..10)),
        3 => 10_u128.pow(10) - 10_u128.pow(rng.random_range(0..5)),
        _ => rng.random_range(1..10_u128.pow(10)),
    };
    let scale = match rng.random_range(0..4) {
        0 => rng.random_range(LOWEST..=HIGHEST) - 4,
        _ => rng.random_range(-8..=4),
    };
    truncated(rng.random(), coefficient, scale).unwrap_or(ZERO)
}

/// Calls `entry` with FR0 and FR1 as given, all in one go of the machine; the results are FR0, or
/// `None` when C was set.
pub fn run(entry: u16, operands: &[(Bytes, Bytes)]) -> Vec<Option<Bytes>> {
    let mut computer = Computer::started();
    operands.chunks(TABLE_ENTRIES).flat_map(|operands| run_table(&mut computer, entry, operands)).collect()
}

const TABLE: u16 = 0x2000;
const ENTRY_BYTES: usize = 12;
const TABLE_ENTRIES: usize = 2_500;
const COUNT: u16 = 0x80;

/// For each entry of the table: FR0 and FR1 from it, the call, FR0 and C to it.
const DRIVER: &str = "
COUNT = $80
POINTER = $82
FR0 = $D4
FR1 = $E0
        org $0600
next    ldy #5
first   lda (POINTER),y
        sta FR0,y
        dey
        bpl first
        ldy #11
second  lda (POINTER),y
        sta FR1-6,y
        dey
        cpy #6
        bcs second
        jsr ENTRY
        lda #0
        rol @
        ldy #6
        sta (POINTER),y
        dey
result  lda FR0,y
        sta (POINTER),y
        dey
        bpl result
        lda POINTER
        clc
        adc #12
        sta POINTER
        bcc same
        inc POINTER+1
same    inc COUNT
        bne next
        inc COUNT+1
        bne next
done    jmp done
";

fn run_table(computer: &mut Computer, entry: u16, operands: &[(Bytes, Bytes)]) -> Vec<Option<Bytes>> {
    computer.poke_all(0x0600, &program(&format!("ENTRY = {entry}\n{DRIVER}")));
    for (n, (first, second)) in operands.iter().enumerate() {
        let at = TABLE + (n * ENTRY_BYTES) as u16;
        computer.poke_all(at, first);
        computer.poke_all(at + 6, second);
    }
    computer.poke_word(COUNT, (operands.len() as u16).wrapping_neg());
    computer.poke_word(COUNT + 2, TABLE);
    computer.enter(0x0600, 0, 0, 0);
    while computer.word(COUNT) != 0 {
        computer.frames(1);
    }
    let results = (0..operands.len()).map(|n| {
        let entry = computer.bytes(TABLE + (n * ENTRY_BYTES) as u16, 7);
        (entry[6] == 0).then(|| entry[..6].try_into().expect("six bytes"))
    });
    results.collect()
}

/// The bytes of a program of one segment.
pub fn program(source: &str) -> Vec<u8> {
    let mut files = MemoryFiles::default();
    files.add("main.asm", source);
    let assembly = assemble(&files, "main.asm", &Options::default());
    assert!(!assembly.failed(), "{:?}", assembly.diagnostics);
    let (mut xex, _) = Xex::parse(&assembly.output.expect("no errors").xex()).expect("a program");
    xex.segments.remove(0).bytes
}

/// Calls `entry` once.
pub fn one(entry: u16, first: Bytes, second: Bytes) -> Option<Bytes> {
    run(entry, &[(first, second)])[0]
}
