//! Conditions of a run, as typed.

use anyhow::anyhow;

use crate::cli::output;
use crate::harness::until::Until;
use crate::inspect::symbols::{Symbol, Symbols};

/// A condition as typed behind `option`. Says which labels it does not mean, though it has their names.
pub(super) fn condition(option: &str, text: &str, symbols: &Symbols) -> anyhow::Result<Until> {
    let until = Until::parse(text, symbols).map_err(|error| anyhow!("{option} '{text}': {error}"))?;
    if let Until::True(expression) = &until {
        for Symbol { name, .. } in expression.hidden_labels(symbols, "") {
            output::say(format_args!(
                "{option} '{text}': warning: `{name}` is the machine's own there, not the program's label of that name; \
                 the byte at that is byte(&{name})"
            ));
        }
    }
    Ok(until)
}
