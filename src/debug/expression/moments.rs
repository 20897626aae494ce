//! When an expression may become true, so that it need not be evaluated after every instruction.

use super::evaluate;
use super::tree::{Binary, Node, Quantity};
use crate::machine::{Machine, Stops};

/// The moments at which an expression may become true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    /// Before the instructions at these addresses.
    execute: Vec<u16>,
    /// When one of these bytes of RAM has changed.
    bytes: Vec<u16>,
    /// When the beam reaches one of these lines.
    lines: Vec<u32>,
    /// While this is true, after any instruction. It changes only at the moments above.
    open: Option<Node>,
}

impl Moments {
    /// Before the instruction at an address.
    pub fn of_pc(pc: u16) -> Self {
        Moments { execute: vec![pc], ..Moments::default() }
    }

    /// The moments of an expression.
    pub(super) fn of(node: &Node, machine: &Machine) -> Moments {
        let mut moments = Moments::default();
        moments.open = moments.add_truth(node, machine);
        moments
    }

    /// Makes a machine stop at these moments.
    pub fn watch(&self, stops: &mut Stops) {
        self.execute.iter().for_each(|&pc| stops.on_execute(pc..=pc));
        self.bytes.iter().for_each(|&address| stops.on_change(address..=address));
        self.lines.iter().for_each(|&line| stops.on_beam(line, 0));
    }

    /// Whether the next instruction may make it true, whatever it is. If so, evaluate after every instruction: a
    /// register is involved.
    pub fn is_next(&self, machine: &Machine) -> bool {
        self.open.as_ref().is_some_and(|open| evaluate::value(open, machine, 1).is_ok_and(|value| value != 0))
    }

    /// Adds the moments in which `node` may become true. Returns a condition under which it may become true at any
    /// instruction, if these moments are not enough.
    fn add_truth(&mut self, node: &Node, machine: &Machine) -> Option<Node> {
        if let Some(pc) = program_counter(node) {
            self.execute.push(pc);
            return None;
        }
        match node {
            Node::Binary(Binary::And, left, right) => {
                let (changes, other) = if self.add_changes(left, machine) {
                    (left, right)
                } else if self.add_changes(right, machine) {
                    (right, left)
                } else {
                    return either(self.add_truth(left, machine), self.add_truth(right, machine));
                };
                let open = self.add_truth(other, machine)?;
                Some(Node::Binary(Binary::And, changes.clone(), Box::new(open)))
            }
            Node::Binary(Binary::Or, left, right) => {
                either(self.add_truth(left, machine), self.add_truth(right, machine))
            }
            _ => (!self.add_changes(node, machine)).then_some(Node::Number(1)),
        }
    }

    /// Adds all moments at which the value of `node` may change; false if there are too many.
    fn add_changes(&mut self, node: &Node, machine: &Machine) -> bool {
        match node {
            Node::Number(_) => true,
            Node::Quantity(Quantity::Frame, _) => {
                self.lines.push(0);
                true
            }
            Node::Quantity(..) | Node::Elapsed(..) => false,
            Node::Byte(address) => self.add_bytes(address, 1, machine),
            Node::Word(address) => self.add_bytes(address, 2, machine),
            Node::Unary(_, term) => self.add_changes(term, machine),
            Node::Binary(operator, left, right) => match line_compared(*operator, [left, right]) {
                Some(line) => {
                    let lines = [0, line, line + 1].into_iter();
                    self.lines.extend(lines.filter(|&line| line < machine.video().lines()));
                    true
                }
                None => self.add_changes(left, machine) && self.add_changes(right, machine),
            },
        }
    }

    fn add_bytes(&mut self, address: &Node, count: u16, machine: &Machine) -> bool {
        let Node::Number(first) = *address else { return false };
        let bytes = (0..count).map(|n| (first as u16).wrapping_add(n));
        self.bytes.extend(bytes.clone());
        bytes.into_iter().all(|address| machine.is_ram(address))
    }
}

/// True if either is.
fn either(left: Option<Node>, right: Option<Node>) -> Option<Node> {
    match (left, right) {
        (Some(left), Some(right)) => Some(Node::Binary(Binary::Or, Box::new(left), Box::new(right))),
        (left, right) => left.or(right),
    }
}

/// The address in `pc == address`, alone or in a conjunction. It is true for one moment only, and watching that
/// moment is enough.
fn program_counter(node: &Node) -> Option<u16> {
    let Node::Binary(operator, left, right) = node else { return None };
    match (operator, &**left, &**right) {
        (Binary::And, left, right) => [left, right].into_iter().find_map(program_counter),
        (Binary::Equal, Node::Quantity(Quantity::Pc, _), Node::Number(pc))
        | (Binary::Equal, Node::Number(pc), Node::Quantity(Quantity::Pc, _)) => u16::try_from(*pc).ok(),
        _ => None,
    }
}

/// The number with which a scan line is compared.
fn line_compared(operator: Binary, sides: [&Node; 2]) -> Option<u32> {
    match sides {
        [Node::Quantity(Quantity::Line, _), Node::Number(n)]
        | [Node::Number(n), Node::Quantity(Quantity::Line, _)]
            if operator.compares() =>
        {
            // No line is beyond these.
            Some((*n).clamp(0, 1000) as u32)
        }
        _ => None,
    }
}
