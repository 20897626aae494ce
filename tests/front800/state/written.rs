//! States of machines that write to the files of their disks, and of other programs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use front800::host::disks::DiskFiles;
use front800::machine::{DiskGeometry, DiskImage, StateError};
use front800::media::xex::Xex;

use super::*;

/// A folder with a disk whose program writes to it, and its path.
fn disk() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.atr");
    std::fs::write(&path, crate::disks::bootable().to_bytes()).expect("a file");
    (folder, path)
}

/// A machine with the disk of this file in drive 1, and what carries its writes to the file.
fn with_file(path: &Path, write: bool) -> (Machine, DiskFiles) {
    let mut machine = machine();
    let mut files = DiskFiles::new(write);
    let (disk, _) = files.add(&mut machine, path).expect("a disk");
    machine.insert_disk(0, Some(disk));
    (machine, files)
}

/// Runs, with everything written.
fn run(machine: &mut Machine, files: &mut DiskFiles, frames: u64) {
    for _ in 0..frames {
        machine.run_frame();
        files.flush(machine).expect("a file that can be written");
    }
}

fn file(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("a file")
}

#[test]
fn a_state_saved_after_write_is_loaded_with_the_image_as_it_is_then() {
    let (_folder, path) = disk();
    let (state, hash, then) = {
        let (mut machine, mut files) = with_file(&path, true);
        run(&mut machine, &mut files, 500);
        (machine.save(), machine.hash(), file(&path))
    };
    assert_ne!(then, crate::disks::bootable().to_bytes(), "something was written");
    for write in [true, false] {
        let (mut machine, _files) = with_file(&path, write);
        machine.load(&state).unwrap_or_else(|error| panic!("write {write}: {error}"));
        assert_eq!(machine.hash(), hash);
        assert_eq!(machine.disk_file(0), Some(then.clone()));
    }
}

#[test]
fn a_state_from_before_further_writes_takes_the_disk_back_to_its_time() {
    let (_folder, path) = disk();
    let saved = {
        let (mut machine, mut files) = with_file(&path, true);
        let untouched = (machine.save(), machine.hash(), file(&path));
        run(&mut machine, &mut files, 400);
        let written = (machine.save(), machine.hash(), file(&path));
        run(&mut machine, &mut files, 200);
        [untouched, written]
    };
    for (state, hash, then) in saved {
        assert_ne!(file(&path), then, "the file has changed since");
        let (mut machine, mut files) = with_file(&path, true);
        machine.load(&state).expect("a state of this disk");
        assert_eq!(machine.hash(), hash);
        files.flush(&mut machine).expect("a file that can be written");
        assert_eq!(file(&path), then);
        // Written on, for the next state.
        run(&mut machine, &mut files, 500);
    }
}

#[test]
fn a_state_does_not_overwrite_a_disk_that_is_not_its_own() {
    let (folder, path) = disk();
    let (mut machine, mut files) = with_file(&path, true);
    run(&mut machine, &mut files, 400);
    let state = machine.save();
    let other = folder.path().join("other.atr");
    let blank = DiskImage::blank(DiskGeometry::SINGLE).to_bytes();
    std::fs::write(&other, &blank).expect("a file");
    let (mut machine, mut files) = with_file(&other, true);
    assert_eq!(machine.load(&state), Err(StateError::OtherDisk));
    files.flush(&mut machine).expect("a file that can be written");
    assert_eq!(file(&other), blank);
}

/// A program of one endless loop at `start`.
fn program(start: u16) -> Xex {
    let [low, high] = start.to_le_bytes();
    let (bytes, end) = ([0x4C, low, high], (start + 2).to_le_bytes());
    let mut file = vec![0xFF, 0xFF, low, high, end[0], end[1]];
    file.extend(bytes);
    Xex::parse(&file).expect("a program").0
}

#[test]
fn a_state_of_another_program_is_refused() {
    let mut first = machine();
    first.set_title("first.xex");
    first.load_program(program(0x2000));
    for _ in 0..100 {
        first.run_frame();
    }
    let state = first.save();
    let other_program = Err(StateError::OtherProgram("first.xex".to_string()));
    let mut second = machine();
    assert_eq!(second.load(&state), other_program, "no program");
    second.load_program(program(0x3000));
    let hash = second.hash();
    assert_eq!(second.load(&state), other_program);
    assert_eq!(second.hash(), hash, "the machine is unchanged");
    let mut same = machine();
    same.load_program(program(0x2000));
    same.load(&state).expect("a state of this program");
}

#[test]
fn the_command_line_names_the_program_that_a_state_belongs_to() {
    let (folder, _) = disk();
    let front800 = |arguments: &str| -> Output {
        Command::new(env!("CARGO_BIN_EXE_front800"))
            .args(arguments.split_whitespace())
            .current_dir(folder.path())
            .output()
            .expect("the binary runs")
    };
    for (name, source) in [("one.asm", " org $2000\n jmp *\n"), ("two.asm", " org $3000\n jmp *\n")] {
        std::fs::write(folder.path().join(name), source).expect("a file");
    }
    assert!(front800("run one.asm --frames 100 --save one.state").status.success());
    let refused = front800("run two.asm --load one.state");
    let stderr = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("one.state") && stderr.contains("one.asm"), "{stderr}");
    let info = front800("info one.state");
    assert!(String::from_utf8_lossy(&info.stdout).contains("one.asm"), "{info:?}");
}
