//! The debug adapter: what it stops at as an exception.

use serde_json::json;

use super::variables::at_start_of;

#[test]
fn a_handler_that_hands_back_other_registers_is_an_exception() {
    let source = " org $2000\nstart ldy #<blank\n ldx #>blank\n lda #6\n jsr $e45c\nagain ldx #2\n jmp again\n\
                  blank pla\n tay\n pla\n pla\n ldx #5\nlast rti\n run start\n";
    let mut editor = at_start_of(source);
    editor.ask("setExceptionBreakpoints", json!({ "filters": ["registers"] }));
    let stopped = editor.go("continue", json!({}), "exception");
    assert_eq!(stopped["text"], "The handler of the VBI hands back X $02 as $05");
    assert_eq!(editor.line(), 13, "before the RTI");
    editor.ask("setExceptionBreakpoints", json!({ "filters": [] }));
}
