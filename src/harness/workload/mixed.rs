//! The mixed loop of loads, stores, indexed and indirect accesses, branches and calls: on the bare CPU, or in place
//! of the wargame's main program.

use crate::assembler::Output;
use crate::inspect::symbols::Symbols;
use crate::machine::Machine;
use crate::titles::{Sources, TitleError, required};

/// Path of the source.
const SOURCE: &str = "workloads/mixed.asm";
/// The place where the wargame's main program polls START.
const WAITING: &str = "start_asked";
/// Frames within which it must get there; it does so several times per frame. [guess]
const PATIENCE: u64 = 600;

/// The loop, assembled.
#[derive(Debug)]
pub struct Mixed {
    output: Output,
    symbols: Symbols,
}

impl Mixed {
    /// Assembles the loop.
    ///
    /// # Errors
    /// [`TitleError::Assets`] or [`TitleError::Assembly`]: its sources have errors.
    pub fn build(sources: &Sources) -> Result<Self, TitleError> {
        let output = sources.assemble(SOURCE, &*sources.assets()?, &[])?;
        let symbols = Symbols::from_assembly(&output);
        Ok(Mixed { output, symbols })
    }

    /// The address of the first byte, and all bytes.
    pub fn bytes(&self) -> (u16, Vec<u8>) {
        let (first, last) = self.output.bounds().unwrap_or((0, 0));
        (first, self.output.range(first, last, 0))
    }

    /// The address of the loop, which touches nothing but its own RAM.
    pub fn start(&self) -> u16 {
        self.label("mixed")
    }

    fn label(&self, name: &str) -> u16 {
        self.symbols.value(name).unwrap_or(0)
    }

    /// Makes a machine run the loop without display and interrupts.
    pub fn alone(&self, machine: &mut Machine) {
        self.put(machine);
        machine.cpu_mut().pc = self.label("mixed_alone");
    }

    /// Replaces the wargame's main program with the loop. `symbols` are the wargame's labels.
    ///
    /// # Errors
    /// [`TitleError::NoLabel`] or [`TitleError::NotReached`]: the program does not poll START where it should.
    pub fn replace_main(&self, machine: &mut Machine, symbols: &Symbols) -> Result<(), TitleError> {
        // The program gets there outside interrupt handlers only.
        let waiting = required(&|name| symbols.value(name), WAITING).map_err(TitleError::NoLabel)?;
        let end = machine.frame_number() + PATIENCE;
        while machine.cpu().pc != waiting {
            if machine.frame_number() >= end {
                return Err(TitleError::NotReached { label: WAITING.to_string(), frames: PATIENCE });
            }
            machine.step();
        }
        self.put(machine);
        machine.cpu_mut().pc = self.start();
        Ok(())
    }

    fn put(&self, machine: &mut Machine) {
        let (start, bytes) = self.bytes();
        for (address, byte) in (start..).zip(bytes) {
            machine.poke(address, byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Config;

    #[test]
    fn a_program_that_does_not_wait_where_the_wargame_does_is_an_error() {
        let sources = Sources::embedded();
        let mixed = Mixed::build(&sources).unwrap_or_else(|error| panic!("{error}"));
        let mut machine = Machine::new(&Config::new([0; 0x2800].into()));
        let mut refused = |symbols| mixed.replace_main(&mut machine, &symbols).unwrap_err().to_string();
        assert_eq!(refused(Symbols::default()), "the program has no label `start_asked`");
        let elsewhere = Symbols::from_pairs([("start_asked".to_string(), 0x4000)]);
        assert_eq!(refused(elsewhere), "the program has not come to its label `start_asked` in 600 frames");
    }

    #[test]
    fn the_mixed_loop_leaves_the_wargame_its_memory() {
        let sources = Sources::embedded();
        let mixed = Mixed::build(&sources).unwrap_or_else(|error| panic!("{error}"));
        assert!((0x43..0x4A).contains(&mixed.label("pointer")), "page 0 of a DOS");
        let (start, bytes) = mixed.bytes();
        assert!(start >= 0x0700 && usize::from(start) + bytes.len() <= 0x2000, "between OS and wargame");
    }
}
