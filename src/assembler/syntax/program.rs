//! Everything that was parsed in a run.

use super::*;
use crate::assembler::fix::Fix;
use crate::assembler::names::Names;
use crate::assembler::options::Options;

/// A message with its place: a byte range in the source's text.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct Fault {
    pub message: String,
    pub help: Option<String>,
    /// The edit that the help proposes, if a tool can apply it.
    pub fix: Option<Fix>,
    pub start: u32,
    pub end: u32,
    /// Whether unknown names may be unknown only because of this fault.
    pub hides_names: bool,
}

/// Everything that was parsed in a run.
pub(in crate::assembler) struct ParsedProgram {
    pub names: Names,
    /// Whether a mnemonic in column 1 is an instruction, not a label.
    pub column_one: bool,
    pub exprs: Vec<Expr>,
    /// Byte range of each expression in its source's text.
    pub spans: Vec<(u32, u32)>,
    /// Statements by source.
    pub units: Vec<Vec<Statement>>,
    pub operations: Vec<Operation>,
    pub operands: Vec<Operand>,
    pub items: Vec<Item>,
    pub lists: Vec<ExprId>,
    pub strings: Vec<Box<[u8]>>,
    pub parts: Vec<FilePart>,
    pub faults: Vec<Fault>,
    pub macros: Vec<Body>,
    /// Names of macros that are also instructions or directives.
    pub own_words: Vec<Name>,
    /// Instructions within expressions: operations and operands.
    pub snippets: Vec<(List, List)>,
    /// Names of scopes.
    pub scopes: Vec<Name>,
    pub terms: Vec<Term>,
    pub externals: Vec<ExternalSyntax>,
    pub repeats: Vec<Repeated>,
    pub procedures: Vec<ProcedureSyntax>,
    pub regions: Vec<RegionSyntax>,
    pub variables: Vec<VariablesSyntax>,
    pub arrays: Vec<ArraySyntax>,
    pub members: Vec<MemberSyntax>,
    pub structures: Vec<StructureData>,
    pub tests: Vec<TestSyntax>,
}

impl ParsedProgram {
    pub(crate) fn new(options: &Options) -> Self {
        ParsedProgram {
            names: Names::new(options.case_sensitive),
            column_one: options.column_one,
            exprs: Vec::new(),
            spans: Vec::new(),
            units: Vec::new(),
            operations: Vec::new(),
            operands: Vec::new(),
            items: Vec::new(),
            lists: Vec::new(),
            strings: Vec::new(),
            parts: Vec::new(),
            faults: Vec::new(),
            macros: Vec::new(),
            own_words: Vec::new(),
            snippets: Vec::new(),
            scopes: Vec::new(),
            terms: Vec::new(),
            externals: Vec::new(),
            repeats: Vec::new(),
            procedures: Vec::new(),
            regions: Vec::new(),
            variables: Vec::new(),
            arrays: Vec::new(),
            members: Vec::new(),
            structures: Vec::new(),
            tests: Vec::new(),
        }
    }

    pub(crate) fn expr(&mut self, expr: Expr, start: usize, end: usize) -> ExprId {
        self.exprs.push(expr);
        self.spans.push((start as u32, end as u32));
        ExprId(self.exprs.len() as u32 - 1)
    }

    pub(crate) fn string(&mut self, bytes: impl Into<Box<[u8]>>) -> u32 {
        self.strings.push(bytes.into());
        self.strings.len() as u32 - 1
    }

    pub(crate) fn fault(&mut self, fault: Fault) -> u32 {
        self.faults.push(fault);
        self.faults.len() as u32 - 1
    }
}
