//! Searching the past.
//!
//! The machine is run again between two saved states, with stops; such an interval is called a stretch. If the stops
//! are for writes alone, stretches without a write to such an address are skipped. Several stretches run at a time,
//! since each begins from its own state.

use std::error::Error;
use std::fmt::{self, Display};
use std::panic::resume_unwind;
use std::thread;

use super::Timeline;
use super::marks::Mark;
use super::moment::{Acts, Moment};
use crate::machine::{Event, Machine, Stop, Stops};

/// Stretches that each thread runs before all of them check whether one has found something.
const STRETCHES: usize = 4;

/// An event that a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The event.
    pub event: Event,
    /// The machine cycle at which the instruction or interrupt sequence began that caused it.
    pub began: u64,
    /// The machine cycle at which a machine running forward stops at it.
    pub cycle: u64,
}

/// Where [`Timeline::reverse_continue`] has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reversed {
    /// At this event, the last at its position.
    To(Event),
    /// At the beginning of the known past.
    ToStart,
    /// Where it was before: it was cancelled.
    GivenUp,
}

/// A search was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenUp;

impl Display for GivenUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("called off")
    }
}

impl Error for GivenUp {}

/// The interval from one saved state to the next, or to the present.
type Stretch<'a> = (&'a Mark, u64);

/// An event, and the cycle at which a machine stops at it.
type Stopped = (u64, Event);

impl Timeline {
    /// The last access before now that wrote a byte, whether or not it changed the value.
    pub fn last_writer(&self, address: u16) -> Option<Found> {
        self.last_writer_while(address, &|| true).unwrap_or_default()
    }

    /// Like [`Timeline::last_writer`]; cancelled when `goes_on` returns false.
    ///
    /// # Errors
    /// [`GivenUp`] if it was cancelled.
    pub fn last_writer_while(
        &self,
        address: u16,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<Found>, GivenUp> {
        let mut stops = Stops::default();
        stops.on_write(address..=address);
        self.last_access(&stops, goes_on)
    }

    /// The last access before now that read a byte.
    pub fn last_reader(&self, address: u16) -> Option<Found> {
        self.last_reader_while(address, &|| true).unwrap_or_default()
    }

    /// Like [`Timeline::last_reader`]; cancelled when `goes_on` returns false.
    ///
    /// # Errors
    /// [`GivenUp`] if it was cancelled.
    pub fn last_reader_while(
        &self,
        address: u16,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<Found>, GivenUp> {
        let mut stops = Stops::default();
        stops.on_read(address..=address);
        self.last_access(&stops, goes_on)
    }

    /// The last access before now that changed a byte's value.
    pub fn when_changed(&self, address: u16) -> Option<Found> {
        let mut stops = Stops::default();
        stops.on_change(address..=address);
        self.last_access(&stops, &|| true).unwrap_or_default()
    }

    /// Goes back to the last events before now for which `wanted` is true, and stands where a machine running forward
    /// stops at them; at the beginning of the known past if there are none. `wanted` gets the events of one
    /// instruction or interrupt sequence at a time. `goes_on` gets the fraction of the past that has been searched,
    /// from 0 to 1; if it returns false, the machine stays where it is.
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
        // An access that ends now counts.
        let behind = self.machine().cycle() + 1;
        let look =
            |scout: &mut Moment, stretch| scout.last_event(stretch, &self.acts, behind, &mut |_, _| true);
        let mut stretches = self.stretches(stops);
        // Most often it was recent, so try that first.
        let mut scout = self.scout(stops);
        let Some(last) = stretches.next() else { return Ok(None) };
        if let found @ Some(_) = look(&mut scout, last) {
            return Ok(found);
        }
        // A web page cannot start threads, and reports one processor.
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

    /// A machine with which to run through the past.
    pub(super) fn scout(&self, stops: &Stops) -> Moment {
        let mut scout = self.now.clone();
        scout.machine.set_drawing(false);
        scout.machine.set_audio(None);
        scout.machine.set_stops(Some(stops.clone()));
        scout
    }

    /// The stretches of the past, newest first. If `stops` are for writes alone, without those in which none can have
    /// happened.
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
    /// Runs through a stretch and returns its last event that is wanted and before the cycle `behind`.
    fn last_event(
        &mut self,
        (mark, end): Stretch,
        acts: &Acts,
        behind: u64,
        wanted: &mut impl FnMut(&Machine, &[Event]) -> bool,
    ) -> Option<Stopped> {
        mark.restore(self);
        let mut last = None;
        // Events before the first instruction belong to the previous stretch.
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
