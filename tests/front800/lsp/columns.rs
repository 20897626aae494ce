//! Columns: the protocol counts units of UTF-16, of which some characters are two.

use serde_json::{Value, json};

use super::Editor;

/// In front of the names of each line stand characters of two units each.
const SOURCE: &str = " org $2000
start lda #'x' /* 😀 */ \\ sta /* 😀😀 */ there ; 😀
 jmp start
there dta 1 /* 😀 */ \\ dta nowhere
.macro /* 😀 */ put
.endm
 dta \"😀\"
 put
";

fn columns(range: &Value) -> (u64, u64) {
    let number = |at: &str| range.pointer(at).and_then(Value::as_u64).expect("a number");
    (number("/start/character"), number("/end/character"))
}

/// Where a word stands in a line of the source, in units.
fn units_of(line: usize, word: &str) -> (u64, u64) {
    let line = SOURCE.lines().nth(line).expect("a line");
    let units = |text: &str| text.encode_utf16().count() as u64;
    let start = units(line.split(word).next().expect("a part"));
    (start, start + units(word))
}

#[test]
fn columns_are_units_of_utf_16_on_the_way_in_and_out() {
    let mut editor = Editor::start();
    let document =
        json!({ "uri": editor.uri("main.asm"), "languageId": "mads", "version": 1, "text": SOURCE });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let diagnostics = editor.hear()["params"]["diagnostics"].take();
    let about = |word: &str| {
        let found = diagnostics.as_array().into_iter().flatten();
        let mut found = found.filter(|one| one["message"].as_str().is_some_and(|text| text.contains(word)));
        columns(&found.next().unwrap_or_else(|| panic!("{word}: {diagnostics}"))["range"])
    };
    assert_eq!(about("nowhere"), units_of(3, "nowhere"));
    let (start, end) = units_of(1, "there");
    for column in [start, end - 1] {
        let hover = editor.ask("textDocument/hover", editor.about(1, column as u32));
        assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("`there`")), "{hover}");
    }
    let mut wanted = editor.about(3, 0);
    wanted["newName"] = json!("here");
    let edits = editor.ask("textDocument/rename", wanted)["changes"][editor.uri("main.asm")].take();
    let edits: Vec<_> =
        edits.as_array().expect("a list").iter().map(|edit| columns(&edit["range"])).collect();
    assert_eq!(edits, [(start, end), units_of(3, "there")]);
    let place = editor.ask("textDocument/definition", editor.about(7, 2));
    assert_eq!(columns(&place["range"]), units_of(4, "put"));
    // A range to the end of the file, which some editors write so.
    let whole =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": u64::MAX, "character": 0 } });
    let hints = json!({ "textDocument": { "uri": editor.uri("main.asm") }, "range": whole });
    let hints = editor.ask("textDocument/inlayHint", hints);
    let ends: Vec<_> = hints.as_array().expect("a list").iter().map(|hint| &hint["position"]).collect();
    let end = units_of(1, SOURCE.lines().nth(1).expect("a line")).1;
    assert_eq!(ends.first(), Some(&&json!({ "line": 1, "character": end })));
    let tokens = editor.ask("textDocument/semanticTokens/full", editor.of("main.asm"));
    assert_eq!(token_at(&tokens, 1, start), Some(length(units_of(1, "there"))), "{tokens}");
    editor.finish();
}

fn length((start, end): (u64, u64)) -> u64 {
    end - start
}

/// The length of the token that begins at a place.
fn token_at(tokens: &Value, line: u64, column: u64) -> Option<u64> {
    let numbers: Vec<u64> =
        tokens["data"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    let mut at = (0, 0);
    for token in numbers.chunks_exact(5) {
        at = if token[0] > 0 { (at.0 + token[0], token[1]) } else { (at.0, at.1 + token[1]) };
        if at == (line, column) {
            return Some(token[2]);
        }
    }
    None
}
