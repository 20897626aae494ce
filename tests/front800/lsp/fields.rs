//! Fields of structures, which data name again and again.

use serde_json::json;

use super::Editor;

const MAIN: &str = " icl 'part.inc'
 org $2000
start lda objects[1].x,x
 sta objects.x
 .nowarn lda twins[1].second.x
 lda #object.x
 ldx #pair.second.x
objects dta object [3]
twins dta pair [1]
 run start
";
const PART: &str = " .struct object
x .byte
hits .word
 .ends
 .struct pair
first object
second object
 .ends
";

#[test]
fn a_field_gets_another_name_in_its_structure_and_wherever_it_is_used() {
    let mut editor = Editor::with(MAIN, PART);
    for (line, column) in [(2, 21), (3, 14), (4, 29), (5, 13)] {
        let mut wanted = editor.about(line, column);
        wanted["newName"] = json!("across");
        let edit = editor.ask("textDocument/rename", wanted);
        let main = editor.changed("main.asm", MAIN, &edit);
        let expected = MAIN
            .replace("].x,", "].across,")
            .replace("objects.x", "objects.across")
            .replace("second.x", "second.across")
            .replace("object.x", "object.across");
        assert_eq!(main, expected);
        assert_eq!(editor.changed("part.inc", PART, &edit), PART.replace("x .byte", "across .byte"));
    }
    editor.finish();
}

#[test]
fn a_field_of_an_element_leads_to_its_structure() {
    let mut editor = Editor::with(MAIN, PART);
    for (line, column, defined) in [(2, 21, 1), (4, 29, 1), (4, 24, 6)] {
        let place = editor.ask("textDocument/definition", editor.about(line, column));
        assert_eq!(place["uri"], editor.uri("part.inc"));
        assert_eq!(place["range"]["start"], json!({ "line": defined, "character": 0 }));
    }
    let hover = editor.ask("textDocument/hover", editor.about(4, 29));
    let text = hover["contents"]["value"].as_str().expect("a text");
    assert!(text.contains("`twins.second.x`: field") && text.contains("part.inc:2"), "{text}");
    let uses = editor.ask("textDocument/references", editor.about(2, 21));
    assert_eq!(uses.as_array().map(Vec::len), Some(6), "{uses}");
    editor.finish();
}
