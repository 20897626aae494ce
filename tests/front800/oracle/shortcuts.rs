//! Ways in which the fast machine leaves work out, by the smallest program that takes them.

use super::compare::compare;
use super::found::showing;

/// Rows of hires data in modes 9, 10 and 11 that change in each frame are painted by bytes, also where they are scrolled, cut by a
/// narrow window or beside the picture; not where a player is lit, which comes and goes, or a mode begins within the line.
#[test]
fn rows_in_the_modes_of_gtia_are_painted_as_they_are_by_clocks() {
    let list = [
        0x70, 0x5F, 0x00, 0x50, 0x1F, 0x1F, 0x4F, 0x80, 0x51, 0x0F, 0x0F, 0x0F, 0x52, 0x00, 0x52, 0x4E, 0x00,
        0x53,
    ];
    for (dmactl, prior) in [(0x21, 0x40), (0x22, 0x80), (0x23, 0xC0), (0x22, 0x40), (0x23, 0x80)] {
        let code = format!(
            " mva #90 $D000\n mva #3 $D008\nagain   lda VCOUNT\n cmp #120\n bne again\n mva #{prior} $D01B\n inc $90
 lda $90\n and #15\n sta $D404\n lda $90\n and #$18\n cmp #$18\n beq lit\n lda #0\nlit     sta $D00D\n sta $D01A\nthink   inc $5000,x
 inc $5200,x\n inx\n bne think\n lda $90\n and #$40\n beq again\n sta $D01B\n jmp again"
        );
        let mut machine = showing(&list, dmactl, &code);
        (0x5000..0x5400).for_each(|address| machine.poke(address, (address ^ (address / 9)) as u8));
        compare(u64::from(dmactl) << 8 | prior, machine, 140);
    }
}
