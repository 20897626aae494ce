//! The debug adapter: variables, and the frames of what is interrupted.

use serde_json::json;

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
