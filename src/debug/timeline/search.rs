//! Looking for something in the past.
//!
//! Between two states the machine is run again with stops. If these look for writes alone, what is between states
//! where nobody wrote to such an address is left out; and as each stretch begins from a state of its own, several are
//! run at a time.

use std::error::Error;
use std::fmt::{self, Display};
use std::panic::resume_unwind;
use std::thread;

use super::Timeline;
use super::marks::Mark;
use super::moment::{Acts, Moment};
use crate::machine::{Event, Machine, Stop, Stops};

/// Stretches that a thread runs before all look whether somebody has found something.
const STRETCHES: usize = 4;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What.
    pub event: Event,
    /// The machine cycle at which the instruction or interrupt began that did it.
    pub began: u64,
    /// The machine cycle at which a machine that runs forward stops because of it.
    pub cycle: u64,
}

/// Where [`Timeline::reverse_continue`] has led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reversed {
    /// To where this happened, the last of what did there.
    To(Event),
    /// To the beginning of what is known.
    ToStart,
    /// Nowhere: nobody waited for it.
    GivenUp,
}

/// Nobody waited for the end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenUp;

impl Display for GivenUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("called off")
    }
}

impl Error for GivenUp {}

/// The time from one state to the next, or to the present.
type Stretch<'a> = (&'a Mark, u64);

/// An event, and the cycle at which a machine stops because of it.
type Stopped = (u64, Event);

impl Timeline {
    /// The last access that wrote a byte before now, whether it changed anything or not.
    pub fn last_writer(&self, address: u16) -> Option<Found> {
        self.last_writer_while(address, &|| true).unwrap_or_default()
    }

    /// Like [`Timeline::last_writer`], as long as somebody wants it.
    ///
    /// # Errors
    /// [`GivenUp`].
    pub fn last_writer_while(
        &self,
        address: u16,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<Found>, GivenUp> {
        let mut stops = Stops::default();
        stops.on_write(address..=address);
        self.last_access(&stops, goes_on)
    }

    /// The last access that read a byte before now.
    pub fn last_reader(&self, address: u16) -> Option<Found> {
        self.last_reader_while(address, &|| true).unwrap_or_default()
    }

    /// Like [`Timeline::last_reader`], as long as somebody wants it.
    ///
    /// # Errors
    /// [`GivenUp`].
    pub fn last_reader_while(
        &self,
        address: u16,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<Found>, GivenUp> {
        let mut stops = Stops::default();
        stops.on_read(address..=address);
        self.last_access(&stops, goes_on)
    }

    /// The last access that gave a byte another value before now.
    pub fn when_changed(&self, address: u16) -> Option<Found> {
        let mut stops = Stops::default();
        stops.on_change(address..=address);
        self.last_access(&stops, &|| true).unwrap_or_default()
    }

    /// Goes back to the last events before now that are `wanted`, those of one instruction or interrupt sequence at a time, and stands where a
    /// machine that runs forward stops because of them; to the beginning of what is known if there is none. `goes_on` is told now and then how
    /// much of the past has been looked through, from 0 to 1; if it says no, the machine stays where it is.
    pub fn reverse_continue(
        &mut self,
        stops: &Stops,
        mut wanted: impl FnMut(&Machine, &[Event]) -> bool,
        mut goes_on: impl FnMut(f64) -> bool,
    ) -> Reversed {
        let mut scout = self.scout(stops);
        let (now, start) = (self.machine().cycle(), self.start());
        let mut found = None;
        for stretch in self.stretches(stops) {
            found = scout.last_event(stretch, &self.acts, now, &mut wanted);
            if found.is_some() {
                break;
            }
            if !goes_on((now - stretch.0.cycle) as f64 / (now - start).max(1) as f64) {
                return Reversed::GivenUp;
            }
        }
        self.go_to(found.map_or(start, |(cycle, _)| cycle));
        found.map_or(Reversed::ToStart, |(_, event)| Reversed::To(event))
    }

    /// The last event of `stops` before now.
    fn last_access(&self, stops: &Stops, goes_on: &dyn Fn() -> bool) -> Result<Option<Found>, GivenUp> {
        let Some((cycle, event)) = self.last_event_in_past(stops, goes_on)? else { return Ok(None) };
        let mut scout = self.scout(stops);
        scout.machine.set_stops(None);
        self.marks.before(cycle - 1).restore(&mut scout);
        Ok(Some(Found { event, began: scout.last_boundary(&self.acts, cycle), cycle }))
    }

    fn last_event_in_past(
        &self,
        stops: &Stops,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<Stopped>, GivenUp> {
        // An access that ends now has taken place.
        let behind = self.machine().cycle() + 1;
        let look =
            |scout: &mut Moment, stretch| scout.last_event(stretch, &self.acts, behind, &mut |_, _| true);
        let mut stretches = self.stretches(stops);
        // Most often it was not long ago.
        let mut scout = self.scout(stops);
        let Some(last) = stretches.next() else { return Ok(None) };
        if let found @ Some(_) = look(&mut scout, last) {
            return Ok(found);
        }
        // A web page cannot begin another thread, and finds that there is one.
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let stretches: Vec<Stretch> = stretches.collect();
        let mut scouts = vec![scout; threads];
        for chunk in stretches.chunks(threads * STRETCHES) {
            if !goes_on() {
                return Err(GivenUp);
            }
            let found = match scouts.as_mut_slice() {
                [alone] => chunk.iter().find_map(|&stretch| look(alone, stretch)),
                scouts => thread::scope(|scope| {
                    let mut workers = Vec::new();
                    for (n, scout) in scouts.iter_mut().enumerate() {
                        let mut own = chunk.iter().skip(n).step_by(threads);
                        workers.push(scope.spawn(move || own.find_map(|&stretch| look(scout, stretch))));
                    }
                    let found = workers
                        .into_iter()
                        .filter_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
                    found.max_by_key(|&(cycle, _)| cycle)
                }),
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Somebody to go through the past.
    pub(super) fn scout(&self, stops: &Stops) -> Moment {
        let mut scout = self.now.clone();
        scout.machine.set_drawing(false);
        scout.machine.set_audio(None);
        scout.machine.set_stops(Some(stops.clone()));
        scout
    }

    /// The stretches of the past, the last first, but for those in which nobody can have written what `stops` look
    /// for, if they look for nothing else.
    fn stretches(&self, stops: &Stops) -> impl Iterator<Item = Stretch<'_>> + use<'_> {
        let now = self.machine().cycle();
        let written = stops.writes_alone();
        let touched = move |next: Option<&Mark>| match (&written, next) {
            (Some(addresses), Some(next)) => next.may_have_written(addresses),
            _ => true,
        };
        let all = self.marks.back_from(now).filter(move |(_, next)| touched(*next));
        all.map(move |(mark, next)| (mark, next.map_or(now, |next| next.cycle.min(now))))
    }
}

impl Moment {
    /// Runs through a stretch and gives the last event of those that are wanted and come before the cycle `behind`.
    fn last_event(
        &mut self,
        (mark, end): Stretch,
        acts: &Acts,
        behind: u64,
        wanted: &mut impl FnMut(&Machine, &[Event]) -> bool,
    ) -> Option<Stopped> {
        mark.restore(self);
        let mut last = None;
        // What is before the first instruction belongs to the time before.
        self.machine.leave_stop();
        while self.run_to(acts, end) == Stop::Event {
            let cycle = self.cycle();
            if cycle >= behind {
                break;
            }
            let events = self.machine.events();
            if let Some(&event) = events.last().filter(|_| wanted(&self.machine, events)) {
                last = Some((cycle, event));
            }
        }
        last
    }
}
