//! What an editor asks while somebody writes.

use serde_json::{Value, json};

use super::{Editor, changed};

const MAIN: &str = " icl 'part.inc'
 org $2000
start lda objects[1].x
 jsr work.deep
 jmp start
; does the work
; CLOBBERS: A
 .proc work
deep rts ; at once
 .endp
objects dta object [3]
 run start
";
const PART: &str = " .struct object
x .byte
hits .word ; how often
 .ends
";

fn labels(items: &Value) -> Vec<&str> {
    items.as_array().into_iter().flatten().filter_map(|item| item["label"].as_str()).collect()
}

#[test]
fn behind_a_dot_the_parts_are_offered() {
    let mut editor = Editor::with(MAIN, PART);
    for (line, names) in [
        ("lda objects[1].", &["hits", "x"][..]),
        ("lda objects[x+1].hi", &["hits", "x"]),
        ("sta objects.", &["hits", "x"]),
        ("lda #object.", &["hits", "x"]),
        ("jsr work.", &["deep"]),
    ] {
        let text = MAIN.replace("lda objects[1].x", line);
        editor.open("main.asm", &text);
        let end = format!("start {line}").len() as u32;
        let items = editor.ask("textDocument/completion", editor.about(2, end));
        let mut offered = labels(&items);
        offered.sort_unstable();
        assert_eq!(offered, names, "{line}");
        let start = end - line.rsplit('.').next().map_or(0, |part| part.len() as u32);
        assert_eq!(items[0]["textEdit"]["range"]["start"]["character"], start, "{line}");
    }
    editor.finish();
}

#[test]
fn the_line_that_includes_a_file_leads_to_it() {
    let mut editor = Editor::with(MAIN, PART);
    let place = editor.ask("textDocument/definition", editor.about(0, 8));
    assert_eq!(place["uri"], editor.uri("part.inc"));
    editor.finish();
}

#[test]
fn under_the_pointer_is_what_comments_say_of_a_definition() {
    let mut editor = Editor::with(MAIN, PART);
    let mut hover = |line: u32, column: u32| {
        let hover = editor.ask("textDocument/hover", editor.about(line, column));
        hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    assert!(hover(3, 6).contains("does the work  \nCLOBBERS: A  \ndefined in"), "{}", hover(3, 6));
    let deep = hover(3, 11);
    assert!(deep.contains("at once") && !deep.contains("CLOBBERS"), "{deep}");
    assert!(!hover(4, 6).contains("does"), "{}", hover(4, 6));
    editor.finish();
}

#[test]
fn a_name_is_shown_wherever_it_stands_in_the_source() {
    let mut editor = Editor::with(MAIN, PART);
    let here = editor.ask("textDocument/documentHighlight", editor.about(4, 6));
    let lines: Vec<_> =
        here.as_array().expect("a list").iter().map(|one| &one["range"]["start"]["line"]).collect();
    assert_eq!(lines, [2, 4, 11]);
    editor.finish();
}

#[test]
fn lines_are_brought_into_form_alone_and_keep_their_ends() {
    let mut editor = Editor::with(MAIN, PART);
    let text = "  org $2000\r\nl  lda #1;one\r\n   sta   $80\r\n        jmp l\r\n        rts\r\n        nop";
    editor.open("main.asm", text);
    let mut lines = editor.of("main.asm");
    lines["range"] = json!({ "start": { "line": 1, "character": 0 }, "end": { "line": 1, "character": 4 } });
    let edits = editor.ask("textDocument/rangeFormatting", lines);
    let expected = text.replace("l  lda #1;one", "l       lda #1                  ;one");
    assert_eq!(changed(text, edits.as_array().expect("a list")), expected);
    let edits = editor.ask("textDocument/formatting", editor.of("main.asm"));
    let whole = changed(text, edits.as_array().expect("a list"));
    let expected = expected.replace("  org", "        org").replace("   sta   $80", "        sta $80");
    assert_eq!(whole, expected + "\r\n");
    editor.finish();
}

#[test]
fn what_is_on_board_cannot_be_opened_or_named_anew() {
    let mut editor = Editor::start();
    let text = " icl 'front800/hardware.inc'\n org $2000\nstart sta COLBK\n jmp start\n";
    assert_eq!(editor.open("main.asm", text), [""; 0]);
    assert_eq!(editor.ask("textDocument/definition", editor.about(2, 11)), Value::Null);
    assert_eq!(editor.ask("textDocument/definition", editor.about(0, 10)), Value::Null);
    let uses = editor.ask("textDocument/references", editor.about(2, 11));
    assert_eq!(uses.as_array().map(Vec::len), Some(1), "{uses}");
    let mut wanted = editor.about(2, 11);
    wanted["newName"] = json!("ground");
    let refused = editor.answer("textDocument/rename", wanted)["error"]["message"].take();
    assert_eq!(refused, "the name is defined in hardware.inc, which is built in and cannot be changed");
    let found = editor.ask("workspace/symbol", json!({ "query": "COLBK" }));
    assert_eq!(found, json!([]));
    editor.finish();
}

#[test]
fn a_file_that_has_changed_elsewhere_is_read_again() {
    let mut editor = Editor::with(MAIN, PART);
    let file = editor.folder.path().join("part.inc");
    std::fs::write(&file, PART.replace("x .byte", "z .byte")).expect("written");
    let change = json!({ "uri": editor.uri("part.inc"), "type": 2 });
    editor.tell("workspace/didChangeWatchedFiles", json!({ "changes": [change] }));
    assert_eq!(editor.diagnostics(), ["there is no field `x`"]);
    editor.finish();
}

#[test]
fn help_is_offered_to_who_names_no_message() {
    let mut editor = Editor::start();
    editor.open("main.asm", " org $2000\n stax 5\n");
    let mut params = editor.of("main.asm");
    params["range"] = json!({ "start": { "line": 1, "character": 2 }, "end": { "line": 1, "character": 2 } });
    params["context"] = json!({ "diagnostics": [] });
    let actions = editor.ask("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "write `sta`", "{actions}");
    editor.finish();
}
