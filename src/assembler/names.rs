//! Interned names: an identifier is compared and hashed only when it is read.

use rustc_hash::FxHashMap;

/// A fast hash map for short keys. It is never iterated over.
pub(super) type QuickMap<K, V> = FxHashMap<K, V>;

/// An interned identifier, which may be a dotted path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(super) struct Name(pub u32);

/// All identifiers of a run.
pub(super) struct Names {
    case_sensitive: bool,
    map: QuickMap<Box<[u8]>, Name>,
    texts: Vec<Box<str>>,
    parts: Vec<Box<[Name]>>,
    folded: Vec<u8>,
}

impl Names {
    pub(super) fn new(case_sensitive: bool) -> Self {
        Names {
            case_sensitive,
            map: QuickMap::default(),
            texts: Vec::new(),
            parts: Vec::new(),
            folded: Vec::new(),
        }
    }

    /// Interns an identifier, ignoring case unless the run is case sensitive.
    pub(super) fn intern(&mut self, text: &[u8]) -> Name {
        self.folded.clear();
        self.folded.extend_from_slice(text);
        if !self.case_sensitive {
            self.folded.make_ascii_uppercase();
        }
        if let Some(&name) = self.map.get(self.folded.as_slice()) {
            return name;
        }
        let name = Name(self.texts.len() as u32);
        self.map.insert(self.folded.as_slice().into(), name);
        self.texts.push(String::from_utf8_lossy(text).into());
        self.parts.push(Box::default());
        if text.contains(&b'.') {
            // The parts contain no dots, so this recursion goes no deeper.
            let parts: Vec<Name> = text.split(|&byte| byte == b'.').map(|part| self.intern(part)).collect();
            self.parts[name.0 as usize] = parts.into();
        }
        name
    }

    /// Whether names are case sensitive.
    pub(super) fn is_case_sensitive(&self) -> bool {
        self.case_sensitive
    }

    /// The name as it was first written.
    pub(super) fn text(&self, name: Name) -> &str {
        &self.texts[name.0 as usize]
    }

    /// The components of a dotted path; empty for a plain name.
    pub(super) fn parts(&self, name: Name) -> &[Name] {
        &self.parts[name.0 as usize]
    }

    /// Whether the name is a temporary label, `?x`, which may be redefined.
    pub(super) fn is_temporary(&self, name: Name) -> bool {
        self.texts[name.0 as usize].starts_with('?')
    }
}
