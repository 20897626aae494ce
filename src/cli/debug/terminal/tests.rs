use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::front::Panel;
use super::*;
use crate::assembler::{self, MemoryFiles};
use crate::debug::budgets::Budget;
use crate::debug::cancel::CancelToken;
use crate::debug::debugger::Known;
use crate::inspect::source_lines::SourceLines;
use crate::inspect::symbols::Symbols;
use crate::machine::{Config, Machine};

/// The bare machine, with two labels.
fn front() -> Front {
    let sources = Sources::embedded();
    let mut machine = Machine::new(&Config::new(sources.os().unwrap().rom.clone()));
    machine.run_to_cycle(60 * 262 * 114);
    let pairs = [("count".to_string(), 0x0600), ("counter".to_string(), 0x0601)];
    let known = Known { symbols: Symbols::from_pairs(pairs), ..Known::default() };
    Front::new(Debugger::new(machine, known), sources, None)
}

/// The contents of a terminal of this size.
fn drawn(front: &mut Front, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw::draw(front, frame)).unwrap();
    terminal.backend().to_string()
}

fn press(front: &mut Front, code: KeyCode) {
    front.key(KeyEvent::new(code, KeyModifiers::NONE));
}

fn enter(front: &mut Front, text: &str) {
    text.chars().for_each(|c| press(front, KeyCode::Char(c)));
    press(front, KeyCode::Enter);
    while front.running.is_some() {
        front.turn();
    }
}

#[test]
fn a_run_takes_its_frames_as_the_script_does() {
    let mut front = front();
    let before = front.debugger.machine().frame_number();
    enter(&mut front, "run $10");
    assert_eq!(front.debugger.machine().frame_number(), before + 16);
    enter(&mut front, "run 0");
    assert!(drawn(&mut front, 140, 45).contains("a number from 1 on"));
}

#[test]
fn everything_is_in_sight_and_a_small_terminal_is_no_trouble() {
    let mut front = front();
    let text = drawn(&mut front, 140, 45);
    let pc = format!("pc {:04X}", front.debugger.machine().cpu().pc);
    for part in ["disassembly", "memory", "stack", "stops", "screen", "display list", "mode 2", &pc, "said"] {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
    assert!(text.contains('\u{2580}'), "no picture");
    for (width, height) in [(1, 1), (10, 3), (40, 12), (300, 100)] {
        front.help = !front.help;
        drawn(&mut front, width, height);
    }
}

#[test]
fn variables_have_types_procedures_budgets_and_a_line_its_bus() {
    let source = " org $2000\n .proc wait\n .budget 20\n rts\n .endp\n\
                  lives dta 3\nscore dta a(1000)\n .ds 1\ntable .ds 40\n\
                  .struct spot\nx .byte\ny .word\n .ends\nhome spot\n run wait\n";
    let output =
        assembler::assemble(&MemoryFiles::one("t.asm", source), "t.asm", &assembler::Options::default())
            .output
            .unwrap();
    let known = Known {
        symbols: Symbols::from_assembly(&output),
        budgets: vec![Budget { name: "wait".to_string(), start: 0x2000, cycles: 20 }],
        ..Known::default()
    };
    let machine = front().debugger.machine().clone();
    let mut front = Front::new(Debugger::new(machine, known), Sources::embedded(), None);
    front.panel = Panel::Variables;
    enter(&mut front, "set score $E8");
    enter(&mut front, "set score+1 3");
    enter(&mut front, "set lives 3");
    enter(&mut front, "set home.x 0");
    enter(&mut front, "set home.y 3");
    enter(&mut front, "set home.y+1 2");
    let text = drawn(&mut front, 160, 45);
    for part in [
        "lives              byte  03 3",
        "score              word  03E8 1000",
        "table              [40]  ",
        "home.x             byte  00 0",
        "home.y             word  0203 515",
    ] {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
    assert!(!text.contains("home "), "fields have a line each:\n{text}");
    assert!(text.contains("▌·▌"), "the line's bus is not in:\n{text}");
    enter(&mut front, "set pc $2000");
    let text = drawn(&mut front, 160, 45);
    assert!(text.contains("disassembly: wait has 20 cycles"), "{text}");
}

#[test]
fn commands_are_typed_completed_carried_out_and_found_again() {
    let mut front = front();
    enter(&mut front, "set count 7");
    assert_eq!(front.memory.age(0x0600), 0);
    enter(&mut front, "dump count 1");
    assert_eq!(front.memory.first, 0x0600);
    "print cou".chars().for_each(|c| press(&mut front, KeyCode::Char(c)));
    press(&mut front, KeyCode::Tab);
    assert_eq!(front.line.text(), "print count");
    press(&mut front, KeyCode::Tab);
    assert_eq!(front.said.last().unwrap(), "count  counter");
    press(&mut front, KeyCode::Enter);
    assert_eq!(front.said.last().unwrap(), "value: 7");
    press(&mut front, KeyCode::Up);
    assert_eq!(front.line.text(), "print count");
    front.line.set(String::new());
    let cycle = front.debugger.machine().cycle();
    press(&mut front, KeyCode::F(7));
    press(&mut front, KeyCode::F(4));
    assert_eq!(front.debugger.machine().cycle(), cycle);
    enter(&mut front, "break $E7D1 if 0");
    assert_eq!(front.said.last().unwrap(), "at $E7D1");
    enter(&mut front, "catch frame");
    enter(&mut front, "run");
    assert!(front.said.last().unwrap().contains("catch"), "{:?}", front.said);
    assert_eq!(front.stops.len(), 2);
    enter(&mut front, "stack");
    assert!(front.said.last().unwrap().starts_with("bytes: "), "{:?}", front.said);
    assert!(!front.said.iter().any(|line| line.contains("address")), "{:?}", front.said);
    enter(&mut front, "watch count");
    assert_eq!(front.said.last().unwrap(), "at $0600");
    enter(&mut front, "delete 3");
    enter(&mut front, "delete 2");
    assert_eq!(front.stops.values().collect::<Vec<_>>(), ["break $E7D1 if 0"]);
    enter(&mut front, "runn");
    assert!(front.said.last().unwrap().contains("did you mean"), "{:?}", front.said);
    enter(&mut front, "quit");
    assert!(front.over);
}

#[test]
fn with_shift_keys_go_by_lines() {
    let source = " org $2000\nmain :3 inc lives\n jsr sub\n jmp main\nsub :2 inx\n rts\nlives brk\n";
    let output =
        assembler::assemble(&MemoryFiles::one("t.asm", source), "t.asm", &assembler::Options::default())
            .output
            .unwrap();
    let known = Known {
        symbols: Symbols::from_assembly(&output),
        lines: SourceLines::from_assembly(&output),
        ..Known::default()
    };
    let mut machine = front().debugger.machine().clone();
    (0x2000u16..).zip(&output.segments[0].bytes).for_each(|(at, &byte)| machine.poke(at, byte));
    let mut front = Front::new(Debugger::new(machine, known), Sources::embedded(), None);
    enter(&mut front, "set pc main");
    for (key, line) in [(8, 3), (7, 5), (4, 3), (8, 4), (4, 3), (4, 2), (7, 3)] {
        front.key(KeyEvent::new(KeyCode::F(key), KeyModifiers::SHIFT));
        assert_eq!(front.debugger.place().map(|place| place.line), Some(line), "F{key}");
    }
}

#[test]
fn a_program_that_runs_is_stopped_by_a_key() {
    let mut front = front();
    press(&mut front, KeyCode::F(5));
    front.turn();
    front.turn();
    assert!(front.running.is_some());
    press(&mut front, KeyCode::F(7));
    assert!(front.running.is_some(), "other keys are for a program that stands still");
    press(&mut front, KeyCode::Esc);
    assert!(front.running.is_none());
}

#[test]
fn whatever_takes_long_is_called_off() {
    let mut front = front();
    // Nothing here calls or returns.
    for (n, byte) in [0x20, 0x06, 0x07, 0x4C, 0x03, 0x07, 0x4C, 0x06, 0x07].into_iter().enumerate() {
        enter(&mut front, &format!("set ${:04X} {byte}", 0x0700 + n));
    }
    enter(&mut front, "set pc $0700");
    enter(&mut front, "run 900");
    let asked = Arc::new(AtomicU32::new(0));
    let count = asked.clone();
    front.cancel = CancelToken::new(move || count.fetch_add(1, Ordering::Relaxed) >= 3);
    for command in ["set pc $0700", "break $0700 if a == 300"] {
        enter(&mut front, command);
    }
    let frame = |front: &Front| front.debugger.machine().frame_number();
    // A command that is called off leaves the machine where it was.
    for command in ["next", "out", "step 1000000", "goto 1000000000"] {
        let before = front.debugger.machine().cycle();
        asked.store(0, Ordering::Relaxed);
        enter(&mut front, command);
        assert_eq!(asked.load(Ordering::Relaxed), 4, "{command}");
        assert!(front.debugger.machine().cycle() > before && frame(&front) < 1200, "{command}");
    }
    asked.store(0, Ordering::Relaxed);
    enter(&mut front, "back 100000");
    assert_eq!(asked.load(Ordering::Relaxed), 4);
    // The search finds nothing, and the machine stays where it is.
    let before = front.debugger.machine().cycle();
    for command in ["reverse", "reader $9999"] {
        asked.store(0, Ordering::Relaxed);
        enter(&mut front, command);
        assert_eq!(asked.load(Ordering::Relaxed), 4, "{command}");
        assert_eq!(front.debugger.machine().cycle(), before, "{command}");
    }
    let text = drawn(&mut front, 140, 45);
    assert!(text.contains("called off"), "{text}");
    asked.store(0, Ordering::Relaxed);
    enter(&mut front, "run 10");
    assert_eq!(asked.load(Ordering::Relaxed), 0, "keys that are pressed during a run are read elsewhere");
}

#[test]
fn a_narrow_terminal_shows_the_instructions_and_how_often_a_stop_was_reached() {
    let mut front = front();
    enter(&mut front, "catch frame");
    enter(&mut front, "run");
    press(&mut front, KeyCode::F(2));
    let pc = front.debugger.machine().cpu().pc;
    let text = crate::debug::listing::instruction(&front.debugger, pc).text;
    let shown = drawn(&mut front, 80, 24);
    assert!(shown.contains(&text), "{text} in\n{shown}");
    assert!(drawn(&mut front, 140, 45).contains("(once)"));
    press(&mut front, KeyCode::F(1));
    assert!(drawn(&mut front, 140, 45).contains("F7, F8 the same"));
}
