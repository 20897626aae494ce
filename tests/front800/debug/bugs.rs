//! Ten planted bugs, and the commands of docs/debugging.md that lead to the culprit's line. In each program
//! that line ends with `; culprit`.

use serde_json::Value;

use super::commands::debug;
use crate::cli::Desk;

/// The line that ends with `; culprit`.
fn culprit(program: &str) -> u64 {
    program.lines().position(|line| line.ends_with("; culprit")).unwrap() as u64 + 1
}

fn ask(program: &str, script: &str) -> Vec<Value> {
    debug(&Desk::with("program.asm", program), "program.asm", script)
}

/// The line of source that an answer names: of who wrote or read, or of where the machine stands.
fn line(answer: &Value) -> u64 {
    let who = answer.get("writer").or(answer.get("reader")).map_or(answer, |who| &who["at"]);
    who["source"]["line"].as_u64().unwrap_or_else(|| panic!("no line: {answer}"))
}

/// What each program begins with: its own display list and handler of display list interrupts.
fn with_display(main: &str, handler: &str) -> String {
    format!(
        "        org $2000
start   lda #<list
        sta $0230
        lda #>list
        sta $0231
        lda #<dli
        sta $0200
        lda #>dli
        sta $0201
        lda #$C0
        sta $D40E
{main}
dli     pha
{handler}
        pla
        rti
list    dta $70,$70,$F0,$42,a(screen),$41,a(list)
screen  .ds 40
        run start
"
    )
}

#[test]
fn a_display_list_interrupt_that_is_late() {
    let program = with_display(
        "wait    jmp wait",
        "        txa\n        pha\n        ldx #40\nslow    dex\n        bne slow                ; culprit\n        \
         sta $D40A\n        sta $D01A\n        pla\n        tax",
    );
    // The colour belongs to line 32, but is written lines later: what was done before?
    let answers = ask(&program, "watch w $D01A if line > 32 && line < 240\nrun 60\nback 3\n");
    assert_eq!(answers[1]["stopped"]["reason"], "watch");
    assert_eq!(line(&answers[2]), culprit(&program));
}

#[test]
fn a_stack_that_leaks() {
    let program = "        org $2000
start   ldx #0
again   jsr work
        jmp again
work    inx
        cpx #10
        bne done
        ldx #0
        jmp again               ; culprit
done    rts
        run start
";
    let answers = ask(program, "catch stack\nrun 600\nback\nstack\n");
    assert_eq!(answers[1]["stopped"]["what"], "stack");
    let calls = answers[3]["stack"]["calls"].as_array().unwrap();
    assert!(
        calls.len() > 50 && calls.iter().all(|call| call["label"] == "work"),
        "only work does not return"
    );
    // Who leaves `work` without returning? Whoever comes to `again` with calls open.
    let answers = ask(program, "break again if s < $F0\nrun 600\nback\n");
    assert_eq!(line(&answers[2]), culprit(program));
}

#[test]
fn code_that_is_overwritten() {
    let program = "        org $2000
start   ldx #0
fill    txa
        sta buffer,x            ; culprit
        inx
        cpx #65
        bne fill
        jsr after
        jmp start
buffer  .ds 64
after   nop
        rts
        run start
";
    let answers = ask(program, "break after\nrun 600\nwhere\nwriter after\n");
    assert_ne!(answers[2]["where"]["instruction"], "NOP");
    assert_eq!(line(&answers[3]), culprit(program));
}

#[test]
fn a_bank_that_is_the_wrong_one() {
    // The fixed bank of an XEGS cartridge with four: it wants what is in bank 1.
    let fixed = "        opt h-
        org $A000
start   lda #2
switch  sta $D500
        jsr $8000
        jmp start
init    rts
        org $BFFA
        dta a(start),0,4,a(init)
";
    let assembled = |source: &str| {
        let mut files = front800::assembler::MemoryFiles::default();
        files.add("fixed.asm", source);
        let assembly = front800::assembler::assemble(&files, "fixed.asm", &Default::default());
        assembly.output.unwrap_or_else(|| panic!("{:?}", assembly.diagnostics)).raw(0xFF)
    };
    const JAM: u8 = 0x02;
    const RTS: u8 = 0x60;
    let mut rom = vec![RTS; 0x8000];
    rom[0x4000..0x6000].fill(JAM);
    let code = assembled(fixed);
    rom[0x6000..0x6000 + code.len()].copy_from_slice(&code);
    let desk = Desk::with("banks.rom", rom);
    desk.write("banks.lab", "A000 start\nA002 switch\n");
    let answers = debug(&desk, "banks.rom --cart-type 12", "catch jam\nrun 600\nstack\nwriter $D500\n");
    assert_eq!(answers[1]["stopped"]["what"], "jam");
    assert_eq!(answers[1]["pc"], 0x8000);
    assert_eq!(answers[3]["writer"]["new"], 2);
    assert_eq!(answers[3]["writer"]["at"]["label"], "switch");
}

#[test]
fn a_race_for_one_variable() {
    let program = "        org $2000
start   lda #<blank
        sta $0222
        lda #>blank
        sta $0223
again   lda count
        clc
        adc #1
store   sta count
        jmp again
blank   inc count               ; culprit
        jmp $E45F
count   = $80
        run start
";
    // What is stored is not one more than what is there: somebody came between.
    let answers = ask(program, "break store if a != (count + 1 & $FF)\nrun 600\nwriter count\n");
    assert_eq!(answers[1]["stopped"]["reason"], "breakpoint");
    assert_eq!(line(&answers[2]), culprit(program));
}

#[test]
fn a_variable_that_nobody_has_set() {
    let program = "        org $2000
start   ldx lives               ; culprit
        inx
        stx shown
        jmp *
lives   = $3080
shown   = $3081
        run start
";
    let answers = ask(program, "run 200\nwriter lives\nreader lives\n");
    assert_eq!(
        answers[1]["writer"]["at"]["source"]["file"], "os/start.asm",
        "where memory is cleared at power-on"
    );
    assert_eq!(line(&answers[2]), culprit(program));
}

#[test]
fn a_table_that_is_overrun() {
    let program = "        org $2000
start   lda #3
        sta lives
        ldx #8
clear   lda #0
        sta table,x             ; culprit
        dex
        bpl clear
        jmp *
table   = $3000
lives   = $3008
        run start
";
    let answers = ask(program, "break start\nrun\nwatch c lives if lives == 0\nrun 200\nback\nregs\n");
    assert_eq!(answers[3]["stopped"]["reason"], "watch");
    assert_eq!(answers[3]["stopped"]["old"], 3);
    assert_eq!(line(&answers[4]), culprit(program));
    assert_eq!(answers[5]["x"], 8, "the table has entries 0 to 7");
}

#[test]
fn a_vector_that_is_half_written() {
    let program = with_display(
        "        lda #<dli\n        sta $0200\n        ldy #0\nagain   ldx #<other\n        stx $0200               ; culprit\n\
         slow    iny\n        bne slow\n        ldx #>other\n        stx $0201\n        ldx #<dli\n        stx $0200\n        ldx \
         #>dli\n        stx $0201\n        jmp again\n        org $2180\nother   pha\n        \
         pla\n        rti\n        org $2080\n        dta $02",
        "        nop",
    );
    // The interrupt leads to where no code is.
    let answers = ask(&program, "catch jam\nrun 600\nwriter $0200\nwriter $0201\n");
    assert_eq!(answers[1]["stopped"]["what"], "jam");
    assert_eq!(line(&answers[2]), culprit(&program), "{}", answers[2]);
    assert!(
        answers[2]["writer"]["cycle"].as_u64() > answers[3]["writer"]["cycle"].as_u64(),
        "only the low byte is new"
    );
}

#[test]
fn a_return_to_nowhere() {
    let program = "        org $2000
start   ldx #0
again   jsr work
        inx
        jmp again
work    pha
        cpx #20
        beq out
        pla
out     rts                     ; culprit
        run start
";
    let answers = ask(
        program,
        "break again+3 if x == 19\nrun 600\nwatch x $0000..$1FFF\nwatch x $2100..$FFFF\nrun 10\nback\nregs\n",
    );
    assert_eq!(answers[4]["stopped"]["reason"], "watch");
    assert_eq!(line(&answers[5]), culprit(program));
    assert_eq!(answers[6]["x"], 20);
}

#[test]
fn a_display_list_that_leads_astray() {
    let program = with_display(
        "        lda #<screen\n        sta list+4\n        lda #<screen\n        sta list+5              ; culprit\nwait    jmp wait",
        "        nop",
    );
    let answers = ask(&program, "run 120\ndlist\nwriter list+5\nprint &screen\n");
    let lms =
        answers[1]["dlist"].as_array().unwrap().iter().find(|entry| entry["what"] == "mode 2 LMS").unwrap();
    assert_ne!(lms["operand"], answers[3]["value"], "ANTIC reads elsewhere");
    assert_eq!(line(&answers[2]), culprit(&program));
}

/// The walk of docs/debugging.md: the wargame with one number changed, and six commands.
#[test]
fn corps_that_become_stronger_than_they_are_many() {
    let desk = Desk::new();
    desk.copy_sources();
    let file = desk.path("asm/rasputitsa/movement.asm");
    let source = std::fs::read_to_string(&file).unwrap();
    let right = "sbc unit_combat,x\n                cmp #2\n";
    assert!(source.contains(right), "the walk speaks of this comparison");
    let wrong = source.replacen(right, "sbc unit_combat,x\n                cmp #0\n", 1);
    std::fs::write(&file, &wrong).unwrap();
    let script = "break movement\nrun 20000\n\
        watch c unit_combat..unit_combat+158 if byte(&unit_combat+x) > byte(&unit_muster+x)\nrun\n\
        back 6\nprint byte(&unit_muster+x) - byte(&unit_combat+x)\n";
    let target = "rasputitsa:classic --src . --input asm/rasputitsa/tour.input";
    let answers = debug(&desk, target, script);
    assert_eq!(answers[3]["stopped"]["reason"], "watch");
    assert_eq!(answers[5]["value"], 0, "nothing was missing to it");
    let text = wrong.lines().nth(line(&answers[5]) as usize - 1).unwrap();
    assert!(text.contains("lda unit_muster,x"), "three lines above the culprit: {text}");
}
