//! `front800 play`: the window.

use std::path::PathBuf;

use clap::Args;

use super::options::MachineOptions;
use super::target::TargetOptions;

/// Arguments as typed.
#[derive(Args)]
#[cfg_attr(not(feature = "window"), allow(dead_code))]
pub struct Arguments {
    #[command(flatten)]
    target: TargetOptions,
    /// Window pixels for each line of the picture
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=16))]
    scale: u32,
    /// On the whole screen
    #[arg(long)]
    fullscreen: bool,
    /// Without sound
    #[arg(long)]
    mute: bool,
    /// With the scan lines and the blur of a television
    #[arg(long)]
    tv: bool,
    /// With square pixels: 336 by 240 of N by N window pixels
    #[arg(long)]
    square: bool,
    /// Write what is played as an input script
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The colours: 256 times red, green, blue (.act, .pal)
    #[arg(long, value_name = "FILE")]
    palette: Option<PathBuf>,
    /// Say at the end how it ran
    #[arg(long)]
    verbose: bool,
    #[command(flatten)]
    trial: TrialOptions,
    #[command(flatten)]
    machine: MachineOptions,
}

/// For automatic tests of the window.
#[derive(Args)]
#[cfg_attr(not(feature = "window"), allow(dead_code))]
struct TrialOptions {
    /// Play though SDL's video driver shows nothing
    #[arg(long, hide = true)]
    allow_dummy: bool,
    /// Close the window when this frame is complete
    #[arg(long, hide = true, value_name = "FRAME")]
    quit_after: Option<u64>,
    /// Pause when this frame is complete
    #[arg(long, hide = true, value_name = "FRAME")]
    pause_at: Option<u64>,
    /// Drop a file on the window when this frame is complete
    #[arg(long, hide = true, value_name = "FRAME", requires = "drop")]
    drop_at: Option<u64>,
    /// The file to be dropped
    #[arg(long, hide = true, value_name = "FILE", requires = "drop_at")]
    drop: Option<PathBuf>,
}

/// Runs the subcommand.
#[cfg(not(feature = "window"))]
pub fn play(_arguments: Arguments) -> anyhow::Result<()> {
    anyhow::bail!("this front800 was built without its window (cargo feature `window`): use `front800 run`")
}

/// Runs the subcommand.
#[cfg(feature = "window")]
pub fn play(arguments: Arguments) -> anyhow::Result<()> {
    use std::path::Path;

    use super::{options, output};
    use crate::harness::script::{Entry, Script};
    use crate::host::{Session, Show, Trial, window};

    let target = arguments.target.open(&arguments.machine)?;
    let (machine, disks) = target.switch_on()?;
    output::check_outputs(arguments.record.as_deref())?;
    let title = target.program.name;
    let palette = options::palette(arguments.palette.as_ref(), machine.video())?;
    let TrialOptions { allow_dummy, quit_after, pause_at, drop_at, drop } = arguments.trial;
    let options = arguments.machine;
    let open = move |file: &Path| {
        let opened = TargetOptions::file(file).open(&options).and_then(|target| {
            let (machine, disks) = target.switch_on()?;
            Ok((machine, disks, target.program.name))
        });
        // The diagnostics of an assembly have gone to standard error, and nothing is left.
        opened.map_err(|error| format!("{}: {error:#}", file.display()))
    };
    let mut played = window::play(Session {
        machine,
        disks,
        title,
        palette,
        show: Show {
            scale: arguments.scale,
            fullscreen: arguments.fullscreen,
            mute: arguments.mute,
            tv: arguments.tv,
            square: arguments.square,
        },
        trial: Trial { allow_dummy, quit_after, pause_at, drop: drop_at.zip(drop) },
        open: Box::new(open),
    })?;
    if arguments.verbose {
        output::print(&summary(&mut played))?;
    }
    if let Some(path) = &arguments.record {
        let entries = played.changes.into_iter().map(|(frame, control)| Entry { frame, control }).collect();
        let script = Script { entries, disks: played.disks.names() };
        output::write_file(path, script.to_text().as_bytes())?;
    }
    Ok(played.disks.finish(&mut played.machine)?)
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
