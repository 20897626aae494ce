//! What random programs found, in as few instructions as show it: the fast machine and the oracle, stopped where they
//! once differed.

use super::compare::{compare, difference};
use crate::full;
use crate::machine::bare;
use front800::machine::{Machine, Video};

/// The display's registers, with a list at $2000, and colours.
pub(super) const SHOW: &str = "
        ldx #4
colour  txa
        asl @
        ora #$30
        sta $D016,x
        dex
        bpl colour
        mwa #$2000 $D402
        mva #$40 $D409
        mva #$30 $D407
";
const NO_INTERRUPTS: &str = "nmi\nirq     rti\n";

/// A machine that shows `list`, with `DMACTL` as given, and runs `code`.
pub(super) fn showing(list: &[u8], dmactl: u8, code: &str) -> Machine {
    with_list(&format!("{SHOW} mva #{dmactl} DMACTL\n{code}\n{NO_INTERRUPTS}"), list)
}

/// A machine that has that list at $2000, and whose ROM is `body`, with handlers.
pub(super) fn with_list(body: &str, list: &[u8]) -> Machine {
    let mut machine = bare(body, Video::Ntsc);
    let jump = [0x41, 0x00, 0x20];
    (0x2000..).zip(list.iter().chain(&jump)).for_each(|(address, &byte)| machine.poke(address, byte));
    machine
}

/// Runs both ways to every 31st cycle of two frames, which in the end are all cycles of a line; in the long form to every
/// seventh, behind each instruction.
fn compare_at_stops(mut lazy: Machine) {
    let step = full::or(7, 31);
    let mut oracle = lazy.clone();
    oracle.set_oracle(true);
    for target in (0..2 * 262 * 114).step_by(step) {
        lazy.run_to_cycle(target);
        oracle.run_to_cycle(target);
        assert_eq!(lazy.hash(), oracle.hash(), "stopped at {target}: {}", difference(&lazy, &oracle));
    }
}

/// Runs in one go, from the start of its third frame, to each cycle of so many of its lines: nothing ends a stretch but the stop.
fn compare_in_one_go(machine: &Machine, lines: u64) {
    let mut lazy = machine.clone();
    lazy.run_to_cycle(2 * 262 * 114);
    let mut oracle = lazy.clone();
    oracle.set_oracle(true);
    let begin = lazy.cycle();
    for target in begin..begin + 114 * lines {
        let mut lazy = lazy.clone();
        lazy.run_to_cycle(target);
        oracle.run_to_cycle(target);
        assert_eq!(lazy.hash(), oracle.hash(), "in one go to {target}: {}", difference(&lazy, &oracle));
    }
}

/// A playfield of mode 8 that HSCROL starts a second time, four cycles behind the first: two regular trains of bytes,
/// which overlap.
#[test]
fn a_playfield_started_twice_overlaps_though_its_requests_are_regular() {
    let wait = "again   mva #0 $D404\nwait    lda VCOUNT\n cmp #20\n bne wait\n";
    for delay in 0..24 {
        let nops = " nop\n".repeat(delay);
        let code = format!("{wait} sta WSYNC\n ldx #8\n{nops} stx $D404\n sta WSYNC\n sta WSYNC\n jmp again");
        let list = [0x70, 0x70, 0x58, 0x00, 0x50, 0x70, 0x58, 0x20, 0x50];
        compare(delay as u64, showing(&list, 0x22, &code), 3);
    }
}

/// Who stops in the middle of a wait for WSYNC stops behind the instruction that waits, not before it.
#[test]
fn a_stop_within_a_wait_lets_the_waiting_instruction_end() {
    // The wait is to begin behind the line's first cycles.
    let code = format!("again\n{} sta WSYNC\n inc $80\n jmp again", " nop\n".repeat(8));
    compare_at_stops(showing(&[0x70; 8], 0x22, &code));
    // Here a phantom load may come in the next line, so that what follows the wait is run exactly.
    compare_at_stops(showing(&[0x42, 0x00, 0x50, 0x02], 0x23, &format!(" mva #3 $D01D\n{code}")));
}

/// A timer's request that comes in a wait for WSYNC, wherever in it, whatever waits, and into whichever line the wait leads.
#[test]
fn requests_come_in_waits() {
    let colours = " inc $D01A";
    let lines = " pha\n lda VCOUNT\n sta $0600,x\n inx\n pla";
    let waits = [
        "nop",
        "sta $80",
        "lda ($80),y",
        "lda $D40B\n sta $0700,x",
        "inc $D018",
        "sta $D01A",
        "sta $D20D",
        "pla\n pha",
        "php\n plp",
        "bcs *+2\n bcc *+2",
        "sei\n nop\n cli",
        "cli\n sei\n cli",
        "sta WSYNC",
    ];
    for (n, wait) in waits.iter().enumerate() {
        for (delays, (period, delay)) in [(220, 0), (222, 9), (110, 3), (97, 14)].into_iter().enumerate() {
            let timer = format!(
                "mva #$40 $D208\n mva #3 $D20F\n mva #{period} $D200\n sta $D209\n mva #1 $D20E\n cli"
            );
            let code = format!("again\n{} sta WSYNC\n {wait}\n jmp again", " nop\n".repeat(delay));
            let dmactl = [0x22, 0x3F, 0x21, 0x2E][(n + delays) % 4];
            let served = if delays % 2 == 0 { colours } else { lines };
            let irq = format!("nmi rti\nirq\n{served}\n mvy #0 $D20E\n mvy #1 $D20E\n rti\n");
            let body = format!("{SHOW} ldy #0\n mva #{dmactl} DMACTL\n {timer}\n{code}\n{irq}");
            let machine = with_list(&body, &[0x70, 0x42, 0x00, 0x50, 0x02, 0x1E, 0x70, 0x0E]);
            compare((10 * n + delay) as u64, machine.clone(), 4);
            if delays == n % 4 {
                compare_in_one_go(&machine, 15);
                compare_at_stops(machine);
            }
        }
    }
}

/// A timer's requests in lines that take their last bytes from the bus, and at the beginning of the next ones: before these bytes, among
/// them and behind them.
#[test]
fn requests_come_where_late_bytes_do() {
    let irq = "nmi rti\nirq inc $D018\n mvy #0 $D20E\n mvy #1 $D20E\n rti\n";
    let list: Vec<u8> =
        [0x70, 0x54, 0x00, 0x50].into_iter().chain([0x14; 6]).chain([0x52, 0x00, 0x52]).collect();
    let loops = [
        "inc $80\n lda ($82),y\n",
        "sta $5010,x\n inx\n",
        "jsr sub\n asl $0600,x\n",
        "lda $D20A\n ldx VCOUNT\n",
    ];
    for (n, code) in loops.iter().enumerate() {
        for (period, dmactl, hscrol) in
            [(109, 0x22, 7), (111, 0x23, 12), (57, 0x23, 3), (222, 0x3E, 15), (75, 0x2F, 9)]
        {
            let timer = format!(
                "mva #$40 $D208\n mva #3 $D20F\n mva #{period} $D200\n sta $D209\n mva #1 $D20E\n cli"
            );
            let shows = format!("mva #{hscrol} $D404\n mva #{dmactl} DMACTL\n ldy #0\n {timer}");
            let body = format!("{SHOW} {shows}\nagain {code} jmp again\nsub rts\n{irq}");
            let machine = with_list(&body, &list);
            compare((10 * n + period) as u64, machine.clone(), 4);
            compare_in_one_go(&machine, 70);
        }
    }
}

/// Mode 3 blanks its rows 8 and 9; the row counts on before the last late bytes of a wide line come out, where nobody
/// sees them.
#[test]
fn late_bytes_behind_the_picture_are_nobodys() {
    let list = [0x70, 0x53, 0x00, 0x40, 0x13, 0x13, 0x13];
    compare_at_stops(showing(&list, 0x23, " mva #8 $D404\nagain   inc $80\n jmp again"));
}

/// With HSCROL 14 and 15 the last glyph of a wide line comes in cycle 0 of the next one, whatever that is.
#[test]
fn the_last_glyph_of_a_line_may_come_in_the_next() {
    let list = [
        0x52, 0x00, 0x40, 0x13, 0x14, 0x15, 0x70, 0x54, 0x00, 0x48, 0x04, 0x16, 0x17, 0x12, 0x1E, 0x12, 0x02,
    ];
    let stands = "again   inc $80\n jmp again";
    let changes = "again   inc $4002\n lda $80\n ora #12\n sta $D404\n inc $80\n nop\n nop\n jmp again";
    for (hscrol, dmactl) in
        (13..16).flat_map(|hscrol| [0x21, 0x22, 0x23, 0x3E].map(|dmactl| (hscrol, dmactl)))
    {
        for code in [stands, changes] {
            let code = format!(" mva #3 $D01D\n mva #{hscrol} $D404\n{code}");
            compare_at_stops(showing(&list, dmactl, &code));
            compare(hscrol, showing(&list, dmactl, &code), 4);
        }
    }
}

/// A line on which ANTIC leaves the CPU three cycles before late requests take what is on the bus: that may be of
/// an instruction that began in the line before.
#[test]
fn an_instruction_of_the_line_before_is_seen_by_late_requests() {
    let list: Vec<u8> = [0x70].into_iter().chain([0x42, 0x00, 0x50].repeat(20)).collect();
    compare(0, showing(&list, 0x3F, "again   inc $5086\n inc $5086\n nop\n jmp again"), 20);
}

/// Lines whose width or scrolling is changed in the middle, again and again in the same way, and once more behind that.
#[test]
fn lines_changed_in_the_middle_are_planned_alike_again() {
    let list: Vec<u8> = [0x52, 0x00, 0x40, 0x14, 0x1E, 0x1D, 0x57, 0x00, 0x48, 0x1F].repeat(12);
    for (seed, dmactl) in [0x21, 0x22, 0x23, 0x2E].into_iter().cycle().take(24).enumerate() {
        let delay = " nop\n".repeat(2 * seed);
        let code = format!(
            "again   sta WSYNC\n{delay} inc $80\n lda $80\n and #7\n tax\n lda table,x\n sta $D404\n lsr\n sta $D404
 lda $80\n and #$30\n bne again\n lda $81\n eor #1\n sta $81\n ora #{dmactl}\n sta DMACTL\n jmp again
table   .byte 0,1,3,7,15,14,8,2"
        );
        compare_at_stops(showing(&list, dmactl, &code));
        compare(seed as u64, showing(&list, dmactl, &code), 20);
    }
}

/// A wait for WSYNC may begin anywhere in a line, and lead over its end.
#[test]
fn waits_for_wsync_begin_anywhere() {
    let list = [
        0x70, 0x42, 0x00, 0x50, 0x02, 0xF0, 0x5E, 0x00, 0x40, 0x1E, 0x84, 0x70, 0x00, 0x00, 0x52, 0x00, 0x58,
    ];
    let delays = (0..30).flat_map(|n| ["", " bit $80\n"].map(|odd| format!("{}{odd}", " nop\n".repeat(n))));
    for (seed, delay) in delays.enumerate() {
        for (n, dmactl) in [0x20, 0x22, 0x23, 0x2E, 0x3F].into_iter().enumerate() {
            let wait = [
                "sta WSYNC",
                "inc WSYNC",
                "sta WSYNC\n sta WSYNC",
                "sta WSYNC\n lda ($80),y",
                "sta WSYNC\n pha\n pla",
            ];
            let body = format!(
                "{SHOW} mva #{dmactl} DMACTL\n mva #{} $D01D\n mva #$C0 NMIEN\n mva #7 $D404
again\n{delay} {}\n sta $D01A\n inc $82\n jmp again
nmi     inc $83\n sta WSYNC\n sta $D016\nirq     rti\n",
                seed & 3,
                wait[(seed + n) % wait.len()],
            );
            let machine = with_list(&body, &list);
            compare(seed as u64, machine.clone(), 3);
            if (seed + n).is_multiple_of(13) {
                compare_at_stops(machine);
            }
        }
    }
}

/// Where the NMI pin is low up to a wait for WSYNC, it goes high again in that: else there is no edge in the next line.
#[test]
fn the_nmi_pin_goes_high_again_in_a_wait() {
    let list: Vec<u8> = [0x70].into_iter().chain([0x80; 200]).collect();
    for (delay, dmactl) in (0..24).flat_map(|delay| [0x20, 0x22, 0x2E, 0x3E].map(|dmactl| (delay, dmactl))) {
        let nops = " nop\n".repeat(delay);
        let body = format!(
            "{SHOW} mva #{dmactl} DMACTL\n mva #$C0 NMIEN\nagain\n{nops} sta WSYNC\n lda #1\n inc $80\n jmp again
nmi     pha\n lda NMIST\n sta WSYNC\n inc $81\n pla\nirq     rti\n"
        );
        compare(delay as u64, with_list(&body, &list), 3);
    }
}

/// In two-tone mode the bit that timer 4 puts on the line decides whether timer 1 sounds: firings of the linked pair are
/// not taken together while the port sends.
#[test]
fn two_tones_follow_the_bits_of_a_linked_clock() {
    let body = "
again   inc $80\n mva #3 $D20F\n mva #$4B $D20F\n mva #$78 $D208
        mva #76 $D200\n mva #17 $D202\n mva #112 $D204\n mva #1 $D206
        mva #$A5 $D20D
wait    lda VCOUNT\n bne wait\n jmp again
nmi
irq     rti
";
    compare(0, bare(body, Video::Ntsc), 20);
}

/// The players are fetched in cycles 2 to 5. Who turns their DMA on or off among these and writes to one of them behind that
/// finds what was written, not what was fetched before it.
#[test]
fn dma_that_begins_among_the_players_comes_before_a_write_to_them() {
    let cycles =
        (0..8).flat_map(|delay| ["", " inc $80\n"].map(|odd| format!("{}{odd}", " nop\n".repeat(delay))));
    for (seed, delay) in cycles.enumerate() {
        for dmactl in [0x2E, 0x22] {
            let code = format!(
                " mva #3 $D01D\n mva #$80 $D003\n mva #$1E $D015\n ldy #$57\nagain\n mva #{} $D400\n ldx #{dmactl}
 sta WSYNC\n{delay} stx $D400\n sty $D010\n jmp again",
                dmactl ^ 0x0C
            );
            compare(seed as u64, showing(&[0x70; 24], 0x22, &code), 2);
        }
    }
}

/// A line whose place in the list was changed before the beam comes to it, while the lines in front of it come out as before.
#[test]
fn a_line_changed_below_lines_that_stand_is_another() {
    let code = "
        ldx #8
again   lda VCOUNT\n cmp #6\n bne again
        inc $80\n lda $80\n and #7\n bne long
        lda $2000,x\n eor #$0D\n sta $2000,x
        inx\n cpx #80\n bne long\n ldx #8
long    ldy #0\nouter   lda #7\n sta $81
inner   dec $81\n bne inner\n iny\n cpy #60\n bne outer
        jmp again";
    let list: Vec<u8> = [0x42, 0x00, 0x50].into_iter().chain([0x0F; 80]).collect();
    compare(0, showing(&list, 0x22, code), 700);
}

/// Code that runs on for lines without a jump, and out of RAM to where nothing answers.
#[test]
fn straight_code_leaves_its_memory_in_the_middle_of_lines_that_pass_many_at_a_time() {
    for bytes in (200..1800).step_by(100) {
        let start = 0xC000 - bytes;
        let code = format!(" ldy #200\nwait dex\n bne wait\n dey\n bne wait\n jmp {start}");
        let mut machine = showing(&[], 0, &code);
        (start..0xC000).for_each(|address| machine.poke(address, 0xEA));
        compare(u64::from(bytes), machine, 12);
    }
}

/// Runs `code` for ever, both ways, with a timer's interrupt every 672 cycles and lines that stand.
fn compare_with_requests(code: &str) {
    let body = format!(
        "{SHOW} mva #$22 DMACTL\n mva #23 $D200\n mva #1 $D20E\n sta $D209\nagain\n{code}\n jmp again
nmi     rti\nirq     pha\n inc $83\n mva #0 $D20E\n mva #1 $D20E\n pla\n rti\n"
    );
    compare(0, with_list(&body, &[0x70, 0x42, 0x00, 0x50, 0x02, 0x02]), 60);
}

/// So that requests come anywhere in it, a loop that is another one each time.
const MASKED: &str = " sei\n ldx $82\n inc $82\nwait    dex\n bne wait";

/// A quick run through lines, begun while requests are masked, ends with the mask: the next request may come before it.
#[test]
fn a_request_after_lines_that_ran_masked_comes_in_time() {
    compare_with_requests(&format!("{MASKED}\n cli\n ldy #100\nlater   dey\n bne later"));
}

/// A CLI that waits for WSYNC polls in its last cycle, which is the one that is held, with the flag that it has cleared: what
/// came before is let through at once.
#[test]
fn a_cli_that_waits_for_wsync_lets_through_what_has_come() {
    compare_with_requests(&format!("{MASKED}\n sta WSYNC\n cli\n inc $81"));
}

/// VCOUNT is polled in lines that stand, without another being made the current one for that: it counts on behind a wait for
/// WSYNC as well.
#[test]
fn vcount_counts_on_in_lines_that_stand() {
    let list: Vec<u8> = [0x70, 0x42, 0x00, 0x50].into_iter().chain([0x02, 0x82].repeat(11)).collect();
    for (delay, wait) in (0..16).flat_map(|delay| ["", "sta WSYNC"].map(|wait| (delay, wait))) {
        let nops = " nop\n".repeat(delay);
        let body = format!(
            "{SHOW} mva #$22 DMACTL\n mva #$80 NMIEN\nagain   lda VCOUNT\n adc $80\n rol\n sta $80\n {wait}
 lda VCOUNT\n adc $80\n sta $80\n{nops} jmp again\nnmi     inc $83\nirq     rti\n"
        );
        compare(delay as u64, with_list(&body, &list), 8);
    }
}

/// A run through known lines that goes up to an NMI has been left early, and what comes next is no run: the NMI comes all the
/// same. A write to POKEY ends a stretch, and so does one to ROM.
#[test]
fn an_nmi_comes_though_the_run_up_to_it_was_left() {
    let list: Vec<u8> =
        [0x42, 0x00, 0x50].into_iter().chain([0x70, 0x70, 0xF0, 0x70, 0x70, 0x70].repeat(4)).collect();
    for (delay, write) in
        [25, 40, 90, 130, 200].into_iter().flat_map(|delay| [(delay, 0xD200), (delay, 0xF000)])
    {
        let body = format!(
            "{SHOW} mva #$22 DMACTL\n mva #$80 NMIEN\nagain   ldy #{delay}\nturn    dey\n bne turn\n sta {write}
 inc $80\n jmp again\nnmi     inc $90\nirq     rti\n"
        );
        compare(delay, with_list(&body, &list), 30);
    }
}

/// An instruction polls for an NMI before its last cycle, a branch that is taken within its page before its second alone.
#[test]
fn an_nmi_comes_behind_the_instruction_that_polls_for_it() {
    // On each line, and on some, so that stretches go on through others.
    let list_of = |each: usize| {
        let lines = (0..190).map(|n| if n % each == 0 { 0x8E } else { 0x0E });
        [0x70, 0xCE, 0x00, 0x40].into_iter().chain(lines).collect::<Vec<u8>>()
    };
    let lists = [list_of(1), list_of(5)];
    let handler = "pha\n txa\n pha\n tsx\n lda $0104,x\n ldx $81\n sta $0600,x\n inc $81\n pla\n tax\n pla";
    let codes = [
        "ldy #3\nturn    dey\n bne turn",
        "ldy #3\nturn    dey\n nop\n bne turn",
        "clc\n bcc on\n nop\non      inc $80",
        "inc $0680,x",
        "jsr part\n jmp on\npart    rts\non      lda ($82),y",
        "pha\n php\n plp\n pla",
        "sed\n adc #$19\n cld\n .byte $04,$80",
        "lda #$40\n sta NMIEN\n nop\n lda #$C0\n sta NMIEN",
        "sta NMIST\n bit NMIST\n stx $D01A",
        "sta WSYNC\n inc $80",
        "lda #$20\n sta $D400\n inc $80\n lda #$22\n sta $D400",
    ];
    for (seed, code) in codes.into_iter().enumerate() {
        // So that other instructions meet the beginning of a line in each of them.
        for odd in ["", " bit $80\n", " nop\n", " inc $80\n"] {
            for dmactl in [0x20, 0x22, 0x2E, 0x3E] {
                let body = format!(
                    "{SHOW} mva #{dmactl} DMACTL\n mva #$C0 NMIEN\nagain\n{odd} {code}\n jmp again
nmi     {handler}\nirq     rti\n"
                );
                for list in &lists {
                    compare(seed as u64, with_list(&body, list), 3);
                }
            }
        }
    }
}

/// INC writes twice. If a line ends between, the font moves in the first cycle of the next one, which has not been planned:
/// that reads where the font is then, and before what is written there later.
#[test]
fn a_font_that_moves_in_a_lines_first_cycle_is_read_there() {
    for (blank, row) in [(0x00, 0x1FC), (0x00, 0x1FD), (0x10, 0x1FC), (0x10, 0x1FD)] {
        let list: Vec<u8> = [blank, 0x57, 0x00, 0x50].into_iter().chain([0x17; 10]).collect();
        let code = format!(
            "again   lda #$40\n inc {row}\n sta WSYNC\n sta WSYNC\n sta $D409\n inc $D409\n jmp again"
        );
        let mut machine = showing(&list, 0x22, &code);
        // The character that is changed, if the font begins at address 0.
        (0x5000..0x5400).for_each(|address| machine.poke(address, 0x3F));
        compare(row, machine, 9);
    }
}

/// Widths that change all over the screen, each time elsewhere, make so many plans of lines that others', which come out as
/// before, are no longer kept: they are planned again, not passed with another line's cycles.
#[test]
fn lines_as_before_whose_plans_others_have_replaced_are_passed_with_their_own() {
    let list: Vec<u8> = [0x70, 0x70, 0x70, 0x42, 0x00, 0x50].into_iter().chain([2; 23]).collect();
    for elsewhere in ["", " inc $90\n ldy $90\n"] {
        let code = format!(
            "again   lda VCOUNT\n cmp #24\n bne again\n{elsewhere}change  lda widths,y\n sta DMACTL\n iny\n bne change
 jmp again\n .align $100,0\nwidths  .rept 32\n dta $22,$21,$23,$22,$20,$23,$22,$21\n .endr"
        );
        compare(0, showing(&list, 0x22, &code), 30);
    }
}

/// The last instruction before an NMI writes to HSCROL: the playfield is started twice then, has all cycles that it can get, and
/// takes what the sequence puts on the bus.
#[test]
fn a_playfield_takes_what_the_sequence_of_an_interrupt_puts_on_the_bus() {
    for delay in 0..12 {
        let code = format!(
            " mva #$80 NMIEN\nagain\n{} ldx #0\n stx $D404\n ldx #14\n stx $D404\n jmp again",
            " nop\n".repeat(delay)
        );
        compare(delay as u64, showing(&[0xDE, 0x00, 0x50, 0x5B, 0x00, 0x54].repeat(12), 0x23, &code), 8);
    }
}

/// A mode line that VSCROL ends goes on past the eighth row of its characters, of which two rows more are blank in mode 2: they
/// are not in the font, whatever kept it for the rows before, with which they are passed.
#[test]
fn rows_of_text_past_the_eighth_are_blank_where_the_font_is_kept() {
    // Scrolled in every frame, so that no line is kept.
    let list = [0x70, 0x72, 0x00, 0x50, 0x12, 0x32, 0x12, 0x32, 0x12, 0x32, 0x12];
    for vscrol in [8, 9, 12, 15] {
        let code = format!(
            " mva #{vscrol} $D405\nagain   lda VCOUNT\n cmp #120\n bne again\n inc $90\n mva $90 $D404
think   inx\n bne think\n iny\n cpy #12\n bne think\n ldy #0\n jmp again"
        );
        let mut machine = showing(&list, 0x22, &code);
        (0x4000..0x4400).for_each(|address| machine.poke(address, 0xA5));
        compare(vscrol, machine, 32);
    }
}

/// A program writes into its display list: what lines depend on are the bytes that they read there, and the next instruction, which
/// tells whether an interrupt comes in the middle of an instruction that begins in the line before.
#[test]
fn lines_know_the_bytes_of_the_list_that_they_depend_on() {
    let list: Vec<u8> =
        [0x70, 0x70].into_iter().chain([0x4F, 0x00, 0x50, 0x0F, 0x54, 0x00, 0x51].repeat(3)).collect();
    for at in 0..list.len() {
        // Another instruction, or one that interrupts, or another address, and as it was, and that for some frames each.
        let other = [0x80, 0x80, 0x05][at % 3];
        let code = format!(
            "again   ldy #200\nthink   inc $0700,x\n dey\n bne think\n lda VCOUNT\n cmp #100\n bcc again\n inc $90\n lda $90
 and #3\n bne wait\n lda $2000 + {at}\n eor #{other}\n sta $2000 + {at}\nwait    lda VCOUNT\n cmp #100\n bcs wait\n jmp again
nmi     sty $D01A\n rti\nirq     rti\n"
        );
        let body = format!("{SHOW} mva #$3E DMACTL\n mva #$80 NMIEN\n{code}");
        compare(at as u64, with_list(&body, &list), 24);
    }
}

/// The last glyph of rows that are scrolled as far as it goes takes the missiles' byte, in the line behind, where nobody sees it: they
/// are passed with their mode line.
#[test]
fn rows_scrolled_as_far_as_it_goes_are_passed_with_missiles() {
    let list = [0x70, 0x54, 0x00, 0x50, 0x14, 0x12, 0x13, 0x16, 0x17, 0x54, 0x80, 0x51, 0x14, 0x15];
    for dmactl in [0x22, 0x26, 0x2E, 0x3E, 0x3F] {
        let code = format!(
            " mva #3 $D01D\n mva #$38 $D407\n mva #{dmactl} DMACTL\nagain   lda VCOUNT\n cmp #120\n bne again\n inc $90
 lda $90\n and #3\n ora #12\n sta $D404\n inc $5000\n inc $4008\nthink   inx\n bne think\n iny\n cpy #12\n bne think\n ldy #0
 jmp again"
        );
        let mut machine = showing(&list, dmactl, &code);
        (0x3800..0x4400).for_each(|address| machine.poke(address, (address ^ (address / 9)) as u8));
        compare(dmactl.into(), machine, 40);
    }
}

/// Objects are fetched from the first cycle of the first visible line to the last line but one that is: whoever moves them behind
/// the picture meets nobody, who does so a cycle before or after that does.
#[test]
fn objects_are_fetched_from_the_first_visible_line_to_the_last() {
    for one_line in [true, false] {
        let (dmactl, lines) = if one_line { (0x3E, [7, 8, 246, 247]) } else { (0x2E, [3, 4, 123, 122]) };
        for line in lines {
            let size = if one_line { 0x100 } else { 0x80 };
            for (object, phase) in [(3, 0), (4, 1), (7, 2), (3, 3)] {
                let at: u16 = 0x3800 + object * size + line;
                // Stores fall into other cycles of the lines from frame to frame.
                let code = format!(
                    " mva #3 $D01D\n mva #$38 $D407\nagain\n{} inc {at}\n inc {at}\n jmp again",
                    " nop\n".repeat(phase)
                );
                let mut machine = showing(&[0x70, 0x70, 0x42, 0x00, 0x50], dmactl, &code);
                (0..8).for_each(|object| machine.poke(0xD000 + object, 80 + 12 * object as u8));
                compare(at.into(), machine, 12);
            }
        }
    }
}

/// What is written to GTIA in cycle 0 of a line comes before that begins to be shown as it is kept: it does not so because the line
/// before was as it is kept.
#[test]
fn a_write_in_the_first_cycle_of_a_line_makes_another_beginning() {
    // So long that one of both writes comes to line 0 soon, and there to that cycle.
    for (nops, turns) in [(0, 41), (3, 35)] {
        let nops = " nop\n".repeat(nops);
        let code = format!(
            "again   lda #0\n sta $D011\n lda #54\n sta $D011\n{nops} ldy #{turns}\nwait    ldx #160\nturn    dex\n bne turn
 dey\n bne wait\n jmp again"
        );
        compare(turns, showing(&[0x70; 8], 0, &code), 64);
    }
}
