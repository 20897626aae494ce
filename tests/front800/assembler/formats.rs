//! Output files: listings, label tables, cartridges; and the media they are read back with.

use super::output;

use std::path::Path;

use front800::assembler::{MemoryFiles, NoCart, Options, Output, assemble};
use front800::media::cart::{Cart, CartKind};
use front800::media::xex::{Segment, Warning, Xex};
use front800::media::{Kind, kind};

const SOURCE: &str = "\
; comment
zp = $80
.macro put
    sta :1
.endm
    org $2000
main lda #1
    put zp
    dta 1,2,3,4,5,6,7
.proc sub_one
loop jmp loop
.endp
    org $3000
    lda $1000,x
    run main
";

fn listed(text: &str) -> Output {
    let options = Options { listing: true, ..Options::default() };
    assemble(&MemoryFiles::one("t.asm", text), "t.asm", &options).output.expect("it assembles")
}

#[test]
fn the_mads_listing_has_its_columns() {
    let expected = "\
mads 2.1.7
Source: t.asm
     1 \t\t\t\t; comment
     2 = 0080\t\t\tzp = $80
     3 \t\t\t\t.macro put
     4 \t\t\t\t    sta :1
     5 \t\t\t\t.endm
     6 \t\t\t\t    org $2000
     7 FFFF> 2000-200D> A9 01\tmain lda #1
     8 2002\t\t\t    put zp
Macro: PUT [Source: t.asm]
     1 2002 85 80\t\t    sta zp
Source: t.asm
     9 2004 01 02 03 04 05 06 +     dta 1,2,3,4,5,6,7
    10 200B\t\t\t.proc sub_one
    11 200B 4C 0B 20\t\tloop jmp loop
    12 \t\t\t\t.endp
    13 \t\t\t\t    org $3000
    14 3000-3002> BD 00 10\t    lda $1000,x
    15 02E0-02E1> 00 20\t\t    run main
";
    assert_eq!(listed(SOURCE).mads_listing(), expected);
}

#[test]
fn our_listing_has_cycles() {
    let listing = listed(SOURCE).listing_text();
    let line = |part: &str| listing.lines().find(|line| line.contains(part)).unwrap_or_default();
    assert_eq!(line("main lda"), "2000  A9 01         2          7  main lda #1");
    assert_eq!(line("lda $1000,x"), "3000  BD 00 10      4+        14      lda $1000,x");
    assert_eq!(line("sta zp"), "2002  85 80         3          1      sta zp");
    assert_eq!(line("dta"), "2004  01 02 03 04 +            9      dta 1,2,3,4,5,6,7");
}

#[test]
fn the_label_table_joins_scopes_by_dots() {
    let expected = "\
mads 2.1.7
Label table:
00\t0080\tZP
00\t2000\tMAIN
00\t200B\tSUB_ONE
00\t200B\tSUB_ONE.LOOP
";
    assert_eq!(output(SOURCE).mads_labels(), expected);
}

#[test]
fn the_label_table_has_structures_without_their_members_and_large_values_whole() {
    let table =
        output(" org $2000\n.struct s\nx .word\ny .byte\n.ends\nd dta s [0]\nbig = $12345\nneg = -1\n")
            .mads_labels();
    let lines: Vec<_> = table.lines().skip(2).collect();
    assert_eq!(lines, ["FFFE\t0000\tS", "00\t2000\tD", "00\t012345\tBIG", "00\tFFFFFFFF\tNEG"]);
}

#[test]
fn the_listing_has_the_headers_of_the_file() {
    let listing = listed(" opt f+\n org $2000\n dta 1\n .ds 3\n").mads_listing();
    assert!(listing.contains("FFFF> 2000-2003> 01"), "{listing}");
}

#[test]
fn blocks_and_lines_have_their_addresses() {
    let output = output(SOURCE);
    let block = &output.blocks[0];
    assert_eq!((block.name.as_str(), block.start, block.end), ("sub_one", 0x200B, 0x200E));
    let line = output.lines.iter().find(|entry| entry.address == 0x3000).expect("it has a line");
    assert_eq!((line.line, line.length, line.code), (14, 3, true));
    // The body of a macro stands where the macro is defined.
    let line = output.lines.iter().find(|entry| entry.address == 0x2002).expect("it has a line");
    assert_eq!(line.line, 4);
}

#[test]
fn own_directives_are_recorded_and_move_nothing() {
    let text = "
.region CODE,$2000,$20ff,rom
 org $2000
.proc p
 .budget 205
 ldx #3
l dex
 bne l ;@loop 4
.loop 9
 bne l
 rts
.endp
;@region MORE,$2100,$21ff
.test \"p counts\"
 jsr p
 .assert x == 0 ; comment
.endtest";
    let output = output(text);
    assert_eq!(output.segments[0].bytes, [0xA2, 3, 0xCA, 0xD0, 0xFD, 0xD0, 0xFB, 0x60]);
    assert_eq!(output.blocks[0].budget, Some(205));
    let loops: Vec<_> = output.loops.iter().map(|bound| (bound.address, bound.turns)).collect();
    assert_eq!(loops, [(0x2003, 4), (0x2005, 9)]);
    assert_eq!(output.regions.len(), 2);
    assert!(output.regions[0].rom);
    let lines: Vec<_> = output.tests[0].lines.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(lines, [" jsr p", " .assert x == 0"]);
}

#[test]
fn a_bound_in_a_comment_is_that_of_the_last_instruction_in_its_line() {
    let bounds = |text: &str| {
        let loops = output(&format!(" org $2000\n{text}\n")).loops;
        loops.iter().map(|bound| (bound.address, bound.turns)).collect::<Vec<_>>()
    };
    assert_eq!(bounds("a dex\\ bne a ;@loop 3"), [(0x2001, 3)]);
    assert_eq!(bounds("a dta 1\\ dex\\ bne a\\b ;@loop 3"), [(0x2002, 3)]);
    assert_eq!(bounds("a dex\n ;@loop 3\n bne a"), [(0x2001, 3)]);
}

/// It did so with nothing in it.
#[test]
fn a_program_that_runs_past_the_end_of_memory_becomes_no_cartridge() {
    let output = output(" org $FFF8\n dta 1,2,3,4,5,6,7,8,9,10,11\n");
    assert_eq!(output.bounds(), Some((0xFFF8, 0xFFFF)));
    assert_eq!(output.cart(), Err(NoCart::Outside { start: 0xFFF8, end: 0xFFFF }));
    assert_eq!(output.raw(0), [1, 2, 3, 4, 5, 6, 7, 8]);
}

#[test]
fn a_program_becomes_a_cartridge() {
    let output = output(" org $A000\nstart rts\n org $BFFA\n dta a(start),0,4,a(start)");
    let cart = output.cart().expect("it is in the cartridge's range");
    assert_eq!(
        (cart.kind, cart.rom.len(), cart.rom[0], cart.rom[1]),
        (CartKind::STANDARD_8K, 0x2000, 0x60, 0xFF)
    );
    assert_eq!(kind(&cart.rom, ""), Kind::RawCart);
    let file = cart.write_car();
    assert_eq!(Cart::parse(&file), Ok((cart, Vec::new())));
    let mut broken = file.clone();
    broken[20] ^= 1;
    assert!(matches!(Cart::parse(&broken), Ok((_, warnings)) if warnings.len() == 1));
    broken[7] = 12;
    let refused = Cart::parse(&broken).expect_err("too short").to_string();
    assert_eq!(refused, "a cartridge of type 12 (XEGS 32K) has 32768 bytes, this one has 8192");
}

#[test]
fn what_fills_a_gap_belongs_to_no_statement() {
    let filled = output(" opt f+\n org $2000\n nop\n org $2003\n rts");
    let last = filled.lines.last().unwrap();
    assert_eq!((last.address, last.length), (0x2003, 1));
}

#[test]
fn options_give_a_raw_or_filled_file() {
    let text = " org $2000\n nop\n org $2003\n rts";
    assert_eq!(output(&format!(" opt h-\n{text}")).xex(), [0xEA, 0x60]);
    assert_eq!(output(&format!(" opt h-f+\n{text}")).xex(), [0xEA, 0xFF, 0xFF, 0x60]);
    let filled = [0xFF, 0xFF, 0, 0x20, 3, 0x20, 0xEA, 0xFF, 0xFF, 0x60];
    assert_eq!(output(&format!(" opt f+\n{text}")).xex(), filled);
}

#[test]
fn a_binary_load_file_is_read_back() {
    let output = output(SOURCE);
    let (xex, warnings) = Xex::parse(&output.xex()).expect("it is one");
    assert_eq!(warnings, []);
    assert_eq!(xex.segments.len(), 3);
    assert_eq!(xex.write(), output.xex());
}

#[test]
fn unsound_binary_load_files_load_what_is_there() {
    let parse = |bytes: &[u8]| Xex::parse(bytes).expect("a signature");
    let segment = |start, bytes: &[u8]| Segment { start, bytes: bytes.to_vec() };
    let (xex, warnings) = parse(&[0xFF, 0xFF, 0, 0x20, 3, 0x20, 1, 2]);
    assert_eq!(xex.segments, [segment(0x2000, &[1, 2])]);
    assert_eq!(warnings, [Warning::Truncated { start: 0x2000, missing: 2 }]);
    let (xex, warnings) = parse(&[0xFF, 0xFF, 0, 0x20, 0, 0x20, 1, 5, 0, 4, 0, 9]);
    assert_eq!(xex.segments, [segment(0x2000, &[1])]);
    assert_eq!(warnings, [Warning::EndBelowStart { offset: 7, start: 5, end: 4 }]);
    let (xex, warnings) = parse(&[0xFF, 0xFF, 0xFF, 0xFF, 0, 0x20, 0, 0x20, 1, 0, 0, 0, 0, 0]);
    assert_eq!(xex.segments, [segment(0x2000, &[1])]);
    assert_eq!(warnings, [Warning::TrailingBytes { offset: 9, count: 5 }]);
    let found = |bytes: &[u8]| Xex::parse(bytes).expect_err("none").to_string();
    assert_eq!(
        found(b"CART"),
        "a binary-load file begins with the bytes $FF $FF; this one is a cartridge image (CAR) of 4 bytes"
    );
}

#[test]
fn the_kind_of_a_file_is_decided_by_content_first() {
    assert_eq!(kind(&[0xFF, 0xFF, 0, 0], "a.rom"), Kind::Xex);
    assert_eq!(kind(&[0x96, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], "a.xex"), Kind::Disk);
    assert_eq!(kind(b" org $2000", "a.asm"), Kind::Source);
    assert_eq!(kind(&[0; 0x2800], "a.rom"), Kind::OsRom);
    assert_eq!(kind(b"", ""), Kind::Unknown);
}

#[test]
fn files_come_from_a_folder_and_layers_over_it() {
    use front800::assembler::{Files, Overlay};
    use front800::host::sources::SourceFiles;
    let folder = tempfile::tempdir().expect("a folder");
    let include = tempfile::tempdir().expect("a folder");
    let main = folder.path().join("t.asm");
    std::fs::write(&main, " org 0\n icl 'a.inc'\n icl 'b.inc'\n").expect("written");
    std::fs::write(include.path().join("a.inc"), " dta 1\n").expect("written");
    let disk = SourceFiles::new(&main, [include.path()], |_| String::new());
    let text = |path: &Path| path.to_str().expect("a name").to_owned();
    let beside = text(&folder.path().join("b.inc"));
    let above = MemoryFiles::one(&beside, " dta 2\n");
    let files = Overlay(&above, &disk);
    let options = Options { include: vec![text(include.path())], ..Options::default() };
    let output = assemble(&files, &text(&main), &options).output.expect("it assembles");
    assert_eq!(output.segments[0].bytes, [1, 2]);
    assert_eq!(files.read("c.inc"), None);
}

#[test]
fn what_is_on_board_is_in_no_file_that_could_be_opened() {
    use front800::assembler::{Files, Overlay};
    use front800::host::sources::SourceFiles;
    use front800::titles::{Generated, Sources, TitleFiles};
    let (hardware, map) = ("front800/hardware.inc", "generated/map.bin");
    let sources = Sources::embedded();
    let assets = sources.assets().unwrap();
    let (ours, own) = (Generated::new(sources.clone()), MemoryFiles::one("a.asm", ""));
    let titles = TitleFiles::new(&sources, &assets);
    let folder = tempfile::tempdir().expect("a folder");
    let main = folder.path().join("t.asm");
    std::fs::write(&main, "").expect("written");
    let disk = SourceFiles::new(&main, [], |_| String::new());
    let both = Overlay(&own, &ours);
    let all: [&dyn Files; 4] = [&ours, &titles, &both, &disk];
    for (n, files) in all.into_iter().enumerate() {
        assert!(files.is_builtin(hardware) && files.is_builtin(map), "{n}");
        assert!(!files.is_builtin("a.asm") && !files.is_builtin(main.to_str().unwrap()), "{n}");
    }
    let edited = MemoryFiles::one(hardware, "");
    assert!(!Overlay(&edited, &ours).is_builtin(hardware));
}
