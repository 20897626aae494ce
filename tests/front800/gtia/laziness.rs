//! Lazy, stepped and pictureless chips are one and the same.

use super::*;

/// A small generator, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn value(&mut self, reg: u8) -> u8 {
        match reg {
            PRIOR if self.below(2) == 0 => self.below(64) as u8,
            GRAFP0..=GRAFM if self.below(2) == 0 => 0,
            _ => self.below(256) as u8,
        }
    }

    fn line(&mut self) -> AnLine {
        let mut an = AnLine::blank();
        if self.below(10) > 0 {
            let bits = [0xFF, 0, 6, 4][self.below(4)];
            for code in &mut an.codes[FIRST_VISIBLE_CLOCK..=LAST_VISIBLE_CLOCK] {
                *code = [0, 4, 5, 6, 7][self.below(5)] & bits;
            }
        }
        an.hires = self.below(2) == 0;
        an
    }
}

#[test]
fn lazy_stepped_and_pictureless_chips_stay_the_same_over_random_programs() {
    let mut random = Random(800);
    let mut lazy = chip(&[]);
    let (mut stepped, mut blind, mut sometimes) = (lazy.clone(), lazy.clone(), lazy.clone());
    for line_number in 0..4000 {
        let an = random.line();
        let busy = [1, 10, 60][random.below(3)];
        // Codes that ANTIC has not sent yet must not matter.
        let mut so_far = AnLine { codes: [0xEE; CLOCKS], hires: an.hires };
        for cycle in 0..114 {
            let sent = 2 * usize::from(cycle);
            so_far.codes[..sent].copy_from_slice(&an.codes[..sent]);
            stepped.catch_up(cycle, &so_far);
            if random.below(30) == 0 {
                sometimes.catch_up(cycle, &so_far);
            }
            let write = (random.below(60) < busy).then(|| {
                let reg = random.below(32) as u8;
                (reg, random.value(reg))
            });
            let data = random.below(256) as u8;
            for gtia in [&mut lazy, &mut stepped, &mut blind, &mut sometimes] {
                match (cycle, write) {
                    (0, _) => gtia.load_missiles(line_number, data),
                    (2..=5, None) => gtia.load_player(line_number, cycle, usize::from(cycle) - 2, data),
                    (_, Some((reg, value))) => gtia.write(cycle, reg, value),
                    _ => {}
                }
            }
        }
        let picture = draw(&mut lazy, &an);
        assert!(picture == draw(&mut stepped, &an), "picture of line {line_number}");
        assert!(picture == draw(&mut sometimes, &an), "picture of line {line_number}");
        blind.end_line(&an, None);
        assert_eq!(lazy, stepped, "after line {line_number}");
        assert_eq!(lazy, blind, "after line {line_number}");
        assert_eq!(lazy, sometimes, "after line {line_number}");
        assert_eq!(collisions(&mut lazy.clone()), collisions(&mut stepped.clone()));
    }
}

#[test]
fn a_saved_chip_goes_on_as_the_one_that_was_saved() {
    let mut random = Random(5);
    let mut gtia = chip(&[]);
    for _ in 0..200 {
        for cycle in 0..114 {
            let reg = random.below(32) as u8;
            let value = random.value(reg);
            gtia.write(cycle, reg, value);
        }
        let an = random.line();
        gtia.end_line(&an, None);
        let bytes = postcard::to_allocvec(&gtia).unwrap();
        let mut loaded: Gtia = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(loaded, gtia);
        assert!(draw(&mut loaded, &an) == draw(&mut gtia.clone(), &an));
    }
}
