//! Files that have been read: sources are parsed once, and inserted files are read once.

use crate::assembler::names::QuickMap;
use crate::assembler::source::{Files, HARDWARE, REGISTERS, SYSTEM};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The files of a run.
pub(in crate::assembler) struct FilesRead<'a> {
    files: &'a dyn Files,
    /// The paths of existing files.
    found: BTreeSet<String>,
    /// Units of sources, by path.
    units: QuickMap<Box<[u8]>, u32>,
    /// Units of sources, by the including source and the name used there.
    included: QuickMap<Box<[u8]>, u32>,
    /// Inserted files, by the index of the name in the source, and by path.
    inserted: QuickMap<u32, Option<Arc<[u8]>>>,
    inserted_by_path: QuickMap<String, Arc<[u8]>>,
}

fn key(source: u32, name: &[u8]) -> Vec<u8> {
    [&source.to_le_bytes(), name].concat()
}

impl<'a> FilesRead<'a> {
    pub(crate) fn new(files: &'a dyn Files) -> Self {
        FilesRead {
            files,
            found: BTreeSet::new(),
            units: QuickMap::default(),
            included: QuickMap::default(),
            inserted: QuickMap::default(),
            inserted_by_path: QuickMap::default(),
        }
    }

    /// The contents of a file that is not part of the run yet.
    pub(crate) fn read(&mut self, path: &str) -> Option<Vec<u8>> {
        let contents = self.files.read(path)?;
        self.found.insert(path.to_owned());
        Some(contents)
    }

    /// The file of hardware names that defines a name, if there is one. If one of the two partial files has
    /// been included, it is the other one.
    pub(crate) fn naming_hardware(&self, name: &str) -> Option<&'static str> {
        let is_read = |part: &str| self.found.iter().any(|path| path.ends_with(part));
        let file = match (is_read(REGISTERS), is_read(SYSTEM)) {
            (true, _) => SYSTEM,
            (_, true) => REGISTERS,
            _ => HARDWARE,
        };
        let text = self.files.read(file).unwrap_or_default();
        let first =
            |line: &str| line.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case(name));
        String::from_utf8_lossy(&text).lines().any(first).then_some(file)
    }

    /// The paths of all files that have been read.
    pub(crate) fn take_found(&mut self) -> BTreeSet<String> {
        std::mem::take(&mut self.found)
    }

    /// Why access to an existing file is refused, if it is.
    pub(crate) fn refusal(&self, path: &str) -> Option<String> {
        self.files.refusal(path)
    }

    /// The unit of a source that has been parsed.
    pub(crate) fn unit(&self, path: &str) -> Option<u32> {
        self.units.get(path.as_bytes()).copied()
    }

    pub(crate) fn keep_unit(&mut self, path: &str, unit: u32) {
        self.units.insert(path.as_bytes().into(), unit);
    }

    /// The unit that a name means in a source, if it was included there before.
    pub(crate) fn included(&self, source: u32, name: &[u8]) -> Option<u32> {
        self.included.get(key(source, name).as_slice()).copied()
    }

    pub(crate) fn keep_included(&mut self, source: u32, name: &[u8], unit: u32) {
        self.included.insert(key(source, name).into(), unit);
    }

    /// An inserted file: none if it was never requested, and an inner none if it does not exist.
    pub(crate) fn inserted(&self, name: u32) -> Option<Option<&Arc<[u8]>>> {
        self.inserted.get(&name).map(Option::as_ref)
    }

    /// The bytes of an existing inserted file.
    pub(crate) fn inserted_bytes(&self, name: u32) -> &[u8] {
        self.inserted(name).flatten().map_or(&[], |bytes| bytes)
    }

    /// Reads the first of these paths that exists; once, however many expansions insert it.
    pub(crate) fn insert(&mut self, name: u32, candidates: Vec<String>) {
        let contents = candidates.into_iter().find_map(|path| self.read_once(path));
        self.inserted.insert(name, contents);
    }

    fn read_once(&mut self, path: String) -> Option<Arc<[u8]>> {
        if let Some(known) = self.inserted_by_path.get(&path) {
            return Some(Arc::clone(known));
        }
        let bytes: Arc<[u8]> = self.read(&path)?.into();
        self.inserted_by_path.insert(path, Arc::clone(&bytes));
        Some(bytes)
    }
}
