//! Collisions polled in mid-line: the line goes on undisturbed where nothing can meet for the first time.

use super::compare::compare;
use super::found::{SHOW, with_list};
use super::shortcuts::fill;

/// Collisions stand in lines in which no object is lit: whoever polls them there, before or behind the fetches of the objects' data,
/// finds them as they are, also where data come and go, by DMA or not, and where they are cleared.
#[test]
fn collisions_are_polled_on_lines_without_objects_as_they_are_elsewhere() {
    let list: Vec<u8> =
        [0x70, 0x70, 0x4E, 0x00, 0x50].into_iter().chain([0x0E; 90]).chain([0x44, 0x00, 0x50, 4]).collect();
    let polls = [
        "lda $D004\n ora $D008\n ldx VCOUNT\n sta $0600,x",
        "lda $D00C\n adc $80\n sta $80\n nop\n eor $D000\n sta $81",
        "ldx #12\nturn    lda $D000,x\n sta $0600,x\n dex\n bpl turn",
        "lda $D004\n beq on\n sta $D01E\n inc $82\non      bit $D007",
        "sta WSYNC\n lda $D004\n sta $80\n lda $D004\n sta $81",
        "lda VCOUNT\n and #31\n bne on\n lda $80\n sta $D00D\n inc $80\non      lda $D004\n sta $0600,x\n inx",
        "lda $D008\n sta $0600,x\n inx\n lda VCOUNT\n cmp #60\n bne on\n inc $80\n lda $80\n and #3\n sta $D01D\non      nop",
        "lda $D004\n sta $0600,x\n inx\n inc $3C50",
    ];
    for (seed, poll) in polls.into_iter().enumerate() {
        for (odd, dmactl) in [("", 0x3E), (" nop\n", 0x2E), (" bit $80\n", 0x22), (" inc $83\n", 0x3A)] {
            let body = format!(
                "{SHOW} mva #{dmactl} DMACTL\n mva #3 $D01D\n mva #$38 $D407\n mva #90 $D000\n mva #120 $D004\n mva #1 $D008
again\n{odd} {poll}\n lda VCOUNT\n bne again\n sta $D01E\n inc $D016\n inc $84\n lda $84\n sta $D001\n jmp again\nnmi\nirq     rti\n"
            );
            let mut machine = with_list(&body, &list);
            fill(&mut machine, 0x5000..0x6000);
            (0x3800..0x4000).for_each(|address| machine.poke(address, 0));
            for (first, byte) in
                [(0x3C3C, 0x7E), (0x3D50, 0xFF), (0x3B64, 3), (0x3A1E, 0x3C), (0x3A80, 0x18), (0x3998, 2)]
            {
                (first..first + 6).for_each(|address| machine.poke(address, byte));
            }
            compare(seed as u64, machine, 6);
        }
    }
}

/// The same where every line is known as it is polled for the first time: in the first that shows an object, they are not as they were when
/// it began.
#[test]
fn collisions_are_polled_in_the_first_line_that_shows_an_object() {
    let list: Vec<u8> = [0x70, 0x70, 0x4E, 0x00, 0x50].into_iter().chain([0x0E; 90]).collect();
    for (delay, dmactl) in (0..24u64).step_by(2).flat_map(|delay| [(delay, 0x3E), (delay, 0x2E)]) {
        let nops = " nop\n".repeat(delay as usize);
        let body = format!(
            "{SHOW} mva #{dmactl} DMACTL\n mva #3 $D01D\n mva #$38 $D407\n mva #90 $D000\n sta $D001\n mva #0 $84
again   lda VCOUNT\n bne again\n inc $84\n lda $84\n and #7\n bne out\nwait    lda VCOUNT\n cmp #30\n bne wait
 sta $D01E\n ldy #8\nline    sta WSYNC\n{nops} lda $D00C\n sta $0600,y\n dey\n bne line
out     lda VCOUNT\n beq out\n jmp again\nnmi\nirq     rti\n"
        );
        let mut machine = with_list(&body, &list);
        // Data of two players that differ in each line, or pair of lines, and no others.
        (0x3800..0x4000).for_each(|address| machine.poke(address, 0));
        for first in [0x3C41, 0x3D41, 0x3A20, 0x3AA0] {
            fill(&mut machine, first..first + 6);
        }
        compare(delay, machine, 17);
    }
}

/// The same with objects anywhere, which move, change and take other data at random, two or three times in a line.
#[test]
fn collisions_are_polled_wherever_objects_are_and_go() {
    let list: Vec<u8> =
        [0x70, 0x4F, 0x00, 0x50].into_iter().chain([0x0E, 0x0D, 0x04, 0x0F].repeat(24)).collect();
    for (delay, prior) in (0..14).flat_map(|delay| [(delay, 0x01), (delay, 0x51)]) {
        let (nops, less) = (" nop\n".repeat(delay), " nop\n".repeat(delay / 2));
        let body = format!(
            "{SHOW} mva #$22 DMACTL\n mva #{prior} $D01B\n mva #3 $D20F\n ldy #0
again   inx\n txa\n and #15\n tax\n lda $D20A\n and $D20A\n ora #$20\n sta $D000,x\n lda $D000,x\n sta $0600,y
 iny\n sta $D01E\n sta WSYNC\n{nops} lda $D20A\n sta $D000\n sta $D004\n lda $D000,x\n sta $0600,y\n{less} lda $D20A\n and #7\n cmp #3\n bcs fewer
 sta $D00D\n sta $D011\nfewer   txa\n eor #4\n tax\n lda $D000,x\n iny\n sta $0600,y\n jmp again\nnmi\nirq     rti\n"
        );
        let mut machine = with_list(&body, &list);
        fill(&mut machine, 0x4000..0x6000);
        compare(delay as u64, machine, 6);
    }
}

/// They are known to stand in a line as long as that is as it was: what is changed in the middle of a wide player, between two reads,
/// comes to count.
#[test]
fn collisions_that_were_foreseen_come_otherwise_where_a_line_is_disturbed() {
    // All lines read the same, in which the player, from the end of the 15th byte to the start of the 23rd, meets nothing.
    let bitmap: Vec<u8> = [0x70].into_iter().chain([0x4E, 0x00, 0x50].repeat(120)).collect();
    let text: Vec<u8> = [0x70].into_iter().chain([0x54, 0x00, 0x50].repeat(15)).collect();
    let changes = [
        (&bitmap, "stx $5017", "sta $5017"),
        (&bitmap, "stx $5016\n stx $5017", "sta $5016\n sta $5017"),
        (&bitmap, "stx $D001", "sta $D001"),
        (&bitmap, "stx $D00E\n stx $D01E", "sta $D00E"),
        (&bitmap, "stx $5017\n stx $D01E\n inc $5016", "sta $5017\n sta $5016"),
        (&bitmap, "stx $D01B", "sta $D01B"),
        (&text, "stx $6003\n stx $6004", "sta $6003\n sta $6004"),
        (&text, "mva #$64 $D409", "mva #$60 $D409"),
        (&text, "inc $5017\n inc $5016", "sta $5017\n sta $5016"),
        (&text, "stx $D404", "sta $D404"),
    ];
    for (seed, (list, change, back)) in changes.into_iter().enumerate() {
        for (delay, odd) in (8..24).flat_map(|delay| [(delay, ""), (delay, " bit $80\n")]) {
            let (nops, more) = (" nop\n".repeat(delay), " nop\n".repeat(9));
            let body = format!(
                "{SHOW} mva #$22 DMACTL\n mva #$60 $D409\n mva #$6D $D000\n mva #3 $D008\n mva #$FF $D00D\n sta $D00E
again   ldy #60\n ldx #$FF\nturn    lda VCOUNT\n cmp #12\n bne turn\nline    sta WSYNC\n{odd}{nops} lda $D004\n {change}\n{more} lda $D004\n sta $0680,y
 lda #0\n {back}\n sta $D01E\n dey\n bne line\n jmp again\nnmi\nirq     rti\n"
            );
            let mut machine = with_list(&body, list);
            (0x5000..0x6800).for_each(|address| machine.poke(address, 0));
            (0x6400..0x6800).chain(0x6008..0x6010).for_each(|address| machine.poke(address, 0xE4));
            compare(seed as u64, machine, 3);
        }
    }
}
