//! Everything that was parsed in a run.

use super::*;
use crate::assembler::fix::Fix;
use crate::assembler::names::Names;
use crate::assembler::options::Options;

/// A message with its place: bytes of the source's text.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct Fault {
    pub message: String,
    pub help: Option<String>,
    /// What the help says, if a tool can do it.
    pub fix: Option<Fix>,
    pub start: u32,
    pub end: u32,
    /// Names that are not known may be those it would have defined.
    pub hides_names: bool,
}

/// Everything that was parsed in a run.
pub(in crate::assembler) struct ParsedProgram {
    pub names: Names,
    /// A mnemonic in column 1 is no label.
    pub column_one: bool,
    pub exprs: Vec<Expr>,
    /// Where each expression stands in its source's text.
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
    /// Names of macros that are words of the language.
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
