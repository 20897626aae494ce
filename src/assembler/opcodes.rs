//! The words of the language that are three letters long: mnemonics of the CPU, the
//! macro-instructions made of several of them, and the directives without a dot.

/// Addressing modes as the encoder chooses among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Mode {
    Implied,
    Accumulator,
    Immediate,
    ZeroPage,
    ZeroPageX,
    ZeroPageY,
    Absolute,
    AbsoluteX,
    AbsoluteY,
    IndirectX,
    IndirectY,
    Indirect,
    Relative,
}

const MODES: usize = 13;

/// Index of a mnemonic in [`Words`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mnemonic(pub u8);

/// Condition of a branch, skip, repeat or long branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Condition(pub u8);

impl Condition {
    /// Opcode of the branch taken when the condition holds.
    pub fn branch(self) -> u8 {
        [0x10, 0x30, 0x50, 0x70, 0x90, 0xB0, 0xD0, 0xF0][self.0 as usize]
    }

    /// The opposite condition.
    pub fn inverse(self) -> Condition {
        Condition(self.0 ^ 1)
    }

    /// Of a branch opcode.
    pub fn of_branch(opcode: u8) -> Option<Condition> {
        (opcode & 0x1F == 0x10).then_some(Condition(opcode >> 5))
    }

    /// The two letters that end the mnemonic.
    pub fn letters(self) -> &'static str {
        CONDITIONS[self.0 as usize]
    }
}

const CONDITIONS: [&str; 8] = ["pl", "mi", "vc", "vs", "cc", "cs", "ne", "eq"];

/// The register a move goes through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Register {
    A,
    X,
    Y,
}

/// Instructions that stand for several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Macro {
    MoveByte(Register),
    MoveWord(Register),
    /// `add`
    AddCarryClear,
    /// `sub`
    SubtractCarrySet,
    /// `inw`, `inl`, `ind`: bytes of the number.
    Increment(u8),
    Decrement(u8),
    AddByte,
    SubtractByte,
    AddWord,
    SubtractWord,
    CompareByte,
    CompareWord,
    PushRegisters,
    PullRegisters,
    Skip(Condition),
    Repeat(Condition),
    JumpIf(Condition),
}

impl Macro {
    /// How many operands it takes at least and at most.
    pub fn operands(self) -> (usize, usize) {
        match self {
            Macro::MoveByte(_) | Macro::MoveWord(_) => (2, 2),
            Macro::AddCarryClear | Macro::SubtractCarrySet | Macro::Increment(_) | Macro::Decrement(_) => {
                (1, 1)
            }
            Macro::AddByte | Macro::SubtractByte | Macro::AddWord | Macro::SubtractWord => (2, 3),
            Macro::CompareByte | Macro::CompareWord => (2, 2),
            Macro::PushRegisters | Macro::PullRegisters | Macro::Skip(_) | Macro::Repeat(_) => (0, 0),
            Macro::JumpIf(_) => (1, 1),
        }
    }
}

/// Directives without a dot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Directive {
    Org,
    Equ,
    Set,
    Dta,
    Icl,
    Ins,
    Run,
    Ini,
    Opt,
    End,
    Ert,
    Ift,
    Eli,
    Els,
    Eif,
    Smb,
    Blk,
    Lmb,
    Nmb,
    Rmb,
}

/// What a word of three letters means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Cpu(Mnemonic),
    Macro(Macro),
    Directive(Directive),
}

/// The table of three-letter words.
pub(super) struct Words {
    /// By three times five bits; 0 is no word, else index + 1 into `words`.
    index: Box<[u8]>,
    words: Vec<Word>,
    codes: Vec<[Option<u8>; MODES]>,
    mnemonics: Vec<String>,
}

fn key(letters: &[u8]) -> Option<usize> {
    let &[a, b, c] = letters else { return None };
    let five = |byte: u8| byte.is_ascii_alphabetic().then_some((byte & 0x1F) as usize);
    Some(five(a)? << 10 | five(b)? << 5 | five(c)?)
}

impl Words {
    pub fn new() -> Self {
        let mut words = Words {
            index: vec![0; 1 << 15].into(),
            words: Vec::new(),
            codes: Vec::new(),
            mnemonics: Vec::new(),
        };
        for &(name, mode, code) in OPCODES {
            words.add_opcode(name, mode, code);
        }
        for (index, letters) in CONDITIONS.iter().enumerate() {
            let condition = Condition(index as u8);
            words.add(&format!("s{letters}"), Word::Macro(Macro::Skip(condition)));
            words.add(&format!("r{letters}"), Word::Macro(Macro::Repeat(condition)));
            words.add(&format!("j{letters}"), Word::Macro(Macro::JumpIf(condition)));
        }
        for &(name, which) in MACROS {
            words.add(name, Word::Macro(which));
        }
        for &(name, directive) in DIRECTIVES {
            words.add(name, Word::Directive(directive));
        }
        words
    }

    fn add(&mut self, name: &str, word: Word) {
        let Some(key) = key(name.as_bytes()) else { return };
        if self.index[key] == 0 {
            self.words.push(word);
            self.index[key] = self.words.len() as u8;
        }
    }

    fn add_opcode(&mut self, name: &str, mode: Mode, code: u8) {
        if self.find(name.as_bytes()).is_none() {
            self.add(name, Word::Cpu(Mnemonic(self.codes.len() as u8)));
            self.codes.push([None; MODES]);
            self.mnemonics.push(name.to_ascii_lowercase());
        }
        if let Some(Word::Cpu(mnemonic)) = self.find(name.as_bytes()) {
            let slot = &mut self.codes[mnemonic.0 as usize][mode as usize];
            if slot.is_none() {
                *slot = Some(code);
            }
        }
    }

    /// The meaning of a word, in either case.
    #[inline]
    pub fn find(&self, letters: &[u8]) -> Option<Word> {
        match self.index[key(letters)?] {
            0 => None,
            index => Some(self.words[index as usize - 1]),
        }
    }

    /// The opcode of a mnemonic in a mode.
    #[inline]
    pub fn code(&self, mnemonic: Mnemonic, mode: Mode) -> Option<u8> {
        self.codes[mnemonic.0 as usize][mode as usize]
    }

    /// The mnemonic in lower case.
    pub fn mnemonic(&self, mnemonic: Mnemonic) -> &str {
        &self.mnemonics[mnemonic.0 as usize]
    }

    /// Whether the mnemonic has a form without operand.
    pub fn is_implied_only(&self, mnemonic: Mnemonic) -> bool {
        let codes = &self.codes[mnemonic.0 as usize];
        codes[Mode::Implied as usize].is_some() && codes.iter().flatten().count() == 1
    }
}

const MACROS: &[(&str, Macro)] = &[
    ("mva", Macro::MoveByte(Register::A)),
    ("mvx", Macro::MoveByte(Register::X)),
    ("mvy", Macro::MoveByte(Register::Y)),
    ("mwa", Macro::MoveWord(Register::A)),
    ("mwx", Macro::MoveWord(Register::X)),
    ("mwy", Macro::MoveWord(Register::Y)),
    ("add", Macro::AddCarryClear),
    ("sub", Macro::SubtractCarrySet),
    ("inw", Macro::Increment(2)),
    ("inl", Macro::Increment(3)),
    ("ind", Macro::Increment(4)),
    ("dew", Macro::Decrement(2)),
    ("del", Macro::Decrement(3)),
    ("ded", Macro::Decrement(4)),
    ("adb", Macro::AddByte),
    ("sbb", Macro::SubtractByte),
    ("adw", Macro::AddWord),
    ("sbw", Macro::SubtractWord),
    ("cpb", Macro::CompareByte),
    ("cpw", Macro::CompareWord),
    ("phr", Macro::PushRegisters),
    ("plr", Macro::PullRegisters),
];

const DIRECTIVES: &[(&str, Directive)] = &[
    ("org", Directive::Org),
    ("equ", Directive::Equ),
    ("set", Directive::Set),
    ("dta", Directive::Dta),
    ("icl", Directive::Icl),
    ("ins", Directive::Ins),
    ("run", Directive::Run),
    ("ini", Directive::Ini),
    ("opt", Directive::Opt),
    ("end", Directive::End),
    ("ert", Directive::Ert),
    ("ift", Directive::Ift),
    ("eli", Directive::Eli),
    ("els", Directive::Els),
    ("eif", Directive::Eif),
    ("smb", Directive::Smb),
    ("blk", Directive::Blk),
    ("lmb", Directive::Lmb),
    ("nmb", Directive::Nmb),
    ("rmb", Directive::Rmb),
];

/// The documented opcodes.
const OPCODES: &[(&str, Mode, u8)] = &[
    ("adc", Mode::Immediate, 0x69),
    ("adc", Mode::ZeroPage, 0x65),
    ("adc", Mode::ZeroPageX, 0x75),
    ("adc", Mode::Absolute, 0x6D),
    ("adc", Mode::AbsoluteX, 0x7D),
    ("adc", Mode::AbsoluteY, 0x79),
    ("adc", Mode::IndirectX, 0x61),
    ("adc", Mode::IndirectY, 0x71),
    ("and", Mode::Immediate, 0x29),
    ("and", Mode::ZeroPage, 0x25),
    ("and", Mode::ZeroPageX, 0x35),
    ("and", Mode::Absolute, 0x2D),
    ("and", Mode::AbsoluteX, 0x3D),
    ("and", Mode::AbsoluteY, 0x39),
    ("and", Mode::IndirectX, 0x21),
    ("and", Mode::IndirectY, 0x31),
    ("asl", Mode::Accumulator, 0x0A),
    ("asl", Mode::ZeroPage, 0x06),
    ("asl", Mode::ZeroPageX, 0x16),
    ("asl", Mode::Absolute, 0x0E),
    ("asl", Mode::AbsoluteX, 0x1E),
    ("bcc", Mode::Relative, 0x90),
    ("bcs", Mode::Relative, 0xB0),
    ("beq", Mode::Relative, 0xF0),
    ("bit", Mode::ZeroPage, 0x24),
    ("bit", Mode::Absolute, 0x2C),
    ("bmi", Mode::Relative, 0x30),
    ("bne", Mode::Relative, 0xD0),
    ("bpl", Mode::Relative, 0x10),
    ("brk", Mode::Implied, 0x00),
    ("bvc", Mode::Relative, 0x50),
    ("bvs", Mode::Relative, 0x70),
    ("clc", Mode::Implied, 0x18),
    ("cld", Mode::Implied, 0xD8),
    ("cli", Mode::Implied, 0x58),
    ("clv", Mode::Implied, 0xB8),
    ("cmp", Mode::Immediate, 0xC9),
    ("cmp", Mode::ZeroPage, 0xC5),
    ("cmp", Mode::ZeroPageX, 0xD5),
    ("cmp", Mode::Absolute, 0xCD),
    ("cmp", Mode::AbsoluteX, 0xDD),
    ("cmp", Mode::AbsoluteY, 0xD9),
    ("cmp", Mode::IndirectX, 0xC1),
    ("cmp", Mode::IndirectY, 0xD1),
    ("cpx", Mode::Immediate, 0xE0),
    ("cpx", Mode::ZeroPage, 0xE4),
    ("cpx", Mode::Absolute, 0xEC),
    ("cpy", Mode::Immediate, 0xC0),
    ("cpy", Mode::ZeroPage, 0xC4),
    ("cpy", Mode::Absolute, 0xCC),
    ("dec", Mode::ZeroPage, 0xC6),
    ("dec", Mode::ZeroPageX, 0xD6),
    ("dec", Mode::Absolute, 0xCE),
    ("dec", Mode::AbsoluteX, 0xDE),
    ("dex", Mode::Implied, 0xCA),
    ("dey", Mode::Implied, 0x88),
    ("eor", Mode::Immediate, 0x49),
    ("eor", Mode::ZeroPage, 0x45),
    ("eor", Mode::ZeroPageX, 0x55),
    ("eor", Mode::Absolute, 0x4D),
    ("eor", Mode::AbsoluteX, 0x5D),
    ("eor", Mode::AbsoluteY, 0x59),
    ("eor", Mode::IndirectX, 0x41),
    ("eor", Mode::IndirectY, 0x51),
    ("inc", Mode::ZeroPage, 0xE6),
    ("inc", Mode::ZeroPageX, 0xF6),
    ("inc", Mode::Absolute, 0xEE),
    ("inc", Mode::AbsoluteX, 0xFE),
    ("inx", Mode::Implied, 0xE8),
    ("iny", Mode::Implied, 0xC8),
    ("jmp", Mode::Absolute, 0x4C),
    ("jmp", Mode::Indirect, 0x6C),
    ("jsr", Mode::Absolute, 0x20),
    ("lda", Mode::Immediate, 0xA9),
    ("lda", Mode::ZeroPage, 0xA5),
    ("lda", Mode::ZeroPageX, 0xB5),
    ("lda", Mode::Absolute, 0xAD),
    ("lda", Mode::AbsoluteX, 0xBD),
    ("lda", Mode::AbsoluteY, 0xB9),
    ("lda", Mode::IndirectX, 0xA1),
    ("lda", Mode::IndirectY, 0xB1),
    ("ldx", Mode::Immediate, 0xA2),
    ("ldx", Mode::ZeroPage, 0xA6),
    ("ldx", Mode::ZeroPageY, 0xB6),
    ("ldx", Mode::Absolute, 0xAE),
    ("ldx", Mode::AbsoluteY, 0xBE),
    ("ldy", Mode::Immediate, 0xA0),
    ("ldy", Mode::ZeroPage, 0xA4),
    ("ldy", Mode::ZeroPageX, 0xB4),
    ("ldy", Mode::Absolute, 0xAC),
    ("ldy", Mode::AbsoluteX, 0xBC),
    ("lsr", Mode::Accumulator, 0x4A),
    ("lsr", Mode::ZeroPage, 0x46),
    ("lsr", Mode::ZeroPageX, 0x56),
    ("lsr", Mode::Absolute, 0x4E),
    ("lsr", Mode::AbsoluteX, 0x5E),
    ("nop", Mode::Implied, 0xEA),
    ("ora", Mode::Immediate, 0x09),
    ("ora", Mode::ZeroPage, 0x05),
    ("ora", Mode::ZeroPageX, 0x15),
    ("ora", Mode::Absolute, 0x0D),
    ("ora", Mode::AbsoluteX, 0x1D),
    ("ora", Mode::AbsoluteY, 0x19),
    ("ora", Mode::IndirectX, 0x01),
    ("ora", Mode::IndirectY, 0x11),
    ("pha", Mode::Implied, 0x48),
    ("php", Mode::Implied, 0x08),
    ("pla", Mode::Implied, 0x68),
    ("plp", Mode::Implied, 0x28),
    ("rol", Mode::Accumulator, 0x2A),
    ("rol", Mode::ZeroPage, 0x26),
    ("rol", Mode::ZeroPageX, 0x36),
    ("rol", Mode::Absolute, 0x2E),
    ("rol", Mode::AbsoluteX, 0x3E),
    ("ror", Mode::Accumulator, 0x6A),
    ("ror", Mode::ZeroPage, 0x66),
    ("ror", Mode::ZeroPageX, 0x76),
    ("ror", Mode::Absolute, 0x6E),
    ("ror", Mode::AbsoluteX, 0x7E),
    ("rti", Mode::Implied, 0x40),
    ("rts", Mode::Implied, 0x60),
    ("sbc", Mode::Immediate, 0xE9),
    ("sbc", Mode::ZeroPage, 0xE5),
    ("sbc", Mode::ZeroPageX, 0xF5),
    ("sbc", Mode::Absolute, 0xED),
    ("sbc", Mode::AbsoluteX, 0xFD),
    ("sbc", Mode::AbsoluteY, 0xF9),
    ("sbc", Mode::IndirectX, 0xE1),
    ("sbc", Mode::IndirectY, 0xF1),
    ("sec", Mode::Implied, 0x38),
    ("sed", Mode::Implied, 0xF8),
    ("sei", Mode::Implied, 0x78),
    ("sta", Mode::ZeroPage, 0x85),
    ("sta", Mode::ZeroPageX, 0x95),
    ("sta", Mode::Absolute, 0x8D),
    ("sta", Mode::AbsoluteX, 0x9D),
    ("sta", Mode::AbsoluteY, 0x99),
    ("sta", Mode::IndirectX, 0x81),
    ("sta", Mode::IndirectY, 0x91),
    ("stx", Mode::ZeroPage, 0x86),
    ("stx", Mode::ZeroPageY, 0x96),
    ("stx", Mode::Absolute, 0x8E),
    ("sty", Mode::ZeroPage, 0x84),
    ("sty", Mode::ZeroPageX, 0x94),
    ("sty", Mode::Absolute, 0x8C),
    ("tax", Mode::Implied, 0xAA),
    ("tay", Mode::Implied, 0xA8),
    ("tsx", Mode::Implied, 0xBA),
    ("txa", Mode::Implied, 0x8A),
    ("txs", Mode::Implied, 0x9A),
    ("tya", Mode::Implied, 0x98),
];
