//! Disks and printer on the command line.

use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use front800::machine::{DiskGeometry, DiskImage};
use tempfile::TempDir;

use super::bootable;

fn run(folder: &TempDir, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_front800"))
        .args(arguments.split_whitespace())
        .current_dir(folder.path())
        .output()
        .expect("the binary runs")
}

#[track_caller]
fn succeeded(output: Output) -> (String, String) {
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    assert!(output.status.success(), "{stdout}{stderr}");
    (stdout, stderr)
}

#[track_caller]
fn refused(output: Output, words: &[&str]) {
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    for word in words {
        assert!(stderr.contains(word), "`{word}` is missing in: {stderr}");
    }
}

fn folder_with(name: &str, image: &DiskImage) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    put(folder.path(), name, image);
    folder
}

fn put(folder: &Path, name: &str, image: &DiskImage) {
    std::fs::write(folder.join(name), image.to_bytes()).expect("a file");
}

fn sector(folder: &TempDir, name: &str, n: u16) -> Vec<u8> {
    let bytes = std::fs::read(folder.path().join(name)).expect("a file");
    DiskImage::parse(&bytes).expect("an image").0.sector(n).expect("a sector")
}

#[test]
fn a_disk_is_a_target() {
    let folder = folder_with("game.atr", &bootable());
    let (stdout, stderr) = succeeded(run(&folder, "run game.atr --frames 400 --dump $243"));
    assert!(stdout.contains("$243 07"), "{stdout}");
    assert_eq!(stderr, "");
    assert_eq!(
        sector(&folder, "game.atr", 110),
        bootable().sector(110).unwrap(),
        "not written without --write"
    );
}

#[test]
fn with_write_the_file_follows_by_sector() {
    let folder = folder_with("game.atr", &bootable());
    succeeded(run(&folder, "run game.atr --frames 600 --write"));
    assert_eq!(sector(&folder, "game.atr", 110), bootable().sector(10).unwrap());
    assert_eq!(sector(&folder, "game.atr", 10), bootable().sector(10).unwrap());
    let size = std::fs::metadata(folder.path().join("game.atr")).expect("a file").len();
    assert_eq!(size, 16 + 92_160);
}

#[test]
fn a_disk_image_without_a_header_is_a_target() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.XFD");
    std::fs::write(&file, &bootable().to_bytes()[16..]).expect("a file");
    succeeded(run(&folder, "run game.XFD --frames 600 --write"));
    let bytes = std::fs::read(&file).expect("a file");
    assert_eq!(bytes.len(), 92_160);
    assert_eq!(bytes[109 * 128..110 * 128], bootable().sector(10).unwrap());
    let (stdout, _) = succeeded(run(&folder, "info game.XFD"));
    assert!(stdout.contains("720 sectors of 128 bytes"), "{stdout}");
    std::fs::write(folder.path().join("odd.xfd"), [0; 1000]).expect("a file");
    let (_, notes) = succeeded(run(&folder, "run odd.xfd --frames 1"));
    assert!(notes.contains("odd.xfd: warning: an image without a header"), "{notes}");
    assert!(notes.contains("taken for 7 sectors") && notes.contains("104 bytes after"), "{notes}");
}

#[test]
fn with_write_what_was_written_survives_a_kill() {
    let folder = folder_with("game.atr", &bootable());
    let mut front800 = Command::new(env!("CARGO_BIN_EXE_front800"))
        .args(["run", "game.atr", "--write", "--frames", "200000"])
        .current_dir(folder.path())
        .spawn()
        .expect("the binary runs");
    // The program copies sector after sector to the one 100 further on.
    let copied = |n| sector(&folder, "game.atr", n + 100) == bootable().sector(n).unwrap();
    while !copied(19) {
        assert_eq!(front800.try_wait().expect("a process"), None, "it ended, and sector 119 was not written");
        std::thread::sleep(Duration::from_millis(1));
    }
    front800.kill().expect("a process that still runs");
    front800.wait().expect("a process");
    // Each sector holds, whole, what it held at first or what was copied to it.
    for n in 1..=720 {
        let held = sector(&folder, "game.atr", n);
        let whole = (0..n.div_ceil(100)).any(|copies| held == bootable().sector(n - 100 * copies).unwrap());
        assert!(whole, "sector {n} is damaged: {held:?}");
    }
    assert!((10..20).all(copied));
}

#[test]
fn other_drives_and_pal_boot_too() {
    let folder = folder_with("game.atr", &bootable());
    for option in ["--drive 1050", "--drive xf551", "--pal"] {
        let (stdout, _) = succeeded(run(&folder, &format!("run game.atr --frames 400 --dump $243 {option}")));
        assert!(stdout.contains("$243 07"), "{option}: {stdout}");
    }
}

#[test]
fn a_fast_disk_boots_in_no_time() {
    let folder = folder_with("game.atr", &bootable());
    succeeded(run(&folder, "run game.atr --fast-disk --frames 60 --until $243==7"));
}

#[test]
fn a_script_swaps_disks() {
    let folder = folder_with("blank.atr", &DiskImage::blank(DiskGeometry::SINGLE));
    put(folder.path(), "my game.atr", &bootable());
    put(folder.path(), "Disk #1.atr", &bootable());
    for name in ["my game.atr", "\"my game.atr\"", "\"Disk #1.atr\" # the first one"] {
        let script = format!("# front800 input 1\n5 disk1 {name}\n6 disk2 blank.atr\n7 disk2 none\n");
        std::fs::write(folder.path().join("swap.txt"), script).expect("a file");
        let (stdout, _) = succeeded(run(&folder, "run blank.atr --input swap.txt --frames 500 --dump $243"));
        assert!(stdout.contains("$243 07"), "{name}: {stdout}");
    }
    std::fs::write(folder.path().join("wrong.txt"), "# front800 input 1\n5 disk1 nothing.atr\n")
        .expect("a file");
    refused(run(&folder, "run blank.atr --input wrong.txt"), &["nothing.atr"]);
}

#[test]
fn what_cannot_be_a_disk_is_refused_in_a_sentence() {
    let folder = folder_with("game.atr", &bootable());
    let mut hard = bootable().to_bytes();
    hard[4..6].copy_from_slice(&512u16.to_le_bytes());
    std::fs::write(folder.path().join("hard.atr"), hard).expect("a file");
    std::fs::write(folder.path().join("text.atr"), "ten lines of text and no disk").expect("a file");
    refused(run(&folder, "run hard.atr"), &["hard.atr", "hard disk", "128 or 256"]);
    refused(run(&folder, "run text.atr"), &["text.atr", "$96 $02"]);
    refused(run(&folder, "run game.atr --d2 game.atr"), &["two drives"]);
    refused(run(&folder, "run game.atr --d3 none.atr"), &["none.atr"]);
}

#[test]
fn a_drive_that_cannot_read_its_disk_is_warned_of() {
    let folder = folder_with("double.atr", &DiskImage::blank(DiskGeometry::DOUBLE));
    let (_, stderr) = succeeded(run(&folder, "run double.atr --drive 810 --frames 10"));
    assert!(stderr.contains("an 810 cannot read 720 sectors of 256 bytes; an XF551 can"), "{stderr}");
}

#[test]
fn a_printer_prints_to_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "
        org $2000
start   ldx #10
copy    lda block,x
        sta $300,x
        dex
        bpl copy
        jsr $E459
        sty $80
        jmp *
block   dta $40,1,'W',$80,a(line),30,0,a(40),'N'
line    dta c'HELLO',$9B,c'and what nobody sees             '
        dta c'       '
        run start
";
    std::fs::write(folder.path().join("print.asm"), source).expect("a file");
    let (stdout, _) = succeeded(run(&folder, "run print.asm --printer paper.txt --frames 200 --dump $80"));
    assert_eq!(stdout, "$80 01\n");
    let paper = std::fs::read_to_string(folder.path().join("paper.txt")).expect("a file");
    assert_eq!(paper, "HELLO\n");
}

#[test]
fn info_tells_what_a_disk_is() {
    let folder = folder_with("double.atr", &DiskImage::blank(DiskGeometry::DOUBLE));
    let (stdout, _) = succeeded(run(&folder, "info double.atr"));
    assert!(stdout.contains("720 sectors of 256 bytes") && stdout.contains("read by an XF551"), "{stdout}");
}
