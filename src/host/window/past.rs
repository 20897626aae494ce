//! Going back in time: rewinding frame by frame while a key is held, and single steps.

use super::playing::Window;
use super::rewind::Rewind;

impl Window<'_> {
    /// The picture to show: the machine's, that of a debugger, or one of the past.
    pub(super) fn picture(&self) -> &[u8] {
        match (&self.loan, &self.rewind, &self.ahead) {
            (Some(loan), ..) => &loan.picture,
            (None, Some(rewind), _) => &rewind.shown.picture,
            (None, None, Some(ahead)) => ahead,
            (None, None, None) => self.past.machine().picture(),
        }
    }

    /// Call when the machine's state was replaced. Its picture is still that of the old state, so until it runs, its
    /// next picture is computed on a copy and shown.
    pub(super) fn look_ahead(&mut self) {
        let mut copy = self.past.machine().clone();
        copy.set_drawing(true);
        copy.run_frame();
        self.ahead = Some(copy.picture().to_vec());
    }

    /// Seconds between the picture shown and the machine's present.
    pub(super) fn seconds_back(&self) -> Option<f64> {
        let machine = self.past.machine();
        let cycles = machine.cycle() - self.rewind.as_ref()?.cycle();
        Some(cycles as f64 * 1000.0 / machine.video().millihertz() as f64)
    }

    /// Shows the previous frame; false at the beginning of the past.
    pub(super) fn frame_back(&mut self) -> bool {
        let goes = match &mut self.rewind {
            Some(rewind) => rewind.back(&self.past),
            None => {
                self.rewind = Rewind::begin(&self.past, self.past.machine().cycle());
                self.rewind.is_some()
            }
        };
        if !goes {
            self.say("nothing is known of what was before");
        }
        self.keys.frame_done();
        goes
    }

    /// Continues from the frame shown, and drops what came after it.
    pub(super) fn leave_past(&mut self) {
        let Some(rewind) = self.rewind.take() else { return };
        self.past.go_to(rewind.cycle());
        self.past.forget_future();
        self.ahead = None;
        let machine = self.past.machine_mut();
        // Sound and printed text up to that frame were output when it first ran.
        self.samples.clear();
        machine.take_audio(&mut self.samples);
        machine.take_printed();
        let machine = self.past.machine();
        self.recorder.went_back(machine.frame_number());
        self.keeper.begin_at(machine);
        self.keeper.touch();
        (self.told, self.jammed) = (None, false);
    }

    /// Pauses, and runs one frame.
    pub(super) fn frame_on(&mut self) {
        self.stand();
        self.run_frame();
    }

    /// Pauses, and goes back one frame.
    pub(super) fn one_frame_back(&mut self) {
        self.stand();
        self.frame_back();
        self.leave_past();
    }

    fn stand(&mut self) {
        if !self.paused {
            self.pause();
        }
    }
}
