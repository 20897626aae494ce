//! The opcode table: the single description of the instruction set, used by execution, disassembly, the assembler, the
//! listing's cycle column and the path analysis.

use std::fmt;

/// Passes the rows of the table to the macro named in the argument.
///
/// A row is `MNEMONIC Access { opcode Mode cycles, ... }`; the cycles do not include page crossings and taken branches.
/// Execution is generated from the same rows: `Access` selects the bus sequence, `Mode` the addressing and `MNEMONIC`
/// the operation.
macro_rules! opcode_rows {
    ($apply:ident) => {
        $apply! {
            documented {
                ADC Read { 0x69 Immediate 2, 0x65 ZeroPage 3, 0x75 ZeroPageX 4, 0x6D Absolute 4,
                    0x7D AbsoluteX 4, 0x79 AbsoluteY 4, 0x61 IndirectX 6, 0x71 IndirectY 5 }
                AND Read { 0x29 Immediate 2, 0x25 ZeroPage 3, 0x35 ZeroPageX 4, 0x2D Absolute 4,
                    0x3D AbsoluteX 4, 0x39 AbsoluteY 4, 0x21 IndirectX 6, 0x31 IndirectY 5 }
                ASL Modify { 0x0A Accumulator 2, 0x06 ZeroPage 5, 0x16 ZeroPageX 6,
                    0x0E Absolute 6, 0x1E AbsoluteX 7 }
                BCC Branch { 0x90 Relative 2 }
                BCS Branch { 0xB0 Relative 2 }
                BEQ Branch { 0xF0 Relative 2 }
                BIT Read { 0x24 ZeroPage 3, 0x2C Absolute 4 }
                BMI Branch { 0x30 Relative 2 }
                BNE Branch { 0xD0 Relative 2 }
                BPL Branch { 0x10 Relative 2 }
                BRK Break { 0x00 Implied 7 }
                BVC Branch { 0x50 Relative 2 }
                BVS Branch { 0x70 Relative 2 }
                CLC Internal { 0x18 Implied 2 }
                CLD Internal { 0xD8 Implied 2 }
                CLI Internal { 0x58 Implied 2 }
                CLV Internal { 0xB8 Implied 2 }
                CMP Read { 0xC9 Immediate 2, 0xC5 ZeroPage 3, 0xD5 ZeroPageX 4, 0xCD Absolute 4,
                    0xDD AbsoluteX 4, 0xD9 AbsoluteY 4, 0xC1 IndirectX 6, 0xD1 IndirectY 5 }
                CPX Read { 0xE0 Immediate 2, 0xE4 ZeroPage 3, 0xEC Absolute 4 }
                CPY Read { 0xC0 Immediate 2, 0xC4 ZeroPage 3, 0xCC Absolute 4 }
                DEC Modify { 0xC6 ZeroPage 5, 0xD6 ZeroPageX 6, 0xCE Absolute 6, 0xDE AbsoluteX 7 }
                DEX Internal { 0xCA Implied 2 }
                DEY Internal { 0x88 Implied 2 }
                EOR Read { 0x49 Immediate 2, 0x45 ZeroPage 3, 0x55 ZeroPageX 4, 0x4D Absolute 4,
                    0x5D AbsoluteX 4, 0x59 AbsoluteY 4, 0x41 IndirectX 6, 0x51 IndirectY 5 }
                INC Modify { 0xE6 ZeroPage 5, 0xF6 ZeroPageX 6, 0xEE Absolute 6, 0xFE AbsoluteX 7 }
                INX Internal { 0xE8 Implied 2 }
                INY Internal { 0xC8 Implied 2 }
                JMP Jump { 0x4C Absolute 3, 0x6C Indirect 5 }
                JSR Call { 0x20 Absolute 6 }
                LDA Read { 0xA9 Immediate 2, 0xA5 ZeroPage 3, 0xB5 ZeroPageX 4, 0xAD Absolute 4,
                    0xBD AbsoluteX 4, 0xB9 AbsoluteY 4, 0xA1 IndirectX 6, 0xB1 IndirectY 5 }
                LDX Read { 0xA2 Immediate 2, 0xA6 ZeroPage 3, 0xB6 ZeroPageY 4, 0xAE Absolute 4,
                    0xBE AbsoluteY 4 }
                LDY Read { 0xA0 Immediate 2, 0xA4 ZeroPage 3, 0xB4 ZeroPageX 4, 0xAC Absolute 4,
                    0xBC AbsoluteX 4 }
                LSR Modify { 0x4A Accumulator 2, 0x46 ZeroPage 5, 0x56 ZeroPageX 6,
                    0x4E Absolute 6, 0x5E AbsoluteX 7 }
                NOP Internal { 0xEA Implied 2 }
                ORA Read { 0x09 Immediate 2, 0x05 ZeroPage 3, 0x15 ZeroPageX 4, 0x0D Absolute 4,
                    0x1D AbsoluteX 4, 0x19 AbsoluteY 4, 0x01 IndirectX 6, 0x11 IndirectY 5 }
                PHA Push { 0x48 Implied 3 }
                PHP Push { 0x08 Implied 3 }
                PLA Pull { 0x68 Implied 4 }
                PLP Pull { 0x28 Implied 4 }
                ROL Modify { 0x2A Accumulator 2, 0x26 ZeroPage 5, 0x36 ZeroPageX 6,
                    0x2E Absolute 6, 0x3E AbsoluteX 7 }
                ROR Modify { 0x6A Accumulator 2, 0x66 ZeroPage 5, 0x76 ZeroPageX 6,
                    0x6E Absolute 6, 0x7E AbsoluteX 7 }
                RTI Return { 0x40 Implied 6 }
                RTS Return { 0x60 Implied 6 }
                SBC Read { 0xE9 Immediate 2, 0xE5 ZeroPage 3, 0xF5 ZeroPageX 4, 0xED Absolute 4,
                    0xFD AbsoluteX 4, 0xF9 AbsoluteY 4, 0xE1 IndirectX 6, 0xF1 IndirectY 5 }
                SEC Internal { 0x38 Implied 2 }
                SED Internal { 0xF8 Implied 2 }
                SEI Internal { 0x78 Implied 2 }
                STA Write { 0x85 ZeroPage 3, 0x95 ZeroPageX 4, 0x8D Absolute 4, 0x9D AbsoluteX 5,
                    0x99 AbsoluteY 5, 0x81 IndirectX 6, 0x91 IndirectY 6 }
                STX Write { 0x86 ZeroPage 3, 0x96 ZeroPageY 4, 0x8E Absolute 4 }
                STY Write { 0x84 ZeroPage 3, 0x94 ZeroPageX 4, 0x8C Absolute 4 }
                TAX Internal { 0xAA Implied 2 }
                TAY Internal { 0xA8 Implied 2 }
                TSX Internal { 0xBA Implied 2 }
                TXA Internal { 0x8A Implied 2 }
                TXS Internal { 0x9A Implied 2 }
                TYA Internal { 0x98 Implied 2 }
            }
            undocumented {
                ALR Read { 0x4B Immediate 2 }
                ANC Read { 0x0B Immediate 2, 0x2B Immediate 2 }
                ANE Read { 0x8B Immediate 2 }
                ARR Read { 0x6B Immediate 2 }
                DCP Modify { 0xC7 ZeroPage 5, 0xD7 ZeroPageX 6, 0xCF Absolute 6, 0xDF AbsoluteX 7,
                    0xDB AbsoluteY 7, 0xC3 IndirectX 8, 0xD3 IndirectY 8 }
                ISB Modify { 0xE7 ZeroPage 5, 0xF7 ZeroPageX 6, 0xEF Absolute 6, 0xFF AbsoluteX 7,
                    0xFB AbsoluteY 7, 0xE3 IndirectX 8, 0xF3 IndirectY 8 }
                CIM Jam { 0x02 Implied 2, 0x12 Implied 2, 0x22 Implied 2, 0x32 Implied 2,
                    0x42 Implied 2, 0x52 Implied 2, 0x62 Implied 2, 0x72 Implied 2,
                    0x92 Implied 2, 0xB2 Implied 2, 0xD2 Implied 2, 0xF2 Implied 2 }
                LAS Read { 0xBB AbsoluteY 4 }
                LAX Read { 0xA7 ZeroPage 3, 0xB7 ZeroPageY 4, 0xAF Absolute 4, 0xBF AbsoluteY 4,
                    0xA3 IndirectX 6, 0xB3 IndirectY 5 }
                ANX Read { 0xAB Immediate 2 }
                NOP Internal { 0x1A Implied 2, 0x3A Implied 2, 0x5A Implied 2, 0x7A Implied 2,
                    0xDA Implied 2, 0xFA Implied 2 }
                NOP Read { 0x80 Immediate 2, 0x82 Immediate 2, 0x89 Immediate 2, 0xC2 Immediate 2,
                    0xE2 Immediate 2, 0x04 ZeroPage 3, 0x44 ZeroPage 3, 0x64 ZeroPage 3,
                    0x14 ZeroPageX 4, 0x34 ZeroPageX 4, 0x54 ZeroPageX 4, 0x74 ZeroPageX 4,
                    0xD4 ZeroPageX 4, 0xF4 ZeroPageX 4, 0x0C Absolute 4, 0x1C AbsoluteX 4,
                    0x3C AbsoluteX 4, 0x5C AbsoluteX 4, 0x7C AbsoluteX 4, 0xDC AbsoluteX 4,
                    0xFC AbsoluteX 4 }
                RLN Modify { 0x27 ZeroPage 5, 0x37 ZeroPageX 6, 0x2F Absolute 6, 0x3F AbsoluteX 7,
                    0x3B AbsoluteY 7, 0x23 IndirectX 8, 0x33 IndirectY 8 }
                RRD Modify { 0x67 ZeroPage 5, 0x77 ZeroPageX 6, 0x6F Absolute 6, 0x7F AbsoluteX 7,
                    0x7B AbsoluteY 7, 0x63 IndirectX 8, 0x73 IndirectY 8 }
                SAX Write { 0x87 ZeroPage 3, 0x97 ZeroPageY 4, 0x8F Absolute 4, 0x83 IndirectX 6 }
                SBC Read { 0xEB Immediate 2 }
                SBX Read { 0xCB Immediate 2 }
                SHA WriteHigh { 0x9F AbsoluteY 5, 0x93 IndirectY 6 }
                SHS WriteHigh { 0x9B AbsoluteY 5 }
                SHX WriteHigh { 0x9E AbsoluteY 5 }
                SHY WriteHigh { 0x9C AbsoluteX 5 }
                ASO Modify { 0x07 ZeroPage 5, 0x17 ZeroPageX 6, 0x0F Absolute 6, 0x1F AbsoluteX 7,
                    0x1B AbsoluteY 7, 0x03 IndirectX 8, 0x13 IndirectY 8 }
                LSE Modify { 0x47 ZeroPage 5, 0x57 ZeroPageX 6, 0x4F Absolute 6, 0x5F AbsoluteX 7,
                    0x5B AbsoluteY 7, 0x43 IndirectX 8, 0x53 IndirectY 8 }
            }
        }
    };
}
pub(super) use opcode_rows;

/// An addressing mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// No operand: `CLC`.
    Implied,
    /// The accumulator: `ASL @`.
    Accumulator,
    /// `LDA #$12`.
    Immediate,
    /// `LDA $12`.
    ZeroPage,
    /// `LDA $12,X`, wrapping within page 0.
    ZeroPageX,
    /// `LDX $12,Y`, wrapping within page 0.
    ZeroPageY,
    /// `LDA $1234`.
    Absolute,
    /// `LDA $1234,X`.
    AbsoluteX,
    /// `LDA $1234,Y`.
    AbsoluteY,
    /// `JMP ($1234)`: the pointer's high byte comes from the same page as its low byte.
    Indirect,
    /// `LDA ($12,X)`.
    IndirectX,
    /// `LDA ($12),Y`.
    IndirectY,
    /// A branch: `BNE $1234`.
    Relative,
}

impl Mode {
    /// The number of modes.
    pub const COUNT: usize = Mode::Relative as usize + 1;

    /// Bytes of the operand, 0 to 2.
    pub const fn operand_bytes(self) -> u8 {
        match self {
            Mode::Implied | Mode::Accumulator => 0,
            Mode::Absolute | Mode::AbsoluteX | Mode::AbsoluteY | Mode::Indirect => 2,
            _ => 1,
        }
    }
}

/// What an instruction does on the bus after its operand is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Nothing (implied and accumulator).
    Internal,
    /// Reads the effective address.
    Read,
    /// Writes the effective address.
    Write,
    /// Writes a value ANDed with the high byte of the base address plus 1 (SHA, SHX, SHY, SHS).
    WriteHigh,
    /// Reads, writes the old value back, writes the new value.
    Modify,
    /// Takes a conditional branch.
    Branch,
    /// JMP.
    Jump,
    /// JSR.
    Call,
    /// RTS, RTI.
    Return,
    /// PHA, PHP.
    Push,
    /// PLA, PLP.
    Pull,
    /// BRK.
    Break,
    /// CIM: no further instruction until reset.
    Jam,
}

impl Access {
    /// Whether the effective address is written.
    pub const fn writes(self) -> bool {
        matches!(self, Access::Write | Access::WriteHigh | Access::Modify)
    }

    /// Whether the effective address is read for its value, and not only by a dummy access.
    pub const fn reads(self) -> bool {
        matches!(self, Access::Read | Access::Modify)
    }
}

/// One of the 256 opcodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opcode {
    /// The instruction.
    pub mnemonic: Mnemonic,
    /// Its addressing mode.
    pub mode: Mode,
    /// Its accesses on the bus.
    pub access: Access,
    /// CPU cycles without a page crossing or a taken branch. CIM: 2, after which it never ends.
    pub cycles: u8,
    /// Whether it takes one more cycle when the index (or a taken branch) crosses a page. A taken branch takes one more
    /// cycle in any case.
    pub page_penalty: bool,
    /// Whether it is in the manufacturers' data sheets.
    pub documented: bool,
}

impl Opcode {
    const fn new(mnemonic: Mnemonic, mode: Mode, access: Access, cycles: u8, documented: bool) -> Self {
        let access = match mode {
            Mode::Accumulator => Access::Internal,
            _ => access,
        };
        let page_penalty = match access {
            Access::Read => matches!(mode, Mode::AbsoluteX | Mode::AbsoluteY | Mode::IndirectY),
            Access::Branch => true,
            _ => false,
        };
        Opcode { mnemonic, mode, access, cycles, page_penalty, documented }
    }

    /// Its name in the assembler. Undocumented instructions without an effect are distinguished by their length.
    pub const fn name(&self) -> &'static str {
        match (self.mnemonic, self.documented, self.bytes()) {
            (Mnemonic::NOP, false, 1) => "NPO",
            (Mnemonic::NOP, false, 2) => "DOP",
            (Mnemonic::NOP, false, _) => "TOP",
            (mnemonic, ..) => mnemonic.name(),
        }
    }

    /// Whether it can jump back to the beginning of a loop: a branch, or a jump to an address.
    pub(crate) const fn closes_loops(&self) -> bool {
        matches!((self.access, self.mode), (Access::Branch, _) | (Access::Jump, Mode::Absolute))
    }

    /// Bytes of the instruction, 1 to 3. (BRK is 1, though the CPU returns after a second byte.)
    pub const fn bytes(&self) -> u8 {
        1 + self.mode.operand_bytes()
    }
}

macro_rules! mnemonics {
    ($($name:ident)*) => {
        /// The name of an instruction. Undocumented ones have their MADS names, which our assembler uses;
        /// [`Mnemonic::parse`] accepts others.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Mnemonic { $($name),* }

        impl Mnemonic {
            /// All mnemonics, in alphabetical order.
            pub const ALL: &[Mnemonic] = &[$(Mnemonic::$name),*];

            /// The name in capitals.
            pub const fn name(self) -> &'static str {
                match self { $(Mnemonic::$name => stringify!($name)),* }
            }
        }
    };
}

mnemonics! {
    ADC ALR ANC AND ANE ANX ARR ASL ASO BCC BCS BEQ BIT BMI BNE BPL BRK BVC BVS CIM CLC CLD CLI CLV
    CMP CPX CPY DCP DEC DEX DEY EOR INC INX INY ISB JMP JSR LAS LAX LDA LDX LDY LSE LSR NOP ORA PHA
    PHP PLA PLP RLN ROL ROR RRD RTI RTS SAX SBC SBX SEC SED SEI SHA SHS SHX SHY STA STX STY TAX TAY
    TSX TXA TXS TYA
}

/// Other names in use for undocumented instructions.
const ALIASES: [(&str, Mnemonic); 30] = [
    ("AAC", Mnemonic::ANC),
    ("AAX", Mnemonic::SAX),
    ("AHX", Mnemonic::SHA),
    ("ASR", Mnemonic::ALR),
    ("ATX", Mnemonic::ANX),
    ("AXA", Mnemonic::SHA),
    ("AXS", Mnemonic::SBX),
    ("DCM", Mnemonic::DCP),
    ("HLT", Mnemonic::CIM),
    ("INS", Mnemonic::ISB),
    ("ISC", Mnemonic::ISB),
    ("JAM", Mnemonic::CIM),
    ("KIL", Mnemonic::CIM),
    ("LAE", Mnemonic::LAS),
    ("LAR", Mnemonic::LAS),
    ("LXA", Mnemonic::ANX),
    ("NPO", Mnemonic::NOP),
    ("OAL", Mnemonic::ANX),
    ("RLA", Mnemonic::RLN),
    ("RRA", Mnemonic::RRD),
    ("SAY", Mnemonic::SHY),
    ("SKB", Mnemonic::NOP),
    ("SKW", Mnemonic::NOP),
    ("SLO", Mnemonic::ASO),
    ("SRE", Mnemonic::LSE),
    ("SXA", Mnemonic::SHX),
    ("SYA", Mnemonic::SHY),
    ("TAS", Mnemonic::SHS),
    ("XAA", Mnemonic::ANE),
    ("XAS", Mnemonic::SHX),
];

impl Mnemonic {
    /// The instruction with this name or alias, in upper or lower case.
    pub fn parse(name: &str) -> Option<Mnemonic> {
        let same = |known: &str| known.eq_ignore_ascii_case(name);
        let named = Self::ALL.iter().copied().find(|m| same(m.name()));
        named.or_else(|| ALIASES.iter().find(|(alias, _)| same(alias)).map(|&(_, mnemonic)| mnemonic))
    }
}

impl fmt::Display for Mnemonic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

macro_rules! rows_to_table {
    (documented { $($documented:tt)* } undocumented { $($undocumented:tt)* }) => {{
        let mut table = [None; 256];
        rows_to_table!(@rows table true $($documented)*);
        rows_to_table!(@rows table false $($undocumented)*);
        table
    }};
    (@rows $table:ident $documented:literal
        $($name:ident $access:ident { $($code:literal $mode:ident $cycles:literal),* })*) => {
        $($(
            assert!($table[$code].is_none(), "an opcode has two rows");
            $table[$code] = Some(Opcode::new(
                Mnemonic::$name, Mode::$mode, Access::$access, $cycles, $documented,
            ));
        )*)*
    };
}

/// The table, indexed by the opcode byte.
pub const OPCODES: [Opcode; 256] = {
    let rows: [Option<Opcode>; 256] = opcode_rows!(rows_to_table);
    let mut table = [Opcode::new(Mnemonic::NOP, Mode::Implied, Access::Internal, 2, true); 256];
    let mut code = 0;
    while code < 256 {
        table[code] = match rows[code] {
            Some(opcode) => opcode,
            None => panic!("an opcode has no row"),
        };
        code += 1;
    }
    table
};

/// The opcode bytes by mnemonic and mode.
static CODES: [[Option<u8>; Mode::COUNT]; Mnemonic::ALL.len()] = {
    let mut codes: [[Option<u8>; Mode::COUNT]; Mnemonic::ALL.len()] =
        [[None; Mode::COUNT]; Mnemonic::ALL.len()];
    let mut code = 256;
    // In descending order, so that of several equal undocumented opcodes the lowest remains.
    while code > 0 {
        code -= 1;
        let Opcode { mnemonic, mode, documented, .. } = OPCODES[code];
        let entry = &mut codes[mnemonic as usize][mode as usize];
        let outranked = match *entry {
            Some(other) => OPCODES[other as usize].documented && !documented,
            None => false,
        };
        if !outranked {
            *entry = Some(code as u8);
        }
    }
    codes
};

/// The opcode byte of an instruction in an addressing mode, if there is one: the documented one if possible, otherwise
/// the lowest.
pub fn find(mnemonic: Mnemonic, mode: Mode) -> Option<u8> {
    CODES[mnemonic as usize][mode as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_makers_documented_151_opcodes() {
        assert_eq!(OPCODES.iter().filter(|opcode| opcode.documented).count(), 151);
    }

    #[test]
    fn a_documented_opcode_is_found_before_an_undocumented_one() {
        assert_eq!(find(Mnemonic::NOP, Mode::Implied), Some(0xEA));
        assert_eq!(find(Mnemonic::SBC, Mode::Immediate), Some(0xE9));
        assert_eq!(find(Mnemonic::NOP, Mode::Immediate), Some(0x80));
        assert_eq!(find(Mnemonic::CIM, Mode::Implied), Some(0x02));
        assert_eq!(find(Mnemonic::STA, Mode::Immediate), None);
    }

    #[test]
    fn every_opcode_is_found_or_outranked() {
        for (code, opcode) in OPCODES.iter().enumerate() {
            let found = usize::from(find(opcode.mnemonic, opcode.mode).expect("it is in the table"));
            assert!(found == code || OPCODES[found].documented || found < code, "{code:02X}");
        }
    }

    #[test]
    fn names_parse_in_any_case_and_no_alias_hides_a_name() {
        for &mnemonic in Mnemonic::ALL {
            assert_eq!(Mnemonic::parse(&mnemonic.name().to_lowercase()), Some(mnemonic));
        }
        for (alias, mnemonic) in ALIASES {
            assert_eq!(Mnemonic::parse(alias), Some(mnemonic));
        }
        assert_eq!(Mnemonic::parse("LDQ"), None);
        assert_eq!(Mnemonic::parse(""), None);
    }
}
