//! The memory map of a program, as blocks and as a picture.

use front800::assembler::{MemoryFiles, Options, assemble};
use front800::inspect::map::{Block, Kind, MemoryMap};

/// A program with a pointer, a constant of the same value as an address, a procedure, tables and variables.
const MAIN: &str = "\
pointer = $80
limit   = 20
        org $2000
start   mwa #text pointer
        lda #limit
        lda 20
        sta count
        jsr wait
        icl 'part.inc'
text    dta d'HELLO'
wave    dta sin(0,9,300)
        org $3000
count   .ds 1
buffer  .ds 256
        run start
";
const PART: &str = "\
.proc wait
        pha
        ldy #0
        lda (pointer),y
        pla
        rts
.endp
";

fn map() -> MemoryMap {
    let mut files = MemoryFiles::one("main.asm", MAIN);
    files.add("part.inc", PART);
    let options = Options { references: true, ..Options::default() };
    let output = assemble(&files, "main.asm", &options).output.expect("no mistakes");
    MemoryMap::new(Block::from_assembly(&output))
}

fn found<'a>(blocks: &'a [Block], name: &str) -> &'a Block {
    blocks.iter().find(|block| block.name == name).unwrap_or_else(|| panic!("{name}: {blocks:?}"))
}

#[test]
fn every_byte_has_a_name_a_kind_and_a_source_line() {
    let map = map();
    let wait = found(&map.procedures, "wait");
    assert_eq!((wait.start, wait.size), (0x2012, 7));
    let place = |block: &Block| block.source.as_ref().map(|source| (source.file.clone(), source.line));
    assert_eq!(place(wait), Some(("part.inc".to_owned(), 1)));
    let of_tables = |name: &str| {
        let block = found(&map.tables, name);
        (block.kind, block.size, place(block).expect("a place").1)
    };
    assert_eq!(of_tables("start"), (Kind::Code, 18, 4));
    assert_eq!(of_tables("text"), (Kind::Table, 5, 10));
    assert_eq!(of_tables("wave"), (Kind::Table, 300, 11));
    let modules: Vec<(&str, u32)> =
        map.modules.iter().map(|block| (block.name.as_str(), block.size)).collect();
    assert_eq!(modules, [("main.asm", 2), ("main.asm", 18), ("part.inc", 7), ("main.asm", 305)]);
}

#[test]
fn variables_are_what_is_left_free_and_what_instructions_use_by_name() {
    let map = map();
    assert_eq!((found(&map.variables, "buffer").start, found(&map.variables, "buffer").size), (0x3001, 256));
    let pointer = found(&map.variables, "pointer");
    assert_eq!((pointer.start, pointer.end), (0x80, 0x81));
    assert_eq!(pointer.users, ["main.asm", "wait"]);
    // A constant of 20 is no name of the address 20.
    assert!(map.variables.iter().all(|block| block.name != "limit"), "{:?}", map.variables);
}

#[test]
fn what_code_addresses_is_not_free() {
    let text = "\
screen  = $0600
        org $2000
start   sta screen
        sta $0701
        sta $0702
        lda $f0
        sta $d40a
        sta $2000
        jmp ($0800)
.proc other
        sta $0701,x
        rts
.endp
        run start
";
    let options = Options { references: true, ..Options::default() };
    let output =
        assemble(&MemoryFiles::one("main.asm", text), "main.asm", &options).output.expect("no mistakes");
    let map = MemoryMap::new(Block::from_assembly(&output));
    let said: Vec<(&str, u16, u32, &[String])> = map
        .addressed
        .iter()
        .map(|block| (block.name.as_str(), block.start, block.size, block.users.as_slice()))
        .collect();
    let (main, both) = (&["main.asm".to_owned()][..], &["main.asm".to_owned(), "other".to_owned()][..]);
    let expected = [
        ("$00F0", 0xF0, 1, main),
        ("screen", 0x600, 1, main),
        ("$0701", 0x701, 1, both),
        ("$0702", 0x702, 1, main),
        ("$0800", 0x800, 2, main),
    ];
    assert_eq!(said, expected);
    for at in [0xF0, 0x600, 0x701, 0x702, 0x800, 0x801] {
        assert!(map.gaps.iter().all(|gap| !(gap.start..=gap.end).contains(&at)), "{at:04X}");
    }
    let shown = map.to_string();
    assert!(shown.contains("$0701-$0701      1  $0701, by main.asm, other\n"), "{shown}");
    assert!(shown.contains("$0600-$0600      1  screen, by main.asm\n"), "{shown}");
}

#[test]
fn what_pointers_point_at_is_not_told_as_free() {
    let text = "\
cave    = $4000
speed   = 1000
screen  = $5000
        org $2000
start   lda #<cave
        sta $d402
        lda #>cave
        sta $d403
        lda #<speed
        :3 sta screen+#*256,x
        rts
        run start
";
    let options = Options { references: true, ..Options::default() };
    let output =
        assemble(&MemoryFiles::one("main.asm", text), "main.asm", &options).output.expect("no mistakes");
    let map = MemoryMap::new(Block::from_assembly(&output));
    let said: Vec<(&str, u16)> =
        map.addressed.iter().map(|block| (block.name.as_str(), block.start)).collect();
    assert_eq!(said, [("cave", 0x4000), ("screen", 0x5000), ("$5100", 0x5100), ("$5200", 0x5200)]);
    let shown = map.to_string();
    let (_, unused) = shown.split_once("not used by name or address").expect("it has that");
    let line = unused.lines().find(|line| line.contains("-$BFFF ")).expect("it reaches the end of RAM");
    assert!(line.ends_with("free, except what begins at cave, screen, $5100, $5200"), "{unused}");
    assert!(unused.contains("$0480-$1FFF   7040  free\n"), "{unused}");
}

#[test]
fn the_stack_is_proved_of_what_is_entered() {
    let map = map();
    let start = found(&map.tables, "start").stack.clone().expect("it is entered");
    // The address to return to, and what is pushed there.
    assert_eq!(
        (start.bytes, start.calls.as_slice(), start.leaves),
        (Some(3), &["wait".to_owned()][..], false)
    );
    let text = map.to_string();
    assert!(text.contains("start: 3, within wait"), "{text}");
    assert!(found(&map.procedures, "wait").stack.is_none(), "it is called");
}

#[test]
fn the_picture_names_sizes_sources_and_what_is_below_the_pointer() {
    let svg = map().svg("game");
    for part in [
        "<a href=\"part.inc#L1\">",
        "<title>wait\n$2012-$2018, 7 bytes\npart.inc:1</title>",
        "used by main.asm, wait</title>",
        ">buffer</text>",
        ">main.asm 305</text>",
        "game: memory map",
    ] {
        assert!(svg.contains(part), "{part}\n{svg}");
    }
    assert_eq!(svg.matches("<a ").count(), svg.matches("</a>").count());
}

#[test]
fn data_of_a_structure_without_values_are_reserved() {
    let text = " .struct p\nx .byte\ny .word\n .ends\n org $2000\nstart sta d[2].y\n jmp *\nd dta p [3]\ne p\n run start\n";
    let map = MemoryMap::new(Block::from_assembly(&super::output(text)));
    let found = |name: &str| map.variables.iter().find(|block| block.name == name).map(|block| block.size);
    assert_eq!((found("d"), found("e")), (Some(12), Some(3)), "{map}");
    assert!(map.addressed.is_empty() && map.gaps.iter().all(|gap| gap.start != 0x2006), "{map}");
}
