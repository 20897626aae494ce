//! Ways in which the fast machine leaves work out, each by the smallest program that takes it.

use super::compare::compare;
use super::found::showing;
use crate::machine::bare;
use front800::machine::{Machine, Video};

/// Memory that differs from cell to cell, for screens and fonts.
fn fill(machine: &mut Machine, addresses: std::ops::Range<u16>) {
    addresses.for_each(|address| machine.poke(address, (address ^ (address / 9)) as u8));
}

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
 lda $90\n and #15\n sta $D404\n lda $90\n and #$18\n bne dark\n lda #$66\ndark    sta $D00D\n sta $D01A\nthink   inc $5000,x
 inc $5200,x\n inx\n bne think\n lda $90\n and #$40\n beq again\n sta $D01B\n jmp again"
        );
        let mut machine = showing(&list, dmactl, &code);
        fill(&mut machine, 0x5000..0x5400);
        compare(u64::from(dmactl) << 8 | prior, machine, 140);
    }
}

/// Instructions that write twice end in cycle 0 of a line that is known, and cross its beginning, one cycle later each time: what they
/// write is shown by it, is a byte of its font, or nobody's.
#[test]
fn a_store_in_cycle_0_is_seen_by_the_line_that_begins_there() {
    let list = [0x70, 0x42, 0x00, 0x50, 0x02, 0x44, 0x00, 0x51, 0x04, 0x4E, 0x00, 0x52];
    for target in ["$5000", "$5127", "$4008", "$5200", "$6000"] {
        for nops in 0..4 {
            let nops = " nop\n".repeat(nops);
            let code = format!(" sec\nagain   rol {target}\n{nops} jmp again");
            let mut machine = showing(&list, 0x22, &code);
            fill(&mut machine, 0x4000..0x5400);
            compare(nops.len() as u64, machine, 12);
        }
    }
}

/// Text that stands, scrolled so that the last byte of each row comes from the bus: what the program has there differs from row to
/// row and from frame to frame, and nothing else does.
#[test]
fn rows_that_pass_on_a_text_take_the_last_byte_from_the_bus() {
    let list = [0x70, 0x52, 0x00, 0x50, 0x14, 0x12, 0x12, 0x10, 0x12];
    for hscrol in [1, 3, 7, 9, 13, 15] {
        for dmactl in [0x22, 0x23] {
            let code = format!(
                " mva #{hscrol} $D404\nagain   adc $90\n sta $90\n rol $91\n lda $6000,x\n inx\n inc $92\n jmp again"
            );
            let mut machine = showing(&list, dmactl, &code);
            fill(&mut machine, 0x4000..0x5400);
            fill(&mut machine, 0x6000..0x6100);
            compare(hscrol, machine, 16);
        }
    }
}

/// A timer's request comes within a line that is known, wherever the program stands in it: masked, let through by what ends the mask,
/// or acknowledged before that.
#[test]
fn a_run_goes_up_to_the_request_of_a_timer_and_no_further() {
    let list = [0x70, 0x42, 0x00, 0x50, 0x02, 0x02, 0x41, 0x00, 0x20];
    for code in [
        " inx\n bne again",
        " sei\n inx\n inc $90,x\n cli\n dey",
        " php\n sei\n ldx $90\n dex\n bne *-1\n inc $90\n plp",
        " sei\n lda $D20E\n and #1\n bne *-5\n mva #0 $D20E\n mva #1 $D20E\n cli",
        " sta WSYNC\n inx\n lda $D40B",
    ] {
        for divisor in [5, 23, 61, 255] {
            let body = format!(
                " mva #$22 DMACTL\n mva #0 $D402\n mva #$20 $D403\n mva #$40 $D409\n mva #{divisor} $D200\n mva #1 $D20E
 sta $D209\nagain\n{code}\n jmp again\nnmi     rti\nirq     pha\n inc $83\n mva #0 $D20E\n mva #1 $D20E\n pla\n rti\n"
            );
            let mut machine = bare(&body, Video::Ntsc);
            (0x2000..).zip(list).for_each(|(at, byte)| machine.poke(at, byte));
            compare(divisor, machine, 24);
        }
    }
}
