//! A machine with an input script, run until a condition is met.

mod observers;

use std::ops::ControlFlow;

use crate::debug::expression::Moments;
use crate::harness::script::Script;
use crate::harness::until::Until;
use crate::machine::{Machine, Step, Stop, Stops};

/// When a run ends: at whichever limit comes first. Limits count from the beginning of the run, not of the session.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Frames to complete; the frame in which the run begins is the first.
    pub frames: Option<u64>,
    /// Machine cycles.
    pub cycles: Option<u64>,
    /// Conditions; the run ends after the first instruction that makes one of them true.
    pub until: Vec<Until>,
}

impl Limits {
    /// A limit of frames alone.
    pub fn frames(frames: u64) -> Self {
        Limits { frames: Some(frames), ..Limits::default() }
    }
}

/// [`Limits`] in the machine's own counts.
struct Ends<'a> {
    frame: u64,
    cycle: u64,
    until: &'a [Until],
}

impl<'a> Ends<'a> {
    fn of(limits: &'a Limits, machine: &Machine) -> Self {
        let end = |now: u64, count: Option<u64>| count.map_or(u64::MAX, |count| now.saturating_add(count));
        Ends {
            frame: end(machine.frame_number(), limits.frames),
            cycle: end(machine.cycle(), limits.cycles),
            until: &limits.until,
        }
    }
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoppedBy {
    /// The frames are over.
    Frames,
    /// The cycles are over.
    Cycles,
    /// The program counter was reached.
    Pc,
    /// A condition holds.
    Until,
    /// The CPU is jammed.
    Jam,
    /// The observer ended the run.
    Observer,
}

/// Which instructions and interrupt sequences are shown to an [`Observer`].
#[derive(Debug)]
pub enum Shown {
    /// None: the machine runs by whole frames.
    None,
    /// Those at which a machine with these stops stops, the first of each frame, and those that
    /// [`Observer::wants_next`] asks for.
    Some(Box<Stops>),
    /// All.
    All,
}

/// Observes a run. Observers combine: `(&mut meter, &mut coverage)` is an observer too, and so is an [`Option`] of
/// one.
///
/// # Examples
///
/// ```
/// use front800::harness::open::{Options, Program};
/// use front800::harness::script::Script;
/// use front800::harness::session::{Limits, Observer, Session};
/// use front800::inspect::profile::Profile;
/// use front800::inspect::transcript::Transcript;
///
/// let program = Program::named("none", Options::default())?;
/// let mut session = Session::new(program.switch_on()?, Script::default());
/// let (mut profile, mut transcript) = (Profile::new(), Transcript::new());
/// session.run(&Limits::frames(100), &mut (&mut profile, &mut transcript));
/// assert!(!profile.folded(&program.symbols).is_empty());
///
/// // Which observers there are may be known only when the program runs.
/// let mut all: Vec<Box<dyn Observer>> = vec![Box::new(profile), Box::new(transcript)];
/// for observer in &mut all {
///     session.run(&Limits::frames(1), &mut **observer);
/// }
/// # Ok::<(), front800::harness::open::OpenError>(())
/// ```
pub trait Observer {
    /// Which steps have to be shown. An observer may also see steps that another one in the same run asks for. Called
    /// when a run begins, and when [`Observer::wants_others`] returns true.
    fn shown(&self) -> Shown {
        Shown::None
    }
    /// Called before an instruction or interrupt sequence that is shown.
    fn before_step(&mut self, _machine: &Machine) {}
    /// Called after it.
    fn after_step(&mut self, _machine: &Machine, _step: Step) {}
    /// Whether the next step must be shown in any case.
    fn wants_next(&self) -> bool {
        false
    }
    /// Whether the result of [`Observer::shown`] has changed with this step.
    fn wants_others(&self) -> bool {
        false
    }
    /// Called at the first instruction boundary of a new frame, before its input; `frames` is the number of completed
    /// frames of the session. Breaking ends the run.
    fn frame_done(&mut self, _machine: &mut Machine, _frames: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// How a frame is run.
#[derive(Clone, Copy)]
enum Pace {
    /// As a whole, except for conditions.
    Frames,
    /// With stops where the observer wants to be called.
    Stops,
    /// By single instructions.
    Steps,
}

/// No observer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unobserved;

impl Observer for Unobserved {}

/// A machine with an input script that is played frame by frame. Frames of the script, [`Session::frames`] and
/// [`Session::cycles`] count from the state in which the machine was handed over. If the machine is taken back in
/// time (by loading an older state or power-on through [`Session::machine_mut`]), the session is in an earlier frame
/// too, and plays its input again. Times before the session began count as frame 0 and cycle 0.
///
/// # Examples
///
/// ```
/// use front800::harness::script::Script;
/// use front800::harness::session::{Limits, Session, StoppedBy, Unobserved};
/// use front800::machine::{Config, Machine};
/// use front800::titles::Sources;
///
/// let machine = Machine::new(&Config::new(Sources::embedded().os()?.rom.clone()));
/// let mut session = Session::new(machine, Script::default());
/// assert_eq!(session.run(&Limits::frames(3), &mut Unobserved), StoppedBy::Frames);
/// assert_eq!(session.frames(), 3);
/// session.run(&Limits::frames(2), &mut Unobserved);
/// assert_eq!(session.frames(), 5);
/// # Ok::<(), front800::titles::TitleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    machine: Machine,
    script: Script,
    next_entry: usize,
    /// The machine cycle at which input was last applied.
    played_at: Option<u64>,
    first_frame: u64,
    first_cycle: u64,
    /// When the conditions of a run may become true.
    moments: Vec<Moments>,
}

impl Session {
    /// A session that begins with the machine in its present state.
    pub fn new(machine: Machine, script: Script) -> Self {
        let (first_frame, first_cycle) = (machine.frame_number(), machine.cycle());
        Session {
            machine,
            script,
            next_entry: 0,
            played_at: None,
            first_frame,
            first_cycle,
            moments: Vec::new(),
        }
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The machine, to be changed from outside, for example to take its sound or poke a byte.
    pub fn machine_mut(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// Takes the machine out of the session.
    pub fn into_machine(self) -> Machine {
        self.machine
    }

    /// Frames completed in this session.
    pub fn frames(&self) -> u64 {
        self.machine.frame_number().saturating_sub(self.first_frame)
    }

    /// Machine cycles passed in this session.
    pub fn cycles(&self) -> u64 {
        self.machine.cycle().saturating_sub(self.first_cycle)
    }

    /// Runs to the end of one frame.
    pub fn frame(&mut self) -> Stop {
        self.play_input();
        self.machine.run_frame()
    }

    /// Runs until one of the limits is reached.
    pub fn run<O: Observer + ?Sized>(&mut self, limits: &Limits, observer: &mut O) -> StoppedBy {
        let (pace, stops) = match observer.shown() {
            Shown::All => (Pace::Steps, None),
            Shown::Some(stops) => (Pace::Stops, Some(*stops)),
            Shown::None => (Pace::Frames, (!limits.until.is_empty()).then(Stops::default)),
        };
        let ends = Ends::of(limits, &self.machine);
        let Some(stops) = stops else { return self.run_frames(&ends, observer, pace) };
        self.moments = limits.until.iter().map(|until| until.moments(&self.machine)).collect();
        let before = self.watch_for(stops);
        let stopped = self.run_frames(&ends, observer, pace);
        self.machine.set_stops(before);
        self.moments.clear();
        stopped
    }

    /// Makes the machine stop at these stops and where conditions may become true; returns its previous stops.
    fn watch_for(&mut self, mut stops: Stops) -> Option<Stops> {
        self.moments.iter().for_each(|moments| moments.watch(&mut stops));
        self.machine.set_stops(Some(stops))
    }

    fn run_frames<O: Observer + ?Sized>(
        &mut self,
        ends: &Ends<'_>,
        observer: &mut O,
        pace: Pace,
    ) -> StoppedBy {
        let mut first = true;
        loop {
            if self.machine.frame_number() >= ends.frame {
                return StoppedBy::Frames;
            }
            if self.machine.cycle() >= ends.cycle {
                return StoppedBy::Cycles;
            }
            self.play_input();
            let frame = self.machine.frame_number();
            // A condition that is true at the beginning changes nothing that a stop would notice.
            let begins = !ends.until.is_empty() && std::mem::take(&mut first);
            let stopped = match pace {
                _ if !ends.until.is_empty() && self.machine.is_served() => self.step_frame(ends, observer),
                Pace::Steps => self.step_frame(ends, observer),
                Pace::Stops => self.watch_frame(ends, observer),
                Pace::Frames => self.skip_frame(ends, begins),
            };
            let frames = self.frames();
            let ended = self.machine.frame_number() != frame
                && observer.frame_done(&mut self.machine, frames).is_break();
            if let Some(stopped) = stopped {
                return stopped;
            }
            if ended {
                return StoppedBy::Observer;
            }
        }
    }

    /// Applies the input that is due in the current frame.
    fn play_input(&mut self) {
        let frame = self.frames();
        let now = Some(self.machine.cycle());
        // Unless it was taken back in time, the machine has run since.
        if now <= self.played_at {
            self.next_entry = self.script.entries.partition_point(|entry| entry.frame < frame);
        }
        self.played_at = now;
        while let Some(entry) = self.script.entries.get(self.next_entry)
            && entry.frame <= frame
        {
            entry.control.apply(&mut self.machine);
            self.next_entry += 1;
        }
    }

    /// The end of the frame, or of the cycle limit if that comes first.
    fn end_of_frame(&self, ends: &Ends<'_>) -> u64 {
        self.machine.frame_end().min(ends.cycle)
    }

    /// Whether the next instruction may make a condition true, whatever it is.
    fn looks_next(&self) -> bool {
        !self.machine.cpu().jammed && self.moments.iter().any(|moments| moments.is_next(&self.machine))
    }

    /// Runs to the end of the frame.
    fn skip_frame(&mut self, ends: &Ends<'_>, mut begins: bool) -> Option<StoppedBy> {
        let end = self.end_of_frame(ends);
        loop {
            while std::mem::take(&mut begins) || self.looks_next() {
                let ended = self.step(ends, &mut Unobserved);
                if ended.is_some() || self.machine.cycle() >= end {
                    return ended;
                }
            }
            if let ControlFlow::Break(ended) = self.run_to_stop(ends, end) {
                return ended;
            }
        }
    }

    /// Runs to the machine's next stop; breaks if the cycle `end` or a condition comes first.
    fn run_to_stop(&mut self, ends: &Ends<'_>, end: u64) -> ControlFlow<Option<StoppedBy>> {
        match self.machine.run_to_cycle(end) {
            Stop::Reached => return ControlFlow::Break(None),
            Stop::Jam => return ControlFlow::Break(Some(StoppedBy::Jam)),
            Stop::Event => {}
        }
        let reached = self.reached(ends);
        if reached.is_some() || self.machine.cycle() >= end {
            return ControlFlow::Break(reached);
        }
        ControlFlow::Continue(())
    }

    /// Runs to the end of the frame and shows the steps at the machine's stops. The first step is shown too, because
    /// the previous frame may have ended at a stop.
    fn watch_frame<O: Observer + ?Sized>(&mut self, ends: &Ends<'_>, observer: &mut O) -> Option<StoppedBy> {
        let end = self.end_of_frame(ends);
        loop {
            let ended = self.step(ends, observer);
            if ended.is_some() || self.machine.cycle() >= end {
                return ended;
            }
            // A jam is reported to the observer that was shown the instruction.
            if observer.wants_next() || self.looks_next() || self.machine.cpu().jammed {
                continue;
            }
            if let ControlFlow::Break(ended) = self.run_to_stop(ends, end) {
                return ended;
            }
        }
    }

    /// The condition that holds, if one does.
    fn reached(&self, ends: &Ends<'_>) -> Option<StoppedBy> {
        let until = ends.until.iter().find(|until| until.has_come(&self.machine))?;
        Some(match until {
            Until::Pc(_) => StoppedBy::Pc,
            Until::True(_) => StoppedBy::Until,
        })
    }

    /// Runs to the end of the frame by single instructions.
    fn step_frame<O: Observer + ?Sized>(&mut self, ends: &Ends<'_>, observer: &mut O) -> Option<StoppedBy> {
        let frame = self.machine.frame_number();
        while self.machine.frame_number() == frame && self.machine.cycle() < ends.cycle {
            let ended = self.step(ends, observer);
            if ended.is_some() {
                return ended;
            }
        }
        None
    }

    /// Runs one instruction or interrupt sequence and shows it.
    fn step<O: Observer + ?Sized>(&mut self, ends: &Ends<'_>, observer: &mut O) -> Option<StoppedBy> {
        observer.before_step(&self.machine);
        let step = self.machine.step();
        observer.after_step(&self.machine, step);
        if observer.wants_others()
            && let Shown::Some(stops) = observer.shown()
        {
            self.watch_for(*stops);
        }
        match step {
            // At the cycle at which a run by whole frames notices it.
            Step::Jam => self.skip_frame(ends, false).or(Some(StoppedBy::Jam)),
            _ => self.reached(ends),
        }
    }
}
