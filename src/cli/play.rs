//! `front800 play`: the window.

#[cfg(feature = "window")]
mod attaching;

#[cfg(feature = "window")]
use std::path::Path;
use std::path::PathBuf;

use clap::Args;

#[cfg(feature = "window")]
use super::failed::told;
use super::options::{MachineOptions, within};
use super::outcome::Outcome;
#[cfg(feature = "window")]
use super::output;
#[cfg(feature = "window")]
use super::target::Target;
use super::target::TargetOptions;
#[cfg(feature = "window")]
use crate::host::{self, Start};

/// Command-line arguments.
#[derive(Args)]
#[cfg_attr(not(feature = "window"), allow(dead_code))]
pub(super) struct Arguments {
    #[command(flatten)]
    target: TargetOptions,
    /// Window pixels per line of the picture, as far as the display has room
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = within::<u32>(1..=16))]
    scale: u32,
    /// Start in full screen
    #[arg(long)]
    fullscreen: bool,
    /// Turn the sound off
    #[arg(long)]
    mute: bool,
    /// Imitate a television: scan lines and blur
    #[arg(long)]
    tv: bool,
    /// Use square pixels: 336 by 240, each N by N window pixels
    #[arg(long)]
    square: bool,
    /// Record the session as an input script
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Continue the previous session without asking
    // A recording begins at power-on.
    #[arg(long, conflicts_with_all = ["fresh", "record"])]
    resume: bool,
    /// Start from power-on without asking
    #[arg(long)]
    fresh: bool,
    /// Let an editor attach through this local port
    #[arg(long, value_name = "PORT")]
    dap: Option<u16>,
    /// Print statistics at the end
    #[arg(long)]
    verbose: bool,
    #[command(flatten)]
    trial: TrialOptions,
    #[command(flatten)]
    machine: MachineOptions,
}

/// Options for automatic tests of the window.
#[derive(Args)]
#[cfg_attr(not(feature = "window"), allow(dead_code))]
struct TrialOptions {
    /// Play even though SDL's video driver shows nothing
    #[arg(long, hide = true)]
    allow_dummy: bool,
    /// Close the window when this frame is complete
    #[arg(long, hide = true, value_name = "FRAME")]
    quit_after: Option<u64>,
    /// Pause when this frame is complete
    #[arg(long, hide = true, value_name = "FRAME")]
    pause_at: Option<u64>,
    /// Stop drawing when this frame is complete, as if the display were gone
    #[arg(long, hide = true, value_name = "FRAME")]
    fail_at: Option<u64>,
    /// Drop a file on the window when this frame is complete
    #[arg(long, hide = true, value_name = "FRAME", requires = "drop")]
    drop_at: Option<u64>,
    /// The file to drop
    #[arg(long, hide = true, value_name = "FILE", requires = "drop_at")]
    drop: Option<PathBuf>,
}

/// Runs the subcommand.
#[cfg(not(feature = "window"))]
pub(super) fn play(_arguments: Arguments, _outcome: &mut Outcome) -> anyhow::Result<()> {
    anyhow::bail!("this front800 was built without its window (cargo feature `window`): use `front800 run`")
}

/// Runs the subcommand.
#[cfg(feature = "window")]
pub(super) fn play(arguments: Arguments, outcome: &mut Outcome) -> anyhow::Result<()> {
    use crate::harness::script::{Entry, Script};
    use crate::host::{Session, Show, Trial, window};
    use attaching::AttachServer;

    let start = arguments.start();
    let target = arguments.target.open(&arguments.machine)?;
    let (requests, port) = AttachServer::new(&target.program, arguments.machine.sources());
    let program = switch_on(target)?;
    if let Some(port) = arguments.dap {
        requests.wait_at(port)?;
    }
    output::check_outputs(arguments.record.as_deref().into_iter().chain(arguments.machine.outputs()))?;
    let palette = arguments.machine.palette(program.machine.video())?;
    let TrialOptions { allow_dummy, quit_after, pause_at, fail_at, drop_at, drop } = arguments.trial;
    let options = arguments.machine;
    let open = move |file: &Path| open_dropped(file, &options);
    let mut played = window::play(Session {
        program,
        palette,
        show: Show {
            scale: arguments.scale,
            fullscreen: arguments.fullscreen,
            mute: arguments.mute,
            tv: arguments.tv,
            square: arguments.square,
        },
        start,
        recorded: arguments.record.is_some(),
        trial: Trial { allow_dummy, quit_after, pause_at, fail_at, drop: drop_at.zip(drop) },
        open: Box::new(open),
        port: Some(port),
    })?;
    std::mem::drop(requests);
    let text = arguments.verbose.then(|| summary(&mut played));
    if let Some(path) = &arguments.record {
        let entries = played.changes.into_iter().map(|(frame, control)| Entry { frame, control }).collect();
        let script = Script { entries, disks: played.disks.names() };
        outcome.write_file(path, script.to_text().as_bytes());
    }
    outcome.note(played.disks.finish(&mut played.machine).map_err(Into::into));
    if let Some(text) = text {
        outcome.print(&text);
    }
    played.failure.map_or(Ok(()), |failure| Err(failure.into()))
}

#[cfg(feature = "window")]
impl Arguments {
    /// Where the session begins. A recording begins at power-on, and in a test nobody can answer the
    /// question.
    fn start(&self) -> Start {
        let trial = &self.trial;
        let is_trial =
            [trial.quit_after, trial.pause_at, trial.fail_at, trial.drop_at].iter().any(Option::is_some);
        match self.resume {
            true => Start::Resume,
            false if self.fresh || is_trial || self.record.is_some() => Start::Fresh,
            false => Start::Ask,
        }
    }
}

/// A machine switched on with the target in it, and what the window may do for it.
#[cfg(feature = "window")]
fn switch_on(target: Target<'_>) -> anyhow::Result<host::Program> {
    let (machine, disks) = target.switch_on()?;
    let program = target.program;
    let game = program.game()?;
    Ok(host::Program { machine, disks, title: program.name, game })
}

/// A machine for a file dropped on the window, with any remarks about the file.
#[cfg(feature = "window")]
fn open_dropped(file: &Path, options: &MachineOptions) -> Result<(host::Program, String), String> {
    let open = || TargetOptions::of(&file.to_string_lossy()).open(options).and_then(switch_on);
    let (opened, said) = output::overheard(open);
    // The diagnostics of an assembly have gone to standard error, so the text is empty.
    let refused = |error| {
        let (name, text) = (file.display().to_string(), told(&error));
        if text.starts_with(&name) { text } else { format!("{name}: {text}") }
    };
    opened.map(|program| (program, said)).map_err(refused)
}

#[cfg(feature = "window")]
fn summary(played: &mut crate::host::window::Played) -> String {
    let (frames, seconds) = (played.frames, played.seconds);
    let gaps = match played.underruns {
        Some(underruns) => format!("{underruns} gaps in the sound"),
        None => "no sound".to_string(),
    };
    format!(
        "{frames} frames in {seconds:.2} s ({:.2} a second), {gaps}, drawn by {}, state {:016x}\n",
        frames as f64 / seconds,
        played.drawn_by,
        played.machine.hash()
    )
}

#[cfg(all(test, feature = "window"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_worth_knowing_of_a_dropped_file_is_for_the_window_too() {
        let folder = tempfile::tempdir().unwrap();
        let (whole, cut) = (folder.path().join("whole.xex"), folder.path().join("cut.xex"));
        let bytes = [0xFF, 0xFF, 0x00, 0x30, 0x02, 0x30, 0x4C, 0x00, 0x30];
        std::fs::write(&whole, bytes).unwrap();
        std::fs::write(&cut, &bytes[..8]).unwrap();
        let options = MachineOptions::read(&[]).unwrap();
        let said = |file: &Path| open_dropped(file, &options).unwrap_or_else(|error| panic!("{error}")).1;
        assert_eq!(said(&whole), "");
        let warned = said(&cut);
        assert!(warned.contains("cut.xex: warning") && warned.contains("truncated"), "{warned}");
    }
}
