//! Searches for longest paths, routine by routine and loop by loop.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use petgraph::algo::kosaraju_scc;

use super::given::{Program, Unprovable};
use super::legs::{Leg, Longest};
use super::loops::{Graph, Loops, Turns};
use super::pushed::pushed;
use super::routine::{Routine, Steps};
use super::routines::{Reached, Routines};

/// Maximum nesting of loops.
const MOST_NESTED: usize = 64;

/// A path to an instruction: its cycles, and its last piece (an index), if any.
#[derive(Clone, Copy)]
struct Way {
    cycles: u64,
    last: Option<usize>,
}

/// A piece of a path, and the previous piece.
#[derive(Debug)]
struct Piece {
    before: Option<usize>,
    what: What,
}

#[derive(Debug)]
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
    /// Another path, of which this is the last piece.
    Within(usize),
}

/// A search of a program, with the results so far.
#[derive(Debug)]
pub struct PathSearch<'a> {
    program: &'a Program,
    routines: Routines<Arc<Longest>>,
    loops: Loops<'a>,
    pieces: Vec<Piece>,
    nested: usize,
}

impl<'a> PathSearch<'a> {
    /// A search of `program` without results.
    pub fn new(program: &'a Program) -> Self {
        PathSearch {
            program,
            routines: Routines::new(),
            loops: Loops { program, routine: Arc::new(Graph::new()), steps: Steps::default() },
            pieces: Vec::new(),
            nested: 0,
        }
    }

    /// The longest path of the routine at `entry`.
    ///
    /// # Errors The first reason found why there is no proof.
    pub fn longest(&mut self, entry: u16) -> Result<Arc<Longest>, Unprovable> {
        self.routine(entry, entry)
    }

    /// Counts steps of the search.
    fn spend(&mut self, steps: usize, at: u16) -> Result<(), Unprovable> {
        self.loops.steps.spend(steps, at)
    }

    fn routine(&mut self, entry: u16, call: u16) -> Result<Arc<Longest>, Unprovable> {
        let routine = match self.routines.reach(self.program, (entry, call), &mut self.loops.steps)? {
            Reached::Known(found) => return Ok(found),
            Reached::New(routine) => routine,
        };
        let found = self.work_out(&routine).map(Arc::new);
        self.routines.done(found)
    }

    fn work_out(&mut self, routine: &Routine) -> Result<Longest, Unprovable> {
        let pushed = pushed(self.program, routine)?;
        if let Some(&end) =
            routine.ends.keys().find(|end| self.program.returns(**end) && pushed.get(end) > Some(&0))
        {
            return Err(Unprovable::Unbalanced(end));
        }
        let mut calls = BTreeMap::new();
        for (&address, &target) in &routine.calls {
            if self.program.byte(target).is_none() {
                return Err(Unprovable::CallsOutside(address));
            }
            calls.insert(address, self.routine(target, address)?);
        }
        self.longest_through(routine, &calls)
    }

    fn longest_through(
        &mut self,
        routine: &Routine,
        calls: &BTreeMap<u16, Arc<Longest>>,
    ) -> Result<Longest, Unprovable> {
        let cost = |address: u16, cycles: u64| {
            cycles.saturating_add(calls.get(&address).map_or(0, |call| call.cycles))
        };
        let mut graph = Graph::new();
        graph.add_node(routine.entry);
        self.loops.steps.begin();
        self.nested = 0;
        self.pieces.clear();
        for (&from, edges) in &routine.edges {
            for &(to, cycles) in edges {
                graph.add_edge(from, to, cost(from, cycles));
            }
        }
        let graph = Arc::new(graph);
        self.loops.routine = Arc::clone(&graph);
        let ways = self.ways(&graph, routine.entry)?;
        let mut best: Option<(u64, Way)> = None;
        for (&address, &cycles) in &routine.ends {
            let Some(&way) = ways.get(&address) else { continue };
            let way = self.step(way, address, cycles)?;
            if best.is_none_or(|(most, _)| way.cycles > most) {
                best = Some((way.cycles, way));
            }
        }
        let (cycles, way) = best.ok_or(Unprovable::NeverEnds(routine.entry))?;
        let legs = Legs { pieces: &self.pieces, calls, bodies: BTreeMap::new() }.to(way.last);
        Ok(Longest { entry: routine.entry, cycles, legs })
    }

    /// The longest paths from `head` to the instructions of `graph`, with loops repeated as often as their
    /// bounds allow. Processes the strongly connected components in flow order; within a component, recurses
    /// without the back edges of its outermost loop.
    fn ways(&mut self, graph: &Graph, head: u16) -> Result<BTreeMap<u16, Way>, Unprovable> {
        self.spend(graph.node_count(), head)?;
        let mut ways = BTreeMap::from([(head, Way { cycles: 0, last: None })]);
        for part in kosaraju_scc(graph).into_iter().rev() {
            let part: BTreeSet<u16> = part.into_iter().collect();
            let mut entries = part.iter().copied().filter(|at| ways.contains_key(at));
            let Some(entry) = entries.next() else { continue };
            if let Some(other) = entries.next() {
                return Err(Unprovable::TwoEntries(other));
            }
            if part.len() > 1 || graph.contains_edge(entry, entry) {
                self.turn(graph, &part, entry, &mut ways)?;
            }
            for &from in &part {
                let Some(&way) = ways.get(&from) else { continue };
                for (_, to, &cycles) in graph.edges(from).filter(|(_, to, _)| !part.contains(to)) {
                    let way = self.step(way, from, cycles)?;
                    longer(&mut ways, to, way);
                }
            }
        }
        Ok(ways)
    }

    /// The paths to the instructions of a loop after all its turns.
    fn turn(
        &mut self,
        graph: &Graph,
        part: &BTreeSet<u16>,
        head: u16,
        ways: &mut BTreeMap<u16, Way>,
    ) -> Result<(), Unprovable> {
        self.nested += 1;
        if self.nested > MOST_NESTED {
            return Err(Unprovable::TooMuch(head));
        }
        let turns = self.loops.outermost(graph, part, head)?;
        let mut start = ways[&head];
        if turns.begin != head {
            for (address, way) in self.ways(&turns.once, head)? {
                let way = self.after(start, way, address)?;
                longer(ways, address, way);
            }
            start = self.back(&turns, ways)?;
        }
        let once = self.ways(&turns.once, turns.begin)?;
        self.nested -= 1;
        let body = self.back(&turns, &once)?;
        let most = self.repeat(start, turns.most, body, head)?;
        for (address, way) in once {
            let start = match turns.most.checked_sub(1) {
                _ if turns.counted != Some(address) => most,
                Some(less) => self.repeat(start, less, body, head)?,
                // It is not reached again.
                None => continue,
            };
            let way = self.after(start, way, address)?;
            longer(ways, address, way);
        }
        Ok(())
    }

    /// The longest of `ways`, extended to the begin of the next turn.
    fn back(&mut self, turns: &Turns, ways: &BTreeMap<u16, Way>) -> Result<Way, Unprovable> {
        let mut longest = Way { cycles: 0, last: None };
        for &(from, cycles) in &turns.back {
            let Some(&way) = ways.get(&from) else { continue };
            let way = self.step(way, from, cycles)?;
            if way.cycles > longest.cycles {
                longest = way;
            }
        }
        Ok(longest)
    }

    /// A path extended by another one that leads to `address`.
    fn after(&mut self, start: Way, way: Way, address: u16) -> Result<Way, Unprovable> {
        match way.last {
            Some(last) => self.add(start, way.cycles, What::Within(last), address),
            None => Ok(start),
        }
    }

    /// A path extended by this many turns of a loop.
    fn repeat(&mut self, way: Way, turns: u64, body: Way, head: u16) -> Result<Way, Unprovable> {
        if turns == 0 {
            return Ok(way);
        }
        let what = What::Loop { turns, cycles: body.cycles, body: body.last };
        self.add(way, body.cycles.saturating_mul(turns), what, head)
    }

    /// A path extended by the instruction at `address`.
    fn step(&mut self, way: Way, address: u16, cycles: u64) -> Result<Way, Unprovable> {
        self.add(way, cycles, What::Instruction { address, cycles }, address)
    }

    fn add(&mut self, way: Way, cycles: u64, what: What, at: u16) -> Result<Way, Unprovable> {
        self.spend(1, at)?;
        self.pieces.push(Piece { before: way.last, what });
        Ok(Way { cycles: way.cycles.saturating_add(cycles), last: Some(self.pieces.len() - 1) })
    }
}

/// Records a path to an address, if it is the longest.
fn longer(ways: &mut BTreeMap<u16, Way>, address: u16, way: Way) {
    let known = ways.entry(address).or_insert(way);
    if way.cycles > known.cycles {
        *known = way;
    }
}

/// Converts pieces to legs.
struct Legs<'a> {
    pieces: &'a [Piece],
    calls: &'a BTreeMap<u16, Arc<Longest>>,
    /// The bodies of loops by their last pieces.
    bodies: BTreeMap<Option<usize>, Arc<[Leg]>>,
}

impl Legs<'_> {
    /// The pieces up to `last` in order, including their calls.
    fn to(&mut self, mut last: Option<usize>) -> Vec<Leg> {
        let mut legs = Vec::new();
        while let Some(index) = last {
            let piece = &self.pieces[index];
            match piece.what {
                What::Instruction { address, cycles } => legs.push(match self.calls.get(&address) {
                    Some(routine) => Leg::Call { address, routine: Arc::clone(routine) },
                    None => Leg::Instruction { address, cycles },
                }),
                What::Loop { turns, cycles, body } => {
                    legs.push(Leg::Loop { turns, cycles, body: self.body(body) });
                }
                What::Within(inner) => legs.extend(self.to(Some(inner)).into_iter().rev()),
            }
            last = piece.before;
        }
        legs.reverse();
        legs
    }

    /// One turn of a loop. It is shared by all its users, because their number doubles with each enclosing
    /// loop.
    fn body(&mut self, last: Option<usize>) -> Arc<[Leg]> {
        if let Some(known) = self.bodies.get(&last) {
            return Arc::clone(known);
        }
        let body: Arc<[Leg]> = self.to(last).into();
        self.bodies.insert(last, Arc::clone(&body));
        body
    }
}
