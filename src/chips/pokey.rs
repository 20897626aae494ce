//! POKEY: timers, sound, keyboard, pots, serial port, random numbers.
//!
//! Nothing is done cycle by cycle. Every part keeps the times of its next events, and [`Pokey::advance`] executes those
//! that are due. Values that are rarely read (RANDOM, the pot counters) are computed on demand from the time elapsed.
//! The state after `advance(now)` does not depend on the calls made on the way there, nor on whether the output is
//! recorded.

use serde::{Deserialize, Serialize};

mod audio;
mod clock;
mod counters;
mod irq;
mod keyboard;
mod poly;
mod port;
mod pots;
mod registers;
mod scanner;
mod serial;
mod shifter;
mod timers;

use audio::{Audio, Record};
use clock::{Clock, Known, NEVER};
use counters::{Lag, Timers};
use irq::Irq;
use poly::{Feedback, Poly};
use pots::Pots;
use registers::{audctl, skctl};
pub use scanner::Keyboard;
use scanner::Scanner;
use shifter::Serial;

/// The chip. `now` is always the machine cycle since power-on and never decreases. Two chips are equal if their futures
/// are; the recording of the output is not compared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pokey {
    audf: [u8; 4],
    audctl: u8,
    skctl: u8,
    clock: Clock,
    poly: Poly,
    timers: Timers,
    audio: Audio,
    scanner: Scanner,
    pots: Pots,
    serial: Serial,
    irq: Irq,
    /// Timers that have not been advanced, but whose interrupts are known and count.
    #[serde(skip)]
    lags: [Lag; 4],
    /// Before this cycle nothing happens by itself that interrupts depend on.
    #[serde(skip)]
    settled: Known,
    #[serde(skip)]
    record: Record,
}

impl Pokey {
    /// The chip after power-on; `seed` determines what the hardware leaves undefined. The control registers are assumed
    /// to be zero, so the chip is silent and in initialisation mode [guess: no source tells].
    pub fn new(seed: u64) -> Self {
        let mut state = seed;
        let mut undefined = || {
            // SplitMix64.
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            mixed ^ mixed >> 31
        };
        let registers = undefined();
        Pokey {
            audf: [0; 4],
            audctl: 0,
            skctl: 0,
            clock: Clock::stopped(),
            poly: Poly::new(),
            timers: Timers::new(undefined() as u32),
            audio: Audio::new(registers),
            scanner: Scanner::new((registers >> 8) as u8),
            pots: Pots::new(undefined().to_le_bytes()),
            serial: Serial::new((registers >> 16) as u8),
            irq: Irq::new(),
            lags: [Lag::default(); 4],
            settled: Known::default(),
            record: Record::default(),
        }
    }

    /// Whether a chip can be in this state in cycle `now`, to which it has been brought.
    pub fn is_possible(&self, now: u64) -> bool {
        self.clock.is_possible(now)
            && self.poly.is_possible(now)
            && self.timers_are_possible(now)
            && self.scanner.is_possible(now)
            && self.pots.is_possible(now)
            && self.serial.is_possible()
    }

    /// What a read in cycle `now` will return. The chip need not have been brought there.
    pub fn peek(&self, now: u64, reg: u8) -> u8 {
        if reg == 0xA { self.random(now) } else { self.bare().read(now, reg) }
    }

    /// The value of RANDOM in cycle `now`.
    pub fn random(&self, now: u64) -> u8 {
        self.poly.random(now)
    }

    /// A small copy without the recording, for computing a future state.
    fn bare(&self) -> Self {
        let Pokey { audf, audctl, skctl, clock, ref poly, ref timers, lags, .. } = *self;
        Pokey {
            audf,
            audctl,
            skctl,
            clock,
            poly: poly.clone(),
            timers: timers.clone(),
            audio: self.audio.clone(),
            scanner: self.scanner.clone(),
            pots: self.pots.clone(),
            serial: self.serial.clone(),
            irq: self.irq.clone(),
            lags,
            settled: self.settled,
            record: Record::default(),
        }
    }

    /// What a read of IRQST in cycle `now` returns, if nothing has to be done for it.
    #[inline]
    pub fn known_requests(&self, now: u64) -> Option<u8> {
        (now < self.settled.0).then(|| self.irq.status())
    }

    /// Reads register 0 to 15 for the CPU in cycle `now`. No register has side effects when read.
    pub fn read(&mut self, now: u64, reg: u8) -> u8 {
        // The register determines which parts have to be up to date.
        match reg {
            0..=7 => {
                self.advance_pots(now);
                self.pots.read(self.clock, now, usize::from(reg))
            }
            0x8 => {
                self.advance_pots(now);
                self.pots.counting(now)
            }
            0x9 => {
                self.advance_keyboard(now);
                self.scanner.kbcode()
            }
            0xA => self.poly.random(now),
            0xD => {
                self.advance_interrupts(now);
                self.serial.serin()
            }
            0xE => {
                self.advance_interrupts(now);
                self.irq.status()
            }
            0xF => {
                // The level of the input line.
                self.advance_port(now);
                self.advance_interrupts(now);
                self.scanner.status() | self.serial.status() | 1
            }
            _ => 0xFF,
        }
    }

    /// Whether a write to `reg` affects only sound: AUDC1 to AUDC4.
    pub fn is_sound(reg: u8) -> bool {
        matches!(reg, 1 | 3 | 5 | 7)
    }

    /// Writes a register for the CPU in cycle `now`; the effect comes in `now + 1` or later.
    pub fn write(&mut self, now: u64, reg: u8, value: u8) {
        // The register determines which parts have to be up to date.
        match reg {
            1 | 3 | 5 | 7 => return self.write_audc(now, usize::from(reg / 2), value),
            0xA => return self.clear_errors(now),
            0xE => return self.write_irqen(now, value),
            0 | 2 | 4 | 6 => {
                self.advance_channel(usize::from(reg / 2), now);
                self.audf[usize::from(reg / 2)] = value;
            }
            0x8 => self.write_audctl(now, value),
            0x9 => {
                self.advance(now);
                self.write_stimer(now);
            }
            0xB => {
                self.advance_pots(now);
                self.pots.start(self.clock, now, self.skctl & skctl::FAST_POTS != 0);
            }
            0xD => {
                self.advance_port(now);
                self.serial.write_serout(value, self.skctl);
            }
            0xF => self.write_skctl(now, value),
            _ => {}
        }
        self.settled = Known::default();
    }

    /// Brings the whole state to the start of cycle `now`, including events due in that cycle. To be called before the
    /// chip is saved, hashed or compared; all other methods do it by themselves.
    pub fn advance(&mut self, now: u64) {
        self.advance_timers(now);
        (0..4).for_each(|n| self.audio.settle(n, &self.poly));
        self.advance_keyboard(now);
        self.advance_pots(now);
    }

    /// Brings everything up to date that interrupts and SKSTAT depend on. Often that does not include the timers.
    #[inline]
    fn advance_interrupts(&mut self, now: u64) {
        if now >= self.settled.0 {
            self.settle_interrupts(now);
        }
    }

    #[inline(always)]
    fn settle_interrupts(&mut self, now: u64) {
        let next = self.advance_heard_timers(now);
        self.settled = Known(if self.scanner.at_rest() {
            next
        } else {
            self.advance_keyboard(now);
            next.min(self.scanner.next_tick)
        });
    }

    /// Brings channel `n` and its timer up to date.
    fn advance_channel(&mut self, n: usize, now: u64) {
        self.advance_timer(n, now);
        self.audio.settle(n, &self.poly);
    }

    fn advance_pots(&mut self, now: u64) {
        self.pots.advance(self.clock, now, self.skctl & skctl::FAST_POTS != 0);
    }

    /// Whether the IRQ pin is pulled low at the end of cycle `now`, one cycle after IRQST shows it.
    pub fn irq_pin(&mut self, now: u64) -> bool {
        self.advance_interrupts(now);
        self.irq.pin(now)
    }

    /// The first cycle after `now` in which [`Pokey::irq_pin`] may change by itself (without another write or change of
    /// input); `u64::MAX` if there is none. May be too early, never too late.
    pub fn next_irq_change(&mut self, now: u64) -> u64 {
        self.advance_interrupts(now);
        if self.irq.stuck(now) {
            return NEVER;
        }
        let mut next_serial = self.next_serial_irq();
        // Advancing it would give a later bound, but usually the present one is as late.
        if next_serial <= now {
            self.advance_port(now);
            next_serial = self.next_serial_irq();
        }
        let events = self.next_timer_irq().min(self.next_keyboard_irq()).min(next_serial);
        let shown = if self.irq.pin(now) { NEVER } else { self.irq.first_active() };
        // The pin follows IRQST by a cycle; what releases it does so at once.
        let change = if self.irq.pin(now) { events } else { shown.min(events).saturating_add(1) };
        change.max(now + 1)
    }

    /// Sets a paddle's position, 0 to 228; 228 also stands for nothing connected.
    pub fn set_pot(&mut self, now: u64, n: usize, position: u8) {
        self.advance(now);
        self.pots.set_position(now, n, position);
    }

    /// Turns the recording of the output level on or off; a program cannot notice.
    pub fn set_recording(&mut self, now: u64, on: bool) {
        self.advance(now);
        self.record.switch(now, on, &self.audio);
    }

    /// Takes the changes of the mixed output level recorded before `now`, as (cycle, level). The level is the
    /// non-linear mix, 0 to 65535.
    pub fn take_levels(&mut self, now: u64, into: &mut Vec<(u64, u16)>) {
        self.advance(now);
        self.record.take(now, into);
    }

    /// The values last written to the registers that keep them, by name.
    pub fn registers(&self) -> Vec<(&'static str, u8)> {
        let [audf1, audf2, audf3, audf4] = self.audf;
        let [audc1, audc2, audc3, audc4] = self.audio.controls();
        vec![
            ("AUDF1", audf1),
            ("AUDC1", audc1),
            ("AUDF2", audf2),
            ("AUDC2", audc2),
            ("AUDF3", audf3),
            ("AUDC3", audc3),
            ("AUDF4", audf4),
            ("AUDC4", audc4),
            ("AUDCTL", self.audctl),
            ("IRQEN", self.irq.enabled()),
            ("SKCTL", self.skctl),
        ]
    }

    fn write_audc(&mut self, now: u64, n: usize, value: u8) {
        if !self.audio.changes_volume_alone(n, value, &self.record) {
            self.advance_channel(n, now);
        }
        self.audio.write_control(now, n, value, &mut self.record);
    }

    /// Handles a write to SKRES.
    fn clear_errors(&mut self, now: u64) {
        self.advance_interrupts(now);
        self.scanner.clear_errors();
        self.serial.clear_errors();
    }

    /// Handles a write to IRQEN. Interrupts that are no longer enabled may leave `settled` too early, which does no
    /// harm.
    fn write_irqen(&mut self, now: u64, value: u8) {
        self.advance_interrupts(now);
        let next = self.enable_timers(now, value & !self.irq.enabled());
        self.settled = Known(self.settled.0.min(next));
        self.irq.write_enable(now, value);
    }

    fn write_audctl(&mut self, now: u64, value: u8) {
        self.advance(now);
        self.reroute_timers(now, |chip| chip.audctl = value);
        let filters = [audctl::HIGH_PASS_1, audctl::HIGH_PASS_2];
        for (n, bit) in filters.into_iter().enumerate() {
            self.audio.set_filtered(now, n, value & bit != 0, &mut self.record);
        }
        self.update_poly(now);
    }

    fn write_skctl(&mut self, now: u64, value: u8) {
        self.advance(now);
        let clock = match (value & skctl::RUN != 0, self.clock.runs()) {
            (false, _) => Clock::stopped(),
            (true, false) => Clock::started(now),
            (true, true) => self.clock,
        };
        self.pots.repace(self.clock, clock, now, value & skctl::FAST_POTS != 0);
        self.reroute_timers(now, |chip| {
            chip.clock = clock;
            chip.skctl = value;
        });
        self.update_poly(now);
        self.reset_scanner(now);
        self.serial.set_control(value);
        self.irq.set_output_idle(self.serial.output_idle(), now + 1);
        self.update_hold(now);
    }

    fn update_poly(&mut self, now: u64) {
        let feedback = if !self.clock.runs() {
            Feedback::Ones
        } else if self.audctl & audctl::NINE_BIT_POLY != 0 {
            Feedback::Nine
        } else {
            Feedback::Seventeen
        };
        self.poly.set_feedback(now, feedback);
    }
}
