//! What a statement refers to that is too long for itself: bodies, parameters, declarations.

use super::{Binary, ExprId, List, Operand, Unit};
use crate::assembler::names::Name;

/// A text that is parsed anew with its parameters put in: the body of a macro or of a repeat.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct Body {
    pub name: Name,
    pub source: u32,
    /// Bytes of the source's text.
    pub start: u32,
    pub end: u32,
    /// Line of the first byte.
    pub line: u32,
    pub parameters: Vec<String>,
    /// What separates the arguments of a call beside blanks: a comma unless declared.
    pub separator: u8,
    /// Each argument comes as two: its mode and its value.
    pub has_modes: bool,
    /// What stands behind the name of the macro is wrong, so that calls may be right.
    pub is_misread: bool,
}

impl Body {
    /// One without parameters, whose text begins at a byte of a line.
    pub(in crate::assembler) fn new(name: Name, source: u32, start: u32, line: u32) -> Self {
        let (parameters, separator, has_modes, is_misread) = (Vec::new(), b',', false, false);
        Body { name, source, start, end: start, line, parameters, separator, has_modes, is_misread }
    }
}

/// A repeat whose body is parsed for every turn.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct Repeated {
    pub body: Body,
    /// What `:1` and the following stand for in it: their values in that turn.
    pub values: Vec<ExprId>,
}

/// A name that comes from elsewhere.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) struct ExternalSyntax {
    pub name: Name,
    pub unit: Unit,
    /// It is a procedure: index into [`ParsedProgram::procedures`], or `u32::MAX` without parameters.
    pub procedure: Option<u32>,
}

/// How the sides of a comparison are to stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::assembler) enum Relation {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// A comparison of `#if`, or a value that is not zero.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) struct Term {
    pub unit: Option<Unit>,
    pub left: Operand,
    pub right: Option<(Relation, Operand)>,
    /// What joins it to the next one.
    pub joined: Option<Binary>,
}

/// How a procedure takes its values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::assembler) enum Convention {
    /// On a stack that macros of the source keep.
    Stack,
    /// `.reg`
    Registers,
    /// `.var`
    Variables,
}

/// `(.byte a,b .word c) .reg`
#[derive(Clone, Debug)]
pub(in crate::assembler) struct ProcedureSyntax {
    pub convention: Convention,
    pub parameters: Vec<Parameter>,
}

#[derive(Clone, Debug)]
pub(in crate::assembler) struct Parameter {
    pub unit: Unit,
    /// As written: a name, letters of registers, or a variable with an offset.
    pub text: String,
    pub value: ExprId,
}

/// A value in the call of a procedure.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) struct Argument {
    pub given: Given,
    /// Bytes of the source's text.
    pub start: u32,
    pub end: u32,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) enum Given {
    Nothing,
    /// `@`: it is in the accumulator.
    Accumulator,
    Operand(Operand),
}

/// `.region`
#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) struct RegionSyntax {
    pub name: Name,
    pub start: ExprId,
    pub end: ExprId,
    pub rom: bool,
}

/// `.var` and `.zpvar`
#[derive(Clone, Debug)]
pub(in crate::assembler) struct VariablesSyntax {
    pub zero_page: bool,
    pub variables: Vec<Variable>,
    /// Where they begin, if that is said.
    pub address: ExprId,
    /// How many have a type; the last name behind them may be one.
    pub typed: usize,
}

impl VariablesSyntax {
    /// Those that no type has followed yet.
    pub(crate) fn untyped(&mut self) -> impl Iterator<Item = &mut Variable> {
        self.variables[self.typed..].iter_mut()
    }
}

#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) struct Variable {
    pub name: Name,
    /// Bytes of the source's text.
    pub span: (u32, u32),
    pub unit: Unit,
    pub count: ExprId,
    pub initial: ExprId,
}

/// `.array name [n] .type = default`, its rows and `.enda`
#[derive(Clone, Debug)]
pub(in crate::assembler) struct ArraySyntax {
    pub name: Name,
    pub counts: Vec<ExprId>,
    pub unit: Unit,
    pub default: ExprId,
    pub rows: Vec<Row>,
}

/// Values of an array, from the indices given or behind the last row.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct Row {
    pub indices: Vec<ExprId>,
    pub items: List,
}

/// What a field of a structure is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::assembler) enum FieldType {
    Unit(Unit),
    /// The last of the names is that of a structure or enumeration.
    Last,
    /// The first one is, or the last.
    FirstOrLast,
}

/// A line of `.struct`.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct MemberSyntax {
    pub names: Vec<Name>,
    pub kind: FieldType,
    pub count: ExprId,
}

/// `dta type [last] (values)(values)`
#[derive(Clone, Debug)]
pub(in crate::assembler) struct StructureData {
    pub name: Name,
    /// Index of the last element.
    pub last: ExprId,
    pub groups: Vec<List>,
}

/// `.test "name" … .endtest`
#[derive(Clone, Debug)]
pub(in crate::assembler) struct TestSyntax {
    pub name: String,
    /// The lines between, without comments and surrounding blanks, with their line numbers.
    pub lines: Vec<(u32, String)>,
}
