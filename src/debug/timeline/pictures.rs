//! Pictures of the past.

use super::Timeline;
use super::marks::Mark;
use crate::machine::FIRST_LINE;

/// Frames to go back so that the preceding picture is complete, wherever in a frame the state was saved.
const LEAD: u64 = 3;

/// A frame of the past.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The machine cycle at which [`Timeline::run_frame`] stopped when it was complete.
    pub cycle: u64,
    /// Its picture, as in [`Machine::picture`](crate::machine::Machine::picture).
    pub picture: Vec<u8>,
}

impl Timeline {
    /// Some frames that were complete before a cycle, in chronological order, ending with the one just before it.
    /// Call again with the cycle of the first for earlier ones. Empty if nothing before the cycle is known.
    pub fn frames_before(&self, cycle: u64) -> Vec<Frame> {
        let mark = self.marks.before(cycle.saturating_sub(LEAD * self.frame_cycles()));
        self.frames_between(mark, cycle)
    }

    fn frames_between(&self, mark: &Mark, end: u64) -> Vec<Frame> {
        let mut scout = self.now.clone();
        let machine = &mut scout.machine;
        machine.set_stops(None);
        machine.set_audio(None);
        machine.set_drawing(true);
        mark.restore(&mut scout);
        scout.catch_up(&self.acts);
        let mut frames = Vec::new();
        loop {
            let machine = &scout.machine;
            let is_whole = machine.line() < FIRST_LINE;
            let end_of_frame = machine.frame_end();
            scout.run_to(&self.acts, end_of_frame);
            let cycle = scout.cycle();
            if cycle >= end {
                return frames;
            }
            if is_whole {
                frames.push(Frame { cycle, picture: scout.machine.picture().to_vec() });
            }
        }
    }
}
