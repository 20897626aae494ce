//! The debug adapter: variables, and the frames of what is interrupted.

use serde_json::{Value, json};

use super::Editor;

/// An editor whose program has come to its label `start`.
pub(super) fn at_start_of(source: &str) -> Editor {
    let editor = Editor::new();
    editor.adapter.desk.write("program.asm", source);
    editor.go_to_start()
}

#[test]
fn variables_are_bytes_words_and_tables_as_their_source_says() {
    let source = " org $2000\nstart jmp *\nscore dta a(1000)\nlives dta 3\ntable dta 1,2,3,4,5,6\n .var far .dword\n run start\n";
    let mut editor = at_start_of(source);
    let shown = ["score", "lives", "table"].map(|name| editor.variable("Variables", name));
    assert_eq!(shown, ["$03E8 (1000)", "$03", "[6] $01 $02 $03 $04 …"]);
    assert!(editor.variable("Variables", "far").starts_with("[4] $"));
    let watched = editor.ask("evaluate", json!({ "expression": "table", "context": "watch" }));
    assert_eq!(
        (&watched["result"], &watched["indexedVariables"]),
        (&json!("[6] $01 $02 $03 $04 …"), &json!(6))
    );
    let reference = watched["variablesReference"].clone();
    let part = json!({ "variablesReference": reference, "start": 4, "count": 9 });
    let part = editor.ask("variables", part)["variables"].clone();
    let parts: Vec<_> = part.as_array().unwrap().iter().map(|it| [&it["name"], &it["value"]]).collect();
    assert_eq!(parts, [[&json!("[4]"), &json!("$05")], [&json!("[5]"), &json!("$06")]]);
    let element = editor.ask("evaluate", json!({ "expression": part[1]["evaluateName"] }));
    assert_eq!(element["result"], "6 ($06)");
    let score = json!({ "variablesReference": 4, "name": "score", "value": "65535" });
    assert_eq!(editor.ask("setVariable", score)["value"], "$FFFF (65535)");
    let score = json!({ "variablesReference": 4, "name": "score", "value": "65536" });
    editor.refused("setVariable", score, "does not fit a word");
    editor.ask("setVariable", json!({ "variablesReference": reference, "name": "[1]", "value": "9" }));
    assert_eq!(editor.variable("Variables", "table"), "[6] $01 $09 $03 $04 …");
    let hovered = editor.ask("evaluate", json!({ "expression": "score", "context": "hover" }));
    assert_eq!(hovered["result"], "score at $2003: $FFFF (65535)");
}

#[test]
fn frames_below_a_handler_are_those_of_what_it_has_interrupted() {
    let mut editor = Editor::at_start();
    let handler = editor.ask("evaluate", json!({ "expression": "word($0222)" }))["result"].clone();
    let handler = handler.as_str().unwrap().split(' ').next().unwrap().to_string();
    editor.ask("setFunctionBreakpoints", json!({ "breakpoints": [{ "name": handler }] }));
    editor.go("continue", json!({}), "function breakpoint");
    let names: Vec<String> =
        editor.frames().iter().map(|it| it["name"].as_str().unwrap().to_string()).collect();
    assert!(names[1].ends_with(" (interrupted: VBI)"), "{names:?}");
    assert!(["start", "again", "work"].iter().any(|name| names[1].starts_with(name)), "{names:?}");
}

#[test]
fn numbers_of_tables_are_words_where_the_source_has_words() {
    let source = " org $2000\nstart jmp *\nrows dta a(1000,2,3)\n .array scores [5] .word = 700\n .enda\n .array pair [2] .byte = 3\n .enda\nmixed dta a(1),2\nhalves dta <start,>start\ntwo dta 1,2\n run start\n";
    let mut editor = at_start_of(source);
    let shown =
        ["rows", "scores", "pair", "mixed", "halves", "two"].map(|name| editor.variable("Variables", name));
    assert_eq!(
        shown,
        [
            "[3] $03E8 $0002 $0003",
            "[5] $02BC $02BC $02BC $02BC …",
            "[2] $03 $03",
            "[3] $01 $00 $02",
            "$2000 (8192)",
            "$0201 (513)"
        ]
    );
    let watched = editor.ask("evaluate", json!({ "expression": "scores", "context": "watch" }));
    assert_eq!(watched["indexedVariables"], 5);
    let reference = watched["variablesReference"].clone();
    let set = |n: &str| json!({ "variablesReference": reference, "name": n, "value": "$1234" });
    assert_eq!(editor.ask("setVariable", set("[4]"))["value"], "$1234 (4660)");
    editor.refused("setVariable", set("[5]"), "`scores` has no [5]: expected [0] to [4]");
    let part = json!({ "variablesReference": reference, "start": 3, "count": 9 });
    let part = editor.ask("variables", part)["variables"].clone();
    let parts: Vec<_> = part.as_array().unwrap().iter().map(|it| [&it["name"], &it["value"]]).collect();
    assert_eq!(parts, [[&json!("[3]"), &json!("$02BC (700)")], [&json!("[4]"), &json!("$1234 (4660)")]]);
    let element = editor.ask("evaluate", json!({ "expression": part[1]["evaluateName"] }));
    assert_eq!((&part[1]["evaluateName"], &element["result"]), (&json!("scores[4]"), &json!("$1234 (4660)")));
}

#[test]
fn fields_of_structures_have_their_names_and_widths() {
    let source = " .struct actor\nx .byte\ny .word\nframes :3 .byte\n .ends\n .zpvar hero actor\n org $2000\nstart jmp *\nfoes dta actor [1] (1,515,3) (4,1000,6)\n .local room\ndoor dta actor [0] (7,8,9)\n .endl\n run start\n";
    let mut editor = at_start_of(source);
    assert_eq!(editor.variable("Variables", "foes"), "[2] x $01, y $0203 (515), frames [3] $03 $00 $00 …");
    assert_eq!(editor.variable("Variables", "room.door"), "x $07, y $0008 (8), frames [3] $09 $00 $00");
    let mut parts = |reference: &Value| {
        let parts = editor.ask("variables", json!({ "variablesReference": reference }))["variables"].take();
        parts.as_array().expect("a list").clone()
    };
    let names = |parts: &[Value]| -> Vec<String> {
        parts.iter().map(|it| it["name"].as_str().unwrap_or_default().to_owned()).collect()
    };
    // The zero page is the third scope, variables the fourth; fields are not among them.
    assert_eq!(names(&parts(&json!(3)))[..], ["hero"]);
    let all = parts(&json!(4));
    assert!(!names(&all).iter().any(|name| name.contains("foes.")), "{all:?}");
    let foes = all.iter().find(|it| it["name"] == "foes").expect("the array");
    assert_eq!(foes["indexedVariables"], 2);
    let elements = parts(&foes["variablesReference"]);
    assert_eq!(names(&elements), ["[0]", "[1]"]);
    assert_eq!(elements[1]["value"], "x $04, y $03E8 (1000), frames [3] $06 $00 $00");
    let first = parts(&elements[0]["variablesReference"]);
    assert_eq!(names(&first), ["x", "y", "frames"]);
    assert_eq!(names(&parts(&first[2]["variablesReference"])), ["[0]", "[1]", "[2]"]);
    let second = elements[1]["variablesReference"].clone();
    let fields = parts(&second);
    assert_eq!([&fields[0]["value"], &fields[1]["value"]], ["$04", "$03E8 (1000)"]);
    let y = editor.ask("evaluate", json!({ "expression": fields[1]["evaluateName"] }));
    assert_eq!((&fields[1]["evaluateName"], &y["result"]), (&json!("foes[1].y"), &json!("$03E8 (1000)")));
    let set = |name: &str| json!({ "variablesReference": second, "name": name, "value": "$1234" });
    assert_eq!(editor.ask("setVariable", set("y"))["value"], "$1234 (4660)");
    editor.refused("setVariable", set("x"), "4660");
    editor.refused("setVariable", set("z"), "`foes[1]` has no field `z`");
    let whole = json!({ "variablesReference": 4, "name": "room.door", "value": "1" });
    editor.refused("setVariable", whole, "`room.door` is a structure: set one of its fields");
    let hovered = editor.ask("evaluate", json!({ "expression": "foes", "context": "hover" }));
    assert_eq!(hovered["result"], "foes at $2003: [2] x $01, y $0203 (515), frames [3] $03 $00 $00 …");
}

/// A structure in a structure, and a label that is called as a field is.
const NESTED: &str = " .struct spot\nx .byte\ny .word\n .ends\n .struct pair\na spot\nb :2 spot\n .ends\n org $2000\nstart jmp *\n\
                      twins dta pair [1] (1,2,3,4,5,6) (7,8,9,10,11,12)\ny dta 99\nlevels dta a(100),a(300)\n run start\n";

#[test]
fn structures_in_structures_are_opened_and_set() {
    let mut editor = at_start_of(NESTED);
    let shown = editor.variable("Variables", "twins");
    assert_eq!(shown, "[2] a x $01, y $0002 (2), b [2] x $03, y $0004 (4) … …");
    let mut evaluated =
        |text: &str| editor.ask("evaluate", json!({ "expression": text, "context": "watch" }));
    let second = evaluated("twins[1]");
    assert_eq!(second["result"], "a x $07, y $0008 (8), b [2] x $09, y $000A (10) …");
    assert_eq!(evaluated("twins[1].b[1].y")["result"], "$000C (12)");
    assert_eq!(evaluated("levels[1]")["result"], "$012C (300)");
    let mut parts = |reference: &Value| {
        editor.ask("variables", json!({ "variablesReference": reference }))["variables"].take()
    };
    let b = parts(&second["variablesReference"])[1].take();
    assert_eq!((&b["evaluateName"], &b["indexedVariables"]), (&json!("twins[1].b"), &json!(2)));
    let one = parts(&b["variablesReference"])[1].take();
    let y = parts(&one["variablesReference"])[1].take();
    assert_eq!((&y["evaluateName"], &y["value"]), (&json!("twins[1].b[1].y"), &json!("$000C (12)")));
    let set = |text: &str, value: &str| json!({ "expression": text, "value": value });
    editor.ask("setExpression", set("twins[1].b[1].y", "1000"));
    editor.ask("setExpression", set("levels[1]", "$1234"));
    editor.ask("setExpression", set("byte(&twins+15)", "77"));
    editor.ask("setExpression", set("x", "0"));
    let mut evaluated = |text: &str| editor.ask("evaluate", json!({ "expression": text }))["result"].take();
    assert_eq!(evaluated("twins[1].b[1]"), "x $4D, y $03E8 (1000)");
    assert_eq!(evaluated("levels"), "[2] $0064 $1234");
    assert_eq!(evaluated("twins[1].b[x].y"), evaluated("twins[1].b[0].y"));
    editor.refused("setExpression", set("twins[2].a.x", "1"), "`twins` has elements 0 to 1, not 2");
    editor.refused("setExpression", set("twins[1].b", "1"), "set one of its fields");
}

#[test]
fn a_part_of_what_is_opened_is_watched_and_not_what_is_called_so_elsewhere() {
    let mut editor = at_start_of(NESTED);
    let opened = |editor: &mut Editor, text: &str| {
        editor.ask("evaluate", json!({ "expression": text, "context": "watch" }))["variablesReference"].take()
    };
    let second = opened(&mut editor, "twins[1].a");
    let levels = opened(&mut editor, "levels");
    let mut watched = |name: &str, reference: &Value| {
        let wanted = json!({ "name": name, "variablesReference": reference });
        editor.ask("dataBreakpointInfo", wanted)["dataId"].take()
    };
    assert_eq!(watched("y", &second), "0x200D:2");
    assert_eq!(watched("y", &json!(4)), "0x2015:1");
    assert_eq!(watched("[1]", &levels), "0x2018:2");
    assert_eq!(watched("levels", &json!(4)), "0x2016:4");
    assert_eq!(watched("twins[1].b[1].x", &Value::Null), "0x2012:1");
    assert_eq!(watched("z", &second), Value::Null);
}

#[test]
fn a_message_shows_words_and_structures_and_says_what_it_cannot() {
    let source = NESTED.replace("start jmp *", "start nop\n jmp start");
    let mut editor = at_start_of(&source);
    let line = 1 + source.lines().position(|line| line == " jmp start").unwrap();
    let message = "{levels[1]} {twins[0].a} {nowhere}";
    let log = json!([{ "line": line, "logMessage": message }, { "line": line - 1 }]);
    let source = editor.source();
    editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": log }));
    editor.go("continue", json!({}), "breakpoint");
    let said = editor.event("output")["output"].take();
    assert_eq!(
        said,
        "300 x $01, y $0002 (2) {nowhere: there is no label or register `nowhere` (at character 1)}\n"
    );
}

/// A word under the pointer is one of the source, in which no time and only three registers have names.
#[test]
fn labels_that_are_called_as_times_and_registers_are_meant_by_their_words_in_the_source() {
    let source =
        " org $2000\nstart jmp *\nx dta 9\ns dta 8\nframe dta 7\nline dta a(1000),a(2)\n run start\n";
    let mut editor = at_start_of(source);
    editor.ask("setVariable", json!({ "variablesReference": 1, "name": "x", "value": "1" }));
    let mut evaluated = |text: &str, context: &str| {
        let answer = editor.ask("evaluate", json!({ "expression": text, "context": context }));
        answer["result"].as_str().unwrap_or_default().to_owned()
    };
    for (word, under_pointer) in [
        ("x", "1 ($01)"),
        ("s", "s at $2004: 8 ($08)"),
        ("frame", "frame at $2005: 7 ($07)"),
        ("line", "line at $2006: [2] $03E8 $0002"),
        ("line[1]", "line[1] at $2008: $0002 (2)"),
    ] {
        assert_eq!(evaluated(word, "hover"), under_pointer, "{word}");
    }
    assert_ne!(evaluated("frame", "watch"), "7 ($07)", "that of the machine");
    assert_eq!(evaluated("machine.x", "hover"), "1 ($01)");
    let listed = editor.ask("variables", json!({ "variablesReference": 4 }))["variables"].take();
    let names = listed.as_array().unwrap().iter().map(|it| (&it["name"], &it["evaluateName"]));
    for (name, evaluate_name) in names.filter(|(name, _)| *name == "x" || *name == "frame") {
        assert_eq!(*evaluate_name, format!("byte(&{})", name.as_str().unwrap()));
        let answer = editor.ask("evaluate", json!({ "expression": evaluate_name, "context": "watch" }));
        assert_eq!(answer["result"], if *name == "x" { "9 ($09)" } else { "7 ($07)" });
    }
}
