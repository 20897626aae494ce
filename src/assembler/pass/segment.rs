//! Banks of labels, additional scopes to search, and named segments between which the source switches.

use super::Assembler;
use super::state::blocks::OpenBlock;
use super::state::segments::NamedSegment;
use crate::assembler::diagnostic::Severity;
use crate::assembler::names::Name;
use crate::assembler::symbols::ROOT;
use crate::assembler::syntax::{Assign, BlockSyntax, ExprId, Kind, List, SegmentStatement};
use std::ops::Range;

/// Maximum number of banks.
const BANKS: i64 = 0x1_0000;

impl Assembler<'_> {
    /// `lmb #n`, `nmb`, `rmb`
    pub(super) fn set_bank(&mut self, operator: Assign, number: ExprId) {
        let number = self.value(number).unwrap_or(0);
        let bank = if operator == Assign::Add { i64::from(self.symbols.bank) + number } else { number };
        if !(0..BANKS).contains(&bank) {
            self.error(self.place, format!("there is no bank {bank}"), None);
            return;
        }
        self.symbols.bank = bank as u32;
        if self.switches.announce_banks {
            self.call_own_macro("@BANK_ADD", "");
        }
    }

    /// The bank of a label.
    pub(super) fn bank_of(&mut self, name: Name, expr: ExprId) -> Option<i64> {
        self.symbol_value(self.scope, name, expr);
        let found = self.symbols.resolve(&self.program.names, self.scope, name)?;
        Some(self.symbols.list[found as usize].bank.into())
    }

    /// The scope that a path names.
    fn scope_named(&self, from: u32, name: Name) -> Option<u32> {
        match self.program.names.parts(name) {
            [] => self.symbols.child(from, name),
            parts => parts.iter().try_fold(from, |scope, &part| self.symbols.child(scope, part)),
        }
    }

    /// `.use a.b`
    pub(super) fn use_scopes(&mut self, scopes: List) {
        for at in scopes.indices() {
            let name = self.program.scopes[at];
            let found = self.scope_named(self.scope, name).or_else(|| self.scope_named(ROOT, name));
            match found {
                Some(found) => self.symbols.scopes[self.scope as usize].uses.push(found),
                None => {
                    let text = self.program.names.text(name).to_owned();
                    self.error(self.place, format!("there is no scope `{text}`"), None);
                }
            }
        }
    }

    /// `.local +name`: continues an existing scope, or opens it. Within a block it is a scope of that block.
    /// [measured]
    pub(super) fn reopen(&mut self, name: Name) {
        let mut found = self.scope_named(self.scope, name);
        let text = || self.program.names.text(name).to_owned();
        if found.is_none() && self.program.names.parts(name).is_empty() {
            if self.scope == ROOT {
                let message = format!("there is no scope `{}` to continue: it begins here", text());
                self.diagnose(Severity::Warning, self.place, message, Some("leave the `+` out".to_owned()));
            }
            found = Some(self.symbols.open(self.scope, Some(name), BlockSyntax::Local));
        } else if found.is_none() {
            let message = format!("there is no scope `{}`", text());
            self.error(self.place, message, None);
        }
        let scope = found.unwrap_or(self.scope);
        let block = OpenBlock::new(BlockSyntax::Local, scope, self.scope, self.image.here, self.place);
        self.blocks.open(block);
        self.scope = scope;
    }

    /// Warns of code in an `.ifndef` of a name that the code itself defines: only the first pass sees it.
    pub(super) fn warn_of_guard(&mut self, unit: u32, name: Name, body: Range<usize>) {
        if self.pass == 1 {
            return;
        }
        let Some(found) = self.symbols.resolve(&self.program.names, self.scope, name) else { return };
        let symbol = self.symbols.list[found as usize];
        // The search below counts as work, too.
        self.statements += body.len() as u64 / 8;
        let statements = &self.program.units[unit as usize];
        let body = &statements[body.start..body.end.min(statements.len())];
        let (Some(first), Some(last)) = (body.first(), body.last()) else { return };
        let guards_itself =
            symbol.source == unit && (first.start..last.end.max(first.end)).contains(&symbol.start);
        let code = body.iter().find(|statement| {
            matches!(
                statement.kind,
                Kind::Instruction { .. } | Kind::Data(_) | Kind::Insert { .. } | Kind::Structure(_)
            )
        });
        let Some(code) = code.filter(|_| guards_itself && symbol.pass < self.pass) else { return };
        let place = (unit, code.start, code.end);
        let text = self.program.names.text(name).to_owned();
        let message = format!("this is skipped: `{text}` counts as defined before its own `.ifndef`");
        let help = format!("define `{text}` outside, or put the code after `.endif`");
        self.diagnose(Severity::Warning, place, message, Some(help));
    }

    pub(super) fn segment_statement(&mut self, statement: SegmentStatement) {
        match statement {
            SegmentStatement::Define { name, start, length } => self.define_segment(name, start, length),
            SegmentStatement::Enter(name) => self.enter_segment(name),
            SegmentStatement::Leave => self.leave_segment(),
        }
    }

    /// `.segdef name start length`
    fn define_segment(&mut self, name: Name, start: ExprId, length: ExprId) {
        let here = self.value(start).unwrap_or(0);
        let length = self.value(length).unwrap_or(0);
        if self.segments.is_defined(name) {
            let text = self.program.names.text(name).to_owned();
            self.error(self.place, format!("segment `{text}` is defined twice"), None);
            return;
        }
        if !(0..=0xFFFF).contains(&here) {
            self.refuse_address(here, start);
        }
        self.segments.define(NamedSegment { name, here, end: here.saturating_add(length) });
    }

    /// Saves where the open segment, or the program, continues.
    fn suspend_segment(&mut self) {
        let Some(segment) = self.segments.suspend(self.image.here, self.image.load) else { return };
        if segment.here > segment.end {
            let (text, end) = (self.program.names.text(segment.name), segment.end);
            let message = format!("segment `{text}` extends beyond ${end:04X}");
            self.error(self.place, message, None);
        }
    }

    /// `.segment name`
    fn enter_segment(&mut self, name: Name) {
        if !self.segments.is_defined(name) {
            let text = self.program.names.text(name).to_owned();
            self.error(self.place, format!("there is no segment `{text}`"), None);
            return;
        }
        self.suspend_segment();
        if let Some(here) = self.segments.enter(name) {
            self.image.org(here, here, None);
        }
    }

    /// `.endseg`
    fn leave_segment(&mut self) {
        if !self.segments.is_open() {
            self.error(self.place, "no segment is open".to_owned(), None);
            return;
        }
        self.suspend_segment();
        if let Some((here, load)) = self.segments.leave() {
            self.image.org(here, load, None);
        }
    }
}
