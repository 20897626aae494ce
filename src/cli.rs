//! The command line: one file a subcommand.

/// Runs the command line of this process.
pub fn main() -> std::process::ExitCode {
    std::process::ExitCode::from(2)
}
