#![doc = include_str!("../README.md")]
//!
//! front800: an Atari 800 as a deterministic library, with the assembler, the analysis
//! and the programs that belong to it.
//!
//! # Architecture invariants
//!
//! A folder may use only the folders named here; `tests/front800/tidy.rs` enforces it.
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
//! 15. The same input gives the same bits on every platform: no wall clock, no hash-map
//!     order, no floating point that reaches the machine's state.
//! 16. No two files import each other in a circle, and no two folders. Within `machine`: the
//!     devices know nothing of the board, the board nothing of the runs.
//!
//! # Features
//!
//! | feature | what it brings | default |
//! |---|---|---|
//! | `cli` | the program `front800` and the module `cli`; needs clap and anyhow | yes |
//! | `debugger` | `front800 debug` in a terminal; needs ratatui | yes |
//! | `lsp` | the module `lsp` and `front800 lsp`, the language server of the assembler | yes |
//! | `window` | the module `host::window`; needs the system's SDL2 | yes |
//!
//! Without all of them (`cargo add front800 --no-default-features`) it is the library alone.

// Said to be public is what a program that uses the library can reach.
#![warn(missing_debug_implementations, unreachable_pub)]
// Both panic when nobody can hear them; `cli::output` has the ways that do not.
#![cfg_attr(not(test), deny(clippy::print_stderr, clippy::print_stdout))]

pub mod assembler;
pub mod assets;
// Public for tests of single chips: what the machine does with them in its quick ways is no part of the interface.
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
