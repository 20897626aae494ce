//! Program inspection: symbols, memory map, trace, profile, coverage, interrupt budgets.

pub mod budget;
pub mod code;
pub mod coverage;
pub mod debug_info;
pub mod disassembly;
pub mod display_list;
pub mod game;
pub mod map;
pub mod profile;
pub mod screen;
pub mod source_lines;
pub mod svg;
pub mod symbols;
pub mod system_names;
pub mod trace;
pub mod transcript;
