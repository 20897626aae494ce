//! Conditions that end a run.

use crate::inspect::symbols::Symbols;
use crate::machine::Machine;

/// How a byte is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`, unsigned.
    Less,
    /// `>`, unsigned.
    Greater,
}

/// A condition, tested after every instruction.
///
/// # Examples
///
/// ```
/// use front800::harness::until::{Comparison, Until};
/// use front800::inspect::symbols::Symbols;
///
/// let symbols = Symbols::from_pairs([("lives".to_string(), 0x80)]);
/// let until = Until::parse("lives == 0", &symbols)?;
/// assert_eq!(until, Until::Byte { address: 0x80, comparison: Comparison::Equal, value: 0 });
/// assert!(Until::parse("livse == 0", &symbols).is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The program counter has this value.
    Pc(u16),
    /// A byte of memory compares.
    Byte {
        /// Where.
        address: u16,
        /// How.
        comparison: Comparison,
        /// With what.
        value: u8,
    },
}

impl Until {
    /// Reads `ADDR|LABEL OP VALUE`, OP being one of `== != < >`. The error says what would be right.
    pub fn parse(text: &str, symbols: &Symbols) -> Result<Until, String> {
        let operators = [
            ("==", Comparison::Equal),
            ("!=", Comparison::NotEqual),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        let found = operators.iter().find_map(|&(operator, comparison)| {
            text.split_once(operator).map(|(left, right)| (left, comparison, right))
        });
        let Some((left, comparison, right)) = found else {
            return Err(format!(
                "`{text}` has no comparison: expected ADDRESS or LABEL, one of == != < >, VALUE"
            ));
        };
        let address = symbols.address(left.trim()).map_err(|error| error.to_string())?;
        let value = symbols.address(right.trim()).map_err(|error| error.to_string())?;
        let value = u8::try_from(value).map_err(|_| {
            format!("{} does not fit the byte it is compared with: expected 0 to 255", right.trim())
        })?;
        Ok(Until::Byte { address, comparison, value })
    }

    /// Whether the machine is there.
    pub fn holds(self, machine: &Machine) -> bool {
        match self {
            Until::Pc(pc) => machine.cpu().pc == pc,
            Until::Byte { address, comparison, value } => {
                let byte = machine.peek(address);
                match comparison {
                    Comparison::Equal => byte == value,
                    Comparison::NotEqual => byte != value,
                    Comparison::Less => byte < value,
                    Comparison::Greater => byte > value,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read_with_and_without_blanks() {
        let symbols = Symbols::from_pairs([("turn".to_string(), 0x80)]);
        let expected = Until::Byte { address: 0x82, comparison: Comparison::NotEqual, value: 255 };
        assert_eq!(Until::parse("turn+2 != $FF", &symbols), Ok(expected));
        assert_eq!(Until::parse("130!=0xff", &symbols), Ok(expected));
    }

    #[test]
    fn a_value_beyond_a_byte_and_a_missing_operator_are_refused() {
        let symbols = Symbols::default();
        assert!(Until::parse("$80 == 256", &symbols).unwrap_err().contains("0 to 255"));
        assert!(Until::parse("$80 = 5", &symbols).unwrap_err().contains("one of =="));
    }
}
