//! Pending messages of the editor.

use std::collections::VecDeque;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

/// Requests that end a run.
const ENDS: [&str; 5] = ["pause", "disconnect", "terminate", "launch", "restart"];

/// Messages in the order of arrival; clones share the queue.
#[derive(Clone)]
pub(super) struct Inbox(Arc<Mutex<Messages>>);

struct Messages {
    coming: Receiver<Value>,
    here: VecDeque<Value>,
}

impl Inbox {
    /// An inbox for this channel.
    pub(super) fn new(coming: Receiver<Value>) -> Self {
        Inbox(Arc::new(Mutex::new(Messages { coming, here: VecDeque::new() })))
    }

    /// Waits for the next message; none if there will be no more.
    pub(super) fn wait(&self) -> Option<Value> {
        let mut messages = self.messages();
        messages.here.pop_front().or_else(|| messages.coming.recv().ok())
    }

    /// The next message, if it has arrived and does not end a run.
    pub(super) fn take_meanwhile(&self) -> Option<Value> {
        let here = &mut self.look().here;
        if here.front().is_some_and(ends) { None } else { here.pop_front() }
    }

    /// Whether such a message has arrived.
    pub(super) fn has(&self, wanted: impl Fn(&Value) -> bool) -> bool {
        self.look().here.iter().any(wanted)
    }

    /// Whether the editor wants the program to stop.
    pub(super) fn ends_run(&self) -> bool {
        self.has(ends)
    }

    /// Whether the editor is ending the session with the program.
    pub(super) fn ends_session(&self) -> bool {
        let ends = |message: &Value| message["command"] == "disconnect" || message["command"] == "terminate";
        self.has(|message| !message.is_object() || ends(message))
    }

    /// Collects what has arrived.
    fn look(&self) -> MutexGuard<'_, Messages> {
        let mut messages = self.messages();
        let Messages { coming, here } = &mut *messages;
        here.extend(coming.try_iter());
        messages
    }

    fn messages(&self) -> MutexGuard<'_, Messages> {
        // No code that holds the lock can panic midway through a change.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a message ends a run; anything that is not a request does.
fn ends(message: &Value) -> bool {
    !message.is_object() || ENDS.iter().any(|end| message["command"] == *end)
}
