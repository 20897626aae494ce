//! Tests: `front800 test` and the suites behind it.

use front800::assembler::{MemoryFiles, Options};
use front800::harness::open;
use front800::harness::testing::{Failure, Outcome, Place, Suite, SuiteError, junit};
use front800::machine::{Config, Video};
use front800::titles::Sources;
use serde_json::json;

use crate::cli::Desk;

/// A program and its tests: the first and the third hold.
const DOUBLE: &str = "        org $2000
start   jmp *
double  asl @
        inc count
        rts
count   dta 0
twice   = $80
sum     .proc (.byte a,x) .reg
        sta twice
        txa
        clc
        adc twice
        rts
        .endp
        .test \"twice a number\"
        ldx #3
        lda #1
again   jsr double
        dex
        bne again
        .assert a == 8 && x == 0
        .assert count == 3 ; a comment
        .endtest
.test \"it is wrong\"
        lda #4
        jsr double
        .assert a == 9
.endtest
.test \"a sum\"
        sum #3 , #4
        .assert a == 7
        .assert twice == 3
.endtest
.test \"it does not end\"
        jmp *
.endtest
.test \"it jams\"
        dta 2
.endtest
.test \"it does not come to that\"
        jmp over
        .assert a == 1
        nop
over
.endtest
.test \"it asserts nothing\"
        jsr double
.endtest
        run start
";

fn suite(text: &str) -> Result<Suite, SuiteError> {
    let config = Config::new(Sources::embedded().os().unwrap().rom.clone());
    Suite::new(&MemoryFiles::one("sub/main.asm", text), "sub/main.asm", &Options::default(), &config)
}

#[test]
fn each_test_runs_for_itself_and_says_what_it_failed_of() {
    let outcomes: Vec<Outcome> = suite(DOUBLE).unwrap().run(10, |_| true).collect();
    let said = |n: usize| outcomes[n].failure.as_ref().map(|it| (it.place.line, it.message.as_str()));
    assert_eq!((said(0), said(2)), (None, None));
    assert_eq!(said(1), Some((27, "`a == 9` does not hold: 8 and 9")));
    assert_eq!(said(3), Some((35, "it has not come to its end in 10 frames, and is in the test itself")));
    assert_eq!(said(4), Some((38, "the CPU is jammed, in the test itself")));
    assert_eq!(said(5), Some((41, "none of its assertions was reached")));
    assert_eq!(said(6).map(|(_, message)| message), Some("it has no `.assert`"));
    // LDX, LDA, three times JSR, ASL, INC, RTS, DEX, BNE.
    let took = outcomes[0].duration.unwrap();
    assert_eq!(took.cpu_cycles, 4 + 3 * (6 + 2 + 6 + 6 + 2) + 3 + 3 + 2);
    assert!((took.cpu_cycles..2 * took.cpu_cycles).contains(&took.cycles), "{took:?}");
    assert_eq!(outcomes[3].duration, None, "it did not come to its end");
    let place = &outcomes[2].place;
    assert_eq!((outcomes[2].name.as_str(), place.file.as_str(), place.line), ("a sum", "sub/main.asm", 30));
}

#[test]
fn what_is_wrong_in_a_test_is_said_of_its_line() {
    for (from, to, line, message) in [
        (
            "jsr double\n        .assert a == 9",
            "jsr dobule\n        .assert a == 9",
            26,
            "`dobule` is not defined",
        ),
        (".assert a == 9", ".assert q == 9", 27, "no label or register `q`"),
        (".assert a == 9", ".assert count == 256", 27, "256 does not fit the byte"),
        ("        inc count\n", "        inc nothing\n", 4, "`nothing` is not defined"),
    ] {
        let Err(SuiteError::Assembly(diagnostics)) = suite(&DOUBLE.replacen(from, to, 1)) else {
            panic!("{to} is taken");
        };
        let (location, said) = (&diagnostics[0].location, &diagnostics[0].message);
        assert_eq!((location.file.as_str(), location.line), ("sub/main.asm", line), "{said}");
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn a_test_asserts_how_long_something_takes() {
    // LDX and three turns of DEX and BNE, the last of which does not branch.
    let text = |asserted: &str| {
        format!(" org $2000\n .test \"t\"\n ldx #3\nagain dex\n bne again\n .assert {asserted}\n .endtest\n")
    };
    let first = |asserted: &str| suite(&text(asserted)).unwrap().run(10, |_| true).next().unwrap();
    let took = first("elapsed_cpu == 16").duration.expect("it takes what its instructions take");
    assert_eq!(took.cpu_cycles, 16);
    assert_eq!(first(&format!("elapsed == {}", took.cycles)).failure, None, "what the outcome says, too");
    let said = |asserted: &str| first(asserted).failure.expect("it takes longer").message;
    assert_eq!(said("ELAPSED_CPU<16"), "`ELAPSED_CPU<16` does not hold: 16 and 16");
    assert_eq!(
        said("elapsed <= 10 + 5"),
        format!("`elapsed <= 10 + 5` does not hold: {} and 15", took.cycles)
    );
    let Err(SuiteError::Assembly(wrong)) = suite(&text("elapsd < 1")) else { panic!("it is taken") };
    assert!(wrong[0].message.contains("did you mean `elapsed`"), "{}", wrong[0].message);
}

/// A macro that makes a test of each call.
const MADE: &str = "        org $2000
double  asl @
        rts
doubles .macro
        .test \"double :1\"
        lda #:1
        jsr double
        .assert a == :2
        .endtest
        .endm
        doubles 2 4
        doubles 3 7
";

#[test]
fn of_a_test_that_a_macro_makes_its_call_is_told() {
    let desk = Desk::with("made.asm", MADE);
    let ran = desk.run("test made.asm").failed(1, &["1 of 2 tests failed"]);
    let said = "FAILED  double 3\n        made.asm:8: `a == 7` does not hold: 6 and 7\n        \
                made.asm:12: in macro `doubles` called here\n";
    assert!(ran.stdout.ends_with(said), "{}", ran.stdout);
    let document = desk.run("test made.asm --json").failed(1, &[]).json();
    let call = json!([{ "what": "in macro `doubles` called here", "file": "made.asm", "line": 12 }]);
    assert_eq!(document["tests"][1]["stack"], call);
    for (from, to, line) in [("jsr double", "jsr dobule", 7), (".assert a", ".assert q", 8)] {
        let Err(SuiteError::Assembly(diagnostics)) = suite(&MADE.replacen(from, to, 1)) else {
            panic!("{to} is taken");
        };
        let (location, stack) = (&diagnostics[0].location, &diagnostics[0].stack);
        assert_eq!((location.line, stack.last().map(|(_, at)| at.line)), (line, Some(11)), "{diagnostics:?}");
    }
}

#[test]
fn tests_stand_where_the_program_does_not() {
    let full = |end: &str| {
        format!(
            "        org $0700\nlow     rts\n        .ds {end}-*\n .test \"t\"\n jsr low\n .assert a == 0\n .endtest\n"
        )
    };
    let outcomes: Vec<Outcome> = suite(&full("$BB00")).unwrap().run(10, |_| true).collect();
    assert_eq!(outcomes[0].failure, None);
    assert!(matches!(suite(&full("$BBFE")), Err(SuiteError::NoRoom)));
    // A cartridge's bytes are in memory as well.
    let cartridge = " opt h-\n org $A000\nfour    lda #4\n rts\n org $BFFA\n dta a(four),0,4,a(four)\n .test \"t\"\n \
                     jsr four\n .assert a == 4\n .endtest\n";
    let outcomes: Vec<Outcome> = suite(cartridge).unwrap().run(10, |_| true).collect();
    assert_eq!(outcomes[0].failure, None);
}

#[test]
fn the_command_fails_with_what_failed_and_without_tests() {
    let desk = Desk::with("double.asm", DOUBLE);
    let ran = desk.run("test double.asm").failed(1, &["5 of 7 tests failed"]);
    assert!(
        ran.stdout
            .starts_with("passed  twice a number\nFAILED  it is wrong\n        double.asm:27: `a == 9`")
    );
    desk.run("test double.asm --only sum").succeeded();
    let document = desk.run("test double.asm --only wrong --json").failed(1, &[]).json();
    assert_eq!((&document["passed"], &document["failed"]), (&json!(0), &json!(1)));
    assert_eq!(
        (&document["tests"][0]["line"], &document["tests"][0]["failure"]["line"]),
        (&json!(25), &json!(27))
    );
    // What help shows is such a test.
    let help = desk.run("test --help").succeeded().stdout;
    let shown = &help[help.find("  .test").unwrap()..help.find("In a test, elapsed").unwrap()];
    desk.write("help.asm", format!(" org $2000\ndouble asl @\n rts\n{shown}"));
    desk.run("test help.asm").succeeded();
    // Whatever the source is called.
    desk.write("it's.asm", DOUBLE);
    desk.run("test it's.asm --only sum").succeeded();
    desk.run("test double.asm --only absent").failed(1, &["no tests match --only"]);
    desk.write("none.asm", " org $2000\n rts\n");
    desk.run("test none.asm")
        .failed(1, &["none.asm: there are no tests: write each between `.test \"name\"`"]);
    desk.run("test nowhere.asm").failed(2, &["nowhere.asm", "no such source"]);
}

#[test]
fn a_macro_that_a_test_calls_may_have_conditions() {
    let macros = " org $2000\nholds .macro value\n .assert a == :value\n .endm\n";
    let text = format!(
        "{macros} .test \"three\"\n lda #3\n holds 3\n :2 holds 3\n ldx #1\n holds 4\n .endtest\n \
         .test \"four\"\n lda #4\n holds 4\n .endtest\n"
    );
    let desk = Desk::with("game.asm", &text);
    let ran = desk.run("test game.asm").failed(1, &["1 of 2 tests failed"]);
    let line = "game.asm:10: `a == 4` does not hold: 3 and 4, of game.asm:3";
    assert!(ran.stdout.contains(line) && ran.stdout.contains("passed  four"), "{}", ran.stdout);
    // What is wrong in it is said where it stands, and who has called it.
    desk.write("wrong.asm", format!("{macros} .test \"t\"\n holds nothing\n .endtest\n"));
    desk.run("test wrong.asm").failed(1, &["wrong.asm:3", "no label or register `nothing`", "wrong.asm:6"]);
    desk.write("outside.asm", format!("{macros} holds 1\n"));
    desk.run("asm outside.asm").failed(1, &["outside.asm:3", "in a macro that a test calls"]);
    desk.run("test outside.asm").failed(1, &["in a macro that a test calls"]);
}

#[test]
fn a_condition_that_means_the_machine_where_the_program_has_such_a_label_is_told_of() {
    let text = " org $2000\nframe dta 0\nelapsed dta 0\n .test \"t\"\n lda #1\n .assert frame > 0\n .assert byte(&frame) == 0\n\
                 .assert elapsed > 0\n .endtest\n";
    let desk = Desk::with("game.asm", text);
    let said = desk.run("test game.asm").succeeded().stderr;
    for warning in ["game.asm:6", "`frame` is the machine's own there", "game.asm:8", "byte(&elapsed)"] {
        assert!(said.contains(warning), "{said}");
    }
    assert!(!said.contains("game.asm:7"), "{said}");
    assert_eq!(suite(text).ok().unwrap().warnings().len(), 2);
}

#[test]
fn what_became_of_tests_is_written_as_junit_xml() {
    let text = " org $2000\n .test \"a < b & \'c\'\"\n lda #1\n .assert a == 1\n .endtest\n\
                holds .macro\n .test \"<:1>\"\n lda #:1\n .assert a < 2\n .endtest\n .endm\n holds 3\n";
    let desk = Desk::with("game.asm", text);
    desk.run("test game.asm --junit tests.xml").failed(1, &["1 of 2 tests failed"]);
    let place = r#"classname="game.asm" file="game.asm""#;
    let document = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="2" failures="1" time="0.000001">
  <testsuite name="game.asm" tests="2" failures="1" time="0.000001" errors="0" skipped="0">
    <testcase name="a &lt; b &amp; 'c'" {place} line="3" time="0.000001">
      <properties>
        <property name="cycles" value="2"/>
        <property name="cpu_cycles" value="2"/>
      </properties>
    </testcase>
    <testcase name="&lt;3&gt;" {place} line="8">
      <failure message="`a &lt; 2` does not hold: 3 and 2">game.asm:9: `a &lt; 2` does not hold: 3 and 2
game.asm:12: in macro `holds` called here</failure>
    </testcase>
  </testsuite>
</testsuites>
"#
    );
    assert_eq!(String::from_utf8(desk.read("tests.xml")).unwrap(), document);
    // An empty document says what an empty run does.
    desk.run("test game.asm --only absent --junit none.xml").failed(1, &["no tests match --only"]);
    assert!(String::from_utf8(desk.read("none.xml")).unwrap().contains("tests=\"0\""));
    desk.run("test game.asm --junit -").failed(2, &["expected a file"]);
    desk.run("test game.asm --junit game.asm").failed(2, &["game.asm"]);
}

#[test]
fn lines_that_tests_have_run_are_written_as_lcov() {
    let desk = Desk::new();
    let game = " org $2000\n icl 'lib.inc'\nstart jmp *\nsign lda $80\n bmi minus ; once of two\n lda #1\n rts\n\
                minus lda #$FF\n rts\nnever beq never\n store 1\ntable dta 1,2\n .test \"plus\"\n lda #0\n sta $80\n \
                jsr sign\n store 2\n jsr twice\n .assert a == 4\n .endtest\n .test \"minus\"\n mva #$80 $80\n jsr sign\n \
                .assert a == $FF\n .endtest\n";
    let lib = "store .macro\n lda #:1\n sta $81\n .endm\ntwice asl @\n rts\n";
    std::fs::create_dir(desk.path("src")).unwrap();
    desk.write("src/game.asm", game);
    desk.write("src/lib.inc", lib);
    desk.run("test src/game.asm --coverage c.info").succeeded();
    let expected = "TN:\nSF:src/game.asm\nBRDA:5,0,0,1\nBRDA:5,0,1,1\nBRDA:10,0,0,-\nBRDA:10,0,1,-\nBRF:4\nBRH:2\nDA:3,0\n\
                    DA:4,2\nDA:5,2\nDA:6,1\nDA:7,1\nDA:8,1\nDA:9,1\nDA:10,0\nDA:11,0\nLF:9\nLH:6\nend_of_record\nTN:\n\
                    SF:src/lib.inc\nDA:2,1\nDA:3,1\nDA:5,1\nDA:6,1\nLF:4\nLH:4\nend_of_record\n";
    assert_eq!(String::from_utf8(desk.read("c.info")).unwrap(), expected);
    desk.run("test src/game.asm --coverage src/lib.inc").failed(2, &["lib.inc"]);
    desk.run("test src/game.asm --only plus --junit x --coverage x").failed(2, &["x"]);
    // Of a run, in which a call of a macro counts as its line does.
    desk.write("run.asm", " org $2000\nm .macro\n inx\n .endm\nstart ldx #0\nnext m\n cpx #3\n bne next\ndone jmp done\n run start\n");
    desk.run("run run.asm --until-pc done --coverage run.info").succeeded();
    let expected = "TN:\nSF:run.asm\nBRDA:8,0,0,2\nBRDA:8,0,1,1\nBRF:2\nBRH:2\nDA:3,3\nDA:5,1\nDA:6,3\nDA:7,3\nDA:8,3\nDA:9,0\n\
                    LF:6\nLH:5\nend_of_record\n";
    assert_eq!(String::from_utf8(desk.read("run.info")).unwrap(), expected);
    desk.run("asm run.asm -o run.xex").succeeded();
    desk.run("run run.xex --coverage run.info").failed(2, &["run.xex has no source"]);
}

#[test]
fn characters_that_xml_cannot_write_do_not_break_the_document() {
    let place = Place { file: "a.asm".to_string(), line: 1 };
    let failure = Failure { place: place.clone(), message: "\u{1b}\tand\nmore".to_string() };
    let name = "\0".to_string();
    let outcome = Outcome { name, place, stack: Vec::new(), failure: Some(failure), duration: None };
    let document = junit::document("a.asm", &[outcome], Video::Ntsc);
    assert!(document.contains("name=\"\u{FFFD}\""), "{document}");
    assert!(
        document.contains("message=\"\u{FFFD}&#9;and&#10;more\">a.asm:1: \u{FFFD}\tand\nmore<"),
        "{document}"
    );
}

#[test]
fn a_condition_of_several_parts_shows_what_each_has() {
    let said = |condition: &str| {
        let source =
            format!(" org $2000\nv dta 3\n .test \"one\"\n lda #1\n .assert {condition}\n .endtest\n");
        let files = MemoryFiles::one("t.asm", &source);
        let config = Config::new(Sources::embedded().os().unwrap().rom.clone());
        let suite = Suite::new(&files, "t.asm", &Options::default(), &config).unwrap();
        let outcome = suite.run(60, |_| true).next().unwrap();
        outcome.failure.map(|failure| failure.message).unwrap_or_default()
    };
    for (condition, expected) in [
        ("a == 2", "`a == 2` does not hold: 1 and 2"),
        ("a == 1 && v == 2", "`a == 1 && v == 2` does not hold: `a == 1` has 1 and 1, `v == 2` has 3 and 2"),
        ("!(a == 1)", "`!(a == 1)` does not hold: `a == 1` has 1 and 1"),
        (
            "(a == 2 || x) && y < 1",
            "`(a == 2 || x) && y < 1` does not hold: `a == 2` has 1 and 2, `x` has 0, `y < 1` has 0 and 1",
        ),
        ("x", "`x` does not hold"),
        ("a == 1 && v == 3", ""),
    ] {
        assert_eq!(said(condition), expected);
    }
}

#[test]
fn a_source_in_memory_has_the_names_of_the_hardware() {
    let source = " icl 'front800/hardware.inc'\n icl 'own.inc'\n org $2000\nstart lda COLBK\n rts\n run start\n\
                  .test \"two\"\n ldx #OWN\n .assert x == 2 && &COLBK == $D01A\n.endtest\n";
    let config = Config::new(Sources::embedded().os().unwrap().rom.clone());
    let own = MemoryFiles::one("own.inc", "OWN = 2\n");
    let mut files = own.clone();
    files.add("t.asm", source);
    let suite =
        Suite::new(&files, "t.asm", &Options::default(), &config).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(suite.run(60, |_| true).next().unwrap().failure, None);
    // One that is opened finds itself, too.
    let file = open::File { files: &own, ..open::File::new("t.asm", source.as_bytes()) };
    let program = open::Program::source(file, open::Options::default());
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(program.symbols.address("start"), Ok(0x2000));
    let refused =
        open::Program::source(open::File::new("t.asm", source.as_bytes()), open::Options::default());
    let text = refused.expect_err("it wants another file").to_string();
    assert!(text.contains("cannot read `own.inc`") && text.contains("in the include folders"), "{text}");
}

#[test]
fn fields_of_elements_stand_in_conditions() {
    let source = " .struct enemy\nx .byte\ny .word\n .ends\n org $2000\n nop\nenemies dta enemy [2] (1,2) (3,$204) (5,6)\n \
                  .test \"one\"\n ldx #2\n .assert enemies[1].x == 3 && word(enemies[1].y) == $204\n .assert enemies[x].x == 5\n \
                  .assert &enemies[1] == &enemies + 3 && enemies[2] == 5\n .endtest\n";
    let config = Config::new(Sources::embedded().os().unwrap().rom.clone());
    let suite =
        |source: &str| Suite::new(&MemoryFiles::one("t.asm", source), "t.asm", &Options::default(), &config);
    assert_eq!(suite(source).unwrap().run(60, |_| true).next().unwrap().failure, None);
    for (wrong, expected) in [
        ("enemies[3].x == 1", "`enemies` has elements 0 to 2, not 3"),
        ("enemies[1].z == 1", "there is no label or register `enemies.z`: did you mean `enemies.x`?"),
        ("enemies[1 == 1", "expected `]`"),
    ] {
        let error = suite(&source.replace("enemies[x].x == 5", wrong)).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn asm_looks_into_the_tests_of_a_source() {
    let good = " org $2000\n nop\n .print \"once\"\n .test \"one\"\n lda #1\n .assert a == 1\n .endtest\n";
    let desk = Desk::with("t.asm", good);
    let said = desk.run("asm t.asm -o t.xex").succeeded().stderr;
    assert_eq!(said.matches("once").count(), 1, "{said}");
    desk.write("t.asm", good.replace("lda #1", "ldq #1"));
    let ran =
        desk.run("asm t.asm -o u.xex").failed(1, &["`ldq` is not an instruction or macro", "t.asm:5:2"]);
    assert_eq!(ran.stderr.matches("once").count(), 1, "{}", ran.stderr);
    desk.write("t.asm", good.replace("a == 1", "q == 1"));
    desk.run("asm t.asm").failed(1, &["there is no label or register `q`", "t.asm:6:2"]);
}

#[test]
fn what_the_assembler_warns_of_is_said_of_programs_and_of_their_tests() {
    let text = " org $2000\nstart jmp (vector)\nvector = $20ff\n run start\n .test \"t\"\n jmp over\n jmp (vector)\nover\n \
                .assert 1 == 1\n .endtest\n";
    let desk = Desk::with("game.asm", text);
    let ran = desk.run("test game.asm");
    let warnings = ran.stderr.matches("an indirect jump through $xxFF").count();
    assert!(warnings == 2 && ran.stderr.contains("game.asm:7:"), "{}", ran.stderr);
    let suite = suite(text).ok().unwrap();
    assert_eq!((suite.diagnostics().len(), suite.warnings().len()), (1, 1));
}

/// A program whose tests stand within its blocks.
const WITHIN: &str = "        org $2000
start   jmp *
        .local outer
        .local in
yy      .byte 5
        .test \"in a block\"
        inc yy
        .assert yy == 6 && last == 7
        .endtest
        .endl
last    .byte 7
        .endl
        .proc pp
        rts
zz      .byte 5
        .test \"in a procedure\"
        inc zz
        jsr pp
        .assert zz == 6
        .endtest
        .endp
size    .byte .len outer, .len pp
        .test \"sizes are those of the blocks\"
        .assert size == 2 && size+1 == 2
        .endtest
        run start
";

#[test]
fn a_test_sees_the_names_of_the_blocks_that_it_stands_in() {
    let desk = Desk::with("within.asm", WITHIN);
    let ran = desk.run("test within.asm").succeeded();
    assert_eq!(ran.stdout.lines().filter(|line| line.starts_with("passed")).count(), 3, "{}", ran.stdout);
    assert_eq!(desk.run("asm within.asm").succeeded().stderr, "");
}

#[test]
fn a_label_that_only_a_test_uses_is_used() {
    let program = " org $2000\nstart jmp *\nsub rts\nforgotten rts\n .test \"a\"\n jsr sub\nown nop\n .assert a == 0\n .endtest\n run start\n";
    let desk = Desk::with("used.asm", program);
    let said = desk.run("asm -u used.asm").succeeded().stderr;
    let names: Vec<&str> =
        said.lines().filter_map(|line| line.split_once("label `")?.1.split('`').next()).collect();
    assert_eq!(names, ["forgotten", "own"], "{said}");
}

#[test]
fn each_test_has_the_disks_of_the_command_line() {
    let status = " mva #$31 $300\n mva #2 $301\n mva #$53 $302\n mva #$40 $303\n mwa #$2ea $304\n mva #2 $306\n mwa #4 $308\n jsr $e459\n .assert y == 1\n .endtest\n";
    let tests =
        format!(" org $2000\nstart jmp *\n .test \"one\"\n{status} .test \"two\"\n{status} run start\n");
    let desk = Desk::with("status.asm", tests);
    desk.run("mkdisk second.atr").succeeded();
    desk.run("test status.asm --d2 second.atr").succeeded();
    desk.run("test status.asm").failed(1, &["2 of 2 tests failed"]);
    desk.run("test status.asm --d2 nowhere.atr").failed(2, &["nowhere.atr: there is no such file"]);
    desk.run("test status.asm --cart-type 12").failed(2, &["--cart-type"]);
}
