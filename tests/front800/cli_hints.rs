//! Tests: what `front800 run` says to who asked for something that is nearly right, or whose program has gone astray.

use crate::cli::{COUNTER, Desk};

#[test]
fn a_program_that_has_run_into_nothing_is_told_of() {
    let desk = Desk::with("astray.asm", " org $2000\nstart jmp $4620\n run start\n");
    let said = desk.run("run astray.asm --frames 40").succeeded().stderr;
    assert!(said.starts_with("astray.asm: warning: it executes BRK at $"), "{said}");
    assert!(said.contains("with no handler but the system's") && said.contains("`catch brk`"), "{said}");
    // A program that answers BRK itself, and one that has none.
    let own = " org $2000\nstart mwa #mine $206\nloop brk\n nop\n jmp loop\nmine pla\n rti\n run start\n";
    desk.write("own.asm", own);
    desk.write("counter.asm", COUNTER);
    for name in ["own.asm", "counter.asm"] {
        assert_eq!(desk.run(&format!("run {name} --frames 40")).succeeded().stderr, "", "{name}");
    }
    // One at which the run ends is not executed.
    desk.write("done.asm", " org $2000\nstart lda #1\n sta $80\ndone brk\n run start\n");
    for end in [["--until-pc", "done"], ["--until", "$80 == 1"]] {
        let ran = desk.run_words(&["run", "done.asm", "--frames", "400", end[0], end[1]]).succeeded();
        assert_eq!(ran.stderr, "", "{end:?}");
    }
}

#[test]
fn addresses_are_sums_and_products() {
    let desk = Desk::with("counter.asm", COUNTER);
    let words = ["run", "counter.asm", "--frames", "30", "--dump", "text+2*3-1:2", "$2000+8*2", "--json"];
    let dump = desk.run_words(&words).succeeded().json()["dump"].clone();
    let bytes =
        desk.run("run counter.asm --frames 30 --dump text+5:2 $2010 --json").succeeded().json()["dump"]
            .clone();
    assert_eq!(dump["text+2*3-1:2"], bytes["text+5:2"]);
    assert_eq!(dump["$2000+8*2"], bytes["$2010"]);
    for wrong in ["text+", "*3", "2*-3", "3-4", "60000*2", "a b"] {
        desk.run_words(&["run", "counter.asm", "--dump", wrong]).failed(2, &["--dump"]);
    }
    desk.run("run counter.asm --dump text+nothing").failed(2, &["there is no label `nothing`"]);
}

#[test]
fn who_has_labels_is_named_where_they_are_missing() {
    let desk = Desk::with("counter.asm", COUNTER);
    desk.run("asm counter.asm -o counter.xex").succeeded();
    desk.run("asm counter.asm -o other.xex").succeeded();
    for option in [["--dump", "text:8"], ["--until-pc", "text"], ["--until", "text == 3"]] {
        let said = |name: &str, words: &[&str]| {
            desk.run_words(&["run", name, option[0], option[1]]).failed(2, words);
        };
        said(
            "counter.xex",
            &["there is no label", "counter.xex has no labels of its own; counter.asm has them"],
        );
        said("other.xex", &["other.xex has no labels of its own", "other.lab, written by `front800 asm -t`"]);
    }
    let said =
        desk.run_words(&["run", "counter.asm", "--dump", "txet"]).failed(2, &["did you mean `text`?"]).stderr;
    assert!(!said.contains("no labels"), "{said}");
    desk.run("asm counter.asm -o counter.xex -t counter.lab").succeeded();
    desk.run_words(&["run", "counter.xex", "--frames", "9", "--dump", "text:8"]).succeeded();
}

#[test]
fn bytes_alone_are_what_a_source_without_headers_asks_for() {
    let desk = Desk::with("data.asm", " opt h-\n org $2000\n dta 1,2,3\n");
    assert_eq!(desk.run("asm data.asm -o data.bin").succeeded().stderr, "");
    assert_eq!(desk.read("data.bin"), [1, 2, 3]);
    desk.write("data.asm", " org $2000\n dta 1,2,3\n");
    let said = desk.run("asm data.asm -o data.bin").succeeded().stderr;
    assert!(said.contains("want only the bytes, write `opt h-` in the source"), "{said}");
}
