//! The way for a debugger into a window: it takes the machine with its past, and gives it back when it goes.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use crate::debug::timeline::Timeline;
use crate::machine::control::Control;

/// How long a window may take to open.
const PATIENCE: Duration = Duration::from_secs(10);

/// The window's side.
#[derive(Debug)]
pub struct Door {
    /// Those who want to come in.
    pub visitors: Receiver<Visitor>,
    /// Calls for a debugger, where there is a place for one.
    pub bell: Option<Sender<()>>,
}

/// Somebody who wants the machine, as the window sees him.
#[derive(Debug)]
pub struct Visitor {
    /// Takes the machine.
    pub machine: Sender<Timeline>,
    /// Takes what the person does meanwhile.
    pub controls: Sender<Control>,
    /// What comes from him.
    pub news: Receiver<News>,
}

/// What a visitor tells the window.
#[derive(Debug)]
pub enum News {
    /// The picture to be shown, as in [`Machine::picture`](crate::machine::Machine::picture).
    Picture(Vec<u8>),
    /// The machine comes back.
    Back(Box<Timeline>),
}

/// The visitor's side, while he has the machine.
#[derive(Debug)]
pub struct Visit {
    /// What the person at the window does.
    pub controls: Receiver<Control>,
    news: Sender<News>,
}

impl Visit {
    /// Knocks and waits for the machine; none if nobody opens.
    pub fn begin(door: &Sender<Visitor>) -> Option<(Visit, Timeline)> {
        let (machine, taken) = channel();
        let (controls, done) = channel();
        let (news, told) = channel();
        door.send(Visitor { machine, controls, news: told }).ok()?;
        let timeline = taken.recv_timeout(PATIENCE).ok()?;
        Some((Visit { controls: done, news }, timeline))
    }

    /// Shows the window a picture; false if there is no window any more.
    pub fn show(&self, picture: &[u8]) -> bool {
        self.news.send(News::Picture(picture.to_vec())).is_ok()
    }

    /// Gives the machine back.
    pub fn end(self, timeline: Timeline) {
        // Where the window is gone nobody wants it.
        let _ = self.news.send(News::Back(Box::new(timeline)));
    }
}
