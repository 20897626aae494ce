//! What the frame routine may cost, proved and measured over the tour of its inputs.

use front800::harness::script::Script;
use front800::harness::session::{Limits, Session};
use front800::inspect::budget::Meter;
use front800::inspect::budget::report::Worst;
use front800::inspect::budget::worst::Code;
use front800::inspect::symbols::Symbols;
use front800::machine::{Config, Machine};
use front800::titles::{Sources, shelf};

/// Machine cycles that the frame routine may take.
const LIMIT: u64 = 2000;

#[test]
fn the_frame_routine_is_proved_to_stay_within_its_budget() {
    let sources = Sources::embedded();
    let entry = shelf::named("encounter").expect("a title");
    let title = sources.title(entry).unwrap();
    let symbols = Symbols::from_assembly(&title.output);
    let mut machine = Machine::new(&Config::new(sources.os().unwrap().rom.clone()));
    machine.set_drawing(false);
    machine.load_program(title.xex.clone());
    let script = Script::parse(&sources.tour(entry).expect("a tour")).unwrap();
    let frames = script.last_frame() + 60;
    let mut session = Session::new(machine, script);
    let vbi_start = symbols.value("vbi_start");
    let mut meter = Meter::new(vbi_start);
    session.run(&Limits::frames(frames), &mut meter);
    let mut report = meter.report(session.machine(), &symbols);
    let turns = title.output.loops.iter().map(|bound| (bound.address, bound.turns)).collect();
    report.add_worst(&Code::new(session.machine(), turns), vbi_start, &symbols);
    assert!(report.handlers.len() >= 3, "{report}");
    let frame = report.handlers.iter().find(|handler| handler.name == "vbi").expect("the frame routine");
    assert!(matches!(frame.worst, Some(Worst::Proved { elapsed_cycles: Some(_), .. })), "{report}");
    for handler in &report.handlers {
        let Some(Worst::Proved { elapsed_cycles, .. }) = handler.worst else {
            panic!("{}: {:?}", handler.name, handler.worst);
        };
        assert!(elapsed_cycles.is_none_or(|cycles| cycles <= LIMIT), "{report}");
        assert!(handler.elapsed_cycles.max <= LIMIT, "{report}");
        assert_eq!(handler.overruns, 0, "{report}");
    }
}
