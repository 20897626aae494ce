//! Names of addresses, from the assembler or from label files.

mod address;
mod assembled;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

pub use address::{AddressError, is_number, long_number, number, similar};

use super::system_names::SystemNames;
use crate::cpu::opcodes::Access;

/// What a symbol names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// A place in memory.
    Label,
    /// The beginning of a procedure.
    Procedure,
    /// The beginning of another block with a name (`.local`): of code, of data, or of both.
    Block,
    /// A number, which may happen to look like an address.
    Constant,
}

impl Kind {
    /// Whether names within it are known by its name and theirs.
    fn opens_scope(self) -> bool {
        matches!(self, Kind::Procedure | Kind::Block)
    }
}

/// A symbol: a name and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// As written, with scopes joined by dots.
    pub name: String,
    /// The low 16 bits of the address or number.
    pub value: u16,
    /// What it names.
    pub kind: Kind,
    /// Size of the data or block at the address; 0 if unknown.
    pub size: u32,
    /// Size of its elements; 0 if unknown.
    pub element: u32,
}

/// Addresses up to this many bytes after a symbol's data are still described relative to it.
const FARTHEST: u32 = 0x400;

/// A set of symbols, searchable by name and by address. Names are case-insensitive, unless two names differ
/// only in case, as in C programs.
///
/// # Examples
///
/// ```
/// use front800::inspect::symbols::Symbols;
///
/// let symbols = Symbols::from_pairs([("start".to_string(), 0x2000), ("loop".to_string(), 0x2010)]);
/// assert_eq!(symbols.value("START"), Some(0x2000));
/// assert_eq!(symbols.address("loop+2")?, 0x2012);
/// # Ok::<(), front800::inspect::symbols::AddressError>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Plain", into = "Plain")]
pub struct Symbols {
    /// By the name in upper case, then by the name itself.
    by_name: BTreeMap<(String, String), Symbol>,
    /// Labels and procedures by address; at each address the best name is last.
    by_address: Vec<Symbol>,
    /// Names for addresses that have none here.
    system: SystemNames,
    /// Address ranges of modules, whose private names may occur in several modules.
    modules: Vec<(u16, u16, String)>,
    /// Whether C names have a leading underscore in assembly.
    of_c: bool,
}

/// The serialized form, from which everything else is derived.
#[derive(Serialize, Deserialize)]
struct Plain {
    /// Name, value, kind, size and element of each. Tuples, because there are about a thousand.
    symbols: Vec<(String, u16, Kind, u32, u32)>,
    system: SystemNames,
    modules: Vec<(u16, u16, String)>,
    of_c: bool,
}

impl From<Symbols> for Plain {
    fn from(Symbols { by_name, by_address: _, system, modules, of_c }: Symbols) -> Self {
        let row = |Symbol { name, value, kind, size, element }| (name, value, kind, size, element);
        Plain { symbols: by_name.into_values().map(row).collect(), system, modules, of_c }
    }
}

impl From<Plain> for Symbols {
    fn from(Plain { symbols, system, modules, of_c }: Plain) -> Self {
        let symbol = |(name, value, kind, size, element)| Symbol { name, value, kind, size, element };
        Symbols { system, modules, of_c, ..Symbols::new(symbols.into_iter().map(symbol)) }
    }
}

impl Symbols {
    /// A set of symbols; of two with the same name the later one counts.
    pub fn new(symbols: impl IntoIterator<Item = Symbol>) -> Self {
        let mut set = Symbols::default();
        set.extend(symbols);
        set
    }

    /// Labels from pairs of name and address.
    pub fn from_pairs(pairs: impl IntoIterator<Item = (String, u16)>) -> Self {
        Symbols::new(pairs.into_iter().map(|(name, value)| Symbol {
            name,
            value,
            kind: Kind::Label,
            size: 0,
            element: 0,
        }))
    }

    /// Adds symbols.
    pub fn extend(&mut self, symbols: impl IntoIterator<Item = Symbol>) {
        for symbol in symbols {
            self.by_name.insert((symbol.name.to_ascii_uppercase(), symbol.name.clone()), symbol);
        }
        self.by_address = self.by_name.values().filter(|s| s.kind != Kind::Constant).cloned().collect();
        self.by_address.sort_by_key(|symbol| {
            let scoped = symbol.name.contains('.');
            (symbol.value, symbol.kind != Kind::Block, symbol.kind == Kind::Procedure, !scoped)
        });
    }

    /// Adds the system's names, for addresses that have none here.
    pub fn with_system(self, system: SystemNames) -> Symbols {
        Symbols { system, ..self }
    }

    /// The system's names.
    pub fn system(&self) -> &SystemNames {
        &self.system
    }

    /// Treats constants as labels if their value is in `addresses`, no label has that address, and their name
    /// is not in `others`.
    pub fn with_addresses(&self, addresses: &BTreeSet<u16>, others: &Symbols) -> Symbols {
        let is_address = |symbol: &Symbol| {
            symbol.kind == Kind::Constant
                && addresses.contains(&symbol.value)
                && self.name(symbol.value).is_none()
                && others.symbol(&symbol.name).is_none()
        };
        self.map(|symbol| match is_address(&symbol) {
            true => Symbol { kind: Kind::Label, ..symbol },
            false => symbol,
        })
    }

    /// Replaces each symbol.
    pub fn map(&self, other: impl Fn(Symbol) -> Symbol) -> Symbols {
        let Symbols { system, modules, of_c, .. } = self.clone();
        Symbols { system, modules, of_c, ..Symbols::new(self.iter().cloned().map(other)) }
    }

    /// Addresses of C functions, which may be entered by a jump (a tail call).
    pub fn jumped_to(&self) -> BTreeSet<u16> {
        let functions =
            self.iter().filter(|symbol| self.of_c && symbol.kind == Kind::Procedure && symbol.size > 0);
        functions.map(|symbol| symbol.value).collect()
    }

    /// Assigns address ranges to modules: a private symbol of a module may be called `module.name`. In C,
    /// `_name` of assembly is `name`.
    pub(super) fn of_modules(self, modules: Vec<(u16, u16, String)>, of_c: bool) -> Symbols {
        Symbols { modules, of_c, ..self }
    }

    /// Adds the symbols of `other` whose names are not used yet.
    pub fn extend_with_unknown(&mut self, other: &Symbols) {
        let new: Vec<Symbol> =
            other.iter().filter(|symbol| self.symbol(&symbol.name).is_none()).cloned().collect();
        self.extend(new);
    }

    /// Whether there are no symbols.
    pub fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// All symbols, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = &Symbol> {
        self.by_name.values()
    }

    /// All names for suggestions. Addresses come first, because they are the more likely intention.
    pub fn proposals(&self) -> impl Iterator<Item = &str> {
        let of =
            |is_constant| self.iter().filter(move |symbol| (symbol.kind == Kind::Constant) == is_constant);
        of(false).chain(of(true)).map(|symbol| symbol.name.as_str())
    }

    /// Finds a symbol by name: an exact match, or else one that differs in case. `::` is treated as a dot,
    /// and in a C program both C and assembly names are recognized. The prefix `os:` selects a symbol of the
    /// system.
    pub fn symbol(&self, name: &str) -> Option<&Symbol> {
        let of_system = || self.called(self.system.own(name)?);
        self.called(name).or_else(of_system).or_else(|| match name.contains("::") {
            true => self.symbol(name.replace("::", ".").trim_start_matches('.')),
            false => self.called_otherwise(name),
        })
    }

    /// Finds a symbol by its C name, or by its assembly name.
    fn called_otherwise(&self, name: &str) -> Option<&Symbol> {
        let of_c = || name.strip_prefix('_').and_then(|own| self.called(own));
        let of_assembly = || self.called(&format!("_{name}"));
        if self.of_c { of_c().or_else(of_assembly) } else { None }
    }

    fn called(&self, name: &str) -> Option<&Symbol> {
        let upper = name.to_ascii_uppercase();
        let first = (upper.clone(), String::new());
        let like = self.by_name.range(first..).take_while(|((it, _), _)| *it == upper);
        let mut like = like.map(|(_, symbol)| symbol).peekable();
        let other = like.peek().copied();
        like.find(|symbol| symbol.name == name).or(other)
    }

    /// The fields of a label's structure in order, which are labels themselves; none if it is not a
    /// structure.
    pub fn fields(&self, of: &Symbol) -> Vec<&Symbol> {
        if of.kind != Kind::Label || of.element == 0 {
            return Vec::new();
        }
        let front = format!("{}.", of.name.to_ascii_uppercase());
        let first = (front.clone(), String::new());
        let inner = self.by_name.range(first..).take_while(|((name, _), _)| name.starts_with(&front));
        let is_field = |name: &str, field: &Symbol| {
            let offset = field.value.wrapping_sub(of.value);
            !name[front.len()..].contains('.') && field.kind == Kind::Label && u32::from(offset) < of.element
        };
        let fields = inner.filter(|((name, _), field)| is_field(name, field));
        let mut fields: Vec<&Symbol> = fields.map(|(_, field)| field).collect();
        fields.sort_by_key(|field| field.value.wrapping_sub(of.value));
        fields
    }

    /// The structure to which a field belongs.
    pub fn structure_of(&self, field: &Symbol) -> Option<&Symbol> {
        let structure = self.symbol(field.name.rsplit_once('.')?.0)?;
        self.fields(structure).contains(&field).then_some(structure)
    }

    /// Resolves a name within a scope: a symbol of this scope or an enclosing one, or else a symbol with
    /// exactly this name.
    pub fn symbol_within(&self, scope: &str, name: &str) -> Option<&Symbol> {
        let outwards = std::iter::successors(Some(scope), |scope| Some(scope.rsplit_once('.')?.0));
        let mut local = outwards.filter_map(|scope| self.symbol(&format!("{scope}.{name}")));
        local.next().or_else(|| self.symbol(name))
    }

    /// The scope that an address is in (within its module, if that is known): the scope of the last label
    /// before it, or the scope that this label opens; empty if there is none.
    pub fn scope_at(&self, address: u16) -> String {
        let scope = match self.nearest(address) {
            Some(symbol) if symbol.kind.opens_scope() => &symbol.name,
            Some(symbol) => symbol.name.rsplit_once('.').map_or("", |(scope, _)| scope),
            None => "",
        };
        let module = self.modules.iter().find(|(first, last, _)| (*first..=*last).contains(&address));
        match module.map(|(_, _, name)| name) {
            Some(module) if scope.is_empty() => module.clone(),
            Some(module) if !scope.starts_with(&format!("{module}.")) => format!("{module}.{scope}"),
            _ => scope.to_string(),
        }
    }

    /// The value of a name.
    pub fn value(&self, name: &str) -> Option<u16> {
        self.symbol(name).map(|symbol| symbol.value)
    }

    /// The last label at or before an address with the distance, as `loop+3`. A label too far away is not
    /// used.
    pub fn name_near(&self, address: u16) -> Option<String> {
        let symbol = self.nearest(address)?;
        let offset = address - symbol.value;
        let behind = if symbol.kind.opens_scope() && symbol.size > 0 { 0 } else { FARTHEST };
        let is_near = u32::from(offset) < symbol.size + behind;
        is_near.then(|| match offset {
            0 => symbol.name.clone(),
            _ => format!("{}+{offset}", symbol.name),
        })
    }

    /// The best name of exactly this address: a procedure before a label, a label before another block, an
    /// outer scope before an inner one.
    pub fn name(&self, address: u16) -> Option<&str> {
        self.nearest(address).filter(|symbol| symbol.value == address).map(|symbol| symbol.name.as_str())
    }

    /// The last label at or before this address.
    pub fn nearest(&self, address: u16) -> Option<&Symbol> {
        let end = self.by_address.partition_point(|symbol| symbol.value <= address);
        self.by_address[..end].last()
    }

    /// The name of an address, or else the system's name, or else `$hex`.
    pub fn describe(&self, address: u16) -> String {
        self.operand(address, Access::Read).unwrap_or_else(|| format!("${address:04X}"))
    }

    /// The name of an address for an instruction with this kind of access, if it has one.
    pub fn operand(&self, address: u16, access: Access) -> Option<String> {
        let name = self.name_where(address, access.writes()).map(str::to_string);
        name.or_else(|| self.system.operand(address, access.writes()))
    }

    /// [`Symbols::name`] for writing or reading: a register that has both official names of hardware.inc gets
    /// the one for this access.
    pub fn name_where(&self, address: u16, is_written: bool) -> Option<&str> {
        let name = self.name(address)?;
        let Some(official) = self.system.both(address) else { return Some(name) };
        let is_official = official.iter().any(|it| it.eq_ignore_ascii_case(name));
        let used = self.symbol(official[usize::from(is_written)]).filter(|symbol| symbol.value == address);
        Some(used.filter(|_| is_official).map_or(name, |symbol| &symbol.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_labels_with_offsets_are_addresses() {
        let symbols = Symbols::from_pairs([("Main.loop".to_string(), 0x2000)]);
        assert_eq!(symbols.address("8192"), Ok(0x2000));
        assert_eq!(symbols.address("$1A01"), Ok(0x1A01));
        assert_eq!(symbols.address("0x1a01"), Ok(0x1A01));
        assert_eq!(symbols.address("MAIN.LOOP + $10"), Ok(0x2010));
        assert!(matches!(symbols.address("$10000"), Err(AddressError::Malformed(_))));
        assert!(matches!(symbols.address("$FFFF+1"), Err(AddressError::Malformed(_))));
        assert!(matches!(symbols.address("-1"), Err(AddressError::Malformed(_))));
        assert!(matches!(symbols.address(""), Err(AddressError::Malformed(_))));
    }

    #[test]
    fn a_register_with_both_names_is_called_by_that_of_its_use() {
        let pair = |(name, value): (&str, u16)| (name.to_string(), value);
        let official =
            [("HPOSP0", 0xD000), ("M0PF", 0xD000), ("COLBK", 0xD01A), ("AUDF1", 0xD200), ("POT0", 0xD200)];
        let named = [("HPOSP0", 0xD000), ("M0PF", 0xD000), ("backdrop", 0xD01A), ("POT0", 0xD200)];
        let symbols = Symbols::from_pairs(named.map(pair)).with_system(SystemNames::new(official));
        let operand = |address, access| symbols.operand(address, access).unwrap_or_default();
        assert_eq!([Access::Read, Access::Write].map(|access| operand(0xD000, access)), ["M0PF", "HPOSP0"]);
        assert_eq!(
            [Access::Read, Access::Write].map(|access| operand(0xD01A, access)),
            ["backdrop", "backdrop"]
        );
        assert_eq!(operand(0xD200, Access::Write), "POT0", "the program has no other name for it");
    }

    #[test]
    fn an_unknown_label_is_answered_with_a_similar_one() {
        let symbols = Symbols::from_pairs([("score".to_string(), 1), ("turn".to_string(), 2)]);
        let error = symbols.address("scroe").unwrap_err();
        assert_eq!(error, AddressError::Unknown("scroe".into(), Some("score".into())));
        let of = |name: &str, kind| Symbol { name: name.into(), value: 1, kind, size: 0, element: 0 };
        let symbols = Symbols::new([
            of("ATRACT", Kind::Constant),
            of("LOG", Kind::Constant),
            of("loop", Kind::Label),
            of("start", Kind::Label),
        ]);
        for (word, meant) in [("strat", "start"), ("lop", "loop")] {
            let error = symbols.address(word).unwrap_err();
            assert_eq!(error, AddressError::Unknown(word.into(), Some(meant.into())));
        }
    }

    #[test]
    fn a_label_is_proposed_for_its_name_without_some_of_its_blocks() {
        let names = ["enemies.list", "enemies.update.last", "dl.dli1.skycol", "pmg.show", "pmg.draw.shape"];
        let symbols = Symbols::from_pairs(names.map(|name| (name.to_string(), 1)));
        for (word, meant) in [
            ("enemies.last", "enemies.update.last"),
            ("update.last", "enemies.update.last"),
            ("dl.skycol", "dl.dli1.skycol"),
            ("pmg.shape", "pmg.draw.shape"),
            ("shape", "pmg.draw.shape"),
        ] {
            let error = symbols.address(word).unwrap_err();
            assert_eq!(error, AddressError::Unknown(word.into(), Some(meant.into())));
        }
    }

    #[test]
    fn colons_are_dots_where_no_name_has_them() {
        let symbols = Symbols::from_pairs([("a::b".to_string(), 1), ("c.d".to_string(), 2)]);
        let values = ["a::b", "c::d", "::c::d", "a.b"].map(|name| symbols.value(name));
        assert_eq!(values, [Some(1), Some(2), Some(2), None]);
    }

    #[test]
    fn names_that_differ_in_their_case_alone_are_two() {
        let symbols = Symbols::from_pairs([("Ball".to_string(), 1), ("ball".to_string(), 2)]);
        let values = ["Ball", "ball", "BALL"].map(|name| symbols.value(name));
        assert_eq!(values, [Some(1), Some(2), Some(1)]);
    }

    #[test]
    fn a_procedure_names_an_address_before_a_label_does() {
        let symbol =
            |name: &str, kind| Symbol { name: name.into(), value: 0x2000, kind, size: 0, element: 0 };
        let symbols = Symbols::new([
            symbol("zz", Kind::Procedure),
            symbol("aa", Kind::Label),
            symbol("a", Kind::Block),
            symbol("b", Kind::Constant),
        ]);
        assert_eq!(symbols.name(0x2000), Some("zz"));
        let symbols = Symbols::new([symbol("pmg", Kind::Block), symbol("pmg.init", Kind::Label)]);
        assert_eq!(symbols.name(0x2000), Some("pmg.init"));
        assert_eq!(symbols.scope_at(0x2000), "pmg");
    }
}
