//! The serial port: its lines, and their behaviour at the pulses of the timers.
//!
//! Each timer pulse is half a bit. Nothing is connected to the external clock lines, so the modes that use them stand
//! still.

use super::clock::{Known, NEVER};
use super::registers::skctl;
use super::shifter::{
    FRAME_BITS, Receiver, STOP_PULSE, asynchronous, initialising, input_clock, output_clock,
};
use super::{Pokey, irq};

impl Pokey {
    /// The level of the serial output line in cycle `now`.
    pub fn serial_out(&mut self, now: u64) -> bool {
        self.advance_port(now);
        self.serial.output(self.skctl)
    }

    /// The first cycle after `now` in which [`Pokey::serial_out`] may change by itself; `u64::MAX` if there is none.
    /// May be too early, never too late.
    pub fn next_serial_out_change(&mut self, now: u64) -> u64 {
        self.advance_port(now);
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

    /// Sets the level of the serial input line from cycle `now` on; a sample due in `now` still reads the old one.
    pub fn set_serial_in(&mut self, now: u64, level: bool) {
        if !self.two_tone() && self.serial.change_within_frame(now, level, self.skctl) {
            return;
        }
        self.advance_port(now);
        self.settled = Known::default();
        self.change_line(now, level);
    }

    /// Changes the serial input line in cycle `at`, to which the port has been brought.
    pub(super) fn change_line(&mut self, at: u64, level: bool) {
        self.serial.line = level;
        self.serial.detect_start(self.skctl);
        self.update_hold(at);
    }

    /// The cycle until which no change of the serial input line affects an interrupt: the end of the frame being received.
    pub fn deaf_until(&self) -> u64 {
        match (input_clock(self.skctl), self.serial.receiver) {
            (Some(n), Receiver::Frame(pulses)) if !initialising(self.skctl) => {
                self.earliest_serial_pulse(n, u64::from(STOP_PULSE - pulses))
            }
            _ => 0,
        }
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

    /// The cycle of the next event of the port that may change the interrupt pin.
    pub(super) fn next_serial_irq(&self) -> u64 {
        let serial = &self.serial;
        if serial.quiet(self.skctl) {
            return NEVER;
        }
        let loads = serial.full && self.irq.waits_for(irq::OUTPUT_NEEDED);
        let completes = (serial.full || serial.bits_left > 0) && self.irq.watches_output();
        let output = if loads || completes { self.next_frame_out() } else { NEVER };
        let input = if self.irq.waits_for(irq::INPUT_READY) { self.next_frame_in() } else { NEVER };
        output.min(input)
    }

    /// A lower bound on the cycle of the next event of the port that is visible in its registers or in IRQST, or that
    /// holds or releases timers.
    pub(super) fn next_port_event(&self) -> u64 {
        if self.serial.quiet(self.skctl) {
            return NEVER;
        }
        let input = match (self.serial.receiver, input_clock(self.skctl)) {
            // It may turn out not to be a start bit.
            (Receiver::Frame(0), Some(n)) => self.earliest_serial_pulse(n, 1),
            _ => self.next_frame_in(),
        };
        input.min(self.next_frame_out())
    }

    /// A lower bound on the next cycle in which the output shift register is loaded or becomes idle.
    fn next_frame_out(&self) -> u64 {
        let serial = &self.serial;
        match output_clock(self.skctl) {
            Some(n) if serial.full || serial.bits_left > 0 => {
                self.earliest_serial_pulse(n, serial.pulses_to_bit(serial.bits_left.max(1)))
            }
            _ => NEVER,
        }
    }

    /// A lower bound on the next cycle in which a frame has been received.
    fn next_frame_in(&self) -> u64 {
        let pulses = match self.serial.receiver {
            Receiver::Frame(pulses) => STOP_PULSE - pulses,
            Receiver::Idle if self.serial.line => return NEVER,
            Receiver::Idle => STOP_PULSE,
        };
        match input_clock(self.skctl) {
            Some(n) => self.earliest_serial_pulse(n, u64::from(pulses)),
            None => NEVER,
        }
    }

    /// The load edge of the output clock: begins the next bit or the next frame, or ends.
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
        serial.change_line_before(at);
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
            // If the line is high again it was not a start bit. [guess]
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
