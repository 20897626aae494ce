//! The parser of a source: where it stands, and what is open.

use crate::assembler::opcodes::Words;
use crate::assembler::syntax::{BlockSyntax, Fault, ParsedProgram, Statement};

/// Result of parsing a part; the fault says where in the text.
pub(super) type Parsed<T> = Result<T, Box<Fault>>;

/// A conditional or repeat that is still open.
pub(super) struct Open {
    /// Index of the statement that opened it.
    pub opener: usize,
    /// The last `.if`, `.elseif` of the chain, whose `next` is not yet known.
    pub pending: Option<usize>,
    /// Statements whose `end` is not yet known.
    pub ends: Vec<usize>,
    pub is_repeat: bool,
}

/// A structure or enumeration that is open, in which lines have forms of their own.
#[derive(Clone, Copy)]
pub(super) struct Members {
    pub block: BlockSyntax,
    /// The text of the directive that opened it.
    pub start: u32,
    pub end: u32,
    pub line: u32,
    /// How many conditionals and repeats are open around it.
    pub depth: usize,
    /// Its end has been found below a line that is none of its own.
    pub has_end: bool,
}

/// The parser of one source.
pub(in crate::assembler) struct Parser<'a> {
    pub program: &'a mut ParsedProgram,
    pub words: &'a Words,
    pub text: &'a [u8],
    pub source: u32,
    pub at: usize,
    pub line: u32,
    pub statements: Vec<Statement>,
    pub open: Vec<Open>,
    /// Behind the last `/* */` that reaches over the end of its line.
    pub comment_end: usize,
    /// Where a `/*` stands that nothing closes.
    pub open_comment: Option<usize>,
    /// Bodies so far that the text does not end.
    pub endless_bodies: u32,
    /// Depth of the expression being parsed.
    pub depth: u32,
    /// Binary operators of the expression so far.
    pub operators: u32,
    /// Blanks end an expression, because they separate operands.
    pub tight: bool,
    /// An instruction in braces is being read: its end is that of the text.
    pub in_braces: bool,
    /// The innermost open `.enum` or `.struct`, in which lines have forms of their own.
    pub members: Option<Members>,
}

impl<'a> Parser<'a> {
    /// At the beginning of a text.
    pub(super) fn new(program: &'a mut ParsedProgram, words: &'a Words, text: &'a [u8], source: u32) -> Self {
        Parser {
            program,
            words,
            text,
            source,
            at: 0,
            line: 1,
            statements: Vec::new(),
            open: Vec::new(),
            comment_end: 0,
            open_comment: None,
            endless_bodies: 0,
            depth: 0,
            operators: 0,
            tight: false,
            in_braces: false,
            members: None,
        }
    }
}
