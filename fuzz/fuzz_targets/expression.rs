//! Expressions of conditions: what was read has a value and moments, or says why not.
#![no_main]

use std::sync::OnceLock;

use front800::debug::expression::Expression;
use front800::inspect::symbols::Symbols;
use front800::machine::{Config, Machine, Ram};
use libfuzzer_sys::fuzz_target;

fn machine() -> &'static Machine {
    static MACHINE: OnceLock<Machine> = OnceLock::new();
    MACHINE.get_or_init(|| Machine::new(&Config { ram: Ram::Kb16, ..Config::new([0xEA; 0x2800].into()) }))
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let symbols = Symbols::from_label_file("al 2000 .main\nal 2003 .main.loop\nal 80 .count\n");
    for read in [Expression::parse_within, Expression::parse_places] {
        if let Ok(expression) = read(&text, &symbols, "main") {
            let _ = expression.value(machine(), 3);
            let _ = expression.moments(machine());
        }
    }
});
