//! Text of which names, glyphs and colours change, with objects over it: it is painted out of fonts that are kept.

use super::compare::compare;
use super::found::showing;
use super::shortcuts::fill;

/// Each frame moves the screen, changes names and glyphs of two fonts that lie side by side, and shows one of these; each eighth in
/// other colours.
const CHANGES: &str = "
again   lda VCOUNT
        cmp #120
        bne again
        inc $90
        mva $90 $D404
        and #15
        sta $2003
        ldx $90
        inc $4000,x
        inc $4180,x
        inc $4200,x
        inc $4300,x
        lda $5000,x
        adc #$41
        sta $5000,x
        sta $5080
        txa
        asl @
        ora #$40
        sta $D000
        txa
        and #8
        sta $D016
        ora #$34
        sta $D018
        txa
        and #2
        ora #$40
        sta $D409
think   inx
        bne think
        iny
        cpy #12
        bne think
        ldy #0
        jmp again";

#[test]
fn text_is_painted_out_of_fonts_of_both_sizes() {
    for mode in [2, 4, 5, 6, 7] {
        let line = 0x10 | mode;
        let mut list = vec![0x70, 0x50 | mode, 0x00, 0x50];
        list.extend([line].repeat(if matches!(mode, 5 | 7) { 11 } else { 22 }));
        // Without objects that fetch, and with a player whose shape stands.
        for (dmactl, objects) in
            [(0x21, ""), (0x22, ""), (0x2E, "mva #3 $D01D\n mva #$38 $D407"), (0x23, "mva #$81 $D00D")]
        {
            let mut machine = showing(&list, dmactl, &format!(" {objects}\n mva #1 $D01B{CHANGES}"));
            fill(&mut machine, 0x3800..0x5400);
            compare(mode.into(), machine, 40);
        }
    }
}
