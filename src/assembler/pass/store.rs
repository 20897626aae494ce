//! The store: an array of bytes that the source fills, reads in expressions and outputs.

use super::Assembler;
use super::state::store::Store;
use crate::assembler::diagnostic::{Severity, counted};
use crate::assembler::syntax::{ExprId, List, StoreStatement};

impl Assembler<'_> {
    pub(super) fn store_statement(&mut self, statement: StoreStatement) {
        match statement {
            StoreStatement::Load { path, index, part } => self.load_file(path, index, part),
            StoreStatement::Put { index, items } => self.put(index, items),
            StoreStatement::Save { index, count, to_file } => self.save(index, count, to_file),
        }
    }

    /// The index of a statement's first byte: 0 unless given.
    fn store_index(&mut self, index: ExprId) -> Option<usize> {
        let Some(index) = index.given() else { return Some(0) };
        let value = self.value(index)?;
        match usize::try_from(value) {
            Ok(at) if at < Store::SIZE => Some(at),
            _ => {
                self.error_at(
                    index,
                    format!("the store has the bytes 0 to {}, not {value}", Store::SIZE - 1),
                    None,
                );
                None
            }
        }
    }

    /// Puts bytes into the store.
    fn fill_store(&mut self, at: usize, bytes: &[u8]) {
        self.layout.count(bytes.len());
        if !self.store.fill(at, bytes) {
            let message = format!("{} bytes from {at} on do not fit the store", bytes.len());
            self.error(self.place, message, None);
        }
    }

    /// `.get [index] 'file'…`
    fn load_file(&mut self, path: u32, index: ExprId, part: u32) {
        let Some(at) = self.store_index(index) else { return };
        let Some((range, added, inverted)) = self.file_range(path, part) else { return };
        let bytes = self.files.inserted_bytes(path)[range].iter();
        let bytes: Vec<u8> = bytes.map(|byte| byte.wrapping_add(added) ^ inverted).collect();
        self.fill_store(at, &bytes);
    }

    /// `.put [index] = values`
    fn put(&mut self, index: ExprId, items: List) {
        let Some(at) = self.store_index(index) else { return };
        let bytes = self.fixed_aside(items);
        self.fill_store(at, &bytes);
    }

    /// `.sav [index] count`
    fn save(&mut self, index: ExprId, count: ExprId, to_file: bool) {
        if to_file {
            let message = "`.sav` writes no file here: the bytes are left out".to_owned();
            self.diagnose(Severity::Warning, self.place, message, None);
            return;
        }
        let Some(at) = self.store_index(index) else { return };
        let count = self.value(count).unwrap_or(0);
        if !(0..=(Store::SIZE - at) as i64).contains(&count) {
            let message = format!("the store has no {} from {at} on", counted(count, "byte"));
            self.error(self.place, message, None);
            return;
        }
        for at in at..at + count as usize {
            self.emit(self.store.byte(at));
        }
    }

    /// `.get[i]` and the like: a number of several bytes, lowest first.
    pub(super) fn stored(&mut self, bytes: u8, index: ExprId) -> Option<i64> {
        let at = self.store_index(index)?;
        let byte = |offset: usize| i64::from(self.store.byte(at + offset));
        Some((0..bytes.into()).map(|offset| byte(offset) << (8 * offset)).sum())
    }
}
