//! The command line: one file per subcommand. Each turns its arguments into values and calls the library.
//!
//! Exit status: 0 success; 1 the thing checked failed (`Failed`); 2 wrong usage, or input that cannot be
//! read; 128 plus the signal's number if a signal ended the process.

mod arena;
mod asm;
mod assets;
mod bench;
mod budget;
mod campaign;
mod dap;
mod debug;
mod disasm;
mod disks;
mod ended;
mod failed;
mod fmt;
mod games;
mod guest;
mod info;
mod lsp;
mod map;
mod r#match;
mod mkdisk;
mod options;
mod outcome;
mod output;
mod play;
mod run;
mod source;
mod target;
mod test;
mod wire;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use failed::Failed;
use outcome::Outcome;

use crate::titles;

/// An Atari 800 emulator with an assembler, debugging tools and a wargame.
#[derive(Parser)]
#[command(name = "front800", version, propagate_version = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play in a window (the default without a subcommand)
    Play(play::Arguments),
    /// Run without a window, as fast as possible
    Run(Box<run::Arguments>),
    /// Assemble a source file
    Asm(asm::Arguments),
    /// Run the tests contained in a source file
    Test(test::Arguments),
    /// Format assembler sources
    Fmt(fmt::Arguments),
    /// Start the assembler's language server on standard input and output
    Lsp(lsp::Arguments),
    /// Show a memory map
    Map(map::Arguments),
    /// Measure how long interrupt handlers take
    Budget(budget::Arguments),
    /// Disassemble a program
    Disasm(disasm::Arguments),
    /// Create a DOS 2 disk image, empty or booting a program
    Mkdisk(mkdisk::Arguments),
    /// Describe a media file and check it
    Info(info::Arguments),
    /// Check the character sets and the map, convert them to bytes, draw them
    Assets(assets::Arguments),
    /// Play whole campaigns of the wargame automatically
    Campaign(Box<campaign::Arguments>),
    /// Run a tournament between players of the wargame: ratings, a table, a page
    Arena(Box<arena::Arguments>),
    /// Play whole games of one of the other titles automatically
    Match(Box<r#match::Arguments>),
    /// Debug a program in the terminal or by script, forwards and backwards
    Debug(Box<debug::Arguments>),
    /// Debug from an editor (Debug Adapter Protocol)
    Dap(dap::Arguments),
    /// Measure the emulator's speed on this computer
    Bench(bench::Arguments),
}

/// The command line's words, with `play` put in front if they begin with no subcommand: no words at all, an
/// option of `play`, a file or a title.
fn with_play(mut words: Vec<OsString>) -> Vec<OsString> {
    let plays = words.get(1).is_none_or(|first| {
        let text = first.to_string_lossy();
        let is_general = ["-h", "--help", "-V", "--version"].contains(&&*text);
        let is_subcommand = || Arguments::command().find_subcommand(first).is_some() || text == "help";
        // What looks like a file name is one, whether the file exists or not.
        let is_target = || {
            text.contains(['.', '/', ':'])
                || Path::new(first).exists()
                || titles::shelf::named(&text).is_some()
        };
        !is_general && !is_subcommand() && (text.starts_with('-') || is_target())
    });
    if plays {
        words.insert(words.len().min(1), "play".into());
    }
    words
}

/// The command line. A negative number after an option is taken as its value, which the option may reject.
fn command_line() -> clap::Command {
    let takes_value = |arg: &clap::Arg| arg.get_action().takes_values() && !arg.is_positional();
    let with_negative = |arg: clap::Arg| {
        let takes = takes_value(&arg);
        if takes { arg.allow_negative_numbers(true) } else { arg }
    };
    Arguments::command().mut_subcommands(|command| command.mut_args(with_negative))
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let words = command_line().get_matches_from(with_play(std::env::args_os().collect()));
    let arguments = Arguments::from_arg_matches(&words).unwrap_or_else(|error| error.exit());
    let wants_json = |(_, words): (&str, &ArgMatches)| {
        words.try_get_one::<bool>("json").is_ok_and(|json| json == Some(&true))
    };
    let json = words.subcommand().is_some_and(wants_json);
    // The window hears of signals through SDL and closes in order.
    if !matches!(arguments.command, Command::Play(_)) {
        ended::in_order();
    }
    let result = Outcome::of(|outcome| dispatch(arguments.command, outcome));
    let Err(error) = result else { return ExitCode::SUCCESS };
    if error.is::<output::NobodyReads>() {
        return ExitCode::SUCCESS;
    }
    ExitCode::from(failed::reported(&error, json))
}

fn dispatch(command: Command, outcome: &mut Outcome) -> anyhow::Result<()> {
    match command {
        Command::Play(arguments) => play::play(arguments, outcome),
        Command::Run(arguments) => run::run(*arguments, outcome),
        Command::Asm(arguments) => asm::asm(arguments, outcome),
        Command::Test(arguments) => test::test(arguments, outcome),
        Command::Fmt(arguments) => fmt::fmt(arguments, outcome),
        Command::Lsp(arguments) => lsp::lsp(arguments),
        Command::Map(arguments) => map::map(arguments, outcome),
        Command::Budget(arguments) => budget::budget(arguments, outcome),
        Command::Disasm(arguments) => disasm::disasm(arguments, outcome),
        Command::Mkdisk(arguments) => mkdisk::mkdisk(arguments, outcome),
        Command::Info(arguments) => info::info(arguments, outcome),
        Command::Assets(arguments) => assets::assets(arguments, outcome),
        Command::Campaign(arguments) => campaign::campaign(*arguments, outcome),
        Command::Arena(arguments) => arena::arena(&arguments, outcome),
        Command::Match(arguments) => r#match::play(*arguments, outcome),
        Command::Debug(arguments) => debug::debug(*arguments, outcome),
        Command::Dap(arguments) => dap::dap(&arguments),
        Command::Bench(arguments) => bench::bench(arguments, outcome),
    }
}
