//! The way for a debugger into a window: it takes the machine with its past, and gives it back when it goes.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use crate::debug::timeline::Timeline;
use crate::machine::control::Control;

/// How long a window may take to open.
const PATIENCE: Duration = Duration::from_secs(10);

/// The window's side.
#[derive(Debug)]
pub struct AttachPort {
    /// Those who want to come in.
    pub requests: Receiver<AttachRequest>,
    /// Calls for a debugger, where there is a place for one.
    pub call: Option<Sender<()>>,
}

/// Somebody who wants the machine, as the window sees him.
#[derive(Debug)]
pub struct AttachRequest {
    /// Takes the machine.
    pub machine: Sender<Timeline>,
    /// Takes what the person does meanwhile.
    pub controls: Sender<Control>,
    /// What comes from him.
    pub events: Receiver<DebuggerEvent>,
}

/// What a visitor tells the window.
#[derive(Debug)]
pub enum DebuggerEvent {
    /// The picture to be shown, as in [`Machine::picture`](crate::machine::Machine::picture).
    Picture(Vec<u8>),
    /// The machine comes back.
    Back(Box<Timeline>),
}

/// The visitor's side, while he has the machine.
#[derive(Debug)]
pub struct Attached {
    /// What the person at the window does.
    pub controls: Receiver<Control>,
    events: Sender<DebuggerEvent>,
}

impl Attached {
    /// Knocks and waits for the machine; none if nobody opens.
    pub fn begin(port: &Sender<AttachRequest>) -> Option<(Attached, Timeline)> {
        let (machine, taken) = channel();
        let (controls, done) = channel();
        let (events, told) = channel();
        port.send(AttachRequest { machine, controls, events: told }).ok()?;
        let timeline = taken.recv_timeout(PATIENCE).ok()?;
        Some((Attached { controls: done, events }, timeline))
    }

    /// Shows the window a picture; false if there is no window any more.
    pub fn show(&self, picture: &[u8]) -> bool {
        self.events.send(DebuggerEvent::Picture(picture.to_vec())).is_ok()
    }

    /// Gives the machine back.
    pub fn end(self, timeline: Timeline) {
        // Where the window is gone nobody wants it.
        let _ = self.events.send(DebuggerEvent::Back(Box::new(timeline)));
    }
}
