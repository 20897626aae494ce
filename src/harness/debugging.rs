//! The debugger in words: lines of commands, each answered by a JSON object. Scripts, the terminal, an editor's console and
//! a page speak to it so. `docs/debugging.md` describes them.

pub mod answer;
pub mod command;
pub mod complete;
pub mod show;
