//! Pending variables, and the allocation of the zero page.

use crate::assembler::names::Name;
use crate::assembler::source::Place;

/// Where `.zpvar` begins unless the source sets it.
const ZERO_PAGE_START: i64 = 0x80;

/// A variable that is output at the end of a block.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct Waiting {
    pub name: Name,
    pub scope: u32,
    pub place: Place,
    /// Size of an element.
    pub unit: i64,
    /// Total size.
    pub size: i64,
    pub initial: Option<i64>,
    /// The symbol of its type, if that is a structure or enumeration.
    pub structure: Option<u32>,
}

/// The variables of a pass.
pub(in crate::assembler) struct Variables {
    /// Address of the next zero page variable.
    pub zero_page_next: i64,
    zero_page_taken: [bool; 0x100],
    /// Pending variables outside of any block.
    waiting: Vec<Waiting>,
}

impl Variables {
    pub(crate) fn new() -> Self {
        Variables { zero_page_next: ZERO_PAGE_START, zero_page_taken: [false; 0x100], waiting: Vec::new() }
    }

    /// Marks zero page addresses as used. Returns the first that was already in use.
    pub(crate) fn take_zero_page(&mut self, start: i64, end: i64) -> Option<usize> {
        let range = start.clamp(0, 0x100) as usize..end.clamp(0, 0x100) as usize;
        let offset = self.zero_page_taken[range.clone()].iter().position(|&taken| taken);
        self.zero_page_taken[range.clone()].fill(true);
        offset.map(|offset| range.start + offset)
    }

    /// Adds variables to output at the end of the program, or before the next `org`.
    pub(crate) fn wait(&mut self, variables: Vec<Waiting>) {
        self.waiting.extend(variables);
    }

    pub(crate) fn take_waiting(&mut self) -> Vec<Waiting> {
        std::mem::take(&mut self.waiting)
    }
}
