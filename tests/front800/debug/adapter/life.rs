//! The debug adapter: sessions that are begun again and ended while the program runs.

use serde_json::{Value, json};

use super::{Editor, PROGRAM};

impl Editor {
    /// The names of the events that have come since somebody looked, up to the answer to a request.
    fn events_before(&mut self, command: &str) -> Vec<String> {
        self.events.clear();
        self.ask(command, json!({}));
        let name = |event: &Value| event["event"].as_str().unwrap_or_default().to_string();
        self.events.iter().map(name).collect()
    }

    /// An editor whose program runs.
    fn running() -> Self {
        let mut editor = Editor::at_start();
        editor.ask("continue", json!({ "threadId": 1 }));
        editor
    }
}

#[test]
fn who_ends_a_program_that_runs_is_not_told_that_it_stands() {
    for command in ["disconnect", "terminate"] {
        let mut editor = Editor::running();
        assert_eq!(editor.events_before(command), [""; 0], "{command}");
        editor.event("terminated");
    }
}

#[test]
fn a_program_that_is_restarted_runs_as_the_editor_shows_it() {
    let mut editor = Editor::running();
    let launch = json!({ "program": "program.asm", "stopOnEntry": false });
    editor.ask("restart", json!({ "arguments": launch }));
    editor.event("continued");
    editor.events.clear();
    editor.go("pause", json!({ "threadId": 1 }), "pause");
    // From where it stands, too; and with what is wrong now it stays as it is.
    editor.ask("restart", json!({ "arguments": launch }));
    editor.event("continued");
    editor.adapter.desk.write("program.asm", format!("{PROGRAM} lda nothing\n"));
    editor.refused("restart", json!({ "arguments": launch }), "has errors");
    editor.event("stopped");
    assert!(!editor.frames().is_empty());
    editor.ask("disconnect", json!({}));
}

/// Lines are those of the source as it is assembled, whenever that is.
#[test]
fn breakpoints_follow_a_source_that_grows_between_two_launches() {
    let mut editor = Editor::at_start();
    let source = editor.source();
    let line = super::line_of("inc count");
    let grown = format!("; one\n; two\n{PROGRAM}");
    editor.adapter.desk.write("program.asm", &grown);
    let moved = json!({ "source": source, "breakpoints": [{ "line": line + 2 }] });
    editor.ask("setBreakpoints", moved);
    editor.ask("launch", json!({ "program": "program.asm" }));
    editor.event("initialized");
    let told = editor.event("breakpoint");
    assert_eq!(
        (&told["breakpoint"]["verified"], &told["breakpoint"]["line"]),
        (&json!(true), &json!(line + 2))
    );
    editor.ask("configurationDone", json!({}));
    assert_eq!(editor.event("stopped")["reason"], "breakpoint");
    assert_eq!(editor.line(), line + 2);
}

#[test]
fn a_program_that_runs_is_launched_anew_and_waits() {
    let mut editor = Editor::running();
    editor.ask("launch", json!({ "program": "program.asm", "stopOnEntry": true }));
    editor.events.clear();
    editor.ask("configurationDone", json!({}));
    assert_eq!(editor.event("stopped")["reason"], "entry");
    assert_eq!(editor.ask("evaluate", json!({ "expression": "frame" }))["result"], "0 ($00)");
}
