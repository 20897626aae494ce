//! The parser's state: its position, and what is open.

use crate::assembler::opcodes::Words;
use crate::assembler::syntax::{BlockSyntax, Fault, ParsedProgram, Statement};

/// Result of parsing a part; the fault has its own position.
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

/// An open structure or enumeration, whose lines have their own syntax.
#[derive(Clone, Copy)]
pub(super) struct Members {
    pub block: BlockSyntax,
    /// Position of the directive that opened it.
    pub start: u32,
    pub end: u32,
    pub line: u32,
    /// Number of conditionals and repeats open around it.
    pub depth: usize,
    /// Whether its end has been found after a line that does not belong to it.
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
    /// Position after the last `/* */` that extends past the end of its line.
    pub comment_end: usize,
    /// Position of an unclosed `/*`.
    pub open_comment: Option<usize>,
    /// Number of unclosed bodies so far.
    pub endless_bodies: u32,
    /// Nesting depth of the expression being parsed.
    pub depth: u32,
    /// Number of binary operators in the expression so far.
    pub operators: u32,
    /// Whether blanks end an expression, because they separate operands.
    pub tight: bool,
    /// Whether an instruction in braces is being parsed, which ends with the text.
    pub in_braces: bool,
    /// The innermost open `.enum` or `.struct`, whose lines have their own syntax.
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
