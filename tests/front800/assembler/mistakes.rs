//! What beginners do wrong: each mistake with what is said, the line that helps in brackets.

use super::messages;

/// Name, source and messages.
const MISTAKES: [(&str, &str, &str); 77] = [
    (
        "there is no org",
        " lda #1\n sta $80\n",
        "t.asm:1:2: error: there is no `org` before the first byte (begin with `org address`)",
    ),
    (
        "an instruction in column 1",
        " org $2000\nlda #1\n",
        "t.asm:2:1: error: this is not a statement (what begins in column 1 is a label: indent the statement)",
    ),
    (
        "a character without its hash",
        " org $2000\n lda 'A'\n",
        "t.asm:2:6: warning: this is an address; the character itself needs a `#` before it (write `#` before the quote)",
    ),
    (
        "a number too large for a byte",
        " org $2000\n lda #$300\n",
        "t.asm:2:7: error: value $300 (768) does not fit a byte (take a part of it with `<` or `>`)",
    ),
    (
        "an address in a byte",
        " org $2000\ntab .byte lab\nlab rts\n",
        "t.asm:2:11: error: value $2001 (8193) does not fit a byte (take a part of it with `<` or `>`, or use `.word`)",
    ),
    (
        "a branch too far",
        " org $2000\nloop lda $80\n .align 256,0\n bne loop\n",
        "t.asm:4:6: error: the branch is 130 bytes too far (use `jne`)",
    ),
    (
        "a misspelt label",
        "colour = $d018\n org $2000\n sta color\n",
        "t.asm:3:6: error: `color` is not defined (did you mean `colour`?)",
    ),
    (
        "a misspelt mnemonic",
        " org $2000\n ldaa #1\n",
        "t.asm:2:2: error: `ldaa` is not an instruction or macro (did you mean `lda`?)",
    ),
    (
        "a mnemonic with a letter too many",
        " org $2000\n stax $80\n",
        "t.asm:2:2: error: `stax` is not an instruction or macro (did you mean `sta` or `stx`?)",
    ),
    (
        "a mnemonic like several",
        " org $2000\n ldd $80\n",
        "t.asm:2:2: error: `ldd` is not an instruction or macro (did you mean `lda`, `ldx` or `ldy`?)",
    ),
    (
        "a label twice",
        " org $2000\nloop nop\nloop rts\n",
        "t.asm:3:1: error: `loop` is defined twice (rename one of them, or put each into its own `.local`)",
    ),
    (
        "a label of another block",
        " org $2000\n.proc p\nx rts\n.endp\n jmp x\n",
        "t.asm:5:6: error: `x` is not defined (it is known within its block: `p.x`)",
    ),
    (
        "an if without end",
        " org $2000\n .if 1\n nop\n",
        "t.asm:2:2: error: `.if` has no `.endif` (close it with `.endif`)",
    ),
    (
        "a procedure without end",
        " org $2000\n.proc main\n rts\n",
        "t.asm:2:1: error: the block `main` has no end (close it with `.endp`)",
    ),
    (
        "a store into a number",
        " org $2000\n sta #5\n",
        "t.asm:2:2: error: `sta` has no immediate mode (leave the `#` out: this takes an address)",
    ),
    (
        "the wrong index register",
        " org $2000\n ldx $80,x\n",
        "t.asm:2:2: error: `ldx` has no `,x` mode (it is indexed by `,y`)",
    ),
    (
        "an index behind parentheses",
        " org $2000\n lda ($80),x\n",
        "t.asm:2:12: error: only `y` can index after the parentheses (write `(zp),y` or `(zp,x)`)",
    ),
    (
        "the index within parentheses",
        " org $2000\n lda ($80,y)\n",
        "t.asm:2:11: error: only `x` can index here (write `(zp),y` or `(zp,x)`)",
    ),
    (
        "a quote left open",
        " org $2000\n dta c'hello\n",
        "t.asm:2:7: error: the quote is not closed (the text must end on this line, with the same quote as it begins)",
    ),
    (
        "a file that is not there",
        " org $2000\n icl 'hardware.inc'\n",
        "t.asm:2:2: error: cannot read `hardware.inc` (it was searched for in the folders of this file and of the main file, and in the include folders)",
    ),
    (
        "a file that is not there, and what stands in it",
        " org $2000\n icl 'hardware.inc'\n sta COLBK\n pause 5\n",
        "t.asm:2:2: error: cannot read `hardware.inc` (it was searched for in the folders of this file and of the main file, and in the include folders)",
    ),
    (
        "a file that is not there, and a region that may stand in it",
        " .region LOW,$2000,$2FFF\n icl 'form.inc'\n org $4000\n nop\n",
        "t.asm:2:2: error: cannot read `form.inc` (it was searched for in the folders of this file and of the main file, and in the include folders)",
    ),
    (
        "hexadecimal of another assembler",
        " org $2000\n lda #0d0ah\n",
        "t.asm:2:7: error: this is not a decimal number (a hexadecimal number begins with `$`, a binary one with `%`)",
    ),
    (
        "an instruction of a later cpu",
        " org $2000\n stz $80\n",
        "t.asm:2:2: error: `stz` is not an instruction or macro (the 6502 has no `stz`: write `mva #0 address`)",
    ),
    (
        "the accumulator by its letter",
        " org $2000\n asl a\n",
        "t.asm:2:6: error: `a` is not defined (the accumulator is `@`, or is left out)",
    ),
    (
        "blanks in an operand",
        " org $2000\n mwa #buf + 2 $80\nbuf\n",
        "t.asm:2:15: error: unexpected `$80` after the statement (a macro-instruction's operands have no blanks inside)",
    ),
    (
        "a comment without its sign",
        " org $2000\n nop wait a little\n",
        "t.asm:2:6: error: unexpected `wait a little` after the statement (a comment begins with `;`)",
    ),
    (
        "code upon code",
        " org $2000\n dta 1,2,3\n org $2001\n dta 4\n",
        "t.asm:4:2: warning: this segment overlaps another at $2001-$2001 (begun at t.asm:2) (give one of them another `org`)",
    ),
    (
        "an equate without name",
        " org $2000\n equ 5\n",
        "t.asm:2:2: error: this needs a label before it (write the name in column 1: `name = value`)",
    ),
    (
        "an instruction of the 65816",
        " org $2000\n rep #$20\n",
        "t.asm:2:2: error: `rep` is not an instruction or macro (it belongs to the 65C02 or 65816, which are not supported)",
    ),
    (
        "a branch to nowhere",
        " org $2000\n bne\n",
        "t.asm:2:2: error: `bne` needs an operand (the label to go to)",
    ),
    (
        "nothing to load",
        " org $2000\n lda\n",
        "t.asm:2:2: error: `lda` needs an operand (a number with `#`, or an address)",
    ),
    (
        "an operand too many",
        " org $2000\n dex x\n pha #5\n",
        "t.asm:2:6: error: unexpected `x` after the statement (this instruction has no operand)\n\
         t.asm:3:6: error: unexpected `#5` after the statement (this instruction has no operand)",
    ),
    (
        "two instructions in a line",
        " org $2000\nl cmp #10 beq l\n",
        "t.asm:2:11: error: unexpected `beq l` after the statement (put each statement on its own line, or `\\` before it)",
    ),
    (
        "an index that is no register",
        " org $2000\n sta $90,z\n",
        "t.asm:2:9: error: unexpected `,z` after the statement (only an address can be indexed, by `,x` or `,y`)",
    ),
    (
        "a condition of another assembler",
        " org $2000\n if 1\n nop\n endif\n",
        "t.asm:2:2: error: `if` is not an instruction or macro (write `.if`)\n\
         t.asm:4:2: error: `endif` is not an instruction or macro (write `.endif`)",
    ),
    (
        "data of another assembler",
        " org $2000\n db 5\n",
        "t.asm:2:2: error: `db` is not an instruction or macro (write `.byte`, or `dta`)",
    ),
    (
        "an include of another assembler",
        " org $2000\n include 'x.asm'\n",
        "t.asm:2:2: error: `include` is not an instruction or macro (write `icl 'file'`)",
    ),
    (
        "a constant as in C",
        " org $2000\n#define five 5\n",
        "t.asm:2:1: error: there is no `#define` (a constant is `name = value`, with its name in column 1)",
    ),
    (
        "a colon behind the label to go to",
        " org $2000\nloop nop\n jmp loop:\n",
        "t.asm:3:11: error: a value is missing (a label has a colon only where it is defined)",
    ),
    (
        "a parameter without its colon",
        " org $2000\nm .macro value\n lda #value\n .endm\n m 5\n",
        "t.asm:3:7: error: `value` is not defined (the parameter of the macro is `:value`)\n\
         t.asm:5:2: note: in macro `m` called here",
    ),
    (
        "a text in a register",
        " org $2000\n lda #'hello'\n",
        "t.asm:2:7: error: a value in quotes is one character, or two (put a text into memory, as in `name dta c'text'`, and load its characters one by one)",
    ),
    (
        "an address that is none",
        " org $2000\n sta $12345\n",
        "t.asm:2:6: error: $12345 is not an address (addresses go from $0000 to $FFFF)",
    ),
    (
        "a label that is indented",
        " org $2000\n start lda #1\n",
        "t.asm:2:2: error: `start` is not an instruction or macro (a label must begin in column 1)",
    ),
    (
        "a register as an operand",
        " org $2000\n lda x\n",
        "t.asm:2:6: error: `x` is not defined (a register is no operand: `txa` moves one, `,x` indexes)",
    ),
    (
        "a text of another assembler",
        " org $2000\n .asciiz 'hi'\n",
        "t.asm:2:2: error: there is no directive `.asciiz` (write `dta c'text',0`)",
    ),
    (
        "a misspelt directive",
        " org $2000\n .wrod 5\n",
        "t.asm:2:2: error: there is no directive `.wrod` (did you mean `.word`?)",
    ),
    (
        "a misspelt directive of another assembler",
        " org $2000\n .incldue 'x'\n",
        "t.asm:2:2: error: there is no directive `.incldue` (write `icl 'file'`)",
    ),
    (
        "a misspelt directive without a dot",
        " orgg $2000\n",
        "t.asm:1:2: error: `orgg` is not an instruction or macro (did you mean `org`?)",
    ),
    (
        "an instruction of another CPU",
        " org $2000\n ret\n",
        "t.asm:2:2: error: `ret` is not an instruction or macro (write `rts`)",
    ),
    (
        "a label whose name a block has",
        " org $2000\nq nop\n .proc q\n rts\n .endp\n",
        "t.asm:3:2: error: `q` is defined twice (rename one of them, or put each into its own `.local`)",
    ),
    (
        "a directive of MADS that is left out",
        " org $2000\n .xget 'x'\n",
        "t.asm:2:2: error: `.xget` is not supported (`.get 'file'` reads a file into the store)",
    ),
    (
        "a label with a dot",
        " org $2000\n.loop: nop\n jmp .loop\n",
        "t.asm:2:1: error: `.loop` is not a label (leave out the dot; a label in a `.local` or `.proc` is known only there)\n\
         t.asm:3:6: error: `.loop` is not supported in an expression (leave out the dot; a label in a `.local` or `.proc` is known only there)",
    ),
    (
        "a second else",
        " org $2000\n .if 0\n nop\n .else\n nop\n .else\n nop\n .endif\n",
        "t.asm:6:2: error: this comes after the `.else` of its `.if`",
    ),
    (
        "a block closed by the word of another",
        " org $2000\n .proc a\n rts\n .endl\n .endp\n",
        "t.asm:4:2: error: another block must be closed before this one (the innermost is `a`: close it with `.endp`)",
    ),
    (
        "a label of a block within",
        " org $2000\n .proc outer\n .local inner\nl nop\n .endl\n .endp\n jmp outer.l\n",
        "t.asm:7:6: error: `outer.l` is not defined (did you mean `outer.inner.l`?)",
    ),
    (
        "an org that cannot be read",
        " org 2000h\n nop\nl jmp l\n",
        "t.asm:1:6: error: this is not a decimal number (a hexadecimal number begins with `$`, a binary one with `%`)",
    ),
    (
        "an instruction of the Z80",
        " org $2000\n ld a,5\n",
        "t.asm:2:2: error: `ld` is not an instruction or macro (write `lda`, `ldx` or `ldy`, or `mva from to`)",
    ),
    (
        "texts without a comma",
        " org $2000\n .byte \"abc\" \"def\"\n",
        "t.asm:2:14: error: unexpected `\"def\"` after the statement (separate values by commas; double a quote within a text)",
    ),
    (
        "a parenthesis too many",
        " org $2000\n lda 5)\n",
        "t.asm:2:7: error: unexpected `)` after the statement (there is no `(` for it)",
    ),
    (
        "a label that begins with a digit",
        " org $2000\n1st lda 1\n",
        "t.asm:2:1: error: a statement cannot begin with `1` (the name of a label begins with a letter, `_`, `?` or `@`)",
    ),
    (
        "a directive of ACME",
        " org $2000\n !byte 1\n",
        "t.asm:2:2: error: a statement cannot begin with `!` (write `.byte`)",
    ),
    (
        "an end of nothing",
        " org $2000\n nop\n .end\n",
        "t.asm:3:2: error: `.end` closes no block (`end` without a dot ends the program)",
    ),
    (
        "bytes of DASM",
        " org $2000\n dc.b 1\n",
        "t.asm:2:2: error: `dc.b` is not an instruction or macro (write `.byte`, or `dta`)",
    ),
    (
        "a variable multiplied as in C",
        " org $2000\nn set 3\n n *= 2\n ?m <<= 1\n?k *= 2\n",
        "t.asm:3:2: error: `n` is not an instruction or macro (write `n set n*value`, and use `set` for its first value, too)
t.asm:4:2: error: `?m` is not an instruction or macro (write `?m = ?m<<value`)
t.asm:5:4: warning: this line is a comment, because it begins with `*` (to change a variable, write `?name = ?name*2`)",
    ),
    (
        "the sign of an anonymous label without `@`, and `@` without its sign",
        " org $2000\n@ dex\n bne -\n bne @\n",
        "t.asm:3:7: error: a value is missing (an anonymous label is `@-` before this place, `@+` after it)
t.asm:4:2: error: `bne` has no accumulator mode (`@` alone is the accumulator: the anonymous label before is `@-`, the next one `@+`)",
    ),
    (
        "a directive without its dot",
        " org $2000\n print 'a'\n struct s\n",
        "t.asm:2:2: error: `print` is not an instruction or macro (write `.print`)
t.asm:3:2: error: `struct` is not an instruction or macro (write `.struct`)",
    ),
    (
        "an address past the end of the memory",
        " org $20000\n nop\n",
        "t.asm:1:6: error: value $20000 (131072) is not an address (addresses go from $0000 to $FFFF)",
    ),
    (
        "nothing in its place, which is said once",
        " nop\n .align $100\n nop\n",
        "t.asm:1:2: error: there is no `org` before the first byte (begin with `org address`)",
    ),
    (
        "two budgets for one procedure",
        " org $2000\np .proc\n .budget 5\n .budget 50\n rts\n .endp\n",
        "t.asm:4:2: error: this procedure has a budget already",
    ),
    (
        "the name of a file without quotes",
        " org $2000\n icl hardware.inc\n ins data.bin\n",
        "t.asm:2:6: error: expected text in quotes (put the name of a file in quotes: `'file'`)
t.asm:3:6: error: expected text in quotes (put the name of a file in quotes: `'file'`)",
    ),
    (
        "a pointer where there is none, and a value where none is wanted",
        " org $2000\n ldx ($80),y\n jmp ($80),y\n dta 1,,2\n mva #1\n 5label nop\n",
        "t.asm:2:2: error: `ldx` has no `(zp),y` mode (pointers work with instructions that use A, such as `lda`, `sta`, `adc` and `cmp`)
t.asm:3:2: error: `jmp` has no `(zp),y` mode (it takes `(address)`)
t.asm:4:8: error: expected a value, found `,` (write one comma between two values)
t.asm:5:2: error: this macro-instruction has 2 operands (separate them by a blank, as in `mva #1 place`)
t.asm:6:2: error: a statement cannot begin with `5` (the name of a label begins with a letter, `_`, `?` or `@`)",
    ),
    (
        "statements joined and conditions written as elsewhere",
        " org $2000\n lda #5 : sta $80\n lda #5:sta $80\n .if 1=1 and 2=2\n .endif\n .if 0\n .else if 1\n nop\n .endif\n",
        "t.asm:2:9: error: unexpected `: sta $80` after the statement (separate statements on a line by `\\`)
t.asm:3:8: error: unexpected `:sta $80` after the statement (separate statements on a line by `\\`)
t.asm:4:10: error: unexpected `and 2=2` after the statement (conditions are joined by `.and`, `.or` and `.xor`, or by `&&` and `||`)
t.asm:7:8: error: unexpected `if 1` after the statement (with a condition, write `.elseif`)",
    ),
    (
        "data in an array, and one `%` before a parameter",
        " org $2000\n .array t [4] .byte\n .byte 1,2\n dta 3\n .enda\n .macro m v\n lda #%v\n .endm\n m 1\n",
        "t.asm:3:2: error: expected values of the array, or `.enda` (its lines have only values: `1,2,3`, or `[index] = 1,2,3`)
t.asm:4:2: error: expected values of the array, or `.enda` (its lines have only values: `1,2,3`, or `[index] = 1,2,3`)
t.asm:7:7: error: this is not a binary number (the parameters of a macro are `:name`, and `:1` or `%%1`)
t.asm:9:2: note: in macro `m` called here",
    ),
    (
        "a file that is missing, named many times, and a library",
        " org $2000\n ins 'a.bin'\n ins 'a.bin',0,1\n dta .filesize 'a.bin'\n .link 'lib.obx'\n draw #1\n jsr clear\n",
        "t.asm:2:2: error: cannot read `a.bin` (it was searched for in the folders of this file and of the main file, and in the include folders)
t.asm:5:2: error: cannot read `lib.obx` (it was searched for in the folders of this file and of the main file, and in the include folders)",
    ),
    (
        "an array without its end",
        " org $2000\n .array t [2] .byte\n 1,2\n .var v .byte\n .zpvar z .byte\n .proc p\n lda t\n lda #.proc\n .endp\n sta v\n",
        "t.asm:2:20: error: `.array` has no `.enda` (close it with `.enda`)
t.asm:8:7: error: `.proc` is not supported in an expression (a directive must begin its statement)",
    ),
    (
        "memory before any org",
        "a .ds 1\nb .ds 2\n lda a\n sta b\n jmp a\n",
        "t.asm:1:1: error: there is no `org` before the first byte (begin with `org address`)",
    ),
];

#[test]
fn beginners_mistakes_are_answered_with_help() {
    for (name, source, expected) in MISTAKES {
        assert_eq!(messages(source).trim_end(), expected, "{name}:\n{source}");
    }
}

#[test]
fn a_change_of_what_does_not_change_is_answered_with_what_does() {
    let at = |text: &str, line: usize| {
        let found = messages(&format!(" org $2000\n{text}"));
        let wanted = format!("t.asm:{line}:");
        found.lines().filter(|said| said.starts_with(&wanted)).collect::<Vec<_>>().join("\n")
    };
    let memory = "`score` is an address, which does not change (to change its contents, use `inc score`, `adb score #2`, `sbb score #2`, `mva #2 score`; a word by `inw`, `adw`, `sbw`, `mwa`)";
    for change in [" score += 1", " score -= 1", " score ++", "score --", "score = score + 1", " score set 5"]
    {
        let found = at(&format!("score .byte 0\n{change}\n"), 3);
        assert!(found.ends_with(memory), "{change}: {found}");
    }
    let number = "`score` is a number that does not change (to let it change, call it `?score`, or define it with `score set value` from the start)";
    for change in [" score += 1", "score = score-1"] {
        let found = at(&format!("score = 0\n{change}\n"), 3);
        assert!(found.ends_with(number), "{change}: {found}");
    }
    let after_set = at("score set 1\nscore = score+1\n", 3);
    assert!(
        after_set.contains("has been changed with `set` before (continue like this: `score set score+1`"),
        "{after_set}"
    );
    assert!(at("score = 1\nscore = 2\n", 3).contains("`score` is defined twice (rename one of them"));
    let colon = "an assignment has no colon (`name = value` gives a number a name, `mva #value name` puts one into memory)";
    for line in ["score := 3", " score := 3"] {
        let found = at(&format!("{line}\n lda #score\n"), 2);
        assert!(found.ends_with(colon) && found.lines().count() == 1, "{line}: {found}");
    }
    assert_eq!(
        messages(" org $2000\nn set 1\n n += 1\n n ++\n?m = 1\n ?m -= 1\n ert n <> 3\n ert ?m <> 0\n"),
        ""
    );
}
