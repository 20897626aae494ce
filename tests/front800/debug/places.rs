//! Where the program is: which line of its source, and in which procedure with a budget.

use front800::debug::debugger::Debugger;
use front800::harness::open::{File, Options, Program};
use front800::machine::{Config, Machine};
use front800::titles::Sources;

fn program(source: &str) -> Program {
    Program::file(File::new("t.asm", source.as_bytes()), Options::default())
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn what_is_far_behind_the_beginning_of_a_statement_has_its_line() {
    let program = program(" org $2000\nlong .sav 6000\nnext nop\n .ds 8\nlast nop\n run next\n");
    let line = |address| program.known().lines.at(address).map(|place| place.line);
    assert_eq!([0x2000, 0x3001, 0x2000 + 5999].map(line), [Some(2); 3]);
    assert_eq!([0x2000 + 6000, 0x2000 + 6001, 0x2000 + 6009].map(line), [Some(3), None, Some(5)]);
}

#[test]
fn the_budget_is_that_of_the_innermost_procedure_that_has_one() {
    let source = " org $2000
 .local ui
 .proc draw
 .budget 60
first nop
 .proc part
 .budget 20
inner nop
 rts
 .endp
 .proc plain
deep nop
 rts
 .endp
last rts
 .endp
other rts
 .endl
 run ui.draw
";
    let known = program(source).known();
    let machine = Machine::new(&Config::new(Sources::embedded().os().unwrap().rom.clone()));
    let at = |label: &str| known.symbols.value(label).unwrap_or_else(|| panic!("{label}"));
    let mut debugger = Debugger::new(machine, program(source).known());
    for (label, budget) in [
        ("ui.draw.first", Some("ui.draw")),
        ("ui.draw.part.inner", Some("ui.draw.part")),
        ("ui.draw.plain.deep", Some("ui.draw")),
        ("ui.draw.last", Some("ui.draw")),
        ("ui.other", None),
    ] {
        debugger.machine_mut().cpu_mut().pc = at(label);
        assert_eq!(debugger.budget_here().map(|budget| budget.name.as_str()), budget, "{label}");
    }
}
