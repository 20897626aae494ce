//! Binary-load files: what they may hold, and what a program finds when it starts.

use std::time::Instant;

use super::os::computer::{Computer, config};
use front800::machine::{Config, LoadNote};
use front800::media::cart::{Cart, CartKind};
use front800::media::xex::{Segment, Warning, Xex};

/// Where these programs keep what they found.
const FOUND: u16 = 0x0680;
const RUNAD: u16 = 0x02E0;
const INITAD: u16 = 0x02E2;

fn segment(start: u16, bytes: &[u8]) -> Segment {
    Segment { start, bytes: bytes.to_vec() }
}

fn vector(at: u16, address: u16) -> Segment {
    segment(at, &address.to_le_bytes())
}

/// Code at `start` that stores P, A, X, Y and S at `into`, and then `end`.
fn reporter(start: u16, into: u16, end: &[u8]) -> Segment {
    let store = |opcode: u8, offset: u16| {
        let [low, high] = (into + offset).to_le_bytes();
        [opcode, low, high]
    };
    let mut code = vec![0x08];
    code.extend(store(0x8D, 1)); // STA
    code.extend(store(0x8E, 2)); // STX
    code.extend(store(0x8C, 3)); // STY
    code.push(0x68);
    code.extend(store(0x8D, 0));
    code.push(0xBA);
    code.extend(store(0x8E, 4));
    code.extend(end);
    segment(start, &code)
}

/// A machine that has loaded these segments, or is about to after `frames`.
fn loaded(segments: Vec<Segment>, frames: u32) -> Computer {
    loaded_into(&config(), segments, frames)
}

fn loaded_into(config: &Config, segments: Vec<Segment>, frames: u32) -> Computer {
    let mut computer = Computer::switched_on(config);
    computer.machine.load_program(Xex { segments });
    computer.frames(frames);
    computer
}

/// JMP to itself at this address.
fn stay(at: u16) -> [u8; 3] {
    [0x4C, at as u8, (at >> 8) as u8]
}

const LONG: u32 = 150;

#[test]
fn a_program_starts_with_the_registers_that_a_dos_leaves() {
    let run = reporter(0x3000, FOUND, &stay(0x3012));
    let mut computer = loaded(vec![run, vector(RUNAD, 0x3000)], LONG);
    let found = computer.bytes(FOUND, 5);
    assert_eq!(found, [0x33, 0x00, 0x20, 0x03, 0xFD], "P (with B, as pushed), A, X, Y, S");
    assert_eq!(computer.machine.cpu().pc, 0x3012);
}

#[test]
fn a_program_finds_the_machine_as_the_os_starts_it() {
    let mut computer = loaded(vec![segment(0x3000, &stay(0x3000))], LONG);
    assert_eq!(computer.machine.cpu().pc, 0x3000);
    assert_eq!(computer.peek(0x09) & 1, 1, "BOOT?");
    assert_eq!(computer.peek(0x0244), 0, "COLDST");
    assert_eq!(computer.peek(0x30), 1, "STATUS");
    assert_eq!(computer.peek(0x42), 0, "CRITIC");
    assert_eq!(computer.word(0x0C), 0xE4C0, "DOSINI leads to an RTS");
    assert_eq!(computer.peek(0xE4C0), 0x60);
    assert_eq!(computer.word(0x0A), 0xE471, "DOSVEC");
    assert_eq!(computer.word(0x02E7), 0x0700, "MEMLO");
    assert_eq!(computer.bytes(0x0300, 4), [0x31, 1, 0x52, 1], "the device control block of a read");
    assert_ne!(computer.peek(0x0340), 0xFF, "E: is open on IOCB 0");
    assert_eq!(computer.peek(0x57), 0, "GRAPHICS 0");
    let clock = computer.peek(0x14);
    computer.frames(3);
    assert_eq!(computer.peek(0x14), clock.wrapping_add(3), "vertical blanks go on");
}

#[test]
fn without_a_run_address_the_first_segment_runs() {
    let second = segment(0x4000, &[0xEE, FOUND as u8, 6, 0x60]);
    let mut computer = loaded(vec![segment(0x3000, &stay(0x3000)), second], LONG);
    assert_eq!(computer.machine.cpu().pc, 0x3000);
    assert_eq!(computer.word(RUNAD), 0x3000);
}

/// What a file says of its addresses is what the machine makes of them.
#[test]
fn half_an_address_leaves_the_other_half_as_the_loader_has_put_it() {
    let (code, last) = (segment(0x3000, &[0xEA, 0x4C, 0x00, 0x30]), segment(INITAD + 1, &[0x31]));
    let init = segment(0x31C0, &[0xEE, 0x80, 0x06, 0x60]);
    let file = Xex { segments: vec![code, init, segment(FOUND, &[0]), last, segment(RUNAD, &[1])] };
    assert_eq!(file.init_addresses(), [(4, 0x31C0)]);
    assert_eq!(file.run_address(), Some(0x3001));
    let mut computer = loaded(file.segments, LONG);
    assert_eq!(computer.word(RUNAD), 0x3001);
    assert_eq!(computer.peek(FOUND), 1);
    let none =
        Xex { segments: vec![vector(INITAD, 0x3000), vector(INITAD, 0xE4C0), segment(0x3000, &[0x60])] };
    assert_eq!(none.init_addresses(), [(1, 0x3000)], "an RTS is called in vain");
}

#[test]
fn init_routines_run_between_the_segments_that_set_them() {
    // The routine counts, and notes the byte that the segment after it brings.
    let init = segment(0x3000, &[0xEE, 0x80, 0x06, 0xAD, 0x00, 0x40, 0x8D, 0x81, 0x06, 0x60]);
    let segments = vec![
        segment(FOUND, &[0, 0]),
        segment(0x4000, &[1]),
        init,
        vector(INITAD, 0x3000),
        segment(0x4000, &[2]),
        segment(0x5000, &stay(0x5000)),
        vector(RUNAD, 0x5000),
    ];
    let mut computer = loaded(segments, LONG);
    assert_eq!(computer.bytes(FOUND, 2), [1, 1], "once, before the next segment");
    assert_eq!(computer.peek(0x4000), 2);
    assert_eq!(computer.machine.cpu().pc, 0x5000);
}

#[test]
fn an_init_routine_set_twice_runs_twice_and_half_an_address_is_enough() {
    let init = segment(0x3000, &[0xEE, 0x80, 0x06, 0x60]);
    let near_rts = segment(0x30C0, &[0xEE, 0x81, 0x06, 0x60]);
    let segments = vec![
        segment(FOUND, &[0, 0]),
        init,
        near_rts,
        vector(INITAD, 0x3000),
        vector(INITAD, 0x3000),
        // The low byte stays that of the RTS at $E4C0.
        segment(INITAD + 1, &[0x30]),
        segment(0x5000, &stay(0x5000)),
        vector(RUNAD, 0x5000),
    ];
    let mut computer = loaded(segments, LONG);
    assert_eq!(computer.bytes(FOUND, 2), [2, 1]);
    assert_eq!(computer.machine.cpu().pc, 0x5000);
}

#[test]
fn an_init_routine_starts_with_the_registers_of_a_read_and_knows_the_end_of_the_file() {
    let segments = vec![
        segment(0x5000, &stay(0x5000)),
        reporter(0x3000, FOUND, &[0x60]),
        reporter(0x3100, FOUND + 5, &[0x78, 0x60]),
        reporter(0x3200, FOUND + 10, &[0x58, 0x60]),
        vector(INITAD, 0x3000),
        vector(INITAD, 0x3100),
        vector(INITAD, 0x3200),
    ];
    let mut computer = loaded(segments, LONG);
    assert_eq!(computer.bytes(FOUND, 5), [0x31, 0x00, 0x10, 0x01, 0xFD]);
    assert_eq!(computer.bytes(FOUND + 5, 5), [0x31, 0x00, 0x10, 0x01, 0xFD]);
    assert_eq!(
        computer.bytes(FOUND + 10, 5),
        [0x35, 0x00, 0x10, 0x03, 0xFD],
        "last, interrupts as they were left"
    );
    assert_eq!(computer.machine.take_load_notes(), [LoadNote::InterruptsOff(0x3100)]);
    assert!(computer.machine.take_load_notes().is_empty());
}

#[test]
fn an_init_routine_may_change_the_machine_and_take_its_time() {
    // Waits for sixty frames, then the rest is loaded.
    let wait = [0xA9, 60, 0x85, 0x80, 0xA5, 0x14, 0xC5, 0x14, 0xF0, 0xFC, 0xC6, 0x80, 0xD0, 0xF6, 0x60];
    let segments = vec![
        segment(0x5000, &[0]),
        segment(0x3000, &wait),
        vector(INITAD, 0x3000),
        segment(0x5000, &stay(0x5000)),
        vector(RUNAD, 0x5000),
    ];
    let mut computer = loaded(segments, 60);
    assert_eq!(computer.peek(0x5000), 0);
    computer.frames(100);
    assert_eq!(computer.machine.cpu().pc, 0x5000);
}

#[test]
fn an_init_routine_that_never_returns_goes_on() {
    let segments = vec![
        segment(0x3000, &[0xE6, 0x80, 0x4C, 0x00, 0x30]),
        vector(INITAD, 0x3000),
        segment(FOUND, &[0x77]),
    ];
    let mut computer = loaded(segments, LONG);
    let before = computer.peek(0x80);
    assert_ne!(computer.peek(FOUND), 0x77);
    computer.frames(1);
    assert_ne!(computer.peek(0x80), before);
}

#[test]
fn an_init_routine_that_calls_the_disk_comes_back_to_itself() {
    let segments = vec![
        segment(0x3000, &[0x20, 0x53, 0xE4, 0xA9, 0x5A, 0x8D, FOUND as u8, 0x06, 0x60]),
        vector(INITAD, 0x3000),
        segment(0x5000, &stay(0x5000)),
        vector(RUNAD, 0x5000),
    ];
    // As long as the longest wait for a drive that is not there.
    let mut computer = loaded(segments, LONG);
    for _ in 0..3000 {
        if computer.machine.cpu().pc == 0x5000 {
            break;
        }
        computer.frames(1);
    }
    assert_eq!((computer.peek(FOUND), computer.machine.cpu().pc), (0x5A, 0x5000));
}

#[test]
fn a_return_leads_to_the_memo_pad_and_so_does_an_init_that_goes_to_dos() {
    for segments in [
        vec![segment(0x3000, &[0x60])],
        vec![segment(0x3000, &[0x6C, 0x0A, 0x00]), vector(INITAD, 0x3000), segment(FOUND, &[1])],
    ] {
        let mut computer = loaded(segments, LONG);
        assert_eq!(computer.rows()[0], "  FRONT800 OS 1.0   MEMO PAD");
        assert_ne!(computer.peek(FOUND), 1);
    }
}

#[test]
fn bytes_go_where_the_cpu_would_put_them() {
    let kind = CartKind::by_id(33).unwrap();
    let cartridge = Some(Cart { kind, rom: vec![0xFF; kind.size()] });
    let config = Config { cartridge, ..config() };
    let segments = vec![
        segment(0xA000, &[1]),
        segment(0xD500, &[0x80]),
        segment(0xA000, &[2]),
        segment(0xE000, &[3]),
        segment(0x00F0, &[4]),
        segment(0x3000, &stay(0x3000)),
        vector(RUNAD, 0x3000),
    ];
    let character = Computer::started().peek(0xE000);
    let mut computer = loaded_into(&config, segments, LONG);
    assert_eq!(computer.peek(0xA000), 2, "RAM after the cartridge was switched off");
    assert_eq!(computer.peek(0xE000), character, "ROM is not written");
    assert_eq!(computer.peek(0x00F0), 4);
    assert_eq!(computer.machine.cpu().pc, 0x3000);
}

#[test]
fn switching_off_and_on_loads_the_program_again() {
    let mut computer = loaded(vec![segment(0x3000, &stay(0x3000))], LONG);
    computer.machine.power_cycle();
    assert_ne!(computer.machine.cpu().pc, 0x3000);
    computer.frames(LONG);
    assert_eq!(computer.machine.cpu().pc, 0x3000);
}

#[test]
fn a_state_saved_while_loading_goes_on_loading() {
    let wait = [0xA5, 0x14, 0xC5, 0x14, 0xF0, 0xFC, 0xE8, 0xD0, 0xF7, 0x60];
    let segments = vec![
        segment(0x3000, &wait),
        vector(INITAD, 0x3000),
        segment(0x5000, &stay(0x5000)),
        vector(RUNAD, 0x5000),
    ];
    let mut computer = loaded(segments.clone(), 60);
    let state = computer.machine.save();
    let mut other = loaded(segments, 0);
    other.machine.load(&state).unwrap();
    for machine in [&mut computer, &mut other] {
        machine.frames(400);
        assert_eq!(machine.machine.cpu().pc, 0x5000);
    }
    assert_eq!(computer.machine.hash(), other.machine.hash());
}

fn parse(bytes: &[u8]) -> (Vec<Segment>, Vec<Warning>) {
    let (xex, warnings) = Xex::parse(bytes).unwrap();
    (xex.segments, warnings)
}

#[test]
fn signatures_may_repeat_and_stand_before_any_segment() {
    let file = [
        0xFF, 0xFF, 0xFF, 0xFF, 0, 0x20, 1, 0x20, 1, 2, 0xFF, 0xFF, 0, 0x30, 0, 0x30, 3, 0, 0x40, 0, 0x40, 4,
    ];
    let expected = vec![segment(0x2000, &[1, 2]), segment(0x3000, &[3]), segment(0x4000, &[4])];
    assert_eq!(parse(&file), (expected, vec![]));
}

#[test]
fn a_truncated_last_segment_loads_what_is_there() {
    let (segments, warnings) = parse(&[0xFF, 0xFF, 0, 0x20, 9, 0x20, 1, 2]);
    assert_eq!(segments, [segment(0x2000, &[1, 2])]);
    assert_eq!(warnings, [Warning::Truncated { start: 0x2000, missing: 8 }]);
    let (segments, warnings) = parse(&[0xFF, 0xFF, 0, 0x20, 0, 0x20, 1, 0, 0x30, 0xFF, 0x30]);
    assert_eq!(segments.len(), 1, "a header and no byte");
    assert_eq!(warnings, [Warning::Truncated { start: 0x3000, missing: 256 }]);
}

#[test]
fn an_end_below_its_start_ends_the_loading() {
    let (segments, warnings) = parse(&[0xFF, 0xFF, 0, 0x20, 0, 0x20, 1, 0, 0x30, 0xFF, 0x2F, 1, 2, 3]);
    assert_eq!(segments, [segment(0x2000, &[1])]);
    assert_eq!(warnings, [Warning::EndBelowStart { offset: 7, start: 0x3000, end: 0x2FFF }]);
}

#[test]
fn padding_and_crumbs_are_told_and_not_loaded() {
    let mut file = vec![0xFF, 0xFF, 0, 0x20, 0, 0x20, 1];
    file.resize(128, 0);
    let (segments, warnings) = parse(&file);
    assert_eq!(segments, [segment(0x2000, &[1])]);
    assert_eq!(warnings, [Warning::TrailingBytes { offset: 7, count: 121 }]);
    let (_, warnings) = parse(&[0xFF, 0xFF, 0, 0x20, 0, 0x20, 1, 0x1A, 0x1A, 0x1A]);
    assert_eq!(warnings, [Warning::TrailingBytes { offset: 7, count: 3 }]);
    assert_eq!(parse(&[0xFF, 0xFF]).1, [Warning::Empty]);
}

#[test]
fn a_segment_may_end_with_the_address_space_and_a_file_may_be_long() {
    let mut file = vec![0xFF, 0xFF, 0xFE, 0xFF, 0xFE, 0xFF, 7];
    for n in 0..200_000u32 {
        file.extend([0, 0, 0, 0, u8::from(n == 199_999)]);
    }
    let begun = Instant::now();
    let (segments, warnings) = parse(&file);
    assert_eq!((segments.len(), warnings), (200_001, vec![]));
    assert_eq!(segments[0], segment(0xFFFE, &[7]));
    assert!(begun.elapsed().as_secs() < 5, "a long file takes long");
}

#[test]
fn other_files_are_refused_with_what_they_are() {
    for (bytes, said) in [
        (&b""[..], "is empty"),
        (b"Hello, this is a text", "is text and begins with `Hello, this is a text`"),
        (b"MZ\x90\0\x03\0", "is a program for DOS or Windows"),
        (b"\xFE\xFF\x01\0", "is a relocatable program of SpartaDOS X"),
        (b"PK\x03\x04", "is an archive (zip)"),
        (b"\x12\x34", "begins with $12 $34"),
    ] {
        let error = Xex::parse(bytes).unwrap_err().to_string();
        assert!(error.contains(said) && error.contains("$FF $FF"), "{error}");
    }
}

/// A left cartridge with a memory for BASIC's flags: the disk is booted before it starts.
#[test]
fn a_program_loads_beside_a_cartridge_that_boots_the_disk() {
    let mut rom = vec![0x60; 0x2000];
    rom[..3].copy_from_slice(&[0x4C, 0x00, 0xA0]);
    rom[0x1FFA..].copy_from_slice(&[0x00, 0xA0, 0, 5, 0x10, 0xA0]);
    let cartridge = Some(Cart { kind: CartKind::STANDARD_8K, rom });
    let mut computer =
        loaded_into(&Config { cartridge, ..config() }, vec![segment(0x3000, &stay(0x3000))], LONG);
    assert_eq!(computer.machine.cpu().pc, 0x3000);
    assert_eq!(computer.peek(0x06), 1, "TRAMSZ: the cartridge is there");
}
