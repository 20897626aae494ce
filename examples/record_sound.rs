//! Sound as a WAV file: `cargo run --example record_sound -- sound.wav`.
//!
//! ```text
//! 48061 samples, 446 waves
//! ```

use std::error::Error;
use std::path::PathBuf;

use front800::assembler::{MemoryFiles, Options, assemble};
use front800::host::wav::WavFile;
use front800::machine::{Config, Machine};
use front800::media::xex::Xex;
use front800::titles::Sources;

/// A pure tone on channel 1: 63,920 / 2 / (72 + 1) is 438 hertz.
const SOURCE: &str = "
        org $2000
        lda #0
        sta $D208
        lda #72
        sta $D200
        lda #$AA
        sta $D201
        jmp *
        run $2000
";
/// Samples a second.
const RATE: u32 = 48_000;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).map_or(PathBuf::from("sound.wav"), PathBuf::from);
    let assembly = assemble(&MemoryFiles::one("tone.asm", SOURCE), "tone.asm", &Options::default());
    let program = assembly.output.ok_or("the tone does not assemble")?;
    let mut machine = Machine::new(&Config::new(Sources::embedded().os()?.rom.clone()));
    machine.load_program(Xex::parse(&program.xex())?.0);
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
    // How often the wave goes up through its middle.
    let middle = samples.iter().map(|&sample| i64::from(sample)).sum::<i64>() / samples.len() as i64;
    let is_above = |sample: i16| i64::from(sample) > middle;
    let waves = samples.windows(2).filter(|pair| !is_above(pair[0]) && is_above(pair[1])).count();
    println!("{} samples, {waves} waves", samples.len());
    wav.write(&path)?;
    Ok(())
}
