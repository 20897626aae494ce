//! The bits of POKEY's control registers.

/// AUDCTL bits.
pub mod audctl {
    pub const NINE_BIT_POLY: u8 = 0x80;
    pub const FAST_1: u8 = 0x40;
    pub const FAST_3: u8 = 0x20;
    pub const LINK_1_2: u8 = 0x10;
    pub const LINK_3_4: u8 = 0x08;
    pub const HIGH_PASS_1: u8 = 0x04;
    pub const HIGH_PASS_2: u8 = 0x02;
    pub const BASE_15_KHZ: u8 = 0x01;
}

/// SKCTL bits.
pub mod skctl {
    pub const DEBOUNCE: u8 = 0x01;
    pub const SCAN: u8 = 0x02;
    /// Both off: initialisation mode.
    pub const RUN: u8 = DEBOUNCE | SCAN;
    pub const FAST_POTS: u8 = 0x04;
    pub const TWO_TONE: u8 = 0x08;
    pub const ASYNC: u8 = 0x10;
    pub const SERIAL_MODE: u8 = 0x70;
    pub const BREAK: u8 = 0x80;
}
