//! What the interrupts of the companion titles may cost, proved and measured over the tours of their inputs.

use front800::harness::script::Script;
use front800::harness::session::{Limits, Session};
use front800::inspect::budget::Meter;
use front800::inspect::budget::report::{Report, Worst};
use front800::inspect::budget::worst::Code;
use front800::inspect::source_lines::SourceLines;
use front800::inspect::symbols::Symbols;
use front800::machine::{Config, Machine};
use front800::titles::Sources;
use front800::titles::shelf::{Entry, SHELF};

/// Machine cycles that an interrupt may take.
const LIMIT: u64 = 2000;

/// The title under the script that goes through every path of its frame routine.
fn survey(entry: &'static Entry) -> Report {
    let sources = Sources::embedded();
    let title = sources.title(entry).unwrap_or_else(|error| panic!("{error}"));
    let symbols = Symbols::from_assembly(&title.output);
    let mut machine = Machine::new(&Config::new(sources.os().unwrap().rom.clone()));
    machine.set_drawing(false);
    machine.load_program(title.xex.clone());
    let script = Script::parse(&sources.tour(entry).expect(entry.name)).expect(entry.name);
    let frames = script.last_frame() + 1;
    let mut session = Session::new(machine, script);
    let vbi_start = symbols.value("vbi_start");
    let mut meter = Meter::new(session.machine(), vbi_start);
    session.run(&Limits::frames(frames), &mut meter);
    let mut report = meter.report(session.machine(), &symbols);
    let turns = title.output.loops.iter().map(|bound| (bound.address, bound.turns)).collect();
    report.add_worst(&Code::new(session.machine(), turns), vbi_start, &symbols, &SourceLines::default());
    report
}

#[test]
fn the_companions_interrupts_are_proved_to_stay_within_their_budget() {
    let companions: Vec<_> = SHELF.iter().filter(|entry| entry.companion.is_some()).collect();
    assert!(!companions.is_empty());
    for entry in companions {
        let report = survey(entry);
        assert!(report.handlers.iter().any(|handler| handler.name == "vbi"), "{}: {report}", entry.name);
        assert!(report.handlers.len() > 1, "{}: {report}", entry.name);
        for handler in &report.handlers {
            let Some(Worst::Proved { cpu_cycles, elapsed_cycles }) = handler.worst else {
                panic!("{}, {}: {:?}", entry.name, handler.name, handler.worst);
            };
            assert!(handler.cpu_cycles.max <= cpu_cycles, "{}: {report}", entry.name);
            // Alone the vertical blank's time does not depend on where in the picture it comes.
            assert_eq!(elapsed_cycles.is_some(), handler.name == "vbi", "{}: {report}", entry.name);
            assert!(elapsed_cycles.is_none_or(|cycles| cycles <= LIMIT), "{}: {report}", entry.name);
            assert!(handler.elapsed_cycles.max <= LIMIT, "{}: {report}", entry.name);
            assert_eq!(handler.overruns, 0, "{}: {report}", entry.name);
        }
    }
}
