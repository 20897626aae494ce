//! The four timers: down-counters that fire on underflow, alone or linked in pairs.
//!
//! The cycles around an underflow in U, from the sheets' tables: the timer *fires* in U + 3 (its channel gets a pulse,
//! and the counter is reloaded from AUDF), IRQST shows it in U + 4, a two-tone resynchronisation reloads timers 1 and 2
//! in U + 5, and the serial port is clocked in U + 6. A reload for any reason except the timer's own firing cancels an
//! underflow that has not fired yet.

use super::Pokey;
use super::audio::Pulses;
use super::clock::{NEVER, Slow, is_due, is_due_or_never};
use super::counters::{
    Counter, FIRE_DELAY, IRQ_BITS, IRQ_DELAY, Lag, RESYNC_DELAY, SERIAL_DELAY, STIMER_DELAY, Source, TURN,
    Timer, Timers,
};
use super::registers::audctl;

/// All four timers.
const ALL: u8 = 0b1111;
/// The bits of all timer interrupts.
const HEARD: u8 = IRQ_BITS[0] | IRQ_BITS[1] | IRQ_BITS[3];
/// The timer that clocks the input of the serial port.
const PORT: u8 = 0b1000;
/// The timer that clocks the input of the serial port, and the one linked with it.
const PORT_PAIR: u8 = 0b1100;

/// The timers of the given interrupts, each with its bit.
#[inline]
fn timers_of(interrupts: u8) -> impl Iterator<Item = (usize, u8)> {
    let mut rest = interrupts & HEARD;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            (if bit == IRQ_BITS[3] { 3 } else { usize::from(bit >> 1) }, bit)
        })
    })
}

impl Pokey {
    /// Executes all timer events up to and including cycle `now`.
    pub(super) fn advance_timers(&mut self, now: u64) {
        let mut rest = ALL;
        let are_one = self.are_one_group();
        while rest != 0 {
            let group = if are_one { ALL } else { self.pair_of(rest.trailing_zeros() as usize) };
            self.advance_group(group, now);
            rest &= !group;
        }
    }

    /// Executes the events of timer `n` and of all timers that depend on one another with it.
    pub(super) fn advance_timer(&mut self, n: usize, now: u64) {
        self.advance_group(self.group(n), now);
    }

    /// The timers, a bit each, whose events depend on those of timer `n`, or the other way round.
    fn group(&self, n: usize) -> u8 {
        if self.are_one_group() { ALL } else { self.pair_of(n) }
    }

    /// Whether the events of each timer depend on all others.
    fn are_one_group(&self) -> bool {
        let resync = self.timers.timers[0].resync_at.min(self.timers.timers[1].resync_at);
        self.timers.stimer_at.min(resync) != NEVER
            || self.two_tone()
            || self.audio.filtered(0)
            || self.audio.filtered(1)
            // The port may hold timers 3 and 4.
            || self.serial.clocked_by(1, self.skctl)
    }

    /// In the other case: timer `n` and the timer that it depends on.
    fn pair_of(&self, n: usize) -> u8 {
        let linked = |n: usize| self.linked(n) || self.serial.clocked_by(n, self.skctl);
        match n {
            0 | 1 if linked(1) => 0b0011,
            2 | 3 if linked(3) => 0b1100,
            _ => 1 << n,
        }
    }

    /// Executes the events of a group up to and including cycle `now`.
    fn advance_group(&mut self, group: u8, now: u64) {
        if group.is_power_of_two() {
            self.skip_alone(group.trailing_zeros() as usize, now);
        }
        loop {
            if group == PORT_PAIR && self.port_counts(3) {
                self.clock_port(now);
            }
            let at = self.timers.next_event_of(group);
            // A change of the input line in the cycle of a pulse comes after the pulse.
            if group & PORT != 0
                && let Some((at, level)) = self.serial.change_between_frames(now.min(at - 1))
            {
                self.change_line(at, level);
                continue;
            }
            if at > now {
                break;
            }
            self.timer_events(group, at, now);
        }
        if group & PORT != 0 {
            self.serial.change_line_before(now + 1);
        }
    }

    /// Whether the timers can be in this state in cycle `now`, to which they have been brought.
    pub(super) fn timers_are_possible(&self, now: u64) -> bool {
        let Timers { timers, stimer_at, stimer_last, .. } = &self.timers;
        let counts = |n: usize| match (timers[n].counter, self.source(n)) {
            (Counter::At(_), _) => true,
            (Counter::Until(underflow), _) if !is_due(underflow.saturating_add(FIRE_DELAY), now) => false,
            // A slow clock ticks in the cycle of the underflow.
            (Counter::Until(at), Source::Slow(slow)) if at > now => self.clock.ticks(slow, at - 1, at) == 1,
            (Counter::Until(_), _) => true,
        };
        let others = |timer: &Timer| {
            [timer.fire_at, timer.irq_at, timer.resync_at, timer.serial_at]
                .into_iter()
                .all(|at| is_due_or_never(at, now))
        };
        (0..4).all(counts)
            && timers.iter().all(others)
            && is_due_or_never(*stimer_at, now)
            && *stimer_last <= now + STIMER_DELAY
    }

    /// Brings the timers up to date whose events may affect interrupts, or end what the serial port sends or receives;
    /// the events of the others are only heard, or counted later. Returns a lower bound on the cycle of the next such
    /// event.
    pub(super) fn advance_heard_timers(&mut self, now: u64) -> u64 {
        let mut next = self.next_port_event();
        // What the port does may hold or release timers, so it comes first.
        if next <= now {
            self.advance_port(now);
            next = self.next_port_event();
        }
        for (n, bit) in timers_of(self.irq.waited()) {
            let mut event = self.next_heard_event_of(n);
            if event <= now {
                if self.lags(n) {
                    // It still lags: its next interrupt is for another request.
                    self.irq.raise(bit, event);
                    continue;
                }
                self.advance_timer(n, now);
                if !self.irq.waits_for(bit) {
                    continue;
                }
                event = self.next_heard_event_of(n);
            }
            next = next.min(event);
        }
        next
    }

    /// A lower bound on the cycle of timer `n`'s next event; if it lags, of its next interrupt.
    #[inline]
    fn next_heard_event_of(&self, n: usize) -> u64 {
        if self.lags(n) { self.lags[n].firing + IRQ_DELAY } else { self.next_own_event_of(n) }
    }

    fn next_own_event_of(&self, n: usize) -> u64 {
        self.earliest_firing(n).min(self.timers.timers[n].irq_at)
    }

    /// Whether timer `n` lags.
    fn lags(&self, n: usize) -> bool {
        self.lags[n].firing != 0
    }

    /// Handles a write to IRQEN that enables the interrupts `newly`. Brings timers up to date whose events were not
    /// needed until now, or only notes from when on they count, as programs often enable an interrupt briefly and
    /// disable it at once. Returns a lower bound on the cycle of their next event.
    pub(super) fn enable_timers(&mut self, now: u64, newly: u8) -> u64 {
        let mut next = NEVER;
        for (n, _) in timers_of(newly) {
            // A timer that lags may do so until it is brought up to date.
            if self.lags(n) || self.begin_to_lag(n) {
                self.lags[n].leave_out_before(now);
            } else {
                self.advance_timer(n, now);
            }
            next = next.min(self.next_heard_event_of(n));
        }
        next
    }

    /// Lets timer `n` lag, if it runs independently and regularly, so that [`Pokey::skip_alone`] can bring it to any
    /// cycle. False if not.
    fn begin_to_lag(&mut self, n: usize) -> bool {
        let timer = self.timers.timers[n];
        let Timer { fire_at, irq_at, resync_at, serial_at, .. } = timer;
        let may_lag = fire_at.min(irq_at).min(resync_at).min(serial_at) == NEVER
            && self.group(n) == 1 << n
            && !self.serial.clocked_by(n, self.skctl)
            && !self.disturbed(n);
        match self.period(n) {
            Some(period) if may_lag && timer.firing() != NEVER => {
                self.lags[n] = Lag { firing: timer.firing(), period };
                true
            }
            _ => false,
        }
    }

    /// Handles a write to STIMER in cycle `now`.
    pub(super) fn write_stimer(&mut self, now: u64) {
        let at = now + STIMER_DELAY;
        self.timers.stimer_at = self.timers.stimer_at.min(at);
        self.timers.stimer_last = at;
    }

    /// Makes a change, for a write in cycle `now`, that may affect what clocks the timers. The counts are kept.
    pub(super) fn reroute_timers(&mut self, now: u64, change: impl FnOnce(&mut Self)) {
        let counts = [0, 1, 2, 3].map(|n| self.count(n, now));
        change(self);
        for (n, count) in counts.into_iter().enumerate() {
            let counter = self.counter_from(n, count, now);
            let timer = &mut self.timers.timers[n];
            if matches!(timer.counter, Counter::Until(underflow) if underflow <= now) {
                timer.fire_at = timer.firing();
            }
            timer.counter = counter;
        }
    }

    /// A lower bound on the cycle of timer `n`'s next firing.
    pub(super) fn earliest_firing(&self, n: usize) -> u64 {
        self.first_reload(n).min(self.own_firing(n))
    }

    /// A lower bound on the next cycle in which another timer may reload timer `n`. A reload may make it fire earlier:
    /// check again after that.
    pub(super) fn first_reload(&self, n: usize) -> u64 {
        let timers = &self.timers;
        let resync = timers.timers[0].resync_at.min(timers.timers[1].resync_at);
        let mut bound = timers.stimer_at.min(if n < 2 { resync } else { NEVER });
        if n.is_multiple_of(2) && self.linked(n + 1) {
            bound = bound.min(timers.timers[n + 1].firing());
        }
        if n < 2 && self.two_tone() {
            bound = bound.min(self.own_firing(1 - n));
        }
        bound
    }

    /// The cycle of the next timer interrupt that may change the pin.
    pub(super) fn next_timer_irq(&self) -> u64 {
        timers_of(self.irq.waited()).fold(NEVER, |next, (n, _)| next.min(self.next_irq_of(n)))
    }

    /// The cycle of the next interrupt of timer `n`.
    fn next_irq_of(&self, n: usize) -> u64 {
        match self.lags(n) {
            true => self.lags[n].firing + IRQ_DELAY,
            false => self.earliest_firing(n).saturating_add(IRQ_DELAY).min(self.timers.timers[n].irq_at),
        }
    }

    /// When timer `n` fires if it is not reloaded before; if it lags, the first firing that counts.
    pub(super) fn own_firing(&self, n: usize) -> u64 {
        let timer = &self.timers.timers[n];
        match timer.counter {
            Counter::At(count) if timer.fire_at == NEVER && self.source(n) == Source::Low => {
                let turns = u64::from(count) * TURN * self.clock_period(n - 1).unwrap_or(1);
                self.own_firing(n - 1).saturating_add(turns).saturating_add(FIRE_DELAY)
            }
            _ if self.lags(n) => self.lags[n].firing,
            _ => timer.firing(),
        }
    }

    pub(super) fn two_tone(&self) -> bool {
        self.skctl & super::skctl::TWO_TONE != 0
    }

    /// Whether timer `n` is the high half of a linked pair.
    pub(super) fn linked(&self, n: usize) -> bool {
        match n {
            1 => self.audctl & audctl::LINK_1_2 != 0,
            3 => self.audctl & audctl::LINK_3_4 != 0,
            _ => false,
        }
    }

    fn source(&self, n: usize) -> Source {
        let fast = match n {
            0 => self.audctl & audctl::FAST_1 != 0,
            2 => self.audctl & audctl::FAST_3 != 0,
            _ => false,
        };
        if n >= 2 && self.timers.held {
            Source::Nothing
        } else if self.linked(n) {
            Source::Low
        } else if fast {
            Source::Machine
        } else if !self.clock.runs() {
            Source::Nothing
        } else if self.audctl & audctl::BASE_15_KHZ != 0 {
            Source::Slow(Slow::Khz15)
        } else {
            Source::Slow(Slow::Khz64)
        }
    }

    /// Cycles between the firings of timer `n` if it is not disturbed.
    pub(super) fn period(&self, n: usize) -> Option<u64> {
        let (first, count, delay) = if self.linked(n) {
            let count = u64::from(self.audf[n - 1]) + u64::from(self.audf[n]) * TURN;
            (n - 1, count, 2 * FIRE_DELAY)
        } else {
            (n, u64::from(self.audf[n]), FIRE_DELAY)
        };
        // On a slow clock the delay is over before the next tick.
        match self.clock_period(first)? {
            1 => Some(count + 1 + delay),
            clock => Some((count + 1) * clock),
        }
    }

    /// The period in cycles of the clock that timer `n` counts, if it counts one.
    pub(super) fn clock_period(&self, n: usize) -> Option<u64> {
        match self.source(n) {
            Source::Machine => Some(1),
            Source::Slow(slow) => Some(slow.period()),
            Source::Low | Source::Nothing => None,
        }
    }

    /// A counter for timer `n` with `count` in cycle `now`.
    fn counter_from(&self, n: usize, count: u8, now: u64) -> Counter {
        match self.source(n) {
            Source::Machine => Counter::Until(now + u64::from(count) + 1),
            Source::Slow(slow) => Counter::Until(self.clock.nth_tick(slow, now, u64::from(count) + 1)),
            Source::Low | Source::Nothing => Counter::At(count),
        }
    }

    /// The count of timer `n` in cycle `now`.
    fn count(&self, n: usize, now: u64) -> u8 {
        match self.timers.timers[n].counter {
            Counter::At(count) => count,
            Counter::Until(underflow) => {
                let ticks = |after, until: u64| match self.source(n) {
                    Source::Slow(slow) => self.clock.ticks(slow, after, until),
                    _ => until.saturating_sub(after),
                };
                if underflow > now {
                    (ticks(now, underflow) - 1) as u8
                } else {
                    !(ticks(underflow, now) as u8)
                }
            }
        }
    }

    pub(super) fn reload(&mut self, n: usize, at: u64) {
        let counter = self.counter_from(n, self.audf[n], at);
        let timer = &mut self.timers.timers[n];
        timer.counter = counter;
        timer.fire_at = NEVER;
    }

    /// Executes the events of a group in cycle `at`. May execute batches of firings up to cycle `until` at once.
    fn timer_events(&mut self, group: u8, at: u64, until: u64) {
        for (n, bit) in IRQ_BITS.into_iter().enumerate() {
            if group >> n & 1 == 0 {
                continue;
            }
            if self.timers.timers[n].irq_at == at {
                self.timers.timers[n].irq_at = NEVER;
                self.irq.raise(bit, at);
            }
            if self.timers.timers[n].serial_at == at {
                self.timers.timers[n].serial_at = NEVER;
                self.serial_pulse(n, at);
            }
        }
        if self.timers.stimer_at == at {
            self.timers.stimer_at = if self.timers.stimer_last > at { at + 1 } else { NEVER };
            (0..4).for_each(|n| self.reload(n, at));
            self.audio.set_outputs(at, &mut self.record);
        }
        for n in 0..2 {
            if self.timers.timers[n].resync_at == at {
                self.timers.timers[n].resync_at = NEVER;
                self.reload(0, at);
                self.reload(1, at);
            }
        }
        for n in 0..4 {
            if group >> n & 1 != 0 && self.timers.timers[n].firing() == at {
                self.fire(n, at, until);
            }
        }
    }

    fn fire(&mut self, n: usize, at: u64, until: u64) {
        self.audio.pulse(n, Pulses::one(at), &self.poly, &mut self.record);
        let resyncs = n < 2 && self.two_tone() && self.serial.tone_pulse(n, self.skctl);
        let clocks_port = self.serial.clocked_by(n, self.skctl);
        let timer = &mut self.timers.timers[n];
        timer.fire_at = NEVER;
        match IRQ_BITS[n] {
            0 => {}
            // Nothing happens in between.
            bit if at + IRQ_DELAY <= until => {
                self.irq.raise(bit, at + IRQ_DELAY);
            }
            _ => timer.irq_at = at + IRQ_DELAY,
        }
        if clocks_port {
            timer.serial_at = at + SERIAL_DELAY;
        }
        if resyncs {
            timer.resync_at = at + RESYNC_DELAY;
        }
        if n.is_multiple_of(2) && self.linked(n + 1) {
            if let Counter::Until(underflow) = self.timers.timers[n].counter
                && underflow < at
            {
                self.timers.timers[n].counter = self.counter_from(n, 0xFF, underflow);
            }
            self.count_down(n + 1, at);
            return;
        }
        self.reload(n, at);
        if self.linked(n) {
            self.reload(n - 1, at);
        }
        self.skip_periods(n, at, until);
    }

    /// Clocks the high half of a linked pair.
    fn count_down(&mut self, n: usize, at: u64) {
        if let Counter::At(count) = self.timers.timers[n].counter {
            let timer = &mut self.timers.timers[n];
            timer.counter = Counter::At(count.wrapping_sub(1));
            if count == 0 {
                timer.fire_at = at + FIRE_DELAY;
            }
        }
    }

    /// After timer `n` has fired and been reloaded in cycle `at`: skips whole periods up to cycle `until`, if nothing
    /// but their number matters.
    fn skip_periods(&mut self, n: usize, at: u64, until: u64) {
        let first = self.own_firing(n);
        let Some(period) = self.period(n) else { return };
        let groups = until.saturating_sub(first) / period;
        if groups == 0 || self.disturbed(n) {
            return;
        }
        self.irq.raise(IRQ_BITS[n], at + IRQ_DELAY);
        if self.serial.clocked_by(n, self.skctl) {
            self.serial.idle_pulses(n, groups, self.skctl);
        }
        self.sum_up(n, Pulses { first, groups, period, per_group: 1, turn: 0 });
    }

    /// Timer `n` fires as in `firings`. All effects except those of the last firing are over.
    fn sum_up(&mut self, n: usize, firings: Pulses) {
        let last = firings.first + (firings.groups - 1) * firings.period;
        self.sound(n, firings, if n > 0 { self.clock_period(n - 1).unwrap_or(0) } else { 0 });
        self.reload(n, last);
        if IRQ_BITS[n] != 0 {
            self.timers.timers[n].irq_at = last + IRQ_DELAY;
        }
        if self.serial.clocked_by(n, self.skctl) {
            self.timers.timers[n].serial_at = last + SERIAL_DELAY;
        }
        if self.linked(n) {
            self.reload(n - 1, last);
        }
    }

    /// Sounds the firings of timer `n`, and those of the timer below if that is linked with it and counts a clock with
    /// a period of `clock` cycles.
    pub(super) fn sound(&mut self, n: usize, firings: Pulses, clock: u64) {
        self.audio.pulse(n, firings, &self.poly, &mut self.record);
        if self.linked(n) {
            let high = u64::from(self.audf[n]);
            let turn = TURN * clock;
            let first = firings.first - FIRE_DELAY - high * turn;
            let low = Pulses { first, per_group: high + 1, turn, ..firings };
            self.audio.pulse(n - 1, low, &self.poly, &mut self.record);
            self.irq.raise(IRQ_BITS[n - 1], low.first + IRQ_DELAY);
        }
    }

    /// Executes all firings of timer `n`, which depends on no other timer, up to cycle `now` at once, if nothing but
    /// their number matters.
    fn skip_alone(&mut self, n: usize, now: u64) {
        let timer = &self.timers.timers[n];
        let others = timer.irq_at.min(timer.serial_at).min(timer.resync_at).min(timer.fire_at);
        let heard = self.own_firing(n);
        let lagged = std::mem::take(&mut self.lags[n]) != Lag::default();
        if others <= now || self.serial.clocked_by(n, self.skctl) || self.disturbed(n) {
            // A timer that lags has been independent so far.
            if lagged {
                self.skip_firings(n, heard - 1);
            }
            return;
        }
        let fires = self.skip_firings(n, now);
        if fires && IRQ_BITS[n] != 0 && heard + IRQ_DELAY <= now {
            self.irq.raise(IRQ_BITS[n], heard + IRQ_DELAY);
        }
    }

    /// Executes all firings of timer `n` up to cycle `now`, without the interrupts before that. Returns whether there
    /// are any.
    fn skip_firings(&mut self, n: usize, now: u64) -> bool {
        let first = self.timers.timers[n].firing();
        let Some(period) = self.period(n).filter(|_| first <= now) else { return false };
        let groups = (now - first) / period + 1;
        let pulses = Pulses { first, groups, period, per_group: 1, turn: 0 };
        self.audio.pulse(n, pulses, &self.poly, &mut self.record);
        let last = first + (groups - 1) * period;
        self.reload(n, last);
        if IRQ_BITS[n] != 0 {
            self.timers.timers[n].irq_at = if last + IRQ_DELAY <= now { NEVER } else { last + IRQ_DELAY };
        }
        true
    }

    /// Whether the next firings of timer `n` have effects that cannot be summed up.
    fn disturbed(&self, n: usize) -> bool {
        self.tangled(n) || self.port_counts(n)
    }

    /// Whether they affect other timers or channels, or the other way round.
    fn tangled(&self, n: usize) -> bool {
        self.timers.stimer_at != NEVER
            || self.timers.timers[0].resync_at.min(self.timers.timers[1].resync_at) != NEVER
            || (n < 2 && self.two_tone())
            || self.audio.filtered(n % 2)
            || (self.linked(n) && self.audio.filtered(0))
    }
}
