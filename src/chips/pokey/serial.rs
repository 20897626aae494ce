//! The serial port: an output and an input shift register, clocked by timers.
//!
//! Each timer pulse is half a bit. Of the external clock lines nothing is connected, so the
//! modes that use them stand still.

use serde::{Deserialize, Serialize};

use super::clock::NEVER;
use super::{Pokey, irq, skctl};

/// Bits of a frame: start, eight data, stop.
const FRAME_BITS: u8 = 10;
/// Timer pulses from the start of an asynchronous frame to the sample of its stop bit.
const STOP_PULSE: u8 = 19;

/// SERIN side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Receiver {
    /// Waiting for a start bit.
    Idle,
    /// In a frame, after so many pulses; the odd ones sample.
    Frame(u8),
}

/// The serial port.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Serial {
    /// SEROUT and whether it waits for the shift register.
    serout: u8,
    full: bool,
    /// The bits after the one on the line, lowest first.
    shift: u16,
    /// Bits of the frame from the one on the line on; 0 is idle.
    bits_left: u8,
    /// The data bit on the line.
    data: bool,
    /// The next pulse of the output clock is the second of a bit.
    output_half: bool,
    /// The flip-flop that two-tone mode puts on the line.
    tone: bool,
    serin: u8,
    /// The data bits of the frame that comes in.
    received: u8,
    receiver: Receiver,
    /// The next pulse of the input clock is the second of a bit.
    input_half: bool,
    /// Level of the input line.
    line: bool,
    /// SKSTAT errors, true = occurred.
    framing_error: bool,
    overrun: bool,
}

/// The timer that clocks the output, if any.
fn output_clock(control: u8) -> Option<usize> {
    match control >> 4 & 7 {
        0 | 1 => None,
        6 | 7 => Some(1),
        _ => Some(3),
    }
}

/// The timer that clocks the input, if any.
fn input_clock(control: u8) -> Option<usize> {
    match control >> 4 & 7 {
        0 | 4 => None,
        _ => Some(3),
    }
}

fn asynchronous(control: u8) -> bool {
    control & skctl::ASYNC != 0
}

fn initialising(control: u8) -> bool {
    control & skctl::RUN == 0
}

impl Serial {
    /// A port at rest with `serin` in the input register.
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
            framing_error: false,
            overrun: false,
        }
    }

    /// Whether a port can be so.
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

    /// The bits of SKSTAT that are the port's, others 0.
    pub(super) fn status(&self) -> u8 {
        let busy = matches!(self.receiver, Receiver::Frame(pulses) if pulses > 0);
        u8::from(!busy) << 1
            | u8::from(self.line) << 4
            | u8::from(!self.overrun) << 5
            | u8::from(!self.framing_error) << 7
    }

    /// SKRES.
    pub(super) fn clear_errors(&mut self) {
        self.framing_error = false;
        self.overrun = false;
    }

    /// A new SKCTL: initialisation mode aborts both directions, the line keeps its level.
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

    /// Asynchronous reception without a start bit holds timers 3 and 4 in reset.
    pub(super) fn holds_timers(&self, control: u8) -> bool {
        asynchronous(control) && self.receiver == Receiver::Idle
    }

    /// The output line.
    pub(super) fn output(&self, control: u8) -> bool {
        if control & skctl::TWO_TONE != 0 { self.tone } else { self.data && control & skctl::BREAK == 0 }
    }

    /// Timer `n` (0, 1) fires in two-tone mode. Tells whether the pulse counts: timer 1 is the tone
    /// of a 1, timer 2 is always heard.
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

    /// `count` pulses of timer `n` while the port is [`Serial::quiet`].
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

    /// A low line starts an asynchronous frame at once.
    fn detect_start(&mut self, control: u8) {
        if asynchronous(control) && !initialising(control) && !self.line && self.receiver == Receiver::Idle {
            self.receiver = Receiver::Frame(0);
            self.input_half = false;
        }
    }

    /// Pulses of the output clock until `bits` bits have begun.
    fn pulses_to_bit(&self, bits: u8) -> u64 {
        u64::from(bits) * 2 - u64::from(!self.output_half)
    }

    /// The stop bit is sampled.
    fn finish_frame(&mut self) {
        self.receiver = Receiver::Idle;
        self.serin = self.received;
        self.framing_error |= !self.line;
    }
}

impl Pokey {
    /// Level of the serial output line in cycle `now`.
    pub fn serial_out(&mut self, now: u64) -> bool {
        self.advance(now);
        self.serial.output(self.skctl)
    }

    /// The first cycle after `now` in which [`Pokey::serial_out`] may change by itself; `u64::MAX`
    /// if none. May be too early, never too late.
    pub fn next_serial_out_change(&mut self, now: u64) -> u64 {
        self.advance(now);
        if self.skctl & skctl::TWO_TONE != 0 {
            return self.earliest_firing(0).min(self.earliest_firing(1)).max(now + 1);
        }
        let serial = &self.serial;
        match output_clock(self.skctl) {
            Some(n) if serial.full || serial.bits_left > 0 => {
                self.earliest_serial_pulse(n, serial.pulses_to_bit(1)).max(now + 1)
            }
            _ => NEVER,
        }
    }

    /// Level of the serial input line from cycle `now` on; a sample due in `now` still sees the old
    /// one.
    pub fn set_serial_in(&mut self, now: u64, level: bool) {
        self.advance(now);
        self.serial.line = level;
        self.serial.detect_start(self.skctl);
        self.update_hold(now);
    }

    /// Timer `n` clocks the port in cycle `at`.
    pub(super) fn serial_pulse(&mut self, n: usize, at: u64) {
        if initialising(self.skctl) {
            self.serial.idle_pulses(n, 1, self.skctl);
            return;
        }
        if output_clock(self.skctl) == Some(n) {
            if !self.serial.output_half {
                self.shift_out(at);
            }
            self.serial.output_half ^= true;
        }
        if input_clock(self.skctl) == Some(n) {
            self.input_pulse(at);
        }
    }

    /// The cycle of the next event of the port that may move the interrupt pin.
    pub(super) fn next_serial_irq(&self) -> u64 {
        let serial = &self.serial;
        if serial.quiet(self.skctl) {
            return NEVER;
        }
        let loads = serial.full && self.irq.waits_for(irq::OUTPUT_NEEDED);
        let completes = (serial.full || serial.bits_left > 0) && self.irq.watches_output();
        let output = match output_clock(self.skctl) {
            Some(n) if loads || completes => {
                self.earliest_serial_pulse(n, serial.pulses_to_bit(serial.bits_left.max(1)))
            }
            _ => NEVER,
        };
        let pulses = match serial.receiver {
            Receiver::Frame(pulses) => STOP_PULSE - pulses,
            Receiver::Idle => STOP_PULSE,
        };
        let idle = serial.receiver == Receiver::Idle && serial.line;
        let input = match input_clock(self.skctl) {
            Some(n) if !idle && self.irq.waits_for(irq::INPUT_READY) => {
                self.earliest_serial_pulse(n, u64::from(pulses))
            }
            _ => NEVER,
        };
        output.min(input)
    }

    /// The load edge of the output clock: the next bit, the next frame, or the end.
    fn shift_out(&mut self, at: u64) {
        let serial = &mut self.serial;
        if serial.bits_left > 1 {
            serial.bits_left -= 1;
            serial.data = serial.shift & 1 != 0;
            serial.shift >>= 1;
        } else if serial.full {
            serial.full = false;
            serial.bits_left = FRAME_BITS;
            serial.data = false;
            serial.shift = u16::from(serial.serout) | 0x100;
            self.irq.set_output_idle(false, at);
            self.irq.raise(irq::OUTPUT_NEEDED, at);
        } else if serial.bits_left == 1 {
            serial.bits_left = 0;
            self.irq.set_output_idle(true, at);
        }
    }

    fn input_pulse(&mut self, at: u64) {
        let serial = &mut self.serial;
        let samples = !serial.input_half;
        serial.input_half ^= true;
        let pulses = match serial.receiver {
            Receiver::Frame(pulses) => pulses + 1,
            Receiver::Idle if samples && !serial.line && !asynchronous(self.skctl) => 1,
            Receiver::Idle => return,
        };
        serial.receiver = Receiver::Frame(pulses);
        if !samples {
            return;
        }
        match pulses {
            // A line that is high again was no start bit. [guess]
            1 if serial.line => serial.receiver = Receiver::Idle,
            1 => {}
            STOP_PULSE => {
                serial.finish_frame();
                serial.overrun |= self.irq.raise(irq::INPUT_READY, at);
            }
            _ => serial.received = serial.received >> 1 | u8::from(serial.line) << 7,
        }
        if self.serial.receiver == Receiver::Idle {
            self.serial.detect_start(self.skctl);
            self.update_hold(at);
        }
    }
}
