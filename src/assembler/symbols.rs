//! Symbols and their scopes. Both keep their identity from pass to pass.

use super::names::{Name, Names, QuickMap};
use super::syntax::BlockSyntax;
use std::collections::{BTreeMap, BTreeSet};

/// What a symbol is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SymbolKind {
    /// An address in the program.
    Label,
    /// A value defined by `=`.
    Equate,
    /// A value that may be reassigned.
    Variable,
    /// A procedure; its value is its address.
    Proc,
    /// A `.local` with a name.
    Local,
    /// A structure; its value is its size.
    Struct,
    /// An enumeration.
    Enum,
    /// An array; its value is its address.
    Array,
    /// A data field of a structure.
    Field,
    /// An external symbol.
    External,
    /// Defined by the options of the run.
    Predefined,
}

/// What a value is relative to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    /// The relocatable block.
    Block,
    /// An external symbol: index into those of this pass.
    Name(u32),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct SymbolEntry {
    /// Where it is known.
    pub scope: u32,
    /// Where its definition stands: within `scope`, or the same.
    pub home: u32,
    pub name: Name,
    pub value: i64,
    pub kind: SymbolKind,
    /// The pass that defined it last.
    pub pass: u32,
    /// Whether its value could be computed in that pass.
    pub known: bool,
    /// The pass that used it last; 0 if none.
    pub used: u32,
    /// Difference between load address and run address of a label.
    pub displacement: i64,
    /// Size of the block.
    pub size: u32,
    /// Size of an element of an array.
    pub element: u32,
    /// The bank it belongs to (`lmb`).
    pub bank: u32,
    /// What its value is relative to, in relocatable code.
    pub anchor: Option<Anchor>,
    pub source: u32,
    pub start: u32,
    pub end: u32,
}

/// The result of [`Symbols::define`].
pub(super) enum Defined {
    Ok,
    /// It was already defined in this pass: index of the symbol.
    Twice(u32),
}

/// A scope of names.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub parent: u32,
    pub name: Option<Name>,
    /// None for the outermost scope.
    pub block: Option<BlockSyntax>,
    /// Number among its unnamed siblings, or among the calls of its macro.
    pub number: u32,
    /// The macro, if this is the scope of a call.
    pub called: Option<Name>,
    unnamed_children: u32,
    /// Scopes that are searched after this one (`.use`).
    pub uses: Vec<u32>,
}

/// The outermost scope.
pub(super) const ROOT: u32 = 0;

#[derive(Default)]
pub(super) struct Symbols {
    pub list: Vec<SymbolEntry>,
    index: QuickMap<u64, u32>,
    pub scopes: Vec<Scope>,
    scope_index: QuickMap<u64, u32>,
    /// How often each macro was called in this pass.
    calls: QuickMap<Name, u32>,
    /// The bank of new symbols.
    pub bank: u32,
    /// Symbols of banks other than 0.
    banked: QuickMap<(u64, u32), u32>,
    pub pass: u32,
    /// Anonymous labels in program order, each with its scope; and those of the previous pass.
    anonymous: Vec<(u32, i64)>,
    anonymous_before: Vec<(u32, i64)>,
    /// `.local`s that are opened more than once: where they last began, and their sizes.
    reopened: BTreeMap<u32, (i64, u32)>,
    /// Predefined names to which the source has given other values.
    overridden: Vec<Name>,
    /// Symbols that this pass has defined twice, where that is an error; and those of the previous pass. They
    /// have no value, because it is unknown which definition is meant.
    twice: BTreeSet<u32>,
    twice_before: BTreeSet<u32>,
    /// A symbol whose value differs from the previous pass.
    pub changed: Option<u32>,
}

fn key(scope: u32, name: Name) -> u64 {
    u64::from(scope) << 32 | u64::from(name.0)
}

impl Symbols {
    pub(super) fn new() -> Self {
        let mut symbols = Symbols::default();
        symbols.add_scope(ROOT, None, None, 0);
        symbols
    }

    fn add_scope(&mut self, parent: u32, name: Option<Name>, block: Option<BlockSyntax>, number: u32) -> u32 {
        self.scopes.push(Scope {
            parent,
            name,
            block,
            number,
            called: None,
            unnamed_children: 0,
            uses: Vec::new(),
        });
        self.scopes.len() as u32 - 1
    }

    pub(super) fn begin_pass(&mut self, pass: u32) {
        self.pass = pass;
        self.changed = None;
        self.bank = 0;
        self.calls.clear();
        for scope in &mut self.scopes {
            scope.unnamed_children = 0;
            scope.uses.clear();
        }
        self.anonymous_before = std::mem::take(&mut self.anonymous);
        self.twice_before = std::mem::take(&mut self.twice);
    }

    /// Records a double definition. The first pass, which reports nothing, may see more than the program
    /// finally has.
    pub(super) fn note_twice(&mut self, symbol: u32) {
        if self.pass > 1 {
            self.twice.insert(symbol);
        }
    }

    /// Whether the previous pass defined a symbol twice.
    pub(super) fn is_twice(&self, symbol: u32) -> bool {
        self.twice_before.contains(&symbol)
    }

    /// Whether a data field belongs to a structure nested in another one.
    pub(super) fn is_of_field(&self, field: &SymbolEntry) -> bool {
        let Scope { parent, name, .. } = self.scopes[field.scope as usize];
        let outer = name.and_then(|name| self.local(parent, name));
        outer.is_some_and(|outer| self.list[outer as usize].kind == SymbolKind::Field)
    }

    /// Whether this pass has defined the same symbols twice as the previous one.
    pub(super) fn agree_on_twice(&self) -> bool {
        self.twice == self.twice_before
    }

    /// A symbol of the previous pass that this pass has not defined, which means that the passes disagree.
    pub(super) fn vanished(&self) -> Option<u32> {
        let last = self.pass - 1;
        self.list.iter().position(|symbol| symbol.pass == last).map(|found| found as u32)
    }

    /// The scope of a block; the same one if the block is opened again.
    pub(super) fn open(&mut self, parent: u32, name: Option<Name>, block: BlockSyntax) -> u32 {
        let number = self.scopes[parent as usize].unnamed_children;
        let name_key = name.unwrap_or(Name(u32::MAX - number));
        if name.is_none() {
            self.scopes[parent as usize].unnamed_children += 1;
        }
        if let Some(&scope) = self.scope_index.get(&key(parent, name_key)) {
            return scope;
        }
        let scope = self.add_scope(parent, name, Some(block), number);
        self.scope_index.insert(key(parent, name_key), scope);
        scope
    }

    /// The scope of a macro call.
    pub(super) fn open_call(&mut self, parent: u32, called: Name) -> u32 {
        let scope = self.open(parent, None, BlockSyntax::Macro);
        let calls = self.calls.entry(called).or_default();
        let entry = &mut self.scopes[scope as usize];
        (entry.called, entry.number) = (Some(called), *calls);
        *calls += 1;
        scope
    }

    /// A child scope by name.
    pub(super) fn child(&self, parent: u32, name: Name) -> Option<u32> {
        self.scope_index.get(&key(parent, name)).copied()
    }

    /// A symbol defined directly in this scope.
    pub(super) fn local(&self, scope: u32, name: Name) -> Option<u32> {
        self.visible(key(scope, name))
    }

    /// The symbol that the current bank sees for a key: its own, or that of bank 0. Bank 0 sees the last
    /// symbol of any bank.
    #[inline]
    fn visible(&self, at: u64) -> Option<u32> {
        let last = self.index.get(&at).copied();
        if self.bank == 0 || last.is_none() {
            return last;
        }
        let own = self.banked.get(&(at, self.bank)).copied();
        own.or(last.filter(|&last| self.list[last as usize].bank == 0))
    }

    pub(super) fn in_scope(&self, names: &Names, scope: u32, name: Name) -> Option<u32> {
        // `a.b` may be the name of a label, or `b` in the scope `a`.
        let plain = self.local(scope, name);
        let Some((&last, path)) = names.parts(name).split_last().filter(|_| plain.is_none()) else {
            return plain;
        };
        let mut inner = scope;
        for &part in path {
            inner = self.child(inner, part)?;
        }
        self.local(inner, last)
    }

    /// The symbol that a name means in a scope: that of the scope itself or of the nearest enclosing one.
    #[inline]
    pub(super) fn resolve(&self, names: &Names, scope: u32, name: Name) -> Option<u32> {
        let mut scope = scope;
        loop {
            if let Some(found) = self.in_scope(names, scope, name) {
                return Some(found);
            }
            let uses = &self.scopes[scope as usize].uses;
            if let Some(found) = uses.iter().find_map(|&used| self.in_scope(names, used, name)) {
                return Some(found);
            }
            if scope == ROOT {
                return None;
            }
            scope = self.scopes[scope as usize].parent;
        }
    }

    /// Whether a name that is not visible here is that of a top-level symbol in another bank.
    pub(super) fn is_in_other_bank(&self, name: Name) -> bool {
        let found = self.index.get(&key(ROOT, name)).map(|&found| &self.list[found as usize]);
        self.bank != 0 && found.is_some_and(|symbol| symbol.pass + 1 >= self.pass)
    }

    /// Defines a symbol, or redefines it in a new pass.
    pub(super) fn define(&mut self, symbol: SymbolEntry) -> Defined {
        let at = key(symbol.scope, symbol.name);
        let known = match self.bank {
            0 => self.index.get(&at).copied(),
            bank => {
                let other = self.visible(at).filter(|&at| self.list[at as usize].pass == self.pass);
                self.banked.get(&(at, bank)).copied().or(other)
            }
        };
        if let Some(known) = known.filter(|_| self.bank != 0) {
            self.index.insert(at, known);
        }
        let Some(found) = known else {
            self.index.insert(at, self.list.len() as u32);
            if self.bank != 0 {
                self.banked.insert((at, self.bank), self.list.len() as u32);
            }
            if self.pass > 1 {
                self.changed.get_or_insert(self.list.len() as u32);
            }
            self.list.push(symbol);
            return Defined::Ok;
        };
        let old = &mut self.list[found as usize];
        if symbol.kind == SymbolKind::Variable {
            if matches!(old.kind, SymbolKind::Variable) || old.pass != self.pass {
                let used = old.used;
                *old = SymbolEntry { used, ..symbol };
                return Defined::Ok;
            }
            return Defined::Twice(found);
        }
        if old.pass == self.pass {
            return Defined::Twice(found);
        }
        let same = old.pass + 1 == self.pass && old.value == symbol.value && old.known == symbol.known;
        if !same {
            self.changed.get_or_insert(found);
        }
        let (used, size, element) = (old.used, old.size, old.element);
        *old = SymbolEntry { used, size, element, ..symbol };
        Defined::Ok
    }

    /// Marks the procedures that enclose a symbol as used, except those that also enclose the scope it is
    /// used from.
    pub(super) fn use_around(&mut self, symbol: u32, from: u32) {
        let mut scope = self.list[symbol as usize].home;
        while scope != ROOT && !self.is_within(from, scope) {
            let Scope { parent, name, block, .. } = self.scopes[scope as usize];
            if let Some(around) = name.filter(|_| block == Some(BlockSyntax::Proc))
                && let Some(procedure) = self.local(parent, around)
            {
                self.list[procedure as usize].used = self.pass;
            }
            scope = parent;
        }
    }

    /// Whether a scope is another scope or nested in it.
    fn is_within(&self, mut scope: u32, outer: u32) -> bool {
        while scope != outer && scope != ROOT {
            scope = self.scopes[scope as usize].parent;
        }
        scope == outer
    }

    /// Replaces a predefined symbol by the source's definition.
    pub(super) fn override_given(&mut self, given: u32, symbol: SymbolEntry) {
        self.list[given as usize] = symbol;
        self.overridden.push(symbol.name);
    }

    /// Whether the source has redefined a predefined name, in any pass.
    pub(super) fn is_overridden(&self, name: Name) -> bool {
        self.overridden.contains(&name)
    }

    /// A second `.local name`: the name refers to the last one.
    pub(super) fn note_reopened(&mut self, symbol: u32, start: i64) {
        self.reopened.insert(symbol, (start, 0));
    }

    /// Whether a symbol is that of a `.local` that was reopened, in any pass.
    pub(super) fn is_reopened(&self, symbol: u32) -> bool {
        self.reopened.contains_key(&symbol)
    }

    /// Gives reopened `.local`s their values for the next pass.
    pub(super) fn settle_reopened(&mut self) {
        let reopened = std::mem::take(&mut self.reopened);
        for (&symbol, &(start, size)) in &reopened {
            self.set_value_and_size(symbol, start, size);
        }
        self.reopened = reopened;
    }

    /// Sets the size of a block that ends here, and its value if that is known only now.
    pub(super) fn set_block_size(&mut self, symbol: u32, value: Option<i64>, size: u32) {
        if let Some(known) = self.reopened.get_mut(&symbol) {
            known.1 = size;
            return;
        }
        let value = value.unwrap_or(self.list[symbol as usize].value);
        self.set_value_and_size(symbol, value, size);
    }

    fn set_value_and_size(&mut self, symbol: u32, value: i64, size: u32) {
        let entry = &mut self.list[symbol as usize];
        if (entry.value, entry.size) != (value, size) {
            (entry.value, entry.size) = (value, size);
            self.changed.get_or_insert(symbol);
        }
    }

    /// Sets the size of an array and of its elements.
    pub(super) fn set_array_size(&mut self, symbol: u32, element: u32, size: u32) {
        let entry = &mut self.list[symbol as usize];
        if (entry.element, entry.size) != (element, size) {
            (entry.element, entry.size) = (element, size);
            self.changed.get_or_insert(symbol);
        }
    }

    /// Records an anonymous label.
    pub(super) fn define_anonymous(&mut self, scope: u32, value: i64) {
        let number = self.anonymous.len();
        if self.pass > 1 && self.anonymous_before.get(number) != Some(&(scope, value)) {
            self.changed.get_or_insert(u32::MAX);
        }
        self.anonymous.push((scope, value));
    }

    /// The `skip`th anonymous label before (`forward` false) or after the current place. They are counted
    /// through the whole program; a label in a block that does not enclose this place is not visible.
    /// [measured]
    pub(super) fn anonymous(&self, scope: u32, forward: bool, skip: usize) -> Option<i64> {
        let here = self.anonymous.len();
        let (at, value) = if forward {
            *self.anonymous_before.get(here + skip)?
        } else {
            *here.checked_sub(skip + 1).and_then(|at| self.anonymous.get(at))?
        };
        let mut around = scope;
        while around != at {
            if around == ROOT {
                return None;
            }
            around = self.scopes[around as usize].parent;
        }
        Some(value)
    }

    /// Whether a scope is in an unnamed `.local`.
    pub(super) fn is_in_unnamed(&self, scope: u32) -> bool {
        let mut index = scope;
        while index != ROOT {
            let scope = &self.scopes[index as usize];
            if scope.name.is_none() && scope.block != Some(BlockSyntax::Macro) {
                return true;
            }
            index = scope.parent;
        }
        false
    }

    /// The full name: scopes joined by dots; a macro call has its macro's name and a number.
    pub(super) fn full_name(&self, names: &Names, scope: u32, name: Name) -> String {
        let mut path = vec![names.text(name).to_owned()];
        let mut index = scope;
        while index != ROOT {
            let scope = &self.scopes[index as usize];
            path.push(match (scope.name, scope.called) {
                (Some(name), _) => names.text(name).to_owned(),
                (None, Some(called)) => format!("{}{}", names.text(called), scope.number),
                (None, None) => format!("{}", scope.number),
            });
            index = scope.parent;
        }
        path.reverse();
        path.join(".")
    }

    /// The full name of a symbol with this name in a block that does not enclose this place, if it can be
    /// named from here.
    pub(super) fn elsewhere(&self, names: &Names, name: Name) -> Option<String> {
        let found = self.current().find(|symbol| symbol.name == name && self.has_path(symbol.scope))?;
        Some(self.full_name(names, found.scope, found.name))
    }

    /// The symbols of this pass or the previous one.
    fn current(&self) -> impl Iterator<Item = &SymbolEntry> {
        self.list.iter().filter(|symbol| symbol.pass + 1 >= self.pass)
    }

    /// Whether a scope can be named from everywhere: neither it nor an enclosing scope is unnamed or a macro
    /// call.
    fn has_path(&self, mut scope: u32) -> bool {
        while scope != ROOT {
            let Scope { parent, name, block, .. } = self.scopes[scope as usize];
            if name.is_none() || block == Some(BlockSyntax::Macro) {
                return false;
            }
            scope = parent;
        }
        true
    }

    /// Full name of a scope, or of the innermost one around it that can be named from everywhere; empty for the outermost.
    pub(super) fn nameable(&self, names: &Names, mut scope: u32) -> String {
        while !self.has_path(scope) {
            scope = self.scopes[scope as usize].parent;
        }
        let Scope { parent, name, .. } = &self.scopes[scope as usize];
        name.map(|name| self.full_name(names, *parent, name)).unwrap_or_default()
    }

    /// The macro in whose calls a name is known, where it is known in calls of a macro.
    pub(super) fn in_call(&self, name: Name) -> Option<Name> {
        let mut called = self.current().filter(|symbol| symbol.name == name);
        called.find_map(|symbol| self.scopes[symbol.scope as usize].called)
    }

    /// The name known in a scope that is closest to a misspelt one.
    pub(super) fn similar(&self, names: &Names, scope: u32, name: &str) -> Option<String> {
        let wanted = name.to_ascii_lowercase();
        let limit = 1 + wanted.len() / 4;
        self.current()
            .map(|symbol| (names.text(symbol.name), symbol.name))
            .filter(|(text, _)| text.len().abs_diff(wanted.len()) <= limit)
            .map(|(text, name)| (distance(&wanted, &text.to_ascii_lowercase()), text, name))
            .filter(|&(distance, ..)| (1..=limit).contains(&distance) && distance < wanted.len())
            .filter(|&(.., name)| self.resolve(names, scope, name).is_some())
            .min_by_key(|&(distance, text, _)| (distance, text.len().abs_diff(wanted.len())))
            .map(|(_, text, _)| text.to_owned())
    }
}

/// Edit distance; a swap of neighbouring characters counts as one.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let substituted = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = substituted.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}
