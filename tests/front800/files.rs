//! Tests: files as people and strangers give them: what is read, what is written, what never is.
//! Special files are those of Unix.
#![cfg(unix)]

mod inputs;
mod outputs;
mod players;
mod trust;
mod unwritable;

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::cli::{Desk, Ran};

/// No command here takes so long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(300);
/// A program that does nothing.
const IDLE: &str = "        org $2000\nstart   jmp start\n        run start\n";

/// A desk with `idle.asm`.
fn desk() -> Desk {
    Desk::with("idle.asm", IDLE)
}

/// Runs a line of the shell in the folder; `front800` is ours. Whatever hangs is killed and fails.
#[track_caller]
fn shell(desk: &Desk, line: &str) -> Ran {
    let output = end(begin(desk.path("."), line), line);
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ran {
        status: output.status.code().unwrap_or(-1),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// Sends a signal to a process; whether there is one. Each shell has such a command, not each system a program.
fn send_signal(signal: &str, id: &str) -> bool {
    let kill = ["-c", "kill -s \"$0\" \"$1\"", signal, id];
    Command::new("sh").args(kill).stderr(Stdio::null()).status().expect("a shell").success()
}

fn begin(folder: impl AsRef<Path>, line: &str) -> Child {
    let line = line.replace("front800", &format!("'{}'", env!("CARGO_BIN_EXE_front800")));
    let mut shell = Command::new("sh");
    shell.args(["-c", &line]).current_dir(folder).stdin(Stdio::null());
    shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a shell")
}

/// What comes out of a pipe, taken as it comes: who writes much waits for nobody.
fn taken(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = pipe.map_or(Ok(0), |mut pipe| pipe.read_to_end(&mut bytes));
        read.expect("a pipe");
        bytes
    })
}

#[track_caller]
fn end(mut child: Child, what: &str) -> Output {
    let begun = Instant::now();
    let (stdout, stderr) = (taken(child.stdout.take()), taken(child.stderr.take()));
    let status = loop {
        if let Some(status) = child.try_wait().expect("a process") {
            break status;
        }
        if begun.elapsed() > PATIENCE {
            child.kill().expect("a process that still runs");
            panic!("it hangs: {what}");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let bytes = |pipe: JoinHandle<Vec<u8>>| pipe.join().expect("what came out");
    Output { status, stdout: bytes(stdout), stderr: bytes(stderr) }
}

/// Makes a pipe with a name.
fn make_pipe(desk: &Desk, name: &str) {
    assert!(Command::new("mkfifo").arg(desk.path(name)).status().expect("mkfifo").success());
}

/// The names in the folder.
fn names(desk: &Desk) -> Vec<String> {
    let entries = std::fs::read_dir(desk.path(".")).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
