//! States that share what has not changed from one to the next.

use std::collections::VecDeque;
use std::sync::Arc;

use super::moment::Moment;
use crate::machine::{Cells, Parts};

const PAGE: usize = 256;

/// A state of the past.
pub(super) struct Mark {
    /// When it was.
    pub cycle: u64,
    /// How many acts it knows of.
    pub acts: usize,
    /// The RAM, by pages.
    pages: Vec<Arc<[u8; PAGE]>>,
    rest: Vec<u8>,
    /// All cells that have been written to since the mark before, and perhaps others.
    written: Cells,
}

impl Mark {
    /// Makes a machine of the same kind what it was then.
    pub(super) fn restore(&self, moment: &mut Moment) {
        let ram = self.pages.iter().flat_map(|page| page.iter().copied()).collect();
        let parts = Parts { ram, rest: self.rest.clone() };
        moment.machine.set_parts(parts).expect("the machine was in this state");
        moment.acts = self.acts;
    }

    /// Whether a byte of RAM may have been written to between the mark before and this one.
    pub(super) fn may_have_written(&self, address: u16) -> bool {
        self.written.has(address)
    }
}

/// The states, in the order of time.
pub(super) struct Marks {
    marks: VecDeque<Mark>,
    bytes: usize,
    most_bytes: usize,
    /// What has been written to since the last one is known.
    is_traced: bool,
}

impl Marks {
    /// None, and at most so many bytes of them.
    pub(super) fn new(most_bytes: usize) -> Self {
        Marks { marks: VecDeque::new(), bytes: 0, most_bytes, is_traced: false }
    }

    /// Keeps the state of a moment that lies behind all others.
    pub(super) fn add(&mut self, moment: &mut Moment) {
        let Parts { ram, rest } = moment.machine.parts();
        let traced = moment.machine.take_written();
        let written = if std::mem::replace(&mut self.is_traced, true) { traced } else { Cells::all() };
        let before = self.marks.back();
        let (pages, _) = ram.as_chunks::<PAGE>();
        let pages = pages.iter().enumerate().map(|(n, page)| {
            let same = before.and_then(|mark| mark.pages.get(n)).filter(|old| ***old == *page);
            same.map_or_else(|| Arc::new(*page), Arc::clone)
        });
        let pages = pages.collect();
        let mark = Mark { cycle: moment.machine.cycle(), acts: moment.acts, pages, rest, written };
        self.bytes += size(&mark, self.marks.back());
        self.marks.push_back(mark);
        while self.bytes > self.most_bytes && self.marks.len() > 1 {
            self.forget_first();
        }
    }

    /// Its pages that others share stay.
    fn forget_first(&mut self) {
        let Some(first) = self.marks.pop_front() else { return };
        if let Some(second) = self.marks.front() {
            // What the first had alone goes; what both shared is now the second's.
            self.bytes -= size(&first, None);
            self.bytes += size(second, None) - size(second, Some(&first));
        }
    }

    /// Forgets what comes after a cycle.
    pub(super) fn forget_after(&mut self, cycle: u64) {
        while self.marks.len() > 1 && self.last().cycle > cycle {
            if let Some(last) = self.marks.pop_back() {
                self.bytes -= size(&last, self.marks.back());
            }
        }
        // What has been written to since the last that is left is not known any more.
        self.is_traced = false;
    }

    /// The oldest.
    pub(super) fn first(&self) -> &Mark {
        &self.marks[0]
    }

    /// The youngest.
    pub(super) fn last(&self) -> &Mark {
        &self.marks[self.marks.len() - 1]
    }

    /// The last one at or before a cycle, or the oldest.
    pub(super) fn before(&self, cycle: u64) -> &Mark {
        let after = self.marks.partition_point(|mark| mark.cycle <= cycle);
        &self.marks[after.saturating_sub(1)]
    }

    /// Those before a cycle, the last first, each with the one that follows it.
    pub(super) fn back_from(&self, cycle: u64) -> impl Iterator<Item = (&Mark, Option<&Mark>)> {
        let count = self.marks.partition_point(|mark| mark.cycle < cycle);
        (0..count).rev().map(|n| (&self.marks[n], self.marks.get(n + 1)))
    }

    /// Bytes that they may take.
    pub(super) fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    /// Bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Bytes of a mark that it does not share with the one before it.
fn size(mark: &Mark, before: Option<&Mark>) -> usize {
    let own = |(n, page): (usize, &Arc<[u8; PAGE]>)| {
        let shared = before.and_then(|mark| mark.pages.get(n)).is_some_and(|old| Arc::ptr_eq(old, page));
        usize::from(!shared) * (PAGE + 2 * size_of::<usize>())
    };
    let pages: usize = mark.pages.iter().enumerate().map(own).sum();
    pages + size_of::<Mark>() + mark.pages.len() * size_of::<usize>() + mark.rest.len()
}
