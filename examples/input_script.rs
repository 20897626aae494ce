//! Drives the machine with an input script, as `front800 run --input` does, until a condition is true.
//!
//! ```text
//! stopped by Until in frame 320
//! ```

use std::error::Error;

use front800::harness::open::{File, Options, Program};
use front800::harness::script::Script;
use front800::harness::session::{Limits, Session, Unobserved};
use front800::harness::until::Until;

/// Counts how often the stick is pushed to the right.
const SOURCE: &str = "
        icl 'front800/hardware.inc'
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

/// Three pushes of half a second each.
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
    let program = Program::file(File::new("pushes.asm", SOURCE.as_bytes()), Options::default())?;

    let until = Until::parse("pushes == 3", &program.symbols)?;
    let limits = Limits { frames: Some(1_000), until: vec![until], ..Limits::default() };
    let mut session = Session::new(program.switch_on()?, Script::parse(SCRIPT)?);
    let stopped = session.run(&limits, &mut Unobserved);
    println!("stopped by {stopped:?} in frame {}", session.frames());
    Ok(())
}
