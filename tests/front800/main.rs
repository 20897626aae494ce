//! The integration tests, one binary, one module a subject.

mod antic;
mod acid;
mod assembler;
mod assets;
mod budget;
mod cli;
mod cpu;
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
