//! Relocatable blocks with their exports and imports: `.reloc`, `.public`, `.extrn`, `.link`, `blk`.

use super::{Parsed, Parser};
use crate::assembler::names::Name;
use crate::assembler::syntax::{
    ExternalSyntax, Fault, Kind, Label, List, ObjectStatement, Sparta, Unit, Update,
};

impl Parser<'_> {
    /// `.reloc`, `.reloc .byte`
    pub(super) fn relocate(&mut self) -> Parsed<Kind> {
        self.skip_blanks();
        let zero_page = self.peek() == b'.' && self.type_unit()? == Unit::Byte;
        Ok(Kind::Object(ObjectStatement::Relocate { zero_page }))
    }

    /// `.public a,b.c`
    pub(super) fn public(&mut self) -> Parsed<Kind> {
        let mut names = vec![self.required_name()?];
        while self.accept(b',') {
            names.push(self.required_name()?);
        }
        let start = self.program.scopes.len() as u32;
        self.program.scopes.extend(names);
        Ok(Kind::Object(ObjectStatement::Public(List { start, end: self.program.scopes.len() as u32 })))
    }

    /// `.extrn a,b .word c .byte`, `.extrn p .proc (.byte a) .reg`, `name .extrn .word`
    pub(super) fn external(&mut self, label: &mut Label) -> Parsed<Kind> {
        let first = self.program.externals.len() as u32;
        let mut names: Vec<Name> = Vec::new();
        if let Label::Named(name) = *label {
            names.push(name);
            *label = Label::None;
        }
        loop {
            self.skip_blanks();
            match self.peek() {
                b',' => self.at += 1,
                b'.' if self.peek_word().eq_ignore_ascii_case(b".proc") => {
                    self.at += 5;
                    let procedure = self.parameters()?.unwrap_or(u32::MAX);
                    self.declare(&mut names, Unit::Word, Some(procedure));
                }
                b'.' => {
                    let unit = self.type_unit()?;
                    self.declare(&mut names, unit, None);
                }
                byte if super::scan::is_identifier_start(byte) => names.push(self.identifier_name()),
                _ => break,
            }
        }
        let end = self.program.externals.len() as u32;
        if !names.is_empty() || end == first {
            let at = self.at;
            return Err(self.fault(
                at,
                at,
                "a type is missing: `.byte`, `.word`, `.long`, `.dword` or `.proc`",
            ));
        }
        Ok(Kind::Object(ObjectStatement::External(List { start: first, end })))
    }

    /// Names of one type are in reverse order in the file. [measured]
    fn declare(&mut self, names: &mut Vec<Name>, unit: Unit, procedure: Option<u32>) {
        for name in names.drain(..).rev() {
            self.program.externals.push(ExternalSyntax { name, unit, procedure });
        }
    }

    /// `.link 'file'`
    pub(super) fn link_file(&mut self) -> Parsed<Kind> {
        let path = self.quoted_path()?;
        Ok(Kind::Object(ObjectStatement::Link(self.program.string(path))))
    }

    /// `blk update address`, `blk dos address`, `blk none address`
    pub(super) fn block_statement(&mut self) -> Parsed<Kind> {
        self.skip_blanks();
        let start = self.at;
        let word = self.peek_word().to_ascii_lowercase();
        self.at += word.len();
        match word.as_slice() {
            b"d" | b"dos" => Ok(Kind::Block { address: self.expression()?, has_header: true }),
            b"n" | b"none" => Ok(Kind::Block { address: self.expression()?, has_header: false }),
            b"u" | b"update" => {
                self.skip_blanks();
                let which = self.peek_word().to_ascii_lowercase();
                self.at += which.len();
                match which.as_slice() {
                    b"a" | b"address" | b"adress" => {
                        Ok(Kind::Object(ObjectStatement::Update(Update::Addresses)))
                    }
                    b"e" | b"external" | b"extrn" => Ok(Kind::Object(ObjectStatement::Update(Update::Wants))),
                    b"p" | b"public" => Ok(Kind::Object(ObjectStatement::Update(Update::Offers))),
                    b"s" | b"symbol" | b"symbols" => Ok(Kind::Sparta(Sparta::UpdateSymbols)),
                    b"n" | b"new" => {
                        let name = self.required_name()?;
                        let text = self.quoted()?;
                        Ok(Kind::Sparta(Sparta::UpdateNew(name, self.program.string(text))))
                    }
                    _ => Err(self.unsupported_block(start)),
                }
            }
            b"s" | b"sparta" => Ok(Kind::Sparta(Sparta::Fixed(self.expression()?))),
            b"r" | b"reloc" => Ok(Kind::Sparta(Sparta::Movable(self.memory()?))),
            b"e" | b"empty" => {
                let size = self.tight_expression()?;
                Ok(Kind::Sparta(Sparta::Empty(size, self.memory()?)))
            }
            _ => Err(self.unsupported_block(start)),
        }
    }

    /// `main` or `extended`
    fn memory(&mut self) -> Parsed<u8> {
        self.skip_blanks();
        let start = self.at;
        let word = self.peek_word().to_ascii_lowercase();
        self.at += word.len();
        match word.as_slice() {
            b"m" | b"main" => Ok(0),
            b"e" | b"extended" => Ok(2),
            _ => Err(self.fault(start, self.at.max(start + 1), "expected `main` or `extended`")),
        }
    }

    /// `name smb 'SYMBOL'`
    pub(super) fn sparta_symbol(&mut self, label: &mut Label) -> Parsed<Kind> {
        let Label::Named(name) = std::mem::replace(label, Label::None) else {
            return Err(self.fault(self.at, self.at, "`smb` needs a label before it"));
        };
        let text = self.quoted()?;
        Ok(Kind::Sparta(Sparta::Symbol(name, self.program.string(text))))
    }

    fn unsupported_block(&self, start: usize) -> Box<Fault> {
        let help = "there are `dos`, `none`, `sparta`, `reloc`, `empty` and `update`";
        self.fault_help(start, self.at.max(start + 1), "there is no such block", help)
    }
}
