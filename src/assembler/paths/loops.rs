//! Which branches close a loop, and how often it turns.
//!
//! A bound says how often its branch is reached at most, each time the loop is entered: the loop of a branch is all
//! from which it can be reached without passing where it leads to. Loops that begin at one place lie within each
//! other where one branch is part of the other's loop. Where neither is (two arms that both lead back) or both are (a
//! loop is left in its middle to go on with one around it), the flow does not tell which of the two is counted within the
//! other: one of them counts each time its loop is entered anew, be it from the other's arm, the other over all of that. Such
//! branches close one loop, which turns as often as the product of their bounds allows.
//!
//! Such loops are entered where their branches lead to. A loop that is entered elsewhere, as one at whose end the test
//! stands to which a jump leads at first, is bounded by the one branch without which nothing would go round in it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use petgraph::algo::kosaraju_scc;
use petgraph::graphmap::DiGraphMap;

use super::given::{Program, Unprovable};
use super::routine::Steps;

/// The opcode of JMP with an address.
const JUMP: u8 = 0x4C;
/// Its bytes.
const JUMP_BYTES: u16 = 3;

/// Instructions, and what each way from one to another takes.
pub(super) type Graph = DiGraphMap<u16, u64>;

/// A way back to where a loop begins.
#[derive(Clone, Copy)]
struct Back {
    from: u16,
    to: u16,
    /// The instruction that is reached as often as `reached` says, by which alone `from` is.
    bounded: u16,
    reached: u64,
}

/// A loop as far as it is closed by branches that are counted together.
pub(super) struct Turns {
    /// Where its turns begin: another place than the loop where this is entered at its test.
    pub begin: u16,
    /// The loop without these branches' ways back.
    pub once: Graph,
    /// Where they stand, and the cycles of their ways back.
    pub back: Vec<(u16, u64)>,
    /// Turns before one that ends in the middle.
    pub most: u64,
    /// The instruction through which the loop is left with one turn less: it counts the pass that ends there, too.
    pub counted: Option<u16>,
}

/// The loops of a routine.
#[derive(Debug)]
pub(super) struct Loops<'a> {
    pub program: &'a Program,
    /// All of the routine.
    pub routine: Arc<Graph>,
    /// What the search has done so far.
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

    /// The loop that `whole` is if one bounded branch or jump to elsewhere than to `head` is taken in each of its turns, and
    /// is reached from everywhere in it without passing where it leads to: nothing else goes round there but loops within.
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

    /// A branch or a jump in `whole` that goes back and has no bound, if the instruction at `from` is none.
    fn closing(&self, whole: &Graph, from: u16) -> u16 {
        let closes = |&at: &u16| {
            let is_back = |to: u16| to <= at && whole.contains_node(to) && self.back(at, to).is_none();
            self.program.target(at).is_some_and(is_back)
        };
        Some(from).filter(closes).or_else(|| whole.nodes().filter(closes).max()).unwrap_or(from)
    }

    /// A loop in which a way back of an outer one begins, and its first instruction.
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

    /// The branches to `head` that lie within none of the others' loops, and what cannot be told from these.
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
        // The last in the order of the flow is within no other.
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

    /// All from which `place` is reached.
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

    /// The way that a bounded branch or jump from `from` to `to` is, with its bound: where an instruction only goes on, a
    /// bound that stands there is that of another loop. A conditional jump out of reach of a branch is a
    /// branch over a jump: the bound then stands at the branch, and holds if nobody comes to the jump otherwise.
    fn back(&self, from: u16, to: u16) -> Option<Back> {
        if self.program.target(from) != Some(to) {
            return None;
        }
        let bound = |at: u16| self.program.turns(at).map(|reached| (at, reached));
        let own = bound(from).filter(|_| self.jump_behind(from).is_none());
        let (bounded, reached) = own.or_else(|| self.branch_over(from).and_then(bound))?;
        Some(Back { from, to, bounded, reached })
    }

    /// The branch before a jump at `address` that leads behind that jump.
    fn branch_over(&self, address: u16) -> Option<u16> {
        let branch = address.wrapping_sub(2);
        let leads_over = self.jump_behind(branch) == Some(address);
        let is_only_way = self.routine.neighbors_directed(address, petgraph::Incoming).eq([branch]);
        (leads_over && is_only_way).then_some(branch)
    }

    /// The jump that a branch leads over, whose bound stands at the branch.
    fn jump_behind(&self, branch: u16) -> Option<u16> {
        let jump = branch.wrapping_add(2);
        let leads_over = self.program.target(branch) == Some(jump.wrapping_add(JUMP_BYTES));
        (leads_over && self.program.byte(jump) == Some(JUMP)).then_some(jump)
    }
}

/// How often a loop turns that `closing` close: any of them may be counted within any other.
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

/// The instructions of `part` with the ways between them, but for those in `without`.
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
