//! The keyboard: K:, the modes of its keys, repetition.

use super::computer::*;
use front800::chips::pokey::Keyboard;
use front800::harness::script::{HEADER, Script};
use front800::harness::session::Session;

const BRKKEY: u16 = 0x11;
const SHFLOK: u16 = 0x02BE;
const INVFLG: u16 = 0x02B6;
const CH: u16 = 0x02FC;
const SSFLAG: u16 = 0x02FF;

const CAPS: u8 = 0x3C;
const INVERSE: u8 = 0x27;

/// What K: gives for a key code as if just pressed; `None` if it goes on waiting.
fn character(computer: &mut Computer, code: u8) -> Option<u8> {
    let mut trial = Computer { machine: computer.machine.clone() };
    trial.poke(CH, code);
    trial.poke_all(0x0600, &[0x20, 0x56, 0xE4, 0x4C, 0x03, 0x06]); // JSR CIOV, JMP *
    trial.enter(0x0600, 0, 0x10, 0);
    trial.frames(4);
    let cpu = trial.machine.cpu();
    (cpu.pc == 0x0603).then_some(cpu.a)
}

/// K: open on IOCB 1, set to get one byte.
fn keyboard_open() -> Computer {
    let mut computer = Computer::started();
    assert_eq!(computer.open(1, "K:", [4, 0]).y, 1);
    computer.poke(IOCB + 0x12, 7);
    computer.poke_word(IOCB + 0x18, 0);
    computer
}

/// The characters of the key codes, in rows of eight: plain, with SHIFT, with CTRL. `·` stands for
/// none.
const CHARACTERS: [&str; 24] = [
    "lj;··k+*",
    "o·pu\u{9B}i-=",
    "v·c··bxz",
    "4·36\x1B521",
    ", .n·m/·",
    "r·ey\x7Ftwq",
    "9·07\x7E8<>",
    "fhd··gsa",
    "LJ:··K\\^",
    "O·PU\u{9B}I_|",
    "V·C··BXZ",
    "$·#&\x1B%\"!",
    "[ ]N·M?·",
    "R·EY\u{9F}TWQ",
    "(·)'\u{9C}@\x7D\u{9D}",
    "FHD··GSA",
    "\x0C\x0A\x7B··\x0B\x1E\x1F",
    "\x0F·\x10\x15\u{9B}\x09\x1C\x1D",
    "\x16·\x03··\x02\x18\x1A",
    "····\x1B·\u{FD}·",
    "\0 \x60\x0E·\x0D··",
    "\x12·\x05\x19\u{9E}\x14\x17\x11",
    "····\u{FE}·\x7D\u{FF}",
    "\x06\x08\x04··\x07\x13\x01",
];
const END_OF_FILE: u8 = 0x9A;

#[test]
fn every_key_code_gives_its_character_or_none() {
    let mut computer = keyboard_open();
    computer.poke(SHFLOK, 0);
    let characters: Vec<char> = CHARACTERS.iter().flat_map(|row| row.chars()).collect();
    assert_eq!(characters.len(), 0xC0);
    for code in (0..=0xFE).filter(|&code| code != END_OF_FILE) {
        let expected = characters.get(usize::from(code)).filter(|&&expected| expected != '·');
        let expected = expected.map(|&expected| expected as u32 as u8);
        assert_eq!(character(&mut computer, code), expected, "code ${code:02X}");
    }
}

#[test]
fn letters_follow_the_lock() {
    let mut computer = keyboard_open();
    assert_eq!(computer.peek(SHFLOK), 0x40);
    assert_eq!(character(&mut computer, key('a')), Some(b'A'));
    assert_eq!(character(&mut computer, key('1')), Some(b'1'));
    computer.poke(SHFLOK, 0x80);
    assert_eq!(character(&mut computer, key('a')), Some(1));
    computer.poke(SHFLOK, 0);
    computer.poke(INVFLG, 0x80);
    assert_eq!(character(&mut computer, key('a')), Some(b'a' | 0x80));
    assert_eq!(character(&mut computer, key(',') | 0x80), Some(0x80));
    assert_eq!(character(&mut computer, key('\n')), Some(0x9B));
    assert_eq!(character(&mut computer, 0x34), Some(0x7E), "backspace has no inverse");
}

#[test]
fn mode_keys_switch_lock_and_inverse() {
    let mut computer = Computer::started();
    for (shift, ctrl, lock) in [(false, false, 0), (true, false, 0x40), (false, true, 0x80)] {
        computer.press(CAPS, shift, ctrl);
        assert_eq!(computer.peek(SHFLOK), lock);
    }
    computer.press(INVERSE, false, false);
    assert_eq!(computer.peek(INVFLG), 0x80);
    computer.press(INVERSE, false, false);
    assert_eq!(computer.peek(INVFLG), 0);
}

#[test]
fn the_end_of_file_key_and_break_end_the_waiting() {
    let mut computer = keyboard_open();
    computer.poke(CH, END_OF_FILE);
    let returned = computer.call(CIOV, 0, 0x10, 0);
    assert_eq!((returned.y, returned.negative), (0x88, true));
    computer.poke(BRKKEY, 0);
    let returned = computer.call(CIOV, 0, 0x10, 0);
    assert_eq!(returned.y, 0x80);
    assert_eq!(computer.peek(BRKKEY), 0xFF, "reported once");
}

#[test]
fn a_forced_read_needs_no_key() {
    let mut computer = Computer::started();
    computer.open(1, "K:", [5, 0]);
    computer.poke(IOCB + 0x12, 7);
    computer.poke_word(IOCB + 0x18, 0);
    let returned = computer.call(CIOV, 0, 0x10, 0);
    assert_eq!((returned.a, returned.y), (EOL, 1));
}

#[test]
fn nothing_can_be_put_to_the_keyboard() {
    let mut computer = Computer::started();
    computer.open(1, "K:", [12, 0]);
    assert_eq!(computer.put(1, b"A").y, 0x92);
}

#[test]
fn typing_appears_on_the_screen_and_return_goes_to_the_next_line() {
    let mut computer = Computer::started();
    computer.keys("hello world\n1941");
    let rows = computer.rows();
    assert_eq!(rows[1..4], ["  HELLO WORLD", "  1941", ""]);
    assert_eq!(computer.bytes(ROWCRS, 2), [2, 6]);
}

#[test]
fn a_key_held_repeats_after_48_frames_and_then_every_six() {
    let mut computer = Computer::started();
    let typed = |computer: &mut Computer| computer.peek(COLCRS) - 2;
    computer.machine.set_keyboard(Keyboard { down: 1 << key('a'), ..Keyboard::default() });
    computer.frames(47);
    assert_eq!(typed(&mut computer), 1);
    computer.frames(4);
    assert_eq!(typed(&mut computer), 2);
    computer.frames(60);
    assert!((11..=12).contains(&typed(&mut computer)), "{}", typed(&mut computer));
    computer.machine.set_keyboard(Keyboard::default());
    computer.frames(2);
    let stopped = typed(&mut computer);
    computer.frames(60);
    assert_eq!(typed(&mut computer), stopped);
}

#[test]
fn the_same_key_is_taken_twice_when_it_was_up_long_enough() {
    let mut computer = Computer::started();
    computer.keys("aab");
    assert_eq!(computer.rows()[1], "  AAB");
}

#[test]
fn control_1_stops_the_output_until_it_comes_again() {
    let mut computer = Computer::started();
    computer.press(key('1'), false, true);
    assert_eq!(computer.peek(SSFLAG), 0xFF);
    computer.keys("a");
    assert_eq!(computer.rows()[1], "");
    computer.press(key('1'), false, true);
    assert_eq!(computer.peek(SSFLAG), 0);
    assert_eq!(computer.rows()[1], "  A");
}

#[test]
fn break_in_the_memo_pad_changes_nothing() {
    let mut computer = Computer::started();
    computer.keys("ab");
    computer.machine.set_keyboard(Keyboard { brk: true, ..Keyboard::default() });
    computer.frames(3);
    computer.machine.set_keyboard(Keyboard::default());
    computer.frames(3);
    computer.keys("c");
    assert_eq!(computer.rows()[1], "  ABC");
}

/// Each key is taken once, also where the same one comes twice.
#[test]
fn a_script_types_a_text() {
    let computer = Computer::started();
    let script = Script::parse(&format!("{HEADER}\n0 type \"Hello, \\\"800\\\"!\\nABBA\"\n")).unwrap();
    let frames = script.last_frame() + 8;
    let mut session = Session::new(computer.machine, script);
    (0..frames).for_each(|_| _ = session.frame());
    let mut computer = Computer { machine: session.into_machine() };
    assert_eq!(computer.rows()[1..3], ["  HELLO, \"800\"!", "  ABBA"]);
}

/// The bell rings in column 113 of each line of three rows, while the next keys come.
#[test]
fn a_script_types_long_lines_through_the_bell() {
    let script_of = |text: &str| Script::parse(&format!("{HEADER}\n0 type \"{text}\"\n")).unwrap();
    let text: String = "ABCDEFGHIJ".chars().cycle().take(3 * 114).collect();
    for (keys, more) in [(107, 0), (108, 8), (114 + 107, 8), (114 + 108, 16)] {
        assert_eq!(script_of(&text[..keys]).last_frame(), 8 * (keys as u64 - 1) + 4 + more, "{keys} keys");
    }
    // A tab leads from the left margin to column 7.
    for (keys, more) in [(102, 0), (103, 8)] {
        let script = script_of(&format!("\\t{}", &text[..keys]));
        assert_eq!(script.last_frame(), 8 * keys as u64 + 4 + more, "a tab and {keys} keys");
    }
    let (line, next) = (&text[..110], &text[..113]);
    assert_eq!(script_of(&format!("{line}\\n{next}")).last_frame(), 8 * (110 + 113) + 4 + 16);

    let script = script_of(&text);
    let frames = script.last_frame() + 8;
    let mut session = Session::new(Computer::started().machine, script);
    (0..frames).for_each(|_| _ = session.frame());
    let mut computer = Computer { machine: session.into_machine() };
    let rows: Vec<String> = (0..9).map(|row| format!("  {}", &text[38 * row..38 * (row + 1)])).collect();
    assert_eq!(computer.rows()[1..10], rows);
}
