//! Files of disks that cannot be written: a full or read-only file system, another writer, a file that is
//! gone. Nothing is lost unless it is said.
#![cfg(unix)]

use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use front800::machine::{DiskGeometry, DiskImage};
use tempfile::TempDir;

use super::bootable;

const PATIENCE: Duration = Duration::from_secs(120);
/// Frames in which [`bootable`] writes dozens of sectors.
const FRAMES: &str = "--frames 2500";
/// Bytes of a file that ends after sector 100: what is written behind makes it longer.
const CUT: usize = 16 + 100 * 128;

/// How to run a command in a file system tree of its own; none without the rights for it.
fn own_tree() -> Option<&'static str> {
    let works = |how: &&str| {
        let line = format!("unshare {how} mount -t tmpfs none /mnt");
        Command::new("sh").args(["-c", &line]).output().is_ok_and(|output| output.status.success())
    };
    let how = ["-m", "-rm"].into_iter().find(works);
    if how.is_none() {
        println!("ignored: mounting a file system of its own is not allowed here");
    }
    how
}

struct Bench {
    folder: TempDir,
}

impl Bench {
    fn new() -> Self {
        let bench = Bench { folder: tempfile::tempdir().expect("a folder") };
        std::fs::write(bench.path("game.atr"), &bootable().to_bytes()[..CUT]).expect("a file");
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn begin(&self, how: &str, line: &str) -> Child {
        let line = line.replace("front800", env!("CARGO_BIN_EXE_front800"));
        let mut command = Command::new("sh");
        if !how.is_empty() {
            command = Command::new("unshare");
            command.args([how, "sh"]);
        }
        command.args(["-c", &line]).current_dir(self.folder.path());
        command
            .env("SDL_VIDEODRIVER", "dummy")
            .env("SDL_AUDIODRIVER", "dummy")
            .env("HOME", self.folder.path());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a process")
    }

    #[track_caller]
    fn run(&self, how: &str, line: &str) -> (Option<i32>, String) {
        let Output { status, stderr, .. } = self.begin(how, line).wait_with_output().expect("a process");
        (status.code(), String::from_utf8_lossy(&stderr).into_owned())
    }

    /// Waits until the file says what `is_so` asks for.
    #[track_caller]
    fn await_file(&self, name: &str, is_so: impl Fn(&[u8]) -> bool) {
        let begun = Instant::now();
        while !std::fs::read(self.path(name)).is_ok_and(|bytes| is_so(&bytes)) {
            assert!(begun.elapsed() < PATIENCE, "{name} does not become so");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// The disk after a run without hindrance.
    fn expected(&self) -> Vec<u8> {
        std::fs::copy(self.path("game.atr"), self.path("reference.atr")).expect("a copy");
        let ran = self.run("", &format!("front800 run reference.atr --write {FRAMES}"));
        assert_eq!(ran.0, Some(0), "{}", ran.1);
        std::fs::read(self.path("reference.atr")).expect("a file")
    }
}

/// Each sector is, whole, what it was or what it becomes; how many were not written.
fn unwritten(image: &[u8], expected: &[u8]) -> usize {
    let disk = |bytes| DiskImage::parse(bytes).expect("an image").0;
    let (before, now, after) = (bootable(), disk(image), disk(expected));
    let states: Vec<[bool; 2]> = (1..=DiskGeometry::SINGLE.sectors)
        .map(|n| {
            let cut = before.sector(n).filter(|_| n <= 100).unwrap_or(vec![0; 128]);
            [now.sector(n) == after.sector(n), now.sector(n) == Some(cut)]
        })
        .collect();
    assert!(states.iter().all(|state| state.contains(&true)), "a sector is neither old nor new");
    states.iter().filter(|state| !state[0]).count()
}

/// A file system of 64 KB with the disk in it and no room left.
const FULL: &str = "mkdir small && mount -t tmpfs -o size=64k none small && cp game.atr small && \
                    (cat /dev/zero >small/filler 2>/dev/null; true)";

#[test]
fn what_a_full_file_system_does_not_take_is_written_when_there_is_room() {
    let Some(how) = own_tree() else { return };
    let bench = Bench::new();
    let expected = bench.expected();
    // Room is made when the first warning has come; the last flush at the latest finds it.
    let line = format!(
        "{FULL} || exit 99
         front800 run small/game.atr --write {FRAMES} 2>warnings &
         until grep -q 'not written' warnings || ! kill -0 $!; do sleep 0.01; done
         rm small/filler
         wait $!; status=$?
         cp small/game.atr after.atr; cat warnings >&2; exit $status"
    );
    let (status, stderr) = bench.run(how, &line);
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stderr.contains("small/game.atr: not written yet:"), "it was full: {stderr}");
    assert_eq!(unwritten(&std::fs::read(bench.path("after.atr")).expect("a file"), &expected), 0);
}

#[test]
fn a_run_that_could_not_write_all_says_so_and_fails() {
    let Some(how) = own_tree() else { return };
    let bench = Bench::new();
    let expected = bench.expected();
    let line = format!(
        "{FULL} && front800 run small/game.atr --write {FRAMES}; status=$?; cp small/game.atr after.atr; exit $status"
    );
    let (status, stderr) = bench.run(how, &line);
    assert_eq!(status, Some(2), "{stderr}");
    let lost = unwritten(&std::fs::read(bench.path("after.atr")).expect("a file"), &expected);
    assert!(lost > 5, "the file system was full");
    for word in ["small/game.atr", &format!("not written yet: {lost} sectors"), "No space left"] {
        assert!(stderr.contains(word), "`{word}` is missing in: {stderr}");
    }
}

#[test]
#[cfg(feature = "window")]
fn the_window_that_could_not_write_all_says_so_and_fails() {
    let Some(how) = own_tree() else { return };
    let bench = Bench::new();
    let line = format!(
        "{FULL} && front800 play small/game.atr --write --fast-disk --mute --allow-dummy --quit-after 200"
    );
    let (status, stderr) = bench.run(how, &line);
    assert_eq!(status, Some(2), "{stderr}");
    for word in ["small/game.atr", "not written yet:", "sectors", "No space left"] {
        assert!(stderr.contains(word), "`{word}` is missing in: {stderr}");
    }
}

#[test]
fn a_disk_of_a_read_only_file_system_is_refused_before_the_run() {
    let Some(how) = own_tree() else { return };
    let bench = Bench::new();
    let mounted =
        "mkdir -p fixed && mount -t tmpfs none fixed && cp game.atr fixed && mount -o remount,ro fixed";
    let line = format!(
        "{mounted} && front800 run fixed/game.atr --write; status=$?; cmp game.atr fixed/game.atr && exit $status"
    );
    let (status, stderr) = bench.run(how, &line);
    assert_eq!(status, Some(2), "{stderr}");
    assert!(stderr.contains("fixed/game.atr") && stderr.contains("Read-only"), "{stderr}");
    let (status, stderr) = bench.run(how, &format!("{mounted} && front800 run fixed/game.atr --frames 5"));
    assert_eq!(status, Some(0), "{stderr}");
}

/// Sector 110 holds what [`bootable`] copies to it.
fn has_begun(file: &[u8]) -> bool {
    DiskImage::parse(file).is_ok_and(|(image, _)| image.sector(110) == bootable().sector(10))
}

#[test]
fn two_writers_on_one_image_are_locked_out() {
    let bench = Bench::new();
    let mut first = bench.begin("", "exec front800 run game.atr --write --frames 100000000");
    bench.await_file("game.atr", has_begun);
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
        let line = format!("exec front800 run game.atr --write {FRAMES} 2>warnings");
        let run = bench.begin("", &line);
        bench.await_file("game.atr", has_begun);
        std::fs::rename(bench.path("game.atr"), bench.path("gone.atr")).expect("a name");
        bench.await_file("warnings", |text| String::from_utf8_lossy(text).contains("the file has vanished"));
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
