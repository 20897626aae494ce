//! Going back in time: saved states of a machine at intervals, and all input in between.
//!
//! The past is never edited. Doing something different after going back begins another future, and the old one is
//! dropped.

mod interrupts;
mod marks;
mod moment;
mod pictures;
mod search;

use std::fmt;

use crate::machine::{LINE_CYCLES, Machine, Step, Stop};
pub use interrupts::Served;
use marks::Marks;
pub use moment::Act;
use moment::{Acts, Moment, NEAR};
pub use pictures::Frame;
pub use search::{Found, GivenUp, Reversed};

/// Frames between two states. More would save time in keeping them (now below a hundredth of the time of the frames)
/// and lose it in going back. [measured]
const SPACING: u64 = 10;
/// Cycles that an instruction usually takes, including ANTIC's: used to estimate how far back a number of
/// instructions is.
const USUAL_CYCLES: u64 = 5;
/// Frames after which the picture is complete again, wherever in a frame the machine begins.
const PICTURE: u64 = 2;

/// A machine and its past.
///
/// A position in time is a machine cycle at which an instruction begins; acts of that cycle have been applied.
///
/// # Examples
///
/// ```
/// use front800::debug::timeline::{Act, Timeline};
/// use front800::machine::{Config, Machine};
/// use front800::titles::Sources;
///
/// let machine = Machine::new(&Config::new(Sources::embedded().os()?.rom.clone()));
/// let mut timeline = Timeline::new(machine, Timeline::USUAL_BYTES);
/// timeline.run_to_cycle(3_000_000);
/// timeline.act(Act::Poke(0x0600, 7));
/// timeline.run_to_cycle(4_000_000);
/// let hash = timeline.machine().hash();
/// timeline.go_to(1_000_000);
/// assert_ne!(timeline.machine().peek(0x0600), 7);
/// timeline.run_to_cycle(4_000_000);
/// assert_eq!(timeline.machine().hash(), hash);
/// # Ok::<(), front800::titles::TitleError>(())
/// ```
pub struct Timeline {
    now: Moment,
    marks: Marks,
    /// Everything done to the machine from outside.
    acts: Acts,
    /// The latest cycle that the machine has reached.
    end: u64,
    /// A moment shortly before the present, to step back from.
    near: Option<Moment>,
}

impl fmt::Debug for Timeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Timeline")
            .field("machine", self.machine())
            .field("start", &self.start())
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}

impl Timeline {
    /// Enough memory for ten minutes of most programs.
    pub const USUAL_BYTES: usize = 64 << 20;

    /// A timeline whose past begins now. It is kept in at most `bytes` bytes; the oldest part is dropped beyond that.
    pub fn new(machine: Machine, bytes: usize) -> Self {
        let end = machine.cycle();
        let mut now = Moment { machine, acts: 0 };
        let mut marks = Marks::new(bytes);
        marks.add(&mut now);
        Timeline { now, marks, acts: Acts::default(), end, near: None }
    }

    /// The machine as it is at this time.
    pub fn machine(&self) -> &Machine {
        &self.now.machine
    }

    /// The machine, to change what is not part of its state: stops, drawing, sound.
    pub fn machine_mut(&mut self) -> &mut Machine {
        &mut self.now.machine
    }

    /// The machine cycle at which the known past begins.
    pub fn start(&self) -> u64 {
        self.marks.first().cycle
    }

    /// The machine cycle up to which everything is known.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Bytes of memory that the past takes.
    pub fn bytes(&self) -> usize {
        self.marks.bytes()
    }

    /// Runs to the first instruction boundary at or after the end of the current frame, as
    /// [`Machine::run_frame`] does.
    pub fn run_frame(&mut self) -> Stop {
        self.run_to_cycle(self.now.machine.frame_end())
    }

    /// Machine cycles per frame.
    pub(super) fn frame_cycles(&self) -> u64 {
        u64::from(self.now.machine.video().lines() * LINE_CYCLES)
    }

    /// Applies an act to the machine now. If the machine is in the past, another future begins here.
    pub fn act(&mut self, act: Act) {
        self.forget_future();
        self.near = None;
        act.apply(&mut self.now.machine);
        self.acts.push(self.now.cycle(), act);
        self.now.acts += 1;
    }

    /// Drops the future: what the machine did after the present moment.
    pub fn forget_future(&mut self) {
        let now = self.now.cycle();
        if now < self.end || self.now.acts < self.acts.count() {
            self.end = now;
            self.acts.truncate(self.now.acts);
            self.marks.forget_after(now);
        }
    }

    /// Drops the past and the future, so that the past begins here. Call it after changing the machine's state
    /// through [`Timeline::machine_mut`].
    pub fn begin_anew(&mut self) {
        self.marks = Marks::new(self.marks.most_bytes());
        self.acts = Acts::default();
        self.now.acts = 0;
        self.near = None;
        self.end = self.now.cycle();
        self.marks.add(&mut self.now);
    }

    /// The machine alone.
    pub fn into_machine(self) -> Machine {
        self.now.machine
    }

    /// Runs to the first instruction boundary at or after a cycle, or to the first event of the machine's stops. Acts
    /// of the past are replayed.
    pub fn run_to_cycle(&mut self, cycle: u64) -> Stop {
        loop {
            let next_mark = self.marks.last().cycle + SPACING * self.frame_cycles();
            let stop = self.now.run_to(&self.acts, cycle.min(next_mark));
            self.end = self.end.max(self.now.cycle());
            if self.now.cycle() >= next_mark {
                self.marks.add(&mut self.now);
                self.acts.forget_before(self.marks.first().acts);
            }
            if stop == Stop::Event || self.now.cycle() >= cycle {
                return stop;
            }
        }
    }

    /// Runs one instruction or interrupt sequence.
    pub fn step(&mut self) -> Step {
        let step = self.now.step(&self.acts);
        self.end = self.end.max(self.now.cycle());
        step
    }

    /// Goes to the first instruction boundary at or after a cycle, forward or back, at most to the beginning of the
    /// known past. Ignores stops.
    pub fn go_to(&mut self, cycle: u64) {
        let stops = self.now.machine.set_stops(None);
        if cycle < self.now.cycle() {
            // So that the picture is complete.
            let seen_from = cycle.saturating_sub(PICTURE * self.frame_cycles());
            self.return_to_mark(seen_from);
            let draws = self.now.machine.set_drawing(false);
            self.run_to_cycle(seen_from);
            self.now.machine.set_drawing(draws);
        }
        self.run_to_cycle(cycle);
        self.now.machine.set_stops(stops);
    }

    /// Goes back by one instruction or interrupt sequence; false at the beginning of the known past.
    pub fn step_back(&mut self) -> bool {
        let now = self.now.cycle();
        if now <= self.start() {
            return false;
        }
        let stops = self.now.machine.set_stops(None);
        let is_near = |cycle: u64| cycle < now && cycle + 2 * NEAR > now && cycle >= self.marks.first().cycle;
        let near = match self.near.take().filter(|near| is_near(near.cycle())) {
            Some(near) => near,
            None => {
                let start = now.saturating_sub(NEAR).max(self.start());
                self.go_to(start);
                self.now.clone()
            }
        };
        let before = near.clone().last_boundary(&self.acts, now);
        self.now = near.clone();
        while self.now.cycle() < before {
            self.now.step(&self.acts);
        }
        self.near = Some(near);
        self.now.machine.set_stops(stops);
        true
    }

    /// Goes back by up to `most` instructions or interrupt sequences and returns how many. It returns 0 at the
    /// beginning of the known past, where the CPU was jammed, and after an unusually long step; there, use
    /// [`Timeline::step_back`].
    pub fn steps_back(&mut self, most: u64) -> u64 {
        let now = self.now.cycle();
        let start = now.saturating_sub(most.saturating_mul(USUAL_CYCLES)).max(self.start());
        if start >= now {
            return 0;
        }
        let stops = self.now.machine.set_stops(None);
        self.go_to(start);
        let from = self.now.clone();
        let mut steps = 0;
        while self.now.cycle() < now && !self.now.machine.cpu().jammed {
            self.now.step(&self.acts);
            steps += 1;
        }
        let gone = if self.now.machine.cpu().jammed { 0 } else { steps.min(most) };
        if gone == 0 {
            self.go_to(now);
        } else {
            self.now = from;
            (gone..steps).for_each(|_| _ = self.now.step(&self.acts));
        }
        self.now.machine.set_stops(stops);
        gone
    }

    /// Restores the last state at or before a cycle.
    fn return_to_mark(&mut self, cycle: u64) {
        self.near = None;
        self.marks.before(cycle).restore(&mut self.now);
        self.now.catch_up(&self.acts);
    }
}
