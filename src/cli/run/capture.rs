//! The outputs of a run: pictures, sound, traces, profiles.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::{ArgGroup, Args};

use super::condition::condition;
use super::trace::Trace;
use crate::cli::options::{MachineOptions, within};
use crate::cli::outcome::Outcome;
use crate::cli::output;
use crate::files;
use crate::harness::open::Program;
use crate::harness::session::{Limits, Observer, Session, Shown, StoppedBy};
use crate::host::disks::DiskFiles;
use crate::host::gif::{self, GifWriter};
use crate::host::palette::Palette;
use crate::host::picture::{self, Area, screenshot};
use crate::host::wav::{self, WavFile};
use crate::inspect::coverage::Coverage;
use crate::inspect::profile::Profile;
use crate::inspect::symbols::Symbols;
use crate::inspect::transcript::Transcript;
use crate::machine::{LINE_CYCLES, Machine, Step};

/// Default number of frames between the pictures of a GIF: 20 pictures a second.
const GIF_EVERY: u64 = 3;

/// Command-line arguments.
#[derive(Args)]
#[command(
    next_help_heading = "Output files",
    group(ArgGroup::new("pictures").args(["screenshot", "frames_dir", "gif"]).multiple(true)),
    group(ArgGroup::new("series").args(["frames_dir", "gif"]).multiple(true))
)]
pub(super) struct Options {
    /// Write the last frame as PNG, 336x240
    #[arg(long, value_name = "FILE.png", value_parser = output::named(picture::ENDINGS))]
    screenshot: Option<PathBuf>,
    /// Make pictures of 376x240: everything that GTIA displays
    #[arg(long, requires = "pictures")]
    overscan: bool,
    /// Write frames as PNG files into this folder
    #[arg(long, value_name = "DIR")]
    frames_dir: Option<PathBuf>,
    /// Number of frames from one picture to the next (default: 1; 3 in a GIF)
    #[arg(long, value_name = "N", requires = "series", value_parser = within::<u64>(1..=3600))]
    every: Option<u64>,
    /// Write an animated GIF
    #[arg(long, value_name = "FILE.gif", value_parser = output::named(gif::ENDINGS))]
    gif: Option<PathBuf>,
    /// Write the sound
    #[arg(long, value_name = "FILE.wav", value_parser = output::named(wav::ENDINGS))]
    wav: Option<PathBuf>,
    /// Write a line for every instruction
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Start the trace when this condition comes true, as in 'frame == 500' or 'pc == &start' (conditions as
    /// for --until, which ends the run)
    #[arg(long, value_name = "CONDITION", requires = "trace")]
    trace_from: Option<String>,
    /// Write only the last N lines of the trace, which lead to the end of the run
    #[arg(long, value_name = "N", requires = "trace", value_parser = within::<u32>(1..))]
    trace_last: Option<u32>,
    /// Write machine cycles by call stack, in the folded format of flame graph tools, or with .json by
    /// routine and call as well. The system's routines are prefixed with `os:`
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    /// Write how often each source line has run as LCOV (.info)
    #[arg(long, value_name = "FILE")]
    coverage: Option<PathBuf>,
    /// Write what the program prints on E: as text
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
}

impl Options {
    /// All files that will be written.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        let Options { screenshot, gif, wav, trace, profile, coverage, transcript, .. } = self;
        [screenshot, gif, wav, trace, profile, coverage, transcript]
            .into_iter()
            .flatten()
            .map(PathBuf::as_path)
    }

    /// Whether frames are written as separate files.
    pub(super) fn writes_frames(&self) -> bool {
        self.frames_dir.is_some()
    }

    /// Whether a path is that of a frame to be written.
    pub(super) fn is_frame(&self, path: &Path) -> bool {
        let Some(frames) = &self.frames_dir else { return false };
        let named = path.file_name().and_then(|name| name.to_str());
        let is_named = named.is_some_and(|name| {
            let number = name.trim_matches(|character: char| !character.is_ascii_digit()).parse::<u64>();
            number.is_ok_and(|number| frame_name(number) == name)
        });
        // A folder that does not exist yet holds no frame, and nothing can be written into it.
        let folder = path.with_file_name(".").canonicalize();
        is_named
            && folder.ok().zip(frames.canonicalize().ok()).is_some_and(|(folder, frames)| folder == frames)
    }

    /// Whether an output refers to source lines.
    pub(super) fn needs_source(&self) -> bool {
        self.coverage.is_some()
    }

    fn begin_trace(&self, symbols: &Symbols) -> anyhow::Result<Option<Trace>> {
        let Some(path) = &self.trace else { return Ok(None) };
        let from = self.trace_from.as_ref().map(|text| condition("--trace-from", text, symbols));
        let trace = Trace::create(path, from.transpose()?, self.trace_last.map(|count| count as usize));
        trace.with_context(|| output::unwritable(path)).map(Some)
    }
}

/// The collectors of a run.
pub(super) struct Capture<'a> {
    options: &'a Options,
    area: Area,
    palette: Palette,
    gif: Option<GifWriter>,
    wav: Option<WavFile>,
    trace: Option<Trace>,
    profile: Option<Profile>,
    coverage: Option<Coverage>,
    transcript: Option<Transcript>,
    disks: DiskFiles,
    /// Whether a failed write of a disk or the printer has been reported.
    disks_failed: bool,
    /// Whether a failed write of a frame has been reported.
    frames_failed: bool,
}

impl<'a> Capture<'a> {
    /// Prepares the outputs, and tells the machine what to produce.
    pub(super) fn begin(
        options: &'a Options,
        machine_options: &MachineOptions,
        machine: &mut Machine,
        disks: DiskFiles,
        symbols: &Symbols,
    ) -> anyhow::Result<Self> {
        let palette = machine_options.palette(machine.video())?;
        let area = if options.overscan { Area::Overscan } else { Area::Visible };
        let gif = match &options.gif {
            None => None,
            Some(path) => {
                let micros = frame_micros(machine) * options.every.unwrap_or(GIF_EVERY);
                Some(
                    GifWriter::create(path, area, palette.clone(), micros)
                        .with_context(|| output::unwritable(path))?,
                )
            }
        };
        let trace = options.begin_trace(symbols)?;
        if let Some(folder) = &options.frames_dir {
            ensure!(!folder.is_file(), "--frames-dir {}: is a file; expected a folder", folder.display());
            std::fs::create_dir_all(folder).with_context(|| output::unwritable(folder))?;
        }
        machine.set_drawing(options.screenshot.is_some() || options.frames_dir.is_some() || gif.is_some());
        let wav = options.wav.as_ref().map(|_| WavFile::new(machine_options.audio_rate));
        machine.set_audio(wav.as_ref().map(|_| machine_options.audio_rate));
        let profile = options.profile.as_ref().map(|_| Profile::of_routines(symbols.jumped_to()));
        let coverage = options.coverage.as_ref().map(|_| Coverage::new());
        let mut transcript = options.transcript.as_ref().map(|_| Transcript::new());
        if let Some(transcript) = &mut transcript {
            transcript.frame_done(machine);
        }
        Ok(Capture {
            options,
            area,
            palette,
            gif,
            wav,
            trace,
            profile,
            coverage,
            transcript,
            disks,
            disks_failed: false,
            frames_failed: false,
        })
    }

    /// Runs the session; outputs that fail do not stop it. With `may_leave`, it ends when the output on
    /// standard output has lost its reader.
    pub(super) fn run(
        &mut self,
        session: &mut Session,
        limits: &Limits,
        symbols: &Symbols,
        may_leave: bool,
        outcome: &mut Outcome,
    ) -> StoppedBy {
        let sees_steps = self.sees_all() || self.profile.is_some();
        let mut frames = FrameObserver { capture: self, outcome, may_leave };
        if sees_steps {
            let mut steps = StepObserver { frames, symbols };
            let stopped_by = session.run(limits, &mut steps);
            if let Some(profile) = &mut self.profile {
                profile.count(session.machine());
            }
            stopped_by
        } else {
            session.run(limits, &mut frames)
        }
    }

    /// Whether an output needs every step.
    fn sees_all(&self) -> bool {
        self.trace.is_some() || self.coverage.is_some() || self.transcript.is_some()
    }

    /// Records a frame. An output that cannot be written is given up, except the folder of frames, where the
    /// next write may succeed.
    fn frame_done(&mut self, machine: &mut Machine, frames: u64, outcome: &mut Outcome) {
        // Disk writes that fail are tried again, at the latest at the end.
        if let Err(error) = self.disks.flush(machine)
            && !std::mem::replace(&mut self.disks_failed, true)
        {
            output::say(format_args!("warning: {error}"));
        }
        if let Some(wav) = &mut self.wav {
            machine.take_audio(wav.samples());
        }
        if let Some(transcript) = &mut self.transcript {
            transcript.frame_done(machine);
        }
        outcome.note(self.add_to_gif(machine, frames));
        outcome.note(self.write_frame(machine, frames));
    }

    fn add_to_gif(&mut self, machine: &Machine, frames: u64) -> anyhow::Result<()> {
        if let (Some(path), Some(gif)) = (&self.options.gif, &mut self.gif)
            && frames.is_multiple_of(self.options.every.unwrap_or(GIF_EVERY))
            && let Err(error) = gif.add(machine.picture())
        {
            self.gif = None;
            return output::written(path, Err(error));
        }
        Ok(())
    }

    fn write_frame(&mut self, machine: &Machine, frames: u64) -> anyhow::Result<()> {
        if let Some(folder) = &self.options.frames_dir
            && frames.is_multiple_of(self.options.every.unwrap_or(1))
        {
            let path = folder.join(frame_name(frames));
            let written = screenshot(&path, machine.picture(), self.area, &self.palette);
            if written.is_err() && std::mem::replace(&mut self.frames_failed, true) {
                return Ok(());
            }
            written.with_context(|| output::unwritable(&path))?;
        }
        Ok(())
    }

    /// Completes the files.
    pub(super) fn finish(mut self, machine: &mut Machine, program: &Program, outcome: &mut Outcome) {
        let options = self.options;
        outcome.note(self.disks.finish(machine).map_err(Into::into));
        let mut note = |path: &PathBuf, result: io::Result<()>| {
            outcome.note(output::written(path, result));
        };
        if let Some(path) = &options.screenshot {
            note(path, screenshot(path, machine.picture(), self.area, &self.palette));
        }
        if let (Some(path), Some(mut gif)) = (&options.gif, self.gif) {
            // A run may end before the first picture is due.
            let last = if gif.is_empty() { gif.add(machine.picture()) } else { Ok(()) };
            note(path, last.and_then(|()| gif.finish()));
        }
        if let (Some(path), Some(mut wav)) = (&options.wav, self.wav) {
            machine.take_audio(wav.samples());
            note(path, wav.write(path));
        }
        if let (Some(path), Some(trace)) = (&options.trace, self.trace) {
            if let Some(from) = options.trace_from.as_ref().filter(|_| trace.waits()) {
                output::say(format_args!(
                    "warning: --trace-from '{from}' never came true: nothing was traced"
                ));
            }
            note(path, trace.finish());
        }
        if let (Some(path), Some(profile)) = (&options.profile, &self.profile) {
            let text = match files::ending(path) == "json" {
                true => {
                    serde_json::to_string_pretty(&profile.report(&program.symbols)).map(|text| text + "\n")
                }
                false => Ok(profile.folded(&program.symbols)),
            };
            note(path, text.map_err(Into::into).and_then(|text| files::write(path, text.as_bytes())));
        }
        if let (Some(path), Some(coverage)) = (&options.coverage, &self.coverage) {
            note(path, files::write(path, coverage.report(&program.lines, machine).lcov().as_bytes()));
        }
        if let (Some(path), Some(transcript)) = (&options.transcript, &self.transcript) {
            note(path, files::write(path, transcript.text().as_bytes()));
        }
    }
}

/// The file name of a frame.
fn frame_name(frame: u64) -> String {
    format!("frame-{frame:06}.png")
}

/// A frame's duration in microseconds.
fn frame_micros(machine: &Machine) -> u64 {
    let video = machine.video();
    u64::from(video.lines() * LINE_CYCLES) * 1_000_000_000 / video.millihertz()
}

/// Collects at the end of every frame.
struct FrameObserver<'c, 'a> {
    capture: &'c mut Capture<'a>,
    outcome: &'c mut Outcome,
    may_leave: bool,
}

impl Observer for FrameObserver<'_, '_> {
    fn frame_done(&mut self, machine: &mut Machine, frames: u64) -> ControlFlow<()> {
        self.capture.frame_done(machine, frames, self.outcome);
        if self.outcome.is_unread() && self.may_leave {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Collects at every instruction, too.
struct StepObserver<'c, 'a> {
    frames: FrameObserver<'c, 'a>,
    symbols: &'c Symbols,
}

impl StepObserver<'_, '_> {
    fn trace(&mut self, add: impl FnOnce(&mut Trace) -> io::Result<()>) {
        let Capture { options, trace, .. } = &mut *self.frames.capture;
        if let (Some(path), Some(tracer)) = (&options.trace, trace.as_mut())
            && let Err(error) = add(tracer)
        {
            *trace = None;
            self.frames.outcome.note(output::written(path, Err(error)));
        }
    }
}

impl Observer for StepObserver<'_, '_> {
    fn shown(&self) -> Shown {
        let Capture { profile, .. } = &*self.frames.capture;
        match profile {
            Some(profile) if !self.frames.capture.sees_all() => Shown::Some(Box::new(profile.stops())),
            _ => Shown::All,
        }
    }

    fn before_step(&mut self, machine: &Machine) {
        if let Some(profile) = &mut self.frames.capture.profile {
            profile.before_step(machine);
        }
        if let Some(coverage) = &mut self.frames.capture.coverage {
            coverage.before_step(machine);
        }
        if let Some(transcript) = &mut self.frames.capture.transcript {
            transcript.before_step(machine);
        }
        let symbols = self.symbols;
        self.trace(|trace| trace.before_step(machine, symbols));
    }

    fn after_step(&mut self, machine: &Machine, step: Step) {
        if let Some(profile) = &mut self.frames.capture.profile {
            profile.after_step(machine, step);
        }
        if let Some(coverage) = &mut self.frames.capture.coverage {
            coverage.after_step(machine);
        }
        if let Some(transcript) = &mut self.frames.capture.transcript {
            transcript.after_step(machine, step);
        }
        self.trace(|trace| trace.after_step(machine, step));
    }

    fn frame_done(&mut self, machine: &mut Machine, frames: u64) -> ControlFlow<()> {
        self.frames.frame_done(machine, frames)
    }
}
