//! The serial bus: which device is addressed, what it answers, and when. [sheet: pia-sio-disk 2]
//!
//! The bus has to be brought to the present before POKEY is accessed; its own next event is part of the machine's
//! horizon. While COMMAND is high and no device answers, nothing happens in it.

mod line;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::disks::Shelf;
use super::drive::Drive;
use super::printer::Printer;
use super::protocol::{Answer, Command, Outcome, Pace};
use super::time::{FAR, NEVER, Rate};
use crate::chips::pokey::Pokey;
use crate::machine::config::Video;
use line::{Heard, Receiver, Transmission};

/// The number of drives that the switches on their backs can distinguish.
pub const DRIVES: usize = 4;
/// Device numbers.
const DRIVE_1: u8 = 0x31;
const PRINTER: u8 = 0x40;
/// Answers.
const ACK: u8 = b'A';
const NAK: u8 = b'N';
const COMPLETE: u8 = b'C';
const ERROR: u8 = b'E';
/// Device, command, AUX1, AUX2, checksum.
const COMMAND_BYTES: usize = 5;
/// Microseconds from COMMAND going high to the answer: 0 to 16,000 are allowed. [guess]
const ANSWER_MICROS: u64 = 500;
/// Microseconds from the end of a data frame to its acknowledgement: 850 to 16,000 are allowed. [guess]
const DATA_ANSWER_MICROS: u64 = 1_000;
/// Microseconds from the acknowledgement to what follows it, at least. [sheet: pia-sio-disk 2]
const RESULT_MICROS: u64 = 250;
/// How many microseconds a device waits for the next byte of a data frame. [guess]
const BYTE_PATIENCE_MICROS: u64 = 50_000;

/// The result of an exchange in no time.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Reply {
    /// No answer, or an incomplete one.
    Silence,
    /// The device cannot execute the command or has not understood it.
    Refusal,
    /// The device has executed the command.
    Done {
        /// Whether it succeeded.
        good: bool,
        /// The data frame for the computer, if there is one, without its checksum.
        data: Option<Vec<u8>>,
    },
}

/// The state of an exchange.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum Phase {
    /// COMMAND is high, or is low without a meaning for any device.
    Idle,
    /// COMMAND is low: the frame so far, and whether all of its bytes had correct stop bits.
    Command { bytes: Vec<u8>, framed: bool },
    /// A device is sending, or working and about to send. It does not listen.
    Busy,
    /// A device is sending its acknowledgement and will listen then.
    Inviting { command: Command, length: usize },
    /// A device is listening to a data frame; it gives up in cycle `until`.
    Data { command: Command, length: usize, bytes: Vec<u8>, framed: bool, until: u64 },
}

/// The bus and the devices on it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct SerialBus {
    /// The drives by number.
    pub drives: [Option<Drive>; DRIVES],
    /// The printer.
    pub printer: Option<Printer>,
    /// COMMAND is low.
    command: bool,
    phase: Phase,
    receiver: Receiver,
    /// What is being sent, in order.
    sending: Vec<Transmission>,
    #[serde(skip)]
    rate: Rate,
    /// The cycle of the next event.
    #[serde(skip)]
    next: u64,
}

impl SerialBus {
    /// A bus without devices.
    pub(crate) fn new(video: Video) -> Self {
        SerialBus {
            drives: [const { None }; DRIVES],
            printer: None,
            command: false,
            phase: Phase::Idle,
            receiver: Receiver::new(),
            sending: Vec::new(),
            rate: Rate::new(video),
            next: NEVER,
        }
    }

    /// A bus with these devices, for a computer that is switched on in cycle 0.
    pub(crate) fn restarted(&self, video: Video) -> Self {
        let mut bus = SerialBus::new(video);
        bus.printer = self.printer.clone();
        bus.drives = self.drives.clone();
        for drive in bus.drives.iter_mut().flatten() {
            drive.restart();
        }
        bus
    }

    /// Whether a bus can be in this state in cycle `now`, to which it has been brought.
    pub(crate) fn is_possible(&self, video: Video, now: u64) -> bool {
        let rate = Rate::new(video);
        let patient = |until: u64| until > now && until - now < FAR;
        let phase = match self.phase {
            Phase::Busy | Phase::Inviting { .. } => !self.sending.is_empty(),
            Phase::Data { until, .. } => self.sending.is_empty() && patient(until),
            Phase::Idle | Phase::Command { .. } => self.sending.is_empty(),
        };
        phase
            && (!self.listens() || self.receiver.is_possible(rate, now))
            && self.sending.iter().all(|sending| sending.is_possible(rate, now))
            && self.drives.iter().flatten().all(|drive| drive.is_possible(rate.micros(now)))
    }

    /// To be called after a saved state has been restored in cycle `now`.
    pub(crate) fn resume(&mut self, video: Video, now: u64) {
        self.rate = Rate::new(video);
        self.receiver.look_again(now);
        self.find_next();
    }

    /// Carries out a whole exchange in no time; `sent` is the data frame for the device. Returns `None` while the bus
    /// is in use.
    pub(crate) fn exchange(
        &mut self,
        now: u64,
        command: Command,
        sent: Option<&[u8]>,
        shelf: &mut Shelf,
    ) -> Option<Reply> {
        if self.command || self.phase != Phase::Idle || !self.sending.is_empty() {
            return None;
        }
        let micros = self.rate.micros(now);
        let outcome = match self.told(micros, command, shelf) {
            None => return Some(Reply::Silence),
            Some(Answer::Refusal) => return Some(Reply::Refusal),
            Some(Answer::Done(outcome)) => outcome,
            // With a frame of another length the device waits for more in vain, or answers while the computer does not
            // listen.
            Some(Answer::Wants(length)) => match sent {
                Some(data) if data.len() == length => {
                    match self.told_data(micros, command, Some(data), shelf) {
                        None => return Some(Reply::Refusal),
                        Some(outcome) => outcome,
                    }
                }
                Some(data) if data.len() > length => {
                    self.told_data(micros, command, None, shelf);
                    return Some(Reply::Silence);
                }
                _ => return Some(Reply::Silence),
            },
        };
        if let Some(drive) = self.drive(command.device) {
            drive.go_back(outcome.micros);
        }
        Some(Reply::Done { good: outcome.good, data: outcome.data })
    }

    /// The numbers of the disks in the drives.
    pub(crate) fn disks(&self) -> Vec<usize> {
        self.drives.iter().flatten().filter_map(Drive::disk).collect()
    }

    /// Maps the disks in the drives to the numbers that they have here; false if one has none.
    pub(crate) fn renumber_disks(&mut self, places: &BTreeMap<usize, usize>) -> bool {
        self.drives.iter_mut().flatten().all(|drive| drive.renumber_disk(places))
    }

    /// The cycle of the next event; `u64::MAX` if there is none.
    #[inline]
    pub(crate) fn next_event(&self) -> u64 {
        self.next
    }

    /// To be called when POKEY has been written to in cycle `now`.
    pub(crate) fn pokey_written(&mut self, now: u64) {
        if self.listens() {
            self.receiver.look_again(now + 1);
            self.find_next();
        }
    }

    /// Sets the level of COMMAND from cycle `now` on: true = low.
    pub(crate) fn set_command(&mut self, now: u64, low: bool, shelf: &mut Shelf) {
        if self.command == low {
            return;
        }
        self.command = low;
        match (&self.phase, low) {
            (Phase::Idle | Phase::Data { .. }, true) => {
                self.phase = Phase::Command { bytes: Vec::new(), framed: true };
                self.receiver.begin(now + 1);
            }
            (Phase::Command { bytes, framed }, false) => {
                let frame = if *framed { command_in(bytes) } else { None };
                let device = bytes.first().copied();
                self.phase = Phase::Idle;
                if let Some(frame) = frame {
                    self.answer(now, frame, shelf);
                } else if let Some(drive) = device.and_then(|device| self.drive(device)) {
                    drive.command_damaged();
                }
            }
            _ => {}
        }
        self.find_next();
    }

    /// Executes everything due up to and including cycle `now`.
    pub(crate) fn advance(&mut self, now: u64, pokey: &mut Pokey, shelf: &mut Shelf) {
        while self.next <= now {
            let at = self.next;
            self.event(at, pokey, shelf);
            self.find_next();
        }
    }

    /// Whether a device listens to POKEY.
    fn listens(&self) -> bool {
        matches!(self.phase, Phase::Command { .. } | Phase::Data { .. })
    }

    fn find_next(&mut self) {
        let heard = if self.listens() { self.receiver.next_event(self.rate) } else { NEVER };
        let sent = self.sending.first().map_or(NEVER, |sending| sending.next_event(self.rate));
        let patience = if let Phase::Data { until, .. } = self.phase { until } else { NEVER };
        self.next = heard.min(sent).min(patience);
    }

    fn event(&mut self, at: u64, pokey: &mut Pokey, shelf: &mut Shelf) {
        // While one device sends, none listens to the computer.
        if let Some(sending) = self.sending.first_mut() {
            if !sending.event(at, pokey) {
                self.sending.remove(0);
                if self.sending.is_empty() {
                    self.all_sent(at);
                }
            }
            return;
        }
        if self.receiver.next_event(self.rate) == at
            && let Some(heard) = self.receiver.event(at, pokey)
        {
            self.hear(at, heard, shelf);
        }
        if let Phase::Data { until, .. } = self.phase
            && until == at
        {
            self.phase = Phase::Idle;
        }
    }

    /// The device has sent everything.
    fn all_sent(&mut self, at: u64) {
        self.phase = match self.phase {
            Phase::Inviting { command, length } => {
                self.receiver.begin(at + 1);
                let until = at + self.rate.cycles(BYTE_PATIENCE_MICROS);
                Phase::Data { command, length, bytes: Vec::new(), framed: true, until }
            }
            // A command frame that began meanwhile was not received.
            _ => Phase::Idle,
        };
    }

    fn hear(&mut self, at: u64, heard: Heard, shelf: &mut Shelf) {
        match &mut self.phase {
            Phase::Command { bytes, framed } => {
                *framed &= heard.framed;
                // If a frame has too many bytes, it does not matter how many.
                if bytes.len() <= COMMAND_BYTES {
                    bytes.push(heard.byte);
                }
            }
            Phase::Data { command, length, bytes, framed, until } => {
                *framed &= heard.framed;
                *until = at + self.rate.cycles(BYTE_PATIENCE_MICROS);
                bytes.push(heard.byte);
                if bytes.len() > *length {
                    let (command, framed, mut bytes) = (*command, *framed, std::mem::take(bytes));
                    let sum = bytes.pop();
                    let good = framed && sum == Some(checksum(&bytes));
                    self.take_data(at, command, good.then_some(bytes), shelf);
                }
            }
            _ => {}
        }
    }

    /// The addressed device's answer to a command frame.
    fn answer(&mut self, now: u64, command: Command, shelf: &mut Shelf) {
        let micros = self.rate.micros(now);
        let Some(answer) = self.told(micros, command, shelf) else { return };
        let pace = self.pace(command.device);
        let at = now + self.rate.cycles(ANSWER_MICROS);
        match answer {
            Answer::Refusal => {
                self.send(vec![NAK], pace, at);
                self.phase = Phase::Busy;
            }
            Answer::Wants(length) => {
                self.send(vec![ACK], pace, at);
                self.phase = Phase::Inviting { command, length };
            }
            Answer::Done(outcome) => self.acknowledge(at, pace, outcome),
        }
    }

    /// The addressed device's response to a command; none if there is no such device.
    fn told(&mut self, micros: u64, command: Command, shelf: &mut Shelf) -> Option<Answer> {
        match command.device {
            PRINTER => self.printer.as_mut().map(|printer| printer.command(command)),
            device => self.drive(device).map(|drive| drive.command(micros, command, shelf)),
        }
    }

    /// The device's response to a data frame; none if it refuses.
    fn told_data(
        &mut self,
        micros: u64,
        command: Command,
        data: Option<&[u8]>,
        shelf: &mut Shelf,
    ) -> Option<Outcome> {
        match command.device {
            PRINTER => self.printer.as_mut()?.data(data),
            device => self.drive(device)?.data(micros, command, data, shelf),
        }
    }

    /// Completes a data frame; `data` is none if it was damaged.
    fn take_data(&mut self, now: u64, command: Command, data: Option<Vec<u8>>, shelf: &mut Shelf) {
        let micros = self.rate.micros(now);
        let outcome = self.told_data(micros, command, data.as_deref(), shelf);
        let pace = self.pace(command.device);
        let at = now + self.rate.cycles(DATA_ANSWER_MICROS);
        match outcome {
            Some(outcome) => self.acknowledge(at, pace, outcome),
            None => {
                self.send(vec![NAK], pace, at);
                self.phase = Phase::Busy;
            }
        }
    }

    /// Sends ACK in cycle `at`, then the outcome.
    fn acknowledge(&mut self, at: u64, pace: Pace, outcome: Outcome) {
        self.send(vec![ACK], pace, at);
        let micros = 10 * pace.bit_micros + outcome.micros.max(RESULT_MICROS);
        let mut bytes = vec![if outcome.good { COMPLETE } else { ERROR }];
        if let Some(data) = outcome.data {
            let sum = checksum(&data);
            bytes.extend(data);
            bytes.push(sum);
        }
        self.send(bytes, pace, at + self.rate.cycles(micros));
        self.phase = Phase::Busy;
    }

    fn send(&mut self, bytes: Vec<u8>, pace: Pace, at: u64) {
        self.sending.push(Transmission::new(bytes, pace, at));
    }

    fn drive(&mut self, device: u8) -> Option<&mut Drive> {
        self.drives.get_mut(usize::from(device.checked_sub(DRIVE_1)?))?.as_mut()
    }

    fn pace(&mut self, device: u8) -> Pace {
        self.drive(device).map_or(Printer::PACE, |drive| drive.pace())
    }
}

/// The command in a frame with the right length and checksum.
fn command_in(bytes: &[u8]) -> Option<Command> {
    let &[device, code, aux1, aux2, sum] = bytes else { return None };
    (sum == checksum(&bytes[..4])).then_some(Command { device, code, aux: [aux1, aux2] })
}

/// The sum of all bytes with the carry added back in. [sheet: pia-sio-disk 2]
pub(crate) fn checksum(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |sum: u8, &byte| {
        let (sum, carry) = sum.overflowing_add(byte);
        sum + u8::from(carry)
    })
}
