//! What is recorded of each line of a program for debuggers, coverage, listings and the memory map.

use super::output;
use front800::assembler::{MemoryFiles, Options, Output, assemble};
use front800::inspect::map::Block;
use front800::inspect::symbols::Symbols;

/// The lines of code with the bytes they have, in the order of assembly.
fn code(output: &Output) -> Vec<(u32, u32)> {
    output.lines.iter().filter(|line| line.code).map(|line| (line.line, line.length)).collect()
}

/// The lines of the statements that expand to others, in the order of assembly.
fn expansions(output: &Output) -> Vec<(u32, u16)> {
    output.expansions.iter().map(|expansion| (expansion.line, expansion.address)).collect()
}

/// The bytes of the deepest stack of a block, if the map proves one.
fn stack_of(output: &Output, name: &str) -> Option<u32> {
    let blocks = Block::from_assembly(output);
    let stacks = blocks.iter().filter(|block| block.name == name).find_map(|block| block.stack.clone());
    stacks.and_then(|stack| stack.bytes)
}

#[test]
fn a_call_with_parameters_is_code() {
    let registers = output(
        " org $2000\nstart p #5\n jmp start\n .proc p (.byte a) .reg\n jsr q\n rts\n .endp\n .proc q\n rts\n \
         .endp\n run start\n",
    );
    assert_eq!(code(&registers)[0], (2, 5));
    assert_eq!(stack_of(&registers, "start"), Some(4));
    let variables = output(
        " org $2000\n p #5\nwait jmp wait\n .proc p (.byte a) .var\n .var a .byte\n rts\n .endp\n run $2000\n",
    );
    assert_eq!(code(&variables)[0], (2, 8));
    let macros = "@CALL .macro\n .if :1='X'\n jsr :2\n .else\n nop\n .endif\n .endm\n@EXIT .macro\n .endm\n";
    let on_a_stack = output(&format!(
        "{macros} org $2000\n f #1\n .proc f (.byte one)\n rts\n .endp\n@PULL .macro\n .endm\n"
    ));
    assert!(expansions(&on_a_stack).contains(&(11, 0x2000)), "{:?}", expansions(&on_a_stack));
}

#[test]
fn structured_code_and_counted_cycles_are_code() {
    let output = output(
        " org $2000\n #while .byte $80<#9\n inc $80\n #end\n #if .byte $80=#9\n inx\n #else\n iny\n #end\n \
         #cycle #11\n jmp *\n",
    );
    let lines: Vec<u32> = code(&output).into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, [2, 3, 4, 5, 6, 7, 8, 10, 11]);
}

#[test]
fn a_repeat_is_entered_from_its_own_line_in_each_turn() {
    let with_values = output(" org $2000\n nop\n .rept 2,#\n inc $80\n inc $81+:1\n .endr\n jmp *\n");
    assert_eq!(code(&with_values), [(2, 1), (4, 2), (5, 2), (4, 2), (5, 2), (7, 3)]);
    assert_eq!(expansions(&with_values), [(3, 0x2001), (3, 0x2005)]);
    let of_calls = output("m .macro\n inc $80\n\n nop\n .endm\n org $2000\n nop\n :3 m\n jmp *\n");
    assert_eq!(expansions(&of_calls), [(8, 0x2001), (8, 0x2004), (8, 0x2007)]);
}

#[test]
fn a_listing_numbers_the_lines_of_a_repeat_as_its_file_does() {
    let options = Options { listing: true, ..Options::default() };
    let source = " org $2000\n nop\n .rept 2,#\n inc $80+:1\n .endr\n jmp *\n";
    let listing = assemble(&MemoryFiles::one("t.asm", source), "t.asm", &options).output.unwrap();
    let rows = listing.mads_listing();
    let turns: Vec<&str> =
        rows.lines().filter(|row| row.contains("inc $80+") && row.contains(" E6 ")).collect();
    assert_eq!(turns.len(), 2, "{rows}");
    assert!(turns.iter().all(|row| row.starts_with("     4 ")), "{rows}");
}

#[test]
fn a_table_extends_over_its_lines_to_the_next_label() {
    let symbols = Symbols::from_assembly(&output(
        " org $2000\nmap .byte 0,0,0,0\n .byte 0,0,0,0\n .byte 0,0,0,0\nafter .byte 0\nrows .rept 24\n .word \
         after+#\n .endr\nmixed .word 1\n .byte 2\n org $600\nroom .ds 4\n .ds 5\n org $700\npair .word 1\n .ds 1\n",
    ));
    let size = |name: &str| symbols.symbol(name).map(|symbol| (symbol.size, symbol.element));
    assert_eq!(size("map"), Some((12, 0)));
    assert_eq!(size("after"), Some((1, 0)));
    assert_eq!(size("rows"), Some((48, 2)));
    assert_eq!(size("mixed"), Some((3, 0)));
    assert_eq!(size("room"), Some((9, 0)));
    assert_eq!(size("pair"), Some((2, 2)));
}

#[test]
fn a_block_gives_its_name_only_to_what_has_no_other_one() {
    let output = output(
        " org $2000\n .local game\nlist .byte 1,2,3\nstart jmp start\n .endl\n .local snd\n .proc play\n rts\n \
         .endp\n .endl\nfont .local\n .byte $20,0,$30\n .endl\n run game.start\n",
    );
    let symbols = Symbols::from_assembly(&output);
    let names = [0x2000, 0x2006, 0x2007].map(|address| symbols.name(address).unwrap_or_default());
    assert_eq!(names, ["game.list", "snd.play", "font"]);
}

#[test]
fn a_block_that_the_loader_enters_has_a_stack() {
    let output = output(
        " org $2000\nstart .local\n jsr q\nloop jmp loop\n .endl\n .proc q\n pha\n pla\n rts\n .endp\n run start\n",
    );
    assert_eq!(stack_of(&output, "start"), Some(3));
}
