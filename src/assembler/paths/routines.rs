//! Processes the routines of a program in call order: each routine once, after those that it calls.

use std::collections::BTreeMap;

use super::given::{Program, Unprovable};
use super::routine::{Routine, Steps};

/// Maximum call depth that the stack has room for.
const MOST_CALLS: usize = 128;

/// Results by routine.
#[derive(Debug)]
pub(super) struct Routines<T> {
    /// Results, each with the call depth of the routine, which the result need not contain.
    known: BTreeMap<u16, (Result<T, Unprovable>, usize)>,
    /// Routines in progress, each with its call depth as far as known.
    open: Vec<(u16, usize)>,
}

/// A routine that has been reached.
pub(super) enum Reached<T> {
    /// It has a result.
    Known(T),
    /// It has to be processed now, up to [`Routines::done`].
    New(Routine),
}

impl<T: Clone> Routines<T> {
    /// No results yet.
    pub(super) fn new() -> Self {
        Routines { known: BTreeMap::new(), open: Vec::new() }
    }

    /// Reaches the routine at `entry` from the instruction at `call`.
    pub(super) fn reach(
        &mut self,
        program: &Program,
        (entry, call): (u16, u16),
        steps: &mut Steps,
    ) -> Result<Reached<T>, Unprovable> {
        if self.open.iter().any(|&(open, _)| open == entry) {
            return Err(Unprovable::Recursive(call));
        }
        let known = self.known.get(&entry).cloned();
        if self.open.len() + known.as_ref().map_or(0, |&(_, deep)| deep) > MOST_CALLS {
            return Err(Unprovable::TooDeep(call));
        }
        if let Some((found, deep)) = known {
            self.called(deep);
            return found.map(Reached::Known);
        }
        self.open.push((entry, 0));
        steps.begin();
        let routine = Routine::follow(program, entry);
        match routine.and_then(|routine| steps.spend(routine.len(), entry).map(|()| routine)) {
            Ok(routine) => Ok(Reached::New(routine)),
            Err(reason) => self.done(Err(reason)).map(Reached::Known),
        }
    }

    /// Ends the routine that was reached last. A failure that is due to its callers may not occur with other
    /// callers.
    pub(super) fn done(&mut self, found: Result<T, Unprovable>) -> Result<T, Unprovable> {
        if let Some((entry, deep)) = self.open.pop()
            && !matches!(found, Err(Unprovable::Recursive(_) | Unprovable::TooDeep(_)))
        {
            self.known.insert(entry, (found.clone(), deep));
            self.called(deep);
        }
        found
    }

    /// Records that the routine in progress calls one with this call depth.
    fn called(&mut self, deep: usize) {
        if let Some((_, deepest)) = self.open.last_mut() {
            *deepest = (*deepest).max(deep + 1);
        }
    }
}
