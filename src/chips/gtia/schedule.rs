//! Register writes that wait for the clock at which they take effect.

use serde::{Deserialize, Serialize};

use crate::chips::an::CLOCKS;

/// Every change takes effect fewer clocks than this after the cycle of its write.
const LONGEST_DELAY: usize = 8;

/// Changes that take effect at a colour clock of the running line or, from [`CLOCKS`] on, of the next one. Sorted by
/// clock; changes with equal clocks stay in the order of writing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Schedule<T> {
    pending: Vec<(u16, T)>,
}

impl<T: Copy> Schedule<T> {
    /// Nothing pending.
    pub(super) fn new() -> Self {
        Schedule { pending: Vec::new() }
    }

    /// Whether this can be pending at `clock`: sorted, within reach, and only changes for which `exists` returns true.
    pub(super) fn is_possible(&self, clock: usize, exists: impl Fn(T) -> bool) -> bool {
        let near = |at: u16| usize::from(at) < clock + LONGEST_DELAY;
        self.pending.is_sorted_by_key(|(at, _)| *at)
            && self.pending.iter().all(|&(at, change)| near(at) && exists(change))
    }

    /// Adds a `change` that takes effect at `clock`.
    #[inline]
    pub(super) fn push(&mut self, clock: u16, change: T) {
        if self.pending.last().is_none_or(|(last, _)| *last <= clock) {
            self.pending.push((clock, change));
            return;
        }
        let behind = self.pending.iter().rev().take_while(|(other, _)| *other > clock).count();
        self.pending.insert(self.pending.len() - behind, (clock, change));
    }

    /// Adds a `change` that takes effect at `clock`, if that makes it the last one and there is room. Returns whether
    /// it did. Calls nothing.
    #[inline(always)]
    pub(super) fn push_last(&mut self, clock: u16, change: T) -> bool {
        let pending = &mut self.pending;
        let is_last =
            pending.len() < pending.capacity() && pending.last().is_none_or(|(last, _)| *last <= clock);
        if is_last {
            pending.push((clock, change));
        }
        is_last
    }

    /// Whether nothing is pending.
    pub(super) fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// The clock of the first change.
    #[inline]
    pub(super) fn first(&self) -> Option<u16> {
        self.pending.first().map(|(due, _)| *due)
    }

    /// Whether nothing takes effect before `clock`.
    #[inline]
    pub(super) fn is_empty_before(&self, clock: u16) -> bool {
        self.first().is_none_or(|due| due >= clock)
    }

    /// All changes, in order.
    pub(super) fn all(&self) -> &[(u16, T)] {
        &self.pending
    }

    /// The number of changes that take effect before `clock`; they are at [`Schedule::get`]`(0..)`.
    pub(super) fn due_before(&self, clock: u16) -> usize {
        self.pending.iter().take_while(|(due, _)| *due < clock).count()
    }

    /// The changes that take effect before `clock`, in order.
    pub(super) fn due(&self, clock: u16) -> &[(u16, T)] {
        &self.pending[..self.due_before(clock)]
    }

    /// A change by index, if it takes effect before `clock`.
    #[inline]
    pub(super) fn get_before(&self, index: usize, clock: u16) -> Option<T> {
        self.pending.get(index).filter(|(due, _)| *due < clock).map(|(_, change)| *change)
    }

    /// A change by index.
    pub(super) fn get(&self, index: usize) -> (u16, T) {
        self.pending[index]
    }

    /// Removes the first `count` changes, which have been carried out.
    pub(super) fn discard(&mut self, count: usize) {
        if count == self.pending.len() {
            self.pending.clear();
        } else {
            // A few: without a function call.
            let left = self.pending.len() - count;
            for n in 0..left {
                self.pending[n] = self.pending[n + count];
            }
            self.pending.truncate(left);
        }
    }

    /// Removes all changes.
    pub(super) fn clear(&mut self) {
        self.pending.clear();
    }

    /// Carries the remaining changes over into the next line.
    pub(super) fn end_line(&mut self) {
        for (clock, _) in &mut self.pending {
            *clock -= CLOCKS as u16;
        }
    }
}
