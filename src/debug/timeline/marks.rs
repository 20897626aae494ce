//! Saved states that share memory with their predecessors.

use std::collections::VecDeque;
use std::sync::Arc;

use super::moment::Moment;
use crate::machine::{Ever, PAGE, Written};

/// A saved state.
pub(super) struct Mark {
    /// Its machine cycle.
    pub cycle: u64,
    /// How many acts had been applied.
    pub acts: usize,
    /// The RAM, by pages.
    pages: Vec<Arc<[u8; PAGE]>>,
    rest: Vec<u8>,
    /// All addresses written since the previous state, if known.
    written: Option<Written>,
    /// All addresses written since power-on.
    ever: Arc<Ever>,
}

impl Mark {
    /// Restores this state into a machine of the same kind.
    pub(super) fn restore(&self, moment: &mut Moment) {
        let ram = self.pages.iter().map(|page| page.as_slice()).collect::<Vec<_>>().concat();
        moment.machine.go_on_from(ram, &self.rest).expect("the machine was in this state");
        moment.machine.set_ever_written(&self.ever);
        moment.acts = self.acts;
    }

    /// Whether one of these addresses (sorted) may have been written between the previous state and this one.
    pub(super) fn may_have_written(&self, addresses: &[u16]) -> bool {
        let page = |address: u16| (address >> 8) as u8;
        let any = |written: &Written| {
            addresses.chunk_by(|&one, &other| page(one) == page(other)).any(|within| {
                written.has_in_page(page(within[0])) && within.iter().any(|&address| written.has(address))
            })
        };
        self.written.as_ref().is_none_or(any)
    }
}

/// The states, in chronological order.
pub(super) struct Marks {
    marks: VecDeque<Mark>,
    bytes: usize,
    most_bytes: usize,
    /// Whether all writes since the last state are known.
    is_traced: bool,
}

impl Marks {
    /// No states; they may take at most this many bytes.
    pub(super) fn new(most_bytes: usize) -> Self {
        Marks { marks: VecDeque::new(), bytes: 0, most_bytes, is_traced: false }
    }

    /// Saves the state of a moment later than all others.
    pub(super) fn add(&mut self, moment: &mut Moment) {
        let traced = moment.machine.take_written();
        let written = std::mem::replace(&mut self.is_traced, true).then_some(traced);
        let machine = &moment.machine;
        let before = self.marks.back();
        let pages = machine.ram_pages().zip(0..).map(|(page, n)| {
            let may_differ = written.as_ref().is_none_or(|written| written.has_in_page(n));
            let old = before.and_then(|mark| mark.pages.get(usize::from(n)));
            let same = old.filter(|old| !may_differ || ***old == *page);
            same.map_or_else(|| Arc::new(*page), Arc::clone)
        });
        let pages = pages.collect();
        let ever = machine.ever_written();
        let same = before.filter(|mark| *mark.ever == ever);
        let ever = same.map_or_else(|| Arc::new(ever), |mark| Arc::clone(&mark.ever));
        let (cycle, rest) = (machine.cycle(), machine.rest());
        let mark = Mark { cycle, acts: moment.acts, pages, rest, written, ever };
        self.bytes += size(&mark, self.marks.back());
        self.marks.push_back(mark);
        while self.bytes > self.most_bytes && self.marks.len() > 1 {
            self.forget_first();
        }
    }

    /// Pages that it shares with other states stay.
    fn forget_first(&mut self) {
        let Some(first) = self.marks.pop_front() else { return };
        if let Some(second) = self.marks.front() {
            // Pages that only the first had are freed; shared ones now belong to the second.
            self.bytes -= size(&first, None);
            self.bytes += size(second, None) - size(second, Some(&first));
        }
    }

    /// Drops the states after a cycle.
    pub(super) fn forget_after(&mut self, cycle: u64) {
        while self.marks.len() > 1 && self.last().cycle > cycle {
            if let Some(last) = self.marks.pop_back() {
                self.bytes -= size(&last, self.marks.back());
            }
        }
        // The writes since the last remaining state are no longer known.
        self.is_traced = false;
    }

    /// The oldest state.
    pub(super) fn first(&self) -> &Mark {
        &self.marks[0]
    }

    /// The newest state.
    pub(super) fn last(&self) -> &Mark {
        &self.marks[self.marks.len() - 1]
    }

    /// The last one at or before a cycle, or the oldest.
    pub(super) fn before(&self, cycle: u64) -> &Mark {
        let after = self.marks.partition_point(|mark| mark.cycle <= cycle);
        &self.marks[after.saturating_sub(1)]
    }

    /// The states before a cycle, newest first, each with its successor.
    pub(super) fn back_from(&self, cycle: u64) -> impl Iterator<Item = (&Mark, Option<&Mark>)> {
        let count = self.marks.partition_point(|mark| mark.cycle < cycle);
        (0..count).rev().map(|n| (&self.marks[n], self.marks.get(n + 1)))
    }

    /// The most bytes that the states may take.
    pub(super) fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    /// The bytes that they take now.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Bytes of a state that it does not share with its predecessor.
fn size(mark: &Mark, before: Option<&Mark>) -> usize {
    let own = |(n, page): (usize, &Arc<[u8; PAGE]>)| {
        let shared = before.and_then(|mark| mark.pages.get(n)).is_some_and(|old| Arc::ptr_eq(old, page));
        usize::from(!shared) * (PAGE + 2 * size_of::<usize>())
    };
    let pages: usize = mark.pages.iter().enumerate().map(own).sum();
    let written = mark.written.as_ref().map_or(0, Written::size);
    let shares_ever = before.is_some_and(|before| Arc::ptr_eq(&before.ever, &mark.ever));
    let written = written + if shares_ever { 0 } else { mark.ever.size() };
    pages + size_of::<Mark>() + mark.pages.len() * size_of::<usize>() + mark.rest.len() + written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Config, Machine};

    /// Counts in $80 forever.
    fn counter() -> Moment {
        let mut rom = [0xEA; 0x2800];
        let mut put =
            |address: usize, bytes: &[u8]| rom[address - 0xD800..][..bytes.len()].copy_from_slice(bytes);
        // loop inc $80, jmp loop; the reset vector
        put(0xE000, &[0xE6, 0x80, 0x4C, 0x00, 0xE0]);
        put(0xFFFC, &[0x00, 0xE0]);
        Moment { machine: Machine::new(&Config::new(rom.into())), acts: 0 }
    }

    #[test]
    fn bytes_that_nobody_writes_are_told_from_their_neighbours() {
        let mut moment = counter();
        let mut marks = Marks::new(1 << 20);
        let mut next = |marks: &mut Marks| {
            let end = moment.machine.cycle() + 100_000;
            moment.machine.run_to_cycle(end);
            marks.add(&mut moment);
        };
        next(&mut marks);
        assert!(marks.last().may_have_written(&[0x81]), "before the first nothing is known");
        next(&mut marks);
        let written: Vec<u16> = (0..=0xFFFF).filter(|&at| marks.last().may_have_written(&[at])).collect();
        assert_eq!(written, [0x80]);
        assert!(marks.last().may_have_written(&[0x7F, 0x80, 0x1234]));
        assert!(!marks.last().may_have_written(&[0x7F, 0x81, 0x1234]));
        let shared = marks.marks[0].pages.iter().zip(&marks.last().pages).filter(|(a, b)| Arc::ptr_eq(a, b));
        assert_eq!(shared.count(), marks.last().pages.len() - 1, "all but page 0");
        let cycle = marks.first().cycle;
        marks.forget_after(cycle);
        next(&mut marks);
        assert!(marks.last().may_have_written(&[0x81]), "what was known of the time between is forgotten");
    }
}
