//! The clock of the machine: what the CPU, ANTIC and the interrupts do in which cycle. Small
//! 6502 programs in place of the OS.

use front800::assembler::{MemoryFiles, Options, assemble};
use front800::machine::{Config, LINE_CYCLES, Machine, Ram, Step, Stop, Video};
use front800::media::os_rom::OsRom;
use front800::media::xex::Xex;

/// Registers, and vectors that lead to `start` and to handlers that only return.
const FRAME: &str = "
WSYNC = $D40A
VCOUNT = $D40B
NMIEN = $D40E
NMIST = $D40F
DMACTL = $D400
        org $E000
start   sei
        cld
        ldx #$FF
        txs
{}
        org $FFFA
        dta a(nmi),a(start),a(irq)
";

/// A machine whose ROM is the program `body`; it defines `nmi` and `irq`.
pub fn bare(body: &str, video: Video) -> Machine {
    let mut files = MemoryFiles::default();
    files.add("main.asm", FRAME.replace("{}", body));
    let assembly = assemble(&files, "main.asm", &Options::default());
    assert!(!assembly.failed(), "{:?}", assembly.diagnostics);
    let output = assembly.output.expect("no errors");
    let (xex, _) = Xex::parse(&output.xex()).expect("a binary-load file");
    let mut os = [0xFF; 0x2800];
    for segment in &xex.segments {
        let at = usize::from(segment.start - 0xD800);
        os[at..at + segment.bytes.len()].copy_from_slice(&segment.bytes);
    }
    Machine::new(&Config { video, seed: 1, ..Config::new(os.into()) })
}

const NO_INTERRUPTS: &str = "nmi\nirq     rti\n";

/// The end of a program: its mark, and a stop.
const DONE: &str = "        lda #1
        sta $80
loop    jmp loop
nmi
irq     rti
";

/// Runs until the program has stored `value` at $80, and gives the machine.
fn run_to_mark(machine: &mut Machine, value: u8) {
    for _ in 0..200_000 {
        if machine.peek(0x80) == value {
            return;
        }
        machine.step();
    }
    panic!("the program did not come to its end");
}

/// Steps to the first instruction boundary at or after the cycle of a line.
fn step_to(machine: &mut Machine, line: u32, cycle: u32) {
    while machine.line() != line || machine.line_cycle() < cycle {
        machine.step();
    }
}

/// A program that stores to WSYNC with its write in cycle `at` of a line without DMA, with the
/// instruction `store`, and the line's cycle at the ends of the next two instructions.
fn around_wsync(store: &str, write_cycles: u32, at: u32) -> [u32; 2] {
    let nops = "        nop\n".repeat(60);
    let body = format!("{nops}\n{store}\n{nops}\n{NO_INTERRUPTS}");
    // Started anew with another number of cycles before the store until it falls where it should.
    for delay in 0..240 {
        let (turns, more) = (delay / 5 + 1, "        nop\n".repeat(delay % 5));
        let wait = format!("        ldx #{turns}\nwait    dex\n        bne wait\n{more}");
        let mut machine = bare(&format!("{wait}{body}"), Video::Ntsc);
        let mut ends = Vec::new();
        let mut found = false;
        for _ in 0..600 {
            let pc = machine.cpu().pc;
            let opcode = machine.peek(pc);
            let is_store = store.trim_start().starts_with("inc") == (opcode == 0xEE)
                && matches!(opcode, 0xEE | 0x8D)
                && machine.peek(pc + 1) == 0x0A;
            machine.step();
            let end = machine.cycle() % u64::from(LINE_CYCLES);
            if is_store && end == u64::from(at + write_cycles) % 114 && machine.line() < 8 {
                found = true;
            } else if found {
                ends.push(end as u32);
            }
            if ends.len() == 2 {
                return [ends[0], ends[1]];
            }
        }
    }
    panic!("no store fell into cycle {at}");
}

#[test]
fn after_a_store_to_wsync_one_more_cycle_runs_and_the_next_is_105() {
    // The NOP's opcode is fetched in the cycle after the store, its second cycle is 105.
    assert_eq!(around_wsync("        sta WSYNC", 1, 80), [106, 108]);
}

#[test]
fn a_write_to_wsync_in_cycle_103_is_released_on_its_line() {
    assert_eq!(around_wsync("        sta WSYNC", 1, 103)[0], 106);
}

#[test]
fn both_writes_of_an_increment_of_wsync_go_through() {
    // The next opcode is fetched in 105. [sheet: cpu 1]
    assert_eq!(around_wsync("        inc WSYNC", 1, 80), [107, 109]);
}

#[test]
fn without_display_a_line_leaves_the_cpu_all_but_nine_cycles() {
    let mut machine = bare(&format!("loop    jmp loop\n{NO_INTERRUPTS}"), Video::Ntsc);
    machine.run_frame();
    let (cycles, cpu) = (machine.cycle(), machine.cpu_cycles());
    for _ in 0..10 {
        machine.run_frame();
    }
    let taken = (machine.cycle() - cycles) - (machine.cpu_cycles() - cpu);
    assert_eq!(taken / 10, 9 * 262);
}

#[test]
fn a_frame_has_262_or_312_lines() {
    for (video, lines) in [(Video::Ntsc, 262), (Video::Pal, 312)] {
        let mut machine = bare(&format!("loop    jmp loop\n{NO_INTERRUPTS}"), video);
        assert_eq!(machine.run_frame(), Stop::Reached);
        assert_eq!(machine.frame_number(), 1);
        assert!(machine.cycle() - lines * 114 < 3);
    }
}

/// The display list of the wargame, with its memory in zeroed RAM.
fn wargame_screen(hscrol: u8) -> Machine {
    let body = format!(
        "        lda #{hscrol}
        sta $D404
        lda #0
        sta $D402
        lda #$20
        sta $D403
        lda #$2F
        sta DMACTL
loop    jmp loop
{NO_INTERRUPTS}"
    );
    let mut machine = bare(&body, Video::Ntsc);
    let mut list = vec![0x70, 0x70, 0x70, 0xC6, 0x00, 0x60, 0x90, 0x90];
    for row in 0..9u16 {
        let [low, high] = (0x6100 + 48 * row).to_le_bytes();
        list.extend([0xF7, low, high]);
    }
    list.extend([0x57, 0x00, 0x63, 0x90, 0xC2, 0x00, 0x64, 0x02, 0x90, 0x02, 0x90, 0x41, 0x00, 0x20]);
    for (address, byte) in (0x2000..).zip(list) {
        machine.poke(address, byte);
    }
    machine
}

#[test]
fn the_wargames_screen_takes_as_many_cycles_as_on_the_real_machine() {
    for (hscrol, expected) in [(0, 8791), (1, 8791), (2, 8646), (5, 8646), (7, 8646)] {
        let mut machine = wargame_screen(hscrol);
        machine.run_frame();
        machine.run_frame();
        let (cycles, cpu) = (machine.cycle(), machine.cpu_cycles());
        for _ in 0..6 {
            machine.run_frame();
        }
        let taken = (machine.cycle() - cycles) - (machine.cpu_cycles() - cpu);
        assert_eq!(taken / 6, expected, "HSCROL {hscrol}");
    }
}

#[test]
fn vcount_counts_on_in_cycle_111_and_shows_the_line_count_for_one_cycle() {
    let mut machine = bare(&format!("loop    lda VCOUNT\n        jmp loop\n{NO_INTERRUPTS}"), Video::Ntsc);
    let mut seen = Vec::new();
    while machine.frame_number() < 40 {
        // Four cycles, of which the last reads: it ends where the register was read.
        let is_read = machine.peek(machine.cpu().pc) == 0xAD;
        machine.step();
        let read_at = (machine.cycle() - 1) % 114;
        let line = (machine.cycle() - 1) / 114 % 262;
        if is_read && read_at >= 105 {
            seen.push((line, read_at, machine.cpu().a));
        }
    }
    assert!(seen.len() > 1_000, "{} reads are too few to tell anything", seen.len());
    for (line, cycle, vcount) in seen {
        let expected = match (line, cycle) {
            (261, 111) => 0x83,
            (261, 112..) => 0,
            (_, 111..) => line.div_ceil(2),
            _ => line / 2,
        };
        assert_eq!(u64::from(vcount), expected, "line {line}, cycle {cycle}");
    }
}

#[test]
fn the_vertical_blank_interrupt_begins_at_cycle_10_at_the_earliest() {
    let body = "        lda #$40
        sta NMIEN
loop    nop
        nop
        nop
        jmp loop
nmi     inc $80
irq     rti
";
    let mut machine = bare(body, Video::Ntsc);
    let mut earliest = u32::MAX;
    let mut handled = 0;
    while machine.frame_number() < 60 {
        if machine.step() == Step::Nmi {
            assert_eq!(machine.line(), 248);
            earliest = earliest.min(machine.line_cycle());
            handled += 1;
        }
    }
    assert_eq!((earliest, handled), (17, 60));
}

#[test]
fn nmist_shows_the_vertical_blank_from_cycle_7_on_and_can_be_cleared_from_8_on() {
    let body = format!(
        "        lda #0
        sta NMIEN
loop    sta NMIST
        lda NMIST
        jmp loop
{NO_INTERRUPTS}"
    );
    let mut machine = bare(&body, Video::Ntsc);
    let (mut old, mut new) = (0, 0);
    while machine.frame_number() < 300 {
        let is_read = machine.peek(machine.cpu().pc) == 0xAD;
        machine.step();
        let read_at = machine.line_cycle().wrapping_sub(1);
        if is_read && machine.line() == 248 && read_at < 14 {
            let set = machine.cpu().a & 0x40 != 0;
            // The write four cycles before clears the bit if it comes in cycle 8 or later.
            assert_eq!(set, (7..=11).contains(&read_at), "read in cycle {read_at}");
            if set { new += 1 } else { old += 1 }
        }
    }
    assert!(old > 0 && new > 0);
}

#[test]
fn a_display_list_interrupt_comes_on_the_last_line_of_its_mode_line() {
    let body = "        lda #0
        sta $D402
        lda #$20
        sta $D403
        lda #$20
        sta DMACTL
        lda #$80
        sta NMIEN
loop    jmp loop
nmi     rti
irq     rti
";
    let mut machine = bare(body, Video::Ntsc);
    // Eight blank lines, then eight with an interrupt on their last, and wait.
    for (address, byte) in (0x2000..).zip([0x70, 0xF0, 0x41, 0x00, 0x20]) {
        machine.poke(address, byte);
    }
    machine.run_frame();
    let mut lines = Vec::new();
    while machine.frame_number() < 3 {
        if machine.step() == Step::Nmi {
            lines.push(machine.line());
        }
    }
    assert_eq!(lines, [23, 23]);
}

#[test]
fn reading_a_hole_gives_what_was_last_on_its_side_of_the_bus() {
    // The instruction is in ROM, so its last byte was the last there; the RAM read does not count.
    let body = format!(
        "        lda $D5AB
        sta $81
{DONE}"
    );
    let mut machine = bare(&body, Video::Ntsc);
    run_to_mark(&mut machine, 1);
    assert_eq!(machine.peek(0x81), 0xD5);
}

#[test]
fn absent_memory_gives_what_was_last_on_the_bus_fast_or_exact() {
    // The last byte of the instruction, not the store before it.
    let body = format!(
        "        lda #$5A
        sta $0600
        lda $9B77
        sta $81
{DONE}"
    );
    let config = bare(&body, Video::Ntsc).config().clone();
    for oracle in [false, true] {
        let mut machine = Machine::new(&Config { ram: Ram::Kb32, ..config.clone() });
        machine.set_oracle(oracle);
        run_to_mark(&mut machine, 1);
        assert_eq!(machine.peek(0x81), 0x9B);
    }
}

#[test]
fn writes_to_rom_are_lost_and_absent_memory_holds_nothing() {
    let body = format!(
        "        lda #$5A
        sta $E000
        sta $7000
{DONE}"
    );
    let mut machine = bare(&body, Video::Ntsc);
    run_to_mark(&mut machine, 1);
    assert_eq!((machine.peek(0xE000), machine.peek(0x7000)), (0x78, 0x5A));
}

#[test]
fn discarded_reads_reach_the_chips() {
    // An interrupt flag of port B; indexing over the end of the page reads $D301 on its way to $D401.
    let body = format!(
        "        lda #$34
        sta $D303
        lda #$3C
        sta $D303
        lda #$04
        sta $D303
        ldx #$10
        lda $D401
        lda $D303
        sta $81
        lda $D3F1,x
        lda $D303
        sta $82
{DONE}"
    );
    let mut machine = bare(&body, Video::Ntsc);
    run_to_mark(&mut machine, 1);
    assert_eq!((machine.peek(0x81), machine.peek(0x82)), (0x44, 0x04));
}

#[test]
fn what_is_undefined_at_power_on_comes_from_the_seed() {
    let body = format!("loop    jmp loop\n{NO_INTERRUPTS}");
    let with_seed = |seed| {
        let config = Config { seed, ..bare(&body, Video::Ntsc).config().clone() };
        Machine::new(&config).hash()
    };
    assert_eq!(with_seed(5), with_seed(5));
    assert_ne!(with_seed(5), with_seed(6));
}

#[test]
fn outputs_change_nothing() {
    let machine = || wargame_screen(3);
    let mut plain = machine();
    let mut watched = machine();
    plain.set_drawing(false);
    watched.set_audio(Some(48_000));
    let mut samples = Vec::new();
    for _ in 0..5 {
        plain.run_frame();
        watched.run_frame();
        watched.take_audio(&mut samples);
        assert_eq!(plain.hash(), watched.hash());
    }
    assert!((samples.len() as i64 - 5 * 801).abs() < 40);
}

#[test]
fn damaged_and_foreign_states_are_refused_and_leave_the_machine_alone() {
    use front800::machine::StateError;
    let body = format!("loop    jmp loop\n{NO_INTERRUPTS}");
    let mut machine = bare(&body, Video::Ntsc);
    machine.run_frame();
    let hash = machine.hash();
    let state = machine.save();
    assert_eq!(machine.load(b"nonsense"), Err(StateError::Foreign));
    assert_eq!(machine.load(&state[..20]), Err(StateError::Damaged));
    let mut damaged = state.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert_eq!(machine.load(&damaged), Err(StateError::Damaged));
    let mut newer = state.clone();
    newer[8] = 99;
    assert_eq!(machine.load(&newer), Err(StateError::Version(99)));
    let pal = Err(StateError::OtherModel(None, Some(Video::Ntsc)));
    assert_eq!(bare(&body, Video::Pal).load(&state), pal);
    assert_eq!(machine.hash(), hash);
    machine.load(&state).unwrap();
    assert_eq!(machine.hash(), hash);
}

#[test]
fn a_jam_is_told_and_time_goes_on() {
    let mut machine = bare(&format!("        dta 2\n{NO_INTERRUPTS}"), Video::Ntsc);
    assert_eq!(machine.run_frame(), Stop::Jam);
    step_to(&mut machine, 10, 0);
    assert_eq!(machine.step(), Step::Jam);
}

/// Other sizes of a ROM or of RAM are no values at all.
#[test]
fn wrong_sizes_are_errors_where_they_are_named() {
    assert_eq!([16, 32, 48].map(|kilobytes| Ram::try_from(kilobytes).unwrap().kilobytes()), [16, 32, 48]);
    assert_eq!(Ram::try_from(64).unwrap_err().to_string(), "64 KB of RAM: expected 16, 32 or 48");
    for size in [0, 0x2000, 0x27FF, 0x2801, 0x4000] {
        let error = OsRom::try_from(&vec![0; size][..]).unwrap_err().to_string();
        assert!(error.contains("10240 bytes") && error.ends_with(&format!("not {size}")), "{error}");
    }
}
