//! POKEY: timers, sound, keyboard, pots, serial port, random numbers.

/// The keyboard as the matrix sees it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Keyboard {
    /// Bit n: the key with the 6-bit code n is down.
    pub down: u64,
    /// SHIFT is down.
    pub shift: bool,
    /// CTRL is down.
    pub ctrl: bool,
    /// BREAK is down.
    pub brk: bool,
}

/// The chip. `now` is always the machine cycle since power-on and never decreases.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
pub struct Pokey {}

impl Pokey {
    /// A chip as after power-on; `seed` decides what the hardware leaves undefined.
    pub fn new(_seed: u64) -> Self {
        Pokey {}
    }
    /// CPU read in cycle `now` of register 0 to 15.
    pub fn read(&mut self, now: u64, reg: u8) -> u8 {
        self.peek(now, reg)
    }
    /// As [`Pokey::read`] without any effect that a program could see.
    pub fn peek(&mut self, _now: u64, _reg: u8) -> u8 {
        0xFF
    }
    /// CPU write in cycle `now`; it acts from `now + 1` on or later.
    pub fn write(&mut self, _now: u64, _reg: u8, _value: u8) {}
    /// Brings all state to the start of cycle `now`.
    pub fn advance(&mut self, _now: u64) {}
    /// Whether the IRQ pin is pulled at the end of cycle `now` (one cycle after IRQST shows it).
    pub fn irq_pin(&mut self, _now: u64) -> bool {
        false
    }
    /// The first cycle after `now` in which [`Pokey::irq_pin`] may change by itself (without
    /// another write or input change); `u64::MAX` if none. May be too early, never too late.
    pub fn next_irq_change(&mut self, _now: u64) -> u64 {
        u64::MAX
    }
    /// The keys as they are from cycle `now` on.
    pub fn set_keyboard(&mut self, _now: u64, _keys: Keyboard) {}
    /// Paddle position 0 to 228 (228 also when nothing is connected).
    pub fn set_pot(&mut self, _now: u64, _n: usize, _position: u8) {}
    /// Turns the recording of the output level on or off; changes nothing a program can see.
    pub fn set_recording(&mut self, _now: u64, _on: bool) {}
    /// Takes the changes of the mixed output level recorded before `now`: (cycle, level), the
    /// level being the non-linear mix, 0 to 65535.
    pub fn take_levels(&mut self, _now: u64, _into: &mut Vec<(u64, u16)>) {}
}
