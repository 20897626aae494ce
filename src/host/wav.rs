//! Sound as WAV: mono, 16 bits.

use std::io::{self, Cursor};
use std::path::Path;

use hound::{SampleFormat, WavSpec, WavWriter};

use crate::files;

/// Endings of the names of WAV files.
pub const ENDINGS: &[&str] = &["wav", "wave"];

/// Collects the sound of a run.
pub struct WavFile {
    samples: Vec<i16>,
    rate: u32,
}

impl WavFile {
    /// No sound yet; `rate` in hertz.
    pub fn new(rate: u32) -> Self {
        WavFile { samples: Vec::new(), rate }
    }

    /// Where the machine's samples are moved to.
    pub fn samples(&mut self) -> &mut Vec<i16> {
        &mut self.samples
    }

    /// Writes the file.
    ///
    /// # Errors
    /// That the name is one of something else, or what the file system says.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        files::check_ending(path, ENDINGS)?;
        let spec = WavSpec {
            channels: 1,
            sample_rate: self.rate,
            bits_per_sample: 16,
            sample_format: SampleFormat::Int,
        };
        // In memory first: the header is written last, and a pipe does not go back.
        let mut bytes = Cursor::new(Vec::new());
        let mut writer = WavWriter::new(&mut bytes, spec).map_err(io::Error::other)?;
        for &sample in &self.samples {
            writer.write_sample(sample).map_err(io::Error::other)?;
        }
        writer.finalize().map_err(io::Error::other)?;
        files::write(path, bytes.get_ref())
    }
}
