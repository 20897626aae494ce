//! What the editor has sent and nobody has answered yet.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::mpsc::Receiver;

use serde_json::Value;

/// Requests that end a run.
const ENDS: [&str; 5] = ["pause", "disconnect", "terminate", "launch", "restart"];

/// Messages in the order in which they came; shared by all who hold it.
#[derive(Clone)]
pub(super) struct Inbox(Rc<Messages>);

struct Messages {
    coming: Receiver<Value>,
    here: RefCell<VecDeque<Value>>,
}

impl Inbox {
    /// Of what comes in there.
    pub(super) fn new(coming: Receiver<Value>) -> Self {
        Inbox(Rc::new(Messages { coming, here: RefCell::default() }))
    }

    /// Waits for the next message; none if there will be no more.
    pub(super) fn wait(&self) -> Option<Value> {
        let here = self.0.here.borrow_mut().pop_front();
        here.or_else(|| self.0.coming.recv().ok())
    }

    /// The next message, if it has come and is none that ends a run.
    pub(super) fn take_meanwhile(&self) -> Option<Value> {
        self.look();
        let mut here = self.0.here.borrow_mut();
        if here.front().is_some_and(ends) { None } else { here.pop_front() }
    }

    /// Whether such a message has come.
    pub(super) fn has(&self, wanted: impl Fn(&Value) -> bool) -> bool {
        self.look();
        self.0.here.borrow().iter().any(wanted)
    }

    /// Whether the editor wants the program to stand still.
    pub(super) fn ends_run(&self) -> bool {
        self.has(ends)
    }

    /// Whether the editor has enough of the program.
    pub(super) fn ends_session(&self) -> bool {
        let ends = |message: &Value| message["command"] == "disconnect" || message["command"] == "terminate";
        self.has(|message| !message.is_object() || ends(message))
    }

    fn look(&self) {
        self.0.here.borrow_mut().extend(self.0.coming.try_iter());
    }
}

/// Whether a message ends a run; what is no request ends everything.
fn ends(message: &Value) -> bool {
    !message.is_object() || ENDS.iter().any(|end| message["command"] == *end)
}
