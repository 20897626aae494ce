#![doc = include_str!("../README.md")]
//!
//! front800: an Atari 800 as a deterministic library, with the assembler, the analysis
//! and the programs that belong to it.
//!
//! # Architecture invariants
//!
//! A folder may use only the folders named here; `tests/front800/tidy/layers.rs` reads this list and enforces it.
//!
//! 1. `cpu` uses nothing.
//! 2. `chips` uses nothing: no chip knows another chip or the machine.
//! 3. `media` uses nothing: bytes to values and back.
//! 4. `machine` uses `cpu`, `chips`, `media`. It owns everything by value; there is no
//!    `Rc`, no `RefCell`, no global state below `titles`.
//! 5. `assembler` uses `cpu` (the opcode table) and `media`.
//! 6. `assets` uses nothing.
//! 7. `inspect` uses `cpu`, `machine`, `assembler`.
//! 8. `debug` uses `cpu`, `machine`, `assembler`, `inspect`.
//! 9. `titles` uses `assembler`, `assets`, `machine`, `media`.
//! 10. `files` uses nothing.
//! 11. `harness` uses all of the above.
//! 12. `host` uses `cpu`, `machine`, `assembler`, `inspect`, `debug`, `titles`, `files`.
//! 13. `lsp` uses `assembler`, `cpu`.
//! 14. `cli` may use everything; `anyhow` is used in `cli` alone.
//! 15. The same input gives the same bits on every platform: neither the wall clock, nor the order of a
//!     hash map, nor floating point affects the machine's state.
//! 16. No two files import each other in a circle, and no two folders. Within `machine`, the
//!     devices do not know the board, and the board does not know the runs.
//!
//! # Features
//!
//! | feature | adds | default |
//! |---|---|---|
//! | `cli` | the program `front800` and the module `cli`; needs clap and anyhow | yes |
//! | `debugger` | `front800 debug` in a terminal; needs ratatui | yes |
//! | `lsp` | the module `lsp` and `front800 lsp`, the language server of the assembler | yes |
//! | `window` | the module `host::window`; needs the system's SDL2 | yes |
//!
//! With none of them (`cargo add front800 --no-default-features`) the crate is the library alone.

// Only what a user of the library can reach is `pub`, and every public type has `Debug`.
#![warn(missing_debug_implementations, unreachable_pub)]
// Both macros panic if the stream is closed; `cli::output` has functions that do not.
#![cfg_attr(not(test), deny(clippy::print_stderr, clippy::print_stdout))]

pub mod assembler;
pub mod assets;
// Public only for tests of single chips: what the machine's quick ways do with them is no part of the interface.
#[doc(hidden)]
pub mod chips;
#[cfg(feature = "cli")]
pub mod cli;
pub mod cpu;
pub mod debug;
pub mod files;
pub mod harness;
pub mod host;
pub mod inspect;
#[cfg(feature = "lsp")]
pub mod lsp;
pub mod machine;
pub mod media;
pub mod titles;
