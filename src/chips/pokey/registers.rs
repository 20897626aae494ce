//! The bits of POKEY's control registers.

/// AUDCTL bits.
pub(super) mod audctl {
    pub(crate) const NINE_BIT_POLY: u8 = 0x80;
    pub(crate) const FAST_1: u8 = 0x40;
    pub(crate) const FAST_3: u8 = 0x20;
    pub(crate) const LINK_1_2: u8 = 0x10;
    pub(crate) const LINK_3_4: u8 = 0x08;
    pub(crate) const HIGH_PASS_1: u8 = 0x04;
    pub(crate) const HIGH_PASS_2: u8 = 0x02;
    pub(crate) const BASE_15_KHZ: u8 = 0x01;
}

/// SKCTL bits.
pub(super) mod skctl {
    pub(crate) const DEBOUNCE: u8 = 0x01;
    pub(crate) const SCAN: u8 = 0x02;
    /// With both off: initialisation mode.
    pub(crate) const RUN: u8 = DEBOUNCE | SCAN;
    pub(crate) const FAST_POTS: u8 = 0x04;
    pub(crate) const TWO_TONE: u8 = 0x08;
    pub(crate) const ASYNC: u8 = 0x10;
    pub(crate) const SERIAL_MODE: u8 = 0x70;
    pub(crate) const BREAK: u8 = 0x80;
}
