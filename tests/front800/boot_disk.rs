//! Disks that boot a program, and what a directory says.

use std::collections::BTreeMap;

use front800::machine::control::Control;
use front800::machine::{Config, Machine};
use front800::media::atr::{Geometry, Image};
use front800::media::xex::{Segment, Xex};
use front800::titles::{Sources, boot_disk::boot_disk};
use serde_json::json;

use crate::cli::Desk;

/// Frames after which a disk of a few sectors has been booted.
const BOOTED: u32 = 400;

fn segment(start: u16, bytes: &[u8]) -> Segment {
    Segment { start, bytes: bytes.to_vec() }
}

/// A machine with our system that has booted a program from its disk.
#[track_caller]
fn booted(segments: Vec<Segment>, frames: u32) -> Machine {
    let sources = Sources::embedded();
    let image = boot_disk(&sources, &Xex { segments }).unwrap_or_else(|error| panic!("{error}"));
    let mut machine = Machine::new(&Config::new(sources.os().unwrap().rom.clone()));
    let disk = machine.add_disk(image, false);
    machine.insert_disk(0, Some(disk));
    for _ in 0..frames {
        machine.run_frame();
    }
    machine
}

/// LDA #value, STA $0600 + at.
fn note(value: u8, at: u8) -> [u8; 5] {
    [0xA9, value, 0x8D, at, 0x06]
}

#[test]
fn a_program_is_booted_and_finds_what_a_program_finds() {
    // Over several sectors, to which it runs from the first byte of its first segment: there is no run address.
    let filler: Vec<u8> = (0..1000).map(|n| (n % 251) as u8).collect();
    let program = [&note(0x42, 0)[..], &[0x4C, 0x05, 0x20]].concat();
    let machine =
        booted(vec![segment(0x2000, &program), segment(0x3000, &filler), segment(0x80, &[7; 0x40])], BOOTED);
    assert_eq!(machine.peek(0x0600), 0x42);
    assert!((0..1000).all(|n| machine.peek(0x3000 + n) == filler[usize::from(n)]));
    assert_eq!((machine.peek(0x80), machine.peek(0xBF)), (7, 7));
    // BOOT?, CRITIC, COLDST, MEMLO; the stack is nearly empty.
    assert_eq!([0x09, 0x42, 0x0244, 0x02E7, 0x02E8].map(|at| machine.peek(at)), [1, 0, 0, 0x80, 0x08]);
    assert!(machine.cpu().s >= 0xF8, "{:02X}", machine.cpu().s);
}

#[test]
fn init_routines_run_when_their_segment_is_there_and_the_run_address_at_the_end() {
    // The first notes what lies at $3000, then the second counts; the second INITAD is written by half.
    let first = [0xAD, 0x00, 0x30, 0x8D, 0x00, 0x06, 0x60];
    let second = [0xEE, 0x01, 0x06, 0x60];
    let run = [&[0xAD, 0x00, 0x30, 0x8D, 0x02, 0x06][..], &[0x4C, 0x06, 0x22]].concat();
    let machine = booted(
        vec![
            segment(0x2000, &first),
            segment(0x2100, &second),
            segment(0x0601, &[0x10]),
            segment(0x3000, &[0x11]),
            segment(0x02E2, &[0x00, 0x20]),
            segment(0x3000, &[0x22]),
            segment(0x02E2, &[0x00, 0x21]),
            segment(0x02E0, &[0x00, 0x22]),
            segment(0x2200, &run),
        ],
        BOOTED,
    );
    assert_eq!([0x0600, 0x0601, 0x0602].map(|at| machine.peek(at)), [0x11, 0x11, 0x22]);
}

#[test]
fn segments_may_end_with_a_page_with_a_sector_and_with_memory() {
    // The second begins where the first sector of the file ends; ROM takes nothing.
    let first = [&note(0x42, 0)[..], &[0x4C, 0x05, 0x20], &[0xEA; 114]].concat();
    let machine = booted(
        vec![
            segment(0x2000, &first),
            segment(0x30F0, &[1; 16]),
            segment(0xFFF0, &[2; 16]),
            segment(0x0610, &[3]),
        ],
        BOOTED,
    );
    assert_eq!([0x0600, 0x30FF, 0x3100, 0x0610].map(|at| machine.peek(at)), [0x42, 1, 0, 3]);
}

#[test]
fn a_program_that_returns_leaves_the_memo_pad_and_reset_starts_it_again() {
    let mut machine = booted(vec![segment(0x2000, &[0xEE, 0x00, 0x06, 0x60])], BOOTED);
    assert_eq!(machine.peek(0x0600), 1);
    assert!(front800::inspect::screen::text(&machine).contains("MEMO PAD"));
    Control::ResetKey(true).apply(&mut machine);
    machine.run_frame();
    Control::ResetKey(false).apply(&mut machine);
    for _ in 0..BOOTED {
        machine.run_frame();
    }
    assert_eq!(machine.peek(0x0600), 2);
}

#[test]
fn all_that_is_not_in_the_way_goes_on_a_disk_of_the_size_that_it_needs() {
    let sources = Sources::embedded();
    let disk = |segments: Vec<Segment>| boot_disk(&sources, &Xex { segments });
    let whole = |count: usize| vec![segment(0x1000, &vec![1; 0x8000]); count];
    assert_eq!(disk(whole(2)).unwrap().geometry(), Geometry::SINGLE);
    assert_eq!(disk(whole(4)).unwrap().geometry(), Geometry::ENHANCED);
    let error = disk(whole(5)).unwrap_err().to_string();
    assert!(error.contains("163862 bytes") && error.contains("132734"), "{error}");
    assert!(disk(Vec::new()).unwrap_err().to_string().contains("not one byte"));
    for (start, length, is_refused) in
        [(0x06FF, 1, false), (0x06FF, 2, true), (0x087F, 1, true), (0x0880, 1, false)]
    {
        let made = disk(vec![segment(0x2000, &[0x60]), segment(start, &vec![0; length])]);
        let error = made.err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(error.contains("segment 2 at"), is_refused, "{start:04X} {error}");
        assert_eq!(error.contains("$0700-$087F"), is_refused, "{error}");
    }
}

/// It was taken to end at no address at all.
#[test]
fn a_loader_that_does_not_say_where_it_ends_is_told_of() {
    let desk = Desk::new();
    desk.copy_sources();
    let loader = String::from_utf8(desk.read("asm/boot/boot.asm")).unwrap();
    desk.write("asm/boot/boot.asm", loader.replace("BOOT_END", "LOADER_END"));
    let program = Xex { segments: vec![segment(0x2000, &[0x60])] };
    let error = boot_disk(&Sources::folder(&desk.path("")), &program).unwrap_err().to_string();
    assert_eq!(error, "the loader of boot disks: the program has no label `BOOT_END`");
}

#[test]
fn the_command_line_makes_disks_of_sources_files_and_titles() {
    let source = " org $2000\nstart lda #VALUE\n sta $600\n jmp *\n run start\n";
    let desk = Desk::with("game.asm", source);
    desk.run("mkdisk game.atr --program game.asm -d VALUE=5").succeeded();
    desk.run("run game.atr --frames 400 --until $600==5").succeeded();
    desk.run("asm game.asm -d VALUE=6 -o game.xex").succeeded();
    desk.run("mkdisk game.xfd --program game.xex").succeeded();
    assert_eq!(desk.read("game.xfd").len(), 720 * 128);
    desk.run("run game.xfd --frames 400 --until $600==6").succeeded();
    desk.run("mkdisk empty.XFD").succeeded();
    assert_eq!(desk.read("empty.XFD").len(), 720 * 128);
    assert!(desk.run("info empty.XFD").succeeded().stdout.contains("707 sectors free"));
    desk.write("low.asm", " org $700\n rts\n");
    desk.run("mkdisk low.atr --program low.asm")
        .failed(2, &["low.asm", "segment 1 at $0700-$0700", "$0700-$087F"]);
    desk.run("mkdisk none.atr --program none").failed(2, &["none", "expected a loadable program"]);
    desk.run("mkdisk none.atr --program nothing.xex").failed(2, &["nothing.xex", "no such file"]);
    desk.run("mkdisk none.atr -d A=1").failed(2, &["--program"]);
    assert!(!desk.path("none.atr").exists() && !desk.path("low.atr").exists());
}

#[test]
fn a_disk_with_nothing_to_boot_says_so_and_leaves_the_system_as_it_was() {
    let desk = Desk::new();
    desk.run("mkdisk empty.atr").succeeded();
    let mut machine = Machine::new(&Config::new(Sources::embedded().os().unwrap().rom.clone()));
    let disk = machine.add_disk(Image::parse(&desk.read("empty.atr")).unwrap().0, false);
    machine.insert_disk(0, Some(disk));
    for _ in 0..BOOTED {
        machine.run_frame();
    }
    assert!(front800::inspect::screen::text(&machine).contains("BOOT ERROR"));
    assert_eq!([0x09, 0x02E7, 0x02E8].map(|at| machine.peek(at)), [0, 0x00, 0x07], "BOOT?, MEMLO");
}

#[test]
fn the_wargame_boots() {
    let sources = Sources::embedded();
    let title = sources.rasputitsa().unwrap();
    let machine = booted(title.xex.segments.clone(), 3000);
    let loaded: BTreeMap<u16, u8> =
        title.xex.segments.iter().flat_map(|it| (it.start..).zip(it.bytes.clone())).collect();
    let same = loaded.iter().filter(|&(&at, &byte)| machine.peek(at) == byte).count();
    assert!(same * 10 > loaded.len() * 8, "{same} of {}", loaded.len());
    assert!((0x0880..0xC000).contains(&machine.cpu().pc) || machine.cpu().pc > 0xD800);
}

#[test]
fn info_lists_the_files_of_a_directory() {
    let mut image = front800::media::dos::formatted();
    let entry = |flag: u8, sectors: u8, name: &[u8; 11]| [&[flag, sectors, 0, 4, 0][..], name].concat();
    let sector =
        [entry(0x42, 39, b"DOS     SYS"), entry(0x80, 1, b"OLD     BAS"), entry(0x62, 5, b"GAME    XEX")];
    image.set_sector(front800::media::dos::DIRECTORY, &sector.concat());
    let desk = Desk::with("files.atr", image.to_bytes());
    let text = desk.run("info files.atr").succeeded().stdout;
    assert!(text.contains("2 files, 707 sectors free"), "{text}");
    assert!(
        text.contains("   0  DOS.SYS        39 sectors\n     2  GAME.XEX        5 sectors  locked\n"),
        "{text}"
    );
    let files = desk.run("info files.atr --json").succeeded().json()["files"].clone();
    assert_eq!(files[1], json!({ "number": 2, "name": "GAME.XEX", "sectors": 5, "locked": true }));
    desk.write("bare.atr", Image::blank(Geometry::SINGLE).to_bytes());
    let bare = desk.run("info bare.atr --json").succeeded().json();
    assert_eq!(bare.get("files"), None);
}
