//! The whole program on the machine: picture, interrupt timing, RESET.

use front800::machine::{Console, LINE_CYCLES};
use front800::titles::rasputitsa::{Direction, Rules};

use super::play::Play;

#[test]
fn the_screen_has_its_strips_and_the_cursor() {
    let play = Play::new(48);
    for (line, colour) in [(20, 0xB0), (41, 0x1A), (120, 0x10), (203, 0x8A), (230, 0xD4)] {
        assert_eq!(play.pixel(0x28, line), colour, "line {line}");
    }
    // Border left of the map; the cursor over it.
    assert_eq!(play.pixel(0x32, 120), 0x0C);
    assert_eq!(play.pixel(92, 2 * 51 + 1), 0x58);
    // Text window, message line.
    assert_eq!(play.pixel(0x30, 195), 0x22);
    assert_eq!(play.pixel(0x30, 203), 0x22);
    assert_eq!(play.pixel(0x30, 214), 0x3A);
}

#[test]
fn attract_mode_dims_the_title_but_nobody_who_thinks() {
    const ATRACT: u16 = 0x4D;
    let mut play = Play::loaded(Rules::Corrected, 48, 0);
    play.machine.poke(ATRACT, 0x80);
    play.frames(3);
    let strips = [20, 90, 200, 212, 230];
    assert!(strips.iter().all(|&line| play.pixel(0x2E, line) & 0x08 == 0), "no bright luminance");
    play.begin();
    play.machine.poke(ATRACT, 0x80);
    play.frames(3);
    assert_eq!((play.pixel(0x28, 41), play.pixel(0x28, 203)), (0x1A, 0x8A));
}

#[test]
fn it_runs_in_32_kilobytes() {
    Play::new(32);
}

#[test]
fn every_corner_ends_in_the_white_border() {
    let mut play = Play::new(48);
    for (stick, corner) in [("rd", (0, 504)), ("ru", (0, 2)), ("lu", (224, 2)), ("ld", (224, 504))] {
        play.stick(stick);
        play.frames(700);
        play.stick("");
        play.frames(2);
        let window = play.state().window;
        assert_eq!((window.view_x, window.view_y), corner);
        let (side, other) = if stick.contains('l') { (0x2D, 0x31) } else { (0xCF, 0xCB) };
        for line in (46..188).step_by(7) {
            assert_eq!(
                (play.pixel(side, line), play.pixel(other, line)),
                (0x0C, 0x0C),
                "{stick}, line {line}"
            );
        }
        let line = if stick.contains('u') { 45 } else { 187 };
        for clock in (0x2D..0xCF).step_by(5) {
            assert_eq!(play.pixel(clock, line), 0x0C, "{stick}, clock {clock}");
        }
    }
}

/// A store to a chip register by a display list interrupt.
pub struct Store {
    pc: u16,
    register: u16,
    cycle: u32,
}

/// Runs some frames by single steps and collects the stores of the display list interrupts, and
/// the longest vertical blank in machine cycles.
pub fn watch(play: &mut Play, frames: u64, stores: &mut Vec<Store>, longest: &mut u64) {
    let handlers = play.entry.dli[0]..play.at("dli_end");
    let end = play.machine.frame_number() + frames;
    let mut began = None;
    while play.machine.frame_number() < end {
        let pc = play.machine.cpu().pc;
        if pc == play.entry.vbi_start {
            began = Some(play.machine.cycle());
        } else if pc == play.entry.vbi_exit
            && let Some(began) = began.take()
        {
            *longest = (*longest).max(play.machine.cycle() - began);
        }
        let opcode = play.machine.peek(pc);
        let operand = u16::from_le_bytes([play.machine.peek(pc + 1), play.machine.peek(pc + 2)]);
        play.machine.step();
        if handlers.contains(&pc) && matches!(opcode, 0x8C..=0x8E) && operand >= 0xD000 {
            let cycle = ((play.machine.cycle() - 1) % u64::from(LINE_CYCLES)) as u32;
            stores.push(Store { pc, register: operand, cycle });
        }
    }
}

#[test]
fn display_list_interrupts_change_registers_in_horizontal_blank_alone() {
    let mut play = Play::new(48);
    let (mut stores, mut longest) = (Vec::new(), 0);
    let (view_x, view_y) = (play.variables.zp_view_x, play.variables.zp_view_y);
    let (wait, delay) = (play.at("zp_wait"), play.at("zp_delay"));
    // Every row at the top with its first and last lines, with every fine scroll.
    for y in (0..=504_u16).filter(|y| matches!(y % 16, 0 | 1 | 14 | 15)) {
        let x = [0, 1, 2, 3, 4, 5, 6, 7, 100, 223][usize::from(y / 4 % 10)];
        for x in if y == 25 * 16 + 15 { (0..16).collect() } else { vec![x] } {
            let [low, high] = y.to_le_bytes();
            for (at, value) in [(view_x, x), (view_y, low), (view_y + 1, high), (wait, 1), (delay, 1)] {
                play.machine.poke(at, value);
            }
            // Left and right alternate: the window is aimed anew at every step.
            play.stick("r");
            watch(&mut play, 2, &mut stores, &mut longest);
            play.stick("");
            watch(&mut play, 1, &mut stores, &mut longest);
        }
    }
    assert!(stores.len() > 1000);
    check_stores(&stores);
}

/// Every store falls into horizontal blank, every WSYNC into the line it is meant for. That is
/// colour clock 221 of a line to 44 of the next (cycles 111 to 21), and a little less.
pub fn check_stores(stores: &[Store]) {
    const WSYNC: u16 = 0xD40A;
    for &Store { pc, register, cycle } in stores {
        let (place, allowed) = match register {
            WSYNC => ("too late for its line", cycle <= 103),
            _ => ("in the visible line", !(17..111).contains(&cycle)),
        };
        assert!(allowed, "the store at ${pc:04X} to ${register:04X} in cycle {cycle} is {place}");
    }
}

#[test]
fn southern_rows_and_no_others_have_the_southern_colour() {
    const TREES: u8 = 0xD6;
    const MOUNTAINS: u8 = 0x28;
    let mut play = Play::new(48);
    let view_y = play.variables.zp_view_y;
    let (wait, delay) = (play.at("zp_wait"), play.at("zp_delay"));
    let mut mountains_seen = 0;
    for y in 272..=430_u16 {
        let [low, high] = y.to_le_bytes();
        for (at, value) in [(view_y, low), (view_y + 1, high), (wait, 1), (delay, 1)] {
            play.machine.poke(at, value);
        }
        play.stick(if y % 2 == 0 { "r" } else { "l" });
        play.frames(1);
        play.stick("");
        play.frames(1);
        for line in 44..189_u16 {
            let southern = (y + line - 44) / 16 >= 26;
            for clock in 0x2C..0xD4 {
                let colour = play.pixel(clock, usize::from(line));
                assert_ne!(colour, if southern { TREES } else { MOUNTAINS }, "YV {y}, line {line}");
                mountains_seen += u32::from(colour == MOUNTAINS);
            }
        }
    }
    assert!(mountains_seen > 1000);
}

#[test]
fn the_vertical_blank_takes_2000_machine_cycles_at_most() {
    let mut play = Play::new(48);
    let (mut stores, mut longest) = (Vec::new(), 0);
    play.go_to(40, 20);
    let moves = [
        ("", 8),
        ("f", 5),
        ("f", 8),
        ("ufr", 20),
        ("f", 10),
        ("fr", 18),
        ("f", 4),
        ("fd", 18),
        ("f", 100),
        ("fru", 3),
        ("l", 3),
        ("", 3),
        ("lu", 60),
        ("rd", 60),
        ("u", 40),
        ("d", 40),
        ("f", 4),
        ("fd", 3),
        ("", 4),
    ];
    for (stick, frames) in moves {
        play.stick(stick);
        watch(&mut play, frames, &mut stores, &mut longest);
    }
    play.machine.set_console(Console { option: true, ..Console::default() });
    watch(&mut play, 30, &mut stores, &mut longest);
    assert!(longest <= 2000, "{longest} machine cycles");
    assert_eq!(play.state().units[0].orders.len(), 2);
}

#[test]
fn the_space_bar_of_the_keyboard_drops_the_orders_and_delete_the_last_one() {
    let mut play = Play::new(48);
    play.go_to(40, 20);
    for (stick, frames) in [("f", 20), ("fd", 20), ("f", 5), ("fr", 20), ("f", 5)] {
        play.stick(stick);
        play.frames(frames);
    }
    assert_eq!(play.state().units[0].orders, [Direction::South, Direction::East]);
    play.key("DELETE", 6);
    assert_eq!(play.state().units[0].orders, [Direction::South]);
    play.frames(5);
    play.key("SPACE", 6);
    assert!(play.state().units[0].orders.is_empty());
}

#[test]
fn start_begins_the_next_week() {
    let mut play = Play::new(48);
    for week in 1..=3 {
        play.machine.set_console(Console { start: true, ..Console::default() });
        play.until("the march", |play| !play.state().orders_open);
        play.until("a new week", |play| play.state().orders_open);
        assert_eq!(play.state().turn, week);
        play.frames(200);
        assert_eq!(play.state().turn, week, "a key held down ends one week, not two");
        play.machine.set_console(Console::default());
        play.frames(3);
    }
    assert_eq!(play.state().month, 7);
}
