//! Lines of border, and of empty lores, in which GTIA's mode and colours change, with objects over them and without.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::compare::compare;
use super::found::showing;
use crate::full;

/// Lines that are followed from the first visible one on.
const LINES: usize = 200;

/// In each line another value for PRIOR and COLBK, as late as the seed has it, the same in all frames.
fn program(rng: &mut ChaCha8Rng) -> String {
    let modes: Vec<String> = (0..LINES).map(|_| (rng.random_range(0..4) << 6 | 1).to_string()).collect();
    let colours: Vec<String> = (0..LINES).map(|_| rng.random_range(0..=255).to_string()).collect();
    let delay = " nop\n".repeat(rng.random_range(0..40));
    let objects = if rng.random() {
        "mva #$5A $D00D\n mva #100 $D000\n mva #3 $D008\n mva #$FF $D011\n mva #130 $D004\n"
    } else {
        ""
    };
    format!(
        " {objects}
frame   lda $D40B
        cmp #8
        bne frame
        ldx #0
line    sta $D40A
{delay}
        lda modes,x
        sta $D01B
        lda colours,x
        sta $D01A
        sta $D012
        inx
        cpx #{LINES}
        bne line
        jmp frame
modes   dta {}
colours dta {}
",
        modes.join(","),
        colours.join(","),
    )
}

#[test]
fn lazy_and_oracle_agree_on_borders_of_changing_modes() {
    for seed in 0..full::or(400, 12) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // Blank lines, and modes D, 8 and F of nothing, as memory is zero where they read.
        let kinds = [0x70, 0x00, 0x0D, 0x08, 0x0F, 0x30];
        let mut list = vec![0x70, 0x70, 0x4D, 0x00, 0x60];
        list.extend((0..60).map(|_| kinds[rng.random_range(0..kinds.len())]));
        let dmactl = [0x21, 0x22, 0x23][rng.random_range(0..3)];
        compare(seed, showing(&list, dmactl, &program(&mut rng)), 14);
    }
}
