//! Observers made of others: optional ones, pairs, references and boxes.

use std::ops::ControlFlow;

use super::{Observer, Shown};
use crate::inspect::budget::Meter;
use crate::inspect::budget::chart::Recorder;
use crate::inspect::coverage::Coverage;
use crate::inspect::profile::Profile;
use crate::inspect::transcript::Transcript;
use crate::machine::{Machine, Step};

impl Observer for Meter {
    fn shown(&self) -> Shown {
        Shown::Some(Box::new(self.stops()))
    }
    fn before_step(&mut self, machine: &Machine) {
        Meter::before_step(self, machine);
    }
    fn after_step(&mut self, machine: &Machine, step: Step) {
        Meter::after_step(self, machine, step);
    }
    fn wants_next(&self) -> bool {
        Meter::wants_next(self)
    }
    fn wants_others(&self) -> bool {
        Meter::wants_others(self)
    }
}

impl Observer for Profile {
    fn shown(&self) -> Shown {
        Shown::Some(Box::new(self.stops()))
    }
    fn before_step(&mut self, machine: &Machine) {
        Profile::before_step(self, machine);
    }
    fn after_step(&mut self, machine: &Machine, step: Step) {
        Profile::after_step(self, machine, step);
    }
}

impl Observer for Recorder {
    fn shown(&self) -> Shown {
        Shown::All
    }
    fn before_step(&mut self, machine: &Machine) {
        Recorder::before_step(self, machine);
    }
    fn after_step(&mut self, machine: &Machine, step: Step) {
        Recorder::after_step(self, machine, step);
    }
}

impl Observer for Coverage {
    fn shown(&self) -> Shown {
        Shown::All
    }
    fn before_step(&mut self, machine: &Machine) {
        Coverage::before_step(self, machine);
    }
    fn after_step(&mut self, machine: &Machine, _: Step) {
        Coverage::after_step(self, machine);
    }
}

impl Observer for Transcript {
    fn shown(&self) -> Shown {
        Shown::All
    }
    fn before_step(&mut self, machine: &Machine) {
        Transcript::before_step(self, machine);
    }
    fn after_step(&mut self, machine: &Machine, step: Step) {
        Transcript::after_step(self, machine, step);
    }
    fn frame_done(&mut self, machine: &mut Machine, _: u64) -> ControlFlow<()> {
        Transcript::frame_done(self, machine);
        ControlFlow::Continue(())
    }
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn shown(&self) -> Shown {
        (**self).shown()
    }
    fn before_step(&mut self, machine: &Machine) {
        (**self).before_step(machine);
    }
    fn after_step(&mut self, machine: &Machine, step: Step) {
        (**self).after_step(machine, step);
    }
    fn wants_next(&self) -> bool {
        (**self).wants_next()
    }
    fn wants_others(&self) -> bool {
        (**self).wants_others()
    }
    fn frame_done(&mut self, machine: &mut Machine, frames: u64) -> ControlFlow<()> {
        (**self).frame_done(machine, frames)
    }
}

/// None observes nothing.
impl<O: Observer> Observer for Option<O> {
    fn shown(&self) -> Shown {
        self.as_ref().map_or(Shown::None, O::shown)
    }
    fn before_step(&mut self, machine: &Machine) {
        if let Some(observer) = self {
            observer.before_step(machine);
        }
    }
    fn after_step(&mut self, machine: &Machine, step: Step) {
        if let Some(observer) = self {
            observer.after_step(machine, step);
        }
    }
    fn wants_next(&self) -> bool {
        self.as_ref().is_some_and(O::wants_next)
    }
    fn wants_others(&self) -> bool {
        self.as_ref().is_some_and(O::wants_others)
    }
    fn frame_done(&mut self, machine: &mut Machine, frames: u64) -> ControlFlow<()> {
        self.as_mut().map_or(ControlFlow::Continue(()), |observer| observer.frame_done(machine, frames))
    }
}

/// Both, the first one first; the run ends when either ends it.
impl<A: Observer, B: Observer> Observer for (A, B) {
    fn shown(&self) -> Shown {
        match (self.0.shown(), self.1.shown()) {
            (Shown::None, shown) | (shown, Shown::None) => shown,
            (Shown::Some(mut one), Shown::Some(other)) => {
                one.extend(&other);
                Shown::Some(one)
            }
            _ => Shown::All,
        }
    }
    fn before_step(&mut self, machine: &Machine) {
        self.0.before_step(machine);
        self.1.before_step(machine);
    }
    fn after_step(&mut self, machine: &Machine, step: Step) {
        self.0.after_step(machine, step);
        self.1.after_step(machine, step);
    }
    fn wants_next(&self) -> bool {
        self.0.wants_next() || self.1.wants_next()
    }
    fn wants_others(&self) -> bool {
        self.0.wants_others() || self.1.wants_others()
    }
    fn frame_done(&mut self, machine: &mut Machine, frames: u64) -> ControlFlow<()> {
        let first = self.0.frame_done(machine, frames);
        let second = self.1.frame_done(machine, frames);
        if first.is_break() { first } else { second }
    }
}
