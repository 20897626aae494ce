//! The PIA 6520: joystick ports and the control lines of the serial bus.

/// The chip.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
pub struct Pia {}

impl Pia {
    /// A chip after power-on reset: all registers zero.
    pub fn new() -> Self {
        Pia {}
    }
    /// CPU read of register 0 to 3 (PORTA, PORTB, PACTL, PBCTL).
    pub fn read(&mut self, reg: u8) -> u8 {
        self.peek(reg)
    }
    /// As [`Pia::read`] without its side effects.
    pub fn peek(&self, _reg: u8) -> u8 {
        0xFF
    }
    /// CPU write.
    pub fn write(&mut self, _reg: u8, _value: u8) {}
    /// External level of the eight pins of port A (0) or B (1); 1 = not pulled down.
    pub fn set_port(&mut self, _port: usize, _pins: u8) {}
    /// Level of CA1 (0, SIO PROCEED) or CB1 (1, SIO INTERRUPT).
    pub fn set_c1(&mut self, _port: usize, _level: bool) {}
    /// Output level of CA2 (0, cassette motor) or CB2 (1, SIO COMMAND); inputs read high.
    pub fn c2(&self, _port: usize) -> bool {
        true
    }
    /// Whether the chip pulls the interrupt line.
    pub fn irq(&self) -> bool {
        false
    }
}

impl Default for Pia {
    fn default() -> Self {
        Self::new()
    }
}
