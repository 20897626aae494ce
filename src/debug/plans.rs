//! Input planned for frames to come.

use crate::machine::control::Control;

/// Input planned for one frame.
struct Plan {
    /// The frame at whose beginning it is applied.
    frame: u64,
    control: Control,
    /// The machine cycle at which it was planned.
    since: u64,
}

/// All planned input, and how much of it has been applied.
pub(super) struct Plans {
    /// Ordered by frame. Applied plans stay, because the debugger may go back to before them.
    plans: Vec<Plan>,
    /// The frame up to which plans have been applied.
    done_to: u64,
}

impl Plans {
    /// No plans, from a frame on.
    pub(super) fn new(frame: u64) -> Self {
        Plans { plans: Vec::new(), done_to: frame }
    }

    /// Adds a plan that was made in machine cycle `since`. Plans for the same frame are applied in the order in which
    /// they were made.
    pub(super) fn add(&mut self, frame: u64, control: Control, since: u64) {
        self.plans.insert(self.before(frame), Plan { frame, control, since });
    }

    /// How many plans are for this frame or an earlier one.
    fn before(&self, frame: u64) -> usize {
        self.plans.partition_point(|plan| plan.frame <= frame)
    }

    /// Whether everything planned for frames up to this one has been applied.
    pub(super) fn are_done(&self, frame: u64) -> bool {
        frame <= self.done_to
    }

    /// Takes the input due for frames up to this one, which has begun, and marks it as applied.
    pub(super) fn take_due(&mut self, frame: u64) -> Vec<Control> {
        let due = self.before(self.done_to)..self.before(frame);
        self.done_to = frame;
        self.plans[due].iter().map(|plan| plan.control).collect()
    }

    /// Marks plans up to this frame as applied, and later ones as pending.
    pub(super) fn go_on_from(&mut self, frame: u64) {
        self.done_to = frame;
    }

    /// The plans for frames after this one.
    pub(super) fn after(&self, frame: u64) -> impl Iterator<Item = (u64, Control)> {
        self.plans[self.before(frame)..].iter().map(|plan| (plan.frame, plan.control))
    }

    /// Drops plans up to this frame: it is no longer possible to go back to before them.
    pub(super) fn forget_before(&mut self, frame: u64) {
        self.plans.drain(..self.before(frame));
    }

    /// Drops plans that were made after a machine cycle.
    pub(super) fn forget_since(&mut self, cycle: u64) {
        self.plans.retain(|plan| plan.since <= cycle);
    }
}
