//! The language server, spoken to as an editor does, through its standard input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

const MAIN: &str = " org $2000
start lda #VAL
 sta there
 jsr p.sub
 icl 'part.inc'
VAL = 5
 run start
";
const PART: &str = ".proc p\nsub rts\n.endp\nthere dta 1\n";

/// An editor.
struct Editor {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    requests: u64,
    folder: tempfile::TempDir,
}

impl Editor {
    /// With a main source open and another one that it includes.
    fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("main.asm"), MAIN).expect("written");
        std::fs::write(folder.path().join("part.inc"), PART).expect("written");
        let mut server = Command::new(env!("CARGO_BIN_EXE_front800"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let (input, output) = (server.stdin.take().expect("a pipe"), server.stdout.take().expect("a pipe"));
        let mut editor = Editor { server, input, output: BufReader::new(output), requests: 0, folder };
        let answer =
            editor.ask("initialize", json!({ "capabilities": {}, "processId": null, "rootUri": null }));
        assert_eq!(answer["capabilities"]["hoverProvider"], true);
        editor.tell("initialized", json!({}));
        editor
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}", Path::new(self.folder.path()).join(name).display())
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it listens");
        self.input.flush().expect("it listens");
    }

    fn hear(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("it speaks");
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().expect("a number"),
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).expect("a message");
        serde_json::from_slice(&text).expect("JSON")
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The whole answer to a request.
    fn answer(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.hear();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.answer(method, params)["result"].take()
    }

    /// Opens a text; gives the messages of the diagnostics that come.
    fn open(&mut self, name: &str, text: &str) -> Vec<String> {
        let document = json!({ "uri": self.uri(name), "languageId": "mads", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.diagnostics()
    }

    fn diagnostics(&mut self) -> Vec<String> {
        let message = self.hear();
        assert_eq!(message["method"], "textDocument/publishDiagnostics");
        let list = message["params"]["diagnostics"].as_array().expect("a list").clone();
        list.iter().map(|one| one["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// A question about a place of the main source.
    fn about(&self, line: u32, character: u32) -> Value {
        json!({ "textDocument": { "uri": self.uri("main.asm") }, "position": { "line": line, "character": character } })
    }

    fn finish(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.server.wait().expect("it ends").success());
    }
}

#[test]
fn an_editor_is_told_values_places_and_uses() {
    let mut editor = Editor::start();
    assert_eq!(editor.open("main.asm", MAIN), [""; 0]);
    let hover = editor.ask("textDocument/hover", editor.about(2, 6));
    let text = hover["contents"]["value"].as_str().expect("a text").to_owned();
    assert!(text.contains("`there`: label, $2009") && text.contains("$2002: 8D 09 20, 4 cycles"), "{text}");
    let place = editor.ask("textDocument/definition", editor.about(3, 9));
    assert_eq!(
        (place["uri"].as_str(), &place["range"]["start"]["line"]),
        (Some(&*editor.uri("part.inc")), &json!(1))
    );
    let uses = editor.ask("textDocument/references", editor.about(1, 12));
    assert_eq!(uses.as_array().map(Vec::len), Some(2));
    let symbols = editor
        .ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": editor.uri("main.asm") } }));
    assert_eq!(symbols[0]["name"], "start");
    let offered = editor.ask("textDocument/completion", editor.about(2, 6));
    assert!(offered.as_array().expect("a list").iter().any(|item| item["label"] == "p.sub"));
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let hints = json!({ "textDocument": { "uri": editor.uri("main.asm") }, "range": whole });
    assert_eq!(editor.ask("textDocument/inlayHint", hints)[0]["label"], "2");
    editor.finish();
}

#[test]
fn a_symbol_gets_another_name_in_all_files_and_no_name_that_is_taken() {
    let mut editor = Editor::start();
    editor.open("main.asm", MAIN);
    let mut wanted = editor.about(2, 6);
    wanted["newName"] = json!("here");
    let edit = editor.ask("textDocument/rename", wanted.clone());
    for name in ["main.asm", "part.inc"] {
        assert_eq!(edit["changes"][editor.uri(name)][0]["newText"], "here", "{edit}");
    }
    for refused in ["start", "1st", "a b"] {
        wanted["newName"] = json!(refused);
        assert!(editor.answer("textDocument/rename", wanted.clone())["error"].is_object(), "{refused}");
    }
    editor.finish();
}

#[test]
fn errors_come_and_go_as_the_text_changes() {
    let mut editor = Editor::start();
    editor.open("main.asm", MAIN);
    let uri = editor.uri("main.asm");
    let change = |text: &str| json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": text }] });
    editor.tell("textDocument/didChange", change(&MAIN.replace("#VAL", "#VALL")));
    assert_eq!(editor.diagnostics(), ["`VALL` is not defined\ndid you mean `VAL`?"]);
    editor.tell("textDocument/didChange", change(MAIN));
    assert_eq!(editor.diagnostics(), [""; 0]);
    let formatted = editor.ask("textDocument/formatting", json!({ "textDocument": { "uri": uri } }));
    assert!(formatted.is_array());
    assert!(editor.answer("textDocument/nonsense", json!({}))["error"].is_object());
    editor.finish();
}
