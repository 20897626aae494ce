//! A debugger that has the machine of a running window.

use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use crate::debug::debugger::{Debugger, Known};
use crate::debug::timeline::Act;
use crate::host::attach::{AttachRequest, Attached};
use crate::machine::LINE_CYCLES;
use crate::titles::Sources;

/// A window that a debugger may come into.
#[derive(Clone)]
pub(super) struct WindowPort {
    /// Where to knock.
    pub port: Sender<AttachRequest>,
    /// What is known about its program.
    pub known: Known,
    /// Where the sources of built-in programs are.
    pub sources: Sources,
}

/// A debugger that has a window's machine.
pub(super) struct Guest {
    attached: Attached,
    /// When the next frame is to begin.
    due: Instant,
}

impl Guest {
    /// Takes the machine of a window, or says why it cannot.
    pub(super) fn enter(window: &WindowPort) -> Result<(Guest, Debugger), String> {
        let (attached, mut timeline) =
            Attached::begin(&window.port).ok_or("the window does not open, or has another program by now")?;
        timeline.machine_mut().set_audio(None);
        timeline.machine_mut().set_drawing(true);
        let debugger = Debugger::of_timeline(timeline, window.known.clone());
        Ok((Guest { attached, due: Instant::now() }, debugger))
    }

    /// Shows the window the picture and does what the person there does; false if it is gone.
    pub(super) fn show(&mut self, debugger: &mut Debugger) -> bool {
        for control in self.attached.controls.try_iter() {
            debugger.act(Act::Control(control));
        }
        self.attached.show(debugger.machine().picture())
    }

    /// Shows the window the picture after each frame of a run, at the pace of the machine, and does what the person there
    /// does; false if it is gone.
    pub(super) fn frame(&mut self, debugger: &mut Debugger) -> bool {
        let video = debugger.machine().video();
        let cycles = u64::from(video.lines() * LINE_CYCLES);
        self.due += Duration::from_nanos(cycles * 1_000_000_000_000 / video.millihertz());
        match self.due.checked_duration_since(Instant::now()) {
            Some(rest) => std::thread::sleep(rest),
            // What is lost is lost.
            None => self.due = Instant::now(),
        }
        self.show(debugger)
    }

    /// Gives the machine back.
    pub(super) fn leave(self, debugger: Debugger) {
        let mut timeline = debugger.into_timeline();
        timeline.machine_mut().set_stops(None);
        self.attached.end(timeline);
    }
}
