//! Decides when the next frame of the machine is due.
//!
//! The pacer follows a clock at the machine's frame rate. If the screen's refresh rate is nearly a multiple of that
//! rate (59.92 on 60 or 120 Hz, 49.86 on 50 Hz), it locks to the screen instead, so that each picture is shown for
//! the same time; sound follows by its own rate control ([`super::resample`]). On other screens (60 Hz for PAL, 144
//! Hz) a picture is shown at the first refresh after it is due, which is the best possible.

/// The relative deviation from a multiple of the machine's rate up to which the pacer locks to a screen.
const FOLLOWED: f64 = 0.006;
/// The part of a deviation from the middle between two refreshes that each refresh corrects.
const PHASE_GAIN: f64 = 0.05;
/// The weight of a new measurement in the refresh period.
const PERIOD_GAIN: f64 = 0.02;
/// The most frames run between two pictures; further overdue ones are skipped.
const MOST_FRAMES: u32 = 3;
/// The regular refreshes needed before the pacer trusts the screen, and the most that are counted.
const TRUSTED: u32 = 30;
const MOST_TRUST: u32 = 60;
/// How many of them an irregular refresh takes away.
const DISTRUST: u32 = 4;

/// Decides when frames are run. Times are in seconds of any monotonic clock.
pub(super) struct Pacer {
    frame_period: f64,
    next_frame: f64,
    refresh: Option<Refresh>,
}

/// The refreshes of the screen.
struct Refresh {
    /// The measured period.
    period: f64,
    /// When a picture was last presented.
    last: Option<f64>,
    /// A count of recent regular refreshes.
    trust: u32,
}

impl Pacer {
    /// For a machine with `rate` frames per second that starts at `now`. `refresh_rate` is that of the screen, if
    /// drawing waits for it.
    pub(super) fn new(rate: f64, refresh_rate: Option<f64>, now: f64) -> Self {
        let refresh = refresh_rate.map(|rate| Refresh { period: rate.recip(), last: None, trust: 0 });
        Pacer { frame_period: rate.recip(), next_frame: now, refresh }
    }

    /// How many frames to run now.
    pub(super) fn frames_due(&mut self, now: f64) -> u32 {
        let period = self.period();
        let mut due = 0;
        while self.next_frame <= now {
            if due == MOST_FRAMES {
                self.next_frame = now + period;
                break;
            }
            self.next_frame += period;
            due += 1;
        }
        due
    }

    /// Seconds until the next frame is due.
    pub(super) fn wait(&self, now: f64) -> f64 {
        (self.next_frame - now).max(0.0)
    }

    /// The machine was stopped until now, so nothing is overdue.
    pub(super) fn restart(&mut self, now: f64) {
        self.next_frame = now;
    }

    /// No new picture was presented.
    pub(super) fn skipped(&mut self) {
        if let Some(refresh) = &mut self.refresh {
            refresh.last = None;
        }
    }

    /// A picture was presented.
    pub(super) fn presented(&mut self, now: f64) {
        let Some(refresh) = &mut self.refresh else { return };
        refresh.measure(now);
        let (trusted, period) = (refresh.trusted(), refresh.period);
        if trusted && self.multiple().is_some() {
            // A frame due in the middle between two refreshes is on time even if both jitter.
            let phase = (self.next_frame - now).rem_euclid(period);
            self.next_frame -= PHASE_GAIN * (phase - 0.5 * period);
        }
    }

    /// Seconds per frame.
    fn period(&self) -> f64 {
        match (&self.refresh, self.multiple()) {
            (Some(refresh), Some(n)) if refresh.trusted() => refresh.period * n,
            _ => self.frame_period,
        }
    }

    /// Refreshes per frame, if that is nearly a whole number.
    fn multiple(&self) -> Option<f64> {
        let exact = self.frame_period / self.refresh.as_ref()?.period;
        let n = exact.round();
        (n >= 1.0 && (exact / n - 1.0).abs() < FOLLOWED).then_some(n)
    }
}

impl Refresh {
    fn trusted(&self) -> bool {
        self.trust >= TRUSTED
    }

    fn measure(&mut self, now: f64) {
        let Some(last) = self.last.replace(now) else { return };
        let interval = now - last;
        // The picture may have missed a refresh and been shown at a later one.
        let refreshes = (interval / self.period).round().clamp(1.0, 4.0);
        let one = interval / refreshes;
        if (one / self.period - 1.0).abs() < 0.25 {
            self.period += PERIOD_GAIN * (one - self.period);
            self.trust = (self.trust + 1).min(MOST_TRUST);
        } else {
            self.trust = self.trust.saturating_sub(DISTRUST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NTSC: f64 = 59.922743;
    const PAL: f64 = 49.860759;

    /// Frames run at each of `count` refreshes of a screen that jitters by up to `jitter` seconds.
    fn on_screen(rate: f64, refresh_rate: f64, jitter: f64, count: usize) -> Vec<u32> {
        let mut pacer = Pacer::new(rate, Some(refresh_rate.round()), 0.0);
        let mut noise = 1u32;
        (0..count)
            .map(|n| {
                noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let now = n as f64 / refresh_rate + jitter * f64::from(noise >> 8) / f64::from(1 << 24);
                let due = pacer.frames_due(now);
                pacer.presented(now);
                due
            })
            .collect()
    }

    /// Whether the pacer believes that presenting waits for the screen.
    fn waits(pacer: &Pacer) -> bool {
        pacer.refresh.as_ref().is_some_and(Refresh::trusted)
    }

    #[test]
    fn pictures_that_are_left_out_do_not_make_the_rhythm_doubtful() {
        let mut pacer = Pacer::new(NTSC, Some(60.0), 0.0);
        for n in 0..2000 {
            let now = f64::from(n) / 60.0;
            pacer.frames_due(now);
            // A picture that stands still for a while, and then moves again.
            if n % 50 < 40 { pacer.presented(now) } else { pacer.skipped() }
        }
        assert!(waits(&pacer));
    }

    #[test]
    fn on_a_screen_of_nearly_the_same_rate_every_refresh_shows_a_new_picture() {
        for (rate, refresh) in [(NTSC, 60.0), (NTSC, 59.94), (PAL, 50.0)] {
            let due = on_screen(rate, refresh, 0.003, 20_000);
            assert!(due[200..].iter().all(|&due| due == 1), "{rate} on {refresh}");
        }
    }

    #[test]
    fn on_a_screen_of_twice_the_rate_every_second_refresh_does() {
        let due = on_screen(NTSC, 120.0, 0.001, 20_000);
        assert!(due[200..].chunks_exact(2).all(|pair| pair[0] + pair[1] == 1));
    }

    #[test]
    fn on_other_screens_the_machine_keeps_its_own_rate() {
        for (rate, refresh) in [(PAL, 60.0), (NTSC, 144.0), (NTSC, 75.0), (NTSC, 50.0)] {
            let count = 100 * refresh as usize;
            let frames: u32 = on_screen(rate, refresh, 0.001, count).iter().sum();
            assert!((f64::from(frames) - 100.0 * rate).abs() <= 2.0, "{rate} on {refresh}: {frames}");
        }
    }

    #[test]
    fn without_a_screen_that_waits_the_clock_alone_decides() {
        let mut pacer = Pacer::new(NTSC, None, 5.0);
        let (mut now, mut frames) = (5.0, 0);
        while now < 105.0 {
            frames += pacer.frames_due(now);
            now += pacer.wait(now) + 0.000_1;
            pacer.presented(now);
        }
        assert!(!waits(&pacer));
        assert!((f64::from(frames) - 100.0 * NTSC).abs() <= 2.0, "{frames}");
    }

    #[test]
    fn a_screen_that_only_says_that_it_waits_is_found_out() {
        let mut pacer = Pacer::new(NTSC, Some(60.0), 0.0);
        let mut frames = 0;
        for n in 0..1_000_000 {
            let now = f64::from(n) * 0.000_1;
            frames += pacer.frames_due(now);
            pacer.presented(now);
        }
        assert!(!waits(&pacer));
        assert!((f64::from(frames) - 100.0 * NTSC).abs() <= 2.0, "{frames}");
    }

    #[test]
    fn after_a_stall_the_lost_time_is_given_up() {
        let mut pacer = Pacer::new(NTSC, None, 0.0);
        assert_eq!(pacer.frames_due(10.0), MOST_FRAMES);
        assert_eq!(pacer.frames_due(10.0), 0);
        assert!(pacer.wait(10.0) > 0.0);
    }
}
