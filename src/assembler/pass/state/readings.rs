//! Chains of operators that have two readings.

use crate::assembler::names::QuickMap;
use crate::assembler::syntax::ExprId;

/// Values of the chains within the one being computed. Each is computed once, not in both readings of the
/// enclosing chains.
#[derive(Default)]
pub(in crate::assembler) struct Readings(QuickMap<u32, Option<i64>>);

impl Readings {
    /// The value of a chain that was already computed within the same outermost chain.
    pub(crate) fn known(&self, chain: ExprId) -> Option<Option<i64>> {
        self.0.get(&chain.0).copied()
    }

    /// Begins computing a chain. Returns whether it is the outermost one.
    pub(crate) fn begin(&mut self, chain: ExprId) -> bool {
        let is_outermost = self.0.is_empty();
        self.0.insert(chain.0, None);
        is_outermost
    }

    /// Ends computing a chain.
    pub(crate) fn end(&mut self, chain: ExprId, is_outermost: bool, value: Option<i64>) {
        if is_outermost {
            self.0.clear();
        } else {
            self.0.insert(chain.0, value);
        }
    }
}
