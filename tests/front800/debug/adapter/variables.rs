//! The debug adapter: variables, and the frames of what is interrupted.

use serde_json::{Value, json};

use super::Editor;

/// An editor whose program has come to its label `start`.
fn at_start_of(source: &str) -> Editor {
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
    assert_eq!(element["result"], "4660 ($1234)");
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
    assert_eq!(y["result"], "1000 ($3E8)");
    let set = |name: &str| json!({ "variablesReference": second, "name": name, "value": "$1234" });
    assert_eq!(editor.ask("setVariable", set("y"))["value"], "$1234 (4660)");
    editor.refused("setVariable", set("x"), "4660");
    editor.refused("setVariable", set("z"), "`foes` has no field `z`");
    let whole = json!({ "variablesReference": 4, "name": "room.door", "value": "1" });
    editor.refused("setVariable", whole, "`room.door` is a structure: set one of its fields");
    let hovered = editor.ask("evaluate", json!({ "expression": "foes", "context": "hover" }));
    assert_eq!(hovered["result"], "foes at $2003: [2] x $01, y $0203 (515), frames [3] $03 $00 $00 …");
}
