//! Conditions of a run, as typed.

use anyhow::Context;

use crate::cli::output;
use crate::harness::until::Until;
use crate::inspect::symbols::Symbols;

/// A condition as typed behind `option`. Says which labels it does not mean, though it has their names.
pub(super) fn condition(option: &str, text: &str, symbols: &Symbols) -> anyhow::Result<Until> {
    let until = Until::parse(text, symbols).with_context(|| format!("{option} '{text}'"))?;
    if let Until::True(expression) = &until {
        for warning in expression.warnings(symbols, "") {
            output::say(format_args!("{option} '{text}': warning: {warning}"));
        }
    }
    Ok(until)
}
