//! Disassembly to source: the assembler makes the same file of it again.

use front800::assembler::{Format, MemoryFiles, assemble, render};
use front800::harness::disassembly::{disassemble, source};
use front800::harness::open::{File, Form, Medium, NONE, Options, Program};
use front800::inspect::debug_info::DebugInfo;
use front800::media::xex::{Segment, Xex};
use front800::titles::Sources;
use front800::titles::shelf::SHELF;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::cli::Desk;

fn opened(name: &str, bytes: &[u8]) -> Program {
    let mut files = MemoryFiles::default();
    files.add(name, bytes);
    let file = File { name, bytes, files: &files, debug_info: None };
    Program::file(file, Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn assembled(text: &str) -> front800::assembler::Output {
    let files = MemoryFiles::one("again.asm", text);
    let assembly = assemble(&files, "again.asm", &Default::default());
    let said = || render(&assembly.diagnostics, Format::Short);
    assembly.output.clone().unwrap_or_else(|| panic!("{}\n{text}", said()))
}

/// Takes a binary-load file apart and puts it together again.
#[track_caller]
fn round(program: &Program, code: &[u16]) -> String {
    let text = source(program, code).unwrap_or_else(|error| panic!("{error}"));
    let again = assembled(&text).xex();
    assert!(
        again == program.file_bytes(),
        "{}: {again:02x?}\n{:02x?}\n{text}",
        program.name,
        program.file_bytes()
    );
    text
}

#[test]
fn all_titles_come_out_as_they_were() {
    for entry in &SHELF {
        let title = Program::named(entry.name, Options::default()).unwrap();
        let with_names = round(&title, &[]);
        let bare = round(&opened("title.xex", title.file_bytes()), &[]);
        assert!(with_names.lines().count() > 2000 && bare.lines().count() > 1000);
        let options = Options { form: Form::Cart, ..Options::default() };
        let cartridge = Program::named(entry.name, options).unwrap();
        let Medium::Cartridge(cart) = &cartridge.medium else { panic!("no cartridge") };
        let text = source(&cartridge, &[]).unwrap();
        assert!(&assembled(&text).cart().unwrap() == cart, "{text}");
    }
}

#[test]
fn all_workloads_come_out_as_they_were() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/asm/workloads");
    let desk = Desk::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "asm") {
            continue;
        }
        let path = path.to_str().unwrap();
        desk.run(&format!("asm {path} -o game.xex -i {folder}/../lib")).succeeded();
        for target in [format!("{path} -i {folder}/../lib"), "game.xex".to_string()] {
            let source = desk.run(&format!("disasm --source {target}")).succeeded().stdout;
            desk.write("again.asm", source);
            desk.run("asm again.asm -o again.xex").succeeded();
            assert!(desk.read("again.xex") == desk.read("game.xex"), "{target}");
        }
        count += 1;
    }
    assert!(count > 15);
}

/// A file of random segments, which follow, touch and overlap each other, with vectors and $FFFF between them.
fn random_file(random: &mut ChaCha8Rng) -> Vec<u8> {
    let mut file = vec![0xFF, 0xFF];
    let mut next = random.random::<u16>();
    for _ in 0..random.random_range(1..8) {
        if random.random_ratio(1, 5) {
            file.extend([0xFF, 0xFF]);
        }
        let start = match random.random_range(0..6) {
            0 => random.random_range(0..0x200),
            1 => 0x2E0,
            2 => 0x2E2,
            3 => random.random(),
            4 => next.wrapping_sub(random.random_range(0..20)),
            _ => next,
        };
        let most = (0x10000 - u32::from(start)).min(if matches!(start, 0x2E0 | 0x2E2) { 2 } else { 300 });
        let length = random.random_range(1..=most);
        let end = (u32::from(start) + length - 1) as u16;
        file.extend(start.to_le_bytes());
        file.extend(end.to_le_bytes());
        // Addresses in the file itself, of the zero page and beyond the end of memory.
        let near = [start as u8, (start >> 8) as u8, 0, 0x80, 0xFF];
        for _ in 0..length {
            let byte =
                if random.random_ratio(1, 3) { near[random.random_range(0..5)] } else { random.random() };
            file.push(byte);
        }
        next = end.wrapping_add(1);
    }
    match random.random_range(0..4) {
        0 => file.truncate(random.random_range(7..=file.len().max(7))),
        1 => file.extend((0..random.random_range(1..20)).map(|_| random.random::<u8>())),
        _ => {}
    }
    file
}

#[test]
fn random_files_come_out_as_they_were() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..1000 {
        let file = random_file(&mut random);
        let program = opened("random.xex", &file);
        let Medium::Xex(xex) = &program.medium else { panic!("no program") };
        let code: Vec<u16> = xex.segments.iter().map(|segment| segment.start.wrapping_add(3)).collect();
        round(&program, &code);
    }
}

#[test]
fn every_opcode_comes_out_as_it_was_in_the_zero_page_and_elsewhere() {
    let mut segments = Vec::new();
    let mut starts = Vec::new();
    for code in 0..=0xFF_u8 {
        for operand in [[0x80, 0x00], [0x34, 0x12]] {
            let start = 0x2000 + segments.len() as u16 * 4;
            segments.push(Segment { start, bytes: vec![code, operand[0], operand[1]] });
            starts.push(start);
        }
    }
    let program = opened("all.xex", &Xex { segments }.write());
    let text = round(&program, &starts);
    for word in ["lda.w $0080", "lda $0080,y", "lse $80", "cim", "npo", "dop #$80", "top $1234,x", "asl @"] {
        assert!(text.contains(&format!(" {word}\n")), "{word}: {text}");
    }
    assert!(text.contains("dta $eb,$80 ; sbc #$80"), "{text}");
}

#[test]
fn code_is_what_is_reached_and_everything_else_is_data() {
    let desk = Desk::with(
        "game.asm",
        " org $2000
handler pha
 pla
 rti
start jsr work
loop jmp loop
work lda table,x
 sta $80
 rts
table dta c'A TEXT OF THIS GAME',0
 run start
",
    );
    desk.run("asm game.asm -o game.xex").succeeded();
    let source = desk.run("disasm game.xex --source").succeeded().stdout;
    let lines = ["dta $48,$68,$40", "L2003           jsr L2009", "L2006           jmp L2006", "run L2003"];
    for line in
        lines.into_iter().chain(["L2009           lda L200F,x", "L200F           dta c'A TEXT OF THIS GAME'"])
    {
        assert!(source.contains(line), "{line} is missing in {source}");
    }
    let source = desk.run("disasm game.xex --source --code $2000").succeeded().stdout;
    assert!(source.contains("pha\n"), "{source}");
    desk.run("disasm game.xex --code nowhere").failed(2, &["--code nowhere", "no label"]);
    desk.run("disasm game.xex --source --range 0..1").failed(2, &["--range"]);
    // The source says itself what is code, and what it is called.
    let named = desk.run("disasm game.asm --source").succeeded().stdout;
    for line in ["handler         pha", "work            lda table,x", "run start"] {
        assert!(named.contains(line), "{line} is missing in {named}");
    }
    // Data stay data even in a block with a name, and where they look like a call into the middle of the code.
    desk.write(
        "font.asm",
        " org $2000\nstart inc $80\n jmp start\nfont .local\n dta $20,$04,$20\n .endl\n run start\n",
    );
    let font = desk.run("disasm font.asm --source").succeeded().stdout;
    assert!(font.contains("jmp start") && font.contains("dta $20,$04,$20"), "{font}");
    let listed = desk.run("disasm game.xex").succeeded().stdout;
    assert!(listed.contains("L2009\n  2009  BD 0F 20   LDA L200F,X\n"), "{listed}");
}

#[test]
fn init_routines_run_before_what_lies_over_them_is_loaded() {
    let segment = |start, bytes: &[u8]| Segment { start, bytes: bytes.to_vec() };
    let program = Xex {
        segments: vec![
            segment(0x2000, &[0xA9, 0x01, 0x60]),
            segment(0x2E2, &[0x00, 0x20]),
            segment(0x2000, &[0xFF, 0xEA, 0x4C, 0x01, 0x20]),
            segment(0x2E0, &[0x01, 0x20]),
        ],
    };
    let text = round(&opened("two.xex", &program.write()), &[]);
    let expected = "
                org $2000
L2000           lda #$01
                rts
                ini L2000

                org $2000
                dta $ff
L2001           nop
                jmp L2001
                run L2001
";
    assert!(text.ends_with(&expected), "{text}");
}

#[test]
fn registers_have_the_name_of_what_is_done_to_them() {
    // STA and LDA $D20A, INC $D000, STA $D01A, LDA $0230, and addresses that have no name.
    let code = [
        0x8D, 0x0A, 0xD2, 0xAD, 0x0A, 0xD2, 0xEE, 0x00, 0xD0, 0x8D, 0x1A, 0xD0, 0xAD, 0x30, 0x02, 0x8D, 0xFF,
        0xD4, 0x60,
    ];
    let bytes = Xex { segments: vec![Segment { start: 0x2000, bytes: code.to_vec() }] }.write();
    let text = round(&opened("x.xex", &bytes), &[]);
    let expected = "
SDLSTL          = $0230
HPOSP0          = $d000
COLBK           = $d01a
RANDOM          = $d20a
SKRES           = $d20a

                org $2000
L2000           sta SKRES
                lda RANDOM
                inc HPOSP0
                sta COLBK
                lda SDLSTL
                sta $d4ff
                rts
";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn a_handler_put_into_a_vector_is_code_and_the_vector_has_its_name() {
    // LDA #$0E; STA $0200; LDA #$20; STA $0201; STA $0223; RTS; and the handler: PHA; PLA; RTI.
    let code = [
        0xA9, 0x0E, 0x8D, 0x00, 0x02, 0xA9, 0x20, 0x8D, 0x01, 0x02, 0x8D, 0x23, 0x02, 0x60, 0x48, 0x68, 0x40,
    ];
    let bytes = Xex { segments: vec![Segment { start: 0x2000, bytes: code.to_vec() }] }.write();
    let text = round(&opened("x.xex", &bytes), &[]);
    let expected = "
VDSLST          = $0200
VVBLKI          = $0222

                org $2000
L2000           lda #$0e
                sta VDSLST
                lda #$20
                sta VDSLST+1
                sta VVBLKI+1
                rts
L200E           pha
                pla
                rti
";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn names_that_the_assembler_would_take_for_something_else_are_changed() {
    let bytes =
        Xex { segments: vec![Segment { start: 0x2000, bytes: vec![0xAD, 3, 0x20, 0x60, 1, 2] }] }.write();
    let labels = "2000 lda\n2003 a\n2004 A:b\n2005 L2005\n0080 zero\n";
    let files = MemoryFiles::default();
    let debug_info = DebugInfo::read(labels).unwrap();
    let file = File { name: "x.xex", bytes: &bytes, files: &files, debug_info: Some(&debug_info) };
    let program = Program::file(file, Options::default()).unwrap();
    let text = round(&program, &[0x2000]);
    for line in [
        "lda_            lda a_",
        "a_              rts",
        "A_b             dta $01",
        "L2005           dta $02",
    ] {
        assert!(text.contains(line), "{line} is missing in {text}");
    }
}

#[test]
fn what_no_source_can_be_made_of_is_said() {
    let none = Program::named(NONE, Options::default()).unwrap();
    assert!(source(&none, &[]).unwrap_err().contains("no bytes"));
    let desk = Desk::with("williams.rom", vec![0; 0x8000]);
    desk.run("disasm williams.rom --cart-type 22 --source")
        .failed(2, &["williams.rom", "type 22", "8K and 16K"]);
    desk.run("mkdisk games.atr").succeeded();
    desk.run("disasm games.atr --source").failed(2, &["games.atr", "front800 debug"]);
}

#[test]
fn a_range_that_cuts_a_line_shows_its_bytes() {
    let bytes = Xex { segments: vec![Segment { start: 0x2000, bytes: vec![0xAD, 3, 0x20, 0x60] }] }.write();
    let program = opened("x.xex", &bytes);
    let listing = disassemble(&program, &[]).listing(0x2001, 0x2003);
    let expected = "; $2001-$2003\n  2001  03         dta $03\n  2002  20         dta $20\nL2003\n  2003  60         RTS\n";
    assert_eq!(listing, expected);
}

#[test]
fn a_file_of_very_many_segments_takes_no_longer_than_others() {
    let mut file = vec![0xFF, 0xFF];
    for n in 0..100_000_u32 {
        let start = if n % 2 == 0 { 0x2000 } else { 0x02E2 };
        file.extend([start as u8, (start >> 8) as u8, start as u8, (start >> 8) as u8, 0x20]);
    }
    let begun = std::time::Instant::now();
    let text = source(&opened("many.xex", &file), &[0x2000]).unwrap();
    assert!(text.lines().count() > 100_000 && begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

#[test]
fn an_os_rom_comes_out_as_it_was_with_what_programs_and_handlers_enter() {
    let rom = Sources::embedded().os().unwrap().rom.to_vec();
    let desk = Desk::with("os.rom", rom.clone());
    let listing = desk.run("disasm os.rom").succeeded().stdout;
    for line in ["; $D800-$FFFF\n", "\nCIOV\n  E456  4C", "\nAFP\n  D800  ", "\nEDITRV\n  E400  "] {
        assert!(listing.contains(line), "{line} is missing in {listing}");
    }
    // Routines that are found by a handler's table, the first vectors of RAM and the 6502's alone.
    let word = |address: usize| u16::from_le_bytes([rom[address - 0xD800], rom[address - 0xD7FF]]);
    for routine in [word(0xE400) + 1, word(0xE434) + 1, word(0xE488), word(0xFFFA)] {
        let place = format!("\n  {routine:04X}  ");
        let line = listing.split(&place).nth(1).and_then(|rest| rest.lines().next());
        assert!(line.is_some_and(|line| !line.contains("dta")), "${routine:04X}: {line:?}");
    }
    desk.write("again.asm", desk.run("disasm os.rom --source").succeeded().stdout);
    desk.run("asm again.asm -o again.rom").succeeded();
    assert!(desk.read("again.rom") == rom);
}

#[test]
fn names_of_status_codes_in_a_label_file_are_none_of_places() {
    let desk = Desk::with(
        "game.asm",
        " icl 'front800/hardware.inc'\nscore = $80\n org $2000\nstart inc score\n inc score+1\n lda FR0\n jsr SETVBV\n rts\n run start\n",
    );
    desk.run("asm game.asm -o game.xex -t game.lab").succeeded();
    let listed = desk.run("disasm game.xex").succeeded().stdout;
    for text in ["INC SCORE", "INC $81", "LDA FR0", "JSR SETVBV"] {
        assert!(listed.contains(text), "{text}: {listed}");
    }
}
