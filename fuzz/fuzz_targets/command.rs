//! Commands of the debugger, a line each.
#![no_main]

use front800::debug::debugger::{Debugger, Known};
use front800::harness::debugging::command::{Command, split};
use front800::harness::debugging::complete::proposals;
use front800::inspect::symbols::Symbols;
use front800::machine::{Config, Machine, Ram};
use libfuzzer_sys::fuzz_target;

thread_local! {
    static DEBUGGER: Debugger = {
        let machine = Machine::new(&Config { ram: Ram::Kb16, ..Config::new([0xEA; 0x2800].into()) });
        let symbols = Symbols::from_label_file("al 2000 .main\nal 2003 .main.loop\nal 80 .count\n");
        Debugger::new(machine, Known { symbols, ..Known::default() })
    };
}

fuzz_target!(|bytes: &[u8]| {
    DEBUGGER.with(|debugger| {
        for line in String::from_utf8_lossy(bytes).lines() {
            if let Some((word, rest)) = split(line) {
                let _ = Command::parse(word, rest, debugger);
            }
            let (word, _) = proposals(debugger, line, |_| true);
            assert!(line.ends_with(word));
        }
    });
});
