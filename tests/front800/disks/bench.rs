//! Disks that a run writes to: where that goes wrong, and what has become of them.
#![cfg_attr(not(unix), allow(dead_code, reason = "only the file systems of Unix are tried so"))]

use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use front800::machine::{DiskGeometry, DiskImage};
use tempfile::TempDir;

/// Frames in which [`bootable`] writes dozens of sectors, more than the last page of its file has room for.
pub const FRAMES: &str = "--frames 1200";
/// What makes a run slow, so that others have the time to do something meanwhile.
pub const SLOWLY: &str = "--trace /dev/null";
/// Bytes of a file that ends after sector 100: what is written behind makes it longer.
pub const CUT: usize = 16 + 100 * 128;

/// A disk of three boot sectors, loaded at $0700, whose program goes on reading the sectors from
/// 10 to $4000, writes each to the one 100 further on, and counts them in $90.
pub fn bootable() -> DiskImage {
    let mut image = DiskImage::blank(DiskGeometry::SINGLE);
    for n in 4..=720 {
        image.set_sector(n, &[(n ^ 0x5A) as u8; 128]);
    }
    let mut boot = vec![0, 3, 0x00, 0x07, 0x40, 0x07, 0x18, 0x60];
    boot.resize(0x40, 0);
    boot.extend([
        0xA9, 10, 0x8D, 0x0A, 0x03, 0xA9, 0, 0x8D, 0x0B, 0x03, 0x85, 0x90, // DAUX = 10, COUNT = 0
        0xA9, 0x00, 0x8D, 0x04, 0x03, 0xA9, 0x40, 0x8D, 0x05, 0x03, // loop: DBUF = $4000
        0xA9, 0x52, 0x20, 0x77, 0x07, // read
        0x18, 0xAD, 0x0A, 0x03, 0x69, 100, 0x8D, 0x0A, 0x03, // 100 further on
        0xA9, 0x57, 0x20, 0x77, 0x07, // write
        0x38, 0xAD, 0x0A, 0x03, 0xE9, 99, 0x8D, 0x0A, 0x03, // the next
    ]);
    // INC COUNT, JMP loop; $0777: STA DCOMND, JSR DSKINV, RTS.
    boot.extend([0xE6, 0x90, 0x4C, 0x4C, 0x07, 0x8D, 0x02, 0x03, 0x20, 0x53, 0xE4, 0x60]);
    boot.resize(384, 0);
    for (n, sector) in (1..).zip(boot.chunks(128)) {
        image.set_sector(n, sector);
    }
    image
}

/// A folder with [`bootable`], cut off, as `game.atr`; commands run there.
pub struct Bench {
    folder: TempDir,
}

impl Bench {
    pub fn new() -> Self {
        let bench = Bench { folder: tempfile::tempdir().expect("a folder") };
        std::fs::write(bench.path("game.atr"), &bootable().to_bytes()[..CUT]).expect("a file");
        bench
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn begin(&self, how: &str, line: &str) -> Child {
        let line = line.replace("front800", &format!("'{}'", env!("CARGO_BIN_EXE_front800")));
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
    pub fn run(&self, how: &str, line: &str) -> (Option<i32>, String) {
        let Output { status, stderr, .. } = self.begin(how, line).wait_with_output().expect("a process");
        (status.code(), String::from_utf8_lossy(&stderr).into_owned())
    }

    /// The disk after a run without hindrance.
    pub fn expected(&self) -> Vec<u8> {
        std::fs::copy(self.path("game.atr"), self.path("reference.atr")).expect("a copy");
        let ran = self.run("", &format!("front800 run reference.atr --write {FRAMES}"));
        assert_eq!(ran.0, Some(0), "{}", ran.1);
        std::fs::read(self.path("reference.atr")).expect("a file")
    }
}

/// Each sector is, whole, what it was or what it becomes; how many were not written.
pub fn unwritten(image: &[u8], expected: &[u8]) -> usize {
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
