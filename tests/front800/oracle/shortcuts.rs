//! Ways in which the fast machine leaves work out, by the smallest program that takes them.

use std::ops::Range;

use super::compare::compare;
use super::found::{SHOW, showing, with_list};
use front800::machine::Machine;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

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
        fill(&mut machine, 0x5000..0x5400);
        compare(u64::from(dmactl) << 8 | prior, machine, 140);
    }
}

/// Memory comes to hold bytes that look like anything.
pub(super) fn fill(machine: &mut Machine, addresses: Range<u16>) {
    addresses.for_each(|address| machine.poke(address, (address ^ (address / 9)) as u8));
}

/// Instructions that may be the last before a request is served, or that change whether it is.
const LAST_ONES: [&str; 15] = [
    "ldy #3\nturn    dey\n bne turn",
    "ldy #3\nturn    dey\n nop\n bne turn",
    "clc\n bcc on\n nop\non      inc $80",
    "inc $0680,x",
    "jsr part\n jmp on\npart    rts\non      lda ($82),y",
    "sei\n nop\n cli\n nop",
    "pha\n php\n sei\n bit $80\n plp\n pla",
    "php\n pla\n ora #4\n pha\n plp\n cli",
    "lda #0\n sta $D20E\n lda #1\n sta $D20E\n bit $80",
    "sta $D209\n lda #5\n sta $D200,x",
    "bit $D20E\n sta $D201\n lda $D20A\n lda $D300\n sta $D302",
    "sed\n adc #$19\n cld\n .byte $04,$80",
    "sta WSYNC\n inc $80",
    "sta WSYNC\n cli\n sei\n sta WSYNC\n cli\n inc $80",
    "lda #$40\n sta NMIEN\n nop\n lda #$C0\n sta NMIEN",
];

/// A handler that notes where it interrupted. X is kept in $84, and none of it comes in the middle of another.
fn noting(acknowledge: &str) -> String {
    format!(
        "pha\n stx $84\n tsx\n lda $0103,x\n ldx $81\n sta $0600,x\n inc $81\n{acknowledge} ldx $84\n pla\n rti\n"
    )
}

/// An instruction polls for requests before its last cycle, a branch that is taken within its page before its second alone, and
/// goes by the I flag as it was then; what is written in its last cycle comes too late.
#[test]
fn a_request_comes_behind_the_instruction_that_polls_for_it() {
    for (seed, code) in LAST_ONES.into_iter().enumerate() {
        // Timers that meet other instructions in each line, at all lengths of these.
        for (odd, audf) in [("", 60), (" bit $80\n", 92), (" nop\n", 113), (" inc $80\n", 201)] {
            let timer = format!(" mva #3 $D20F\n mva #$40 $D208\n mva #{audf} $D200");
            for (dmactl, dli) in [(0x20, 0x00), (0x22, 0x00), (0x22, 0x80)] {
                compare(seed as u64, requested(code, odd, &timer, 1, (dmactl, dli)), 3);
            }
            // The serial port sends bytes: when it has room for another is not known as exactly.
            let port = format!(" mva #$23 $D20F\n mva #$28 $D208\n mva #{} $D204\n mva #0 $D206", audf / 20);
            compare(seed as u64, requested(code, odd, &port, 0x10, (0x22, 0x00)), 3);
        }
    }
}

/// A timer that counts lines asks in the same cycle of each other line, be it so late that the sequence goes on in the next, before a
/// picture that stands, one of which the text changes all the time, and one of which the colours do in mid-line.
#[test]
fn requests_come_anywhere_in_lines_that_are_known_and_rows_that_are_not() {
    for phase in 0..57 {
        let code = LAST_ONES[phase % LAST_ONES.len()];
        let start = format!(" sta WSYNC\n{} mva #0 $D20F\n mva #3 $D20F\n", " nop\n".repeat(phase));
        let timer = format!("{start} mva #1 $D208\n mva #{} $D200", 1 + phase % 2);
        let changes = ["", " inc $4000,x\n inc $5000,x\n", " stx $D016\n"][phase % 3];
        compare(phase as u64, requested(code, changes, &timer, 1, (0x22, 0x00)), 7);
    }
}

/// An interrupt on each line, or on each other, of lines that are not known, as each has another address in each frame: it comes behind
/// instructions that begin in one line and end in the next, however many cycles the objects and the list leave there, and behind waits.
#[test]
fn interrupts_come_just_behind_lines_that_are_not_known() {
    let own = [
        "lda $D40F\n sta $85\n inc $80",
        "lda $0680,x\n inx\n dec $D01A",
        "inc $D40E\n dec $D40E",
        "sta $D016\n lda $D40B",
    ];
    for (seed, code) in LAST_ONES.into_iter().chain(own).enumerate() {
        for (dmactl, irs) in
            [(0x22, [0xCF, 0xCF]), (0x3E, [0xCE, 0xCE]), (0x2A, [0xCD, 0x4D]), (0x23, [0x4F, 0xCF])]
        {
            let list = irs.repeat(50).into_iter().flat_map(|ir| [ir, 0x00, 0x50]);
            let list: Vec<u8> = [0x70, 0x70].into_iter().chain(list).collect();
            let move_lines = format!(
                " ldx #0\nmove    lda $88\n sta $2003,x\n inx\n inx\n inx\n cpx #{}\n bcc move\n inc $88",
                3 * 80
            );
            let handler = noting(["", " sta WSYNC\n inc $D01A\n", " sta WSYNC\n sta WSYNC\n"][seed % 3]);
            let body = format!(
                "{SHOW} mva #{dmactl} DMACTL\n mva #3 $D01D\n mva #$80 NMIEN\n cli\nagain   lda VCOUNT\n cmp #120\n bcc work
{move_lines}\nwork\n {code}\n jmp again\nnmi     {handler}\nirq     rti\n"
            );
            compare(seed as u64, with_list(&body, &list), 5);
        }
    }
}

/// A machine that runs such code again and again, while requests come that `IRQEN` has enabled.
fn requested(code: &str, odd: &str, source: &str, irqen: u8, (dmactl, dli): (u8, u8)) -> Machine {
    let code = code.replace("#1\n sta $D20E", &format!("#{irqen}\n sta $D20E"));
    let handler = noting(&format!(" lda #0\n sta $D20E\n lda #{irqen}\n sta $D20E\n sta $D20D\n"));
    let body = format!(
        "{SHOW} mva #{dmactl} DMACTL\n mva #$C0 NMIEN\n{source}\n sta $D209\n sta $D20D\n mva #{irqen} $D20E\n cli
again\n{odd} {code}\n jmp again\nnmi     pha\n lda $D40B\n sta $D01A\n pla\n rti\nirq     {handler}"
    );
    let lines = [0x70, 0x42, 0x00, 0x40].into_iter().chain([0x02; 10]).chain([0x0E | dli; 80]);
    with_list(&body, &lines.collect::<Vec<u8>>())
}

/// GTIA takes what is on the bus for the players' data where ANTIC is halted in the first cycles of a line and fetches none: in the
/// first lines of mode lines, or in all with missiles. The others run as they do elsewhere, whatever comes before them.
#[test]
fn players_take_what_is_on_the_bus_where_mode_lines_begin() {
    let codes = [
        "inc $80",
        "inc $4000,x\n inx",
        "lda VCOUNT\n sta $D016",
        "sta WSYNC\n inc $80",
        "inc $80\n sta WSYNC\n sta $D000",
        "lda $86\n sta $D01D\n eor #3\n sta $86",
        "lda $86\n sta DMACTL\n eor #$20\n sta $86",
        "inc $D01D\n inc DMACTL\n",
        "lda $D40B\n and #7\n sta $D405",
    ];
    let mode_lines =
        [0x70, 0x42, 0x00, 0x40, 0x02, 0x84, 0x30, 0x0E, 0x0E, 0x8E, 0x00, 0x24, 0x04, 0x06, 0x90];
    let list: Vec<u8> = [0x70; 2].into_iter().chain(mode_lines.repeat(3)).chain([0x41, 0x00, 0x20]).collect();
    for (seed, code) in codes.into_iter().enumerate() {
        for (odd, dmactl) in [("", 0x22), (" nop\n", 0x26), (" bit $80\n", 0x02), (" inc $80\n", 0x33)] {
            let places = (0..8).map(|n| format!(" mva #{} $D00{n}\n", 60 + 18 * n)).collect::<String>();
            let body = format!(
                "{SHOW} mva #{dmactl} DMACTL\n mva #$23 $86\n mva #3 $D01D\n mva #$80 NMIEN\n{places}
again\n{odd} {code}\n jmp again\nnmi     pha\n inc $87\n sta $D01A\n pla\n rti\nirq     rti\n"
            );
            compare(seed as u64, with_list(&body, &list), 5);
        }
    }
}

/// Text that scrolls, so that no line is known, with an interrupt at the end of some mode lines: a stretch goes on through all
/// rows up to that which interrupts, whatever the program does there.
#[test]
fn a_stretch_of_rows_goes_on_up_to_the_one_that_interrupts() {
    let mode_lines = [0xD4, 0x54, 0xD4, 0xD4, 0x55, 0xD2, 0xF4, 0xD5, 0xD6, 0x54];
    let list: Vec<u8> =
        [0x70].into_iter().chain(mode_lines.into_iter().flat_map(|ir| [ir, 0x00, 0x50])).collect();
    let codes = [
        "inc $80",
        "inc $5000,x\n inx",
        "inc $4000,x\n inx",
        "lda VCOUNT\n sta $85\n lda $D40F",
        "sta WSYNC\n inc $80",
        "inc $80\n sta WSYNC\n sta $D016",
        "ldy #3\nturn    dey\n bne turn",
        "lda $86\n sta NMIEN\n eor #$80\n sta $86",
        "stx $D405\n inx",
    ];
    for (seed, code) in codes.into_iter().enumerate() {
        for (odd, dmactl) in [("", 0x22), (" nop\n", 0x3E), (" bit $80\n", 0x23)] {
            // In each frame other names and another scroll.
            let frame =
                "lda VCOUNT\n cmp #125\n bne again\n inc $88\n lda $88\n and #15\n sta $D404\n sta $2002
 sta $2005\n sta $200E\n sta $2011\n sta $2017";
            let handler = noting(" sta WSYNC\n lda $81\n sta $D016\n sta $D01A\n");
            let body = format!(
                "{SHOW} mva #{dmactl} DMACTL\n mva #$C0 NMIEN\nagain\n{odd} {code}\n {frame}\n jmp again
nmi     {handler}\nirq     rti\n"
            );
            let mut machine = with_list(&body, &list);
            fill(&mut machine, 0x4000..0x5400);
            compare(seed as u64, machine, 10);
        }
    }
}

/// Each other mode line is scrolled, so that VSCROL makes them all higher, and an interrupt at the end of each writes it: where such a
/// line ends is known as long as nobody writes it, as others than the handler do, too.
#[test]
fn mode_lines_that_vscrol_ends_interrupt_where_they_end() {
    let codes = [
        "inc $80",
        "lda ($82),y",
        "inc $5000,x\n inx",
        "stx $D405\n inx",
        "inc $D405",
        "sta WSYNC\n stx $D405\n inx\n inx",
        "lda $D40B\n sta $85\n lda $D40F",
        "lda $86\n sta NMIEN\n eor #$80\n sta $86",
    ];
    for (seed, code) in codes.into_iter().enumerate() {
        for (irs, rows) in [([0xEF, 0xCF], [13, 3]), ([0x6F, 0xCF], [13, 2]), ([0xED, 0xC4], [14, 9])] {
            let list: Vec<u8> = [0x70]
                .into_iter()
                .chain(irs.repeat(12).into_iter().flat_map(|ir| [ir, 0x00, 0x50]))
                .collect();
            let handler = noting(&format!(
                " lda $87\n eor #{}\n sta $87\n sta WSYNC\n sta $D405\n sta $D01A\n",
                rows[0] ^ rows[1]
            ));
            // In each other frame the lines have other addresses, or the same.
            let frame =
                "lda VCOUNT\n cmp #125\n bne again\n inc $88\n lda $88\n and #3\n sta $2002\n sta $2008";
            let body = format!(
                "{SHOW} mva #$22 DMACTL\n mva #{} $87\n sta $D405\n mva #$80 NMIEN\nagain {code}\n {frame}\n jmp again
nmi     {handler}\nirq     rti\n",
                rows[0]
            );
            let mut machine = with_list(&body, &list);
            fill(&mut machine, 0x4000..0x5400);
            compare(seed as u64, machine, 10);
        }
    }
}

/// An indexed store tries its address first: of GTIA and ANTIC that does nothing, of POKEY it stays on the bus, where nobody answers.
/// Indexed reads of chips give what others do.
#[test]
fn chips_are_accessed_with_an_index_as_they_are_without() {
    let list: Vec<u8> = [0x70, 0x44, 0x00, 0x50].into_iter().chain([0x04; 20]).collect();
    let codes = [
        "sta $D000,x\n sty $D01A",
        "sta $D016,x\n sta $CFFF,x",
        "sta $D3FC,x\n sta $D20A,x\n lda $D280,x\n sta $85",
        "lda $D000,x\n sta $85\n lda $D008,x\n sta $86",
        "lda $D40B,y\n sta $85\n lda $D40A,x\n sta $86",
        "lda $D209,x\n sta $85\n lda $D20E,y\n sta $86",
        "sta $D40A,y\n inc $80",
        "sta $D404,y\n lda #0\n sta $D01E,y",
        "lda $D300,x\n sta $D300,y\n eor $D010,x\n sta $85",
        "lda ($82),y\n sta $D012,y\n adc $CFFE,x",
    ];
    for (seed, code) in codes.into_iter().enumerate() {
        for (odd, dmactl) in [("", 0x22), (" nop\n", 0x3E), (" bit $80\n", 0x23), (" lda $80\n", 0x20)] {
            let body = format!(
                "{SHOW} mva #{dmactl} DMACTL\n mva #3 $D01D\n mva #3 $D20F\n mva #$55 $D00D\n mva #90 $D000\n mwa #$D008 $82\n ldy #0
again   inc $80\n lda $80\n and #3\n tax\n lda $80\n{odd} {code}\n jmp again\nnmi\nirq     rti\n"
            );
            let mut machine = with_list(&body, &list);
            fill(&mut machine, 0x4000..0x5400);
            compare(seed as u64, machine, 4);
        }
    }
}

/// Mode lines of one line each are foreseen wherever they scan their bytes: stores to what they read, or to their instructions, come in
/// time, before they are read and behind that.
#[test]
fn lines_with_addresses_of_their_own_read_what_is_there_when_they_come() {
    let address =
        |line: u16| [0x5000, 0x5230, 0x5000, 0x5FF0, 0x6040 + 7 * line][usize::from(line * line % 5)];
    let mode_line = |line: u16| {
        [[0x4E, 0x4F, 0x4E, 0x4D][usize::from(line / 23 % 4)]].into_iter().chain(address(line).to_le_bytes())
    };
    let with: Vec<u8> = [0x70].into_iter().chain((0..180).flat_map(mode_line)).collect();
    // Without, they go on where the one before ends, within 4K.
    let without: Vec<u8> = [0x70, 0x4E, 0x00, 0x5E].into_iter().chain([0x0E; 180]).collect();
    let stores = [
        "sta $5000,x\n inx",
        "sta $5230,y\n iny\n sta $5001,y",
        "sta $5FF0\n sta $6000,x\n sta $5FF8,x\n inx",
        "sta $6040,x\n sta $6080,y\n dey\n inx\n sta $6200,y",
        "lda $82\n and #31\n adc #$50\n ldx $80\n cpx #170\n bcc on\n ldx #0\non      inx\n inx\n inx\n sta $2000,x\n stx $80",
        "lda $82\n and #$5F\n sta $2051\n sta $20C3\n sta WSYNC\n lda $82\n sta $5002\n sta $5232",
        "sta $D016\n ldy $82\nlater   dey\n bmi later\n bne later\n sta $5001\n sta $5232\n sta $5FF2\n inx\n sta $6040,x",
        "sta WSYNC\n sta $D016\n lda $82\n sta $6040,y\n iny\n sta $5FF3",
    ];
    for (seed, store) in stores.into_iter().chain(stores).enumerate() {
        let list = if seed < stores.len() { &with } else { &without };
        for (odd, dmactl) in [("", 0x22), (" nop\n", 0x23), (" bit $80\n", 0x21), (" inc $81\n", 0x2E)] {
            // Some lines lie between two stores, or none.
            let wait = "inc $82\n lda $82\n asl @\n eor $82\n and #$3F\n sta $83\nturn    dec $83\n bpl turn";
            let body = format!(
                "{SHOW} mva #{dmactl} DMACTL\n ldx #0\n stx $80
again\n{odd} {wait}\n lda $82\n {store}\n jmp again\nnmi\nirq     rti\n"
            );
            let mut machine = with_list(&body, list);
            fill(&mut machine, 0x5000..0x6800);
            compare(seed as u64, machine, 8);
        }
    }
}

/// Another CHBASE leaves a row as it is behind its last request alone, wherever in the line it comes, and bytes of either font change.
#[test]
fn a_row_stays_with_the_font_that_it_was_read_from() {
    let mode_lines = [0x42, 0x02, 0x54, 0x14, 0x56, 0x47, 0x45, 0x12];
    let address = |ir: u8| if ir & 0x40 != 0 { vec![ir, 0x00, 0x50] } else { vec![ir] };
    let list: Vec<u8> =
        [0x70].into_iter().chain(mode_lines.repeat(3).into_iter().flat_map(address)).collect();
    for delay in 0..30 {
        let nops = " nop\n".repeat(delay);
        for (dmactl, fonts) in [(0x22, 0x04), (0x23, 0x0C), (0x3D, 0x02), (0x21, 0x04)] {
            let code = format!(
                " mva #{dmactl} DMACTL\n mva #5 $D404\n lda #$60\nagain   inx\n sta WSYNC\n{nops} eor #{fonts}\n sta $D409
 pha\n txa\n and #7\n bne on\n inc $60{:02X},x\n inc $6418,x\non      pla\n jmp again",
                8 * delay % 200
            );
            let mut machine = showing(&list, dmactl, &code);
            fill(&mut machine, 0x5000..0x7000);
            compare(delay as u64, machine, 4);
        }
    }
}

/// Text that changes, in three zones of colours, or more than are kept, and fonts of which glyphs change: be they more than there is room
/// for, or alike in all but the address.
#[test]
fn text_is_painted_in_all_fonts_and_colours() {
    let list: Vec<u8> =
        [0x70, 0x44, 0x00, 0x50].into_iter().chain([0x04, 0x02, 0x05, 0x06, 0x04].repeat(5)).collect();
    for (zones, fonts, colours) in [(3, 1, 1), (3, 2, 3), (12, 12, 2), (14, 3, 14), (12, 9, 9), (6, 1, 6)] {
        let zone = |n: usize| {
            let (line, font) = (8 + 112 * n / zones, 0x60 + 8 * (n % fonts));
            let colour = (0x12 + 0x22 * (n % colours)) % 0x100;
            format!(
                "zone{n} lda VCOUNT\n cmp #{line}\n bne zone{n}\n mva #{font} $D409\n lda #{colour}\n sta $D016\n adc #$20\n sta $D018
 inc {font}*256+8*{n}+2\n inc $E0\n ldx $E0\n inc $5000+{},x\n",
                40 * n
            )
        };
        let code: String = (0..zones).map(zone).collect();
        // A zone begins with each frame, too.
        let body = format!(" mva #$22 DMACTL\n mva #1 $D401\nagain\n{code} jmp again");
        let mut machine = showing(&list, 0x22, &body);
        fill(&mut machine, 0x5000..0xC000);
        compare(zones as u64, machine, 48);
    }
}

/// Objects' data change in the middle of the picture, in cells that some lines have just looked at and others will, in some frames and not
/// in others.
#[test]
fn objects_data_that_change_in_mid_screen_are_seen_by_all_lines() {
    let list: Vec<u8> = [0x70, 0x70, 0x4E, 0x00, 0x50].into_iter().chain([0x0E; 90]).collect();
    for (dmactl, area, often) in [(0x3E, 0x3C00, 1), (0x3E, 0x3C00, 3), (0x2E, 0x3A00, 1), (0x3A, 0x3C00, 7)]
    {
        let at = |line: u16| area + if dmactl & 0x10 != 0 { line } else { line / 2 };
        // Two stores into one cell, the second for a line that has come between them.
        let store = |vcount: u16, first: u16, second: u16| {
            format!(
                "wait{vcount} lda VCOUNT\n cmp #{vcount}\n bne wait{vcount}\n lda $84\n sta {}\n eor #$FF\n ldx #40\nlater{vcount} dex\n bne later{vcount}\n sta {}\n",
                at(first),
                at(second)
            )
        };
        let body = format!(
            "{SHOW} mva #{dmactl} DMACTL\n mva #3 $D01D\n mva #$38 $D407\n mva #90 $D000\n sta $84
again   inc $85\n lda $85\n and #{often}\n bne same\n inc $84\nsame\n{}{}{}{} jmp again\nnmi\nirq     rti\n",
            store(36, 120, 73),
            store(40, 122, 81),
            store(46, 120, 93),
            store(52, 72, 105),
        );
        let mut machine = with_list(&body, &list);
        (0x3800..0x4000).for_each(|address| machine.poke(address, 0));
        fill(&mut machine, 0x5000..0x6000);
        compare(often, machine, 40);
    }
}

/// Undocumented instructions by what is behind their opcodes: a place in page 0, an address, a number or nothing.
const UNDOCUMENTED: [(Behind, &[u8]); 7] = [
    (
        Behind::Place,
        &[0xC7, 0xE7, 0xA7, 0x27, 0x67, 0x87, 0x07, 0x47, 0x04, 0xD7, 0xF7, 0x37, 0x77, 0x17, 0xB7, 0x97],
    ),
    (
        Behind::Place,
        &[0xC3, 0xE3, 0xA3, 0x23, 0x63, 0x83, 0x03, 0x43, 0xD3, 0xF3, 0xB3, 0x33, 0x73, 0x13, 0x53],
    ),
    (Behind::Address, &[0xCF, 0xEF, 0xAF, 0x2F, 0x6F, 0x8F, 0x0F, 0x4F, 0x0C]),
    (Behind::Address, &[0xDF, 0xFF, 0x3F, 0x7F, 0x1F, 0x5F, 0x1C, 0x3C]),
    (Behind::Address, &[0xDB, 0xFB, 0xBF, 0x3B, 0x7B, 0x1B, 0x5B, 0xBB]),
    (Behind::Number, &[0x0B, 0x2B, 0x4B, 0x6B, 0xCB, 0xEB, 0xAB, 0x8B, 0x80, 0xC2]),
    (Behind::Nothing, &[0x1A, 0xFA]),
];

#[derive(Clone, Copy)]
enum Behind {
    Place,
    Address,
    Number,
    Nothing,
}

/// Code in RAM, where they are in one piece: they change what is shown in the middle of its lines, too, as addresses and pointers lead
/// there, beside it, and to a chip.
#[test]
fn undocumented_instructions_in_one_piece_do_what_they_do_access_by_access() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let list: Vec<u8> = [0x70, 0x4E, 0x00, 0x50].into_iter().chain([0x0E; 90]).collect();
    let targets = [0x5010, 0x50F8, 0x0620, 0x06F0, 0x5120, 0xD018, 0x5200u16];
    for seed in 0..24 {
        let mut code = Vec::new();
        for _ in 0..90 {
            let (behind, opcodes) = UNDOCUMENTED[rng.random_range(0..UNDOCUMENTED.len())];
            match rng.random_range(0..8) {
                0 => code.extend([0xA2, rng.random::<u8>() & 0xFE]),
                1 => code.extend([[0xA0, 0xA9][rng.random_range(0..2)], rng.random()]),
                2 => code.push([0x38, 0x18, 0xF8, 0xD8][rng.random_range(0..4)]),
                _ => {}
            }
            code.push(opcodes[rng.random_range(0..opcodes.len())]);
            match behind {
                Behind::Place => code.push(rng.random_range(0x80..0xF0) & 0xFE),
                Behind::Address => code.extend(targets[rng.random_range(0..targets.len())].to_le_bytes()),
                Behind::Number => code.push(rng.random()),
                Behind::Nothing => {}
            }
        }
        // PHP, PLA, and the registers to where anybody may look.
        code.extend([0x08, 0x68, 0x8D, 0x00, 0x06, 0x8E, 0x01, 0x06, 0x8C, 0x02, 0x06, 0x4C, 0x00, 0x40]);
        let mut machine = showing(&list, 0x22, " jmp $4000");
        fill(&mut machine, 0x5000..0x6000);
        (0x4000..).zip(code).for_each(|(address, byte)| machine.poke(address, byte));
        for place in (0x80..0x100).step_by(2) {
            let [low, high] = targets[rng.random_range(0..targets.len())].to_le_bytes();
            machine.poke(place, low);
            machine.poke(place + 1, high);
        }
        compare(seed, machine, 5);
    }
}
