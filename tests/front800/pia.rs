//! Tests: the PIA as a program and the serial bus see it.

use front800::chips::pia::Pia;

const PORTA: u8 = 0;
const PORTB: u8 = 1;
const PACTL: u8 = 2;
const PBCTL: u8 = 3;

/// A chip whose direction registers are `a` and `b`, with the data registers selected.
fn with_directions(a: u8, b: u8) -> Pia {
    let mut pia = Pia::new();
    for (reg, value) in [(PORTA, a), (PORTB, b), (PACTL, 0x3C), (PBCTL, 0x3C)] {
        pia.write(reg, value);
    }
    pia
}

#[test]
fn all_registers_are_zero_at_power_on() {
    let mut pia = Pia::new();
    assert_eq!([PORTA, PORTB, PACTL, PBCTL].map(|reg| pia.read(reg)), [0; 4]);
    pia.write(PACTL, 0x04);
    pia.write(PBCTL, 0x04);
    assert_eq!([PORTA, PORTB].map(|port| pia.read(port)), [0xFF; 2], "inputs, pulled up");
}

#[test]
fn direction_registers_read_back() {
    let mut pia = Pia::new();
    for port in [PORTA, PORTB] {
        for value in [0xFF, 0x00, 0xCC] {
            pia.write(port, value);
            assert_eq!(pia.read(port), value);
        }
    }
}

#[test]
fn a_port_and_its_direction_do_not_disturb_each_other() {
    let mut pia = with_directions(0xCC, 0x00);
    pia.write(PORTA, 0x55);
    assert_eq!(pia.read(PORTA), 0x77);
    pia.write(PACTL, 0x38);
    assert_eq!(pia.read(PORTA), 0xCC);
}

#[test]
fn what_is_written_to_an_input_appears_when_it_becomes_an_output() {
    let mut pia = with_directions(0xFF, 0x00);
    pia.write(PORTB, 0x55);
    assert_eq!(pia.read(PORTB), 0xFF);
    pia.write(PBCTL, 0x38);
    pia.write(PORTB, 0xFF);
    pia.write(PBCTL, 0x3C);
    assert_eq!(pia.read(PORTB), 0x55);
    pia.write(PORTA, 0x00);
    assert_eq!(pia.read(PORTA), 0x00);
}

#[test]
fn a_pulled_down_output_is_seen_on_port_a_alone() {
    let mut pia = with_directions(0xF0, 0xF0);
    for port in [PORTA, PORTB] {
        pia.set_port(usize::from(port), 0x7E);
        pia.write(port, 0xFF);
    }
    assert_eq!(pia.read(PORTA), 0x7E);
    assert_eq!(pia.read(PORTB), 0xFE);
}

#[test]
fn control_registers_keep_six_bits() {
    let mut pia = Pia::new();
    for reg in [PACTL, PBCTL] {
        pia.write(reg, 0xFF);
        assert_eq!(pia.read(reg), 0x3F);
    }
}

/// Four writes to a control register of a new chip, what it then reads, and whether the interrupt
/// line is pulled. [sheet: pia-sio-disk 1]
type Vector = ([u8; 4], u8, bool);

const PBCTL_VECTORS: [Vector; 9] = [
    ([0x34, 0x3C, 0x3C, 0x04], 0x44, false),
    ([0x34, 0x3C, 0x3C, 0x0C], 0x4C, true),
    ([0x34, 0x3C, 0x04, 0x04], 0x44, false),
    ([0x34, 0x3C, 0x04, 0x24], 0x24, false),
    ([0x34, 0x24, 0x3C, 0x04], 0x44, false),
    ([0x34, 0x28, 0x3C, 0x04], 0x04, false),
    ([0x34, 0x04, 0x3C, 0x04], 0x04, false),
    ([0x34, 0x3C, 0x34, 0x04], 0x04, false),
    ([0x3C, 0x34, 0x3C, 0x04], 0x44, false),
];

const PACTL_VECTORS: [Vector; 8] = [
    ([0x3C, 0x3C, 0x3C, 0x14], 0x14, false),
    ([0x3C, 0x3C, 0x34, 0x14], 0x54, false),
    ([0x3C, 0x34, 0x3C, 0x14], 0x54, false),
    ([0x3C, 0x34, 0x3C, 0x1C], 0x5C, true),
    ([0x34, 0x34, 0x34, 0x04], 0x04, false),
    ([0x34, 0x34, 0x2C, 0x14], 0x14, false),
    ([0x34, 0x34, 0x24, 0x14], 0x54, false),
    ([0x34, 0x34, 0x14, 0x34], 0x34, false),
];

#[test]
fn an_output_that_becomes_an_input_may_interrupt() {
    let tables = [(PBCTL, &PBCTL_VECTORS[..]), (PACTL, &PACTL_VECTORS[..])];
    for (reg, vectors) in tables {
        for &(writes, reads, irq) in vectors {
            let mut pia = Pia::new();
            writes.into_iter().for_each(|value| pia.write(reg, value));
            assert_eq!((pia.read(reg), pia.irq()), (reads, irq), "register {reg}, {writes:02X?}");
        }
    }
}

#[test]
fn the_vectors_hold_one_after_another_when_the_port_is_read_between() {
    let mut pia = Pia::new();
    for (reg, port, vectors) in [(PBCTL, PORTB, &PBCTL_VECTORS[..]), (PACTL, PORTA, &PACTL_VECTORS[..])] {
        for &(writes, reads, irq) in vectors {
            pia.write(reg, 0x2C);
            pia.read(port);
            writes.into_iter().for_each(|value| pia.write(reg, value));
            assert_eq!((pia.read(reg), pia.irq()), (reads, irq), "register {reg}, {writes:02X?}");
        }
    }
}

#[test]
fn the_active_edge_of_c1_sets_the_first_flag() {
    for half in [0, 1] {
        for (control, falls, rises) in [(0x04, 0x84, 0x04), (0x06, 0x06, 0x86)] {
            let mut pia = Pia::new();
            let reg = PACTL + half as u8;
            pia.write(reg, control);
            pia.set_c1(half, false);
            assert_eq!(pia.read(reg), falls);
            pia.read(half as u8);
            pia.set_c1(half, false);
            assert_eq!(pia.read(reg), control, "no edge");
            pia.set_c1(half, true);
            assert_eq!(pia.read(reg), rises);
        }
    }
}

#[test]
fn only_reading_the_data_register_clears_a_flag() {
    let mut pia = Pia::new();
    pia.write(PACTL, 0x05);
    pia.set_c1(0, false);
    assert!(pia.irq());
    pia.write(PACTL, 0x00);
    assert!(!pia.irq(), "disabled");
    pia.read(PORTA);
    assert_eq!(pia.read(PACTL), 0x80, "the direction register was read");
    pia.write(PACTL, 0x05);
    assert!(pia.irq(), "the flag outlives being disabled");
    pia.peek(PORTA);
    assert!(pia.irq());
    pia.read(PORTA);
    assert_eq!((pia.read(PACTL), pia.irq()), (0x05, false));
}

#[test]
fn c2_follows_its_output_modes() {
    let mut pia = Pia::new();
    for (control, level) in [(0x34, false), (0x3C, true), (0x34, false), (0x2C, true), (0x04, true)] {
        pia.write(PACTL, control);
        pia.write(PBCTL, control);
        assert_eq!((pia.c2(0), pia.c2(1)), (level, level), "{control:02X}");
    }
}

#[test]
fn handshake_lowers_c2_until_the_edge_of_c1() {
    let mut pia = Pia::new();
    pia.write(PACTL, 0x24);
    pia.write(PBCTL, 0x24);
    pia.write(PORTA, 0);
    pia.read(PORTB);
    assert!(pia.c2(0) && pia.c2(1), "port A answers to reading, port B to writing");
    pia.read(PORTA);
    pia.write(PORTB, 0);
    assert!(!pia.c2(0) && !pia.c2(1));
    for half in [0, 1] {
        pia.set_c1(half, false);
        assert!(pia.c2(half));
    }
}
