//! The debugger: back and forth in time, the commands, and what they find.

mod adapter;
mod bugs;
mod by_line;
mod careless;
mod commands;
mod looks;
mod places;
mod returns;
mod sidecars;
mod timeline;
