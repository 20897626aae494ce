//! The `front800` command.

fn main() -> std::process::ExitCode {
    front800::cli::main()
}
