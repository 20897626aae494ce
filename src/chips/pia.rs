//! The PIA 6520: joystick ports and the control lines of the serial bus.

use serde::{Deserialize, Serialize};

/// Control register bits.
const C1_ENABLE: u8 = 0x01;
const C1_RISING: u8 = 0x02;
const DATA_SELECT: u8 = 0x04;
/// Valid with [`C2_OUTPUT`] off.
const C2_ENABLE: u8 = 0x08;
const C2_RISING: u8 = 0x10;
const C2_OUTPUT: u8 = 0x20;
const IRQ2: u8 = 0x40;
const IRQ1: u8 = 0x80;
/// The bits that a write can change.
const WRITABLE: u8 = 0x3F;

/// Mode of the second control line: bits 5 to 3 of the control register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum C2Mode {
    Input,
    /// Low from an access to the port until the next active edge of C1.
    Handshake,
    /// Low for one cycle after an access to the port.
    Pulse,
    Low,
    High,
}

/// Which half of the chip this is: the two differ in details.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Port {
    A,
    B,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Half {
    port: Port,
    control: u8,
    /// Bits that are 1 make their pins outputs.
    direction: u8,
    latch: u8,
    /// The external level of the pins; 1 = not pulled down.
    pins: u8,
    c1: bool,
    /// The flip-flop for C2 as an output.
    c2: bool,
    /// An output level of C2 was remembered that becomes an interrupt when C2 becomes an input.
    armed: bool,
}

impl Half {
    fn new(port: Port) -> Self {
        Half { port, control: 0, direction: 0, latch: 0, pins: 0xFF, c1: true, c2: true, armed: false }
    }

    fn c2_mode(&self) -> C2Mode {
        match self.control & (C2_OUTPUT | C2_RISING | C2_ENABLE) {
            0x20 => C2Mode::Handshake,
            0x28 => C2Mode::Pulse,
            0x30 => C2Mode::Low,
            0x38 => C2Mode::High,
            _ => C2Mode::Input,
        }
    }

    fn data_selected(&self) -> bool {
        self.control & DATA_SELECT != 0
    }

    fn peek_port(&self) -> u8 {
        match (self.data_selected(), self.port) {
            (false, _) => self.direction,
            // Port A does not drive 1, so an output that is pulled down from outside reads 0.
            (true, Port::A) => (self.latch | !self.direction) & self.pins,
            (true, Port::B) => self.latch & self.direction | self.pins & !self.direction,
        }
    }

    fn read_port(&mut self) -> u8 {
        let value = self.peek_port();
        if self.data_selected() {
            self.control &= !(IRQ1 | IRQ2);
            if self.port == Port::A {
                self.acknowledge();
            }
        }
        value
    }

    fn write_port(&mut self, value: u8) {
        if !self.data_selected() {
            self.direction = value;
            return;
        }
        self.latch = value;
        if self.port == Port::B {
            self.acknowledge();
        }
    }

    /// The access that handshake mode responds to. In pulse mode the line is back before its level could be observed.
    fn acknowledge(&mut self) {
        if self.c2_mode() == C2Mode::Handshake {
            self.set_c2(false);
        }
    }

    fn write_control(&mut self, value: u8) {
        self.control = self.control & !WRITABLE | value & WRITABLE;
        match self.c2_mode() {
            C2Mode::Input => {
                // [sheet: pia-sio-disk 1] Port A requires that the rising edge is selected; port B does not.
                if self.armed && (self.port == Port::B || self.control & C2_RISING != 0) {
                    self.control |= IRQ2;
                }
                self.armed = false;
                self.c2 = true;
                return;
            }
            C2Mode::Handshake => {}
            C2Mode::Pulse => {
                self.c2 = true;
                self.armed = false;
            }
            C2Mode::Low => self.set_c2(false),
            C2Mode::High => self.set_c2(true),
        }
        self.control &= !IRQ2;
    }

    /// Drives C2. For later, port A remembers that it was low, port B that it went from low to high.
    /// [sheet: pia-sio-disk 1]
    fn set_c2(&mut self, level: bool) {
        match self.port {
            Port::A => self.armed |= !level,
            Port::B => self.armed = level && (self.armed || !self.c2),
        }
        self.c2 = level;
    }

    fn set_c1(&mut self, level: bool) {
        let active = self.c1 != level && level == (self.control & C1_RISING != 0);
        self.c1 = level;
        if active {
            self.control |= IRQ1;
            if self.c2_mode() == C2Mode::Handshake {
                self.set_c2(true);
            }
        }
    }

    fn irq(&self) -> bool {
        let c1 = self.control & IRQ1 != 0 && self.control & C1_ENABLE != 0;
        let c2 = self.control & (IRQ2 | C2_OUTPUT | C2_ENABLE) == IRQ2 | C2_ENABLE;
        c1 || c2
    }
}

/// The chip.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pia {
    halves: [Half; 2],
}

impl Pia {
    /// The chip after power-on reset: all registers are zero.
    pub fn new() -> Self {
        Pia { halves: [Half::new(Port::A), Half::new(Port::B)] }
    }

    /// Reads register 0 to 3 (PORTA, PORTB, PACTL, PBCTL) for the CPU.
    pub fn read(&mut self, reg: u8) -> u8 {
        let half = &mut self.halves[usize::from(reg & 1)];
        if reg & 2 == 0 { half.read_port() } else { half.control }
    }

    /// Whether reading that register has no side effect.
    #[inline]
    pub fn shows_only(&self, reg: u8) -> bool {
        let half = &self.halves[usize::from(reg & 1)];
        let acknowledges = half.port == Port::A && half.c2_mode() == C2Mode::Handshake;
        reg & 2 != 0 || (half.control & (IRQ1 | IRQ2) == 0 && !acknowledges)
    }

    /// [`Pia::read`] without its side effects.
    pub fn peek(&self, reg: u8) -> u8 {
        let half = &self.halves[usize::from(reg & 1)];
        if reg & 2 == 0 { half.peek_port() } else { half.control }
    }

    /// Writes a register for the CPU.
    pub fn write(&mut self, reg: u8, value: u8) {
        let half = &mut self.halves[usize::from(reg & 1)];
        if reg & 2 == 0 { half.write_port(value) } else { half.write_control(value) }
    }

    /// Sets the external level of the eight pins of port A (0) or B (1); 1 = not pulled down.
    pub fn set_port(&mut self, port: usize, pins: u8) {
        self.halves[port].pins = pins;
    }

    /// Sets the level of CA1 (0, SIO PROCEED) or CB1 (1, SIO INTERRUPT).
    pub fn set_c1(&mut self, port: usize, level: bool) {
        self.halves[port].set_c1(level);
    }

    /// Output level of CA2 (0, cassette motor) or CB2 (1, SIO COMMAND); inputs read high.
    pub fn c2(&self, port: usize) -> bool {
        self.halves[port].c2
    }

    /// Whether the chip pulls the interrupt line.
    pub fn irq(&self) -> bool {
        self.halves.iter().any(Half::irq)
    }
}

impl Default for Pia {
    fn default() -> Self {
        Self::new()
    }
}
