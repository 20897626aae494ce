//! What the debugger's commands show: the stack of handlers, several values, and warnings of conditions.

use serde_json::{Value, json};

use super::commands::{answers, debug};
use crate::cli::Desk;

#[test]
fn the_stack_of_a_handler_shows_what_it_has_interrupted() {
    let all = answers("break blank if frame > 100\nrun\nstack\nbreak deep\nrun\nstack\nback\nstack\n");
    let calls = all[2]["stack"]["calls"].as_array().unwrap();
    let first = calls.iter().position(|call| call["interrupt"] == "vbi").unwrap();
    assert_eq!(first, 0, "the handler has called nothing: {calls:?}");
    let labels = ["again", "work", "deep"];
    let label = calls[0]["from"]["label"].as_str().unwrap();
    assert!(labels.iter().any(|name| label.starts_with(name)), "{label}");
    let outer: Vec<&Value> = calls[1..].iter().map(|call| &call["label"]).collect();
    let expected: &[&str] = match label {
        _ if label.starts_with("again") => &[],
        _ if label.starts_with("work") => &["work"],
        _ => &["deep", "work"],
    };
    assert_eq!(outer, expected);
    // It has returned.
    for answer in [&all[5], &all[7]] {
        let calls = answer["stack"]["calls"].as_array().unwrap();
        assert!(calls.iter().all(|call| call["interrupt"] == Value::Null), "{calls:?}");
    }
}

#[test]
fn several_bytes_or_words_are_printed_as_numbers() {
    let all = answers("run 100\nprint list,3\nprint word(list+3), 2\n");
    assert_eq!(all[1]["values"], json!([0x70, 0x70, 0x42]));
    let words = all[2]["values"].as_array().unwrap();
    assert_eq!(words.len(), 2);
    assert_eq!(words[1].as_u64().unwrap() & 0xFF, 0x41, "the low byte comes first: {words:?}");
    let desk = Desk::with("script.txt", "print $2000,0\nprint nothing,3\n");
    let ran = desk.run("debug none --script script.txt").failed(1, &["2 of the commands"]);
    assert!(
        ran.stdout.contains("N is 1 to 65536") && ran.stdout.contains("no label `nothing`"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_label_of_words_is_printed_in_words() {
    let source = " org $2000\nstart jmp start\n .array high [3] .word = 1000\n .enda\nrows dta a(1,2)\nsome dta 1,2,3\n run start\n";
    let desk = Desk::with("p.asm", source);
    let script = "run 100\nprint high,2\nprint high+2,1\nprint rows,2\nprint some,3\nprint byte(high),2\nprint $2003,2\n";
    let all = debug(&desk, "p.asm", script);
    let values: Vec<&Value> = all[1..].iter().map(|answer| &answer["values"]).collect();
    let expected = [json!([1000, 1000]), json!([1000]), json!([1, 2]), json!([1, 2, 3])];
    assert_eq!(values[..4], expected.iter().collect::<Vec<_>>());
    assert_eq!(values[4..], [&json!([0xE8, 3]), &json!([0xE8, 3])]);
}

#[test]
fn structures_are_printed_by_their_fields() {
    let source = " .struct actor\nx .byte\ny .word\nframes :2 .byte\n .ends\n org $2000\nstart jmp start\nfoes dta actor [1] (1,515,3) (4,1000,6)\n run start\n";
    let desk = Desk::with("p.asm", source);
    let all = debug(
        &desk,
        "p.asm",
        "run 100\nprint foes\nprint foes,2\nprint foes.y,1\nprint byte(foes),2\nprint foes.y\nprint foes.x\ndisasm pc 1\n",
    );
    let first = json!({ "x": 1, "y": 515, "frames": [3, 0] });
    assert_eq!(all[1]["fields"], first);
    assert_eq!(all[2]["values"], json!([first, { "x": 4, "y": 1000, "frames": [6, 0] }]));
    assert_eq!(all[3]["values"], json!([515]));
    assert_eq!(all[4]["values"], json!([1, 3]));
    assert_eq!([&all[5]["value"], &all[5]["word"]], [3, 515]);
    assert_eq!([&all[6]["value"], &all[6]["word"]], [&json!(1), &Value::Null]);
    assert_eq!(all[7]["instructions"][0]["address"], all[7]["pc"]);
}

#[test]
fn words_and_fields_are_set_in_their_width() {
    let source = " .struct actor\nx .byte\ny .word\n .ends\n org $2000\nstart jmp start\nscore .word 1\nlives .byte 3,7,1\nfoe dta actor [0] (1,515)\n run start\n";
    let desk = Desk::with("p.asm", source);
    let all = debug(
        &desk,
        "p.asm",
        "run 100\nset score 1000\nprint score\nset lives -1\nprint lives,2\nset foe.y $1234\nset foe.x 9\nprint foe\nset byte(score) 1\nprint score\nset word(lives) 513\nprint lives,2\nset score score+1\nprint score\n",
    );
    assert_eq!(all[2]["word"], 1000);
    assert_eq!(all[4]["values"], json!([255, 7]));
    assert_eq!(all[7]["fields"], json!({ "x": 9, "y": 0x1234 }));
    assert_eq!(all[9]["word"], 769);
    assert_eq!(all[11]["values"], json!([1, 2]));
    assert_eq!(all[13]["word"], 2);
}

#[test]
fn continue_is_another_word_for_run() {
    let all = answers("break again\ncontinue\nc 5\n");
    assert_eq!(all[1]["stopped"]["reason"], "breakpoint");
    assert_eq!(all[2]["ok"], true);
}

#[test]
fn a_watch_without_a_kind_is_of_writes() {
    let all = answers("watch target\nrun\n");
    assert_eq!(
        [&all[1]["stopped"]["reason"], &all[1]["stopped"]["address"]],
        [&json!("watch"), &json!(0x81)]
    );
}

#[test]
fn a_condition_that_means_the_machine_where_the_program_has_such_a_label_is_told_of() {
    let desk = Desk::with("p.asm", " org $2000\nstart jmp start\nline dta 0\n run start\n");
    let script =
        "break start if line > 5\nwatch w line if LINE == 1\ncatch nmi if byte(&line) == 1\ncatch irq\n";
    let all = debug(&desk, "p.asm", script);
    for answer in &all[..2] {
        let warnings = answer["warnings"].as_array().unwrap();
        assert_eq!(warnings.len(), 1, "{answer}");
        assert!(warnings[0].as_str().unwrap().contains("byte(&line)"), "{answer}");
    }
    assert!(all[2..].iter().all(|answer| answer["warnings"].is_null()));
}

#[test]
fn what_a_warning_advises_is_taken() {
    let source = " org $2000\nstart jsr work\n jmp start\n.proc work\n inc line\n rts\nline dta 0\n.endp\n run start\n";
    let script =
        "break work if line > 5\nbreak work if machine.line > 5\nbreak work if byte(&work.line) > 5\n";
    let all = debug(&Desk::with("w.asm", source), "w.asm", script);
    let warning = all[0]["warnings"][0].as_str().unwrap();
    for advice in ["not the program's label `work.line`", "`machine.line`", "`byte(&work.line)`"] {
        assert!(warning.contains(advice), "{warning}");
    }
    assert!(all[1..].iter().all(|answer| answer["ok"] == true && answer["warnings"].is_null()), "{all:?}");
    // The system has a label of that name where it starts.
    let desk = Desk::with("p.asm", " org $2000\nstart jmp start\n run start\n");
    let all = debug(
        &desk,
        "p.asm",
        "break start_common\nrun 9\nwatch w $80 if frame > 3\nprint start_common.frame\n",
    );
    assert_eq!((&all[1]["stopped"]["reason"], &all[3]["ok"]), (&json!("breakpoint"), &json!(true)));
    assert!(all[2]["warnings"].is_null(), "{}", all[2]);
}

#[test]
fn elements_and_fields_are_places_for_every_command() {
    let source = " .struct spot\nx .byte\ny .word\n .ends\n .struct pair\na spot\nb spot\n .ends\n org $2000\nstart inc foes[2].y\n lda foes[1].x\n jmp start\n\
                  foes dta spot [2] (1,2)\ntwins dta pair [1] (1,2,3,4)\nlevels .word 100,300\n run start\n";
    let desk = Desk::with("p.asm", source);
    let script = "break start\nrun\nset foes[1].y 1000\nprint foes[1]\nprint foes[x-x+1].y\nset levels[1] 515\nprint levels[1]\n\
                  print levels,2\nwriter foes[2].y\nprint twins[1]\nwatch w foes[2].y\nwatch r foes[1]\nwatch levels\ndelete 1\nrun\nrun\ndump foes[1].y 2\n";
    let all = debug(&desk, "p.asm", script);
    assert_eq!(all[3]["fields"], json!({ "x": 1, "y": 1000 }));
    assert_eq!([&all[4]["value"], &all[4]["word"]], [1000 & 0xFF, 1000]);
    assert_eq!([&all[6]["value"], &all[6]["word"]], [3, 515]);
    assert_eq!(all[7]["values"], json!([100, 515]));
    assert_eq!(all[8]["writer"]["address"], 0x2010);
    assert_eq!(all[9]["fields"], json!({ "a": { "x": 1, "y": 2 }, "b": { "x": 3, "y": 4 } }));
    let foes = 0x2009;
    let range =
        |answer: &Value| [answer["from"].as_u64(), answer["to"].as_u64()].map(|at| at.unwrap() - foes);
    assert_eq!([range(&all[10]), range(&all[11])], [[7, 8], [3, 5]], "as wide as they are");
    assert_eq!(range(&all[12])[1] - range(&all[12])[0], 3, "a table with all of its words");
    let address = |answer: &Value| answer["stopped"]["address"].as_u64().unwrap() - foes;
    assert_eq!([address(&all[14]), address(&all[15])], [7, 3]);
    assert_eq!(all[16]["bytes"], "e803");
    let script = "set foes[3].x 1\nset levels 1 2\nwatch foes[1].z\nset levels[ 1\nset byte(300 1\n";
    desk.write("script.txt", script);
    let said = desk.run("debug p.asm --script script.txt").failed(1, &["commands"]).stdout.clone();
    for part in ["`foes` has elements 0 to 2, not 3", "`foes.z`", "`levels[`", "byte(300"] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn a_byte_that_is_not_what_was_written_last_is_told_of() {
    let all = answers("break again\nrun\nrun\nwriter target\nset target 99\nwriter target\nwriter list\n");
    assert_eq!((&all[3]["writer"]["new"], all[3]["writer"].get("now")), (&json!(7), None));
    assert_eq!((&all[5]["writer"]["new"], &all[5]["writer"]["now"]), (&json!(7), &json!(99)));
    assert_eq!(all[6]["writer"]["now"], 0x70, "the system has cleared it, and then the program was loaded");
}

#[test]
fn an_operand_within_data_or_an_instruction_is_named_by_what_it_lies_in() {
    let source = " org $2000\nstart inc store+1\n lda score+1\n ldx table+2\nstore sta $3000\n sta $4000\n jmp start\nscore .word 1\ntable .ds 4\n run start\n";
    let desk = Desk::with("p.asm", source);
    let all = debug(&desk, "p.asm", "break start\nrun\ndisasm start 5\n");
    let texts = all[2]["instructions"].as_array().unwrap().iter();
    let texts: Vec<&str> = texts.filter_map(|row| row["instruction"].as_str()).collect();
    assert_eq!(texts, ["INC store+1", "LDA score+1", "LDX table+2", "STA $3000", "STA $4000"]);
}

#[test]
fn names_of_the_system_are_the_bytes_there() {
    let desk = Desk::with(
        "game.asm",
        " icl 'front800/hardware.inc'\n org $2000\nlimit = 3\nstart lda #limit\n sta COLOR4\n jmp start\n run start\n",
    );
    let script =
        "run 60\nprint SDMCTL\nprint COLOR4\nprint word(SDLSTL) == &SDLSTL\nprint limit\nprint &SDMCTL\n";
    let all = debug(&desk, "game.asm", script);
    let values: Vec<&Value> = all[1..].iter().map(|answer| &answer["value"]).collect();
    assert_eq!(values, [0x22, 3, 0, 3, 0x022F]);
    desk.run_words(&["run", "game.asm", "--frames", "90", "--until", "COLOR4 == 3"]).succeeded();
}

#[test]
fn a_display_list_that_runs_over_a_boundary_is_told_of() {
    let list = |at: &str| {
        format!(
            " icl 'front800/hardware.inc'\n org $2000\nstart mwa #list SDLSTL\nhere jmp here\n org {at}\n\
             list dta $70,$70,$42,a(screen),2,2,2,2,2,2,$41,a(list)\nscreen .ds 320\n run start\n"
        )
    };
    let desk = Desk::with("list.asm", list("$23F8"));
    let said = desk.run("run list.asm --frames 60").succeeded().stderr;
    assert!(said.contains("list.asm: warning: the display list crosses a 1K boundary"), "{said}");
    assert!(said.contains("after the instruction at $23FF ANTIC continues at $2000, not at $2400"), "{said}");
    let all = debug(&desk, "list.asm", "run 60\ndlist\n");
    let wraps = |entry: &&Value| entry["wraps"] == true;
    assert_eq!(all[1]["dlist"].as_array().unwrap().iter().find(wraps).unwrap()["address"], 0x23FF);
    // One that ends with the last byte of 1K is well.
    for well in ["$23F2", "$2300"] {
        desk.write("list.asm", list(well));
        assert_eq!(desk.run("run list.asm --frames 60").succeeded().stderr, "", "{well}");
    }
}

#[test]
fn a_routine_of_the_system_whose_name_the_program_has_is_called_by_one_of_its_own() {
    let source = " org $2000\nstart jsr vbi_stage1\n jmp start\nvbi_stage1 rts\n run start\n";
    let desk = Desk::with("program.asm", source);
    let script =
        "break os:vbi_stage1\nrun\nwhere\nlabel vbi_stage1\ndisasm os:vbi_stage1 1\nprint &os:vbi_stage1\n";
    let all = debug(&desk, "program.asm", script);
    let (here, label) = (&all[2]["where"], &all[3]["label"]);
    assert_eq!((&here["label"], &here["source"]["file"]), (&json!("os:vbi_stage1"), &json!("os/nmi.asm")));
    assert_eq!((&label["name"], &label["value"]), (&json!("vbi_stage1"), &json!(0x2006)));
    assert_eq!(all[4]["instructions"][0]["address"], here["address"]);
    assert_eq!(all[5]["value"], here["address"]);
}

#[test]
fn every_label_of_the_system_may_have_os_in_front() {
    let desk = Desk::with("program.asm", " org $2000\nstart jmp start\n run start\n");
    let all = debug(&desk, "program.asm", "break os:screen_clear\nlabel screen_clear\nprint &OS:CIOV\nrun\n");
    let [broken, label, entry, stopped] = &all[..4] else { panic!("{all:?}") };
    assert_eq!(broken["addresses"][0], label["label"]["value"]);
    assert_eq!((&entry["value"], &stopped["stopped"]["reason"]), (&json!(0xE456), &json!("breakpoint")));
    // What the program alone has is none of the system's.
    desk.write("script.txt", "break os:start\n");
    let ran = desk.run("debug program.asm --script script.txt").failed(1, &["1 of the commands"]);
    assert!(ran.stdout.contains("there is no label `os:start`"), "{}", ran.stdout);
}

#[test]
fn a_listing_never_runs_from_data_over_the_beginning_of_code() {
    let source = " org $2000\nstart jmp go\nflag dta $20\ngo lda #1\n sta $80\n jmp go\n run start\n";
    let all = debug(&Desk::with("dis.asm", source), "dis.asm", "break go\nrun\ndisasm start 5\n");
    let rows = all[2]["instructions"].as_array().unwrap();
    let texts: Vec<&Value> = rows.iter().map(|row| &row["instruction"]).collect();
    assert_eq!(texts, ["JMP go", "DTA $20", "LDA #$01", "STA $80", "JMP go"]);
}
