//! The integration tests, one binary, one module a subject.

mod antic;
mod assembler;
mod assets;
mod budget;
mod campaign;
mod cartridges;
mod cli;
mod cli_media;
mod cpu;
mod data;
mod disks;
mod game;
mod golden;
mod gtia;
mod library;
mod loader;
mod machine;
mod media;
mod oracle;
mod os;
mod pia;
mod pokey;
mod state;
mod television;
mod tidy;
mod window;
