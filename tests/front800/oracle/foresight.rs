//! Lines that have been foreseen, by the smallest programs that disturb them.

use super::compare::compare;
use super::found::{SHOW, with_list};
use super::shortcuts::fill;

/// A list of lines with addresses of their own, and code that makes them others, by which none of them is known.
fn moving_lines(ir: u8) -> (Vec<u8>, String) {
    let list = [0x70, 0x70].into_iter().chain([ir, 0x00, 0x50].repeat(150)).collect();
    let moves = format!(
        " lda $88\n adc #7\n and #$7F\n sta $88\n ldx #0\nmove    lda #{ir}\n sta $2002,x\n lda $88\n sta $2003,x\n lda #$50\n sta $2004,x
 inx\n inx\n inx\n cpx #225\n bcc move\n"
    );
    (list, moves)
}

/// Lines stay foreseen while a timer's handlers come between, and those that these disturb do not: in one of them, in the main program, or
/// in a line of which a colour changes.
#[test]
fn what_has_been_foreseen_holds_until_somebody_disturbs_it() {
    // Where the list has the line behind the present one, in the upper part of the picture.
    let next = "lda $D40B\n asl @\n clc\n sbc #22\n sta $8B\n asl @\n adc $8B\n tax\n";
    let disturbs = [
        "lda $D40B\n sta $D01A\n sta $D016",
        "lda $D40B\n lsr @\n bcs on\n sta $D016\non      nop",
        &format!(
            "{next} lda $89\n and #3\n sta $8C\n lda #$4D\nturn    inx\n inx\n inx\n dec $8C\n bpl turn\n sta $2002,x"
        ),
        &format!("{next} lda $89\n and #$7F\n sta $2006,x\n sta $200F,x"),
        &format!("{next} lda #$51\n sta $2007,x\n lda #$52\n sta $2013,x\n sta $D016"),
        &format!("{next} lda #$0E\n sta $2005,x\n sta $2014,x"),
        "lda $89\n and #1\n ora #$22\n sta $D400\n sta $D018",
        "lda $89\n and #7\n sta $D404\n sta $D017",
        "lda $89\n sta $5020\n sta $5044\n sta $5068\n sta $D016",
        "ldx $89\n txa\n sta $5000,x\n stx $D000\n stx $D00D\n stx $D016",
        "lda $89\n and #$10\n ora #1\n sta $D01B\n lda $D004\n sta $D01E\n sta $D016",
    ];
    for (seed, code) in disturbs.into_iter().chain(disturbs).enumerate() {
        for (every, dmactl, ir) in [(1, 0x22, 0x4E), (2, 0x2E, 0x4E), (0, 0x23, 0x4F), (6, 0x3E, 0x4E)] {
            let (list, moves) = moving_lines(ir);
            // In the handler, or in what it interrupts.
            let (inside, outside) = if seed < disturbs.len() { (code, "inc $5040") } else { ("", code) };
            let body = format!(
                "{SHOW} mva #{dmactl} DMACTL\n mva #3 $D01D\n mva #$38 $D407\n mva #80 $D000\n mva #0 NMIEN
 mva #3 $D20F\n mva #1 $D208\n mva #{every} $D200\n sta $D209\n mva #1 $D20E\n cli
again   lda VCOUNT\n cmp #120\n bne work\n{moves}work    inc $89\n txa\n pha\n {outside}\n pla\n tax\n jmp again
nmi     rti\nirq     pha\n txa\n pha\n {inside}\n lda #0\n sta $D20E\n lda #1\n sta $D20E\n pla\n tax\n pla\n rti\n"
            );
            let mut machine = with_list(&body, &list);
            fill(&mut machine, 0x5000..0x5300);
            compare(seed as u64, machine, 12);
        }
    }
}

/// Where the list is not read any more its instruction stays in force, and what follows is read behind what was read before, and not where
/// the list says.
#[test]
fn lines_that_the_list_does_not_tell_are_not_foreseen() {
    for (dmactl, vcount) in [(0x02, 40), (0x01, 50), (0x03, 64), (0x0E, 32)] {
        let (list, moves) = moving_lines(0x4E);
        let body = format!(
            "{SHOW} mva #0 NMIEN\n mva #3 $D01D\nagain   mva #$22 DMACTL\n{moves}top     lda VCOUNT\n cmp #{vcount}\n bne top
 mva #{dmactl} DMACTL\n ldy #120\nturn    ldx $8A\n inc $89\n lda $89\n sta $5000,x\n eor #$5A\n sta $5100,x\n sta $5200,x\n sta $5300,x
 lda $8A\n adc #37\n sta $8A\n dey\n bne turn\nbottom  lda VCOUNT\n cmp #122\n bne bottom\n jmp again\nnmi\nirq     rti\n"
        );
        let mut machine = with_list(&body, &list);
        fill(&mut machine, 0x5000..0x6400);
        compare(dmactl, machine, 40);
    }
}
