//! One player or missile: its position comparator and its shift register. [sheet: gtia 3]

use serde::{Deserialize, Serialize};

use super::coverage::Coverage;

/// One object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Object {
    /// The clock of its trigger.
    pub hpos: u8,
    /// 0 to 3, as in SIZEP.
    pub size: u8,
    /// What a trigger loads; a missile's two bits are at the top.
    pub graf: u8,
    /// Bit 7 is the output.
    pub shift: u8,
    /// The divider for wide objects. Kept at 0 while `shift` is 0: then it has no visible effect, as a trigger resets
    /// it to 0.
    pub step: u8,
}

impl Object {
    /// Runs the clocks `from..to` and marks object `n` where its output is 1.
    pub(super) fn run(&mut self, from: usize, to: usize, n: usize, coverage: &mut Coverage) {
        let trigger = usize::from(self.hpos);
        let triggered = (from..to).contains(&trigger);
        let end = if triggered { trigger } else { to };
        if self.shift != 0 && from < end {
            self.shift_on(from, end, n, coverage);
        }
        if triggered {
            self.step = 0;
            self.shift = self.shift << 1 | self.graf;
            self.shift_out(trigger, 0, to, n, coverage);
        }
    }

    /// Continues from `from` to `to` without a trigger. With size %10 the divider sticks when it reaches 2, which
    /// freezes the output until a trigger or another size.
    fn shift_on(&mut self, from: usize, to: usize, n: usize, coverage: &mut Coverage) {
        if self.is_frozen() {
            self.step = 2;
            if self.shift & 0x80 != 0 {
                coverage.fill(from..to, n);
            }
            return;
        }
        let step = if self.size == 2 { 0 } else { self.step & self.size };
        self.shift_out(from, usize::from(step) + 1, to, n, coverage);
    }

    fn is_frozen(&self) -> bool {
        self.size == 2 && matches!(self.step, 1 | 2)
    }

    /// Outputs the contents of the shift register up to clock `to`. Its leftmost pixel began `before` clocks before
    /// `clock`.
    #[inline]
    fn shift_out(&mut self, clock: usize, before: usize, to: usize, n: usize, coverage: &mut Coverage) {
        let log = pixel_clocks_log(self.size);
        coverage.light_until(to, clock, before, self.shift, log, n);
        (self.shift, self.step) = shifted(self.shift, to - 1 - clock + before, log);
    }
}

/// The clocks of a pixel, as a power of two.
#[inline]
pub(super) fn pixel_clocks_log(size: u8) -> u32 {
    const BY_SIZE: u32 = 1 << 2 | 2 << 6;
    BY_SIZE >> (2 * (size & 3)) & 3
}

/// The shift register after shifting for this many `clocks`, and the divider.
#[inline]
pub(super) fn shifted(shift: u8, clocks: usize, pixel_clocks_log: u32) -> (u8, u8) {
    let shift = u32::from(shift).checked_shl((clocks >> pixel_clocks_log) as u32).unwrap_or(0) as u8;
    (shift, if shift == 0 { 0 } else { (clocks % (1 << pixel_clocks_log)) as u8 })
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::chips::an::{CLOCKS, FIRST_VISIBLE_CLOCK, PLAYFIELD_END};
    use crate::chips::gtia::numbers;

    const VISIBLE_CLOCKS: std::ops::Range<usize> = FIRST_VISIBLE_CLOCK..PLAYFIELD_END;

    /// The rule of the sheet, clock by clock without shortcuts.
    pub(in super::super) fn stepped(object: &Object, step: &mut u8, shift: &mut u8, clock: usize) -> bool {
        if clock == usize::from(object.hpos) {
            *step = 0;
            *shift = *shift << 1 | object.graf;
        } else {
            *step = (*step + 1) & object.size;
            if *step == 0 {
                *shift <<= 1;
            }
        }
        *shift & 0x80 != 0
    }

    fn lit_clocks(coverage: &Coverage) -> Vec<usize> {
        let mut clocks = BTreeSet::new();
        coverage.each_lit(VISIBLE_CLOCKS, |clock, _| _ = clocks.insert(clock));
        clocks.into_iter().collect()
    }

    #[test]
    fn jumping_over_idle_stretches_equals_stepping_every_clock() {
        let mut below = numbers(0x1234_5678);
        let mut next = || below(1 << 16);
        let mut object = Object::default();
        let (mut step, mut shift) = (0, 0);
        for _ in 0..20_000 {
            let mut coverage = Coverage::default();
            let mut expected = [0; CLOCKS];
            let mut from = 0;
            while from < CLOCKS {
                match next() % 4 {
                    0 => object.hpos = next() as u8,
                    1 => object.size = next() as u8 & 3,
                    2 => object.graf = (next() & next()) as u8,
                    _ => object.hpos = (from + next() % 12) as u8,
                }
                let to = (from + 1 + next() % 60).min(CLOCKS);
                for (clock, lit) in expected.iter_mut().enumerate().take(to).skip(from) {
                    *lit = u8::from(stepped(&object, &mut step, &mut shift, clock));
                }
                object.run(from, to, 0, &mut coverage);
                from = to;
            }
            let mut visible = || VISIBLE_CLOCKS.start + next() % VISIBLE_CLOCKS.len();
            for clocks in [VISIBLE_CLOCKS, visible()..visible()] {
                let mut seen = [0; CLOCKS];
                coverage.each_lit(clocks.clone(), |clock, lit| seen[clock] = lit);
                for (clock, (lit, expected)) in seen.into_iter().zip(expected).enumerate() {
                    assert_eq!(lit, if clocks.contains(&clock) { expected } else { 0 });
                }
            }
            coverage.clear();
            assert!(lit_clocks(&coverage).is_empty());
        }
    }

    #[test]
    fn size_2_entered_in_step_1_freezes_the_output_until_the_size_changes() {
        let mut object = Object { size: 1, hpos: 40, graf: 0x80, ..Object::default() };
        let mut coverage = Coverage::default();
        object.run(0, 42, 0, &mut coverage);
        object.size = 2;
        object.run(42, 130, 0, &mut coverage);
        object.size = 0;
        object.run(130, CLOCKS, 0, &mut coverage);
        assert_eq!(lit_clocks(&coverage), Vec::from_iter(40..130), "frozen at 1");
    }

    #[test]
    fn size_2_entered_in_step_0_is_single_width() {
        let mut object = Object { size: 2, hpos: 40, graf: 0xFF, ..Object::default() };
        let mut coverage = Coverage::default();
        object.run(0, CLOCKS, 0, &mut coverage);
        assert_eq!(lit_clocks(&coverage).len(), 8);
    }
}
