//! Every command of `front800 debug --script`, through the binary.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::cli::Desk;

/// Counts in `count` for good; `work` calls `deep`, and the vertical blank counts in `blanks`.
const PROGRAM: &str = "        org $2000
start   lda #<blank
        sta $0222
        lda #>blank
        sta $0223
        lda #<list
        sta $0230
        lda #>list
        sta $0231
        ldx #0
again   jsr work
        inx
        jmp again
work    jsr deep
        inc count
        rts
deep    lda #7
        sta target
        lda count
        rts
blank   inc blanks
        jmp $E45F
list    dta $70,$70,$42,a(text),$41,a(list)
text    dta d'HELLO, COMMANDER                        '
count   = $80
target  = $81
blanks  = $82
        run start
";

/// Runs a script; the answers to its lines.
pub fn debug(desk: &Desk, target: &str, script: &str) -> Vec<Value> {
    desk.write("script.txt", script);
    let ran = desk.run(&format!("debug {target} --script script.txt")).succeeded();
    ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub fn answers(script: &str) -> Vec<Value> {
    debug(&Desk::with("program.asm", PROGRAM), "program.asm", script)
}

/// The line of `PROGRAM`, from 1, that contains a text.
fn line_of(text: &str) -> u64 {
    PROGRAM.lines().position(|line| line.contains(text)).unwrap() as u64 + 1
}

#[test]
fn every_answer_says_what_was_asked_and_where_the_machine_stands() {
    let all = answers("# nothing\n\nbreak again\nrun\nregs\nquit\nregs\n");
    assert_eq!(all.len(), 4, "comments and blank lines are no commands, and quit is the last");
    for answer in &all {
        assert_eq!(answer["ok"], true);
        for key in ["cycle", "frame", "line", "beam", "pc", "a", "x", "y", "s", "p"] {
            assert!(answer[key].is_u64(), "{key} in {answer}");
        }
    }
    assert_eq!(all[0]["command"], "break");
    assert_eq!(all[0]["number"], 1);
    assert_eq!(all[1]["stopped"], json!({ "reason": "breakpoint", "number": 1 }));
    assert_eq!(all[1]["source"]["line"], line_of("again   jsr"));
    assert!(all[1]["source"]["file"].as_str().unwrap().ends_with("program.asm"));
    assert_eq!(all[2]["x"], 0);
    assert_eq!(all[2]["flags"].as_str().unwrap().len(), 6);
}

#[test]
fn breakpoints_stand_at_labels_addresses_and_lines_and_have_conditions() {
    let line = line_of("inc count");
    let all = answers(&format!(
        "break program.asm:{line} if count == 3 && hits >= 1\nrun\nprint count\nprint hits == 0\n\
         break $2016\nrun\ndelete 1\ndelete 2\nrun 2\nbreak work+3 if x == $20\nrun\n"
    ));
    assert_eq!(all[1]["stopped"]["number"], 1);
    assert_eq!(all[1]["source"]["line"], line);
    assert_eq!(all[2]["value"], 3);
    assert_eq!(all[5]["stopped"]["number"], 2);
    assert_eq!(all[8]["stopped"], json!({ "reason": "limit" }));
    assert_eq!(all[10]["stopped"]["number"], 3, "numbers are not used again");
    assert_eq!(all[10]["x"], 0x20);
}

#[test]
fn a_step_back_from_a_jam_leads_to_its_instruction_however_long_it_has_lasted() {
    let desk = Desk::with("jam.asm", " org $2000\nstart nop\nlast dta $02\n run start\n");
    let all = debug(&desk, "jam.asm", "run\nback\nwhere\nback\nrun\nrun\nback 2\n");
    assert_eq!(all[0]["stopped"]["reason"], "jam");
    assert_eq!(all[2]["where"]["label"], "last");
    assert_eq!(all[2]["where"]["instruction"], "CIM");
    assert_eq!((&all[3]["pc"], &all[6]["pc"]), (&json!(0x2000), &json!(0x2000)));
}

#[test]
fn a_line_of_standard_input_is_answered_before_the_next_is_written() {
    let desk = Desk::with("program.asm", PROGRAM);
    let mut command = Command::new(env!("CARGO_BIN_EXE_front800"));
    command.args(["debug", "program.asm", "--script", "-"]).current_dir(desk.path(""));
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut words, mut answers) =
        (process.stdin.take().unwrap(), BufReader::new(process.stdout.take().unwrap()).lines());
    for (word, key) in [("break again", "number"), ("run", "stopped"), ("regs", "flags"), ("quit", "pc")] {
        writeln!(words, "{word}").unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        assert!(answer.get(key).is_some(), "{answer}");
    }
    assert!(process.wait().unwrap().success());
}

#[test]
fn words_may_be_capital_blanks_tabs_and_numbers_hexadecimal() {
    let all = answers(
        "BREAK again\tIF\tx == 2\nrun 0x100\nprint x\ndelete 1\nWatch C count\ncatch NMI\nstep $10\ngoto $100000\ngoto 0x0\n",
    );
    for answer in &all {
        assert_eq!(answer["ok"], true, "{answer}");
    }
    assert_eq!(all[2]["value"], 2);
    assert!(all[7]["cycle"].as_u64().unwrap() >= 0x10_0000);
    assert_eq!(all[8]["cycle"], 0);
}

#[test]
fn accesses_are_watched_by_kind_and_range() {
    let all = answers(
        "break start\nrun\ndelete 1\nwatch w target\nrun\nrun\ndelete 2\nwatch c target..target+1 if frame > 10\nrun\ndelete 3\n\
         watch r count\nrun\ndelete 4\nwatch x deep\nrun\n",
    );
    let address = 0x81;
    assert_eq!(all[4]["stopped"]["reason"], "watch");
    assert_eq!(all[4]["stopped"]["address"], address);
    assert_eq!(all[4]["stopped"]["new"], 7);
    assert_eq!((&all[5]["stopped"]["old"], &all[5]["stopped"]["new"]), (&json!(7), &json!(7)));
    assert_eq!(all[8]["stopped"]["address"], 0x82, "the target does not change any more");
    assert_eq!(all[8]["stopped"]["new"], all[8]["stopped"]["old"].as_u64().unwrap() + 1);
    assert_eq!(all[11]["stopped"]["address"], 0x80);
    assert_eq!(all[14]["source"]["line"], line_of("deep    lda"));
}

#[test]
fn interrupts_frames_and_the_beam_are_caught() {
    let all = answers(
        "run 60\ncatch nmi\nrun\ndelete 1\ncatch frame\nrun\nrun\ndelete 2\ncatch beam 100:50\nrun\ndelete 3\n\
         catch brk\ncatch jam\ncatch stack\ncatch irq\nrun 2\n",
    );
    let stopped = |what: &str, number: u32| json!({ "reason": "catch", "number": number, "what": what });
    assert_eq!(all[2]["stopped"], stopped("nmi", 1));
    assert_eq!(all[2]["line"], 248);
    assert_eq!(all[5]["stopped"], stopped("frame", 2));
    assert_eq!(all[5]["line"], 0);
    assert_eq!(all[6]["frame"], all[5]["frame"].as_u64().unwrap() + 1);
    assert_eq!(all[9]["stopped"], stopped("beam", 3));
    assert_eq!(all[9]["line"], 100);
    assert!((50..60).contains(&all[9]["beam"].as_u64().unwrap()));
    assert_eq!(all[15]["stopped"], json!({ "reason": "limit" }));
}

#[test]
fn the_third_time_is_the_third_time_again_for_who_has_gone_back() {
    let all = answers(
        "break again\nrun\ndelete 1\nbreak work if hits == 3\nrun\nback 30\nrun\nrun 60\nreverse\nset target 9\nrun 1\nreverse\n",
    );
    let third = &all[4]["cycle"];
    assert_eq!(all[4]["stopped"]["number"], 2);
    assert_eq!((&all[6]["stopped"]["reason"], &all[6]["cycle"]), (&json!("breakpoint"), third));
    assert_eq!(all[7]["stopped"]["reason"], "limit");
    assert_eq!((&all[8]["stopped"]["number"], &all[8]["cycle"]), (&json!(2), third), "back to it");
    assert_eq!(all[10]["stopped"]["reason"], "limit", "in another future it is still the third");
    assert_eq!(&all[11]["cycle"], third);
}

#[test]
fn what_was_before_a_stop_was_set_is_none_of_its_hits() {
    let all = answers(
        "run 25\nbreak deep if hits == 2\nrun 1\nrun 1\nreverse\nrun 1\nreverse\nreverse\nrun 60\nrestart\nrun 60\n",
    );
    let second = &all[2]["cycle"];
    assert_eq!(all[2]["stopped"]["number"], 1);
    assert_eq!((&all[4]["stopped"]["number"], &all[4]["cycle"]), (&json!(1), second));
    assert_eq!(all[5]["stopped"]["reason"], "limit", "it is the second, and was the only one");
    assert_eq!((&all[6]["cycle"], &all[7]["stopped"]["reason"]), (second, &json!("start")));
    assert_eq!(&all[8]["cycle"], second, "from before the stop was set, too");
    assert_eq!(all[10]["stopped"]["reason"], "breakpoint");
    assert!(
        all[10]["cycle"].as_u64() < second.as_u64(),
        "another future, in which it is set from the beginning"
    );
}

#[test]
fn of_several_accesses_of_an_instruction_the_same_one_is_named_whichever_way_one_goes() {
    for watch in ["watch w 0..$ffff", "watch r $80..$ffff if frame > 0"] {
        let all = answers(&format!("break again\nrun\ndelete 1\n{watch}\nrun\nrun\nreverse\n"));
        let (forward, back) = (&all[4], &all[6]);
        assert_eq!((&forward["cycle"], &forward["stopped"]), (&back["cycle"], &back["stopped"]), "{watch}");
    }
    let source = " org $2000\nstart inc $D01A\n lda ($80),y\n jmp start\n run start\n";
    let script = "watch r $80..$81\nwatch w $D01A\nrun\nrun\nrun\nreverse\nreverse\n";
    let all = debug(&Desk::with("twice.asm", source), "twice.asm", script);
    assert_eq!([&all[5]["stopped"], &all[6]["stopped"]], [&all[3]["stopped"], &all[2]["stopped"]]);
}

#[test]
fn an_instruction_that_writes_twice_is_one_hit_with_what_it_wrote_last() {
    let all = answers(
        "break again\nrun\ndelete 1\nwatch w count\nrun\nrun\ndelete 2\nwatch w count if hits == 3\nrun\nprint count\n",
    );
    let stopped = &all[5]["stopped"];
    assert_eq!((&stopped["old"], &stopped["new"]), (&json!(1), &json!(2)));
    assert_eq!(all[9]["value"], 5);
}

#[test]
fn a_register_is_watched_wherever_it_answers() {
    let source = " org $2000\nstart ldx #$3A\n lda #$34\n sta $D000,x\n lda $D47B\n jmp *\n run start\n";
    let desk = Desk::with("mirror.asm", source);
    let all = debug(
        &desk,
        "mirror.asm",
        "break start\nrun\ndelete 1\nwatch w $D01A if a == $34\nwatch r $D40B if pc >= $2000 && pc < $3000\nrun\nrun\nwriter $D01A\n",
    );
    assert_eq!((&all[5]["stopped"]["number"], &all[5]["stopped"]["address"]), (&json!(2), &json!(0xD03A)));
    assert_eq!((&all[6]["stopped"]["number"], &all[6]["stopped"]["address"]), (&json!(3), &json!(0xD47B)));
    assert_eq!(all[7]["writer"]["by"], 0x2004);
}

#[test]
fn the_line_of_a_macros_call_stops_at_what_was_put_in_for_it() {
    let source = " org $2000\n.macro twice\n lda #:1\n sta $600\n.endm\nstart nop\n twice 7\n :3 asl @\n twice 8\n jmp *\n run start\n";
    let desk = Desk::with("macro.asm", source);
    let all =
        debug(&desk, "macro.asm", "break macro.asm:7\nbreak macro.asm:9\nbreak macro.asm:8\nrun\nrun\nrun\n");
    let stops: Vec<_> =
        all[3..].iter().map(|it| (it["stopped"]["number"].clone(), it["pc"].clone())).collect();
    let expected = [(1, 0x2001), (3, 0x2006), (2, 0x2009)].map(|(number, pc)| (json!(number), json!(pc)));
    assert_eq!(stops, expected);
    assert_eq!(all[3]["source"]["line"], 3, "in its own source");
}

#[test]
fn labels_of_the_procedure_one_stands_in_need_no_more_than_their_name() {
    let source = " org $2000\nstart jsr work\n jmp *\nframe dta 5\n.proc work\n lda val\n@l rts\nval dta 7\n.endp\n run start\n";
    let desk = Desk::with("scope.asm", source);
    let script = "break work\nrun\nprint val + byte(&frame)\nbreak @l if val == 7\nrun\nset val val+1\nprint work.val\n";
    let all = debug(&desk, "scope.asm", script);
    assert_eq!(all[2]["value"], 12);
    assert_eq!(all[4]["stopped"]["number"], 2);
    assert_eq!(all[6]["value"], 8);
}

#[test]
fn an_interrupt_request_and_a_break_are_caught() {
    let stopped = |what: &str| json!({ "reason": "catch", "number": 1, "what": what });
    let pressed = answers("run 60\ncatch irq\ninput key A\nrun 5\n");
    assert_eq!(pressed[3]["stopped"], stopped("irq"));
    let desk = Desk::with("break.asm", "        org $2000\nstart   nop\n        brk\n        run start\n");
    let broken = debug(&desk, "break.asm", "catch brk\nrun\nwhere\n");
    assert_eq!(broken[1]["stopped"], stopped("brk"));
    assert_eq!((&broken[1]["pc"], &broken[2]["where"]["instruction"]), (&json!(0x2001), &json!("BRK")));
}

#[test]
fn steps_go_forward_over_and_out() {
    let all = answers("break again\nrun\ndelete 1\nstep\nstep 2\nout\nback 3\nback\nnext\nnext\n");
    let line = |n: usize| all[n]["source"]["line"].as_u64().unwrap();
    assert_eq!(line(3), line_of("work    jsr"));
    assert_eq!(line(4), line_of("sta target"));
    assert_eq!(line(5), line_of("inc count"), "out of deep");
    assert_eq!(line(6), line_of("sta target"));
    assert_eq!(line(7), line_of("deep    lda"));
    assert_eq!(line(8), line_of("sta target"));
    assert_eq!(line(9), line_of("lda count"));
    assert_eq!(all[9]["stopped"], json!({ "reason": "step" }));
}

#[test]
fn a_call_is_stepped_over() {
    let all = answers("break again if x == 9\nrun\nnext\nprint count\nback 2\n");
    assert_eq!(all[2]["source"]["line"], line_of("        inx"));
    assert_eq!(all[3]["value"], 10);
    assert_eq!(all[4]["source"]["line"], line_of("inc count"), "the return, and what came before it");
}

#[test]
fn time_goes_back_and_forth() {
    let all = answers(
        "break again if x == 5\nbreak again if x == 9\nrun\nrun\nreverse\nreverse\nrun\nback 4\ngoto 0\nbreak deep\nrun\n",
    );
    assert_eq!(all[2]["x"], 5);
    assert_eq!(all[3]["x"], 9);
    assert_eq!(all[4]["stopped"]["number"], 1);
    assert_eq!((&all[4]["x"], &all[4]["cycle"]), (&all[2]["x"], &all[2]["cycle"]));
    assert_eq!(all[5]["stopped"], json!({ "reason": "start" }));
    assert_eq!(all[6]["cycle"], all[2]["cycle"]);
    assert_eq!(all[7]["stopped"], json!({ "reason": "step" }));
    assert_eq!(all[8]["cycle"], 0);
    assert_eq!(all[10]["stopped"]["number"], 3);
}

#[test]
fn who_wrote_and_who_read_a_byte_is_known() {
    let all = answers("run 100\nwriter target\nreader count\nwriter $F000\nwriter $3000\n");
    let writer = &all[1]["writer"];
    assert_eq!(writer["new"], 7);
    assert_eq!(writer["at"]["source"]["line"], line_of("sta target"));
    assert_eq!(writer["at"]["instruction"], "STA target");
    assert_eq!(writer["by"], writer["at"]["address"]);
    assert!(writer["cycle"].as_u64().unwrap() < all[1]["cycle"].as_u64().unwrap());
    assert!(all[2]["reader"]["at"]["instruction"].as_str().unwrap().ends_with("count"));
    assert_eq!(all[3]["writer"], Value::Null);
    assert_eq!(all[4]["writer"]["at"]["source"]["file"], "os/start.asm", "where memory is cleared");
    assert_eq!(all[0]["cycle"], all[4]["cycle"], "looking moves nothing");
    let again = answers(&format!("run 100\ngoto {}\nwhere\n", writer["cycle"]));
    assert_eq!(again[2]["where"]["instruction"], "STA target");
    assert_eq!(again[2]["where"]["label"], "deep+2");
}

#[test]
fn memory_and_registers_are_shown_and_set() {
    let all = answers(
        "break again\nrun\ndump text 5\nset target 5+6\nprint target\nset x $42\nset a -1\nset pc deep\nregs\n\
         set p 0\nregs\nprint word(list+3) == &text\n",
    );
    assert_eq!(all[2]["bytes"], "28252c2c2f");
    assert_eq!(all[4]["value"], 11);
    assert_eq!((&all[8]["x"], &all[8]["a"]), (&json!(0x42), &json!(0xFF)));
    assert_eq!(all[8]["source"]["line"], line_of("deep    lda"), "a label in an expression is its byte");
    assert_eq!(all[10]["p"], 0x20);
    assert_eq!(all[11]["value"], 1);
}

#[test]
fn instructions_from_an_address_on_are_shown_with_labels_bytes_and_lines() {
    let all = answers("break again\nrun\ndisasm work 3\nDISASM $2018\ndisasm again+3 $01\n");
    let rows = all[2]["instructions"].as_array().unwrap();
    let text: Vec<&str> = rows.iter().map(|row| row["instruction"].as_str().unwrap()).collect();
    assert_eq!(text, ["JSR deep", "INC count", "RTS"]);
    assert_eq!(rows[1]["bytes"], "e680");
    assert_eq!(rows[1]["label"], "work+3");
    assert_eq!(rows[1]["source"]["line"], line_of("inc count"));
    assert_eq!(rows[2]["address"].as_u64().unwrap(), rows[1]["address"].as_u64().unwrap() + 2);
    assert_eq!(all[3]["instructions"].as_array().unwrap().len(), 10);
    assert_eq!(all[4]["instructions"][0]["instruction"], "INX");
    assert_eq!(all[0]["cycle"].as_u64().unwrap(), 0);
    assert_eq!(all[2]["pc"], all[1]["pc"], "looking moves nothing");
}

#[test]
fn a_label_is_looked_up_by_its_name_and_by_an_address() {
    let all = answers("break again\nrun\nlabel WORK\nlabel work+2\nlabel count\nlabel list\nlabel $E459\n");
    let work = &all[2]["label"];
    assert_eq!(
        (&work["name"], &work["kind"], &work["offset"]),
        (&json!("work"), &json!("label"), &Value::Null)
    );
    assert_eq!(work["source"]["line"], line_of("work    jsr"));
    assert_eq!((&all[3]["label"]["value"], &all[3]["label"]["offset"]), (&work["value"], &json!(2)));
    assert_eq!((&all[4]["label"]["value"], &all[4]["label"]["name"]), (&json!(0x80), &json!("count")));
    assert_eq!(all[5]["label"]["size"], 8);
    assert_eq!((&all[6]["label"]["name"], &all[6]["label"]["value"]), (&json!("SIOV"), &json!(0xE459)));
}

#[test]
fn the_stack_is_shown_with_who_called() {
    let all = answers("break deep\nrun\nstack\n");
    let calls = all[2]["stack"]["calls"].as_array().unwrap();
    assert_eq!(calls[0]["label"], "deep");
    assert_eq!(calls[0]["from"]["source"]["line"], line_of("work    jsr"));
    assert_eq!(calls[1]["label"], "work");
    assert_eq!(calls[1]["from"]["source"]["line"], line_of("again   jsr"));
    assert!(all[2]["stack"]["bytes"].as_str().unwrap().len() >= 8);
}

#[test]
fn the_display_is_shown_as_the_chips_have_it() {
    let desk = Desk::with("program.asm", PROGRAM);
    let all = debug(
        &desk,
        "program.asm",
        "run 60\ncatch beam 30:20\nrun\ndlist\nbeam\nchip antic\nchip gtia\nchip pokey\nchip pia\nscreen\n\
         screenshot picture.png\n",
    );
    let list = all[3]["dlist"].as_array().unwrap();
    let what: Vec<&str> = list.iter().map(|entry| entry["what"].as_str().unwrap()).collect();
    assert_eq!(what, ["blank 8", "blank 8", "mode 2 LMS", "jump and wait"]);
    let current: Vec<bool> = list.iter().map(|entry| entry["current"].as_bool().unwrap()).collect();
    assert_eq!(current, [false, false, true, false], "line 30 is in the text");
    assert!(["cpu", "antic"].contains(&all[4]["dma"]["owner"].as_str().unwrap()));
    let taken = all[4]["dma"]["antic"].as_array().unwrap();
    assert!(taken.len() > 9, "refresh and the font: {taken:?}");
    let register = |n: usize, name: &str| all[n]["registers"][name].as_u64().unwrap();
    assert_eq!(register(5, "DMACTL"), 0x22);
    assert_eq!(register(5, "CHBASE"), 0xE0);
    assert_eq!(register(5, "VCOUNT"), 15);
    assert_eq!(register(6, "COLPF2"), 0x94);
    assert_eq!(register(6, "CONSOL"), 7);
    assert_eq!(register(7, "SKCTL"), 3);
    assert_eq!(register(8, "PORTA"), 0xFF);
    assert!(all[9]["screen"].as_str().unwrap().contains("HELLO, COMMANDER"));
    assert!(desk.read("picture.png").starts_with(b"\x89PNG"));
}

#[test]
fn input_comes_at_once_or_at_its_frame() {
    let all = answers(
        "run 60\ninput stick0 right fire\nchip pia\nchip gtia\ninput 70 console start\nrun 5\nchip gtia\nrun 10\n\
         chip gtia\n",
    );
    assert_eq!(all[2]["registers"]["PORTA"], 0xF7);
    assert_eq!(all[3]["registers"]["TRIG0"], 0);
    assert_eq!(all[6]["registers"]["CONSOL"], 7);
    assert_eq!(all[8]["registers"]["CONSOL"], 6);
    let past = answers("run 100\ngoto 1000000\ninput 50 stick0 left\nrun 40\nprint byte($278)\nreverse\n");
    assert_eq!(past[4]["value"], 11, "what is planned in the past begins another future");
    assert_eq!((&past[5]["cycle"], &past[5]["stopped"]["reason"]), (&json!(0), &json!("start")));
}

/// It is held until ANTIC has looked at it, in the middle of a frame, too.
#[test]
fn the_reset_key_is_pressed_for_a_whole_frame() {
    const WARMST: &str = "print byte($08)";
    for place in ["", "catch beam 250:0\nrun\n"] {
        let all = answers(&format!("run 60\n{place}{WARMST}\ninput reset\nrun 1\nrun 60\n{WARMST}\n"));
        let warm: Vec<&Value> = all.iter().filter_map(|answer| answer.get("value")).collect();
        assert_eq!(warm, [0, 255], "{place}");
    }
}

#[test]
fn help_says_what_there_is() {
    let all = answers("help\nhelp Watch\n");
    let lines = all[0]["commands"].as_array().expect("a list");
    assert!(lines.contains(&json!("step [N|line]")) && lines.contains(&json!("help [COMMAND]")), "{lines:?}");
    assert_eq!(all[1]["commands"], json!(["watch [r|w|x|c] ADDR[..ADDR] [if COND]"]));
}

#[test]
fn a_restart_undoes_all_that_was_done() {
    let all = answers(
        "input 30 console start\nbreak work\nrun\nset count 9\nrun\nprint count\nrestart\nrun\nprint count\nrun 20\n\
         delete 1\nrun 40\nprint byte($D01F)\n",
    );
    assert_eq!(all[5]["value"], 10);
    assert_eq!((&all[6]["cycle"], &all[6]["stopped"]["reason"]), (&json!(0), &json!("step")));
    assert_eq!(
        (&all[7]["cycle"], &all[7]["stopped"]),
        (&all[2]["cycle"], &all[2]["stopped"]),
        "the stop stays"
    );
    assert_eq!(all[8]["value"], 0, "what was set is not");
    assert_eq!(all[12]["value"], 6, "what was planned is still to be done: {}", all[12]);
}

#[test]
fn a_procedure_that_takes_too_long_is_caught() {
    let source = "        org $2000
start   ldx #3
        jsr delay
        ldx #200
        jsr delay
        jmp *
        .proc delay
        .budget 100
loop    dex
        .loop 10
        bne loop
        rts
        .endp
        run start
";
    let desk = Desk::with("program.asm", source);
    let all = debug(&desk, "program.asm", "catch budget\nrun 300\nstack\n");
    let stopped = &all[1]["stopped"];
    assert_eq!((&stopped["what"], &stopped["procedure"]), (&json!("budget"), &json!("delay")), "{stopped}");
    assert_eq!(stopped["budget"], 100);
    // 200 turns of 5 cycles, the last of which does not branch, and the return.
    assert_eq!(stopped["cycles"], 200 * 5 - 1 + 6);
}

#[test]
fn what_cannot_be_carried_out_says_what_would_be_right() {
    let desk = Desk::with("program.asm", PROGRAM);
    let script = "brake again\nbreak agian\nbreak program.asm:1\nwatch q $80\ndelete 7\nset $E000 1\nset count 300\n\
                  dump count\nprint 1/0\nout 5\nchip sid\ninput stick9 up\ncatch beam 300:0\ncatch budget\nbreak again if\nbreak again if x = 3\n\
                  dump count 0\nrun 0\nstep -1\ngoto start\ndisasm agian\ndisasm again 0\nlabel agian\nlabel\nbreak a.asm:1\nbreak program.asm:-1\nregs\n";
    desk.write("script.txt", script);
    let ran = desk.run("debug program.asm --script script.txt").failed(1, &["26 of the commands"]);
    let answers: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let errors = [
        "did you mean `break`?",
        "did you mean `again`?",
        "the next are on line 2",
        "expected `watch [r|w|x|c] ADDR[..ADDR] [if COND]`",
        "there is no stop 7",
        "there is no RAM at $E000",
        "300 does not fit a byte",
        "expected `dump ADDR LEN`",
        "division by zero",
        "nothing stands after `out`",
        "expected `chip antic|gtia|pokey|pia`",
        "`stick9` is no device",
        "lines 0 to 261",
        "no procedure of this program has a budget",
        "a condition is missing behind `if`",
        "to compare, write `==`",
        "LEN is 1 to 65536",
        "`run [FRAMES]`: a number from 1 on",
        "`step [N|line]`: a number from 1 on",
        "a machine cycle, from 0 on",
        "did you mean `again`?",
        "`disasm ADDR [N]`: N is 1 to 65536",
        "did you mean `again`?",
        "expected `label LABEL|ADDR`",
        "`a.asm` with instructions of the program: expected one of program.asm",
        "program.asm: no file has a line -1",
    ];
    for (answer, error) in answers.iter().zip(errors) {
        assert_eq!(answer["ok"], false, "{answer}");
        assert!(answer["error"].as_str().unwrap().contains(error), "{answer}");
        assert!(answer["cycle"].is_u64());
    }
    assert_eq!(answers[26]["ok"], true, "a mistake ends nothing");
    desk.run("debug program.asm").failed(2, &["--script"]);
    desk.run("debug program.asm --script nowhere.txt").failed(2, &["nowhere.txt"]);
}

#[test]
fn a_condition_means_the_labels_of_the_code_that_it_stands_by() {
    let source = "        org $2000
start   jsr outer
        jmp start
total   = $92
.proc outer
count   = $90
        inc count
        jsr inner
        rts
.endp
.proc inner
count   = $91
total   = $93
        lda #7
        sta count
        rts
.endp
        run start
";
    let desk = Desk::with("program.asm", source);
    let script = "print count\nbreak start\nrun\ndelete 1\nbreak inner+2 if count == 3\n\
                  break inner+4 if count == 7 && outer.count > 2\nset outer.count 0\nset inner.count 3\n\
                  run\nrun\nprint count\nprint outer.count\nprint &total\nout\nprint &total";
    desk.write("script.txt", script);
    let ran = desk.run("debug program.asm --script script.txt");
    let all: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let error = all[0]["error"].as_str().unwrap();
    assert!(error.contains("there is no label or register `count`: did you mean `inner.count`?"), "{error}");
    assert!(all[1..].iter().all(|answer| answer["ok"] == true), "{all:?}");
    let stops = [8, 9].map(|n: usize| all[n]["stopped"]["number"].clone());
    assert_eq!(stops, [2, 3]);
    assert_eq!((&all[10]["value"], &all[11]["value"]), (&json!(7), &json!(3)));
    assert_eq!(
        (&all[12]["value"], &all[14]["value"]),
        (&json!(0x93), &json!(0x92)),
        "the nearer one hides the other"
    );
}

#[test]
fn a_number_is_no_place_to_set() {
    let desk = Desk::with("set.asm", "COUNT = 12\n org $2000\nstart jmp start\n run start\n");
    desk.write("set.txt", "set COUNT 5\nset byte(COUNT) 5\nprint byte(COUNT)\n");
    let ran = desk.run("debug set.asm --script set.txt").failed(1, &["1 of the commands"]);
    let all: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let expected = "`COUNT` is the number 12: to set the byte at that address, write `byte(COUNT)`";
    assert_eq!(all[0]["error"], expected);
    assert_eq!(all[2]["value"], 5);
}

#[test]
fn hits_are_those_that_meet_the_rest_of_the_condition() {
    let all = answers("break again if x == 2 && hits == 2\nrun\nprint x\n");
    assert_eq!((&all[1]["stopped"]["number"], &all[2]["value"]), (&json!(1), &json!(2)));
    let first = answers("break again if x == 2\nrun\n");
    assert!(first[1]["cycle"].as_u64() < all[1]["cycle"].as_u64(), "the second time");
}
