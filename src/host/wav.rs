//! Sound as WAV files: mono, 16 bits.

use std::io::{self, Cursor};
use std::path::Path;

use hound::{SampleFormat, WavSpec, WavWriter};

use crate::files;
use crate::machine::AUDIO_RATES;

/// File name extensions of WAV.
pub const ENDINGS: &[&str] = &["wav", "wave"];

/// Collects the sound of a run.
#[derive(Debug)]
pub struct WavFile {
    samples: Vec<i16>,
    rate: u32,
}

impl WavFile {
    /// A recording without sound yet; `rate` is in hertz, as
    /// [`Machine::audio_rate`](crate::machine::Machine::audio_rate) returns it.
    pub fn new(rate: u32) -> Self {
        WavFile { samples: Vec::new(), rate }
    }

    /// The buffer to which the machine's samples are moved.
    pub fn samples(&mut self) -> &mut Vec<i16> {
        &mut self.samples
    }

    /// Writes the file.
    ///
    /// # Errors
    /// The name's extension is of another format, the rate is not one of [`AUDIO_RATES`], or an error of the file
    /// system.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        files::check_ending(path, ENDINGS)?;
        if !AUDIO_RATES.contains(&self.rate) {
            let (rate, least, most) = (self.rate, AUDIO_RATES.start(), AUDIO_RATES.end());
            let message = format!("sound of {rate} samples a second: expected {least} to {most}");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let spec = WavSpec {
            channels: 1,
            sample_rate: self.rate,
            bits_per_sample: 16,
            sample_format: SampleFormat::Int,
        };
        // In memory first: the header is written last, and a pipe cannot seek.
        let mut bytes = Cursor::new(Vec::new());
        let mut writer = WavWriter::new(&mut bytes, spec).map_err(io::Error::other)?;
        for &sample in &self.samples {
            writer.write_sample(sample).map_err(io::Error::other)?;
        }
        writer.finalize().map_err(io::Error::other)?;
        files::write(path, bytes.get_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Config, Machine};

    #[test]
    fn a_file_of_a_rate_that_no_machine_has_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.wav");
        for rate in [0, 3_999, 192_001, u32::MAX] {
            let error = WavFile::new(rate).write(&path).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput, "{rate}");
            assert!(error.to_string().ends_with("expected 4000 to 192000"), "{error}");
            assert!(!path.exists());
        }
        for rate in [4_000, 192_000] {
            WavFile::new(rate).write(&path).unwrap();
            let mut machine = Machine::new(&Config::new([0; 0x2800].into()));
            assert_eq!(machine.audio_rate(), None);
            machine.set_audio(Some(rate));
            assert_eq!(machine.audio_rate(), Some(rate));
            machine.set_audio(Some(if rate == 4_000 { 0 } else { u32::MAX }));
            assert_eq!(machine.audio_rate(), Some(rate), "the nearest");
            machine.power_cycle();
            assert_eq!(machine.audio_rate(), Some(rate));
        }
    }
}
