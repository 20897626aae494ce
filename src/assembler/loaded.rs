//! The final contents of memory after everything has been loaded.

use super::output::Output;
use super::pass::{Record, Recorded};

/// For each address the byte that ends up there: its index among all bytes, and its value.
pub(super) struct Loaded(Vec<Option<(usize, u8)>>);

impl Loaded {
    /// The final contents for a program; later bytes replace earlier ones.
    pub(super) fn of(output: &Output) -> Self {
        let mut found = vec![None; 0x1_0000];
        let mut before = 0;
        for segment in &output.segments {
            for span in segment.spans.iter().rev().filter(|_| !segment.is_vector) {
                let bytes = &segment.bytes[span.offset..span.offset + span.length];
                let bytes = (before + span.offset..).zip(bytes.iter().copied());
                for (place, byte) in found[usize::from(span.run)..].iter_mut().zip(bytes) {
                    *place = Some(byte);
                }
            }
            before += segment.bytes.len();
        }
        Loaded(found)
    }

    /// The byte at an address.
    pub(super) fn byte(&self, address: u16) -> Option<u8> {
        self.0[usize::from(address)].map(|(_, byte)| byte)
    }

    /// The first byte that replaces one of an instruction's own bytes: its index among all bytes.
    pub(super) fn over(&self, record: &Record) -> Option<usize> {
        let Recorded::Bytes { here, code: true, .. } = record.what else { return None };
        let mut there = self.0.iter().skip(here.into()).zip(record.bytes());
        there.find_map(|(there, own)| there.map(|(index, _)| index).filter(|&index| index != own))
    }
}
