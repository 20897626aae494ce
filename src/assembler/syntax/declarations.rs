//! Parts of statements that are too large for the statements themselves: bodies, parameters, declarations.

use super::{Binary, ExprId, List, Operand, Unit};
use crate::assembler::names::Name;

/// A text that is parsed again with its parameters substituted: the body of a macro or of a repeat.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct Body {
    pub name: Name,
    pub source: u32,
    /// Byte range in the source's text.
    pub start: u32,
    pub end: u32,
    /// Line of the first byte.
    pub line: u32,
    pub parameters: Vec<String>,
    /// What separates the arguments of a call, besides blanks: a comma unless declared otherwise.
    pub separator: u8,
    /// Whether each argument is passed as two: its mode and its value.
    pub has_modes: bool,
    /// Whether the macro's head is faulty, so that its calls must not be reported.
    pub is_misread: bool,
}

impl Body {
    /// A body without parameters, whose text begins at a byte of a line.
    pub(in crate::assembler) fn new(name: Name, source: u32, start: u32, line: u32) -> Self {
        let (parameters, separator, has_modes, is_misread) = (Vec::new(), b',', false, false);
        Body { name, source, start, end: start, line, parameters, separator, has_modes, is_misread }
    }
}

/// A repeat whose body is parsed for every turn.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct Repeated {
    pub body: Body,
    /// What `:1`, `:2` and so on stand for: their values in that turn.
    pub values: Vec<ExprId>,
}

/// An external symbol.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) struct ExternalSyntax {
    pub name: Name,
    pub unit: Unit,
    /// For a procedure: index into [`ParsedProgram::procedures`], or `u32::MAX` without parameters.
    pub procedure: Option<u32>,
}

/// The relation that a comparison tests.
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
    /// The operator that joins it to the next one.
    pub joined: Option<Binary>,
}

/// How a procedure receives its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::assembler) enum Convention {
    /// On a stack that the source's macros maintain.
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

/// A value in a procedure call.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) struct Argument {
    pub given: Given,
    /// Byte range in the source's text.
    pub start: u32,
    pub end: u32,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) enum Given {
    Nothing,
    /// `@`: the value is in the accumulator.
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
    /// Their address, if given.
    pub address: ExprId,
    /// How many have a type; the last name after them may be a type.
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
    /// Byte range in the source's text.
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

/// Values of an array, starting at the given indices or after the last row.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct Row {
    pub indices: Vec<ExprId>,
    pub items: List,
}

/// The type of a structure's field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::assembler) enum FieldType {
    Unit(Unit),
    /// The last name is that of a structure or enumeration.
    Last,
    /// The first name is, or the last.
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
