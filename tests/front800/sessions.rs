//! Sessions: machines that go back in time, and several who watch together.

use std::ops::ControlFlow;

use front800::debug::debugger::Debugger;
use front800::harness::batch::Built;
use front800::harness::campaign::Campaign;
use front800::harness::matches::Game;
use front800::harness::open::{Options, Program};
use front800::harness::script::Script;
use front800::harness::session::{Limits, Observer, Session, Shown, StoppedBy, Unobserved};
use front800::inspect::budget::Meter;
use front800::inspect::coverage::Coverage;
use front800::inspect::profile::Profile;
use front800::inspect::source_lines::SourceLines;
use front800::inspect::symbols::Symbols;
use front800::machine::{Machine, Step};
use front800::titles::Generated;

fn switched_on(name: &str) -> Machine {
    Program::named(name, Options::default()).unwrap().switch_on().unwrap()
}

#[test]
fn a_session_goes_back_in_time_with_its_machine() {
    let mut machine = switched_on("none");
    (0..5).for_each(|_| _ = machine.run_frame());
    let begin = machine.save();
    let script = Script::parse("# front800 input 1\n2 stick0 up\n4 stick0 left\n").unwrap();
    let mut session = Session::new(machine, script);
    session.run(&Limits::frames(3), &mut Unobserved);
    let third = session.machine().save();
    session.run(&Limits::frames(3), &mut Unobserved);
    let (sixth, cycles) = (session.machine().hash(), session.cycles());
    // An older state: its input is played again.
    for (state, frames) in [(&third, 3), (&begin, 0)] {
        session.machine_mut().load(state).unwrap();
        assert_eq!(session.frames(), frames);
        assert_eq!(session.run(&Limits::frames(6 - frames), &mut Unobserved), StoppedBy::Frames);
        assert_eq!((session.machine().hash(), session.cycles()), (sixth, cycles));
    }
    // By the frame that was played last, too.
    session.machine_mut().load(&third).unwrap();
    session.run(&Limits::frames(1), &mut Unobserved);
    let fourth = session.machine().save();
    session.frame();
    let fifth = session.machine().hash();
    session.machine_mut().load(&fourth).unwrap();
    session.frame();
    assert_eq!(session.machine().hash(), fifth);
    // Before the session there is nothing to count.
    session.machine_mut().power_cycle();
    assert_eq!((session.frames(), session.cycles()), (0, 0));
    assert_eq!(session.run(&Limits::frames(7), &mut Unobserved), StoppedBy::Frames);
    assert_eq!((session.frames(), session.machine().frame_number()), (2, 7));
    assert_eq!(session.clone().into_machine().hash(), session.machine().hash());
}

/// Counts what it is shown, and has enough after some frames.
struct Counter {
    all: bool,
    steps: u64,
    frames: u64,
}

impl Observer for Counter {
    fn shown(&self) -> Shown {
        if self.all { Shown::All } else { Shown::None }
    }
    fn after_step(&mut self, _: &Machine, _: Step) {
        self.steps += 1;
    }
    fn frame_done(&mut self, _: &mut Machine, _: u64) -> ControlFlow<()> {
        self.frames -= 1;
        if self.frames == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn who_watch_together_see_what_each_sees_alone() {
    let machine = switched_on("rasputitsa");
    let symbols = Symbols::default();
    let limits = Limits::frames(260);
    let run = |observer: &mut dyn Observer| {
        let mut session = Session::new(machine.clone(), Script::default());
        session.run(&limits, observer);
        session.into_machine()
    };
    let new = || (Meter::new(&machine, None), Profile::new(), Coverage::new());
    let (mut meter, mut profile, mut coverage) = new();
    let end = run(&mut meter);
    assert_eq!(run(&mut profile).hash(), end.hash());
    profile.count(&end);
    run(&mut coverage);
    let (mut meters, mut profiles, mut covers) = new();
    // Stops of both, and then everything, as the third wants it.
    assert_eq!(run(&mut (&mut meters, &mut profiles)).hash(), end.hash());
    profiles.count(&end);
    assert_eq!(meters.report(&end, &symbols).to_string(), meter.report(&end, &symbols).to_string());
    assert_eq!(profiles.folded(&symbols), profile.folded(&symbols));
    let (mut meters, mut profiles, _) = new();
    run(&mut ((Some(&mut meters), None::<Unobserved>), (&mut covers, &mut profiles)));
    profiles.count(&end);
    assert_eq!(meters.report(&end, &symbols).to_string(), meter.report(&end, &symbols).to_string());
    assert_eq!(profiles.folded(&symbols), profile.folded(&symbols));
    let lines = SourceLines::default();
    assert_eq!(covers.report(&lines, &end), coverage.report(&lines, &end));
}

#[test]
fn the_first_who_has_enough_ends_the_run_of_all() {
    let mut session = Session::new(switched_on("none"), Script::default());
    let counter = |all, frames| Counter { all, steps: 0, frames };
    let (mut few, mut many) = (counter(false, 3), counter(true, 9));
    assert_eq!(session.run(&Limits::default(), &mut (&mut few, &mut many)), StoppedBy::Observer);
    assert_eq!((session.frames(), few.frames, many.frames), (3, 0, 6));
    assert!(few.steps > 1_000 && few.steps == many.steps, "{}", few.steps);
}

#[test]
fn what_holds_a_machine_goes_to_other_threads() {
    fn goes<T: Send>() {}
    goes::<Machine>();
    goes::<Session>();
    goes::<Program>();
    goes::<Built>();
    goes::<Campaign>();
    goes::<Game>();
    goes::<Debugger>();
    fn is_shared<T: Sync>() {}
    is_shared::<Generated>();
    is_shared::<Campaign>();
    is_shared::<Game>();
}

#[test]
fn a_campaign_is_looked_at_by_who_does_not_own_it() {
    let built = Built::new(Program::named("rasputitsa", Options::default()).unwrap()).unwrap();
    let campaign = Campaign::begin(
        built.machine(1),
        |name| built.label(name),
        front800::harness::campaign::Opponent::Passes(2),
        front800::harness::campaign::Chance::Stream(front800::machine::Lcg::new(1)),
    );
    let campaign = &campaign.unwrap();
    assert_eq!(campaign.state().turn, 0);
    assert_eq!(front800::machine::check_state(&campaign.machine().save()).as_deref(), Ok("rasputitsa"));
    assert!(!campaign.save().is_empty());
    campaign.known_strengths();
}
