//! Driving the machine with an input script, as `front800 run --input` does, until something is true.
//!
//! ```text
//! stopped by Until in frame 320
//! ```

use std::error::Error;

use front800::assembler::{MemoryFiles, Options, assemble};
use front800::harness::script::Script;
use front800::harness::session::{Limits, Session, Unobserved};
use front800::harness::until::Until;
use front800::inspect::symbols::Symbols;
use front800::machine::{Config, Machine};
use front800::media::xex::Xex;
use front800::titles::Sources;

/// Counts how often the stick is pushed to the right.
const SOURCE: &str = "
STICK0  = $278
pushes  = $80
        org $2000
start   mva #0 pushes
away    lda STICK0
        cmp #7
        bne away
        inc pushes
held    lda STICK0
        cmp #7
        beq held
        jmp away
        run start
";

/// Three pushes, of half a second each.
const SCRIPT: &str = "\
# front800 input 1
200 stick0 right
230 stick0 center
260 stick0 right
290 stick0 center
320 stick0 right
350 stick0 center
";

fn main() -> Result<(), Box<dyn Error>> {
    let assembly = assemble(&MemoryFiles::one("pushes.asm", SOURCE), "pushes.asm", &Options::default());
    let program = assembly.output.ok_or("the program does not assemble")?;
    let mut machine = Machine::new(&Config::new(Sources::embedded().os()?.rom.clone()));
    machine.load_program(Xex::parse(&program.xex())?.0);

    let until = Until::parse("pushes == 3", &Symbols::from_assembly(&program))?;
    let limits = Limits { frames: Some(1_000), until: vec![until], ..Limits::default() };
    let mut session = Session::new(machine, Script::parse(SCRIPT)?);
    let stopped = session.run(&limits, &mut Unobserved);
    println!("stopped by {stopped:?} in frame {}", session.frames());
    Ok(())
}
