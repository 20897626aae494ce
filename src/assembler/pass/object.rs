//! `.reloc`, `.public`, `.extrn` and `.link`: writes the exports and imports of an object file, and links
//! others.

use super::Assembler;
use super::evaluate::word_at;
use crate::assembler::link::{self, Fixup, Object, Offer, Part};
use crate::assembler::names::Name;
use crate::assembler::symbols::{Anchor, ROOT, SymbolKind};
use crate::assembler::syntax::{
    Convention, Expr, ExprId, List, ObjectStatement, Parameter, ProcedureSyntax, Unit, Update,
};

/// The address at which a relocatable block is assembled; one in the zero page: 0.
const BASE: i64 = 0x100;

/// The error for code with a fixed address in a relocatable block.
const FIXED: &str = "a relocatable block has no addresses of its own";

impl Assembler<'_> {
    pub(super) fn object_statement(&mut self, statement: ObjectStatement) {
        match statement {
            ObjectStatement::Relocate { zero_page } => self.relocate_block(zero_page),
            ObjectStatement::Public(names) => self.declare_public(names),
            ObjectStatement::External(list) => self.declare_externals(list),
            ObjectStatement::Link(path) => self.link(path),
            ObjectStatement::Update(Update::Addresses) if !self.sparta_blocks.is_empty() => {
                self.update_sparta_addresses();
            }
            ObjectStatement::Update(update) => self.object.order(update),
        }
    }

    /// `.reloc`
    fn relocate_block(&mut self, zero_page: bool) {
        if self.movement.base.is_some() || self.image.reach().is_some() {
            self.error(self.place, "a relocatable block must be alone in its file".to_owned(), None);
            return;
        }
        let base = if zero_page { 0 } else { BASE };
        self.movement.base = Some(base);
        self.image.org(base, base, None);
        self.image.leave_out_header();
    }

    /// Reports a statement that is not possible in a relocatable block, if one is open.
    pub(super) fn refuse_fixed(&mut self) -> bool {
        let is_open = self.movement.base.is_some();
        if is_open {
            self.error(self.place, FIXED.to_owned(), None);
        }
        is_open
    }

    /// `.extrn`
    fn declare_externals(&mut self, list: List) {
        for at in list.indices() {
            let syntax = self.program.externals[at];
            let Some((symbol, _)) = self.declare_external(syntax.name, syntax.unit) else { continue };
            match syntax.procedure {
                Some(u32::MAX) => self.procedures.declare_outside(symbol),
                Some(procedure) => {
                    self.procedures.declare_outside(symbol);
                    self.procedures.declare(symbol, procedure);
                }
                None => {}
            }
        }
    }

    /// Declares an external symbol. Returns its symbol, and its number, which stays the same from pass to
    /// pass.
    pub(super) fn declare_external(&mut self, name: Name, unit: Unit) -> Option<(u32, usize)> {
        let before =
            self.symbols.local(self.scope, name).map(|symbol| self.symbols.list[symbol as usize].anchor);
        let index = self.movement.declare(name, unit, before.flatten());
        self.define(self.scope, name, Some(0), SymbolKind::External);
        let symbol = self.symbols.local(self.scope, name)?;
        self.symbols.list[symbol as usize].anchor = Some(Anchor::Name(index as u32));
        Some((symbol, index))
    }

    /// `.public`
    fn declare_public(&mut self, names: List) {
        let (source, start, end) = self.place;
        for at in names.indices() {
            let name = self.program.scopes[at];
            let (statement, text) = (&self.sources.list[source as usize].text, self.program.names.text(name));
            let found = word_at(&statement[start as usize..end as usize], text.as_bytes());
            let place = found.map_or(self.place, |found| {
                let start = start + found as u32;
                (source, start, start + text.len() as u32)
            });
            self.object.offer(name, place);
        }
    }

    /// Writes the blocks after the code, and the header before it.
    pub(super) fn finish_object(&mut self) {
        self.finish_header();
        for update in self.object.take_order() {
            let bytes = match update {
                Update::Addresses => link::write_addresses(self.movement.fixups()),
                Update::Wants => self.wants(),
                Update::Offers => self.offers(),
            };
            self.image.append_raw(&bytes, self.place);
        }
    }

    /// Writes the length and kind of the block, and where its procedures keep their parameters.
    fn finish_header(&mut self) {
        let Some(base) = self.movement.base else { return };
        let length = (self.image.here - base) as u16;
        let mut header = Vec::new();
        if self.image.headers {
            header.extend([0xFF, 0xFF, 0, 0]);
            header.extend(length.wrapping_sub(1).to_le_bytes());
        }
        header.extend(b"MR");
        header.extend([0, u8::from(base != 0)]);
        let by_stack = |index: u32| self.program.procedures[index as usize].convention == Convention::Stack;
        let uses_stack = self.procedures.all_parameters().any(by_stack);
        for text in ["@STACK_POINTER", "@STACK_ADDRESS", "@PROC_VARS_ADR"] {
            let name = self.program.names.intern(text.as_bytes());
            let is_given = self.symbols.local(ROOT, name).is_some();
            let value = if uses_stack || is_given { self.stack_default_named(text) } else { None };
            header.extend((value.unwrap_or(0) as u16).to_le_bytes());
        }
        self.image.set_object_header(header, self.place);
    }

    fn upper(&self, name: Name) -> String {
        let text = self.program.names.text(name);
        if self.options.case_sensitive { text.to_owned() } else { text.to_ascii_uppercase() }
    }

    fn wants(&self) -> Vec<u8> {
        let externals = self.movement.externals().iter();
        externals
            .flat_map(|external| link::write_wants(&self.upper(external.name), &external.fixups))
            .collect()
    }

    fn offers(&mut self) -> Vec<u8> {
        let publics = self.object.take_publics();
        let mut entries = Vec::new();
        let mut variables = Vec::new();
        for &(name, place) in &publics {
            let Some(symbol) = self.symbols.resolve(&self.program.names, ROOT, name) else {
                let text = self.program.names.text(name).to_owned();
                self.error(place, format!("`{text}` is public but not defined"), None);
                continue;
            };
            self.use_symbol(symbol);
            let text = self.upper(name);
            match self.offer(symbol, &text, &mut variables) {
                Some(entry) => entries.push(entry),
                None => {
                    let text = self.program.names.text(name);
                    let message =
                        format!("`{text}` cannot be public: it is not a constant, label, procedure or array");
                    self.error(place, message, None);
                }
            }
        }
        entries.extend(variables);
        if entries.is_empty() {
            return Vec::new();
        }
        let mut out = vec![0xED, 0xFF];
        out.extend((entries.len() as u16).to_le_bytes());
        entries.iter().for_each(|entry| out.extend(entry));
        out
    }

    /// Encodes a public symbol; the variables of a procedure follow after all names.
    fn offer(&mut self, symbol: u32, text: &str, variables: &mut Vec<Vec<u8>>) -> Option<Vec<u8>> {
        let entry = self.symbols.list[symbol as usize];
        let offset = (entry.value - self.movement.base.unwrap_or(0)) as u16;
        let mut out = Vec::new();
        let head = |out: &mut Vec<u8>, unit: u8, kind: u8| {
            out.extend([unit, kind]);
            out.extend((text.len() as u16).to_le_bytes());
            out.extend(text.bytes());
        };
        match entry.kind {
            SymbolKind::Struct | SymbolKind::Enum | SymbolKind::External => return None,
            SymbolKind::Label if entry.size > 0 && entry.element > 0 && self.is_structure_data(symbol) => {
                return None;
            }
            SymbolKind::Proc => {
                head(&mut out, b'W', b'P');
                out.extend(offset.to_le_bytes());
                let syntax = self.parameters_of(symbol).cloned();
                self.offer_parameters(&mut out, text, symbol, syntax.as_ref(), variables);
            }
            SymbolKind::Array => {
                head(&mut out, b'W', b'A');
                out.extend(offset.to_le_bytes());
                let count = entry.size / entry.element.max(1);
                out.extend((count as u16).to_le_bytes());
                out.push(b"BWLD"[(entry.element.clamp(1, 4) - 1) as usize]);
            }
            _ if entry.anchor == Some(Anchor::Block) => {
                head(&mut out, b'W', b'V');
                out.extend(offset.to_le_bytes());
            }
            _ => {
                let bytes = (entry.value as u32).to_le_bytes();
                let size = bytes.iter().rposition(|&byte| byte != 0).unwrap_or(0) + 1;
                head(&mut out, b"BWLD"[size - 1], b'C');
                out.extend(&bytes[..size]);
            }
        }
        Some(out)
    }

    fn is_structure_data(&self, symbol: u32) -> bool {
        let entry = &self.symbols.list[symbol as usize];
        self.symbols.child(entry.scope, entry.name).is_some()
    }

    fn offer_parameters(
        &mut self,
        out: &mut Vec<u8>,
        text: &str,
        symbol: u32,
        syntax: Option<&ProcedureSyntax>,
        variables: &mut Vec<Vec<u8>>,
    ) {
        let parameters = syntax.map_or(&[][..], |syntax| &syntax.parameters);
        let types = |out: &mut Vec<u8>| {
            out.extend((parameters.len() as u16).to_le_bytes());
            out.extend(parameters.iter().map(|parameter| link::unit_letter(parameter.unit)));
        };
        match syntax.map(|syntax| syntax.convention) {
            None | Some(Convention::Stack) => {
                out.extend([0, b'D']);
                types(out);
            }
            Some(Convention::Registers) => {
                let letters: String = parameters.iter().map(|parameter| parameter.text.as_str()).collect();
                out.extend([link::register_bits(&letters), b'R']);
                types(out);
            }
            Some(Convention::Variables) => {
                let mut inner = Vec::new();
                for parameter in parameters {
                    let name = format!("{text}.{}", parameter.text.to_ascii_uppercase());
                    inner.push(link::unit_letter(parameter.unit));
                    inner.extend((name.len() as u16).to_le_bytes());
                    inner.extend(name.bytes());
                    variables.push(self.offer_variable(symbol, &name, parameter.value));
                }
                out.extend([0, b'V']);
                out.extend((inner.len() as u16).to_le_bytes());
                out.extend(inner);
            }
        }
    }

    /// Encodes a variable in which a procedure receives a parameter.
    fn offer_variable(&mut self, procedure: u32, name: &str, value: ExprId) -> Vec<u8> {
        let entry = self.symbols.list[procedure as usize];
        let scope = self.symbols.child(entry.scope, entry.name).unwrap_or(entry.scope);
        let outer = std::mem::replace(&mut self.scope, scope);
        let address = self.value(value).unwrap_or(0);
        self.scope = outer;
        let mut variable = vec![b'W', b'V'];
        variable.extend((name.len() as u16).to_le_bytes());
        variable.extend(name.bytes());
        variable.extend(((address - self.movement.base.unwrap_or(0)) as u16).to_le_bytes());
        variable
    }

    /// `.link 'file'`
    fn link(&mut self, path: u32) {
        if self.movement.base.is_some() {
            self.error(
                self.place,
                "an object file cannot be linked into a relocatable block".to_owned(),
                None,
            );
            return;
        }
        if self.binary(path).is_none() {
            self.said.lacks_source = true;
            self.cannot_read(path, self.place);
            return;
        }
        let Some(object) = link::read(self.files.inserted_bytes(path)) else {
            let name = String::from_utf8_lossy(&self.program.strings[path as usize]).into_owned();
            self.error(self.place, format!("`{name}` is not an object file that can be linked"), None);
            return;
        };
        let start = if object.is_relocatable { self.image.here } else { 0 };
        self.take_offers(&object, start);
        let mut segments = object.segments.clone();
        for &fixup in &object.fixups {
            move_value(&mut segments, fixup, start);
        }
        for (name, fixups) in &object.wants {
            let Some(value) = self.wanted(name, fixups) else { continue };
            for &fixup in fixups {
                move_value(&mut segments, fixup, value);
            }
        }
        for (load, bytes) in segments {
            if !object.is_relocatable {
                if let (0x2E0 | 0x2E2, &[low, high]) = (load, bytes.as_slice()) {
                    self.image.vector(load, u16::from_le_bytes([low, high]), self.place);
                    continue;
                }
                self.image.go_to(load.into());
            }
            self.emit_all(&bytes);
        }
    }

    /// The value of a symbol that an object file imports.
    fn wanted(&mut self, name: &str, fixups: &[Fixup]) -> Option<i64> {
        let interned = self.program.names.intern(name.as_bytes());
        let found = self.symbols.resolve(&self.program.names, self.scope, interned);
        let Some(found) = found else {
            if self.pass > 1 {
                self.error(self.place, format!("the file needs `{name}`, which is not defined"), None);
            }
            return None;
        };
        self.use_symbol(found);
        let value = self.symbols.list[found as usize].value;
        if fixups.iter().any(|fixup| fixup.part == Part::Byte) && !(0..=0xFF).contains(&value) {
            self.error(self.place, format!("the file needs `{name}` as a byte, but it is ${value:X}"), None);
        }
        Some(value)
    }

    /// Defines the exported symbols of an object file whose code begins at `start`.
    fn take_offers(&mut self, object: &Object, start: i64) {
        for (text, offer) in &object.offers {
            let name = self.program.names.intern(text.as_bytes());
            match offer {
                Offer::Constant(value) => {
                    self.define(self.scope, name, Some((*value).into()), SymbolKind::Equate);
                }
                Offer::Variable(offset) => {
                    self.define(self.scope, name, Some(start + i64::from(*offset)), SymbolKind::Label);
                }
                Offer::Procedure { address, convention, parameters } => {
                    self.define(self.scope, name, Some(start + i64::from(*address)), SymbolKind::Proc);
                    let Some(symbol) = self.symbols.local(self.scope, name) else { continue };
                    if parameters.is_empty() || self.procedures.parameters(symbol).is_some() {
                        continue;
                    }
                    let syntax = self.linked_procedure(*convention, parameters);
                    self.program.procedures.push(syntax);
                    self.procedures.declare(symbol, self.program.procedures.len() as u32 - 1);
                }
            }
        }
    }

    fn linked_procedure(&mut self, convention: Convention, parameters: &[(Unit, String)]) -> ProcedureSyntax {
        let parameters = parameters.iter().map(|(unit, text)| {
            let value = match convention {
                Convention::Variables => {
                    let name = self.program.names.intern(text.as_bytes());
                    self.program.expr(Expr::Symbol(name), 0, 0)
                }
                _ => ExprId::NONE,
            };
            Parameter { unit: *unit, value, text: text.clone() }
        });
        let parameters = parameters.collect();
        ProcedureSyntax { convention, parameters }
    }
}

/// Adds to a value in an object file.
fn move_value(segments: &mut [(u16, Vec<u8>)], fixup: Fixup, by: i64) {
    for (load, bytes) in segments {
        let Some(at) = usize::from(fixup.at).checked_sub((*load).into()) else { continue };
        let Some(place) = bytes.get_mut(at..at + fixup.part.size()) else { continue };
        if fixup.part == Part::High {
            let whole = i64::from(place[0]) << 8 | i64::from(fixup.low);
            place[0] = ((whole + by) >> 8) as u8;
            continue;
        }
        let mut whole = [0; 8];
        whole[..place.len()].copy_from_slice(place);
        let moved = i64::from_le_bytes(whole).wrapping_add(by).to_le_bytes();
        place.copy_from_slice(&moved[..place.len()]);
    }
}
