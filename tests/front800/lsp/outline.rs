//! The outline of a source, and what an editor asks before it asks for another name.

use serde_json::{Value, json};

use super::Editor;

/// Names and lines of an outline's entries, those within others behind them in brackets.
fn shown(entries: &Value) -> String {
    let entry = |entry: &Value| {
        let line = |at: &str| entry["range"][at]["line"].to_string();
        let inner = shown(&entry["children"]);
        let inner = if inner.is_empty() { inner } else { format!(" ({inner})") };
        format!("{} {}-{}{inner}", entry["name"].as_str().unwrap_or_default(), line("start"), line("end"))
    };
    entries.as_array().expect("a list").iter().map(entry).collect::<Vec<_>>().join(", ")
}

const SOURCE: &str = " org $2000
.proc main
again jsr inner
 jmp again
.proc inner
loop dex
 bne loop
 rts
.endp
.endp
.struct object
x .byte
y .word
.ends
SIZE = 3
thing dta object [1]
.local
hidden dta 1
.endl
 run main
";

#[test]
fn an_outline_has_names_within_those_that_they_belong_to() {
    let mut editor = Editor::able(json!({ "textDocument": {
        "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } }));
    editor.open("main.asm", SOURCE);
    let outline = editor.ask("textDocument/documentSymbol", editor.of("main.asm"));
    assert_eq!(
        shown(&outline),
        "main 1-9 (again 2-2, inner 4-8 (loop 5-5)), object 10-13 (x 11-11, y 12-12), SIZE 14-14, \
         thing 15-15 (x 15-15, y 15-15), hidden 17-17"
    );
    let inner = &outline[0]["children"][1];
    assert_eq!((&inner["detail"], &inner["kind"]), (&json!("$2006"), &json!(12)));
    let name = json!({ "start": { "line": 4, "character": 6 }, "end": { "line": 4, "character": 11 } });
    assert_eq!(inner["selectionRange"], name);
    editor.finish();
}

#[test]
fn an_editor_learns_what_gets_another_name_before_it_asks_for_one() {
    let mut editor = Editor::able(json!({ "textDocument": { "rename": { "prepareSupport": true } } }));
    let source = " icl 'front800/hardware.inc'\n org $2000\nstart sta COLBK\n jsr p.sub\n lda #12\n.proc p\nsub rts\n.endp\n";
    editor.open("main.asm", source);
    let part = |line: u32, start: u32, end: u32, name: &str| {
        let at = |character: u32| json!({ "line": line, "character": character });
        json!({ "range": { "start": at(start), "end": at(end) }, "placeholder": name })
    };
    for (column, wanted) in [(5, part(3, 5, 6, "p")), (7, part(3, 7, 10, "sub")), (10, part(3, 7, 10, "sub"))]
    {
        assert_eq!(editor.ask("textDocument/prepareRename", editor.about(3, column)), wanted, "{column}");
    }
    for (line, column, why) in [
        (2, 11, "hardware.inc, which is built in"),
        (4, 6, "no symbol or macro"),
        (4, 2, "no symbol or macro"),
    ] {
        let refused = editor.answer("textDocument/prepareRename", editor.about(line, column));
        let said = refused["error"]["message"].as_str().unwrap_or_default();
        assert!(said.contains(why), "{refused}");
    }
    editor.finish();
}
