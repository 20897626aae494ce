//! Records input so that it can be replayed.

use crate::machine::control::Control;

/// The frame at whose line 0 a control changed, and the change.
pub type Change = (u64, Control);

/// Records every change of a control since power-on. Switching the machine off begins a new record; loading a saved
/// state brings back the record as of then.
#[derive(Default)]
pub(super) struct Recorder {
    changes: Vec<Change>,
    saved: Option<(Vec<u8>, Vec<Change>)>,
    /// The machine continues from a state with an unknown history.
    ended: bool,
    /// The machine is not the one with which the record began.
    exchanged: bool,
}

impl Recorder {
    /// Records that `control` changed at the beginning of `frame`.
    pub(super) fn note(&mut self, frame: u64, control: Control) {
        if !self.ended {
            self.changes.push((frame, control));
        }
    }

    /// Ends the record: what happens to the machine from here on is not known.
    pub(super) fn end(&mut self) {
        self.ended = true;
    }

    /// Ends the record: another program is played from here on.
    pub(super) fn exchanged(&mut self) {
        (self.ended, self.exchanged, self.saved) = (true, true, None);
    }

    /// The person went back to the beginning of `frame`; changes made there are kept.
    pub(super) fn went_back(&mut self, frame: u64) {
        if !self.ended {
            self.changes.retain(|&(at, _)| at <= frame);
        }
    }

    /// The machine was switched off and on.
    pub(super) fn power_cycled(&mut self) {
        if self.exchanged {
            return;
        }
        self.changes.clear();
        self.ended = false;
    }

    /// The machine was saved as `state`.
    pub(super) fn saved(&mut self, state: &[u8]) {
        if !self.ended {
            self.saved = Some((state.to_vec(), self.changes.clone()));
        }
    }

    /// The machine continues from `state`. Returns false, and ends the record, if the history of the state is not
    /// known.
    pub(super) fn loaded(&mut self, state: &[u8]) -> bool {
        match &self.saved {
            Some((saved, changes)) if saved == state => {
                self.changes.clone_from(changes);
                self.ended = false;
            }
            _ => self.ended = true,
        }
        !self.ended
    }

    /// Takes the record.
    pub(super) fn into_changes(self) -> Vec<Change> {
        self.changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Stick;

    fn change(frame: u64) -> Change {
        (frame, Control::Stick(0, Stick { up: frame.is_multiple_of(2), ..Stick::default() }))
    }

    fn recorder(frames: &[u64]) -> Recorder {
        let mut recorder = Recorder::default();
        for (frame, control) in frames.iter().map(|&frame| change(frame)) {
            recorder.note(frame, control);
        }
        recorder
    }

    #[test]
    fn a_machine_switched_on_anew_has_a_record_of_its_own() {
        let mut recorder = recorder(&[10, 20]);
        recorder.power_cycled();
        recorder.note(5, change(5).1);
        assert_eq!(recorder.into_changes(), [change(5)]);
    }

    #[test]
    fn another_program_ends_the_record() {
        let mut recorder = recorder(&[10]);
        recorder.exchanged();
        recorder.note(20, change(20).1);
        recorder.power_cycled();
        recorder.note(5, change(5).1);
        assert_eq!(recorder.into_changes(), [change(10)]);
    }

    #[test]
    fn going_back_to_a_saved_state_forgets_what_came_after_it() {
        let mut recorder = recorder(&[10, 20]);
        recorder.saved(b"state");
        recorder.note(30, change(30).1);
        assert!(recorder.loaded(b"state"));
        recorder.note(25, change(25).1);
        assert_eq!(recorder.into_changes(), [change(10), change(20), change(25)]);
    }

    #[test]
    fn going_back_in_time_forgets_what_came_after_it_and_not_what_was_saved_then() {
        let mut recorder = recorder(&[10, 20, 30]);
        recorder.saved(b"state");
        recorder.went_back(20);
        assert_eq!(recorder.changes, [change(10), change(20)]);
        assert!(recorder.loaded(b"state"));
        assert_eq!(recorder.into_changes(), [change(10), change(20), change(30)]);
    }

    #[test]
    fn a_state_of_unknown_history_ends_the_record() {
        let mut recorder = recorder(&[10]);
        assert!(!recorder.loaded(b"another"));
        recorder.note(20, change(20).1);
        assert_eq!(recorder.into_changes(), [change(10)]);
    }
}
