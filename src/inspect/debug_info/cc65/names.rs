//! The names in such a file.

use std::collections::{BTreeMap, BTreeSet};

use super::records::{File, Named};
use crate::inspect::source_lines::SourceLines;
use crate::inspect::symbols::{Kind, Symbol, Symbols};

/// Maximum nesting depth of scopes and cheap local labels: an invalid file may contain cycles.
const DEEPEST: usize = 32;
/// Prefix of names that ca65 generates for `.local` in macros.
const OF_MACRO: &str = "LOCAL-MACRO_SYMBOL";

/// A name and its origin.
struct Known {
    symbol: Symbol,
    id: u32,
    module: u32,
    /// Whether its name in assembly has a leading underscore.
    is_of_c: bool,
}

/// All names. C names are without the underscore that they have in assembly. If several symbols have the same
/// name, the private ones are prefixed with their module.
pub(super) fn symbols(file: &File<'_>, lines: &SourceLines) -> Symbols {
    let has_c = file.lines.iter().any(|line| line.is_c);
    let all = known(file, lines, has_c);
    let mut named: BTreeMap<&str, Vec<&Known>> = BTreeMap::new();
    for known in &all {
        named.entry(&known.symbol.name).or_default().push(known);
    }
    let mut private = BTreeSet::new();
    for alike in named.values() {
        let public = public(file, alike).or(alike.first().copied().filter(|first| is_same(first, alike)));
        let others =
            alike.iter().filter(|known| public.is_none_or(|it| it.symbol.value != known.symbol.value));
        private.extend(others.map(|known| (known.module, known.symbol.name.as_str())));
    }
    let renamed = all.iter().map(|known| {
        let name = known.symbol.name.as_str();
        let outermost = name.split('.').next().unwrap_or_default();
        match [name, outermost].iter().any(|name| private.contains(&(known.module, *name))) {
            true => {
                Symbol { name: format!("{}.{name}", module_name(file, known.module)), ..known.symbol.clone() }
            }
            false => known.symbol.clone(),
        }
    });
    Symbols::new(renamed).of_modules(modules(file), has_c)
}

/// Whether all have the same address or value as `first`.
fn is_same(first: &Known, all: &[&Known]) -> bool {
    all.iter().all(|known| known.symbol.value == first.symbol.value)
}

/// The public one among symbols of the same name: one that is imported by others, or a C symbol.
fn public<'k>(file: &File<'_>, alike: &[&'k Known]) -> Option<&'k Known> {
    let exported = alike.iter().find(|known| file.exported.contains(&known.id));
    let of_c: Vec<_> = alike.iter().filter(|known| known.is_of_c).collect();
    let only = if let [only] = of_c[..] { Some(only) } else { None };
    exported.or(only).copied()
}

fn known(file: &File<'_>, lines: &SourceLines, has_c: bool) -> Vec<Known> {
    let sizes = Sizes::of(file);
    let procedures: BTreeSet<u32> = file.scopes.values().filter_map(|scope| scope.symbol).collect();
    // Unused constants come from include files of the system, by the hundreds.
    let is_of_structure = |named: &Named<'_>| {
        let scope = named.scope.and_then(|scope| file.scopes.get(&scope));
        scope.is_some_and(|scope| scope.is_structure)
    };
    let is_wanted = |named: &Named<'_>| named.is_label || named.is_used || is_of_structure(named);
    let mut all = Vec::new();
    for (&id, named) in file.symbols.iter().filter(|(_, named)| is_wanted(named)) {
        let value = named.value as u16;
        let is_code = named.is_label && lines.is_code(value);
        if is_code && has_c && is_made_up(named.name) || named.name.starts_with(OF_MACRO) {
            continue;
        }
        let kind = match named.is_label {
            true if procedures.contains(&id) => Kind::Procedure,
            true => Kind::Label,
            false => Kind::Constant,
        };
        let (size, element) = if named.is_label && !is_code { sizes.at(named) } else { (named.size, 0) };
        let (name, module) = full_name(file, named);
        let of_c = name.strip_prefix('_').filter(|c| has_c && named.is_label && !c.starts_with('_'));
        let (name, is_of_c) = (of_c.unwrap_or(&name).to_string(), of_c.is_some());
        all.push(Known { symbol: Symbol { name, value, kind, size, element }, id, module, is_of_c });
    }
    all
}

/// The name of a module: that of its main source without folder and extension.
fn module_name<'f>(file: &'f File<'_>, module: u32) -> &'f str {
    let source = file.modules.get(&module).and_then(|source| file.files.get(source));
    let name = source.map_or("", |source| source.name);
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The address ranges of modules.
fn modules(file: &File<'_>) -> Vec<(u16, u16, String)> {
    let own = file.scopes.values().filter(|scope| scope.parent.is_none());
    let places = own.flat_map(|scope| scope.spans.iter().map(move |span| (scope.module, span)));
    let places = places.filter_map(|(module, span)| {
        let (start, size) = file.place(file.spans.get(span)?)?;
        Some((start, start + (size - 1) as u16, module_name(file, module).to_string()))
    });
    places.collect()
}

/// Whether it is a jump label generated by the C compiler, such as `L003B`.
fn is_made_up(name: &str) -> bool {
    let digits = name.strip_prefix('L').filter(|digits| digits.len() == 4);
    digits.is_some_and(|digits| digits.bytes().all(|it| it.is_ascii_digit() || (b'A'..=b'F').contains(&it)))
}

/// A name with its scopes, and its module.
fn full_name(file: &File<'_>, named: &Named<'_>) -> (String, u32) {
    let mut parts = vec![named.name];
    let mut inner = named;
    for _ in 0..DEEPEST {
        let Some(outer) = inner.parent.and_then(|parent| file.symbols.get(&parent)) else { break };
        parts.push(outer.name);
        inner = outer;
    }
    let mut scope = inner.scope.and_then(|scope| file.scopes.get(&scope));
    let module = scope.map_or(0, |scope| scope.module);
    for _ in 0..DEEPEST {
        let Some(it) = scope else { break };
        parts.extend(Some(it.name).filter(|name| !name.is_empty()));
        scope = it.parent.and_then(|parent| file.scopes.get(&parent));
    }
    parts.reverse();
    (parts.join("."), module)
}

/// Sizes of data.
struct Sizes<'a> {
    file: &'a File<'a>,
    /// Segments and addresses of labels.
    labels: BTreeSet<(u32, u32)>,
    /// Ends of the modules' shares in segments, by segment and begin.
    shares: BTreeMap<(u32, u32), u32>,
    /// Element size of the data at an address.
    elements: BTreeMap<u16, u32>,
}

impl<'a> Sizes<'a> {
    fn of(file: &'a File<'a>) -> Self {
        let labels = file.symbols.values().filter(|named| named.is_label);
        let labels = labels.filter_map(|named| Some((named.segment?, named.value))).collect();
        let modules = file.scopes.values().filter(|scope| scope.parent.is_none());
        let spans = modules.flat_map(|scope| &scope.spans).filter_map(|span| file.spans.get(span));
        let shares = spans.filter_map(|span| {
            let (start, size) = file.place(span)?;
            Some(((span.segment, start.into()), u32::from(start) + size))
        });
        let elements = file.spans.values().filter_map(|span| {
            let bytes = file.types.get(&span.of_type?)?;
            Some((file.place(span)?.0, *bytes))
        });
        Sizes { file, labels, shares: shares.collect(), elements: elements.collect() }
    }

    /// Sizes of the data at a label and of its elements; 0 if unknown. Data whose size is given as that of
    /// its first line may be larger: up to the next label, or to the end of its module.
    fn at(&self, named: &Named<'_>) -> (u32, u32) {
        let element = self.elements.get(&(named.value as u16)).copied().unwrap_or(0);
        let known = (named.size, element);
        let Some(segment) = named.segment.filter(|segment| self.file.segments.contains_key(segment)) else {
            return known;
        };
        let at = (segment, named.value);
        let share = self
            .shares
            .range(..=at)
            .next_back()
            .filter(|((of, _), end)| *of == segment && **end > named.value);
        let Some((_, &end)) = share else { return known };
        let next = self.labels.range((segment, named.value.saturating_add(1))..).next();
        let next = next.filter(|(of, _)| *of == segment).map_or(end, |&(_, next)| next.min(end));
        ((next - named.value).max(named.size), element)
    }
}

#[cfg(test)]
mod tests {
    use crate::inspect::debug_info::DebugInfo;

    const TWO_MODULES: &str = "version\tmajor=2,minor=0
file\tid=0,name=\"src/a.s\",size=1,mtime=0x1,mod=0
file\tid=1,name=\"b.s\",size=1,mtime=0x1,mod=1
mod\tid=0,name=\"a.o\",file=0
mod\tid=1,name=\"b.o\",file=1
seg\tid=0,name=\"CODE\",start=0x2000,size=0x4,addrsize=absolute,type=ro,oname=\"x\",ooffs=0
span\tid=0,seg=0,start=0,size=2
span\tid=1,seg=0,start=2,size=2
scope\tid=0,name=\"\",mod=0,size=2,span=0
scope\tid=1,name=\"once\",mod=0,type=scope,size=2,parent=0,sym=0,span=0
scope\tid=2,name=\"\",mod=1,size=2,span=1
scope\tid=3,name=\"once\",mod=1,type=scope,size=2,parent=2,sym=2,span=1
sym\tid=0,name=\"once\",addrsize=absolute,size=2,scope=0,def=0,val=0x2000,seg=0,type=lab
sym\tid=1,name=\"@l\",addrsize=absolute,size=1,parent=0,def=0,val=0x2001,seg=0,type=lab
sym\tid=2,name=\"once\",addrsize=absolute,size=2,scope=2,def=0,val=0x2002,seg=0,type=lab
sym\tid=3,name=\"SPEED\",addrsize=zeropage,scope=0,def=0,ref=0,val=0x3,type=equ
sym\tid=4,name=\"SPEED\",addrsize=zeropage,scope=2,def=0,ref=0,val=0x3,type=equ
sym\tid=5,name=\"LIMIT\",addrsize=zeropage,scope=0,def=0,ref=0,val=0x4,type=equ
sym\tid=6,name=\"LIMIT\",addrsize=zeropage,scope=2,def=0,ref=0,val=0x5,type=equ
sym\tid=7,name=\"UNUSED\",addrsize=zeropage,scope=2,def=0,val=0x6,type=equ
";

    #[test]
    fn what_differs_between_modules_has_their_names_in_front() {
        let symbols = DebugInfo::read(TWO_MODULES).unwrap().symbols;
        let names = [
            ("a.once", Some(0x2000)),
            ("a.once.@l", Some(0x2001)),
            ("b.once", Some(0x2002)),
            ("once", None),
            ("SPEED", Some(3)),
            ("a.LIMIT", Some(4)),
            ("b.LIMIT", Some(5)),
            ("UNUSED", None),
        ];
        for (name, value) in names {
            assert_eq!(symbols.value(name), value, "{name}");
        }
        for (address, limit) in [(0x2001, 4), (0x2003, 5)] {
            let scope = symbols.scope_at(address);
            assert_eq!(symbols.symbol_within(&scope, "LIMIT").map(|it| it.value), Some(limit), "{scope}");
        }
    }
}
