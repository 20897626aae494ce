//! Macro definitions, and their expansions.

use crate::assembler::names::{Name, Names, QuickMap};
use crate::assembler::symbols::{ROOT, Symbols};
use crate::assembler::syntax::Statement;

/// Maximum total size of all expanded bodies of macros and repeats: this many bytes take less than a second.
/// [measured]
pub(in crate::assembler) const MAX_EXPANDED: usize = 12 << 20;

/// Indices of macros by scope and name.
type Definitions = QuickMap<u64, u32>;

/// The macros of a run.
#[derive(Default)]
pub(in crate::assembler) struct Macros {
    defined: Definitions,
    /// Definitions of previous passes, because a macro may be called before its definition.
    before: Definitions,
    /// One-line macros (`.define`) in effect at this place.
    lines: Definitions,
    /// All one-line macros that have ever existed.
    known_lines: QuickMap<u32, ()>,
    /// Units of expanded bodies; identical calls are parsed once.
    expansions: QuickMap<Box<[u8]>, u32>,
    /// Warnings about calls, by expanded unit.
    doubts: QuickMap<u32, Doubt>,
    /// Total size of all expansions.
    expanded: usize,
    /// Statements, by source and place, that begin with an instruction or directive and may be macro calls.
    own_words: QuickMap<u64, Vec<Statement>>,
}

/// A message and its help.
pub(in crate::assembler) type Doubt = (String, String);

fn key(scope: u32, name: Name) -> u64 {
    u64::from(scope) << 32 | u64::from(name.0)
}

impl Macros {
    pub(crate) fn begin_pass(&mut self) {
        self.before.extend(std::mem::take(&mut self.defined));
        self.lines.clear();
    }

    /// Defines a macro; false if the name is taken.
    pub(crate) fn define(&mut self, scope: u32, name: Name, index: u32) -> bool {
        let key = key(scope, name);
        self.defined.insert(key, index).is_none() && !self.lines.contains_key(&key)
    }

    /// Defines or redefines a one-line macro; false if another macro has the name.
    pub(crate) fn define_line(&mut self, scope: u32, name: Name, index: u32) -> bool {
        self.known_lines.insert(index, ());
        let key = key(scope, name);
        self.lines.insert(key, index);
        !self.defined.contains_key(&key)
    }

    /// Removes a one-line macro; false if there is none.
    pub(crate) fn undefine_line(&mut self, scope: u32, name: Name) -> bool {
        self.lines.remove(&key(scope, name)).is_some()
    }

    /// Whether it is a one-line macro.
    pub(crate) fn is_line(&self, index: u32) -> bool {
        self.known_lines.contains_key(&index)
    }

    /// The macros of this pass.
    pub(crate) fn defined(&self) -> impl Iterator<Item = u32> {
        self.defined.values().chain(self.lines.values()).copied()
    }

    /// The macro that a name means in a scope, defined before or after this place: that of the scope itself
    /// or of the nearest enclosing one.
    pub(crate) fn find(&self, symbols: &Symbols, names: &Names, scope: u32, name: Name) -> Option<u32> {
        let find = |defined| find(defined, symbols, names, scope, name);
        find(&self.lines).or_else(|| find(&self.defined)).or_else(|| find(&self.before))
    }

    /// The unit of a body that was expanded before.
    pub(crate) fn expansion(&self, key: &[u8]) -> Option<u32> {
        self.expansions.get(key).copied()
    }

    pub(crate) fn keep_expansion(&mut self, key: Vec<u8>, unit: u32) {
        self.expansions.insert(key.into(), unit);
    }

    /// The warning for each call with this expanded unit.
    pub(crate) fn doubt(&self, unit: u32) -> Option<&Doubt> {
        self.doubts.get(&unit)
    }

    pub(crate) fn keep_doubt(&mut self, unit: u32, doubt: Doubt) {
        self.doubts.insert(unit, doubt);
    }

    /// Maximum size of all further expansions.
    pub(crate) fn room(&self) -> usize {
        MAX_EXPANDED - self.expanded
    }

    /// Uses this many bytes of that room.
    pub(crate) fn take_room(&mut self, bytes: usize) {
        self.expanded += bytes;
    }

    /// What the statement at a place means if its first word is not a macro.
    pub(crate) fn own_word(&self, source: u32, from: u32) -> Option<&Vec<Statement>> {
        self.own_words.get(&(u64::from(source) << 32 | u64::from(from)))
    }

    pub(crate) fn keep_own_word(&mut self, source: u32, from: u32, statements: Vec<Statement>) {
        self.own_words.insert(u64::from(source) << 32 | u64::from(from), statements);
    }
}

fn find(defined: &Definitions, symbols: &Symbols, names: &Names, scope: u32, name: Name) -> Option<u32> {
    let parts = names.parts(name);
    let (last, path) = parts.split_last().map_or((name, parts), |(&last, path)| (last, path));
    let mut outer = scope;
    loop {
        let inner = path.iter().try_fold(outer, |scope, &part| symbols.child(scope, part));
        let found = inner.and_then(|scope| defined.get(&key(scope, last)));
        if found.is_some() || outer == ROOT {
            return found.copied();
        }
        outer = symbols.scopes[outer as usize].parent;
    }
}
