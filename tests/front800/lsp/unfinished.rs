//! Sources with mistakes: an editor is answered from what can be understood of them.

use super::{Editor, MAIN, changed};
use serde_json::{Value, json};

/// The main source with a line put in behind its symbols.
fn with(line: &str) -> String {
    MAIN.replace("VAL = 5\n", &format!("VAL = 5\n{line}\n"))
}

/// Mistakes, each of its own kind.
fn mistakes() -> Vec<(&'static str, String)> {
    vec![
        ("an unknown mnemonic", with(" ldaa #1")),
        ("an unknown label", with(" lda nowhere")),
        ("an expression that ends too soon", with(" lda #5+")),
        ("a label with a mistake behind it", with("half lda (5")),
        ("a block without an end", with(" .proc unfinished")),
        ("a macro without an end", with("unfinished .macro a b")),
        ("a condition without an end", with(" .if 1")),
        ("a repeat without an end", with(" .rept 3")),
        ("an end without a block", with(" .endp")),
        ("a source that is missing", with(" icl 'nowhere.inc'")),
        ("a mistake in a macro", with("wrong .macro\n lda #\n lda (1\n .endm\n wrong")),
        ("a value that fits nowhere", with(" lda #1234")),
        ("a budget that is not kept", with(" .proc slow\n .budget 2\n pha\n pla\n rts\n .endp")),
        ("a name that is there twice", with("start rts")),
    ]
}

/// What is asked of every source, at the places of the main source's second to fourth line.
fn understood(editor: &mut Editor, what: &str) {
    let hover = editor.ask("textDocument/hover", editor.about(2, 6));
    let text = hover["contents"]["value"].as_str().unwrap_or_default().to_owned();
    assert!(text.contains("`there`: label") && text.contains("$2002: 8D"), "{what}: {text}");
    let place = editor.ask("textDocument/definition", editor.about(3, 9));
    assert_eq!(place["uri"].as_str(), Some(&*editor.uri("part.inc")), "{what}");
    let uses = editor.ask("textDocument/references", editor.about(1, 12));
    assert!(uses.as_array().is_some_and(|uses| uses.len() >= 2), "{what}: {uses}");
    let symbols = editor.ask("textDocument/documentSymbol", editor.of("main.asm"));
    let has = |list: &Value, key: &str, name: &str| {
        list.as_array().is_some_and(|list| list.iter().any(|one| one[key] == name))
    };
    assert!(has(&symbols, "name", "start") && has(&symbols, "name", "VAL"), "{what}: {symbols}");
    let offered = editor.ask("textDocument/completion", editor.about(2, 6));
    assert!(has(&offered, "label", "p.sub"), "{what}");
    let found = editor.ask("workspace/symbol", json!({ "query": "there" }));
    assert!(has(&found, "name", "there"), "{what}");
}

#[test]
fn a_text_that_has_not_been_saved_is_told_of_by_its_own_name() {
    let mut editor = Editor::start();
    let uri = "untitled:Untitled-1";
    let document = json!({ "uri": uri, "languageId": "mads", "version": 1, "text": " org $2000\nq lda #1\n jmp q\n jmp r\n" });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let said = editor.hear();
    assert_eq!(
        (&said["params"]["uri"], &said["params"]["diagnostics"][0]["range"]["start"]["line"]),
        (&json!(uri), &json!(3))
    );
    let about = json!({ "textDocument": { "uri": uri }, "position": { "line": 2, "character": 5 } });
    assert_eq!(editor.ask("textDocument/definition", about.clone())["uri"], uri);
    let mut wanted = about;
    wanted["newName"] = json!("again");
    let edit = editor.ask("textDocument/rename", wanted);
    assert_eq!(edit["changes"][uri].as_array().map(Vec::len), Some(2), "{edit}");
    editor.finish();
}

#[test]
fn a_source_opened_with_a_mistake_is_understood_all_the_same() {
    for (what, text) in mistakes() {
        let mut editor = Editor::start();
        assert_ne!(editor.open("main.asm", &text), [""; 0], "{what}");
        understood(&mut editor, what);
        let mut wanted = editor.about(1, 12);
        wanted["newName"] = json!("value");
        let edit = editor.ask("textDocument/rename", wanted);
        let after = editor.changed("main.asm", &text, &edit);
        assert_eq!(after, text.replace("VAL", "value"), "{what}");
        editor.finish();
    }
}

#[test]
fn a_line_that_is_being_typed_takes_nothing_away() {
    let mut editor = Editor::start();
    assert_eq!(editor.open("main.asm", MAIN), [""; 0]);
    let uri = editor.uri("main.asm");
    for (what, text) in mistakes() {
        let changes = json!([{ "text": text }]);
        let document = json!({ "uri": uri, "version": 2 });
        editor.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
        understood(&mut editor, what);
    }
    // Half a path: what stood in the file is still known.
    let text = MAIN.replace("icl 'part.inc'", "icl 'par");
    let document = json!({ "uri": uri, "version": 3 });
    let changes = json!([{ "text": text }]);
    editor.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    let hover = editor.ask("textDocument/hover", editor.about(2, 6));
    assert!(
        hover["contents"]["value"].as_str().is_some_and(|text| text.contains("`there`: label")),
        "{hover}"
    );
    let place = editor.ask("textDocument/definition", editor.about(3, 9));
    assert_eq!(place["uri"].as_str(), Some(&*editor.uri("part.inc")));
    editor.finish();
}

#[test]
fn another_name_reaches_the_lines_with_mistakes() {
    let mut editor = Editor::start();
    let text = MAIN.replace("start lda #VAL", "start lda #VAL+");
    editor.open("main.asm", &text);
    let mut wanted = editor.about(5, 1);
    wanted["newName"] = json!("value");
    let edit = editor.ask("textDocument/rename", wanted);
    let edits = edit["changes"][editor.uri("main.asm")].as_array().map_or(&[][..], Vec::as_slice);
    assert_eq!(changed(&text, edits), text.replace("VAL", "value"));
    editor.finish();
}
