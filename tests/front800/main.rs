//! The integration tests, one binary, one module a subject.

mod acid;
mod antic;
mod assembler;
mod assets;
mod budget;
mod cli;
mod cpu;
mod disks;
mod game;
mod golden;
mod gtia;
mod machine;
mod oracle;
mod os;
mod pia;
mod pokey;
mod tidy;
mod window;
