//! Sound as a WAV file: `cargo run --example record_sound -- sound.wav`.
//!
//! ```text
//! 48061 samples, 446 waves
//! ```

use std::error::Error;
use std::path::PathBuf;

use front800::harness::open::{File, Options, Program};
use front800::host::wav::WavFile;

/// A pure tone on channel 1: 63,920 / 2 / (72 + 1) is 438 Hz.
const SOURCE: &str = "
        icl 'front800/hardware.inc'
        org $2000
        lda #0
        sta AUDCTL
        lda #72
        sta AUDF1
        lda #$AA
        sta AUDC1
        jmp *
        run $2000
";
/// Samples per second.
const RATE: u32 = 48_000;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).map_or(PathBuf::from("sound.wav"), PathBuf::from);
    let program = Program::file(File::new("tone.asm", SOURCE.as_bytes()), Options::default())?;
    let mut machine = program.switch_on()?;
    for _ in 0..120 {
        machine.run_frame();
    }

    let mut wav = WavFile::new(RATE);
    machine.set_audio(Some(RATE));
    for _ in 0..60 {
        machine.run_frame();
        machine.take_audio(wav.samples());
    }
    let samples = wav.samples();
    // Counts how often the wave rises through its middle.
    let middle = samples.iter().map(|&sample| i64::from(sample)).sum::<i64>() / samples.len() as i64;
    let is_above = |sample: i16| i64::from(sample) > middle;
    let waves = samples.windows(2).filter(|pair| !is_above(pair[0]) && is_above(pair[1])).count();
    println!("{} samples, {waves} waves", samples.len());
    wav.write(&path)?;
    Ok(())
}
