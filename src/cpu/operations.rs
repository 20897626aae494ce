//! The effect of each instruction on the registers, without its bus accesses. An operation is a type with the name of
//! its mnemonic, so that the rows of the opcode table can name it.

use super::registers::{D, I, Registers, Wide};

/// The bits of the operand that ANE takes regardless of A: a constant that differs between chips and temperatures.
// $EE is one of several observed values. [guess]
pub const ANE_MAGIC: u8 = 0xEE;
/// The bits of the operand that ANX takes regardless of A. An 800 is reported to load the operand unchanged.
/// [sheet: addenda 3]
pub const ANX_MAGIC: u8 = 0xFF;

/// An operation on registers only.
pub(super) trait Internal {
    fn apply(r: &mut Registers);
}

/// An operation on a byte that was read.
pub(super) trait Read {
    fn apply(r: &mut Registers, value: u8);
}

/// An operation that returns the byte to write.
pub(super) trait Write {
    fn value(r: &mut Registers) -> u8;
}

/// An operation that turns the byte that was read into the byte to write.
pub(super) trait Modify {
    fn apply(r: &mut Registers, value: u8) -> u8;
}

/// A condition that determines whether a branch is taken.
pub(super) trait Branch {
    fn taken(r: &Registers) -> bool;
}

macro_rules! operations {
    ($kind:ident::$method:ident $arguments:tt -> $result:ty; $($name:ident => $body:expr;)*) => {
        $(impl $kind for $name {
            #[inline(always)]
            fn $method $arguments -> $result {
                $body
            }
        })*
    };
}

macro_rules! types {
    ($($name:ident)*) => {
        $(#[allow(clippy::upper_case_acronyms)]
        pub(super) struct $name;)*
    };
}

types! {
    ADC ALR ANC AND ANE ANX ARR ASL ASO BCC BCS BEQ BIT BMI BNE BPL BVC BVS CLC CLD CLI CLV CMP CPX
    CPY DCP DEC DEX DEY EOR INC INX INY ISB LAS LAX LDA LDX LDY LSE LSR NOP ORA PHA PHP PLA PLP RLN
    ROL ROR RRD SAX SBC SBX SEC SED SEI SHA SHS SHX SHY STA STX STY TAX TAY TSX TXA TXS TYA
}

operations! { Internal::apply(r: &mut Registers) -> ();
    CLC => r.carry = 0;
    CLD => r.control &= !D;
    CLI => r.control &= !I;
    CLV => r.overflow = 0;
    DEX => r.set_x(r.x.get().wrapping_sub(1));
    DEY => r.set_y(r.y.wrapping_sub(1));
    INX => r.set_x(r.x.get().wrapping_add(1));
    INY => r.set_y(r.y.wrapping_add(1));
    NOP => { let _ = r; };
    SEC => r.carry = 1;
    SED => r.control |= D;
    SEI => r.control |= I;
    TAX => r.set_x(r.a.get());
    TAY => r.set_y(r.a.get());
    TSX => r.set_x(r.s);
    TXA => r.set_a(r.x.get());
    TXS => r.s = r.x.get();
    TYA => r.set_a(r.y);
}

operations! { Read::apply(r: &mut Registers, value: u8) -> ();
    ADC => r.add(value);
    ALR => { r.a = Wide::new(r.shift_right(r.a.get() & value)); };
    ANC => { r.set_a(r.a.get() & value); r.carry = r.a.get() >> 7; };
    AND => r.set_a(r.a.get() & value);
    ANE => r.set_a((r.a.get() | ANE_MAGIC) & r.x.get() & value);
    ARR => r.and_rotate_right(value);
    BIT => { r.overflow = value << 1; r.set_negative_and_zero(value & 0x80 != 0, r.a.get() & value == 0); };
    CMP => r.compare(r.a.get(), value);
    CPX => r.compare(r.x.get(), value);
    CPY => r.compare(r.y, value);
    EOR => r.set_a(r.a.get() ^ value);
    LAS => { r.s &= value; r.x = Wide::new(r.s); r.set_a(r.s); };
    LAX => { r.x = Wide::new(value); r.set_a(value); };
    LDA => r.set_a(value);
    LDX => r.set_x(value);
    LDY => r.set_y(value);
    ANX => { r.x = Wide::new((r.a.get() | ANX_MAGIC) & value); r.set_a(r.x.get()); };
    NOP => { let _ = (r, value); };
    ORA => r.set_a(r.a.get() | value);
    PLA => r.set_a(value);
    PLP => r.set_status(value);
    SBC => r.subtract(value);
    SBX => { let both = r.a.get() & r.x.get(); r.compare(both, value); r.x = Wide::new(both.wrapping_sub(value)); };
}

operations! { Write::value(r: &mut Registers) -> u8;
    PHA => r.a.get();
    PHP => r.status() | super::registers::B;
    SAX => r.a.get() & r.x.get();
    SHA => r.a.get() & r.x.get();
    SHS => { r.s = r.a.get() & r.x.get(); r.s };
    SHX => r.x.get();
    SHY => r.y;
    STA => r.a.get();
    STX => r.x.get();
    STY => r.y;
}

operations! { Modify::apply(r: &mut Registers, value: u8) -> u8;
    ASL => r.shift_left(value);
    DCP => { let less = value.wrapping_sub(1); r.compare(r.a.get(), less); less };
    DEC => { let less = value.wrapping_sub(1); r.set_result(less); less };
    INC => { let more = value.wrapping_add(1); r.set_result(more); more };
    ISB => { let more = value.wrapping_add(1); r.subtract(more); more };
    LSR => r.shift_right(value);
    RLN => { let rotated = r.rotate_left(value); r.set_a(r.a.get() & rotated); rotated };
    ROL => r.rotate_left(value);
    ROR => r.rotate_right(value);
    RRD => { let rotated = r.rotate_right(value); r.add(rotated); rotated };
    ASO => { let shifted = r.shift_left(value); r.set_a(r.a.get() | shifted); shifted };
    LSE => { let shifted = r.shift_right(value); r.set_a(r.a.get() ^ shifted); shifted };
}

operations! { Branch::taken(r: &Registers) -> bool;
    BCC => r.carry == 0;
    BCS => r.carry != 0;
    BEQ => r.zero();
    BMI => r.negative();
    BNE => !r.zero();
    BPL => !r.negative();
    BVC => r.overflow & 0x80 == 0;
    BVS => r.overflow & 0x80 != 0;
}
