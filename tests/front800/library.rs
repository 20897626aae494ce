//! `asm/lib`, as a small program carries it: input, numbers, random bytes, sound.

use std::path::Path;

use super::os::computer::config;
use front800::assembler::{self, Format, Options, Output};
use front800::harness::script::Script;
use front800::harness::session::{Limits, Session, Unobserved};
use front800::host::sources::SourceFiles;
use front800::machine::{Config, Machine, Video};
use front800::media::xex::Xex;

/// The frame from which the program takes events.
const READY: u64 = 200;

const START: u8 = 8;
const SELECT: u8 = 9;
const KEYS: u8 = 4;

fn program() -> Output {
    let main = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/front800/library/program.asm");
    let library = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/asm/lib"));
    let files = SourceFiles::new(Path::new(main), [library], |_| String::new());
    let assembly = assembler::assemble(&files, main, &Options::default());
    let rendered = assembler::render(&assembly.diagnostics, Format::Human { color: false });
    assembly.output.unwrap_or_else(|| panic!("{rendered}"))
}

struct Played {
    machine: Machine,
    output: Output,
}

impl Played {
    /// The program after `frames`, with this input; it takes events from frame READY on.
    fn with(video: Video, input: &str, frames: u64) -> Played {
        let output = program();
        let (xex, _) = Xex::parse(&output.xex()).unwrap();
        let mut machine = Machine::new(&Config { video, ..config() });
        machine.load_program(xex);
        let script = Script::parse(&format!("# front800 input 1\n{input}")).unwrap();
        let mut session = Session::new(machine, script);
        session.run(&Limits::frames(READY), &mut Unobserved);
        let mut played = Played { machine: Machine::new(&config()), output };
        let action = played.label("action");
        session.machine_mut().poke(action, 1);
        session.run(&Limits::frames(frames - READY), &mut Unobserved);
        played.machine = session.into_machine();
        played
    }

    fn after(input: &str) -> Played {
        Played::with(Video::Ntsc, input, 2 * READY)
    }

    fn label(&self, name: &str) -> u16 {
        self.output.symbol(name).and_then(|value| u16::try_from(value).ok()).expect(name)
    }

    fn bytes(&mut self, name: &str, count: u16) -> Vec<u8> {
        let at = self.label(name);
        (at..at + count).map(|address| self.machine.peek(address)).collect()
    }

    /// Events with who caused them.
    fn events(&mut self) -> Vec<(u8, u8)> {
        let count = u16::from(self.bytes("seen", 1)[0]);
        self.bytes("events", count).into_iter().zip(self.bytes("sources", count)).collect()
    }
}

#[test]
fn a_tap_of_a_stick_is_one_event_and_a_held_one_repeats_after_half_a_second() {
    assert_eq!(Played::after("220 stick0 right\n221 stick0 center").events(), [(4, 0)]);
    assert_eq!(Played::after("220 stick3 up\n249 stick3 center").events(), [(1, 3)]);
    assert_eq!(Played::after("220 stick2 left\n257 stick2 center").events(), [(3, 2); 3]);
}

#[test]
fn half_a_second_is_shorter_in_frames_with_pal() {
    let held = "220 stick0 down\n248 stick0 center";
    assert_eq!(Played::with(Video::Pal, held, 300).events(), [(2, 0); 2]);
}

#[test]
fn a_button_is_noted_when_it_goes_down_and_when_it_comes_up() {
    let events = Played::after("220 stick1 up fire\n230 stick1 center").events();
    assert_eq!(events, [(5, 1), (1, 1), (6, 1)]);
}

#[test]
fn a_stick_between_two_ways_moves_nothing() {
    let mut played = Played::after("220 stick0 up right\n300 stick0 center");
    assert_eq!(played.events(), []);
}

#[test]
fn keys_are_letters_or_the_stick_and_its_button() {
    let keys = [
        ("M", b'M'),
        ("5", b'5'),
        ("SPACE", b' '),
        ("-", 1),
        ("=", 2),
        ("+", 3),
        ("CTRL+*", 4),
        ("RETURN", 5),
        ("BACKSPACE", 11),
        ("ESC", 12),
        ("TAB", 7),
    ];
    for (key, event) in keys {
        let mut played = Played::after(&format!("220 key {key}\n224 key none"));
        assert_eq!(played.events(), [(event, KEYS)], "{key}");
    }
}

#[test]
fn console_keys_count_when_they_go_down() {
    let events = Played::after("220 console start\n240 console start select\n260 console none").events();
    assert_eq!(events, [(START, KEYS), (SELECT, KEYS)]);
}

#[test]
fn what_comes_while_the_program_is_busy_is_kept_in_order_up_to_seven() {
    let taps: String =
        (0..10).map(|n| format!("{} console select\n{} console none\n", 150 + 4 * n, 152 + 4 * n)).collect();
    let mut played = Played::after(&format!("140 stick0 up\n142 stick0 center\n{taps}"));
    let mut expected = vec![(SELECT, KEYS); 7];
    expected[0] = (1, 0);
    assert_eq!(played.events(), expected);
}

#[test]
fn an_event_is_read_before_its_place_is_free() {
    let mut played = Played::after("");
    let [tail, head, events, sources, seen] =
        ["input_tail", "input_head", "input_events", "input_sources", "seen"].map(|name| played.label(name));
    let machine = &mut played.machine;
    let place = machine.peek(tail);
    assert_eq!(machine.peek(head), place, "no event is waiting");
    machine.poke(events + u16::from(place), START);
    machine.poke(sources + u16::from(place), KEYS);
    machine.poke(head, (place + 1) & 7);
    while machine.peek(tail) == place {
        machine.step();
    }
    // What the vertical blank routine may do now, with seven waiting.
    machine.poke(events + u16::from(place), SELECT);
    machine.poke(sources + u16::from(place), 0);
    while machine.peek(seen) == 0 {
        machine.step();
    }
    assert_eq!(played.events(), [(START, KEYS)]);
}

#[test]
fn the_taught_stream_is_that_of_the_specification() {
    // [spec: companions 4]: seed 1.
    assert_eq!(Played::after("").bytes("bytes", 8), [198, 126, 129, 107, 75, 251, 226, 251]);
}

#[test]
fn numbers_stand_at_the_right_with_blanks_before_them() {
    let mut played = Played::after("");
    let digits =
        |text: &str| -> Vec<u8> { text.bytes().map(|c| if c == b' ' { 0 } else { c - 0x20 }).collect() };
    assert_eq!(played.bytes("words", 8), [0x37, 0x6F, 0x72, 0x64, 0x73, 0, 0, 0], "Words");
    assert_eq!(played.bytes("words", 22)[8..], digits("  7 255 40   0"));
}

#[test]
fn two_random_bytes_lie_at_least_32_cycles_apart() {
    let output = program();
    let at = |name: &str| output.symbol(name).and_then(|value| u16::try_from(value).ok()).unwrap();
    // JSR random_byte twice, from page 6.
    let [low, high] = at("random_byte").to_le_bytes();
    let mut machine = Machine::new(&config());
    let (xex, _) = Xex::parse(&output.xex()).unwrap();
    machine.load_program(xex);
    for _ in 0..READY {
        machine.run_frame();
    }
    machine.poke(at("teach"), 0);
    for (address, byte) in (0x0600..).zip([0x78, 0x20, low, high, 0x20, low, high, 0x4C, 0x07, 0x06]) {
        machine.poke(address, byte);
    }
    machine.cpu_mut().pc = 0x0600;
    let mut reads = Vec::new();
    let mut before = machine.random_reads();
    while reads.len() < 2 {
        machine.step();
        if machine.random_reads() != before {
            before = machine.random_reads();
            reads.push(machine.cpu_cycles());
        }
    }
    assert!(reads[1] - reads[0] >= 32, "{reads:?}");
}

/// How often a frame's samples cross their mean: a level that settles does so once.
fn crossings(samples: &[i16]) -> usize {
    let mean = samples.iter().map(|&sample| i64::from(sample)).sum::<i64>() / samples.len().max(1) as i64;
    samples.windows(2).filter(|pair| (i64::from(pair[0]) < mean) != (i64::from(pair[1]) < mean)).count()
}

#[test]
fn an_effect_is_heard_for_its_frames_and_ends_in_silence() {
    let output = program();
    let (xex, _) = Xex::parse(&output.xex()).unwrap();
    let mut machine = Machine::new(&config());
    machine.load_program(xex);
    machine.set_audio(Some(44_100));
    let busy = output.symbol("sound_busy").and_then(|value| u16::try_from(value).ok()).expect("a variable");
    let (mut begun, mut heard) = (Vec::new(), Vec::new());
    for frame in 0..READY {
        machine.run_frame();
        let mut samples = Vec::new();
        machine.take_audio(&mut samples);
        if crossings(&samples) > 10 {
            heard.push(frame);
        }
        // Memory is what it happens to be until the OS has cleared it.
        if frame > 10 && machine.peek(busy + 6) != 0 {
            begun.push(frame);
        }
    }
    // Two steps of two frames on channel 3; a register written in the vertical blank is heard in the next frame.
    assert_eq!(begun.len(), 4, "{begun:?}");
    assert!(
        heard.len() >= 4 && heard.iter().all(|&frame| frame >= begun[0] && frame <= begun[3] + 1),
        "{heard:?}"
    );
    assert_eq!(machine.peek(busy + 6), 0);
}
