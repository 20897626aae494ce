//! Definition of symbols.

use super::evaluate::word_at;
use super::{Assembler, Place, Recorded};
use crate::assembler::diagnostic::{Location, Severity};
use crate::assembler::names::Name;
use crate::assembler::opcodes::Word;
use crate::assembler::options::OWN_NAME;
use crate::assembler::registers;
use crate::assembler::source::{HARDWARE, REGISTERS, is_of_hardware};
use crate::assembler::symbols::{Defined, ROOT, SymbolEntry, SymbolKind};
use crate::assembler::syntax::{BlockSyntax, ExprId, Kind, Label, Statement};

/// Reduces a value to the 32 bits of a symbol, signed or unsigned. [measured]
fn fit(value: i64) -> i64 {
    let fits = (i32::MIN.into()..=u32::MAX.into()).contains(&value);
    if fits { value } else { value & 0xFFFF_FFFF }
}

impl Assembler<'_> {
    /// Defines `FRONT800` and the symbols of the command line.
    pub(super) fn predefine(&mut self) {
        let names = &mut self.program.names;
        let own = names.intern(OWN_NAME.as_bytes());
        let given = self.options.defines.iter().map(|(name, value)| (names.intern(name.as_bytes()), *value));
        self.given = given.filter(|(name, _)| *name != own).collect();
        let all: Vec<(Name, i64)> =
            std::iter::once((own, 1)).chain(self.given.iter().map(|(name, value)| (*name, *value))).collect();
        for (name, value) in all {
            if self.symbols.is_overridden(name) {
                continue;
            }
            let place = (0, 0, 0);
            let symbol = self.new_symbol(ROOT, name, Some(value), SymbolKind::Predefined, place);
            self.symbols.define(symbol);
        }
        self.symbols.changed = None;
    }

    /// As in MADS, the source overrides names from the command line; warns if the value differs.
    fn warn_of_override(&mut self, name: Name, value: Option<i64>) {
        let known = self.symbols.local(ROOT, name).map(|known| self.symbols.list[known as usize].pass);
        let is_again = known == Some(self.pass);
        let Some(given) = self.given.get(&name).copied().filter(|_| !is_again) else {
            return;
        };
        if value.is_some_and(|value| value != given) {
            let text = self.program.names.text(name);
            let message =
                format!("`{text}` was given as {given} (`-d {text}={given}`), and this line changes that");
            let help =
                format!("to use the value given, write `.ifndef {text}` before it and `.endif` after it");
            self.diagnose(Severity::Warning, self.place, message, Some(help));
        }
    }

    pub(super) fn new_symbol(
        &self,
        scope: u32,
        name: Name,
        value: Option<i64>,
        kind: SymbolKind,
        (source, start, end): Place,
    ) -> SymbolEntry {
        SymbolEntry {
            scope,
            home: self.scope,
            name,
            value: fit(value.unwrap_or(0)),
            kind,
            pass: self.pass,
            known: value.is_some(),
            displacement: self.image.load.wrapping_sub(self.image.here),
            used: 0,
            size: 0,
            element: 1,
            bank: self.symbols.bank,
            anchor: self.anchor_of(kind),
            source,
            start,
            end,
        }
    }

    /// Defines the label of a statement, unless the statement defines it otherwise.
    pub(super) fn label(&mut self, statement: &Statement) {
        let (scope, name) = match statement.label {
            Label::None => return,
            Label::Anonymous => {
                self.neighbours.forget_loaded();
                self.symbols.define_anonymous(self.scope, self.image.here);
                return;
            }
            Label::Named(name) if self.switches.local_marks => {
                (self.marked_scope(name, statement.kind), name)
            }
            Label::Named(name) => (self.scope, name),
        };
        match statement.kind {
            Kind::Equate(expr) => {
                let value = self.value(expr);
                self.define(scope, name, value, SymbolKind::Equate);
                self.anchor_equate(scope, name, expr);
                if self.blocks.in_enumeration() {
                    self.count_on(value.unwrap_or(0));
                }
                self.record(*statement, Recorded::Value(value.unwrap_or(0)));
            }
            Kind::Assign(operator, value) => {
                let value = self.assigned(scope, name, operator, value);
                self.record(*statement, Recorded::Value(value.unwrap_or(0)));
            }
            _ if self.blocks.in_enumeration() => self.enumerate(scope, name),
            Kind::Nothing if self.pass > 1 && self.macro_named(name).is_some() => self.refuse_macro(name),
            // `?name` may label several places.
            _ if self.program.names.is_temporary(name) && !self.switches.local_marks => {
                self.mark(scope, name)
            }
            _ => {
                let kind = if self.blocks.in_structure() { SymbolKind::Equate } else { SymbolKind::Label };
                self.define(scope, name, Some(self.image.counter()), kind);
            }
        }
    }

    /// Reports a label with the name of a macro, which was probably meant as a call; structures are excepted.
    fn refuse_macro(&mut self, name: Name) {
        let text = self.program.names.text(name);
        let (message, help) = if self.blocks.in_structure() {
            (
                format!("`{text}` is a macro, and a structure can have only fields"),
                "write the fields themselves".to_owned(),
            )
        } else {
            let help = format!("indent it to call the macro `{text}`");
            ("a macro has the name of this label".to_owned(), help)
        };
        self.error(self.place, message, Some(help));
    }

    /// A name equated to an address is relocated with it.
    fn anchor_equate(&mut self, scope: u32, name: Name, value: ExprId) {
        if !self.movement.is_possible() {
            return;
        }
        let anchor = self.moving(value).map(|moving| moving.anchor);
        if let Some(symbol) = self.symbols.local(scope, name) {
            self.symbols.list[symbol as usize].anchor = anchor;
        }
    }

    /// Defines a `?name` before a statement. A reference before it means the last one of the previous pass.
    fn mark(&mut self, scope: u32, name: Name) {
        let value = self.image.here;
        self.define(scope, name, Some(value), SymbolKind::Variable);
        if let Some(found) = self.symbols.local(scope, name) {
            self.marks.note(found, value);
        }
    }

    /// `opt ?+`: the scope of a label's definition. A `?name` belongs to the plain label before it.
    fn marked_scope(&mut self, name: Name, kind: Kind) -> u32 {
        if self.program.names.is_temporary(name) {
            return self.temporary_scope();
        }
        if !matches!(kind, Kind::Equate(_) | Kind::Assign(..)) {
            self.marks.note_label(self.scope, name);
        }
        self.scope
    }

    /// `opt ?+`: the scope of `?name` here.
    pub(super) fn temporary_scope(&mut self) -> u32 {
        match self.marks.label_in(self.scope) {
            Some(label) => self.symbols.open(self.scope, Some(label), BlockSyntax::Local),
            None => self.scope,
        }
    }

    /// Defines a symbol at the current place.
    pub(super) fn define(&mut self, scope: u32, name: Name, value: Option<i64>, kind: SymbolKind) {
        self.define_named(scope, name, value, kind, self.place);
    }

    /// The same for a symbol whose name is at another place.
    pub(super) fn define_named(
        &mut self,
        scope: u32,
        name: Name,
        value: Option<i64>,
        kind: SymbolKind,
        named: Place,
    ) {
        if value.is_some_and(|value| value & 0xFFFF_FFFF == self.image.counter()) {
            self.neighbours.forget_loaded();
        }
        if scope == ROOT && self.symbols.is_overridden(name) {
            self.warn_of_override(name, value);
        }
        let symbol = self.new_symbol(scope, name, value, kind, self.place);
        match self.symbols.define(symbol) {
            Defined::Ok => {
                self.refuse_reserved(name, kind);
                if self.options.references
                    && let Some(found) = self.symbols.local(scope, name)
                {
                    self.refer(found, name, named, true);
                }
            }
            Defined::Twice(found) => self.refuse_twice(name, found, symbol),
        }
    }

    /// Reports a name defined earlier in this pass, unless it came from the command line.
    fn refuse_twice(&mut self, name: Name, found: u32, symbol: SymbolEntry) {
        let text = self.program.names.text(name).to_owned();
        let SymbolEntry { source, start, end, kind, value, .. } = self.symbols.list[found as usize];
        if kind == SymbolKind::Predefined && self.given.contains_key(&name) {
            // Symbols of the command line apply only until the source defines them.
            self.symbols.override_given(found, symbol);
            return;
        }
        if kind == SymbolKind::Predefined {
            self.error(self.place, format!("`{text}` is predefined"), None);
            return;
        }
        self.symbols.note_twice(found);
        let first = self.sources.location(source, start, end);
        let (here, begin, behind) = self.place;
        let second = self.sources.location(here, begin, behind);
        // As written there, if the place is that of the name.
        let written = |place: &Location| {
            let written = place.text.get(place.column as usize - 1..)?.get(..text.len())?;
            written.eq_ignore_ascii_case(&text).then(|| written.to_owned())
        };
        let help = match written(&first).zip(written(&second)) {
            _ if is_of_hardware(&first.file) => of_board(&first.file, value),
            _ if is_of_hardware(&second.file) => of_board(&second.file, symbol.value),
            Some((first, again)) if first != again => "labels are case sensitive only with `-c`".to_owned(),
            _ => "rename one of them, or put each into its own `.local`".to_owned(),
        };
        let change = if self.changes(&text, symbol.kind) { of_unchanging(&text, kind) } else { None };
        let twice = || (format!("`{text}` is defined twice"), help);
        let (message, help) = change.unwrap_or_else(twice);
        let error = self.add_diagnostic(Severity::Error, self.place, message, Some(help));
        if let Some(diagnostic) = error {
            diagnostic.related.push(("first defined here".to_owned(), first));
        }
    }

    /// Whether the current statement derives the new value of a name from its old one: `name += 1`,
    /// `name = name+1`.
    fn changes(&self, name: &str, kind: SymbolKind) -> bool {
        let (source, start, end) = self.place;
        let text = &self.sources.list[source as usize].text[start as usize..end as usize];
        let mut parts = text.splitn(2, |&byte| byte == b'=');
        let value = parts.nth(1).unwrap_or_default();
        match kind {
            SymbolKind::Variable => true,
            SymbolKind::Equate => word_at(value, name.as_bytes()).is_some(),
            _ => false,
        }
    }

    /// Rejects the name of an instruction as the name of a block; labels may have it.
    fn refuse_reserved(&mut self, name: Name, kind: SymbolKind) {
        let may_not = matches!(kind, SymbolKind::Proc | SymbolKind::Struct | SymbolKind::Enum);
        if self.pass == 1 || !may_not || self.program.names.text(name).len() != 3 {
            return;
        }
        if let Some(Word::Macro(_) | Word::Cpu(_)) = self.words.find(self.program.names.text(name).as_bytes())
        {
            let text = self.program.names.text(name).to_ascii_lowercase();
            let message = format!("`{text}` is an instruction and cannot name a block");
            self.error(self.place, message, Some("labels may have such a name".to_owned()));
        }
    }
}

/// The hint for a program that defines a name which one of our files has defined.
fn of_board(file: &str, value: i64) -> String {
    if registers::CHIPS.contains(&value) {
        return "it is the name of a register, in upper or lower case: choose another one".to_owned();
    }
    let mut help =
        "it is a name of the operating system, in upper or lower case: choose another one".to_owned();
    if file.ends_with(HARDWARE) {
        help += &format!(", or include `{REGISTERS}`, which has only the chips' registers");
    }
    help
}

/// The message for changing a name of a kind that cannot change.
fn of_unchanging(name: &str, kind: SymbolKind) -> Option<(String, String)> {
    let said = match kind {
        SymbolKind::Equate => (
            format!("`{name}` is a number that does not change"),
            format!(
                "to let it change, call it `?{name}`, or define it with `{name} set value` from the start"
            ),
        ),
        SymbolKind::Variable => (
            format!("`{name}` has been changed with `set` before"),
            format!("continue like this: `{name} set {name}+1`, `{name} += 1`"),
        ),
        SymbolKind::Label | SymbolKind::Field | SymbolKind::Array => (
            format!("`{name}` is an address, which does not change"),
            format!(
                "to change its contents, use `inc {name}`, `adb {name} #2`, `sbb {name} #2`, `mva #2 {name}`; \
                 a word by `inw`, `adw`, `sbw`, `mwa`"
            ),
        ),
        _ => return None,
    };
    Some(said)
}
