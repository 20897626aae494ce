//! The names in such a file.

use std::collections::{BTreeMap, BTreeSet};

use super::records::{File, Named};
use crate::inspect::source_lines::SourceLines;
use crate::inspect::symbols::{Kind, Symbol, Symbols};

/// The deepest that scopes and cheap local labels are followed: a file may say that one lies in itself.
const DEEPEST: usize = 32;

/// All names. In a program of C its own come before those that the compiler makes of them, with a `_` in front.
pub(super) fn symbols(file: &File<'_>, lines: &SourceLines) -> Symbols {
    let sizes = Sizes::of(file);
    let procedures: BTreeSet<u32> = file.scopes.values().filter_map(|scope| scope.symbol).collect();
    let has_c = file.lines.iter().any(|line| line.is_c);
    let mut all = Vec::new();
    // Numbers that nobody uses are those of an include of the system's, hundreds of them.
    let is_of_structure = |named: &Named<'_>| {
        let scope = named.scope.and_then(|scope| file.scopes.get(&scope));
        scope.is_some_and(|scope| scope.is_structure)
    };
    let is_wanted = |named: &Named<'_>| named.is_label || named.is_used || is_of_structure(named);
    for (id, named) in file.symbols.iter().filter(|(_, named)| is_wanted(named)) {
        let value = named.value as u16;
        let is_code = named.is_label && lines.is_code(value);
        if is_code && has_c && is_made_up(named.name) {
            continue;
        }
        let kind = match named.is_label {
            true if procedures.contains(id) => Kind::Procedure,
            true => Kind::Label,
            false => Kind::Constant,
        };
        let (size, element) = if named.is_label && !is_code { sizes.at(named) } else { (named.size, 0) };
        let name = full_name(file, named);
        let of_c = name.strip_prefix('_').filter(|c| has_c && named.is_label && !c.starts_with('_'));
        all.extend(of_c.map(|c| Symbol { name: c.to_string(), value, kind, size, element }));
        // The compiler's name is known, too, but no address is called so.
        let kind = if of_c.is_some() { Kind::Constant } else { kind };
        all.push(Symbol { name, value, kind, size, element });
    }
    Symbols::new(all)
}

/// Whether it is the name of a place that the C compiler jumps to, as `L003B`.
fn is_made_up(name: &str) -> bool {
    let digits = name.strip_prefix('L').filter(|digits| digits.len() == 4);
    digits.is_some_and(|digits| digits.bytes().all(|it| it.is_ascii_digit() || (b'A'..=b'F').contains(&it)))
}

/// A name with those of its scopes before it.
fn full_name(file: &File<'_>, named: &Named<'_>) -> String {
    let mut parts = vec![named.name];
    let mut inner = named;
    while let Some(outer) = inner.parent.and_then(|parent| file.symbols.get(&parent)) {
        if parts.len() == DEEPEST {
            break;
        }
        parts.push(outer.name);
        inner = outer;
    }
    let mut scope = inner.scope.and_then(|scope| file.scopes.get(&scope));
    while let Some(it) = scope.filter(|_| parts.len() < DEEPEST) {
        parts.extend(Some(it.name).filter(|name| !name.is_empty()));
        scope = it.parent.and_then(|parent| file.scopes.get(&parent));
    }
    parts.reverse();
    parts.join(".")
}

/// How large data are.
struct Sizes<'a> {
    file: &'a File<'a>,
    /// Segments and addresses of labels.
    labels: BTreeSet<(u32, u32)>,
    /// What modules have in segments: where it ends, by segment and beginning.
    shares: BTreeMap<(u32, u32), u32>,
    /// Bytes of an element of what begins there.
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

    /// Bytes of what stands at a label, and of each of its elements; 0 if that is not known. What is said to have as many bytes as its
    /// first line may have more: up to the next label, or to the end of its module.
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
