//! The turns of repeats.

/// The current turn of each enclosing repeat, the value of `#`.
#[derive(Default)]
pub(in crate::assembler) struct Turns {
    counters: Vec<i64>,
    /// Whether the innermost counter is that of `:n` before a macro call, whose body does not see it.
    counts_calls: bool,
}

impl Turns {
    pub(crate) fn begin_pass(&mut self) {
        self.counters.clear();
    }

    /// Begins a repeat.
    pub(crate) fn begin(&mut self) {
        self.counters.push(0);
    }

    /// Sets the turn of the innermost repeat.
    pub(crate) fn count(&mut self, turn: i64) {
        if let Some(counter) = self.counters.last_mut() {
            *counter = turn;
        }
    }

    /// Ends the innermost repeat.
    pub(crate) fn end(&mut self) {
        self.counters.pop();
    }

    /// The turn of the innermost repeat.
    pub(crate) fn current(&self) -> Option<i64> {
        self.counters.last().copied()
    }

    /// Number of enclosing repeats.
    pub(crate) fn depth(&self) -> usize {
        self.counters.len()
    }

    /// Sets whether the repeated statement is a macro call.
    pub(crate) fn set_counts_calls(&mut self, counts_calls: bool) {
        self.counts_calls = counts_calls;
    }

    /// Enters the body of a macro, where `#` is 0 if the call is repeated, although as an argument it was the
    /// turn. [measured] Returns the argument for [`Turns::leave_macro`].
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
