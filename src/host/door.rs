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
pub struct Door {
    /// Requests of debuggers to borrow the machine.
    pub visitors: Receiver<Visitor>,
    /// Asks for a debugger to be started, where that is possible.
    pub bell: Option<Sender<()>>,
}

/// A debugger that wants to borrow the machine, as the window sees it.
#[derive(Debug)]
pub struct Visitor {
    /// Receives the machine.
    pub machine: Sender<Timeline>,
    /// Receives the person's input meanwhile.
    pub controls: Sender<Control>,
    /// Messages from the debugger.
    pub news: Receiver<News>,
}

/// A message from the debugger to the window.
#[derive(Debug)]
pub enum News {
    /// A picture to be shown, in the format of [`Machine::picture`](crate::machine::Machine::picture).
    Picture(Vec<u8>),
    /// Returns the machine.
    Back(Box<Timeline>),
}

/// The debugger's end of the connection, while it has the machine.
#[derive(Debug)]
pub struct Visit {
    /// The person's input in the window.
    pub controls: Receiver<Control>,
    news: Sender<News>,
}

impl Visit {
    /// Asks for the machine and waits for it; none if the window does not answer in time.
    pub fn begin(door: &Sender<Visitor>) -> Option<(Visit, Timeline)> {
        let (machine, taken) = channel();
        let (controls, done) = channel();
        let (news, told) = channel();
        door.send(Visitor { machine, controls, news: told }).ok()?;
        let timeline = taken.recv_timeout(PATIENCE).ok()?;
        Some((Visit { controls: done, news }, timeline))
    }

    /// Makes the window show a picture; false if the window has been closed.
    pub fn show(&self, picture: &[u8]) -> bool {
        self.news.send(News::Picture(picture.to_vec())).is_ok()
    }

    /// Returns the machine.
    pub fn end(self, timeline: Timeline) {
        // If the window has been closed, the machine is not needed.
        let _ = self.news.send(News::Back(Box::new(timeline)));
    }
}
