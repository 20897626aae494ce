//! What a routine has on the stack at most, by its control flow: its own pushes, return addresses, and what the
//! routines that it calls add.

use std::collections::BTreeMap;

use super::given::{Program, Unprovable};
use super::routine::{Routine, Steps};
use super::routines::{Reached, Routines};

const PHP: u8 = 0x08;
const JSR: u8 = 0x20;
const PLP: u8 = 0x28;
const PHA: u8 = 0x48;
const PLA: u8 = 0x68;
const TXS: u8 = 0x9A;
const LDX_NUMBER: u8 = 0xA2;
/// What JSR pushes.
const RETURN_BYTES: u32 = 2;

/// What a routine has on the stack at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Bytes, without those of its own return address.
    pub bytes: u32,
    /// The routines within each other at the deepest place, outermost first, this one left out.
    pub calls: Vec<u16>,
    /// A routine outside of the program is called, whose own bytes are not counted.
    pub leaves: bool,
}

/// The deepest stack of the routine at `entry`. What is outside of the program counts nothing but the address to
/// return to.
///
/// # Errors
/// The first reason met why there is no proof.
pub fn deepest(program: &Program, entry: u16) -> Result<Depth, Unprovable> {
    DepthSearch::new(program).deepest(entry)
}

/// What is known of a program's routines so far.
pub struct DepthSearch<'a> {
    program: &'a Program,
    routines: Routines<Depth>,
    steps: Steps,
}

impl<'a> DepthSearch<'a> {
    /// Nothing is known of `program` yet.
    pub fn new(program: &'a Program) -> Self {
        DepthSearch { program, routines: Routines::new(), steps: Steps::default() }
    }

    /// The deepest stack of the routine at `entry`, as [`deepest`] has it.
    ///
    /// # Errors
    /// The first reason met why there is no proof.
    pub fn deepest(&mut self, entry: u16) -> Result<Depth, Unprovable> {
        self.routines.restart();
        self.routine(entry, entry)
    }

    fn routine(&mut self, entry: u16, call: u16) -> Result<Depth, Unprovable> {
        let routine = match self.routines.reach(self.program, (entry, call), &mut self.steps)? {
            Reached::Known(found) => return Ok(found),
            Reached::New(routine) => routine,
        };
        let depths = self.own_depths(&routine)?;
        let mut found = Depth {
            bytes: depths.values().copied().max().unwrap_or(0),
            calls: Vec::new(),
            leaves: routine.ends.keys().any(|&end| !self.returns(end)),
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
        Ok(self.routines.done(found))
    }

    fn opcode(&self, address: u16) -> u8 {
        self.program.byte(address).unwrap_or(0)
    }

    /// Whether a routine's end is a return, and not a jump out of the program.
    fn returns(&self, end: u16) -> bool {
        matches!(self.opcode(end), 0x40 | 0x60)
    }

    /// How much the routine itself has pushed after each instruction that is more than before it, and before
    /// each other one.
    fn own_depths(&self, routine: &Routine) -> Result<BTreeMap<u16, u32>, Unprovable> {
        let mut before = BTreeMap::from([(routine.entry, 0_u32)]);
        let mut highest = BTreeMap::new();
        let mut waiting = vec![routine.entry];
        while let Some(address) = waiting.pop() {
            let depth = before[&address];
            let after = match self.opcode(address) {
                PHA | PHP => depth + 1,
                PLA | PLP => depth.checked_sub(1).ok_or(Unprovable::Unbalanced(address))?,
                TXS => self.pointer_set(address)?,
                _ => depth,
            };
            highest.insert(address, if self.opcode(address) == JSR { depth } else { depth.max(after) });
            if routine.ends.contains_key(&address) && self.returns(address) && depth != 0 {
                return Err(Unprovable::Unbalanced(address));
            }
            for &(next, _) in routine.edges.get(&address).into_iter().flatten() {
                match before.insert(next, after) {
                    None => waiting.push(next),
                    Some(known) if known != after => return Err(Unprovable::Unbalanced(next)),
                    Some(_) => {}
                }
            }
        }
        Ok(highest)
    }

    /// `ldx #n`, `txs`: what the stack then holds.
    fn pointer_set(&self, address: u16) -> Result<u32, Unprovable> {
        let load = address.wrapping_sub(2);
        if self.opcode(load) == LDX_NUMBER {
            Ok(0xFF - u32::from(self.opcode(load.wrapping_add(1))))
        } else {
            Err(Unprovable::SetsStack(address))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The deepest stack of the routine at $2000, whose bytes these are.
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
