//! Sources with mistakes and the messages they give.

use super::messages;

fn check(text: &str, expected: &str) {
    assert_eq!(messages(text).trim_end(), expected, "{text}");
}

#[test]
fn a_misspelt_name_gets_a_suggestion() {
    check(
        "chbase = $d409\n org $2000\n sta chbsae\n",
        "t.asm:3:6: error: `chbsae` is not defined (did you mean `chbase`?)",
    );
}

#[test]
fn a_value_must_fit() {
    check(
        " org $2000\n lda #300\n",
        "t.asm:2:7: error: value $12C (300) does not fit a byte (take a part of it with `<` or `>`)",
    );
}

#[test]
fn what_is_wrong_in_each_turn_of_a_repeat_is_said_once_and_a_value_with_its_turn() {
    check(
        " org $2000\n .rept 9\n lda nope\n bne far\n .endr\n .ds 500\nfar :64 dta [#*#]/15\n",
        "t.asm:3:6: error: `nope` is not defined\nt.asm:4:6: error: the branch is 413 bytes too far (use `jne`)
t.asm:7:13: error: value $100 (256) does not fit a byte where `#` is 62 (take a part of it with `<` or `>`, or use `.word`)",
    );
    let [zero, eight] = [" lda #300+#*0\n", " lda #248+#\n"]
        .map(|line| messages(&format!(" org $2000\n .rept 9\n{line} .endr\n")));
    assert!(zero.contains("(300) does not fit a byte where `#` is 0 "), "{zero}");
    assert!(eight.contains("(256) does not fit a byte where `#` is 8 "), "{eight}");
}

#[test]
fn a_count_of_turns_with_blanks_and_one_in_a_macro_are_told_of() {
    let turns = "a repeat count ends at a blank: write it without blanks, as in `:2*ROWS nop`";
    check(
        "R = 4\n org 0\n :R / 2 nop\n",
        &format!("t.asm:3:5: error: a statement cannot begin with `/` ({turns})"),
    );
    let said = messages(" .macro m\n :14 nop\n .endm\n org 0\n m\n");
    assert!(said.contains("t.asm:2:2: error: a statement cannot begin with `-`"), "{said}");
    assert!(said.contains("`:14` is the parameter of that number: use `.rept 14` to repeat"), "{said}");
}

#[test]
fn one_character_in_quotes_is_printed_as_itself() {
    check(
        " org $2000\n .print \"end: \",*,\"!\"\n .echo 'x' ; remark\n .print 'a'+1\n ert 'y'\n",
        "t.asm:2:2: print: end: $2000!\nt.asm:3:2: print: x\nt.asm:4:2: print: $0062\nt.asm:5:2: error: y",
    );
}

#[test]
fn a_branch_says_how_far_it_is_off() {
    check(
        " org $2000\n bne far\n .align 256,0\n dta 0\nfar rts\n",
        "t.asm:2:6: error: the branch is 128 bytes too far (use `jne`)",
    );
}

#[test]
fn overlapping_segments_are_named_both() {
    check(
        " org $2000\n dta 1,2,3\n org $2002\n dta 4\n",
        "t.asm:4:2: warning: this segment overlaps another at $2002-$2002 (begun at t.asm:2) (give one of them another `org`)",
    );
}

#[test]
fn all_errors_of_a_run_are_given_in_source_order() {
    let text = " org $2000\n lda #$\n ldz #1\n jmp ($20ff)\n lda (4)\n";
    check(
        text,
        "t.asm:2:7: error: this is not a hexadecimal number\n\
         t.asm:3:2: error: `ldz` is not an instruction or macro (did you mean `lda`, `ldx` or `ldy`?)\n\
         t.asm:4:7: warning: an indirect jump through $xxFF takes its high byte from the wrong page \
         (move the vector by one byte)\n\
         t.asm:5:2: error: `lda` has no `(address)` mode \
         (a pointer is `(zp),y` or `(zp,x)`; group an expression with `[ ]`)",
    );
}

#[test]
fn blocks_must_be_closed_in_order() {
    check(" org 0\n.proc a\n nop\n", "t.asm:2:1: error: the block `a` has no end (close it with `.endp`)");
    check(
        " org 0\n nop\n.endp\n",
        "t.asm:3:1: error: no such block is open (`.endp` ends a block that `.proc` begins)",
    );
    check(" org 0\n.if 1\n nop\n", "t.asm:2:1: error: `.if` has no `.endif` (close it with `.endif`)");
    check(" org 0\n nop\n.endif\n", "t.asm:3:1: error: `.endif` without `.if`");
    check(" org 0\n.macro m\n nop\n", "t.asm:2:9: error: `.macro` has no `.endm` (close it with `.endm`)");
    check(" org 0\n.proc a\n beq end\nend rts\n.endp\n", "");
    check(
        " org 0\n.proc a\n nop\n end\n rts\n.endp\n",
        "t.asm:4:2: error: `end` ends the program, but a block is open (as a label it needs another name)",
    );
}

#[test]
fn what_begins_in_column_1_is_a_label_and_said_to_be_where_it_looks_like_a_statement() {
    check(
        " org 0\nnop\n rts\n",
        "t.asm:2:1: warning: `nop` is a label here, because it begins in column 1 (indent it to make it a statement)",
    );
    check(
        " org 0\nlda $80\n",
        "t.asm:2:1: error: a statement cannot begin with `$` (what begins in column 1 is a label: indent the statement)",
    );
}

#[test]
fn an_address_that_is_set_as_elsewhere_is_said_to_be_a_comment() {
    let said =
        "warning: this line is a comment, because it begins with `*` (to set the address, write `org`)";
    for line in ["*=$4000", " *=$4000", "*=*+4", " *=*+4", "*=start", " * = start+1", "*=$4000 the sprites"] {
        let column = 1 + line.find('*').expect("it is there");
        check(&format!(" org $2000\nstart nop\n{line}\n"), &format!("t.asm:3:{column}: {said}"));
    }
    for line in ["*===== title =====", "* the value = 5", "*", "*= the end of it", "| *=5"] {
        check(&format!(" org $2000\nstart nop\n{line}\n"), "");
    }
    let text = " org $2000\nstart*2 nop\n";
    check(
        text,
        "t.asm:2:6: warning: the text after this label is a comment, because it begins with `*` (begin the comment with `;`)",
    );
}

#[test]
fn code_without_a_place_branches_and_has_no_addresses() {
    assert_eq!(super::hex(" opt h-\nl nop\n bne l\n beq m\n jeq l\nm rts\n"), "EA D0 FD F0 02 F0 F9 60");
    let said =
        "there was no `org`: this has no address (begin with `org address`, or give an address with `-b`)";
    check(" opt h-\nl nop\n jmp l\n", &format!("t.asm:3:6: error: {said}"));
    check(" opt h-\nl nop\n .word l\n", &format!("t.asm:3:8: error: {said}"));
    check(
        " opt h-\nl nop\n :200 nop\n bne l\n",
        "t.asm:4:6: error: the branch is 75 bytes too far (use `jne`)",
    );
}

#[test]
fn brackets_around_an_operand_group_and_are_no_mode() {
    let said = "these brackets only group: this is the address itself (leave them out)";
    check(" org $2000\n lda [$80+1],x\n", &format!("t.asm:2:6: warning: {said}"));
    check(" org $2000\n mva [$80] $90\n", &format!("t.asm:2:6: warning: {said}"));
    for operand in ["[$80]*2", "[$80]+[1]", "[$80],y"] {
        let said = super::messages(&format!(" org $2000\n lda {operand}\n"));
        assert!(
            said.contains("error: an operand cannot begin with a bracket that groups"),
            "{operand}: {said}"
        );
    }
}

#[test]
fn a_label_in_front_of_a_mistake_is_known() {
    check(
        " org $2000\n jmp there\nthere lda (5\n",
        super::messages(" org $2000\n nop\n lda (5\n").replace(":3:8", ":3:13").trim_end(),
    );
}

#[test]
fn a_name_is_defined_once() {
    let text = " org 0\na nop\nb nop\na nop\n";
    check(
        text,
        "t.asm:4:1: error: `a` is defined twice \
         (rename one of them, or put each into its own `.local`)",
    );
    let related = &super::assembly(text).diagnostics[0].related;
    assert_eq!(related[0].1.line, 2);
}

#[test]
fn a_mistake_in_a_macro_names_the_call() {
    let text = ".macro m\n lda #:1\n.endm\n org 0\n m 300\n";
    let diagnostic = super::assembly(text).diagnostics.remove(0);
    assert_eq!((diagnostic.location.line, diagnostic.location.text.as_str()), (2, " lda #300"));
    assert_eq!(diagnostic.stack[0].0, "in macro `m` called here");
    assert_eq!(diagnostic.stack[0].1.line, 5);
}

#[test]
fn a_short_message_is_followed_by_the_calls_that_led_there() {
    let text = ".macro m\n lda #:1\n.endm\n.macro n\n m :1\n.endm\n org 0\n n 300\n";
    check(
        text,
        "t.asm:2:7: error: value $12C (300) does not fit a byte (take a part of it with `<` or `>`)\n\
         t.asm:5:2: note: in macro `m` called here\n\
         t.asm:8:2: note: in macro `n` called here",
    );
    let text = ".macro slow\np:1 .proc\n;@budget 5\n nop\n nop\n rts\n.endp\n.endm\n org 0\n slow 7\n";
    let stack = super::assembly(text).diagnostics.remove(0).stack;
    assert_eq!((stack[0].0.as_str(), stack[0].1.line), ("in macro `slow` called here", 10));
}

#[test]
fn what_a_macro_says_in_each_call_is_said_once() {
    let text = ".macro m\n lda #300\n sta :1\n.endm\n org 0\n m here\n m there\n m 1\n";
    let diagnostics = super::assembly(text).diagnostics;
    let said: Vec<_> = diagnostics
        .iter()
        .map(|it| (it.message.as_str(), it.location.line, it.stack[0].0.as_str()))
        .collect();
    let called = "in macro `m` called here";
    let again = format!("{called}, and the same in 2 more calls");
    let expected = [
        ("value $12C (300) does not fit a byte", 2, again.as_str()),
        ("`here` is not defined", 3, called),
        ("`there` is not defined", 3, called),
    ];
    assert_eq!(said, expected);
    let within_itself = ".macro n\n lda #300\n.endm\n.macro m\n n\n.endm\n org 0\n m\n m\n";
    let stack = super::assembly(within_itself).diagnostics.remove(0).stack;
    assert_eq!(stack[0].0, "in macro `n` called here, and the same in 1 more call");
}

#[test]
fn a_constant_that_a_label_of_a_block_hides_is_told_of() {
    let text = "WALL = 3\nFLOOR = 4\n org $2000\n.proc draw\n lda #<WALL\n lda #FLOOR\n lda #<wall\nwall rts\n.endp\n lda #WALL\n";
    check(
        text,
        "t.asm:5:8: warning: `WALL` means `wall` of this block, which hides `WALL` \
         (rename one of them: labels are case sensitive only with `-c`)",
    );
    let related = &super::assembly(text).diagnostics[0].related;
    assert_eq!(related.iter().map(|(_, at)| at.line).collect::<Vec<_>>(), [8, 1]);
}

#[test]
fn words_of_other_output_forms_are_refused_by_name() {
    check(
        " .symbol a\n",
        "t.asm:1:2: error: `.symbol` is not supported (a symbol of SpartaDOS X is `name smb 'SYMBOL'`)",
    );
    check(" .nonsense\n", "t.asm:1:2: error: there is no directive `.nonsense`");
}

#[test]
fn each_line_of_an_array_is_read_whatever_is_wrong_with_another() {
    let found = messages(" org $2000\n.array t [4] .byte\n [0] 1\n 2)\n 4\n.enda\n lda t\n");
    assert_eq!(found.matches("error").count(), 2, "{found}");
    assert!(found.contains("t.asm:3:6: error: expected `=`"), "{found}");
    assert!(found.contains("t.asm:4:3: error: expected values of the array, or `.enda`"), "{found}");
}

#[test]
fn a_byte_needs_an_address_and_a_region() {
    check(" nop\n", "t.asm:1:2: error: there is no `org` before the first byte (begin with `org address`)");
    check(
        ".region CODE,$2000,$2001\n org $2000\n nop\n nop\n nop\n",
        "t.asm:5:2: error: address $2002 is in no declared region (region `CODE` is $2000-$2001)",
    );
}

#[test]
fn a_value_that_never_settles_is_named() {
    let text = " org $2000\n.if [after & 1] = 0\n nop\n.endif\nafter rts\n";
    check(
        text,
        "t.asm:5:1: warning: the value of `after` changes in every pass; these are the bytes of the last, as in MADS \
         (something before it depends on its value; give it a fixed size or place)",
    );
}

/// The first label that changes is named, and the statement before it, though others that change with it come behind.
#[test]
fn the_statement_that_changes_its_length_in_every_pass_is_shown() {
    for (text, line) in [
        (" org $2018\nstart mwa #label $80\nlabel rts\nother nop\n", "start mwa #label $80"),
        (" org $2000\n.if [after & 1] = 0\n nop\n.endif\nafter rts\nother nop\n", " nop"),
    ] {
        let found = super::assembly(text).diagnostics;
        assert!(found[0].message.starts_with("the value of `"), "{found:?}");
        assert!(!found[0].message.contains("other"), "{found:?}");
        let (what, place) = &found[0].related[0];
        assert_eq!(
            (what.as_str(), place.text.as_str()),
            ("the length of this changes from pass to pass", line)
        );
    }
}

#[test]
fn a_block_cannot_be_named_like_an_instruction_and_a_label_can() {
    check(" org 0\nsub rts\n jsr sub\n", "");
    check(
        " org 0\n.proc sub\n rts\n.endp\n",
        "t.asm:2:1: error: `sub` is an instruction and cannot name a block (labels may have such a name)",
    );
}

#[test]
fn the_human_form_marks_the_place() {
    let text = " org 0\n lda lable\nlabel nop\n";
    let shown = front800::assembler::render(
        &super::assembly(text).diagnostics,
        front800::assembler::Format::Human { color: false },
    );
    assert!(shown.contains("2 |  lda lable\n  |      ^^^^^"), "{shown}");
    assert!(shown.contains("did you mean `label`?"), "{shown}");
}

#[test]
fn a_write_to_rom_is_a_warning() {
    check(
        ".region CODE,$2000,$20ff,rom\n org $2000\n sta *\n",
        "t.asm:3:2: warning: this writes to $2000 in region `CODE`, which is ROM",
    );
}

#[test]
fn json_is_one_object_a_line() {
    use front800::assembler::{Format, render};
    let lines = render(&super::assembly(" org 0\n lda x\n lda y\n").diagnostics, Format::Json);
    let objects: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(objects.len(), 2);
    assert_eq!(objects[1]["severity"], "error");
    assert_eq!(objects[1]["location"]["line"], 3);
    assert_eq!(objects[1]["location"]["column"], 6);
}

#[test]
fn unused_labels_are_warned_about_on_request() {
    use front800::assembler::{Format, MemoryFiles, Options, assemble, render};
    let options = Options { warn_unused: true, ..Options::default() };
    let files = MemoryFiles::one("t.asm", " org 0\nused nop\nidle jmp used\n");
    let messages = render(&assemble(&files, "t.asm", &options).diagnostics, Format::Short);
    assert_eq!(messages, "t.asm:3:1: warning: label `idle` is not used\n");
    // Once in a macro, and no more than anybody reads.
    let files = MemoryFiles::one("t.asm", " org 0\nm .macro\nidle nop\n.endm\n :3 m\n");
    assert_eq!(assemble(&files, "t.asm", &options).diagnostics.len(), 1);
    let labels: String = (0..3000).map(|number| format!("l{number}\n")).collect();
    let found = assemble(&MemoryFiles::one("t.asm", &format!(" org 0\n{labels}")), "t.asm", &options);
    assert_eq!((found.diagnostics.len(), found.failed()), (1000, false));
}

#[test]
fn a_missing_file_is_named() {
    check(
        " icl 'none.asm'\n",
        "t.asm:1:2: error: cannot read `none.asm` \
         (it was searched for in the folders of this file and of the main file, and in the include folders)",
    );
    let mut files = front800::assembler::MemoryFiles::one("t.asm", " org 0\n ins 'five.bin',8\n");
    files.add("five.bin", [0; 5]);
    let result = front800::assembler::assemble(&files, "t.asm", &Default::default());
    let message = "the file is too short: it has 5 bytes, and none from 8 on";
    assert_eq!(result.diagnostics[0].message, message);
    let result = front800::assembler::assemble(&files, "gone.asm", &Default::default());
    assert_eq!(result.diagnostics[0].message, "cannot read `gone.asm`");
}

#[test]
fn a_budget_that_is_not_kept_shows_the_longest_path() {
    check(
        " org $2000\n.proc p\n .budget 40\n ldx #9\nl dex\n .loop 9\n bne l\n rts\n.endp\n",
        "t.asm:2:1: error: `p` takes 52 cycles in the worst case; its budget is 40 \
         (the longest path, in cycles: 2  p; 40  p.l, 8 turns of 5; 10  p.l)",
    );
}

#[test]
fn a_budget_that_cannot_be_proved_says_what_is_missing() {
    let message = |body: &str, reason: &str| {
        let text = format!(" org $2000\n.proc p\n .budget 40\n{body}\n.endp\n");
        check(&text, &format!("t.asm:2:1: error: the budget of `p` cannot be proved: {reason}"));
    };
    message(
        "l dex\n bne l\n rts",
        "a loop continues from here without `.loop` (declare before the branch how often the loop's body runs, as in `.loop 8`)",
    );
    message(
        " jmp ($fffe)",
        "an indirect jump may go anywhere (a routine with a budget cannot jump through a pointer)",
    );
    message(" jsr $e45c\n rts", "a call leaves the program (only the program's own routines can be counted)");
}

#[test]
fn budgets_and_bounds_are_not_negative() {
    check(
        " org $2000\n.proc p\n .budget -1\n rts\n.endp\n",
        "t.asm:3:10: error: a budget is a number of cycles, 0 or more",
    );
    check(
        " org $2000\nl dex\n .loop -1\n bne l\n",
        "t.asm:3:8: error: a loop is bounded by a number of turns, 1 or more (it says how often the loop's body runs)",
    );
}

#[test]
fn the_store_and_headers_hold_no_address_that_moves() {
    let message = "error: a relocatable address is not possible here: it would not be relocated";
    check(" .reloc\na nop\n .put [0] = l(a)\n", &format!("t.asm:3:2: {message}"));
    check(" .extrn w .word\n org [a(w)],$2000\n nop\n", &format!("t.asm:2:2: {message}"));
}

#[test]
fn a_word_of_the_language_is_read_as_such_where_the_macro_of_its_name_is_left_out() {
    let left_out = " org $2000\n .ifdef NO\nert .macro\n .endm\n .endif\n";
    check(&format!("{left_out} ert 1=1\n"), "t.asm:6:2: error: the error condition is true");
    check(
        &format!("{left_out} ert 0 nop\n"),
        "t.asm:6:8: error: unexpected `nop` after the statement (a comment begins with `;`)",
    );
}

#[test]
fn nothing_stands_before_a_body_in_its_line() {
    let message = "error: nothing else may be on this line: the body begins on the next one";
    for (source, column) in [
        (" .rept 2,5 \\ nop\n dta :1\n .endr\n", 12),
        (" .rept 2,5 foo bar\n dta :1\n .endr\n", 12),
        (" .macro m \\ nop\n .endm\n", 11),
        (" .test \"t\" nop\n .endtest\n", 12),
    ] {
        let found = messages(&format!(" org $2000\n{source}"));
        assert!(found.starts_with(&format!("t.asm:2:{column}: {message}\n")), "{source}\n{found}");
    }
}

#[test]
fn only_a_macro_can_be_left() {
    check(
        " org $2000\n nop\n .exit\n lda #1\n",
        "t.asm:3:2: error: `.exit` leaves a macro, but this is not in one (`end` ends the program, or a file that is included)",
    );
}

#[test]
fn an_option_is_switched_by_a_sign() {
    let message = "t.asm:1:2: error: an option is a letter and `+` or `-`";
    for options in ["hl", "h", "+h", "h-f"] {
        let found = messages(&format!(" opt {options}\n org $2000\n nop\n"));
        assert!(found.starts_with(message), "{options}: {found}");
    }
}

#[test]
fn values_are_printed_with_as_many_digits_as_they_need() {
    check(" org $2000\n .print $5,$12345,$1234567,-1\n", "t.asm:2:2: print: $0005$012345$01234567$FFFFFFFF");
}

#[test]
fn what_stands_in_a_comment_stays_there() {
    let remark = "t.asm:2:1: warning: this line is a comment, because it begins with `*` (to set the address, write `org`)";
    check(" org $2000\n*=<>5 old origin\n nop\n", remark);
    check(&format!(" org $2000\n{} dta [1]\n", "*=(\n".repeat(200)), "");
    check(
        " org $2000\n* /* a star\n nop\n*=* /* two\n nop\n",
        "t.asm:4:1: warning: this line is a comment, because it begins with `*` (to set the address, write `org`)",
    );
}

#[test]
fn an_unknown_word_is_shown_as_it_is_written() {
    check(
        " org $2000\nfoo\nlab FOO\n",
        "t.asm:3:5: error: `FOO` is not an instruction or macro (a label must begin in column 1)",
    );
}

#[test]
fn an_undocumented_instruction_by_another_name_is_told_ours() {
    for (other, ours) in
        [("slo", "aso"), ("JAM", "cim"), ("xaa", "ane"), ("tas", "shs"), ("isc", "isb"), ("skw", "top")]
    {
        let help =
            format!("`{other}` is not an instruction or macro (this undocumented instruction is `{ours}`)");
        check(&format!(" org $2000\n {other} $80\n"), &format!("t.asm:2:2: error: {help}"));
    }
}

#[test]
fn places_outside_of_the_memory_are_refused() {
    check(
        ".region r,$f000,$10000\n org $f000\n nop\n",
        "t.asm:1:17: error: the region ends beyond $FFFF (give its last address, not the one after it)",
    );
    let found = messages(" org $2000\n .segdef b $12000 $10\n .segment b\n nop\n .endseg\n");
    assert!(
        found.starts_with("t.asm:2:12: error: value $12000 (73728) is not an address (addresses go"),
        "{found}"
    );
}

#[test]
fn parts_of_conditionals_and_repeats_are_not_repeated() {
    let message = "error: this cannot be repeated";
    check(" org $2000\n :2 .rept 2\n nop\n .endr\n", &format!("t.asm:2:2: {message}"));
    check(
        " org $2000\n :0 .if 1\n nop\n :0 .endif\n",
        &format!("t.asm:2:2: {message}\nt.asm:4:2: {message}"),
    );
}

/// Other tools have words of their own in such comments.
#[test]
fn a_misspelt_directive_in_a_comment_is_told_of() {
    let said = |comment: &str| format!(" org $2000\np .proc\n {comment}\n rts\n .endp\n");
    let told = |column: u32, word: &str, meant: &str| {
        format!("t.asm:3:{column}: warning: `;@{word}` is a comment (write `;@{meant}` if that is meant)")
    };
    check(&said(";@budgte 5"), &told(2, "budgte", "budget"));
    check(&said("nop ;@lop 3"), &told(6, "lop", "loop"));
    for comment in [";@budget 50", ";@com.some.tool=3", "; @lop", ";@"] {
        check(&said(comment), "");
    }
}

#[test]
fn a_character_that_cannot_be_seen_is_shown_readably() {
    check(" org 0\n lda\u{a0}#5\n", "t.asm:2:5: error: expected a value, found a no-break space");
    check(" org 0\n\u{1a}\n", "t.asm:2:1: error: a statement cannot begin with the byte $1A");
    check(" org 0\n lda é\n", "t.asm:2:6: error: expected a value, found `é`");
    check(" org 0\n dta c“ab”\n", "t.asm:2:7: error: these are typographic quotes (write `\"` or `'`)");
}

#[test]
fn a_name_that_is_none_and_one_of_another_bank_are_explained() {
    check(
        " org 0\nmy-label nop\n",
        "t.asm:2:3: error: a statement cannot begin with `-` (the name before it is a label; names consist of letters, digits, `_`, `?` and `@`)",
    );
    check(
        " lmb #1\n org 0\nx nop\n nmb\n lda x\n lda :x\n",
        "t.asm:5:6: error: `x` is not defined (it is in another bank: `:x` is visible from every bank, and so are names in bank 0)",
    );
    check(
        "p .struct\nx .byte\n .ends\n .public q,p\n .reloc\nq nop\n",
        "t.asm:4:12: error: `p` cannot be public: it is not a constant, label, procedure or array",
    );
}

#[test]
fn what_closes_another_block_and_a_comment_without_end_are_told_of() {
    check(" org 0\n .proc p\n rts\n .endp q\n", "t.asm:4:2: warning: this closes `p`, not `q`");
    check(
        " org 0\n .local\n rts\n .endl q\n",
        "t.asm:4:2: warning: this closes a block without a name, not `q`",
    );
    check(
        " org 0\n rts /* open\ndata dta 1\n",
        "t.asm:2:6: warning: this comment is not closed: what follows is ignored (close it with `*/`)",
    );
}

#[test]
fn the_first_value_of_a_variable_must_fit() {
    check(
        " org 0\n .var a=300 .byte\n .var b=$12345 .word\n .var c=-1,d=255 .byte\n",
        "t.asm:2:9: error: value $12C (300) does not fit a byte (take a part of it with `<` or `>`, or use `.word`)
t.asm:3:9: error: value $12345 (74565) does not fit a word",
    );
}

#[test]
fn nowarn_silences_the_statement_behind_it() {
    let changed = "this changes the accumulator (if that is intended, write `.nowarn` before it)";
    check(
        " org 0\n .nowarn dew $80\nl dew $80\n .nowarn jmp ($20ff)\n .nowarn .zpvar a=5 .byte\n",
        &format!("t.asm:3:1: warning: {changed}"),
    );
    check(
        "m .macro\n dew $80\n .endm\n org 0\n .nowarn m\n m\n .nowarn\n",
        &format!("t.asm:2:2: warning: {changed}\nt.asm:6:2: note: in macro `m` called here"),
    );
    check(" org 0\n .nowarn lda nope\n", "t.asm:2:14: error: `nope` is not defined");
}

#[test]
fn what_is_not_the_same_everywhere_is_told_of() {
    check(
        " org 0\n ane #5\n sha $1234,y\n shx $1234,y\n .nowarn las $1234,y\n",
        "t.asm:2:2: warning: the effect of `ane` differs from one 6502 to the next
t.asm:3:2: warning: the effect of `sha` differs from one 6502 to the next",
    );
    check(
        " org 0\nd dta s [0] (1)\ne dta s [0]\n .struct s\nx .byte\n .ends\n",
        "t.asm:2:1: warning: MADS requires the structure to be defined before data with values",
    );
    check(
        " .define one nop\n .undef one\n org 0\n .undef one\n",
        "t.asm:4:2: error: there is no `.define one` to remove (it removes an earlier `.define` of this block)",
    );
}
