//! Chains of operators that may be read in two ways.

use crate::assembler::names::QuickMap;
use crate::assembler::syntax::ExprId;

/// Values of the chains within the one that is being computed: each is read once, not in both readings of those around
/// it.
#[derive(Default)]
pub(in crate::assembler) struct Readings(QuickMap<u32, Option<i64>>);

impl Readings {
    /// The value of a chain that was computed within the same outermost one.
    pub(crate) fn known(&self, chain: ExprId) -> Option<Option<i64>> {
        self.0.get(&chain.0).copied()
    }

    /// A chain is computed now; whether it is the outermost one.
    pub(crate) fn begin(&mut self, chain: ExprId) -> bool {
        let is_outermost = self.0.is_empty();
        self.0.insert(chain.0, None);
        is_outermost
    }

    /// It has been computed.
    pub(crate) fn end(&mut self, chain: ExprId, is_outermost: bool, value: Option<i64>) {
        if is_outermost {
            self.0.clear();
        } else {
            self.0.insert(chain.0, value);
        }
    }
}
