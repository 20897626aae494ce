//! Fields of structures, structure data, arrays and variables.

use super::{Members, Parsed, Parser};
use crate::assembler::directives::directives;
use crate::assembler::fix::Fix;
use crate::assembler::names::Name;
use crate::assembler::syntax::{
    ArraySyntax, BlockSyntax, Expr, ExprId, Fault, FieldType, Kind, Label, List, MemberSyntax, Row,
    StructureData, Unit, Variable, VariablesSyntax,
};

/// Words that cannot be part of an array, so that its end is missing before them.
const NO_ROWS: [&[u8]; 13] = [
    b".array", b".proc", b".endp", b".local", b".endl", b".struct", b".ends", b".enum", b".ende", b".macro",
    b".endm", b".var", b".zpvar",
];

impl Parser<'_> {
    /// A line of a `.struct`: `x,y .word`, `.byte x`, `x :3 .byte`, `x type`, `type x`. None, with the cursor
    /// unmoved, for any other line.
    pub(super) fn member(&mut self, first_column: bool) -> Parsed<Option<Kind>> {
        let (at, line) = (self.at, self.line);
        let mut words = Vec::new();
        let mut unit = None;
        let mut count = ExprId::NONE;
        loop {
            self.skip_blanks();
            match self.peek() {
                b',' => self.at += 1,
                b':' => {
                    self.at += 1;
                    count = self.tight_expression()?;
                }
                b'.' if unit.is_none() => match type_of(self.peek_word()) {
                    Some(found) => {
                        self.at += self.peek_word().len();
                        unit = Some(found);
                    }
                    None => break,
                },
                byte if super::scan::is_identifier_start(byte) => words.push(self.identifier_name()),
                _ => break,
            }
        }
        let needed = if unit.is_some() { 1 } else { 2 };
        if !self.ends_statement() || words.len() < needed {
            (self.at, self.line) = (at, line);
            return Ok(None);
        }
        let syntax = match unit {
            Some(unit) => MemberSyntax { names: words, kind: FieldType::Unit(unit), count },
            None => {
                // Whether the first word is the type is known only when the line is reached.
                let kind = if first_column { FieldType::Last } else { FieldType::FirstOrLast };
                MemberSyntax { names: words, kind, count }
            }
        };
        self.program.members.push(syntax);
        Ok(Some(Kind::Member(self.program.members.len() as u32 - 1)))
    }

    /// Whether the statement ends here.
    pub(super) fn ends_statement(&self) -> bool {
        self.at_end() || self.peek() == b'\\'
    }

    /// `dta type [n] (values)(values)`: structure data. None, with the cursor unmoved, for anything else.
    pub(super) fn structure_data(&mut self) -> Parsed<Option<Kind>> {
        let at = self.at;
        self.skip_blanks();
        if !super::scan::is_identifier_start(self.peek()) {
            self.at = at;
            return Ok(None);
        }
        let name = self.identifier_name();
        let is_apart = self.is_blank();
        self.skip_blanks();
        if self.peek() != b'[' || !is_apart {
            self.at = at;
            return Ok(None);
        }
        self.at += 1;
        let last = self.expression()?;
        self.expect(b']')?;
        let mut groups = Vec::new();
        while self.accept(b'(') {
            let start = self.program.items.len() as u32;
            let mut items = Vec::new();
            self.dta_group(Unit::Dword, &mut items)?;
            self.program.items.extend(items);
            groups.push(List { start, end: self.program.items.len() as u32 });
        }
        self.program.structures.push(StructureData { name, last, groups });
        Ok(Some(Kind::Structure(self.program.structures.len() as u32 - 1)))
    }

    /// `.array name [n][m] .type [= default]` with its rows up to `.enda`.
    pub(super) fn array(&mut self, label: &mut Label) -> Parsed<Kind> {
        let start = self.at;
        let name = self.block_name(label)?;
        if name.is_none() {
            self.refuse(start, "an array needs a name", "write `.array name [count] .type`");
        }
        let head = self.array_head();
        let (counts, unit, default) = self.or_else(head, (Vec::new(), Unit::Byte, ExprId::NONE));
        let rows_of = name.unwrap_or_else(|| self.program.names.intern(b".array"));
        let rows = self.rows(rows_of, unit)?;
        let Some(name) = name else { return Ok(Kind::Nothing) };
        self.program.arrays.push(ArraySyntax { name, counts, unit, default, rows });
        Ok(Kind::Array(self.program.arrays.len() as u32 - 1))
    }

    /// `[n][m] .type [= default]`
    fn array_head(&mut self) -> Parsed<(Vec<ExprId>, Unit, ExprId)> {
        let mut counts = Vec::new();
        loop {
            self.skip_blanks();
            let close = match self.peek() {
                b'[' => b']',
                b'(' => b')',
                _ => break,
            };
            self.at += 1;
            counts.push(self.expression()?);
            self.expect(close)?;
        }
        self.skip_blanks();
        let mut unit = Unit::Byte;
        if self.peek() == b'.' {
            unit = self.type_unit()?;
        }
        let default = if self.accept(b'=') { self.expression()? } else { ExprId::NONE };
        if !self.ends_statement() {
            let at = self.at;
            return Err(self.fault(at, at + 1, "an array is `.array name [count] .type = value`"));
        }
        Ok((counts, unit, default))
    }

    /// The lines of an array after its first one; the cursor is then after `.enda`.
    fn rows(&mut self, array: Name, unit: Unit) -> Parsed<Vec<Row>> {
        let (at, line) = (self.at, self.line);
        let mut rows = Vec::new();
        self.skip_line();
        while self.at < self.text.len() {
            let line_end = (self.at - 1, self.line - 1);
            self.skip_blanks();
            if self.at_end() || matches!(self.peek(), b'*' | b'|') {
                self.skip_line();
                continue;
            }
            let word = self.peek_word();
            if [&b".enda"[..], b".aend", b".end"].iter().any(|end| word.eq_ignore_ascii_case(end)) {
                self.at += word.len();
                return Ok(rows);
            }
            if NO_ROWS.iter().any(|other| word.eq_ignore_ascii_case(other)) {
                (self.at, self.line) = line_end;
                return Err(self.open_array(at));
            }
            let start = self.at;
            match self.row(array, unit) {
                Ok(row) => rows.push(row),
                // The lines after it still belong to the array.
                Err(mut fault) => {
                    let word = String::from_utf8_lossy(word).to_ascii_lowercase();
                    if directives().contains(word.as_str()) || word == "dta" {
                        fault = self.no_row(start, start + word.len());
                    }
                    (self.depth, self.tight) = (0, false);
                    self.push_fault(*fault, start, Label::None);
                }
            }
            self.skip_line();
        }
        Err(self.endless((at, line), ".array", ".enda"))
    }

    /// `value,value`, `[i] = value`, `[i]:[j] = value,value`, each with one index per dimension
    fn row(&mut self, array: Name, unit: Unit) -> Parsed<Row> {
        let mut indices = Vec::new();
        while self.peek() == b'[' {
            indices.push(self.index(array)?);
            if !self.accept(b':') {
                self.expect(b'=')?;
                self.skip_blanks();
                break;
            }
            self.skip_blanks();
        }
        let row = match self.values(unit, false)? {
            Kind::Data(items) => Row { indices, items },
            _ => Row { indices, items: List::default() },
        };
        self.skip_blanks();
        if !self.at_end() {
            return Err(self.no_row(self.at, self.at + 1));
        }
        Ok(row)
    }

    /// The error for an array that is unclosed where something else begins.
    fn open_array(&self, at: usize) -> Box<Fault> {
        let mut fault = self.fault_help(at, at, "`.array` has no `.enda`", "close it with `.enda`");
        (fault.fix, fault.hides_names) = (Some(Fix::Close(".enda".to_owned())), true);
        fault
    }

    fn no_row(&self, start: usize, end: usize) -> Box<Fault> {
        let help = "its lines have only values: `1,2,3`, or `[index] = 1,2,3`";
        self.fault_help(start, end, "expected values of the array, or `.enda`", help)
    }

    /// `[index]` of an array, or `[row][column]` and so on, one per dimension.
    pub(super) fn index(&mut self, array: Name) -> Parsed<ExprId> {
        let (start, depth) = (self.at, self.depth);
        let mut index = self.group(b']')?;
        while self.peek() == b'[' {
            self.deeper(start)?;
            let column = self.group(b']')?;
            index = self.program.expr(Expr::Column(array, index, column), start, self.at);
        }
        self.depth = depth;
        Ok(index)
    }

    /// `.var a,b .byte`, `.var .word a=1 b`, `.zpvar a .word = $80`, `.zpvar = $80`
    pub(super) fn variables(&mut self, zero_page: bool) -> Parsed<Kind> {
        let mut syntax =
            VariablesSyntax { zero_page, variables: Vec::new(), address: ExprId::NONE, typed: 0 };
        let mut unit = Unit::Byte;
        let mut is_behind_name = false;
        let (start, mut has_address_first) = (self.at, false);
        loop {
            self.skip_blanks();
            let was_behind_name = std::mem::replace(&mut is_behind_name, false);
            match self.peek() {
                b',' => self.at += 1,
                b'=' => {
                    self.at += 1;
                    let value = self.tight_expression()?;
                    match syntax.variables.last_mut().filter(|_| was_behind_name) {
                        Some(variable) => variable.initial = value,
                        None => {
                            syntax.address = value;
                            has_address_first |= syntax.variables.is_empty();
                        }
                    }
                }
                b':' => {
                    self.at += 1;
                    let count = self.tight_expression()?;
                    syntax.untyped().for_each(|variable| variable.count = count);
                }
                b'.' => {
                    unit = self.type_unit()?;
                    syntax.untyped().for_each(|variable| variable.unit = unit);
                    syntax.typed = syntax.variables.len();
                }
                byte if super::scan::is_identifier_start(byte) => {
                    syntax.variables.push(self.variable_name(unit));
                    is_behind_name = true;
                }
                _ => break,
            }
        }
        if has_address_first && !syntax.variables.is_empty() {
            self.refuse(start, "the address cannot be before the names", "write it after them");
        }
        self.program.variables.push(syntax);
        Ok(Kind::Variables(self.program.variables.len() as u32 - 1))
    }

    fn variable_name(&mut self, unit: Unit) -> Variable {
        let (start, name) = (self.at, self.identifier_name());
        let span = (start as u32, self.at as u32);
        Variable { name, span, unit, count: ExprId::NONE, initial: ExprId::NONE }
    }

    /// `.byte`, `.word`, `.long`, `.dword`
    pub(super) fn type_unit(&mut self) -> Parsed<Unit> {
        self.skip_blanks();
        let start = self.at;
        let word = self.peek_word();
        self.at += word.len();
        type_of(word).ok_or_else(|| {
            let end = self.at.max(start + 1);
            self.fault(start, end, "expected `.byte`, `.word`, `.long` or `.dword`")
        })
    }

    /// Opens a block whose lines have their own syntax.
    pub(super) fn open_members(&mut self, block: BlockSyntax, start: usize) {
        let (start, end, line, depth) = (start as u32, self.at as u32, self.line, self.open.len());
        let has_members = matches!(block, BlockSyntax::Enum | BlockSyntax::Struct);
        self.members = has_members.then_some(Members { block, start, end, line, depth, has_end: false });
    }

    /// An identifier, interned.
    pub(super) fn identifier_name(&mut self) -> Name {
        let word = self.identifier();
        self.program.names.intern(word)
    }
}

fn type_of(word: &[u8]) -> Option<Unit> {
    Some(match word.to_ascii_lowercase().as_slice() {
        b".byte" => Unit::Byte,
        b".word" => Unit::Word,
        b".long" => Unit::Long,
        b".dword" => Unit::Dword,
        _ => return None,
    })
}
