//! The compact form of a source: every line is parsed once into these values, and every pass walks them. All
//! of them are small and `Copy`; larger parts are in arenas of [`ParsedProgram`].

mod declarations;
mod program;
mod statements;

pub(super) use declarations::*;
pub(super) use program::{Fault, ParsedProgram};
pub(super) use statements::*;

use super::names::Name;
use super::opcodes::Macro;
use crate::cpu::opcodes::Mnemonic;

/// An expression in the arena of [`ParsedProgram`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ExprId(pub u32);

impl ExprId {
    /// An omitted operand.
    pub(super) const NONE: ExprId = ExprId(u32::MAX);

    pub(super) fn given(self) -> Option<ExprId> {
        (self != ExprId::NONE).then_some(self)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unary {
    Low,
    High,
    /// Bits 16-23: unary `^`.
    Third,
    Complement,
    Not,
    Negate,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binary {
    Multiply,
    Divide,
    Modulo,
    And,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Or,
    Xor,
    Equal,
    NotEqual,
    Less,
    Greater,
    LessOrEqual,
    GreaterOrEqual,
    LogicalAnd,
    LogicalOr,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Expr {
    Number(i64),
    Symbol(Name),
    /// `:name`, looked up in the outermost scope.
    Global(Name),
    /// `*`
    Here,
    /// `#` or `.r`: the counter of the innermost repeat.
    Counter,
    /// `@+n` (n from 0) counts forward, `@-n` backward.
    AnonymousForward(u8),
    AnonymousBackward(u8),
    Unary(Unary, ExprId),
    Binary(Binary, ExprId, ExprId),
    /// A chain of operators that the reference assembler does not group from left to right.
    TwoReadings {
        swept: ExprId,
        plain: ExprId,
    },
    /// `.def name`
    Defined(Name),
    /// `.ref name`
    Referenced(Name),
    /// `=name`: the bank of a label.
    Bank(Name),
    /// `.adr name`: the address a label is loaded to.
    Physical(Name),
    /// `.len name`, `.sizeof name`: bytes of a block.
    Length(Name),
    /// `name[index]`: an element of an array.
    Element(Name, ExprId),
    /// `name[index].field`: a field in an array of structures.
    ElementField(Name, ExprId, Name),
    /// `[row][column]` of an array: the element's index across all rows. The row may itself be such an index.
    Column(Name, ExprId, ExprId),
    /// `name(expression)`: a value made of members of an enumeration.
    Within(Name, ExprId),
    /// `.zpvar`: the next free address of the zero page.
    NextZeroPage,
    /// `.filesize 'file'`, `.len 'file'`
    FileSize(u32),
    /// `.fileexists('file')`
    FileExists(u32),
    /// `.get[i]`, `.wget[i]`, `.lget[i]`, `.dget[i]`: a value of this many bytes from the store.
    Stored(u8, ExprId),
    /// `{lda #}`: the first byte of an instruction. Index into [`ParsedProgram::snippets`].
    Opcode(u32),
    /// The load address at which an `org` continues: `org r:`, `org address,*`.
    LoadAddress,
    /// An expression that could not be parsed: index into [`ParsedProgram::faults`].
    Mistake(u32),
}

/// Which bytes of a file to insert, and how to change them; each number is optional.
#[derive(Clone, Copy, Debug)]
pub(super) struct FilePart {
    /// Added to each byte.
    pub added: ExprId,
    /// Index of the first byte; negative values count from the end.
    pub offset: ExprId,
    pub length: ExprId,
    /// Bit 7 of each byte is inverted.
    pub inverted: bool,
}

/// How an operand was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Accumulator,
    Immediate,
    Plain,
    PlainX,
    PlainY,
    /// `(zp,x)`
    IndirectX,
    /// `(zp),y`
    IndirectY,
    /// `(address)`
    Indirect,
}

/// The address size that an operand is forced to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Width {
    Auto,
    ZeroPage,
    Absolute,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub shape: Shape,
    pub width: Width,
    /// The change of the index register afterwards: `x+` is 1, `x-` is -1.
    pub step: i8,
    pub value: ExprId,
    /// `lda name: value`: labels the place of the value in the instruction.
    pub label: Option<InlineLabel>,
}

/// The label before an operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct InlineLabel {
    pub name: Name,
    /// `name::`, visible everywhere.
    pub is_global: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Op {
    Cpu(Mnemonic),
    Macro(Macro),
}

/// The operation of an instruction statement, with its forced size (`lda.w`).
#[derive(Clone, Copy, Debug)]
pub(super) struct Operation {
    pub op: Op,
    pub width: Width,
}

/// A run of consecutive entries of an arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct List {
    pub start: u32,
    pub end: u32,
}

impl List {
    pub(super) fn indices(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The form of a number in a data statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    Byte,
    /// The low byte of any number.
    Low,
    High,
    /// Bits 16-23.
    Third,
    /// Bits 24-31.
    Fourth,
    Word,
    /// High byte first.
    WordReversed,
    Long,
    Dword,
    DwordReversed,
}

impl Unit {
    /// Its size in bytes.
    pub(super) fn size(self) -> u32 {
        match self {
            Unit::Byte | Unit::Low | Unit::High | Unit::Third | Unit::Fourth => 1,
            Unit::Word | Unit::WordReversed => 2,
            Unit::Long => 3,
            Unit::Dword | Unit::DwordReversed => 4,
        }
    }

    /// The unit of a value of this size.
    pub(super) fn of_size(size: i64) -> Unit {
        match size {
            ..=1 => Unit::Byte,
            2 => Unit::Word,
            3 => Unit::Long,
            _ => Unit::Dword,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    Number(Unit, ExprId),
    /// Literal bytes.
    Bytes(u32),
    /// Bytes to which a value is added.
    Shifted(u32, ExprId),
    /// A number that is converted to its screen code.
    Screen(ExprId),
    /// `+n`: added to all following values in the statement.
    Offset(ExprId),
    /// `sin(centre,amplitude,steps[,from,to])`, `cos(...)`: a table. The expressions are
    /// consecutive entries of [`ParsedProgram::lists`].
    Wave(Unit, bool, List),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Label {
    None,
    Named(Name),
    /// `@`
    Anonymous,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Assign {
    Set,
    Add,
    Subtract,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BlockSyntax {
    Proc,
    Local,
    Macro,
    Struct,
    Enum,
    Pages,
}

impl BlockSyntax {
    /// The directive that closes it.
    pub(super) fn closer(self) -> &'static str {
        match self {
            BlockSyntax::Proc => ".endp",
            BlockSyntax::Local => ".endl",
            BlockSyntax::Macro => ".endm",
            BlockSyntax::Struct => ".ends",
            BlockSyntax::Enum => ".ende",
            BlockSyntax::Pages => ".endpg",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Report {
    Error,
    Print,
    /// `.assert`-like: an error if the first item is not zero (`ert`).
    ErrorIf,
}

/// What a statement does. Indices named `next` and `end` refer to statements of the same unit.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Nothing,
    Equate(ExprId),
    Assign(Assign, ExprId),
    /// `.def name = value`: defines the name in the innermost scope that is not a macro's; with a colon
    /// before the name, in the outermost.
    Define {
        name: Name,
        is_global: bool,
        /// The assignment operator; [`Assign::Set`] defines.
        operator: Assign,
        value: ExprId,
    },
    Instruction {
        operations: List,
        operands: List,
    },
    Call {
        name: Name,
        arguments: u32,
    },
    Data(List),
    Reserve(ExprId),
    Org {
        address: ExprId,
        load: ExprId,
        header: List,
    },
    Align {
        boundary: ExprId,
        fill: ExprId,
    },
    Include(u32),
    Stored(StoreStatement),
    Insert {
        path: u32,
        /// Index into [`ParsedProgram::parts`].
        part: u32,
    },
    If {
        condition: ExprId,
        next: u32,
    },
    IfDefined {
        name: Name,
        wanted: bool,
        next: u32,
    },
    ElseIf {
        condition: ExprId,
        next: u32,
        end: u32,
    },
    Else {
        end: u32,
    },
    EndIf,
    Repeat {
        count: ExprId,
        /// Index into [`ParsedProgram::repeats`], or `u32::MAX` for a plain body.
        body: u32,
        end: u32,
    },
    EndRepeat,
    MacroDefinition(u32),
    /// `.define`
    LineDefinition(u32),
    /// `.undef`
    Undefine(Name),
    ExitMacro,
    Begin {
        block: BlockSyntax,
        name: Option<Name>,
        value: ExprId,
        /// Index into [`ParsedProgram::procedures`], or `u32::MAX`.
        procedure: u32,
    },
    /// `.nowarn`: suppresses the warnings of the next statement.
    Hush,
    /// The end of a block, with the name given there.
    Finish(BlockSyntax, Option<Name>),
    /// `.end`: closes any block.
    FinishAny {
        is_told: bool,
    },
    Comparison(ComparisonPart),
    /// `#cycle`
    Cycle(ExprId),
    /// `.var`, `.zpvar`: index into [`ParsedProgram::variables`].
    Variables(u32),
    Array(u32),
    /// A line of `.struct`: index into [`ParsedProgram::members`].
    Member(u32),
    /// Data of a structure: index into [`ParsedProgram::structures`].
    Structure(u32),
    /// `lmb`, `nmb`, `rmb`: sets the bank of the labels that follow.
    Bank(Assign, ExprId),
    /// `.use`: names of scopes, entries of [`ParsedProgram::scopes`].
    Use(List),
    /// `.local +name`
    Reopen(Name),
    Segment(SegmentStatement),
    Object(ObjectStatement),
    /// `blk dos`, `blk none`
    Block {
        address: ExprId,
        has_header: bool,
    },
    Sparta(Sparta),
    Run(ExprId),
    Init(ExprId),
    Options(u32),
    Report {
        report: Report,
        items: List,
    },
    Region(u32),
    Budget(ExprId),
    Loop(ExprId),
    RoutineTest(u32),
    /// `.assert`: an index of a string.
    Assert(u32),
    End,
    /// A parse error: reported when the statement is reached.
    Fault(u32),
    /// A warning of the parser, likewise.
    Remark(u32),
    /// A warning about a label, unless the label is used.
    RemarkOfLabel(u32, Name),
}

impl Kind {
    /// Whether it is part of a conditional or repeat.
    pub(super) fn is_linked(self) -> bool {
        matches!(
            self,
            Kind::If { .. }
                | Kind::IfDefined { .. }
                | Kind::ElseIf { .. }
                | Kind::Else { .. }
                | Kind::EndIf
                | Kind::Repeat { .. }
                | Kind::EndRepeat
        )
    }
}

/// One statement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Statement {
    pub kind: Kind,
    pub label: Label,
    /// `:n`: how often the statement is repeated.
    pub repeat: ExprId,
    /// Line of the source, from 1.
    pub line: u32,
    /// Bytes of the source's text.
    pub start: u32,
    pub end: u32,
}
