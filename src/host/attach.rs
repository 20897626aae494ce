//! Connects a debugger to a window: the debugger borrows the machine with its past, and returns it when it
//! disconnects.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use crate::debug::timeline::Timeline;
use crate::machine::control::Control;

/// The longest time to wait for the window to open.
const PATIENCE: Duration = Duration::from_secs(10);

/// The window's end of the connection.
#[derive(Debug)]
pub struct AttachPort {
    /// Requests of debuggers to borrow the machine.
    pub requests: Receiver<AttachRequest>,
    /// Asks for a debugger to be started, where that is possible.
    pub call: Option<Sender<()>>,
}

/// A debugger that wants to borrow the machine, as the window sees it.
#[derive(Debug)]
pub struct AttachRequest {
    /// Receives the machine.
    pub machine: Sender<Timeline>,
    /// Receives the person's input meanwhile.
    pub controls: Sender<Control>,
    /// Messages from the debugger.
    pub events: Receiver<DebuggerEvent>,
}

/// A message from the debugger to the window.
#[derive(Debug)]
pub enum DebuggerEvent {
    /// A picture to be shown, in the format of [`Machine::picture`](crate::machine::Machine::picture).
    Picture(Vec<u8>),
    /// Returns the machine.
    Back(Box<Timeline>),
}

/// The debugger's end of the connection, while it has the machine.
#[derive(Debug)]
pub struct Attached {
    /// The person's input in the window.
    pub controls: Receiver<Control>,
    events: Sender<DebuggerEvent>,
}

impl Attached {
    /// Asks for the machine and waits for it; none if the window does not answer in time.
    pub fn begin(port: &Sender<AttachRequest>) -> Option<(Attached, Timeline)> {
        let (machine, taken) = channel();
        let (controls, done) = channel();
        let (events, told) = channel();
        port.send(AttachRequest { machine, controls, events: told }).ok()?;
        let timeline = taken.recv_timeout(PATIENCE).ok()?;
        Some((Attached { controls: done, events }, timeline))
    }

    /// Makes the window show a picture; false if the window has been closed.
    pub fn show(&self, picture: &[u8]) -> bool {
        self.events.send(DebuggerEvent::Picture(picture.to_vec())).is_ok()
    }

    /// Returns the machine.
    pub fn end(self, timeline: Timeline) {
        // If the window has been closed, the machine is not needed.
        let _ = self.events.send(DebuggerEvent::Back(Box::new(timeline)));
    }
}
