//! What a person is going to do, frame by frame.

use crate::machine::control::Control;

/// Something that a person is going to do.
struct Plan {
    /// The frame at whose beginning it is to be done.
    frame: u64,
    control: Control,
    /// The machine cycle at which it was planned.
    since: u64,
}

/// All of it, and how much of it has been done.
pub(super) struct Plans {
    /// In the order of their frames. Those that have been done stay: somebody may go back to before them.
    plans: Vec<Plan>,
    /// The frame up to which they have been done.
    done_to: u64,
}

impl Plans {
    /// Nothing, from a frame on.
    pub(super) fn new(frame: u64) -> Self {
        Plans { plans: Vec::new(), done_to: frame }
    }

    /// Another one, of which is known since a machine cycle. What is planned for one frame is done in the order in which it was planned.
    pub(super) fn add(&mut self, frame: u64, control: Control, since: u64) {
        self.plans.insert(self.before(frame), Plan { frame, control, since });
    }

    /// How many are for a frame and those before it.
    fn before(&self, frame: u64) -> usize {
        self.plans.partition_point(|plan| plan.frame <= frame)
    }

    /// Whether all is done that was planned for the frames up to this one.
    pub(super) fn are_done(&self, frame: u64) -> bool {
        frame <= self.done_to
    }

    /// What is to be done for the frames up to this one, which has begun. It is done then.
    pub(super) fn take_due(&mut self, frame: u64) -> Vec<Control> {
        let due = self.before(self.done_to)..self.before(frame);
        self.done_to = frame;
        self.plans[due].iter().map(|plan| plan.control).collect()
    }

    /// What was planned for frames up to this one has been done, and nothing of what is planned for later ones.
    pub(super) fn go_on_from(&mut self, frame: u64) {
        self.done_to = frame;
    }

    /// What is planned for the frames behind this one.
    pub(super) fn after(&self, frame: u64) -> impl Iterator<Item = (u64, Control)> {
        self.plans[self.before(frame)..].iter().map(|plan| (plan.frame, plan.control))
    }

    /// Nobody goes back to before the frame behind this one.
    pub(super) fn forget_before(&mut self, frame: u64) {
        self.plans.drain(..self.before(frame));
    }

    /// What was planned after a machine cycle was not.
    pub(super) fn forget_since(&mut self, cycle: u64) {
        self.plans.retain(|plan| plan.since <= cycle);
    }
}
