//! Tests a 6502 routine without a display: assembles it, calls it with many values and checks the results.
//!
//! ```text
//! 256 quotients and remainders are right
//! ```

use std::error::Error;

use front800::assembler::{Format, MemoryFiles, Options, Output, assemble, render};
use front800::harness::open::{self, NONE, Program};
use front800::machine::Machine;

/// Divides A by 10: the quotient in A, the remainder in X.
const SOURCE: &str = "
        org $2000
divide  ldx #0
again   cmp #10
        bcc done
        sbc #10
        inx
        bne again
done    stx quotient
        tax
        lda quotient
        rts
quotient = $80
";

/// The address to which the routine returns; no code is there.
const HOME: u16 = 0x3000;

/// Calls the routine at `address` with A; returns A and X as the routine leaves them.
fn call(machine: &mut Machine, address: u16, a: u8) -> (u8, u8) {
    let [low, high] = (HOME - 1).to_le_bytes();
    machine.poke(0x01FF, high);
    machine.poke(0x01FE, low);
    let cpu = machine.cpu_mut();
    (cpu.pc, cpu.a, cpu.s) = (address, a, 0xFD);
    while machine.cpu().pc != HOME {
        machine.step();
    }
    (machine.cpu().a, machine.cpu().x)
}

/// Puts assembled bytes into memory.
fn put(machine: &mut Machine, program: &Output) {
    let (first, last) = program.bounds().expect("the program has bytes");
    for (address, byte) in (first..=last).zip(program.range(first, last, 0)) {
        machine.poke(address, byte);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let assembly = assemble(&MemoryFiles::one("divide.asm", SOURCE), "divide.asm", &Options::default());
    let Some(program) = &assembly.output else {
        return Err(render(&assembly.diagnostics, Format::Human { color: false }).into());
    };
    let divide = u16::try_from(program.symbol("divide").ok_or("no label divide")?)?;

    let mut machine = Program::named(NONE, open::Options::default())?.switch_on()?;
    // By then the operating system has started; its interrupts preserve the registers.
    for _ in 0..60 {
        machine.run_frame();
    }
    put(&mut machine, program);
    for a in 0..=255 {
        assert_eq!(call(&mut machine, divide, a), (a / 10, a % 10), "{a} divided by 10");
    }
    println!("256 quotients and remainders are right");
    Ok(())
}
