//! Files of disks that cannot be written: another writer, a file that is gone. Nothing is lost unless it is
//! said. Full and read-only file systems are in `tests/suites/file_systems.rs`.
#![cfg(unix)]

use std::path::Path;
use std::time::{Duration, Instant};

use front800::machine::DiskImage;

use super::bench::{Bench, CUT, FRAMES, SLOWLY, bootable, unwritten};

const PATIENCE: Duration = Duration::from_secs(120);
/// Waits until a file says what `is_so` asks for.
#[track_caller]
fn await_file(file: &Path, is_so: impl Fn(&[u8]) -> bool) {
    let begun = Instant::now();
    while !std::fs::read(file).is_ok_and(|bytes| is_so(&bytes)) {
        assert!(begun.elapsed() < PATIENCE, "{} does not become so", file.display());
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Sector 110 holds what [`bootable`] copies to it.
fn has_begun(file: &[u8]) -> bool {
    DiskImage::parse(file).is_ok_and(|(image, _)| image.sector(110) == bootable().sector(10))
}

#[test]
fn two_writers_on_one_image_are_locked_out() {
    let bench = Bench::new();
    let mut first = bench.begin("", "exec front800 run game.atr --write --frames 100000000");
    await_file(&bench.path("game.atr"), has_begun);
    std::fs::hard_link(bench.path("game.atr"), bench.path("same.atr")).expect("a link");
    for name in ["game.atr", "same.atr"] {
        let (status, stderr) = bench.run("", &format!("front800 run {name} --write --frames 5"));
        assert_eq!(status, Some(2), "{stderr}");
        assert!(stderr.contains(name) && stderr.contains("another front800 writes to this disk"), "{stderr}");
        assert_eq!(
            bench.run("", &format!("front800 run {name} --frames 5")).0,
            Some(0),
            "reading is allowed"
        );
    }
    first.kill().expect("a process that still runs");
    first.wait().expect("a process");
    assert_eq!(
        bench.run("", "front800 run game.atr --write --frames 5").0,
        Some(0),
        "a lock ends with its owner"
    );
}

#[test]
fn an_image_that_vanished_is_said_and_written_when_it_is_back() {
    let bench = Bench::new();
    let expected = bench.expected();
    for comes_back in [false, true] {
        std::fs::write(bench.path("game.atr"), &bootable().to_bytes()[..CUT]).expect("a file");
        let line = format!("exec front800 run game.atr --write {FRAMES} {SLOWLY} 2>warnings");
        let run = bench.begin("", &line);
        await_file(&bench.path("game.atr"), has_begun);
        std::fs::rename(bench.path("game.atr"), bench.path("gone.atr")).expect("a name");
        await_file(&bench.path("warnings"), |text| {
            String::from_utf8_lossy(text).contains("the file has vanished")
        });
        if comes_back {
            std::fs::rename(bench.path("gone.atr"), bench.path("game.atr")).expect("a name");
        }
        let status = run.wait_with_output().expect("a process").status.code();
        let (file, wanted) = if comes_back { ("game.atr", Some(0)) } else { ("gone.atr", Some(2)) };
        assert_eq!(status, wanted, "{file}");
        let lost = unwritten(&std::fs::read(bench.path(file)).expect("a file"), &expected);
        assert_eq!(lost == 0, comes_back, "{lost} sectors lost");
    }
}
