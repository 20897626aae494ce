//! Conditions that end a run.

use crate::debug::expression::{Expression, ExpressionError, Moments};
use crate::inspect::symbols::Symbols;
use crate::machine::Machine;

/// A condition that is checked after each instruction.
///
/// # Examples
///
/// ```
/// use front800::harness::until::Until;
/// use front800::inspect::symbols::Symbols;
///
/// let symbols = Symbols::from_pairs([("lives".to_string(), 0x80)]);
/// assert_eq!(Until::parse("lives == 0", &symbols)?, Until::parse("$80 == 0", &symbols)?);
/// assert!(Until::parse("lives < 3 && line == 40", &symbols).is_ok());
/// assert!(Until::parse("livse == 0", &symbols).is_err());
/// # Ok::<(), front800::debug::expression::ExpressionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Until {
    /// The program counter has this value.
    Pc(u16),
    /// An expression is true.
    True(Expression),
}

impl Until {
    /// Parses an [`Expression`] in which the left side of a comparison may be an address: `$80 == 0`, `table+3 < 10`
    /// ([`Expression::parse_places`]).
    ///
    /// # Errors
    /// As those of [`Expression::parse_places`].
    pub fn parse(text: &str, symbols: &Symbols) -> Result<Until, ExpressionError> {
        Expression::parse_places(text, symbols, "").map(Until::True)
    }

    /// The moments at which it may become true.
    pub fn moments(&self, machine: &Machine) -> Moments {
        match self {
            Until::Pc(pc) => Moments::of_pc(*pc),
            Until::True(expression) => expression.moments(machine),
        }
    }

    /// Whether it makes sense while a program is still to be loaded. Conditions on the clock and the registers do;
    /// those on the program's bytes would see random RAM.
    fn counts(&self, machine: &Machine) -> bool {
        match self {
            Until::Pc(_) => true,
            Until::True(expression) => !machine.awaits_program() || !expression.reads_memory(),
        }
    }

    /// Whether it holds, and makes sense already.
    pub(crate) fn has_come(&self, machine: &Machine) -> bool {
        self.counts(machine) && self.holds(machine)
    }

    /// Whether it holds.
    pub fn holds(&self, machine: &Machine) -> bool {
        match self {
            Until::Pc(pc) => machine.cpu().pc == *pc && !machine.cpu().interrupt_due,
            Until::True(expression) => expression.holds(machine, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_compared_is_read_with_and_without_blanks() {
        let symbols = Symbols::from_pairs([("turn".to_string(), 0x80)]);
        let expected = |text: &str| Ok(Until::True(Expression::parse(text, &symbols).unwrap()));
        assert_eq!(Until::parse("turn+2 != $FF", &symbols), expected("byte($82) != 255"));
        assert_eq!(Until::parse("130!=0xff", &symbols), expected("byte(130) != 255"));
    }

    #[test]
    fn all_comparisons_of_an_expression_mean_the_same() {
        let pairs = [("turn", 0x80), ("limit", 0x81), ("a", 0x82)];
        let symbols = Symbols::from_pairs(pairs.map(|(name, at)| (name.to_string(), at)));
        let expected = |text: &str| Ok(Until::True(Expression::parse(text, &symbols).unwrap()));
        assert_eq!(
            Until::parse("$80 >= 1 && $81 <= 2", &symbols),
            expected("byte($80) >= 1 && byte($81) <= 2")
        );
        assert_eq!(Until::parse("(turn) == limit", &symbols), expected("byte(&turn) == byte(&limit)"));
        assert_eq!(Until::parse("a == 9", &symbols), expected("a == 9"), "the register, as everywhere");
        assert_eq!(Until::parse("x == 1 && turn+2 == 3", &symbols), expected("x == 1 && byte($82) == 3"));
        assert_eq!(Until::parse("(turn+2) == 3", &symbols), expected("turn+2 == 3"), "arithmetic");
        assert_eq!(Until::parse("byte($80)+3 == 5", &symbols), expected("byte($80)+3 == 5"), "arithmetic");
        assert_eq!(Until::parse("word($80) == $1234", &symbols), expected("word($80) == $1234"));
    }

    #[test]
    fn a_value_beyond_a_byte_and_an_assignment_are_refused() {
        let symbols = Symbols::default();
        assert!(Until::parse("$80 == 256", &symbols).unwrap_err().message.contains("0 to 255"));
        assert!(Until::parse("$80 = 5", &symbols).unwrap_err().message.contains("to compare, write `==`"));
    }
}
