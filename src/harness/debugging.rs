//! The debugger's command language: each line is a command, answered by a JSON object. Scripts, the terminal, an
//! editor's console and the web page use it. `docs/debugging.md` describes it.

pub mod answer;
pub mod command;
pub mod complete;
pub mod show;
