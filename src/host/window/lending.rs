//! While a debugger has the machine.

use std::sync::mpsc::TryRecvError;

use super::keys::Command;
use super::loan::Loan;
use super::playing::Window;
use super::speaker::Speaker;
use crate::debug::timeline::Timeline;
use crate::host::attach::{AttachRequest, DebuggerEvent};

const LENT: &str = "a debugger has the machine";

impl Window<'_> {
    /// Lends the machine to who has knocked, or looks what has become of it. Says whether it is lent.
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
        // Nobody knows what was done to it.
        self.recorder.end();
        self.keeper.begin_at(self.past.machine());
        self.keeper.touch();
        (self.told, self.jammed) = (None, false);
        self.say(text);
    }

    /// What the person does is for the machine, wherever it is.
    fn pass_on_controls(&mut self) {
        let controls = self.controls_now();
        if let Some(loan) = &self.loan {
            for control in controls.changes(self.told.as_ref()) {
                // Who is gone is noticed the next time.
                let _ = loan.request.controls.send(control);
            }
        }
        self.told = Some(controls);
        self.keys.frame_done();
    }

    /// Whether a key may be obeyed though a debugger has the machine; it is said if not.
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

    /// Calls for a debugger in the terminal.
    pub(super) fn debug_here(&mut self) {
        let called = self.port.as_ref().and_then(|port| port.call.as_ref()).map(|call| call.send(()));
        if !matches!(called, Some(Ok(()))) {
            self.say("there is no terminal for a debugger: start `front800 play` in one");
        }
    }
}
