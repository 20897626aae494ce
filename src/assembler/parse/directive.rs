//! Directives.

use super::{Parsed, Parser};
use crate::assembler::names::Name;
use crate::assembler::syntax::{
    Assign, BlockSyntax, ComparisonPart, Expr, ExprId, FilePart, Item, Kind, Label, List, RegionSyntax,
    Report, SegmentStatement, StoreStatement, Unit,
};

impl Parser<'_> {
    /// A directive that begins with a dot.
    pub(super) fn dot_directive(&mut self, label: &mut Label) -> Parsed<Kind> {
        let start = self.at;
        let word = self.peek_word().to_ascii_lowercase();
        self.at += word.len();
        let word = String::from_utf8_lossy(&word).into_owned();
        if let Some(kind) = self.data_directive(&word)? {
            return Ok(kind);
        }
        if let Some(kind) = self.block_directive(&word, label)? {
            return Ok(kind);
        }
        match word.as_str() {
            ".org" => self.org(),
            ".ds" => Ok(Kind::Reserve(self.expression()?)),
            ".align" => self.align(),
            ".def" => self.define(),
            ".print" | ".echo" => self.report(Report::Print),
            ".error" | ".err" => self.report(Report::Error),
            ".ert" => self.report(Report::ErrorIf),
            ".assert" => Ok(self.assertion()),
            ".define" => self.line_definition(),
            ".undef" => Ok(Kind::Undefine(self.required_name()?)),
            ".exit" | ".exitm" => Ok(Kind::ExitMacro),
            ".var" => self.variables(false),
            ".zpvar" => self.variables(true),
            ".region" => self.region(),
            ".budget" => Ok(Kind::Budget(self.expression()?)),
            ".loop" if self.peek() != b':' => Ok(Kind::Loop(self.expression()?)),
            ".run" => Ok(Kind::Run(self.expression()?)),
            ".ini" | ".init" => Ok(Kind::Init(self.expression()?)),
            ".reloc" => self.relocate(),
            ".public" | ".pub" | ".global" | ".globl" => self.public(),
            ".extrn" | ".ext" => self.external(label),
            ".link" => self.link_file(),
            ".use" | ".using" => self.use_scopes(),
            ".segdef" => self.segment_definition(),
            ".segment" if matches!(self.peek_behind_blanks(), b'"' | b'\'') => {
                let help =
                    "leave it out: `org address` says where bytes go; `.segment name` is one of `.segdef`";
                Err(self.fault_help(start, self.at, "the name of a segment has no quotes", help))
            }
            ".segment" => Ok(Kind::Segment(SegmentStatement::Enter(self.required_name()?))),
            ".endseg" => Ok(Kind::Segment(SegmentStatement::Leave)),
            ".get" => self.load(),
            ".put" => self.put(),
            ".sav" => self.save(),
            ".opt" => self.options(),
            word => Err(self.no_directive(word, start)),
        }
    }

    /// `.assert condition`; the assembler does not evaluate the condition.
    fn assertion(&mut self) -> Kind {
        self.skip_blanks();
        let start = self.at;
        self.skip_to_comment();
        let condition = self.text[start..self.at].trim_ascii_end();
        Kind::Assert(self.program.string(condition))
    }

    fn data_directive(&mut self, word: &str) -> Parsed<Option<Kind>> {
        let kind = match word {
            ".byte" => self.values_or_member(Unit::Byte),
            ".word" => self.values_or_member(Unit::Word),
            ".long" => self.values_or_member(Unit::Long),
            ".dword" => self.values_or_member(Unit::Dword),
            ".dbyte" => self.values_or_member(Unit::WordReversed),
            ".by" => self.values(Unit::Byte, true),
            ".wo" => self.values(Unit::Word, true),
            ".he" => self.hexadecimal(),
            ".sb" | ".sbyte" => self.coded(true),
            ".cb" | ".cbyte" => self.coded(false),
            ".fl" | ".float" => self.floating(),
            ".cbm" => self.commodore(),
            _ => return Ok(None),
        };
        kind.map(Some)
    }

    /// A type without values is a zero of its size; in a structure it reserves that size.
    fn values_or_member(&mut self, unit: Unit) -> Parsed<Kind> {
        self.skip_blanks();
        if self.ends_statement() {
            let zero = self.number(0);
            let start = self.program.items.len() as u32;
            self.program.items.push(Item::Number(unit, zero));
            return Ok(Kind::Data(List { start, end: start + 1 }));
        }
        // Of these directives, only `.dbyte` allows blanks between values. [measured]
        self.values(unit, unit == Unit::WordReversed)
    }

    pub(super) fn number(&mut self, value: i64) -> ExprId {
        self.program.expr(Expr::Number(value), self.at, self.at)
    }

    /// `org address[,load]`, `org [header],address`
    pub(super) fn org(&mut self) -> Parsed<Kind> {
        self.skip_blanks();
        let mut header = List::default();
        if self.peek() == b'[' && self.is_header() {
            self.at += 1;
            if let Kind::Data(list) = self.dta()? {
                header = list;
            }
            self.expect(b']')?;
            self.expect(b',')?;
        }
        self.skip_blanks();
        if self.peek().eq_ignore_ascii_case(&b'r') && self.peek_at(1) == b':' {
            // `org r:address` continues in the file.
            let start = self.at;
            self.at += 2;
            let load = self.program.expr(Expr::LoadAddress, start, self.at);
            let address = self.expression()?;
            return Ok(Kind::Org { address, load, header });
        }
        let address = self.expression();
        let address = self.or_else(address, ExprId::NONE);
        let load = if self.accept(b',') { self.expression()? } else { ExprId::NONE };
        Ok(Kind::Org { address, load, header })
    }

    /// Whether a comma follows the bracket that matches the one under the cursor.
    fn is_header(&mut self) -> bool {
        let (at, line) = (self.at, self.line);
        let mut depth = 0;
        while !self.at_end() {
            match self.peek() {
                b'[' => depth += 1,
                b']' => depth -= 1,
                _ => {}
            }
            self.skip_unit();
            if depth == 0 {
                break;
            }
        }
        let is_header = depth == 0 && self.accept(b',');
        (self.at, self.line) = (at, line);
        is_header
    }

    fn align(&mut self) -> Parsed<Kind> {
        self.skip_blanks();
        let boundary = if self.at_end() { self.number(256) } else { self.expression()? };
        let fill = if self.accept(b',') { self.expression()? } else { ExprId::NONE };
        Ok(Kind::Align { boundary, fill })
    }

    /// `.def [:]name [= value]`, `.def ?name += value`, `.def ?name ++`; a name alone is set to the address.
    fn define(&mut self) -> Parsed<Kind> {
        self.skip_blanks();
        let is_global = self.accept(b':');
        let name = self.required_name()?;
        self.skip_blanks();
        let (first, second) = (self.peek(), self.peek_at(1));
        let operator = if first == b'-' { Assign::Subtract } else { Assign::Add };
        let (operator, value) = match (first, second) {
            (b'=', _) => {
                self.at += 1;
                let (at, value) = (self.at, self.expression());
                (Assign::Set, self.or_mistake(value, at))
            }
            (b'+' | b'-', b'=') => {
                self.at += 2;
                let (at, value) = (self.at, self.expression());
                (operator, self.or_mistake(value, at))
            }
            (b'+', b'+') | (b'-', b'-') => {
                self.at += 2;
                (operator, self.number(1))
            }
            _ => (Assign::Set, self.program.expr(Expr::Here, self.at, self.at)),
        };
        Ok(Kind::Define { name, is_global, operator, value })
    }

    pub(super) fn required_name(&mut self) -> Parsed<Name> {
        self.skip_blanks();
        if !super::scan::is_identifier_start(self.peek()) {
            let at = self.at;
            return Err(self.fault(at, at + 1, "a name is missing"));
        }
        Ok(self.identifier_name())
    }

    /// `icl 'file'`
    pub(super) fn include(&mut self) -> Parsed<Kind> {
        let path = self.quoted_path()?;
        Ok(Kind::Include(self.program.string(path)))
    }

    /// `ins 'file'[*][+v][,offset[,length]]`
    pub(super) fn insert(&mut self) -> Parsed<Kind> {
        let path = self.quoted_path()?;
        let path = self.program.string(path);
        Ok(Kind::Insert { path, part: self.file_part()? })
    }

    /// The rest of a directive that reads bytes of a file, after the file name.
    fn file_part(&mut self) -> Parsed<u32> {
        self.skip_blanks();
        let inverted = self.accept(b'*');
        let is_added = matches!(self.peek(), b'+' | b'-');
        if inverted && is_added {
            let at = self.at;
            return Err(self.fault(at, at + 1, "bytes are inverted or added to, not both"));
        }
        let added = if is_added { self.expression()? } else { ExprId::NONE };
        let offset = if self.accept(b',') { self.expression()? } else { ExprId::NONE };
        let length = if self.accept(b',') { self.expression()? } else { ExprId::NONE };
        self.program.parts.push(FilePart { added, offset, length, inverted });
        Ok(self.program.parts.len() as u32 - 1)
    }

    /// `.use a,b.c`
    fn use_scopes(&mut self) -> Parsed<Kind> {
        let mut names = vec![self.required_name()?];
        while self.accept(b',') {
            names.push(self.required_name()?);
        }
        let start = self.program.scopes.len() as u32;
        self.program.scopes.extend(names);
        Ok(Kind::Use(List { start, end: self.program.scopes.len() as u32 }))
    }

    /// `.segdef name start length [attributes] [bank]`
    fn segment_definition(&mut self) -> Parsed<Kind> {
        let name = self.required_name()?;
        let mut numbers = Vec::new();
        loop {
            self.accept(b',');
            self.skip_blanks();
            if self.ends_statement() || numbers.len() == 4 {
                break;
            }
            numbers.push(self.tight_expression()?);
        }
        let &[start, length, ..] = numbers.as_slice() else {
            let at = self.at;
            return Err(self.fault(at, at, "expected a name, a start and a length"));
        };
        Ok(Kind::Segment(SegmentStatement::Define { name, start, length }))
    }

    /// The `[index]` of `.get`, `.put` and `.sav`.
    fn store_index(&mut self) -> Parsed<ExprId> {
        if !self.accept(b'[') {
            return Ok(ExprId::NONE);
        }
        let index = self.expression()?;
        self.expect(b']')?;
        Ok(index)
    }

    /// `.get [index] 'file'[*][+v][,offset[,length]]`
    fn load(&mut self) -> Parsed<Kind> {
        let index = self.store_index()?;
        let path = self.quoted_path()?;
        let path = self.program.string(path);
        Ok(Kind::Stored(StoreStatement::Load { path, index, part: self.file_part()? }))
    }

    /// `.put [index] = values`, `.put values`
    fn put(&mut self) -> Parsed<Kind> {
        let index = self.store_index()?;
        if index != ExprId::NONE {
            self.expect(b'=')?;
        }
        match self.values(Unit::Byte, false)? {
            Kind::Data(items) => Ok(Kind::Stored(StoreStatement::Put { index, items })),
            kind => Ok(kind),
        }
    }

    /// `.sav [index] count`, `.sav [index] 'file',count`
    fn save(&mut self) -> Parsed<Kind> {
        let index = self.store_index()?;
        self.skip_blanks();
        let to_file = matches!(self.peek(), b'\'' | b'"');
        if to_file {
            self.quoted()?;
            self.expect(b',')?;
        }
        Ok(Kind::Stored(StoreStatement::Save { index, count: self.expression()?, to_file }))
    }

    /// `opt h-f+`
    pub(super) fn options(&mut self) -> Parsed<Kind> {
        self.skip_blanks();
        let start = self.at;
        while self.peek().is_ascii_alphabetic()
            || matches!(self.peek(), b'+' | b'-' | b' ' | b'\t' | b'?' | b',')
        {
            self.at += 1;
        }
        let text = self.text[start..self.at].to_ascii_lowercase();
        Ok(Kind::Options(self.program.string(text)))
    }

    /// `.print "text",value`, `.error "text"`, `ert condition[,"text",value]`
    pub(super) fn report(&mut self, report: Report) -> Parsed<Kind> {
        let mut items = Vec::new();
        let mut report = report;
        loop {
            self.skip_blanks();
            if self.at_end() {
                break;
            }
            if matches!(self.peek(), b'\'' | b'"') && !self.is_character_in_expression() {
                let text = self.quoted()?;
                items.push(Item::Bytes(self.program.string(text)));
            } else {
                // A type letter of `dta` before parentheses has no meaning here.
                let letter = self.peek_at(1) == b'(' && self.peek().is_ascii_alphabetic();
                self.at += usize::from(letter);
                let value = self.expression()?;
                if items.is_empty() && report == Report::Error {
                    report = Report::ErrorIf;
                }
                items.push(Item::Number(Unit::Dword, value));
            }
            if !self.accept(b',') {
                break;
            }
        }
        match items.first() {
            None if report == Report::ErrorIf => {
                let at = self.at;
                return Err(self.fault_help(at, at, "a condition is missing", "write `ert condition`"));
            }
            Some(Item::Bytes(_)) if report == Report::ErrorIf => report = Report::Error,
            _ => {}
        }
        let start = self.program.items.len() as u32;
        self.program.items.extend(items);
        Ok(Kind::Report { report, items: List { start, end: self.program.items.len() as u32 } })
    }

    /// Whether there is a single quoted character here, with an expression continuing after it.
    fn is_character_in_expression(&self) -> bool {
        let follows = (3..).map(|ahead| self.peek_at(ahead)).find(|&byte| byte != b' ' && byte != b'\t');
        self.peek_at(2) == self.peek() && !matches!(follows, Some(0 | b',' | b';' | b'\r' | b'\n'))
    }

    /// `.region NAME,start,end[,ram|rom]`
    pub(super) fn region(&mut self) -> Parsed<Kind> {
        let name = self.required_name()?;
        self.expect(b',')?;
        let start = self.expression()?;
        self.expect(b',')?;
        let end = self.expression()?;
        let mut rom = false;
        if self.accept(b',') {
            self.skip_blanks();
            let word = self.peek_word();
            rom = word.eq_ignore_ascii_case(b"rom");
            if !rom && !word.eq_ignore_ascii_case(b"ram") {
                let at = self.at;
                return Err(self.fault(at, at + word.len().max(1), "a region is `ram` or `rom`"));
            }
            self.at += 3;
        }
        self.program.regions.push(RegionSyntax { name, start, end, rom });
        Ok(Kind::Region(self.program.regions.len() as u32 - 1))
    }

    /// The name of a block: after the directive, or the label before it.
    pub(super) fn block_name(&mut self, label: &mut Label) -> Parsed<Option<Name>> {
        self.skip_blanks();
        self.at += usize::from(self.peek() == b':');
        if super::scan::is_identifier_start(self.peek()) {
            return Ok(Some(self.identifier_name()));
        }
        match std::mem::replace(label, Label::None) {
            Label::Named(name) => Ok(Some(name)),
            other => {
                *label = other;
                Ok(None)
            }
        }
    }

    /// Directives that begin or end a block.
    pub(super) fn block_directive(&mut self, word: &str, label: &mut Label) -> Parsed<Option<Kind>> {
        let kind = match word {
            ".if" | ".ift" => self.if_statement()?,
            ".ifdef" => self.if_defined(true)?,
            ".ifndef" | ".ifndf" => self.if_defined(false)?,
            ".elseif" | ".elif" | ".eli" => self.else_if()?,
            ".else" | ".els" => Kind::Else { end: 0 },
            ".endif" | ".eif" => Kind::EndIf,
            ".rept" => self.repeat()?,
            ".endr" | ".rend" => Kind::EndRepeat,
            ".macro" => self.macro_definition(label)?,
            ".endm" | ".mend" => {
                let at = self.at;
                return Err(self.fault(at - word.len(), at, &format!("`{word}` without `.macro`")));
            }
            ".proc" => self.begin(BlockSyntax::Proc, label)?,
            ".local" => self.begin(BlockSyntax::Local, label)?,
            ".struct" => self.begin(BlockSyntax::Struct, label)?,
            ".enum" => self.begin(BlockSyntax::Enum, label)?,
            ".pages" => self.begin_pages()?,
            ".array" => self.array(label)?,
            ".endp" | ".pend" => self.finish(BlockSyntax::Proc, *label, word)?,
            ".endl" | ".lend" => self.finish(BlockSyntax::Local, *label, word)?,
            ".ends" | ".send" => self.finish_members(BlockSyntax::Struct),
            ".ende" | ".eend" => self.finish_members(BlockSyntax::Enum),
            ".endpg" | ".pgend" => Kind::Finish(BlockSyntax::Pages, None),
            ".enda" | ".aend" => {
                let at = self.at;
                return Err(self.fault(at - word.len(), at, &format!("`{word}` without `.array`")));
            }
            ".end" if self.members.take().is_some() => Kind::FinishAny { is_told: false },
            ".end" if self.open.last().is_some_and(|open| open.is_repeat) => Kind::EndRepeat,
            ".end" => Kind::FinishAny { is_told: false },
            ".en" => Kind::End,
            ".while" => self.comparison(true),
            ".test" if self.is_comparison() => self.comparison(false),
            ".endt" | ".tend" | ".endw" | ".wend" => Kind::Comparison(ComparisonPart::End),
            ".test" => self.test()?,
            ".endtest" => {
                let at = self.at;
                return Err(self.fault(at - word.len(), at, "`.endtest` without `.test`"));
            }
            _ => return self.block_elsewhere(word, label),
        };
        Ok(Some(kind))
    }
}
