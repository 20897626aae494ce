//! Vertical blank, timers, shadows, SETVBV, display list interrupts, IRQs.

use super::computer::*;
use front800::chips::pokey::Keyboard;
use front800::machine::{FRAME_WIDTH, Step, Stick};
use std::collections::BTreeMap;

/// CPU cycles of the vertical blank from its entry, as the header of os.asm has them.
const STAGE_1_CYCLES: u64 = 163;
const STAGE_2_CYCLES: u64 = 1154;

const SETVBV: u16 = 0xE45C;
const SYSVBV: u16 = 0xE45F;
const INTINV: u16 = 0xE46B;
const SIOINV: u16 = 0xE465;
const POKMSK: u16 = 0x10;
const RTCLOK: u16 = 0x12;
const CRITIC: u16 = 0x42;
const ATRACT: u16 = 0x4D;
const CDTMV1: u16 = 0x0218;
const CDTMA1: u16 = 0x0226;
const CDTMF3: u16 = 0x022A;
const VVBLKI: u16 = 0x0222;
const COLOR4: u16 = 0x02C8;
const STICK0: u16 = 0x0278;
/// Code of these tests, and what it leaves.
const CODE: u16 = 0x4100;
const MARK: u16 = 0x4000;
const INC_MARK: [u8; 3] = [0xEE, 0x00, 0x40];

/// A program that waits and touches nothing: `prologue`, JMP *.
fn waiting(prologue: &[u8]) -> Computer {
    let mut computer = Computer::started();
    let address = 0x0600 + prologue.len() as u16;
    computer.poke_all(0x0600, prologue);
    computer.poke_all(address, &[0x4C, address as u8, (address >> 8) as u8]);
    computer.enter(0x0600, 0, 0, 0);
    computer.frames(2);
    computer
}

/// Places a routine that increments MARK and ends as given.
fn place_mark(computer: &mut Computer, end: &[u8]) {
    computer.poke_all(CODE, &INC_MARK);
    computer.poke_all(CODE + 3, end);
}

#[test]
fn the_clock_counts_frames_in_three_bytes() {
    let mut computer = waiting(&[]);
    computer.poke_all(RTCLOK, &[0, 0xFF, 0xFE]);
    computer.frames(1);
    assert_eq!(computer.bytes(RTCLOK, 3), [0, 0xFF, 0xFF]);
    computer.frames(1);
    assert_eq!(computer.bytes(RTCLOK, 3), [1, 0, 0]);
}

#[test]
fn attract_mode_comes_after_nine_minutes_and_goes_with_a_key() {
    let mut computer = waiting(&[]);
    computer.poke(ATRACT, 0x7F);
    computer.poke(COLOR4, 0x5E);
    computer.poke_all(RTCLOK, &[0, 0x20, 0xFE]);
    computer.frames(1);
    assert_eq!(computer.bytes(ATRACT, 3), [0x7F, 0xFE, 0]);
    computer.frames(1);
    assert_eq!(computer.bytes(ATRACT, 3), [0xFE, 0xF6, 0x21], "ATRACT, DRKMSK, COLRSH");
    computer.frames(2);
    let border = computer.machine.picture()[FRAME_WIDTH * 100];
    assert_eq!(border, (0x5E ^ 0x21) & 0xF6);
    computer.press(key('a'), false, false);
    computer.frames(2);
    assert_eq!(computer.peek(ATRACT), 0);
    assert_eq!(computer.machine.picture()[FRAME_WIDTH * 100], 0x5E);
}

#[test]
fn timers_1_and_2_call_when_they_reach_zero() {
    for timer in [0, 1] {
        let mut computer = waiting(&[]);
        place_mark(&mut computer, &[0x60]);
        computer.poke_word(CDTMA1 + 2 * timer, CODE);
        computer.poke_word(CDTMV1 + 2 * timer, 3);
        computer.frames(2);
        assert_eq!(computer.peek(MARK), 0);
        computer.frames(1);
        assert_eq!(computer.peek(MARK), 1);
        computer.frames(5);
        assert_eq!(computer.peek(MARK), 1, "a timer at zero is stopped");
        computer.poke_word(CDTMV1 + 2 * timer, 0x0101);
        computer.frames(0x101);
        assert_eq!(computer.peek(MARK), 2);
    }
}

#[test]
fn timers_3_to_5_show_in_their_flags_whether_they_run() {
    for timer in 0..3 {
        let (flag, timer) = (CDTMF3 + 2 * timer, CDTMV1 + 4 + 2 * timer);
        let mut computer = waiting(&[]);
        computer.poke(flag, 0x33);
        computer.frames(2);
        assert_eq!(computer.peek(flag), 0x33, "an idle timer leaves its flag alone");
        computer.poke_word(timer, 3);
        for expected in [0xFF, 0xFF, 0] {
            computer.frames(1);
            assert_eq!(computer.peek(flag), expected);
        }
        computer.poke(flag, 0x33);
        computer.frames(2);
        assert_eq!(computer.peek(flag), 0x33);
    }
}

#[test]
fn critic_and_masked_interrupts_leave_out_the_second_stage() {
    for (prologue, critic) in [(&[][..], 1), (&[0x78][..], 0)] {
        let mut computer = waiting(prologue);
        computer.poke(CRITIC, critic);
        computer.poke_word(CDTMV1, 9);
        computer.poke_word(CDTMV1 + 2, 9);
        computer.poke(COLOR4, 0x5E);
        let clock = computer.peek(RTCLOK + 2);
        computer.frames(3);
        assert_eq!(computer.peek(RTCLOK + 2), clock.wrapping_add(3));
        assert_eq!(computer.word(CDTMV1), 6);
        assert_eq!(computer.word(CDTMV1 + 2), 9);
        assert_eq!(computer.machine.picture()[FRAME_WIDTH * 100], 0);
    }
}

/// Runs to the end of the next vertical blank; the last value stored to each register on the way,
/// absolute addresses with or without X.
fn stores(computer: &mut Computer) -> BTreeMap<u16, u8> {
    let mut stores = BTreeMap::new();
    let frame = computer.machine.frame_number();
    while computer.machine.frame_number() == frame {
        let cpu = computer.machine.cpu();
        let (pc, a, x) = (cpu.pc, cpu.a, cpu.x);
        let operand = computer.word(pc + 1);
        match computer.peek(pc) {
            0x8D => _ = stores.insert(operand, a),
            0x9D => _ = stores.insert(operand + u16::from(x), a),
            _ => (),
        }
        computer.machine.step();
    }
    stores
}

#[test]
fn the_registers_of_the_picture_get_their_shadows() {
    let mut computer = waiting(&[]);
    let shadows = [
        (0x022F, 0x21, 0xD400), // SDMCTL, DMACTL
        (0x0230, 0x34, 0xD402), // SDLSTL/H, DLISTL/H
        (0x0231, 0x50, 0xD403),
        (0x02F3, 0x05, 0xD401), // CHACT, CHACTL
        (0x02F4, 0xCC, 0xD409), // CHBAS, CHBASE
        (0x026F, 0x24, 0xD01B), // GPRIOR, PRIOR
    ];
    let colours = (0..9).map(|n| (0x02C0 + n, 0x12 + 0x10 * n as u8, 0xD012 + n));
    let shadows: Vec<_> = shadows.into_iter().chain(colours).collect();
    for &(shadow, value, _) in &shadows {
        computer.poke(shadow, value);
    }
    let stores = stores(&mut computer);
    for &(shadow, value, register) in &shadows {
        assert_eq!(stores.get(&register), Some(&value), "${shadow:04X}");
    }
    assert_eq!(stores.get(&0xD01F), Some(&8), "CONSOL: the speaker rests");
    assert!(stores.contains_key(&0xD20B), "POTGO");
    let pen = computer.bytes(0xD40C, 2);
    assert_eq!(computer.bytes(0x0234, 2), pen, "LPENH, LPENV");
}

#[test]
fn controllers_appear_in_their_shadows() {
    let mut computer = waiting(&[]);
    assert_eq!(computer.bytes(STICK0, 4), [15; 4]);
    assert_eq!(computer.bytes(0x027C, 12), [1; 12]);
    let up_left = Stick { up: true, left: true, fire: true, ..Stick::default() };
    let down_right = Stick { down: true, right: true, ..Stick::default() };
    computer.machine.set_stick(0, up_left);
    computer.machine.set_stick(1, down_right);
    computer.machine.set_stick(2, down_right);
    computer.machine.set_stick(3, up_left);
    computer.machine.set_paddle(0, 17);
    computer.machine.set_paddle(7, 100);
    computer.frames(3);
    assert_eq!(computer.bytes(STICK0, 4), [0b1010, 0b0101, 0b0101, 0b1010]);
    assert_eq!(computer.bytes(0x027C, 8), [0, 1, 1, 0, 1, 0, 0, 1], "PTRIG");
    assert_eq!(computer.bytes(0x0284, 4), [0, 1, 1, 0], "STRIG");
    assert_eq!(computer.bytes(0x0270, 8), [17, 228, 228, 228, 228, 228, 228, 100], "PADDL");
}

#[test]
fn a_handler_finds_the_interrupted_programs_registers_on_the_stack() {
    let mut computer = waiting(&[0xA9, 0x11, 0xA2, 0x22, 0xA0, 0x33]);
    // TSX; LDA $0101-$0106,X; STA MARK+n; JMP SYSVBV
    let mut handler = vec![0xBA];
    for n in 0..6 {
        handler.extend([0xBD, 1 + n, 0x01, 0x8D, n, 0x40]);
    }
    handler.extend([0x4C, SYSVBV as u8, (SYSVBV >> 8) as u8]);
    computer.poke_all(CODE, &handler);
    let returned = computer.machine.cpu().clone();
    computer.poke_word(VVBLKI, CODE);
    computer.frames(1);
    let stack = computer.bytes(MARK, 6);
    assert_eq!(stack[..3], [0x33, 0x22, 0x11], "Y, X, A");
    assert_eq!(stack[3] & 0xCF, returned.p & 0xCF, "P");
    assert_eq!(stack[4..], [0x06, 0x06], "PC");
}

#[test]
fn setvbv_sets_timers_and_vectors_and_leaves_the_interrupt_flag() {
    let mut computer = Computer::started();
    for timer in 1..=5 {
        computer.call(SETVBV, timer, 0x12, 0x34);
        let value = computer.word(CDTMV1 + 2 * u16::from(timer - 1));
        assert!((0x1230..=0x1234).contains(&value), "timer {timer}: ${value:04X}");
    }
    place_mark(&mut computer, &[0x4C, 0x5F, 0xE4]);
    let returned = computer.call(SETVBV, 6, (CODE >> 8) as u8, CODE as u8);
    assert!(!returned.interrupts_off);
    computer.frames(2);
    assert_eq!(computer.word(VVBLKI), CODE);
    assert_eq!(computer.peek(MARK), 2);
    // With interrupts off: SEI, JSR SETVBV, PHP, PLA, STA MARK+1, JMP *
    let program = [
        0x78, 0xA9, 7, 0xA2, 0x12, 0xA0, 0x34, 0x20, 0x5C, 0xE4, 0x08, 0x68, 0x8D, 0x01, 0x40, 0x4C, 0x0F,
        0x06,
    ];
    computer.poke_all(0x0600, &program);
    computer.enter(0x0600, 0, 0, 0);
    for _ in 0..200 {
        computer.machine.step();
    }
    assert_eq!(computer.word(0x0224), 0x1234, "VVBLKD");
    assert_eq!(computer.peek(MARK + 1) & 0x04, 0x04);
}

#[test]
fn a_vertical_blank_never_sees_half_a_vector() {
    let mut computer = Computer::started();
    // Two handlers whose addresses differ in both bytes; the mixed ones hold CIM.
    let exits = [(0x5180, 0x00), (0x5280, 0x01)];
    for page in [0x5100, 0x5200] {
        for low in [0x80, 0x00] {
            computer.poke(page + low, 0x02);
        }
    }
    for (address, mark) in [(exits[0].0, 0x00), (0x5200, 0x01)] {
        computer.poke_all(address, &[0xEE, mark, 0x40, 0x4C, 0x62, 0xE4]);
    }
    // Loop: SETVBV with the one, then the other
    let program = [
        0xA9, 7, 0xA2, 0x51, 0xA0, 0x80, 0x20, 0x5C, 0xE4, 0xA9, 7, 0xA2, 0x52, 0xA0, 0x00, 0x20, 0x5C, 0xE4,
        0x4C, 0x00, 0x06,
    ];
    computer.poke_all(0x0600, &program);
    computer.enter(0x0600, 0, 0, 0);
    computer.frames(240);
    assert!(!computer.machine.cpu().jammed);
    let counts = computer.bytes(MARK, 2);
    assert_eq!(counts.iter().map(|&count| u32::from(count)).sum::<u32>(), 240, "{counts:?}");
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

#[test]
fn a_display_list_interrupt_is_handed_on_with_nothing_saved() {
    let mut computer = waiting(&[]);
    // PHA, INC MARK, TSX, STX MARK+1, PLA, RTI
    computer.poke_all(CODE, &[0x48, 0xEE, 0x00, 0x40, 0xBA, 0x8E, 0x01, 0x40, 0x68, 0x40]);
    computer.poke_word(0x0200, CODE);
    let list = computer.word(SDLSTL);
    computer.poke(list + 10, 0x82);
    computer.poke_all(0x0600, &[0xA9, 0xC0, 0x8D, 0x0E, 0xD4, 0x4C, 0x05, 0x06]); // NMIEN = $C0
    computer.enter(0x0600, 0, 0, 0);
    computer.frames(5);
    assert_eq!(computer.peek(MARK), 5);
    assert_eq!(computer.peek(MARK + 1), 0xFF - 4, "P, PC and the handler's A");
    computer.call(INTINV, 0, 0, 0);
    computer.frames(5);
    assert!(computer.peek(MARK) <= 6, "off again");
}

#[test]
fn pokeys_timers_interrupt_through_their_vectors() {
    for (bit, vector) in [(0x01, 0x0210), (0x02, 0x0212), (0x04, 0x0214)] {
        let mut computer = Computer::started();
        place_mark(&mut computer, &[0x68, 0x40]);
        computer.poke_word(vector, CODE);
        // The search for a drive has left the port receiving, which holds timer 4.
        computer.call(SIOINV, 0, 0, 0);
        // AUDCTL 1 (15 kHz), AUDF 113 in all, STIMER, POKMSK and IRQEN
        computer.poke_all(
            0x0600,
            &[
                0xA9, 0x01, 0x8D, 0x08, 0xD2, 0xA9, 113, 0x8D, 0x00, 0xD2, 0x8D, 0x02, 0xD2, 0x8D, 0x06,
                0xD2, 0x8D, 0x09, 0xD2, 0xA9, bit, 0x85, 0x10, 0x8D, 0x0E, 0xD2, 0x4C, 0x1A, 0x06,
            ],
        );
        computer.enter(0x0600, 0, 0, 0);
        computer.frames(10);
        let count = computer.peek(MARK);
        assert!((21..=23).contains(&count), "bit {bit}: {count} in ten frames of 262 lines");
    }
}

#[test]
fn a_break_instruction_goes_through_its_vector() {
    let mut computer = Computer::started();
    // The handler: PLA, INC MARK, JMP *
    computer.poke_all(CODE, &[0x68, 0xEE, 0x00, 0x40, 0x4C, 0x04, 0x41]);
    computer.poke_word(0x0206, CODE);
    computer.poke_all(0x0600, &[0xA9, 0x77, 0x00]);
    computer.enter(0x0600, 0, 0x44, 0);
    for _ in 0..100 {
        computer.machine.step();
    }
    assert_eq!(computer.peek(MARK), 1);
    let cpu = computer.machine.cpu();
    assert_eq!((cpu.a, cpu.x, cpu.s), (0x77, 0x44, 0xFF - 3));
}

#[test]
fn the_end_of_serial_output_interrupts_only_who_asked() {
    let mut computer = Computer::started();
    place_mark(&mut computer, &[0xA9, 0x00, 0x85, 0x10, 0x8D, 0x0E, 0xD2, 0x68, 0x40]); // IRQEN = 0
    computer.poke_word(0x020E, CODE);
    computer.poke_all(0x0600, &[0x85, 0x10, 0x8D, 0x0E, 0xD2, 0x4C, 0x05, 0x06]);
    computer.enter(0x0600, 0x40, 0, 0);
    computer.press(key('a'), false, false);
    assert_eq!(computer.peek(0x02FC), key('a'), "the key gets through: CH");
    assert_eq!(computer.peek(MARK), 0);
    computer.enter(0x0600, 0x08, 0, 0);
    computer.frames(1);
    assert_eq!(computer.peek(MARK), 1);
}

#[test]
fn the_break_key_is_noted_and_goes_through_its_vector() {
    let mut computer = waiting(&[]);
    assert_eq!(computer.peek(POKMSK) & 0x80, 0x80);
    computer.poke(0x11, 0xFF);
    computer.poke_all(0x02FF, &[0xFF]);
    computer.poke(0x02F0, 1);
    let brk = Keyboard { brk: true, ..Keyboard::default() };
    computer.machine.set_keyboard(brk);
    computer.frames(2);
    assert_eq!(computer.peek(0x11), 0, "BRKKEY");
    assert_eq!(computer.peek(0x02FF), 0, "SSFLAG");
    assert_eq!(computer.peek(0x02F0), 0, "CRSINH");
    computer.machine.set_keyboard(Keyboard::default());
    computer.frames(2);
    place_mark(&mut computer, &[0x68, 0x40]);
    computer.poke_word(0x0236, CODE);
    computer.machine.set_keyboard(brk);
    computer.frames(2);
    assert_eq!(computer.peek(MARK), 1);
}

/// CPU cycles from the NMI's first instruction until the program counter is at `end`.
fn vertical_blank_cycles(computer: &mut Computer, end: u16) -> u64 {
    while computer.machine.step() != Step::Nmi {}
    let start = computer.machine.cpu_cycles();
    while computer.machine.cpu().pc != end {
        computer.machine.step();
    }
    computer.machine.cpu_cycles() - start
}

#[test]
fn the_vertical_blank_at_its_worst_takes_what_the_header_says() {
    let mut computer = waiting(&[]);
    computer.poke_all(CODE, &[0x60]);
    computer.poke_word(CDTMA1, CODE);
    computer.poke_word(CDTMA1 + 2, CODE);
    for (timer, value) in [(0, 1), (1, 1), (2, 0x100), (3, 0x100), (4, 0x100)] {
        computer.poke_word(CDTMV1 + 2 * timer, value);
    }
    computer.machine.set_keyboard(Keyboard { down: 1, ..Keyboard::default() });
    computer.frames(1);
    for (timer, value) in [(0, 1), (1, 1), (2, 0x100), (3, 0x100), (4, 0x100)] {
        computer.poke_word(CDTMV1 + 2 * timer, value);
    }
    computer.poke(0x022B, 1);
    computer.poke_all(RTCLOK, &[0, 0xFF, 0xFF]);
    computer.poke(ATRACT, 0x80);
    let mut other = Computer { machine: computer.machine.clone() };
    let stage_2 = 0xE93E; // what VVBLKD holds
    let total = vertical_blank_cycles(&mut computer, stage_2);
    other.poke(CRITIC, 1);
    // With CRITIC set stage 1 ends at the exit's first instruction.
    let exit = other.word(0xE463);
    let first = vertical_blank_cycles(&mut other, exit);
    assert_eq!((first, total), (STAGE_1_CYCLES, STAGE_2_CYCLES));
}
