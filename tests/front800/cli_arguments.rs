//! Tests: what may be typed behind `front800`, and what comes of outputs that cannot be.

use serde_json::Value;

use crate::cli::{COUNTER, Desk};

#[test]
fn standard_output_goes_to_one() {
    let desk = Desk::with("counter.asm", COUNTER);
    for line in [
        "map counter.asm --svg -",
        "budget counter.asm --frames 9 --svg - --json",
        "arena idle east --turns 2 --html - --json",
        "campaign --turns 1 --plot -",
        "run counter.asm --hash --screenshot -",
    ] {
        let ran =
            desk.run(line).failed(2, &["-: standard output is taken by printed results: expected a file"]);
        assert_eq!(ran.stdout, "", "{line}");
    }
    desk.write("commands", "screenshot -\n");
    let ran = desk.run("debug counter.asm --script commands").failed(1, &["of the commands failed"]);
    assert!(
        ran.json()["error"].as_str().unwrap().contains("standard output is taken by the answers"),
        "{}",
        ran.stdout
    );
    desk.run("assets --png -").failed(2, &["standard output is not a folder"]);
    desk.run("assets --png counter.asm").failed(2, &["counter.asm: is a file; expected a folder"]);
}

#[test]
fn a_program_that_fits_no_cartridge_is_not_written_as_one() {
    let desk = Desk::with("counter.asm", COUNTER);
    let outside = "a cartridge lies in $8000-$BFFF, the program in $2000-$2044";
    let ran = desk.run("asm counter.asm -o game.car");
    ran.failed(1, &["game.car", outside, "for a loadable program use .xex"]);
    assert!(!desk.path("game.car").exists());
    for output in ["game.rom", "game.bin"] {
        let said = desk.run(&format!("asm counter.asm -o {output}")).succeeded().stderr;
        assert!(said.contains(&format!("{output}: warning: ")) && said.contains(outside), "{said}");
        assert_eq!(desk.read(output).len(), 0x45);
    }
    desk.run("asm counter.asm -o game.dat").failed(2, &["expected .xex, .car or .rom"]);
    desk.write("cart.asm", " org $A000\nstart jmp start\n org $BFFA\n dta a(start),0,4,a(start)\n");
    for (output, size) in [("cart.rom", 0x2000), ("cart.bin", 0x2000), ("cart.car", 0x2010)] {
        assert_eq!(desk.run(&format!("asm cart.asm -o {output}")).succeeded().stderr, "");
        assert_eq!(desk.read(output).len(), size);
    }
    desk.write("none.asm", "a = 1\n");
    for output in ["none.rom", "none.bin", "none.car"] {
        desk.run(&format!("asm none.asm -o {output}")).failed(1, &[output, "no bytes"]);
    }
}

#[test]
fn counts_are_decimal_or_hex() {
    let desk = Desk::with("counter.asm", COUNTER);
    for frames in ["16", "$10", "0x10"] {
        let ran = desk.run(&format!("run counter.asm --json --frames {frames} --seed {frames}")).succeeded();
        assert_eq!(ran.json()["frames"], 16);
    }
    desk.run("run counter.asm --cycles many")
        .failed(2, &["expected a number of 0 or more: decimal, $hex or 0xhex"]);
    let run = "run counter.asm --frames 9 --audio-rate 0x1F40 --wav w.wav --trace t --trace-last $3 --gif g.gif --every $2";
    desk.run(run).succeeded();
    assert_eq!(desk.read("t").split(|&byte| byte == b'\n').count(), 4);
    desk.run("campaign --turns $1 --games 0x1 --passes $1").succeeded();
    for (line, which) in [
        ("run none --audio-rate 100", "from 4000 to 192000"),
        ("run none --trace t --trace-last 0", "of 1 or more"),
        ("run none --trace t --trace-last 99999999999", "from 1 to 4294967295"),
        ("run none --frames 99999999999999999999", "from 0 to 18446744073709551615"),
        ("run none --frames $10000000000000000", "from 0 to 18446744073709551615"),
        ("run none --frames 0x10000000000000000", "from 0 to 18446744073709551615"),
        ("run none --frames $", "of 0 or more"),
        ("run none --frames 9x", "of 0 or more"),
        ("campaign --think 99999999", "from 0 to "),
        ("campaign --passes 256", "from 0 to 255"),
        ("match magna --players 5", "from 0 to 4"),
    ] {
        desk.run(line).failed(2, &[&format!("expected a number {which}"), "decimal, $hex or 0xhex"]);
    }
}

#[test]
fn a_file_or_a_title_is_played_without_a_subcommand() {
    let desk = Desk::with("counter.asm", COUNTER);
    for line in [
        "counter.asm --nonsense",
        "magna --nonsense",
        "--mute --nonsense",
        "--scale 2 counter.asm --nonsense",
    ] {
        desk.run(line).failed(2, &["Usage: front800 play"]);
    }
    desk.run("plya").failed(2, &["unrecognized subcommand 'plya'", "'play'"]);
    // A file that is not there is a file all the same.
    for (name, said) in
        [("counter.xex", "no such file"), (".", "a folder"), ("rasputitsa:1983", "no such file")]
    {
        let said = if cfg!(feature = "window") { said } else { "without its window" };
        desk.run(name).failed(2, &[said]);
    }
    desk.run("--version").succeeded();
}

#[test]
fn a_part_of_a_batch_without_games_has_a_table_without_rows() {
    let desk = Desk::with("table.csv", "of another batch\n");
    desk.run("campaign --games 1 --shard 1/2 --turns 1 --csv table.csv").succeeded();
    let table = std::fs::read_to_string(desk.path("table.csv")).unwrap();
    assert!(table.starts_with("turn,") && table.lines().count() == 1, "{table}");
}

#[test]
fn what_is_no_text_is_not_brought_into_form() {
    let program = [0xFF, 0xFF, 0x00, 0x20, 0x01, 0x20, 0x02, 0x09];
    let desk = Desk::with("game.xex", program);
    desk.write("game.asm", " lda   #1\n");
    desk.run("fmt game.asm game.xex").failed(2, &["game.xex: not a text file: expected a source"]);
    assert_eq!(std::fs::read(desk.path("game.xex")).unwrap(), program);
    assert_eq!(std::fs::read(desk.path("game.asm")).unwrap(), b" lda   #1\n");
}

#[test]
fn the_disks_of_an_input_script_are_looked_for_where_it_names_them() {
    let desk = Desk::with("counter.asm", COUNTER);
    desk.write("script", "# front800 input 1\n10 stick0 up\n30 disk1 none.atr\n");
    desk.run("run counter.asm --input script").failed(2, &["script:3:10: none.atr: "]);
    desk.write("script", "# front800 input 1\n30 disk1 counter.asm\n");
    desk.run("run counter.asm --input script").failed(2, &["script:2:10: counter.asm: "]);
}

#[test]
fn a_budget_says_why_nothing_is_proved_of_a_vertical_blank_routine() {
    let source = |start| {
        format!(
            " org $2000\nmain ldy #<routine\n ldx #>routine\n lda #7\n jsr $e45c\n jmp *\n{start} nop\n jmp $e462\n\
             routine = {start}\n run main\n"
        )
    };
    let desk = Desk::with("own.asm", source("own"));
    desk.write("known.asm", source("vbi_start"));
    let ran = desk.run("budget own.asm --frames 60").succeeded();
    assert!(ran.stdout.contains("with a label `vbi_start` at own"), "{}", ran.stdout);
    let proved = &desk.run("budget known.asm --frames 60 --json").succeeded().json()["handlers"][0]["static"];
    assert_eq!(proved["cpu_cycles"], 5);
}

#[test]
fn the_first_program_of_the_readme_runs() {
    let readme = include_str!("../../README.md");
    let (_, source) = readme.split_once("```asm\n        icl 'front800/").expect("it stands there");
    let (source, _) = source.split_once("```").unwrap();
    let desk = Desk::with("first.asm", format!("        icl 'front800/{source}"));
    let ran = desk.run("run first.asm --frames 120 --screenshot first.png --json").succeeded();
    assert_eq!(ran.stderr, "");
    let picture = image::load_from_memory(&desk.read("first.png")).unwrap().into_rgb8();
    // Each pair of lines has a colour of its own.
    let colours: std::collections::BTreeSet<_> =
        (0..picture.height()).map(|y| picture.get_pixel(2, y).0).collect();
    assert!(colours.len() > 60, "{}", colours.len());
}

#[test]
fn what_has_no_effect_where_it_stands_is_refused() {
    let desk = Desk::with("counter.asm", COUNTER);
    for (line, words) in [
        ("run counter.asm --overscan", "--screenshot"),
        ("run counter.asm --every 3 --screenshot s.png", "--frames-dir"),
        ("run magna --cart-type 1", "--cart-type is for files"),
        ("run none --form cart", "--form is for built-in programs"),
        ("map counter.asm --write", "nothing is written to disk images here"),
        ("disasm counter.asm --printer p.txt", "nothing is printed here"),
        (
            "run counter.asm --cart-type 12",
            "counter.asm: a source has no cartridge type: assemble it to a .rom",
        ),
        ("match eleven --summary --view", "cannot be used with"),
        ("bench stops --warm 5", "--warm: only for programs"),
        ("bench polls -i lib", "-d and -i are for sources"),
        ("bench -d LEVEL=3", "-d and -i are for sources"),
        ("run nothing.asm -d LEVEL=3", "no such file"),
    ] {
        desk.run(line).failed(2, &[words]);
    }
    // Options of the machine are the same everywhere.
    for (line, option) in [
        ("map counter.asm --d2 nowhere.atr", "--d2"),
        ("disasm counter.asm --fast-disk", "--fast-disk"),
        ("match eleven --first random --second random --steps 1 --drive 810", "--drive"),
    ] {
        let ran = desk.run(line).succeeded();
        assert!(
            ran.stderr.contains(&format!("warning: {option} has no effect here")),
            "{line}: {}",
            ran.stderr
        );
    }
    desk.run("run counter.asm --frames 4 --frames-dir all --overscan --every 2").succeeded();
}

#[test]
fn a_source_is_measured_with_its_folders_and_labels() {
    let desk = Desk::with("game.asm", " org $2000\nstart lda #LEVEL\n icl 'rest.asm'\n run start\n");
    std::fs::create_dir(desk.path("lib")).unwrap();
    desk.write("lib/rest.asm", " jmp start\n");
    let measured = desk.run("bench game.asm -d LEVEL=3 -i lib --frames 5 --json").succeeded().json();
    assert_eq!(measured["workloads"][0]["frames"], 5);
}

#[test]
fn a_folder_of_sources_that_is_not_there_is_wrong_usage() {
    let desk = Desk::with("counter.asm", COUNTER);
    let commands = [
        "run encounter",
        "run counter.asm",
        "asm counter.asm",
        "disasm encounter",
        "debug encounter",
        "match eleven",
        "campaign",
        "bench encounter",
        "map encounter",
        "budget encounter",
        "test counter.asm",
        "assets",
    ];
    for command in commands {
        let ran = desk.run(&format!("{command} --src nowhere"));
        if !ran.stderr.contains("unexpected argument") {
            ran.failed(2, &["nowhere", "no such folder"]);
        }
    }
    std::fs::create_dir(desk.path("bare")).unwrap();
    desk.run("run encounter --src bare").failed(1, &["bare"]);
}

#[test]
fn a_condition_that_does_not_mean_a_label_says_so() {
    let desk = Desk::with("frame.asm", " org $2000\nstart jmp start\nframe dta 7\n run start\n");
    let ran = desk.run_words(&["run", "frame.asm", "--until", "frame == 300"]).succeeded();
    let warning = "warning: `frame` is the machine's own there, not the program's label `frame`: write `machine.frame` \
                   if that is meant, or `byte(&frame)` for the byte at the label";
    assert_eq!(ran.stderr.matches(warning).count(), 1, "{}", ran.stderr);
    for clear in ["byte(&frame) == 7", "pc == &start && machine.frame > 300"] {
        let ran = desk.run_words(&["run", "frame.asm", "--until", clear]).succeeded();
        assert_eq!(ran.stderr, "", "{clear}");
    }
    let from = ["run", "frame.asm", "--frames", "9", "--trace", "t", "--trace-from", "frame == 5"];
    assert!(desk.run_words(&from).succeeded().stderr.contains("--trace-from 'frame == 5': warning"));
}

#[test]
fn the_machines_own_state_ends_a_run_while_the_program_is_loaded() {
    let desk = Desk::with("loop.asm", " org $2000\nstart jmp start\n run start\n");
    for (until, frames) in [("frame == 3", 3), ("cycle > 5000", 0), ("line == 100 && frame == 2", 2)] {
        let words = ["run", "loop.asm", "--frames", "60", "--json", "--until", until];
        let json = desk.run_words(&words).succeeded().json();
        assert_eq!(
            (&json["stopped_by"], &json["frames"]),
            (&Value::from("until"), &Value::from(frames)),
            "{until}"
        );
    }
    let words =
        ["run", "loop.asm", "--frames", "60", "--json", "--until", "frame == 3 && byte(&start) == $4C"];
    assert_eq!(
        desk.run_words(&words).failed(1, &["came true"]).json()["stopped_by"],
        "frames",
        "not loaded yet"
    );
    let words = ["run", "loop.asm", "--frames", "4", "--trace", "t", "--trace-from", "frame == 3"];
    desk.run_words(&words).succeeded();
    let lines = |name: &str| std::fs::read_to_string(desk.path(name)).unwrap().lines().count();
    desk.run("run loop.asm --frames 4 --trace all").succeeded();
    assert!((1..lines("all") / 2).contains(&lines("t")), "{} of {}", lines("t"), lines("all"));
}

#[test]
fn with_json_there_is_a_document_of_what_failed() {
    let desk = Desk::with("bad.asm", " org $2000\n lda nope\n lda #300\n");
    desk.write("good.asm", " org $2000\nstart jmp start\n run start\n");
    let asm = desk.run("asm bad.asm --message-format json").failed(1, &[]);
    let diagnostics: Vec<Value> =
        asm.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(diagnostics.len(), 2);
    for command in ["run", "test", "map", "budget", "bench"] {
        let ran = desk
            .run(&format!("{command} bad.asm --json"))
            .failed(1, &["bad.asm:2:6", "`nope` is not defined"]);
        let json = ran.json();
        assert_eq!(json["diagnostics"].as_array(), Some(&diagnostics), "{command}");
        assert_eq!(json["error"], "the source does not assemble", "{command}");
        assert_eq!(
            desk.run(&format!("{command} bad.asm")).failed(1, &["bad.asm:2:6"]).stdout,
            "",
            "{command}"
        );
    }
    assert_eq!(
        desk.run("run absent.asm --json").failed(2, &["absent.asm"]).stdout,
        "",
        "no check has failed"
    );
    let never = desk.run("run good.asm --json --frames 5 --until-pc $3000").failed(1, &["came true"]).json();
    assert_eq!(
        (&never["stopped_by"], &never["error"]),
        (&Value::from("frames"), &Value::Null),
        "its own document"
    );
}

#[test]
fn a_program_counter_compared_with_a_label_is_told_that_this_is_a_byte() {
    let desk = Desk::with("loop.asm", " org $2000\nstart jmp start\n run start\n");
    let with = |until: &str| desk.run_words(&["run", "loop.asm", "--frames", "300", "--until", until]);
    with("pc == start")
        .failed(1, &["--until 'pc == start': warning: `pc` is compared with a byte", "&label"]);
    assert_eq!(with("pc == &start").succeeded().stderr, "");
}

#[test]
fn a_negative_number_is_refused_as_a_number() {
    let desk = Desk::with("counter.asm", COUNTER);
    for line in ["run counter.asm --frames -5", "run counter.asm --seed -1", "test counter.asm --frames -5"] {
        let ran = desk.run(line).failed(2, &["expected a number of 0 or more"]);
        assert!(!ran.stderr.contains("tip"), "{}", ran.stderr);
    }
}

#[test]
fn a_file_that_is_missing_is_told_with_its_option_and_what_it_holds() {
    let desk = Desk::with("counter.asm", COUNTER);
    for (line, expected) in [
        ("run counter.asm --input none", "--input none: there is no such file: expected an input script"),
        ("run counter.asm --load none", "--load none: there is no such file: expected a saved state"),
        ("run counter.asm --os none", "--os none: there is no such file: expected an OS ROM of 10240 bytes"),
        (
            "run counter.asm --palette none",
            "--palette none: there is no such file: expected 768 bytes of colours",
        ),
        (
            "debug counter.asm --script none",
            "--script none: there is no such file: expected commands, one a line",
        ),
        (
            "campaign --orders none",
            "--orders none: there is no such file: expected lines of `turn,unit,orders`",
        ),
        ("run counter.asm --d2 none.atr", "none.atr: there is no such file"),
        ("fmt none.asm", "none.asm cannot be read: there is no such file"),
    ] {
        let ran = desk.run(line).failed(2, &[expected]);
        assert!(!ran.stderr.contains("os error"), "{}", ran.stderr);
    }
}

#[test]
fn a_program_is_no_source_and_an_empty_source_no_program() {
    let desk = Desk::with("counter.asm", COUNTER);
    desk.run("asm counter.asm -o counter.xex").succeeded();
    for command in ["test", "asm"] {
        desk.run(&format!("{command} counter.xex")).failed(
            2,
            &[
                "counter.xex: this is a program (a binary-load file), not a source",
                "disasm counter.xex --source",
            ],
        );
    }
    desk.write("none.asm", "a = 1\n");
    let said = desk.run("asm none.asm -o none.xex").succeeded().stderr;
    assert_eq!(said, "none.asm: warning: the source generates no bytes: none.xex is empty\n");
}
