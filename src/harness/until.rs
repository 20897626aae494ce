//! Conditions that end a run.

use crate::debug::expression::{Expression, Moments};
use crate::inspect::symbols::Symbols;
use crate::machine::Machine;

/// A condition that holds after some instruction.
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
/// # Ok::<(), String>(())
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
    /// Reads `ADDR|LABEL OP VALUE`, the byte there being compared by one of `== != < >`, or else any
    /// [`Expression`].
    ///
    /// # Errors
    /// Says what would be right.
    pub fn parse(text: &str, symbols: &Symbols) -> Result<Until, String> {
        let parsed = match byte_compared(text, symbols)? {
            Some(comparison) => Expression::parse(&comparison, symbols),
            None => Expression::parse(text, symbols),
        };
        parsed.map(Until::True).map_err(|error| error.to_string())
    }

    /// When it may come true.
    pub fn moments(&self, machine: &Machine) -> Moments {
        match self {
            Until::Pc(pc) => Moments::of_pc(*pc),
            Until::True(expression) => expression.moments(machine),
        }
    }

    /// Whether the machine is there.
    pub fn holds(&self, machine: &Machine) -> bool {
        match self {
            Until::Pc(pc) => machine.cpu().pc == *pc && !machine.cpu().interrupt_due,
            Until::True(expression) => expression.holds(machine, 1),
        }
    }
}

/// The short form in which a number or label on the left is an address, written as an expression; none if
/// the text has another form.
fn byte_compared(text: &str, symbols: &Symbols) -> Result<Option<String>, String> {
    let sides = ["==", "!=", "<", ">"].iter().find_map(|&operator| {
        text.split_once(operator).map(|(left, right)| (left.trim(), operator, right.trim()))
    });
    let Some((left, operator, right)) = sides else { return Ok(None) };
    let (Ok(address), Ok(value)) = (symbols.address(left), symbols.address(right)) else { return Ok(None) };
    if value > 0xFF {
        return Err(format!("{right} does not fit the byte it is compared with: expected 0 to 255"));
    }
    Ok(Some(format!("byte({address}) {operator} {value}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_compared_is_read_with_and_without_blanks() {
        let symbols = Symbols::from_pairs([("turn".to_string(), 0x80)]);
        let expected = Until::True(Expression::parse("byte($82) != 255", &symbols).unwrap());
        assert_eq!(Until::parse("turn+2 != $FF", &symbols).as_ref(), Ok(&expected));
        assert_eq!(Until::parse("130!=0xff", &symbols), Ok(expected));
    }

    #[test]
    fn a_value_beyond_a_byte_and_an_assignment_are_refused() {
        let symbols = Symbols::default();
        assert!(Until::parse("$80 == 256", &symbols).unwrap_err().contains("0 to 255"));
        assert!(Until::parse("$80 = 5", &symbols).unwrap_err().contains("to compare, write `==`"));
    }
}
