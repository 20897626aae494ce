//! A program in C.

use serde_json::json;

use super::super::sidecars::{desk, line_of, of_cc65};
use super::{Adapter, Editor};

/// An editor with the program launched, standing at `main`.
fn at_main(debug_info: &str) -> Editor {
    let adapter = Adapter::on(desk(), &["dap"]);
    std::fs::remove_file(adapter.desk.path("blink.lbl")).unwrap();
    launched(adapter, debug_info)
}

fn launched(adapter: Adapter, debug_info: &str) -> Editor {
    adapter.desk.write("blink.dbg", debug_info);
    let mut editor = Editor::of(adapter);
    editor.ask("initialize", json!({ "adapterID": "front800" }));
    editor.ask("launch", json!({ "program": "blink.xex" }));
    editor.event("initialized");
    let set = editor.ask("setFunctionBreakpoints", json!({ "breakpoints": [{ "name": "main" }] }));
    assert_eq!(set["breakpoints"][0]["verified"], true);
    editor.ask("configurationDone", json!({}));
    assert_eq!(editor.event("stopped")["reason"], "function breakpoint");
    editor
}

fn in_c(text: &str) -> u64 {
    line_of("blink.c", text).into()
}

#[test]
fn a_program_in_c_is_stepped_through_line_by_line() {
    let text = String::from_utf8(of_cc65("blink.dbg")).unwrap();
    let mut editor = at_main(&text);
    assert_eq!(editor.line(), in_c("sky[1]"));
    let path = editor.frames()[0]["source"]["path"].as_str().unwrap().to_string();
    assert!(path.ends_with("blink.c"), "{path}");
    for (command, line) in [
        ("next", in_c("brighter();")),
        ("stepIn", in_c("colour += 2")),
        ("next", in_c("++Turns")),
        ("stepOut", in_c("COLOUR = colour;")),
        ("stepBack", in_c("brighter();")),
        ("next", in_c("COLOUR = colour;")),
        ("next", in_c("later();")),
        ("stepIn", line_of("later.s", "ldx #2").into()),
    ] {
        editor.go(command, json!({ "threadId": 1 }), "step");
        assert_eq!(editor.line(), line, "{command}");
    }
    let frames = editor.frames();
    assert_eq!((frames[0]["name"].as_str(), frames[1]["name"].as_str()), (Some("later"), Some("main")));
    assert_eq!(editor.ask("evaluate", json!({ "expression": "squares[3]" }))["result"], "$0009 (9)");
}

/// A routine of a library, which has no source, is nothing to step into.
#[test]
fn what_has_no_source_is_stepped_over() {
    let text = String::from_utf8(of_cc65("blink.dbg")).unwrap();
    let file = text.lines().find(|line| line.contains("\"later.s\"")).unwrap();
    let number = file.split(['=', ',']).nth(1).unwrap();
    let of_it = format!("file={number},line");
    // How many records there are is told in the first.
    let lines = text.lines().filter(|line| !line.starts_with("info") && !line.contains(&of_it));
    let mut editor = at_main(&lines.map(|line| format!("{line}\n")).collect::<String>());
    let end_of_loop = in_c("darker();") + 1;
    for (command, line) in [
        ("stepIn", in_c("brighter();")),
        ("next", in_c("COLOUR = colour;")),
        ("stepIn", in_c("later();")),
        ("stepIn", in_c("once();")),
        ("next", in_c("darker();")),
        ("next", end_of_loop),
        ("stepIn", in_c("brighter();")),
    ] {
        editor.go(command, json!({ "threadId": 1 }), "step");
        assert_eq!(editor.line(), line, "{command}");
    }
}

/// In C a register has no name, and of the compiler's library there are only names.
#[test]
fn variables_are_those_of_the_source_whatever_they_are_called() {
    let text = String::from_utf8(of_cc65("blink.dbg")).unwrap();
    // What is called `colour` and `Turns` is called `x` and `frame`, and a text has a name of the compiler's.
    let renamed = text.replace("\"_colour\"", "\"_x\"").replace("\"_Turns\"", "\"_frame\"");
    let renamed = renamed.replace("\"text\"", "\"L0032\"");
    let adapter = Adapter::on(desk(), &["dap"]);
    adapter.desk.write("blink.lbl", "al 003000 .addysp\nal 000080 .sp\n");
    let mut editor = launched(adapter, &renamed);
    let hover = |editor: &mut Editor, text: &str| {
        let answer = editor.ask("evaluate", json!({ "expression": text, "context": "hover" }));
        answer["result"].as_str().unwrap_or_default().to_owned()
    };
    assert!(hover(&mut editor, "x").starts_with("x at $2067: 0"), "{}", hover(&mut editor, "x"));
    assert!(hover(&mut editor, "frame").starts_with("frame at $2066: 0"));
    let variables = editor.ask("variables", json!({ "variablesReference": 4 }))["variables"].take();
    let names: Vec<&str> =
        variables.as_array().unwrap().iter().filter_map(|it| it["name"].as_str()).collect();
    assert!(names.contains(&"x") && names.contains(&"squares") && names.contains(&"far"), "{names:?}");
    assert!(!names.iter().any(|name| name.contains("addysp") || name.starts_with('L')), "{names:?}");
    assert_eq!(editor.ask("variables", json!({ "variablesReference": 3 }))["variables"], json!([]));
    assert!(hover(&mut editor, "addysp").starts_with("addysp at $3000"), "by its name it is there");
}
