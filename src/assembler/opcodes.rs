//! The three-letter words of the language: mnemonics of the CPU, macro-instructions that expand to several of
//! them, and the directives without a dot.

use crate::cpu::disassemble::Disassembled;
use crate::cpu::opcodes::{self, Mnemonic, Mode, Opcode};

/// Condition of a branch, skip, repeat or long branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Condition(pub u8);

impl Condition {
    /// Opcode of the branch taken when the condition holds.
    pub(super) fn branch(self) -> u8 {
        [0x10, 0x30, 0x50, 0x70, 0x90, 0xB0, 0xD0, 0xF0][self.0 as usize]
    }

    /// The opposite condition.
    pub(super) fn inverse(self) -> Condition {
        Condition(self.0 ^ 1)
    }

    /// The condition of a branch opcode.
    pub(super) fn of_branch(opcode: u8) -> Option<Condition> {
        (opcode & 0x1F == 0x10).then_some(Condition(opcode >> 5))
    }

    /// The last two letters of the mnemonic.
    pub(super) fn letters(self) -> &'static str {
        CONDITIONS[self.0 as usize]
    }
}

const CONDITIONS: [&str; 8] = ["pl", "mi", "vc", "vs", "cc", "cs", "ne", "eq"];

/// The register that a move uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Register {
    A,
    X,
    Y,
}

/// Instructions that expand to several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Macro {
    MoveByte(Register),
    MoveWord(Register),
    /// `add`
    AddCarryClear,
    /// `sub`
    SubtractCarrySet,
    /// `inw`, `inl`, `ind`: size of the number in bytes.
    Increment(u8),
    Decrement(u8),
    AddByte,
    SubtractByte,
    AddWord,
    SubtractWord,
    CompareByte,
    /// `cpw`, `cpl`, `cpd`: size of the numbers in bytes.
    Compare(u8),
    PushRegisters,
    PullRegisters,
    /// `npo`, `dop`, `top`: undocumented instructions of this many bytes without effect.
    NoOperation(u8),
    Skip(Condition),
    Repeat(Condition),
    JumpIf(Condition),
}

impl Macro {
    /// The minimum and maximum number of operands.
    pub(super) fn operands(self) -> (usize, usize) {
        match self {
            Macro::MoveByte(_) | Macro::MoveWord(_) => (2, 2),
            Macro::AddCarryClear | Macro::SubtractCarrySet | Macro::Increment(_) | Macro::Decrement(_) => {
                (1, 1)
            }
            Macro::AddByte | Macro::SubtractByte | Macro::AddWord | Macro::SubtractWord => (2, 3),
            Macro::CompareByte | Macro::Compare(_) => (2, 2),
            Macro::PushRegisters | Macro::PullRegisters | Macro::Skip(_) | Macro::Repeat(_) => (0, 0),
            Macro::NoOperation(1) => (0, 0),
            Macro::JumpIf(_) | Macro::NoOperation(_) => (1, 1),
        }
    }

    /// Whether it honours the sign of `x+`, `y-`.
    pub(super) fn steps(self) -> bool {
        matches!(
            self,
            Macro::MoveByte(_)
                | Macro::MoveWord(_)
                | Macro::AddCarryClear
                | Macro::SubtractCarrySet
                | Macro::Increment(_)
                | Macro::Decrement(_)
        )
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

/// The meaning of a three-letter word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Cpu(Mnemonic),
    Macro(Macro),
    Directive(Directive),
}

/// The table of three-letter words.
pub(super) struct Words {
    /// Indexed by the three letters of five bits each; 0 is no word, else index + 1 into `words`.
    index: Box<[u8]>,
    words: Vec<Word>,
}

/// This assembler's name for an undocumented instruction that other assemblers call differently.
pub(super) fn reference_name(name: &str) -> Option<String> {
    match name.to_ascii_lowercase().as_str() {
        "skb" => Some("dop".to_owned()),
        "skw" => Some("top".to_owned()),
        name => Mnemonic::parse(name).map(|mnemonic| mnemonic.name().to_ascii_lowercase()),
    }
}

fn key(letters: &[u8]) -> Option<usize> {
    let &[a, b, c] = letters else { return None };
    let five = |byte: u8| byte.is_ascii_alphabetic().then_some((byte & 0x1F) as usize);
    Some(five(a)? << 10 | five(b)? << 5 | five(c)?)
}

impl Words {
    pub(super) fn new() -> Self {
        let mut words = Words { index: vec![0; 1 << 15].into(), words: Vec::new() };
        for &(name, directive) in DIRECTIVES {
            words.add(name, Word::Directive(directive));
        }
        for &mnemonic in Mnemonic::ALL {
            words.add(mnemonic.name(), Word::Cpu(mnemonic));
        }
        words.add("LXA", Word::Cpu(Mnemonic::ANX));
        for (index, letters) in CONDITIONS.iter().enumerate() {
            let condition = Condition(index as u8);
            words.add(&format!("s{letters}"), Word::Macro(Macro::Skip(condition)));
            words.add(&format!("r{letters}"), Word::Macro(Macro::Repeat(condition)));
            words.add(&format!("j{letters}"), Word::Macro(Macro::JumpIf(condition)));
        }
        for &(name, which) in MACROS {
            words.add(name, Word::Macro(which));
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

    /// The meaning of a word, in either case.
    #[inline]
    pub(super) fn find(&self, letters: &[u8]) -> Option<Word> {
        match self.index[key(letters)?] {
            0 => None,
            index => Some(self.words[index as usize - 1]),
        }
    }
}

/// Names of the macro-instructions, except those that contain a condition.
pub(super) fn macro_names() -> impl Iterator<Item = &'static str> {
    MACROS.iter().map(|&(name, _)| name)
}

/// The directives without a dot.
pub(super) fn directive_names() -> impl Iterator<Item = &'static str> {
    DIRECTIVES.iter().map(|&(name, _)| name)
}

/// All three-letter words that can begin a statement, in lower case: instructions, macro-instructions, and
/// directives without a dot.
pub fn statement_words() -> Vec<String> {
    let of_conditions =
        CONDITIONS.iter().flat_map(|letters| ["s", "r", "j"].map(|first| format!("{first}{letters}")));
    let of_cpu = Mnemonic::ALL.iter().map(|mnemonic| mnemonic.name().to_ascii_lowercase());
    let named = macro_names().chain(directive_names());
    of_cpu.chain(named.map(str::to_owned)).chain(of_conditions).collect()
}

/// The opcode of `npo`, `dop` or `top` with this size, of the several that exist the one that MADS chooses.
/// [measured]
pub(super) fn no_operation(bytes: u8, mode: Mode) -> Option<u8> {
    match (bytes, mode) {
        (1, _) => Some(0x1A),
        (2, Mode::Immediate) => Some(0x80),
        (2, Mode::ZeroPage) => Some(0x44),
        (2, Mode::ZeroPageX) => Some(0x54),
        (3, Mode::Absolute) => Some(0x0C),
        (3, Mode::AbsoluteX) => Some(0x1C),
        _ => None,
    }
}

/// Whether a disassembled instruction assembles back to the same bytes. It does not if the assembler uses
/// another opcode for the same instruction, or if a branch crosses the end of memory.
pub fn takes(code: &Disassembled) -> bool {
    let Opcode { mnemonic, mode, documented, .. } = code.opcode;
    let known = match mnemonic {
        Mnemonic::NOP if !documented => no_operation(code.opcode.bytes(), mode),
        _ => opcodes::find(mnemonic, mode),
    };
    let behind = i32::from(code.address) + 2;
    let goes_round = || code.target().is_some_and(|target| (i32::from(target) - behind).abs() > 0x80);
    known == Some(code.bytes()[0]) && !(mode == Mode::Relative && goes_round())
}

/// Whether a mnemonic never has an operand.
pub(super) fn is_implied_only(mnemonic: Mnemonic) -> bool {
    opcodes::find(mnemonic, Mode::Implied).is_some()
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
    ("cpw", Macro::Compare(2)),
    ("cpl", Macro::Compare(3)),
    ("cpd", Macro::Compare(4)),
    ("npo", Macro::NoOperation(1)),
    ("dop", Macro::NoOperation(2)),
    ("top", Macro::NoOperation(3)),
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
