//! What is measured when only those steps are shown that matter is what is measured when all are.

use front800::harness::script::Script;
use front800::harness::session::{Limits, Observer, Session, Shown, StoppedBy};
use front800::harness::until::Until;
use front800::harness::workload;
use front800::inspect::budget::Meter;
use front800::inspect::profile::Profile;
use front800::inspect::symbols::Symbols;
use front800::machine::{Config, Machine, Step, Stops, Video};
use front800::titles::Sources;

use crate::full;
use crate::machine::bare;
use crate::oracle::random_machine;

/// Measures, shown all steps or those that it asks for.
struct Watch<T> {
    of: T,
    all: bool,
    steps: u64,
}

/// What measures.
trait Measure {
    fn stops(&self) -> Stops;
    fn before(&mut self, machine: &Machine);
    fn after(&mut self, machine: &Machine, step: Step);
    fn wants_next(&self) -> bool {
        false
    }
    fn wants_others(&self) -> bool {
        false
    }
    fn text(&mut self, machine: &Machine) -> String;
}

impl Measure for Meter {
    fn stops(&self) -> Stops {
        Meter::stops(self)
    }
    fn before(&mut self, machine: &Machine) {
        self.before_step(machine);
    }
    fn after(&mut self, machine: &Machine, step: Step) {
        self.after_step(machine, step);
    }
    fn wants_next(&self) -> bool {
        Meter::wants_next(self)
    }
    fn wants_others(&self) -> bool {
        Meter::wants_others(self)
    }
    fn text(&mut self, machine: &Machine) -> String {
        serde_json::to_string(&self.report(machine, &Symbols::default())).unwrap()
    }
}

impl Measure for Profile {
    fn stops(&self) -> Stops {
        Profile::stops(self)
    }
    fn before(&mut self, machine: &Machine) {
        self.before_step(machine);
    }
    fn after(&mut self, machine: &Machine, step: Step) {
        self.after_step(machine, step);
    }
    fn text(&mut self, machine: &Machine) -> String {
        self.count(machine);
        self.folded(&Symbols::default())
    }
}

impl<T: Measure> Observer for Watch<T> {
    fn shown(&self) -> Shown {
        if self.all { Shown::All } else { Shown::Some(Box::new(self.of.stops())) }
    }
    fn before_step(&mut self, machine: &Machine) {
        self.of.before(machine);
        self.steps += 1;
    }
    fn after_step(&mut self, machine: &Machine, step: Step) {
        self.of.after(machine, step);
    }
    fn wants_next(&self) -> bool {
        self.of.wants_next()
    }
    fn wants_others(&self) -> bool {
        self.of.wants_others()
    }
}

/// Measures a run both ways; how many steps were shown of how many, and why the run ended.
#[track_caller]
fn compare<T: Measure>(
    name: &str,
    machine: &Machine,
    limits: &Limits,
    new: impl Fn() -> T,
) -> (u64, u64, StoppedBy) {
    let run = |all| {
        let mut session = Session::new(machine.clone(), Script::default());
        let mut watch = Watch { of: new(), all, steps: 0 };
        let stopped = session.run(limits, &mut watch);
        let text = watch.of.text(session.machine());
        (watch.steps, (text, session.machine().cycle(), session.machine().hash(), stopped))
    };
    let ((few, measured), (all, expected)) = (run(false), run(true));
    assert!(measured == expected, "{name}: {measured:?} instead of {expected:?}");
    (few, all, expected.3)
}

/// The same with a meter, one that knows where the vertical blank routine begins, and a profile.
#[track_caller]
fn compare_all(name: &str, machine: &Machine, limits: &Limits, vbi_start: u16) -> (u64, u64) {
    let plain = compare(name, machine, limits, || Meter::new(machine, None));
    let known = compare(name, machine, limits, || Meter::new(machine, Some(vbi_start)));
    let profile = compare(name, machine, limits, Profile::new);
    (plain.0 + known.0 + profile.0, plain.1 + known.1 + profile.1)
}

#[test]
fn the_families_of_programs_are_measured_alike() {
    let sources = Sources::embedded();
    let config = Config::new(sources.os().unwrap().rom.clone());
    let (mut few, mut all) = (0, 0);
    for workload in workload::FAMILIES.into_iter().chain(workload::TITLES) {
        let machine = workload.session(&config, &sources).unwrap().into_machine();
        // The system's own routine is as good as any.
        let begin = u16::from_le_bytes([machine.peek(0x0222), machine.peek(0x0223)]);
        let counts = compare_all(workload.name, &machine, &Limits::frames(40), begin);
        (few, all) = (few + counts.0, all + counts.1);
    }
    assert!(few * 4 < all, "{few} of {all} steps were shown");
}

#[test]
fn a_program_that_is_loaded_and_one_that_jams_are_measured_alike() {
    let title = Sources::embedded();
    let mut machine = Machine::new(&Config::new(title.os().unwrap().rom.clone()));
    machine.load_program(title.rasputitsa().unwrap().xex.clone());
    compare_all("loading", &machine, &Limits::frames(90), 0xE7D1);
    let jams = bare(
        "        jsr sub\nsub     pha\n        dex\n        bne sub\n        dta 2\nnmi\nirq     rti\n",
        Video::Ntsc,
    );
    let limits = Limits::frames(3);
    assert_eq!(compare("jam", &jams, &limits, Profile::new).2, StoppedBy::Jam);
    assert_eq!(compare("jam", &jams, &limits, || Meter::new(&jams, None)).2, StoppedBy::Jam);
}

#[test]
fn random_programs_are_measured_alike() {
    let seeds = full::or(400, 24);
    for seed in 0..seeds {
        let machine = random_machine(seed);
        let limits = Limits { cycles: Some(150_000 + seed * 1_117), ..Limits::default() };
        compare_all(&format!("seed {seed}"), &machine, &limits, 0x0800);
    }
}

#[test]
fn a_condition_ends_a_measured_run_where_it_ends_any_other() {
    let sources = Sources::embedded();
    let config = Config::new(sources.os().unwrap().rom.clone());
    let machine = workload::named("chain").unwrap().session(&config, &sources).unwrap().into_machine();
    for (text, ends) in [("$14 == 40", true), ("byte($14) == 40 && line == 250", true), ("a == 300", false)] {
        let until = vec![Until::parse(text, &Symbols::default()).unwrap()];
        let limits = Limits { frames: Some(300), until, ..Limits::default() };
        let expected = if ends { StoppedBy::Until } else { StoppedBy::Frames };
        assert_eq!(compare(text, &machine, &limits, Profile::new).2, expected, "{text}");
        assert_eq!(compare(text, &machine, &limits, || Meter::new(&machine, None)).2, expected, "{text}");
    }
}

#[test]
fn a_profile_does_not_grow_while_the_stack_wraps_around() {
    // Every 128 calls the stack pointer is at $FF again, and none of them returns.
    let body = "        ldx #$FF\n        txs\nagain   jsr again\nnmi\nirq     rti\n";
    let limits = Limits::frames(60);
    let mut session = Session::new(bare(body, Video::Ntsc), Script::default());
    let mut watch = Watch { of: Profile::new(), all: false, steps: 0 };
    assert_eq!(session.run(&limits, &mut watch), StoppedBy::Frames);
    let text = watch.of.text(session.machine());
    let deepest = text.lines().map(|line| line.matches(';').count()).max().unwrap();
    assert!((100..=130).contains(&deepest), "{deepest} calls in one another");
    let cycles = |line: &str| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap();
    assert_eq!(text.lines().map(cycles).sum::<u64>(), session.cycles(), "all time is counted");
}

#[test]
fn what_a_vector_leads_to_is_a_routine_of_its_own() {
    let body = "        mva #$40 $D40E\nagain   jmp again\nnmi     jmp ($0200)\nirq     rti\n";
    let mut machine = bare(body, Video::Ntsc);
    let mut put = |at: u16, bytes: &[u8]| (at..).zip(bytes).for_each(|(at, byte)| machine.poke(at, *byte));
    put(0x0200, &[0x00, 0x06, 0x20, 0x06]);
    // INC $80, and on to the next by another vector, which calls a third.
    put(0x0600, &[0xE6, 0x80, 0x6C, 0x02, 0x02]);
    put(0x0620, &[0x20, 0x40, 0x06, 0x40]);
    put(0x0640, &[0x60]);
    let mut session = Session::new(machine, Script::default());
    let mut watch = Watch { of: Profile::new(), all: false, steps: 0 };
    session.run(&Limits::frames(9), &mut watch);
    let text = watch.of.text(session.machine());
    let stacks: Vec<&str> =
        text.lines().filter_map(|line| line.rsplit_once(' ')).map(|(stack, _)| stack).collect();
    let nmi =
        ["[nmi]", "[nmi];$0600", "[nmi];$0620", "[nmi];$0620;$0640"].map(|inner| format!("[start];{inner}"));
    assert_eq!(stacks[0], "[start]", "{text}");
    assert_eq!(stacks[1..], nmi, "{text}");
}
