//! The CPU's registers as Python has them.

use front800::cpu::Cpu;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// All of them by their names.
pub fn read<'py>(py: Python<'py>, cpu: &Cpu) -> PyResult<Bound<'py, PyDict>> {
    let registers = PyDict::new(py);
    registers.set_item("pc", cpu.pc)?;
    for (name, value) in [("a", cpu.a), ("x", cpu.x), ("y", cpu.y), ("s", cpu.s), ("p", cpu.p)] {
        registers.set_item(name, value)?;
    }
    Ok(registers)
}

/// Changes those that are given, A, X, Y, S and P behind the program counter.
pub fn write(cpu: &mut Cpu, pc: Option<u16>, given: [Option<u8>; 5]) {
    cpu.pc = pc.unwrap_or(cpu.pc);
    let registers = [&mut cpu.a, &mut cpu.x, &mut cpu.y, &mut cpu.s, &mut cpu.p];
    for (register, given) in registers.into_iter().zip(given) {
        *register = given.unwrap_or(*register);
    }
}
