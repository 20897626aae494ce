//! Finds the branches that close loops, and the number of turns of each loop.
//!
//! A bound limits how often its branch is reached each time the loop is entered. The loop of a branch
//! consists of everything from which the branch can be reached without passing the branch's target. Loops
//! that begin at the same place are nested if one branch is part of the other's loop, but not vice versa. If
//! neither is (two arms that both lead back) or both are (a loop is left in its middle to continue with an
//! enclosing one), the flow does not tell which of the two bounds is nested in the other: one of them starts
//! counting whenever its loop is entered, also from the other's arm, while the other counts over all of that.
//! Such branches are treated as closing one loop, whose number of turns is the product of their bounds.
//!
//! These loops are entered at the target of their branches. A loop that is entered elsewhere, such as one
//! with its test at the end and an initial jump to the test, is bounded by the one branch without which nothing
//! in it would repeat.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use petgraph::algo::kosaraju_scc;
use petgraph::graphmap::DiGraphMap;

use super::given::{Program, Unprovable};
use super::routine::Steps;

/// The opcode of JMP absolute.
const JUMP: u8 = 0x4C;
/// Its size in bytes.
const JUMP_BYTES: u16 = 3;

/// Instructions, with the cycles of each edge between them.
pub(super) type Graph = DiGraphMap<u16, u64>;

/// A back edge to the begin of a loop.
#[derive(Clone, Copy)]
struct Back {
    from: u16,
    to: u16,
    /// The instruction whose number of executions `reached` limits; `from` is reached only through it.
    bounded: u16,
    reached: u64,
}

/// A loop, as closed by branches that are counted together.
pub(super) struct Turns {
    /// Where its turns begin; this differs from the loop's begin if it is entered at its test.
    pub begin: u16,
    /// The loop without these branches' back edges.
    pub once: Graph,
    /// The branches' addresses, and the cycles of their back edges.
    pub back: Vec<(u16, u64)>,
    /// Number of turns before one that ends in the middle.
    pub most: u64,
    /// The instruction through which the loop is left after one turn less: it also counts the pass that ends
    /// there.
    pub counted: Option<u16>,
}

/// The loops of a routine.
#[derive(Debug)]
pub(super) struct Loops<'a> {
    pub program: &'a Program,
    /// The whole routine.
    pub routine: Arc<Graph>,
    /// The work done so far.
    pub steps: Steps,
}

impl Loops<'_> {
    /// The outermost loop of the strongly connected `part`, which begins at `head`.
    pub(super) fn outermost(
        &mut self,
        graph: &Graph,
        part: &BTreeSet<u16>,
        head: u16,
    ) -> Result<Turns, Unprovable> {
        let whole = within(graph, part, &BTreeSet::new());
        let mut closing = match self.outermost_at(&whole, head) {
            Err(Unprovable::Unbounded(from)) => {
                let turns = self.entered_at_its_test(&whole, head)?;
                return turns.ok_or_else(|| Unprovable::Unbounded(self.closing(&whole, from)));
            }
            closing => closing?,
        };
        loop {
            let ways: BTreeSet<_> = closing.iter().map(|back| (back.from, back.to)).collect();
            let once = within(graph, part, &ways);
            let Some((inner, begin)) = self.cut_loop(&once, &closing, head)? else {
                return Ok(turns(&whole, once, head, &closing));
            };
            closing.extend(self.outermost_at(&within(&once, &inner, &BTreeSet::new()), begin)?);
        }
    }

    /// The loop `whole`, if it is entered at its test: one bounded branch or jump that does not lead to
    /// `head` is taken in each turn, and can be reached from everywhere in the loop without passing its
    /// target, so that nothing else cycles there except inner loops.
    fn entered_at_its_test(&mut self, whole: &Graph, head: u16) -> Result<Option<Turns>, Unprovable> {
        let bounded = whole.all_edges().filter(|&(_, to, _)| to != head);
        let bounded: Vec<Back> = bounded.filter_map(|(from, to, _)| self.back(from, to)).collect();
        for back in bounded {
            let all = whole.nodes().collect();
            let once = within(whole, &all, &BTreeSet::from([(back.from, back.to)]));
            self.steps.spend(once.node_count(), head)?;
            let goes_round = |part: &Vec<u16>| {
                let is_loop = part.len() > 1 || once.contains_edge(part[0], part[0]);
                is_loop && [head, back.from, back.bounded].iter().any(|at| part.contains(at))
            };
            if kosaraju_scc(&once).iter().any(goes_round) {
                continue;
            }
            let passing = whole.neighbors_directed(back.to, petgraph::Incoming).map(|from| (from, back.to));
            let up_to = within(whole, &all, &passing.collect());
            if self.leading_to(&up_to, back.from)?.len() == all.len() {
                let last = Back { reached: back.reached.saturating_sub(1), ..back };
                return Ok(Some(turns(whole, once, back.to, &[last])));
            }
        }
        Ok(None)
    }

    /// A branch or jump in `whole` that leads back and has no bound, if the instruction at `from` is not one.
    fn closing(&self, whole: &Graph, from: u16) -> u16 {
        let closes = |&at: &u16| {
            let is_back = |to: u16| to <= at && whole.contains_node(to) && self.back(at, to).is_none();
            self.program.target(at).is_some_and(is_back)
        };
        Some(from).filter(closes).or_else(|| whole.nodes().filter(closes).max()).unwrap_or(from)
    }

    /// A loop that contains the begin of an outer one's back edge, and its first instruction.
    fn cut_loop(
        &mut self,
        once: &Graph,
        closing: &[Back],
        head: u16,
    ) -> Result<Option<(BTreeSet<u16>, u16)>, Unprovable> {
        self.steps.spend(once.node_count(), head)?;
        for part in kosaraju_scc(once) {
            let part: BTreeSet<u16> = part.into_iter().collect();
            let is_loop = part.len() > 1 || part.iter().any(|&at| once.contains_edge(at, at));
            let is_cut = closing.iter().any(|back| part.contains(&back.from) || part.contains(&back.bounded));
            if !is_loop || !is_cut {
                continue;
            }
            let is_entered = |at: &u16| {
                *at == head
                    || once.neighbors_directed(*at, petgraph::Incoming).any(|from| !part.contains(&from))
            };
            let entries: Vec<u16> = part.iter().copied().filter(is_entered).collect();
            return match entries[..] {
                [begin] => Ok(Some((part, begin))),
                _ => Err(Unprovable::TwoEntries(entries.last().copied().unwrap_or(head))),
            };
        }
        Ok(None)
    }

    /// The branches to `head` that are not nested in another one's loop, and those that cannot be told apart
    /// from them.
    fn outermost_at(&mut self, graph: &Graph, head: u16) -> Result<Vec<Back>, Unprovable> {
        let from: BTreeSet<u16> = graph.neighbors_directed(head, petgraph::Incoming).collect();
        let back = from.into_iter().map(|from| self.back(from, head).ok_or(Unprovable::Unbounded(from)));
        let back: Vec<Back> = back.collect::<Result<_, _>>()?;
        let open =
            within(graph, &graph.nodes().collect(), &back.iter().map(|way| (way.from, head)).collect());
        self.steps.spend(open.node_count(), head)?;
        let mut order = BTreeMap::new();
        for (index, part) in kosaraju_scc(&open).into_iter().enumerate() {
            order.extend(part.into_iter().map(|at| (at, index)));
        }
        // The last one in flow order is not nested in another one.
        let mut others = back;
        others.sort_by_key(|way| order[&way.bounded]);
        let mut waiting: Vec<Back> = others.drain(..others.len().min(1)).collect();
        let mut found = Vec::new();
        while let Some(outer) = waiting.pop() {
            if !others.is_empty() {
                let inside = self.leading_to(&open, outer.bounded)?;
                let is_inner = |way: &Back| {
                    inside.contains(&way.bounded) && order[&way.bounded] != order[&outer.bounded]
                };
                let (inner, beside): (Vec<_>, Vec<_>) = others.into_iter().partition(is_inner);
                others = inner;
                waiting.extend(beside);
            }
            found.push(outer);
        }
        Ok(found)
    }

    /// Everything from which `place` can be reached.
    fn leading_to(&mut self, graph: &Graph, place: u16) -> Result<BTreeSet<u16>, Unprovable> {
        let mut found = BTreeSet::from([place]);
        let mut waiting = vec![place];
        while let Some(at) = waiting.pop() {
            waiting
                .extend(graph.neighbors_directed(at, petgraph::Incoming).filter(|&from| found.insert(from)));
        }
        self.steps.spend(found.len(), place)?;
        Ok(found)
    }

    /// The back edge of a bounded branch or jump from `from` to `to`, with its bound. If an instruction only
    /// continues there, a bound at it belongs to another loop. A conditional jump out of a branch's reach is
    /// a branch over a jump; its bound is then at the branch, and applies if nothing else leads to the jump.
    fn back(&self, from: u16, to: u16) -> Option<Back> {
        if self.program.target(from) != Some(to) {
            return None;
        }
        let bound = |at: u16| self.program.turns(at).map(|reached| (at, reached));
        let own = bound(from).filter(|_| self.jump_behind(from).is_none());
        let (bounded, reached) = own.or_else(|| self.branch_over(from).and_then(bound))?;
        Some(Back { from, to, bounded, reached })
    }

    /// The branch before a jump at `address` that leads past that jump.
    fn branch_over(&self, address: u16) -> Option<u16> {
        let branch = address.wrapping_sub(2);
        let leads_over = self.jump_behind(branch) == Some(address);
        let is_only_way = self.routine.neighbors_directed(address, petgraph::Incoming).eq([branch]);
        (leads_over && is_only_way).then_some(branch)
    }

    /// The jump skipped by a branch that has the bound.
    fn jump_behind(&self, branch: u16) -> Option<u16> {
        let jump = branch.wrapping_add(2);
        let leads_over = self.program.target(branch) == Some(jump.wrapping_add(JUMP_BYTES));
        (leads_over && self.program.byte(jump) == Some(JUMP)).then_some(jump)
    }
}

/// The turns of a loop closed by `closing`: any of these may be nested in any other.
fn turns(whole: &Graph, once: Graph, begin: u16, closing: &[Back]) -> Turns {
    let (most, counted) = match closing {
        [only] => (only.reached, Some(only.bounded)),
        _ => {
            let passes = closing.iter().map(|back| back.reached.saturating_add(1));
            (passes.fold(1, u64::saturating_mul) - 1, None)
        }
    };
    let cycles = |back: &Back| whole.edge_weight(back.from, back.to).copied().unwrap_or(0);
    let back = closing.iter().map(|back| (back.from, cycles(back))).collect();
    Turns { begin, once, back, most, counted }
}

/// The instructions of `part` with the edges between them, except those in `without`.
fn within(graph: &Graph, part: &BTreeSet<u16>, without: &BTreeSet<(u16, u16)>) -> Graph {
    let mut found = Graph::new();
    for &from in part {
        found.add_node(from);
        for (_, to, &cycles) in graph.edges(from) {
            if part.contains(&to) && !without.contains(&(from, to)) {
                found.add_edge(from, to, cycles);
            }
        }
    }
    found
}
