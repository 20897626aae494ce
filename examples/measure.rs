//! Measures what a routine costs: CPU cycles, and the machine cycles that include those ANTIC takes when the screen
//! is on.
//!
//! ```text
//! screen off: 2575 cycles of the CPU, at most 2800 of the machine
//! screen on: 2575 cycles of the CPU, at most 4880 of the machine
//! ```

use std::error::Error;

use front800::harness::open::{File, Options, Program};
use front800::machine::Machine;

/// Clears a page, over and over, without interrupts. `SCREEN` is 0 for no display, or the value that switches it on.
const SOURCE: &str = "
        org $2000
        sei
        mva #0 $D40E
        mva #SCREEN $D400
again   jsr clear
back    jmp again
clear   lda #0
        tax
next    sta $4000,x
        inx
        bne next
        rts
        run $2000
";

/// Runs until the CPU next stands at `pc`.
fn run_to(machine: &mut Machine, pc: u16) {
    loop {
        machine.step();
        if machine.cpu().pc == pc {
            return;
        }
    }
}

/// CPU cycles of one call, and the most machine cycles, over 200 calls.
fn measure(screen: i64) -> Result<(u64, u64), Box<dyn Error>> {
    let options = Options { defines: vec![("SCREEN".to_string(), screen)], ..Options::default() };
    let program = Program::file(File::new("clear.asm", SOURCE.as_bytes()), options)?;
    let (again, back) = (program.symbols.address("again")?, program.symbols.address("back")?);

    let mut machine = program.switch_on()?;
    for _ in 0..120 {
        machine.run_frame();
    }
    let (mut cpu_cycles, mut worst) = (0, 0);
    for _ in 0..200 {
        run_to(&mut machine, again);
        let before = (machine.cpu_cycles(), machine.cycle());
        run_to(&mut machine, back);
        cpu_cycles = machine.cpu_cycles() - before.0;
        worst = worst.max(machine.cycle() - before.1);
    }
    Ok((cpu_cycles, worst))
}

fn main() -> Result<(), Box<dyn Error>> {
    for (what, screen) in [("off", 0x00), ("on", 0x22)] {
        let (cpu_cycles, worst) = measure(screen)?;
        println!("screen {what}: {cpu_cycles} cycles of the CPU, at most {worst} of the machine");
    }
    Ok(())
}
