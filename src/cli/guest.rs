//! A debugger that controls the machine of a running window.

use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use crate::debug::debugger::{Debugger, Known};
use crate::debug::timeline::Act;
use crate::host::attach::{AttachRequest, Attached};
use crate::machine::LINE_CYCLES;
use crate::titles::Sources;

/// A window that a debugger may attach to.
#[derive(Clone)]
pub(super) struct WindowPort {
    /// Where to send the request to attach.
    pub port: Sender<AttachRequest>,
    /// What is known about its program.
    pub known: Known,
    /// Where the sources of built-in programs are.
    pub sources: Sources,
}

/// A debugger that has taken over a window's machine.
pub(super) struct Guest {
    attached: Attached,
    /// When the next frame is due.
    due: Instant,
}

impl Guest {
    /// Takes over a window's machine, or says why it cannot.
    pub(super) fn enter(window: &WindowPort) -> Result<(Guest, Debugger), String> {
        let (attached, mut timeline) = Attached::begin(&window.port)
            .ok_or("the window does not answer, or has another program by now")?;
        timeline.machine_mut().set_audio(None);
        timeline.machine_mut().set_drawing(true);
        let debugger = Debugger::of_timeline(timeline, window.known.clone());
        Ok((Guest { attached, due: Instant::now() }, debugger))
    }

    /// Updates the window's picture and applies the user's input there; false if the window is gone.
    pub(super) fn show(&mut self, debugger: &mut Debugger) -> bool {
        for control in self.attached.controls.try_iter() {
            debugger.act(Act::Control(control));
        }
        self.attached.show(debugger.machine().picture())
    }

    /// Like `show`, after each frame of a run, at the machine's own pace; false if the window is gone.
    pub(super) fn frame(&mut self, debugger: &mut Debugger) -> bool {
        let video = debugger.machine().video();
        let cycles = u64::from(video.lines() * LINE_CYCLES);
        self.due += Duration::from_nanos(cycles * 1_000_000_000_000 / video.millihertz());
        match self.due.checked_duration_since(Instant::now()) {
            Some(rest) => std::thread::sleep(rest),
            // Lost time is not made up for.
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
