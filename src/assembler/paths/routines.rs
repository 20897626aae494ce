//! The routines of a program in the order of its calls: before one is worked out, those that it calls are, each once.

use std::collections::BTreeMap;

use super::given::{Program, Unprovable};
use super::routine::{Routine, Steps};

/// Calls within each other that the stack has room for.
const MOST_CALLS: usize = 128;

/// What is found of each routine.
#[derive(Debug)]
pub(super) struct Routines<T> {
    /// Each with how deep calls go in it, which what is found of it need not tell.
    known: BTreeMap<u16, (Result<T, Unprovable>, usize)>,
    /// Those being worked out, each with how deep calls go in it as far as is known.
    open: Vec<(u16, usize)>,
}

/// A routine that has been come to.
pub(super) enum Reached<T> {
    /// It has been worked out.
    Known(T),
    /// It is to be worked out now: [`Routines::done`] ends that.
    New(Routine),
}

impl<T: Clone> Routines<T> {
    /// Nothing is known yet.
    pub(super) fn new() -> Self {
        Routines { known: BTreeMap::new(), open: Vec::new() }
    }

    /// Comes to the routine at `entry` by the instruction at `call`.
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

    /// The routine that was reached last has been worked out. What fails because of those that have called it may
    /// not fail for others.
    pub(super) fn done(&mut self, found: Result<T, Unprovable>) -> Result<T, Unprovable> {
        if let Some((entry, deep)) = self.open.pop()
            && !matches!(found, Err(Unprovable::Recursive(_) | Unprovable::TooDeep(_)))
        {
            self.known.insert(entry, (found.clone(), deep));
            self.called(deep);
        }
        found
    }

    /// The routine being worked out calls one in which calls go so deep.
    fn called(&mut self, deep: usize) {
        if let Some((_, deepest)) = self.open.last_mut() {
            *deepest = (*deepest).max(deep + 1);
        }
    }
}
