//! The longest path through a routine, by its control flow: what it costs at most, as long as
//! every loop has a bound.
//!
//! A routine is followed from its entry to every end: RTS, RTI, or a jump out of the program. Calls
//! are worked out once each. Index registers are not followed, so an indexed read from a table
//! that does not begin a page counts as crossing one. Choices are not followed either: a path counts
//! although its branches may exclude each other. The figure is never too low, unless the
//! program changes its own code or takes the return address off the stack.

mod given;
mod routine;
mod show;
pub mod stack;

use std::collections::BTreeMap;
use std::sync::Arc;

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use crate::cpu::opcodes::{Access, OPCODES};
pub use given::{Program, Unprovable};
use routine::Routine;

/// The opcode of JMP with an address.
const JUMP: u8 = 0x4C;
/// The operand of a branch over such a JMP.
const OVER_JUMP: u8 = 3;

/// A longest path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Longest {
    /// First address of the routine.
    pub entry: u16,
    /// CPU cycles from its first instruction to its end.
    pub cycles: u64,
    /// What they are made of, in order.
    pub legs: Vec<Leg>,
}

/// A part of a longest path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leg {
    /// One instruction.
    Instruction {
        /// Where it stands.
        address: u16,
        /// Its CPU cycles on this path.
        cycles: u64,
    },
    /// A JSR and what it calls.
    Call {
        /// Where the JSR stands.
        address: u16,
        /// The routine, the same one for all its calls; its cycles leave out the six of the JSR.
        routine: Arc<Longest>,
    },
    /// A loop's body, all turns but the last (which the path goes through by itself).
    Loop {
        /// Turns counted here.
        turns: u64,
        /// CPU cycles of one turn.
        cycles: u64,
        /// One turn.
        body: Vec<Leg>,
    },
}

impl Leg {
    /// CPU cycles.
    pub fn cycles(&self) -> u64 {
        match self {
            Leg::Instruction { cycles, .. } => *cycles,
            Leg::Call { routine, .. } => routine.cycles.saturating_add(routine::CALL_CYCLES),
            Leg::Loop { turns, cycles, .. } => turns.saturating_mul(*cycles),
        }
    }
}

/// The longest path of the routine at `entry`.
///
/// # Errors
/// The first reason met why there is no proof.
pub fn longest(program: &Program, entry: u16) -> Result<Longest, Unprovable> {
    let mut search = PathSearch { program, known: BTreeMap::new(), open: Vec::new(), pieces: Vec::new() };
    search.routine(entry, entry).map(Arc::unwrap_or_clone)
}

/// A way to an instruction: its cycles, and its last piece (an index), if it has any.
#[derive(Clone, Copy)]
struct Way {
    cycles: u64,
    last: Option<usize>,
}

/// A piece of a way and the piece before it.
struct Piece {
    before: Option<usize>,
    what: What,
}

enum What {
    Instruction {
        address: u16,
        cycles: u64,
    },
    Loop {
        turns: u64,
        cycles: u64,
        body: Option<usize>,
    },
    /// Another way, of which this is the last piece.
    Within(usize),
}

struct PathSearch<'a> {
    program: &'a Program<'a>,
    known: BTreeMap<u16, Arc<Longest>>,
    /// Routines being worked out.
    open: Vec<u16>,
    pieces: Vec<Piece>,
}

impl PathSearch<'_> {
    fn routine(&mut self, entry: u16, call: u16) -> Result<Arc<Longest>, Unprovable> {
        if let Some(known) = self.known.get(&entry) {
            return Ok(Arc::clone(known));
        }
        if self.open.contains(&entry) {
            return Err(Unprovable::Recursive(call));
        }
        self.open.push(entry);
        let routine = Routine::follow(self.program, entry)?;
        let mut calls = BTreeMap::new();
        for (&address, &target) in &routine.calls {
            if (self.program.byte)(target).is_none() {
                return Err(Unprovable::CallsOutside(address));
            }
            calls.insert(address, self.routine(target, address)?);
        }
        let found = Arc::new(self.longest_through(&routine, &calls)?);
        self.open.pop();
        self.known.insert(entry, Arc::clone(&found));
        Ok(found)
    }

    fn longest_through(
        &mut self,
        routine: &Routine,
        calls: &BTreeMap<u16, Arc<Longest>>,
    ) -> Result<Longest, Unprovable> {
        let cost = |address: u16, cycles: u64| {
            cycles.saturating_add(calls.get(&address).map_or(0, |call| call.cycles))
        };
        let mut graph = DiGraphMap::new();
        graph.add_node(routine.entry);
        for (&from, edges) in &routine.edges {
            for &(to, cycles) in edges {
                graph.add_edge(from, to, cost(from, cycles));
            }
        }
        let ways = self.ways(&graph, routine.entry)?;
        let mut best: Option<(u64, Way)> = None;
        for (&address, &cycles) in &routine.ends {
            let Some(&way) = ways.get(&address) else { continue };
            let way = self.step(way, address, cycles);
            if best.is_none_or(|(most, _)| way.cycles > most) {
                best = Some((way.cycles, way));
            }
        }
        let (cycles, way) = best.ok_or(Unprovable::NeverEnds(routine.entry))?;
        Ok(Longest { entry: routine.entry, cycles, legs: self.legs(way.last, calls) })
    }

    /// The longest ways from `head` to the instructions of `graph`, loops taken as often as they
    /// may be: strongly connected parts in the order of the flow, and within a part the same
    /// again without the branches that lead back to where it is entered.
    fn ways(&mut self, graph: &DiGraphMap<u16, u64>, head: u16) -> Result<BTreeMap<u16, Way>, Unprovable> {
        let mut ways = BTreeMap::from([(head, Way { cycles: 0, last: None })]);
        for part in tarjan_scc(graph).iter().rev() {
            let mut entries: Vec<u16> = part.iter().copied().filter(|at| ways.contains_key(at)).collect();
            entries.sort_unstable();
            let entry = match entries[..] {
                [] => continue,
                [entry] => entry,
                _ => return Err(Unprovable::TwoEntries(entries[1])),
            };
            if part.len() > 1 || graph.contains_edge(entry, entry) {
                self.turn(graph, part, entry, &mut ways)?;
            }
            for &from in part {
                let Some(&way) = ways.get(&from) else { continue };
                for (_, to, &cycles) in graph.edges(from).filter(|(_, to, _)| !part.contains(to)) {
                    let way = self.step(way, from, cycles);
                    ways.entry(to)
                        .and_modify(|known| {
                            if way.cycles > known.cycles {
                                *known = way;
                            }
                        })
                        .or_insert(way);
                }
            }
        }
        Ok(ways)
    }

    /// The ways to the instructions of a loop, after all its turns.
    fn turn(
        &mut self,
        graph: &DiGraphMap<u16, u64>,
        part: &[u16],
        head: u16,
        ways: &mut BTreeMap<u16, Way>,
    ) -> Result<(), Unprovable> {
        let mut inner = DiGraphMap::new();
        inner.add_node(head);
        let mut back = Vec::new();
        for (from, to, &cycles) in graph.all_edges().filter(|(from, ..)| part.contains(from)) {
            if to == head {
                back.push((from, cycles));
            } else if part.contains(&to) {
                inner.add_edge(from, to, cycles);
            }
        }
        let inner_ways = self.ways(&inner, head)?;
        let mut turns: u64 = 0;
        let mut body = Way { cycles: 0, last: None };
        for (from, cycles) in back {
            turns = self.turns(from)?.saturating_sub(1).saturating_add(turns);
            let way = self.step(inner_ways[&from], from, cycles);
            if way.cycles > body.cycles {
                body = way;
            }
        }
        let mut start = ways[&head];
        if turns > 0 {
            let what = What::Loop { turns, cycles: body.cycles, body: body.last };
            start = self.add(start, body.cycles.saturating_mul(turns), what);
        }
        for (address, way) in inner_ways {
            let way = match way.last {
                Some(last) => self.add(start, way.cycles, What::Within(last)),
                None => start,
            };
            ways.insert(address, way);
        }
        Ok(())
    }

    /// The bound of the loop that the instruction at `address` closes. A conditional jump out of
    /// reach of a branch is a branch over a jump: the bound then stands at the branch.
    fn turns(&self, address: u16) -> Result<u64, Unprovable> {
        let bound = |at: u16| self.program.turns.get(&at).copied();
        let over_jump = || self.branch_over_jump(address).and_then(bound);
        bound(address).or_else(over_jump).ok_or(Unprovable::Unbounded(address))
    }

    /// The branch before a jump at `address` that leads behind that jump.
    fn branch_over_jump(&self, address: u16) -> Option<u16> {
        let branch = address.wrapping_sub(2);
        let bytes = [branch, branch.wrapping_add(1), address].map(|at| (self.program.byte)(at));
        let [Some(opcode), Some(OVER_JUMP), Some(JUMP)] = bytes else { return None };
        (OPCODES[usize::from(opcode)].access == Access::Branch).then_some(branch)
    }

    /// A way that goes on over the instruction at `address`.
    fn step(&mut self, way: Way, address: u16, cycles: u64) -> Way {
        self.add(way, cycles, What::Instruction { address, cycles })
    }

    fn add(&mut self, way: Way, cycles: u64, what: What) -> Way {
        self.pieces.push(Piece { before: way.last, what });
        Way { cycles: way.cycles.saturating_add(cycles), last: Some(self.pieces.len() - 1) }
    }

    /// The pieces up to `last` in order, with the calls they hold.
    fn legs(&self, mut last: Option<usize>, calls: &BTreeMap<u16, Arc<Longest>>) -> Vec<Leg> {
        let mut legs = Vec::new();
        while let Some(index) = last {
            let piece = &self.pieces[index];
            match piece.what {
                What::Instruction { address, cycles } => legs.push(match calls.get(&address) {
                    Some(routine) => Leg::Call { address, routine: Arc::clone(routine) },
                    None => Leg::Instruction { address, cycles },
                }),
                What::Loop { turns, cycles, body } => {
                    legs.push(Leg::Loop { turns, cycles, body: self.legs(body, calls) });
                }
                What::Within(inner) => legs.extend(self.legs(Some(inner), calls).into_iter().rev()),
            }
            last = piece.before;
        }
        legs.reverse();
        legs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembler::{MemoryFiles, Options, assemble};

    fn analyse(source: &str) -> Result<Longest, Unprovable> {
        let text = format!(" org $2000\n{source}\n");
        let files = MemoryFiles::one("a.asm", &text);
        let output = assemble(&files, "a.asm", &Options::default()).output.expect("assembles");
        let (start, end) = output.bounds().unwrap();
        let bytes = output.range(start, end, 0);
        let turns = output.loops.iter().map(|bound| (bound.address, bound.turns)).collect();
        let byte = |at: u16| bytes.get(usize::from(at.checked_sub(start)?)).copied();
        longest(&Program { byte: &byte, turns: &turns }, start)
    }

    fn cycles(source: &str) -> u64 {
        analyse(source).unwrap().cycles
    }

    #[test]
    fn the_longer_side_of_a_branch_counts() {
        // 3 + (2 + lda abs 4) against 3 + 3, then rts
        assert_eq!(cycles(" lda 1\n beq a\n lda $1234\na rts"), 3 + 2 + 4 + 6);
    }

    #[test]
    fn a_loop_counts_its_turns_and_the_last_one_does_not_branch() {
        assert_eq!(cycles(" ldx #9\na dex\n .loop 9\n bne a\n rts"), 2 + 9 * 2 + 8 * 3 + 2 + 6);
    }

    #[test]
    fn loops_within_loops_multiply() {
        let source = " ldy #3\nb ldx #5\na dex\n .loop 5\n bne a\n dey\n .loop 3\n bne b\n rts";
        let inner = 2 + 5 * 2 + 4 * 3 + 2;
        assert_eq!(cycles(source), 2 + 3 * (inner + 2) + 2 * 3 + 2 + 6);
    }

    #[test]
    fn a_way_out_of_the_middle_counts_after_all_turns() {
        let source = " ldx #4\na lda 2\n beq out\n dex\n .loop 4\n bne a\n rts\nout nop\n nop\n rts";
        assert_eq!(cycles(source), 2 + 3 * (3 + 2 + 2 + 3) + 3 + 3 + 2 + 2 + 6);
    }

    #[test]
    fn a_loop_with_two_ways_back_turns_as_often_as_both_allow() {
        let source = "a lda 2\n .loop 3\n beq a\n lda $1234\n .loop 2\n bne a\n rts";
        assert_eq!(cycles(source), 3 * (3 + 2 + 4 + 3) + 3 + 2 + 4 + 2 + 6);
    }

    #[test]
    fn calls_count_with_what_they_call_and_tail_jumps_go_on() {
        assert_eq!(cycles(" jsr a\n jmp a\na nop\n rts"), 6 + 8 + 3 + 8);
    }

    #[test]
    fn an_indexed_read_may_cross_a_page_unless_the_table_begins_one() {
        assert_eq!(cycles(" lda $3001,x\n lda $3000,x\n sta $3001,x\n lda ($80),y\n rts"), 5 + 4 + 5 + 6 + 6);
    }

    #[test]
    fn a_jump_out_of_the_program_ends_it() {
        assert_eq!(cycles(" nop\n jmp $e462"), 5);
    }

    #[test]
    fn what_cannot_be_proved_is_named_with_its_place() {
        let cases = [
            ("a dex\n bne a\n rts", Unprovable::Unbounded(0x2001)),
            ("b ldx #3\na dex\n .loop 3\n bne a\n beq b\n rts", Unprovable::Unbounded(0x2005)),
            ("b ldx #3\na dex\n .loop 3\n bne a\n jmp b", Unprovable::Unbounded(0x2005)),
            (" jmp ($0200)", Unprovable::Indirect(0x2000)),
            (" jsr $e45c\n rts", Unprovable::CallsOutside(0x2000)),
            (" nop\n jsr $2000\n rts", Unprovable::Recursive(0x2001)),
            (" nop\n brk", Unprovable::Stops(0x2001)),
            (" nop", Unprovable::RunsOutside(0x2001)),
            (" beq b\na nop\nb dex\n .loop 2\n bne a\n rts", Unprovable::TwoEntries(0x2003)),
        ];
        for (source, reason) in cases {
            assert_eq!(analyse(source), Err(reason), "{source}");
        }
    }

    #[test]
    fn a_bound_at_a_branch_over_a_jump_is_that_of_the_jump() {
        assert_eq!(cycles("a dex\n .loop 3\n beq b\n jmp a\nb rts"), 2 * (2 + 2 + 3) + 2 + 3 + 6);
    }

    #[test]
    fn bounds_beyond_all_numbers_stay_there() {
        let found = cycles("a dex\n .loop [1<<63]-1\n beq a\n .loop [1<<63]-1\n bne a\n rts");
        assert_eq!(found, u64::MAX);
    }

    #[test]
    fn an_endless_loop_with_a_bound_never_ends() {
        assert_eq!(analyse("a nop\n .loop 2\n jmp a"), Err(Unprovable::NeverEnds(0x2000)));
    }

    #[test]
    fn the_legs_add_up_and_are_shown_by_label() {
        let found = analyse(" ldx #9\na dex\n .loop 9\n bne a\n jsr b\n rts\nb nop\n rts").unwrap();
        assert_eq!(found.legs.iter().map(Leg::cycles).sum::<u64>(), found.cycles);
        let name = |at: u16| match at {
            0x2000 => Some("first".to_string()),
            0x2009 => Some("b".to_string()),
            _ => None,
        };
        let expected = "    2  first\n   40  first+2, 8 turns of 5\n    4  first+2\n   14  call b\n    8    b\n    6  first+8\n";
        assert_eq!(found.describe(&name), expected);
    }
}
