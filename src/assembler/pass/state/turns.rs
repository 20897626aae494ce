//! The turns of repeats.

/// Which turn each repeat around the current statement is in: what `#` stands for.
#[derive(Default)]
pub(in crate::assembler) struct Turns {
    counters: Vec<i64>,
    /// The innermost counter is that of `:n` before the call of a macro, whose body does not see it.
    counts_calls: bool,
}

impl Turns {
    pub(crate) fn begin_pass(&mut self) {
        self.counters.clear();
    }

    /// A repeat begins.
    pub(crate) fn begin(&mut self) {
        self.counters.push(0);
    }

    /// The innermost repeat is in this turn.
    pub(crate) fn count(&mut self, turn: i64) {
        if let Some(counter) = self.counters.last_mut() {
            *counter = turn;
        }
    }

    /// The innermost repeat ends.
    pub(crate) fn end(&mut self) {
        self.counters.pop();
    }

    /// The turn of the innermost repeat.
    pub(crate) fn current(&self) -> Option<i64> {
        self.counters.last().copied()
    }

    /// How many repeats are around the current statement.
    pub(crate) fn depth(&self) -> usize {
        self.counters.len()
    }

    /// What is repeated is the call of a macro, or is not.
    pub(crate) fn set_counts_calls(&mut self, counts_calls: bool) {
        self.counts_calls = counts_calls;
    }

    /// The body of a macro begins, in which `#` is 0 if its call is repeated: as an argument it was the turn. [measured]
    /// Gives what [`Turns::leave_macro`] wants.
    pub(crate) fn enter_macro(&mut self) -> usize {
        let outside = self.counters.len();
        if std::mem::take(&mut self.counts_calls) {
            self.begin();
        }
        outside
    }

    pub(crate) fn leave_macro(&mut self, outside: usize) {
        self.counters.truncate(outside);
    }
}
