//! The shift registers of the serial port.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::registers::skctl;

/// Bits of a frame: start, eight data, stop.
pub(super) const FRAME_BITS: u8 = 10;
/// Timer pulses from the start of an asynchronous frame to the sample of its stop bit.
pub(super) const STOP_PULSE: u8 = 19;

/// The most changes of the input line that wait for the pulses after them: more than those of a frame.
const MOST_CHANGES: usize = 16;

/// SERIN side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Receiver {
    /// Waiting for a start bit.
    Idle,
    /// In a frame, after this many pulses; the odd ones sample.
    Frame(u8),
}

/// The serial port.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Serial {
    /// SEROUT, and whether it is waiting for the shift register.
    pub(super) serout: u8,
    pub(super) full: bool,
    /// The bits after the one on the line, lowest first.
    pub(super) shift: u16,
    /// Bits of the frame that remain, including the one on the line; 0 is idle.
    pub(super) bits_left: u8,
    /// The data bit on the line.
    pub(super) data: bool,
    /// Whether the next pulse of the output clock is the second of a bit.
    pub(super) output_half: bool,
    /// The flip-flop that two-tone mode puts on the line.
    pub(super) tone: bool,
    pub(super) serin: u8,
    /// The data bits of the frame being received.
    pub(super) received: u8,
    pub(super) receiver: Receiver,
    /// Whether the next pulse of the input clock is the second of a bit.
    pub(super) input_half: bool,
    /// The level of the input line.
    pub(super) line: bool,
    /// Its pending changes within a frame, by cycle; empty once the port has been brought past them.
    #[serde(skip)]
    changes: VecDeque<(u64, bool)>,
    /// SKSTAT's error bits; true = occurred.
    pub(super) framing_error: bool,
    pub(super) overrun: bool,
}

/// The timer that clocks the output, if any.
pub(super) fn output_clock(control: u8) -> Option<usize> {
    match control >> 4 & 7 {
        0 | 1 => None,
        6 | 7 => Some(1),
        _ => Some(3),
    }
}

/// The timer that clocks the input, if any.
pub(super) fn input_clock(control: u8) -> Option<usize> {
    match control >> 4 & 7 {
        0 | 4 => None,
        _ => Some(3),
    }
}

pub(super) fn asynchronous(control: u8) -> bool {
    control & skctl::ASYNC != 0
}

pub(super) fn initialising(control: u8) -> bool {
    control & skctl::RUN == 0
}

impl Serial {
    /// A port at rest, with `serin` in the input register.
    pub(super) fn new(serin: u8) -> Self {
        Serial {
            serout: 0,
            full: false,
            shift: 0,
            bits_left: 0,
            data: true,
            output_half: false,
            tone: true,
            serin,
            received: 0,
            receiver: Receiver::Idle,
            input_half: false,
            line: true,
            changes: VecDeque::new(),
            framing_error: false,
            overrun: false,
        }
    }

    /// Whether a port can be in this state.
    pub(super) fn is_possible(&self) -> bool {
        let receives = match self.receiver {
            Receiver::Idle => true,
            Receiver::Frame(pulses) => pulses < STOP_PULSE && self.input_half == (pulses & 1 == 1),
        };
        receives && self.bits_left <= FRAME_BITS
    }

    pub(super) fn write_serout(&mut self, value: u8, control: u8) {
        self.serout = value;
        self.full = !initialising(control);
    }

    /// Whether the output shift register is idle.
    pub(super) fn output_idle(&self) -> bool {
        self.bits_left == 0
    }

    pub(super) fn serin(&self) -> u8 {
        self.serin
    }

    /// SKSTAT's bits of the port; the others are 0.
    pub(super) fn status(&self) -> u8 {
        let busy = matches!(self.receiver, Receiver::Frame(pulses) if pulses > 0);
        u8::from(!busy) << 1
            | u8::from(self.line) << 4
            | u8::from(!self.overrun) << 5
            | u8::from(!self.framing_error) << 7
    }

    /// Handles a write to SKRES.
    pub(super) fn clear_errors(&mut self) {
        self.framing_error = false;
        self.overrun = false;
    }

    /// Applies a new SKCTL: initialisation mode aborts both directions, and the line keeps its level.
    pub(super) fn set_control(&mut self, control: u8) {
        if initialising(control) {
            self.full = false;
            self.bits_left = 0;
            self.receiver = Receiver::Idle;
            if control & skctl::SERIAL_MODE == 0 {
                self.output_half = false;
                self.input_half = false;
            }
        }
        if control & skctl::TWO_TONE == 0 {
            self.tone = true;
        }
        self.detect_start(control);
    }

    /// Whether timers 3 and 4 are held in reset, by asynchronous reception before a start bit.
    pub(super) fn holds_timers(&self, control: u8) -> bool {
        asynchronous(control) && self.receiver == Receiver::Idle
    }

    /// The level of the output line.
    pub(super) fn output(&self, control: u8) -> bool {
        if control & skctl::TWO_TONE != 0 { self.tone } else { self.data && control & skctl::BREAK == 0 }
    }

    /// Timer `n` (0, 1) fires in two-tone mode. Returns whether the pulse counts: timer 1 is the tone of a 1, timer 2
    /// always counts.
    pub(super) fn tone_pulse(&mut self, n: usize, control: u8) -> bool {
        let counts = n == 1 || (self.data && control & skctl::BREAK == 0);
        self.tone ^= counts;
        counts
    }

    /// Whether pulses only toggle the clock flip-flops.
    pub(super) fn quiet(&self, control: u8) -> bool {
        let receives = input_clock(control).is_some() && !initialising(control);
        !self.full && self.bits_left == 0 && self.receiver == Receiver::Idle && (self.line || !receives)
    }

    /// Applies `count` pulses of timer `n` while the port is [`Serial::quiet`].
    pub(super) fn idle_pulses(&mut self, n: usize, count: u64, control: u8) {
        let odd = count & 1 == 1;
        if output_clock(control) == Some(n) {
            self.output_half ^= odd;
        }
        if input_clock(control) == Some(n) && !asynchronous(control) {
            self.input_half ^= odd;
        }
    }

    /// Whether timer `n` clocks the port.
    pub(super) fn clocked_by(&self, n: usize, control: u8) -> bool {
        output_clock(control) == Some(n) || input_clock(control) == Some(n)
    }

    /// Starts an asynchronous frame if the line is low.
    pub(super) fn detect_start(&mut self, control: u8) {
        if asynchronous(control) && !initialising(control) && !self.line && self.receiver == Receiver::Idle {
            self.receiver = Receiver::Frame(0);
            self.input_half = false;
        }
    }

    /// Notes a change of the input line in cycle `now`, if the line is not read before the next pulse of an
    /// asynchronous frame. False if it may be.
    pub(super) fn change_within_frame(&mut self, now: u64, level: bool, control: u8) -> bool {
        let waits = matches!(self.receiver, Receiver::Frame(_))
            && asynchronous(control)
            && !initialising(control)
            && input_clock(control).is_some()
            && self.changes.len() < MOST_CHANGES;
        if waits && self.changes.back().map_or(self.line, |change| change.1) != level {
            self.changes.push_back((now, level));
        }
        waits
    }

    /// Applies the changes of the input line before cycle `end`, which are within a frame.
    pub(super) fn change_line_before(&mut self, end: u64) {
        while let Some((_, level)) = self.next_change(|at| at < end) {
            self.line = level;
        }
    }

    /// Takes the next change of the input line, up to cycle `now`, that may begin a frame.
    pub(super) fn change_between_frames(&mut self, now: u64) -> Option<(u64, bool)> {
        if self.receiver == Receiver::Idle { self.next_change(|at| at <= now) } else { None }
    }

    fn next_change(&mut self, is_due: impl Fn(u64) -> bool) -> Option<(u64, bool)> {
        let due = self.changes.front().is_some_and(|change| is_due(change.0));
        if due { self.changes.pop_front() } else { None }
    }

    /// Receives data bits at the pulses of timer `n` within some cycles, if a frame has begun and the timer clocks its
    /// bits and nothing else. Returns the pulse after those.
    pub(super) fn take_bits(
        &mut self,
        n: usize,
        control: u8,
        cycles: RangeInclusive<u64>,
        period: u64,
    ) -> u64 {
        let mut pulse = *cycles.start();
        let Receiver::Frame(mut pulses @ 1..) = self.receiver else { return pulse };
        if output_clock(control) == Some(n) || initialising(control) {
            return pulse;
        }
        while pulses < STOP_PULSE - 1 && pulse <= *cycles.end() {
            pulses += 1;
            if pulses & 1 == 1 {
                self.change_line_before(pulse);
                self.received = self.received >> 1 | u8::from(self.line) << 7;
            }
            pulse += period;
        }
        (self.receiver, self.input_half) = (Receiver::Frame(pulses), pulses & 1 == 1);
        pulse
    }

    /// The number of output clock pulses until `bits` more bits have begun.
    pub(super) fn pulses_to_bit(&self, bits: u8) -> u64 {
        u64::from(bits) * 2 - u64::from(!self.output_half)
    }

    /// Samples the stop bit.
    pub(super) fn finish_frame(&mut self) {
        self.receiver = Receiver::Idle;
        self.serin = self.received;
        self.framing_error |= !self.line;
    }
}
