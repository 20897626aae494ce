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
    /// Write what is played as an input script
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The colours: 256 times red, green, blue (.act, .pal)
    #[arg(long, value_name = "FILE")]
    palette: Option<PathBuf>,
    #[command(flatten)]
    machine: MachineOptions,
}

/// Runs the subcommand.
#[cfg(not(feature = "window"))]
pub fn play(_arguments: Arguments) -> anyhow::Result<()> {
    anyhow::bail!("this front800 was built without its window (cargo feature `window`): use `front800 run`")
}

/// Runs the subcommand.
#[cfg(feature = "window")]
pub fn play(arguments: Arguments) -> anyhow::Result<()> {
    use super::{options, output, target::Target};
    use crate::harness::script::{Entry, Script};
    use crate::host::{Session, window};

    let target = Target::resolve(&arguments.target, &arguments.machine)?;
    let (sender, changes) = std::sync::mpsc::channel();
    let record = move |frame, control| {
        // The receiver lives until the window is closed.
        let _ = sender.send(Entry { frame, control });
    };
    let machine = arguments.machine.machine(&target)?;
    let palette = options::palette(arguments.palette.as_ref(), machine.video())?;
    let session = Session {
        machine,
        title: target.name,
        scale: arguments.scale,
        fullscreen: arguments.fullscreen,
        mute: arguments.mute,
        tv: arguments.tv,
        palette,
        on_change: arguments.record.is_some().then(|| Box::new(record) as _),
    };
    window::play(session)?;
    if let Some(path) = &arguments.record {
        let script = Script { entries: changes.try_iter().collect() };
        output::write_file(path, script.to_text().as_bytes())?;
    }
    Ok(())
}
