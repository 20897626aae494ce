//! The CPU's registers as a Python dictionary.

use front800::cpu::Cpu;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// All registers by name.
pub fn read<'py>(py: Python<'py>, cpu: &Cpu) -> PyResult<Bound<'py, PyDict>> {
    let registers = PyDict::new(py);
    registers.set_item("pc", cpu.pc)?;
    for (name, value) in [("a", cpu.a), ("x", cpu.x), ("y", cpu.y), ("s", cpu.s), ("p", cpu.p)] {
        registers.set_item(name, value)?;
    }
    Ok(registers)
}

/// Sets the registers that are given: the program counter, and A, X, Y, S and P in this order.
pub fn write(cpu: &mut Cpu, pc: Option<u16>, given: [Option<u8>; 5]) {
    cpu.pc = pc.unwrap_or(cpu.pc);
    let registers = [&mut cpu.a, &mut cpu.x, &mut cpu.y, &mut cpu.s, &mut cpu.p];
    for (register, given) in registers.into_iter().zip(given) {
        *register = given.unwrap_or(*register);
    }
}
