//! The maximum stack use of a routine, from its control flow: its own pushes, return addresses, and the stack
//! use of called routines.

use std::collections::BTreeMap;

use super::given::{Program, Unprovable};
use super::pushed::pushed;
use super::routine::{Routine, Steps};
use super::routines::{Reached, Routines};
use crate::cpu::opcodes::Access;

/// Bytes that JSR pushes.
const RETURN_BYTES: u32 = 2;

/// The maximum stack use of a routine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Bytes, without its own return address.
    pub bytes: u32,
    /// The call chain at the deepest place, outermost first, without this routine.
    pub calls: Vec<u16>,
    /// Whether it calls a routine outside of the program, whose own bytes are not counted.
    pub leaves: bool,
}

/// The maximum stack use of the routine at `entry`. Calls to routines outside of the program count only their
/// return address.
///
/// # Errors The first reason found why there is no proof.
pub fn deepest(program: &Program, entry: u16) -> Result<Depth, Unprovable> {
    DepthSearch::new(program).deepest(entry)
}

/// A search of a program, with the results so far.
#[derive(Debug)]
pub struct DepthSearch<'a> {
    program: &'a Program,
    routines: Routines<Depth>,
    steps: Steps,
}

impl<'a> DepthSearch<'a> {
    /// A search of `program` without results.
    pub fn new(program: &'a Program) -> Self {
        DepthSearch { program, routines: Routines::new(), steps: Steps::default() }
    }

    /// The maximum stack use of the routine at `entry`, as for [`deepest`].
    ///
    /// # Errors The first reason found why there is no proof.
    pub fn deepest(&mut self, entry: u16) -> Result<Depth, Unprovable> {
        self.routine(entry, entry)
    }

    fn routine(&mut self, entry: u16, call: u16) -> Result<Depth, Unprovable> {
        let routine = match self.routines.reach(self.program, (entry, call), &mut self.steps)? {
            Reached::Known(found) => return Ok(found),
            Reached::New(routine) => routine,
        };
        let found = self.work_out(&routine);
        self.routines.done(found)
    }

    fn work_out(&mut self, routine: &Routine) -> Result<Depth, Unprovable> {
        let depths = self.own_depths(routine)?;
        let mut found = Depth {
            bytes: depths.values().copied().max().unwrap_or(0),
            calls: Vec::new(),
            leaves: routine.ends.keys().any(|&end| !self.program.returns(end)),
        };
        for (&address, &target) in &routine.calls {
            let below = depths.get(&address).copied().unwrap_or(0) + RETURN_BYTES;
            let mut called = if self.program.byte(target).is_some() {
                self.routine(target, address)?
            } else {
                Depth { bytes: 0, calls: Vec::new(), leaves: true }
            };
            found.leaves |= called.leaves;
            if below + called.bytes > found.bytes {
                called.calls.insert(0, target);
                (found.bytes, found.calls) = (below + called.bytes, called.calls);
            }
        }
        Ok(found)
    }

    /// The routine's own stack use at each instruction: after it if that is more than before it, otherwise
    /// before it.
    fn own_depths(&self, routine: &Routine) -> Result<BTreeMap<u16, u32>, Unprovable> {
        let depths = pushed(self.program, routine)?.into_iter().map(|(address, before)| {
            let access = self.program.opcode(address).map(|opcode| opcode.access);
            let (least, highest) = match access {
                Some(Access::Push) => (0, before + 1),
                Some(Access::Pull) => (1, before),
                _ => (0, before),
            };
            let is_left = access == Some(Access::Return) && before != 0;
            let depth = u32::try_from(highest).ok().filter(|_| before >= least && !is_left);
            depth.map(|depth| (address, depth)).ok_or(Unprovable::Unbalanced(address))
        });
        depths.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The maximum stack use of the routine at $2000 with these bytes.
    fn of(bytes: &[u8]) -> Result<Depth, Unprovable> {
        let byte = |address: u16| bytes.get(usize::from(address.checked_sub(0x2000)?)).copied();
        deepest(&Program::new(byte, BTreeMap::new()), 0x2000)
    }

    fn depth(bytes: u32, calls: &[u16], leaves: bool) -> Result<Depth, Unprovable> {
        Ok(Depth { bytes, calls: calls.to_vec(), leaves })
    }

    #[test]
    fn pushes_and_calls_add_up_to_the_deepest_place() {
        // pha, jsr $2006, pla, rts; at $2006 php, plp, rts
        assert_eq!(of(&[0x48, 0x20, 0x06, 0x20, 0x68, 0x60, 0x08, 0x28, 0x60]), depth(4, &[0x2006], false));
        // jsr $E456, jmp $E462: into the operating system
        assert_eq!(of(&[0x20, 0x56, 0xE4, 0x4C, 0x62, 0xE4]), depth(2, &[0xE456], true));
        // ldx #$F0, txs, jmp *
        assert_eq!(of(&[0xA2, 0xF0, 0x9A, 0x4C, 0x03, 0x20]), depth(15, &[], false));
        // A loop that leaves the stack as it was: pha, pla, bne $2000, rts
        assert_eq!(of(&[0x48, 0x68, 0xD0, 0xFC, 0x60]), depth(1, &[], false));
    }

    #[test]
    fn what_is_not_known_is_not_proved() {
        // pha, bne $2000, rts
        assert_eq!(of(&[0x48, 0xD0, 0xFD, 0x60]), Err(Unprovable::Unbalanced(0x2000)));
        assert_eq!(of(&[0x48, 0x60]), Err(Unprovable::Unbalanced(0x2001)));
        assert_eq!(of(&[0x68, 0x60]), Err(Unprovable::Unbalanced(0x2000)));
        assert_eq!(of(&[0x9A, 0x60]), Err(Unprovable::SetsStack(0x2000)));
        assert_eq!(of(&[0x20, 0x00, 0x20, 0x60]), Err(Unprovable::Recursive(0x2000)));
        assert_eq!(of(&[0x6C, 0x00, 0x20]), Err(Unprovable::Indirect(0x2000)));
    }
}
