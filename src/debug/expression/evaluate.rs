//! Evaluating expressions.

use super::tree::{Binary, Node, Quantity, Unary};
use crate::machine::Machine;

/// The expression has no value: it divides by 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DivisionByZero;

impl std::fmt::Display for DivisionByZero {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "division by zero")
    }
}

impl std::error::Error for DivisionByZero {}

pub(super) fn value(node: &Node, machine: &Machine, hits: u64) -> Result<i64, DivisionByZero> {
    let of = |node: &Node| value(node, machine, hits);
    Ok(match node {
        Node::Number(number) => *number,
        Node::Quantity(quantity, _) => of_quantity(*quantity, machine, hits),
        Node::Elapsed(quantity, begin, _) => of_quantity(*quantity, machine, hits) - begin,
        Node::Byte(address) => byte(machine, of(address)?),
        Node::Word(address) => {
            let address = of(address)?;
            byte(machine, address) | byte(machine, address.wrapping_add(1)) << 8
        }
        Node::Unary(operator, term) => {
            let term = of(term)?;
            match operator {
                Unary::Not => i64::from(term == 0),
                Unary::Complement => !term,
                Unary::Minus => term.wrapping_neg(),
            }
        }
        // `&&` and `||` short-circuit, as in C.
        Node::Binary(Binary::And, left, right) => i64::from(of(left)? != 0 && of(right)? != 0),
        Node::Binary(Binary::Or, left, right) => i64::from(of(left)? != 0 || of(right)? != 0),
        Node::Binary(operator, left, right) => binary(*operator, of(left)?, of(right)?)?,
    })
}

/// The byte at an address, which wraps at 64K as on the 6502.
fn byte(machine: &Machine, address: i64) -> i64 {
    machine.peek(address as u16).into()
}

pub(super) fn of_quantity(quantity: Quantity, machine: &Machine, hits: u64) -> i64 {
    let cpu = machine.cpu();
    match quantity {
        Quantity::A => cpu.a.into(),
        Quantity::X => cpu.x.into(),
        Quantity::Y => cpu.y.into(),
        Quantity::S => cpu.s.into(),
        Quantity::P => cpu.p.into(),
        Quantity::Pc => cpu.pc.into(),
        Quantity::Cycle => machine.cycle() as i64,
        Quantity::CpuCycle => machine.cpu_cycles() as i64,
        Quantity::Frame => machine.frame_number() as i64,
        Quantity::Line => machine.line().into(),
        Quantity::Beam => machine.line_cycle().into(),
        Quantity::Hits => hits as i64,
    }
}

fn binary(operator: Binary, left: i64, right: i64) -> Result<i64, DivisionByZero> {
    let shift = |by: i64| u32::try_from(by).ok().filter(|&by| by < i64::BITS);
    Ok(match operator {
        Binary::Or | Binary::And => unreachable!("decided by `value`"),
        Binary::BitOr => left | right,
        Binary::BitXor => left ^ right,
        Binary::BitAnd => left & right,
        Binary::Equal => i64::from(left == right),
        Binary::NotEqual => i64::from(left != right),
        Binary::Less => i64::from(left < right),
        Binary::LessOrEqual => i64::from(left <= right),
        Binary::Greater => i64::from(left > right),
        Binary::GreaterOrEqual => i64::from(left >= right),
        // Shifts by 64 and more push everything out; negative ones have no meaning and give the same.
        Binary::ShiftLeft => shift(right).map_or(0, |by| left << by),
        Binary::ShiftRight => shift(right).map_or(0, |by| left >> by),
        Binary::Add => left.wrapping_add(right),
        Binary::Subtract => left.wrapping_sub(right),
        Binary::Multiply => left.wrapping_mul(right),
        Binary::Divide | Binary::Remainder if right == 0 => return Err(DivisionByZero),
        Binary::Divide => left.wrapping_div(right),
        Binary::Remainder => left.wrapping_rem(right),
    })
}
