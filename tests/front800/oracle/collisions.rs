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

/// They are known to stand in a line as long as that is as it was: what is changed between two reads comes to count.
#[test]
fn collisions_that_were_foreseen_come_otherwise_where_a_line_is_disturbed() {
    let list: Vec<u8> =
        [0x70, 0x4E, 0x00, 0x50].into_iter().chain([0x0E, 0x1D, 0x04, 0x02, 0x0F].repeat(16)).collect();
    // X goes through the bytes of the screen, and Y through its rows.
    let changes = [
        "sta $5000,x",
        "sta $5100,x\n sta $5200,x",
        "sta $6000,x\n sta $6100,x",
        "sty $D404",
        "lda $80\n and #3\n ora #$3C\n sta DMACTL",
        "sta $D016\n sta $D012",
        "sty $D01B",
        "stx $D008\n sty $D000",
        "lda $80\n sta $D00D",
        "sta $D01E",
        "sty $D409\n lda #$60\n sta $D409",
        "stx $D001\n sta $5028,x\n sta $D017",
    ];
    let registers = [0xD004, 0xD000, 0xD00C, 0xD008, 0xD005];
    for (seed, change) in changes.into_iter().enumerate() {
        for (odd, register) in
            ["", " nop\n", " bit $80\n", " inc $83\n", " nop\n nop\n"].into_iter().zip(registers)
        {
            let body = format!(
                "{SHOW} mva #$3E DMACTL\n mva #3 $D01D\n mva #$38 $D407\n mva #$60 $D409\n mva #90 $D000\n mva #100 $D001\n sta $D004\n ldx #0
again   lda ${register:04X}\n sta $0600,x\n{odd} inc $80\n lda $80\n and #15\n cmp #11\n bcc on\n inx\n tay\n lda $81\n {change}\n eor #$24\n sta $81
on      lda ${register:04X}\n sta $0700,x\n lda VCOUNT\n bne again\n inc $82\n lda $82\n and #7\n bne again\n sta $D01E\n jmp again\nnmi\nirq     rti\n"
            );
            let mut machine = with_list(&body, &list);
            (0x3800..0x7000).for_each(|address| machine.poke(address, 0));
            for first in [0x3B30, 0x3C30, 0x3D38, 0x3C90, 0x3D98, 0x5004, 0x5120, 0x6004] {
                fill(&mut machine, first..first + 16);
            }
            compare(seed as u64, machine, 8);
        }
    }
}
