//! The interrupt report of the wargame: what is measured stays within what is proved.

mod companions;
mod loops;
mod paths;
mod shown;
mod verdicts;

use front800::assembler::{MemoryFiles, Options, Output, assemble};
use front800::harness::charting;
use front800::harness::script::{HEADER, Script};
use front800::harness::search::search;
use front800::harness::session::{Limits, Session};
use front800::harness::workload;
use front800::inspect::budget::Meter;
use front800::inspect::budget::chart::Recorder;
use front800::inspect::budget::compare::compare;
use front800::inspect::budget::report::{Interrupt, Report, Worst};
use front800::inspect::budget::worst::Code;
use front800::inspect::source_lines::SourceLines;
use front800::inspect::symbols::Symbols;
use front800::machine::{Config, Machine};
use front800::media::xex::Xex;
use front800::titles::Sources;
use front800::titles::rasputitsa::Rules;

use crate::cli::Desk;
use crate::full;

/// The wargame under the script that goes through every input path: report and drawing, as the command makes them.
fn survey(rules: Rules) -> (Report, String) {
    let sources = Sources::embedded();
    let title = sources.rasputitsa_with(rules).unwrap();
    let symbols = Symbols::from_assembly(&title.output);
    let mut machine = Machine::new(&Config::new(sources.os().unwrap().rom.clone()));
    machine.set_drawing(false);
    machine.load_program(title.xex.clone());
    let script = workload::tour(rules.entry(), &sources).unwrap();
    let frames = script.last_frame() + 1;
    let vbi_start = symbols.value("vbi_start");
    let survey = |frames| {
        let mut session = Session::new(machine.clone(), script.clone());
        let mut meter = Meter::new(session.machine(), vbi_start);
        session.run(&Limits::frames(frames), &mut meter);
        let chart = charting::chart(machine.clone(), script.clone(), frames, vbi_start, &meter).unwrap();
        (session, meter, chart.svg(&symbols))
    };
    let (session, meter, drawn) = survey(frames);
    // Who looks at every instruction draws the same; that takes longest.
    let looked_at = full::or(frames, frames / 24);
    let mut recorder = Recorder::new(&machine, Meter::new(&machine, vbi_start));
    Session::new(machine.clone(), script.clone()).run(&Limits::frames(looked_at), &mut recorder);
    assert_eq!(recorder.chart().unwrap().svg(&symbols), survey(looked_at).2, "{rules:?}");
    let mut report = meter.report(session.machine(), &symbols);
    let turns = title.output.loops.iter().map(|bound| (bound.address, bound.turns)).collect();
    report.add_worst(&Code::new(session.machine(), turns), vbi_start, &symbols, &SourceLines::default());
    (report, drawn)
}

#[test]
fn the_wargames_interrupts_stay_within_what_is_proved_and_that_within_the_budget() {
    Rules::ALL.into_iter().for_each(check);
}

/// What is proved does not depend on how long it is measured.
#[test]
fn the_command_keeps_the_limit_for_every_build() {
    for rules in Rules::ALL {
        let name = rules.entry().name;
        let line = format!("budget {name} --frames 300 --limit vbi=2000");
        Desk::new().run(&line).succeeded();
        Desk::new().run(&line.replace("2000", "1000")).failed(1, &["vbi"]);
    }
}

fn check(rules: Rules) {
    let (report, svg) = survey(rules);
    assert!(report.handlers.len() > 16, "{rules:?}: {report}");
    for handler in &report.handlers {
        let Some(Worst::Proved { cpu_cycles, elapsed_cycles }) = handler.worst else {
            panic!("{rules:?}: {}: {:?}", handler.name, handler.worst);
        };
        assert!(
            handler.cpu_cycles.max <= cpu_cycles,
            "{rules:?}: {}: {} > {cpu_cycles}",
            handler.name,
            handler.cpu_cycles
        );
        if handler.name == "vbi" {
            let proved = elapsed_cycles.unwrap();
            assert!(handler.elapsed_cycles.max <= proved && proved <= 2000, "{rules:?}: {report}");
            assert!(
                4 * handler.cpu_cycles.max >= 3 * cpu_cycles,
                "{rules:?}: the script misses the worst case: {report}"
            );
        }
    }
    // The DMA of the wargame's frame with HSCROL below and above 2 (docs/time.md, sizes).
    assert!(svg.contains("ANTIC: 8791") || svg.contains("ANTIC: 8646"), "{}", &svg[svg.len() - 2000..]);
}

/// A machine with a program in it, and its assembly.
fn switched_on(source: &str) -> (Machine, Output) {
    let files = MemoryFiles::one("t.asm", source);
    let output = assemble(&files, "t.asm", &Options::default()).output.expect("it assembles");
    let (program, _) = Xex::parse(&output.xex()).expect("a program");
    let mut machine = Machine::new(&Config::new(Sources::embedded().os().unwrap().rom.clone()));
    machine.set_drawing(false);
    machine.load_program(program);
    (machine, output)
}

/// A program whose deferred vertical blank `routine` begins at `blank`.
fn deferred(routine: &str) -> String {
    format!(
        "
 org $2000
.proc main
 ldy #<blank
 ldx #>blank
 lda #7
 jsr $e45c
 jmp *
.endp
{routine}
 run main
"
    )
}

/// A vertical blank routine that takes longer while a key is down and the stick is pushed.
const SENSITIVE: &str = "
blank lda $278
 cmp #15
 beq done
 ldx #200
slow dex
 bne slow
done jmp $e462
";

/// One that takes long while the paddle has one value, and longer while the stick is pushed then.
const PARTICULAR: &str = "
blank lda $270
 cmp #77
 bne done
 ldx #200
slow dex
 bne slow
 lda $278
 cmp #15
 beq done
 ldx #100
more dex
 bne more
done jmp $e462
";

/// One that jumps to where XITVBV leads, as programs do that know that address.
const KNOWING: &str = "
blank dec $600
 jmp ($e463)
";

#[test]
fn a_vertical_blank_routine_ends_where_the_systems_jump_leads_too() {
    let (machine, output) = switched_on(&deferred(KNOWING));
    let symbols = Symbols::from_assembly(&output);
    let mut session = Session::new(machine, Script::default());
    let mut meter = Meter::new(session.machine(), symbols.value("blank"));
    session.run(&Limits::frames(60), &mut meter);
    let report = meter.report(session.machine(), &symbols);
    let [handler] = &report.handlers[..] else { panic!("{:?}", report.handlers) };
    assert_eq!(handler.cpu_cycles.max, 11, "DEC and JMP");
}

/// A timer's requests, which the system brings to `tick`, and with `OWN` those that come to `tick` at once.
const TIMED: &str = "
 org $2000
.proc main
 sei
 ift OWN
 mwa #tick $216
 els
 mwa #tick $210
 eif
 mva #100 $d200
 mva #0 $d208
 sta $d209
 mva #1 $10
 sta $d20e
 cli
 jmp *
.endp
tick ift OWN
 pha
 eif
 mva #0 $d20e
 mva #1 $d20e
 pla
 rti
 run main
";

#[test]
fn requests_are_measured_from_the_programs_own_handler_on() {
    for (own, cycles) in [(0, 22), (1, 25)] {
        let (machine, output) = switched_on(&format!("OWN = {own}\n{TIMED}"));
        let symbols = Symbols::from_assembly(&output);
        let mut session = Session::new(machine, Script::default());
        let mut meter = Meter::new(session.machine(), None);
        // Now and then the vertical blank comes within it.
        session.run(&Limits::frames(600), &mut meter);
        let mut report = meter.report(session.machine(), &symbols);
        report.add_worst(
            &Code::new(session.machine(), Default::default()),
            None,
            &symbols,
            &SourceLines::default(),
        );
        let handler = report.handler("tick", &symbols).expect("it has run");
        assert_eq!(handler.interrupt, Interrupt::Irq);
        assert!(handler.count > 100, "{report}");
        // The vertical blank's own time in it is not the handler's.
        assert_eq!((handler.cpu_cycles.min, handler.cpu_cycles.max), (cycles, cycles), "{report}");
        assert_eq!(handler.worst, Some(Worst::Proved { cpu_cycles: cycles, elapsed_cycles: None }));
        assert_eq!((handler.deadline, handler.overruns), (None, 0));
        // Nor is it what a limit holds for.
        assert!(handler.own_at_most() + 50 < handler.elapsed_cycles.max, "{handler:?}");
    }
}

/// Interrupts of the display list within one another: `outer` lasts until both others have come and gone, `middle` until `inner` has.
const NESTED: &str = "
 org $2000
.proc main
 mwa #list $230
 mwa #outer $200
 mva #$C0 $d40e
 jmp *
.endp
outer pha
 txa
 pha
 mwa #middle $200
 ldx #0
first dex
 .loop 256
 bne first
second dex
 .loop 256
 bne second
 mwa #outer $200
 pla
 tax
 pla
 rti
middle pha
 txa
 pha
 mwa #inner $200
 ldx #0
third dex
 .loop 256
 bne third
 pla
 tax
 pla
 rti
inner pha
 txa
 pha
 ldx #100
fourth dex
 .loop 100
 bne fourth
 pla
 tax
 pla
 rti
list .byte $f0,$f0,$f0,$41
 .word list
 run main
";

#[test]
fn the_time_of_interrupts_within_one_another_counts_once() {
    let (machine, output) = switched_on(NESTED);
    let symbols = Symbols::from_assembly(&output);
    let mut session = Session::new(machine, Script::default());
    let mut meter = Meter::new(session.machine(), None);
    session.run(&Limits::frames(120), &mut meter);
    let mut report = meter.report(session.machine(), &symbols);
    let turns = output.loops.iter().map(|bound| (bound.address, bound.turns)).collect();
    report.add_worst(&Code::new(session.machine(), turns), None, &symbols, &SourceLines::default());
    for name in ["outer", "middle", "inner"] {
        let handler = report.handler(name, &symbols).expect("it has run");
        let cycles = handler.cpu_cycles.max;
        assert!(handler.count > 50 && handler.cpu_cycles.min == cycles, "{report}");
        assert_eq!(handler.worst, Some(Worst::Proved { cpu_cycles: cycles, elapsed_cycles: None }), "{name}");
        // DMA takes less than a third.
        let most = cycles + cycles / 3;
        assert!((cycles..=most).contains(&handler.own_cycles.max), "{name}: {:?}", handler.own_cycles);
    }
}

#[test]
fn a_search_goes_on_from_what_plain_play_has_found() {
    let (machine, output) = switched_on(&deferred(PARTICULAR));
    let start = Some(output.symbol("blank").expect("a label") as u16);
    let text = format!("{HEADER}\n100 paddle0 77\n140 paddle0 228\n");
    let script = Script::parse(&text).expect("a script");
    let found = search(machine.clone(), &script, 600, start, (40, 1));
    let (before, longest) = (found.before.expect("it ran"), found.longest.expect("it ran"));
    assert!(before > 1000 && longest > before + 400, "{before} -> {longest}");
    let none = search(machine, &script, 600, start, (0, 1));
    assert_eq!((none.longest, none.script), (Some(before), script), "no try, and nothing is lost");
}

#[test]
fn a_search_finds_input_that_takes_longer_and_a_comparison_says_by_how_much() {
    let (switched_on, output) = switched_on(&deferred(SENSITIVE));
    let machine = || switched_on.clone();
    let start = Some(output.symbol("blank").expect("a label") as u16);
    let found = search(machine(), &Script::default(), 60, start, (12, 1));
    let (before, longest) = (found.before.expect("it ran"), found.longest.expect("it ran"));
    assert!(longest > before + 900, "{before} -> {longest}");
    let again = search(machine(), &Script::default(), 60, start, (12, 1));
    assert_eq!((again.script, again.longest), (found.script.clone(), found.longest));
    let report = |script: Script, frames: u64| {
        let mut session = Session::new(machine(), script);
        let mut meter = Meter::new(session.machine(), start);
        session.run(&Limits::frames(frames), &mut meter);
        meter.report(session.machine(), &Symbols::from_assembly(&output))
    };
    let (quiet, busy) = (report(Script::default(), 60), report(found.script, found.frames));
    assert_eq!(busy.handlers[0].elapsed_cycles.max, longest);
    let earlier = serde_json::to_string(&quiet).unwrap();
    let changes = compare(&earlier, &busy).expect("a report");
    let change = changes.iter().find(|change| change.figure == "maximum machine cycles").expect("it changed");
    assert_eq!((change.before, change.now), (Some(before as i64), Some(longest as i64)));
    assert_eq!(compare(&earlier, &quiet), Ok(Vec::new()));
    assert!(compare("[]", &quiet).unwrap_err().contains("not a budget report"));
}
