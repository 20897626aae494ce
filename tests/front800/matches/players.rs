//! Programs of the host that play, well or badly: nobody waits longer for them than their time.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use front800::harness::matches::Who;
use tempfile::TempDir;

use super::{one_game, play};
use crate::started::write_program;

/// Of programs that nobody is to wait for.
const SHORT: Duration = Duration::from_secs(1);
/// Of all others: as long as a busy computer may need.
const TIMEOUT: Duration = Duration::from_secs(600);

fn program(script: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("player");
    write_program(&path, &format!("#!/bin/sh\n{script}\n"));
    (folder, path)
}

fn host(path: &Path) -> Who {
    Who::Program { path: path.to_path_buf(), timeout: TIMEOUT }
}

#[test]
fn a_program_plays() {
    for answer in ["1", "\"1\"", "{\"action\":\"1\"}"] {
        let (_folder, path) = program(&format!("while read -r view; do echo '{answer}'; done"));
        let (lines, endings) = play(&one_game(host(&path), host(&path))).unwrap();
        assert_eq!((lines.len(), endings[0].steps, endings[0].refused), (22, 21, 0));
    }
}

#[test]
fn a_program_sees_the_view_and_nothing_else() {
    let (folder, path) = program("while read -r view; do echo \"$view\" >>\"$0.seen\"; echo 3; done");
    play(&one_game(host(&path), host(&path))).unwrap();
    let seen = std::fs::read_to_string(folder.path().join("player.seen")).unwrap();
    assert_eq!(seen.lines().next(), Some("{\"pile\":21,\"legal\":[\"1\",\"2\",\"3\"]}"));
    assert_eq!(seen.lines().count(), 7);
}

#[test]
fn the_time_of_a_program_holds_whatever_it_does() {
    for (script, words) in [
        ("exit 3", "ended without a line with an action (exit status: 3)"),
        ("read -r view; sleep 600", "gave no line with an action within 1 seconds"),
        ("exec >&-; sleep 600", "closed its standard output without a line with an action"),
        ("read -r view; exec tr '\\0' x </dev/zero", "longer than 65536 bytes"),
        ("read -r view; printf '\\377\\n'; sleep 600", "no UTF-8"),
        ("read -r view; echo '{\"move\":1}'; sleep 600", "no line such as {\"action\":\"E4E6\"}"),
        ("sleep 600 & sleep 600 & wait", "gave no line with an action within 1 seconds"),
        ("while read -r view; do echo 9; done", "its last 10 actions were refused, the last `9` (too many)"),
    ] {
        let (_folder, path) = program(script);
        let begun = Instant::now();
        let timeout = if words.contains("within 1 seconds") { SHORT } else { TIMEOUT };
        let plays = Who::Program { path, timeout };
        let error = play(&one_game(plays, Who::Random)).unwrap_err().error.to_string();
        assert!(error.contains(words), "{script}: {error}");
        assert!(error.contains("player (side 1): after step 0: "), "{script}: {error}");
        assert!(begun.elapsed() < TIMEOUT / 2, "{script} took {:?}", begun.elapsed());
    }
}

#[test]
fn what_a_program_has_started_ends_with_it() {
    let (folder, path) = program(
        "sh -c 'sleep 5; touch \"$0.late\"' \"$0\" &\nread -r view; echo 1; exec >&-; read -r view; exit 0",
    );
    // Its child holds its output open.
    let plays = Who::Program { path, timeout: SHORT };
    play(&one_game(plays, Who::Random)).unwrap_err();
    std::thread::sleep(Duration::from_secs(6));
    assert!(!folder.path().join("player.late").exists(), "a child has outlived the match");
}

#[test]
fn what_cannot_be_started_is_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nobody");
    let error = play(&one_game(host(&path), Who::Random)).unwrap_err().error.to_string();
    assert!(error.contains("nobody (side 1)") && error.contains("cannot be started"), "{error}");
}

/// What is written too much would be taken for the answer to the next question.
#[test]
fn a_program_that_answers_before_it_is_asked_is_told_of() {
    for script in [
        "for n in 1 2 3 4 5 6 7 8 9 10 11 12; do echo 1; done; exec cat >/dev/null",
        "while read -r view; do echo 1; echo 1; done",
        // However late it comes: the answers are one behind all the time.
        "echo 1; while read -r view; do sleep 0.1; echo 1; done",
        "while read -r view; do echo 1; done; echo 1",
    ] {
        let (_folder, path) = program(script);
        let error = play(&one_game(host(&path), Who::Random)).unwrap_err().error.to_string();
        let words =
            "wrote a line before it was asked for a line with an action: `1`: expected one line for each";
        assert!(error.contains(words), "{script}: {error}");
    }
}
