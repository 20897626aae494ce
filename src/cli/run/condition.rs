//! Conditions of a run, from the options.

use anyhow::Context;

use crate::cli::output;
use crate::harness::until::Until;
use crate::inspect::symbols::Symbols;

/// Parses the condition given for `option`. Warns of labels that a register or other name of the debugger
/// hides.
pub(super) fn condition(option: &str, text: &str, symbols: &Symbols) -> anyhow::Result<Until> {
    let until = Until::parse(text, symbols).with_context(|| format!("{option} '{text}'"))?;
    if let Until::True(expression) = &until {
        for warning in expression.warnings(symbols, "") {
            output::say(format_args!("{option} '{text}': warning: {warning}"));
        }
    }
    Ok(until)
}
