//! Lending the machine to a debugger.

use std::sync::mpsc::TryRecvError;

use super::keys::Command;
use super::loan::Loan;
use super::playing::Window;
use super::speaker::Speaker;
use crate::debug::timeline::Timeline;
use crate::host::attach::{AttachRequest, DebuggerEvent};

const LENT: &str = "a debugger has the machine";

impl Window<'_> {
    /// Lends the machine to a debugger that asks for it, or handles messages from the one that has it. Returns
    /// whether the machine is lent.
    pub(super) fn lend(&mut self) -> bool {
        if self.loan.is_none() {
            let request = self.port.as_ref().and_then(|port| port.requests.try_recv().ok());
            request.into_iter().for_each(|request| self.lend_to(request));
        }
        let Some(loan) = &mut self.loan else { return false };
        loop {
            match loan.request.events.try_recv() {
                Ok(DebuggerEvent::Picture(picture)) => loan.picture = picture,
                Ok(DebuggerEvent::Back(timeline)) => {
                    self.past = *timeline;
                    self.take_back("the machine is back");
                    return false;
                }
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.take_back("the debugger is gone; this is the machine as it was before");
                    return false;
                }
            }
        }
        self.pass_on_controls();
        true
    }

    fn lend_to(&mut self, request: AttachRequest) {
        self.leave_past();
        self.write_disks();
        let machine = self.past.machine().clone();
        let picture = self.picture().to_vec();
        let past = std::mem::replace(&mut self.past, Timeline::new(machine, 0));
        match request.machine.send(past) {
            Ok(()) => {
                self.say(LENT);
                self.loan = Some(Loan { request, picture });
            }
            Err(lost) => self.past = lost.0,
        }
    }

    fn take_back(&mut self, text: &str) {
        (self.loan, self.ahead) = (None, None);
        if self.paused {
            self.look_ahead();
        }
        self.past.machine_mut().set_audio(self.speaker.as_ref().map(Speaker::rate));
        self.past.machine_mut().set_drawing(true);
        self.write_disks();
        // The history is unknown from here on.
        self.recorder.end();
        self.keeper.begin_at(self.past.machine());
        self.keeper.touch();
        (self.told, self.jammed) = (None, false);
        self.say(text);
    }

    /// Sends the person's input to the debugger that has the machine.
    fn pass_on_controls(&mut self) {
        let controls = self.controls_now();
        if let Some(loan) = &self.loan {
            for control in controls.changes(self.told.as_ref()) {
                // A lost connection is noticed at the next call.
                let _ = loan.request.controls.send(control);
            }
        }
        self.told = Some(controls);
        self.keys.frame_done();
    }

    /// Whether a command can be executed although a debugger has the machine; shows a message if not.
    pub(super) fn may_obey(&mut self, command: Command) -> bool {
        let is_about_machine = !matches!(
            command,
            Command::Help
                | Command::FullScreen
                | Command::Louder
                | Command::Quieter
                | Command::Mute
                | Command::ShowSpeed
                | Command::SwitchArrows
                | Command::SwitchMouse
        );
        let may = self.loan.is_none() || !is_about_machine;
        if !may {
            self.say(LENT);
        }
        may
    }

    /// Asks for a debugger in the terminal.
    pub(super) fn debug_here(&mut self) {
        let called = self.port.as_ref().and_then(|port| port.call.as_ref()).map(|call| call.send(()));
        if !matches!(called, Some(Ok(()))) {
            self.say("there is no terminal for a debugger: start `front800 play` in one");
        }
    }
}
