//! What is known of sources while they are opened, changed, closed and deleted.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Mutex;

use front800::assembler::{Files, MemoryFiles};
use front800::lsp;
use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value, json};

use super::{Editor, file_uri};

/// A text that has never been saved.
const UNTITLED: &str = "untitled:Untitled-1";

impl Editor {
    /// The diagnostics that have come for files since somebody looked, the last of each; files by their names.
    fn published(&mut self) -> BTreeMap<String, Vec<String>> {
        self.requests += 1;
        let id = self.requests;
        let params = json!({ "query": "no symbol has this name" });
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": "workspace/symbol", "params": params }));
        let mut published = BTreeMap::new();
        loop {
            let message = self.hear();
            if message["id"] == id {
                return published;
            }
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let uri = text(&message["params"]["uri"]);
            let name = uri.rsplit('/').next().unwrap_or_default().to_owned();
            let list = message["params"]["diagnostics"].as_array().cloned().unwrap_or_default();
            published.insert(name, list.iter().map(|one| text(&one["message"])).collect());
        }
    }

    fn open_uri(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "mads", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn show(&mut self, name: &str, text: &str) -> BTreeMap<String, Vec<String>> {
        self.open_uri(&self.uri(name), text);
        self.published()
    }

    fn change(&mut self, name: &str, text: &str) -> BTreeMap<String, Vec<String>> {
        let document = json!({ "uri": self.uri(name), "version": 2 });
        let changes = json!([{ "text": text }]);
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
        self.published()
    }

    fn close(&mut self, name: &str) -> BTreeMap<String, Vec<String>> {
        self.tell("textDocument/didClose", self.of(name));
        self.published()
    }

    /// Something has been done to a file, by the protocol's number: 1 created, 2 changed, 3 deleted.
    fn told_of(&mut self, name: &str, what: u32) -> BTreeMap<String, Vec<String>> {
        let change = json!({ "uri": self.uri(name), "type": what });
        self.tell("workspace/didChangeWatchedFiles", json!({ "changes": [change] }));
        self.published()
    }
}

fn said(all: &[(&str, &[&str])]) -> BTreeMap<String, Vec<String>> {
    let owned = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect();
    all.iter().map(|(file, list)| ((*file).to_owned(), owned(list))).collect()
}

#[test]
fn of_a_closed_text_that_was_never_saved_nothing_is_left() {
    let mut editor = Editor::start();
    editor.open_uri(UNTITLED, " org $2000\n lda #what\n");
    assert_eq!(editor.published(), said(&[(UNTITLED, &["`what` is not defined"])]));
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": UNTITLED } }));
    assert_eq!(editor.published(), said(&[(UNTITLED, &[])]));
    assert_eq!(editor.told_of("part.inc", 2), said(&[]));
    editor.finish();
}

#[test]
fn of_a_deleted_source_nothing_is_left_once_it_is_closed() {
    let mut editor = Editor::start();
    let wrong = " org $2000\n lda #what\n";
    assert_eq!(editor.show("main.asm", wrong), said(&[("main.asm", &["`what` is not defined"])]));
    std::fs::remove_file(editor.folder.path().join("main.asm")).expect("deleted");
    assert_eq!(editor.told_of("main.asm", 3)["main.asm"].len(), 1, "it is still open");
    assert_eq!(editor.close("main.asm"), said(&[("main.asm", &[])]));
    assert_eq!(editor.told_of("main.asm", 3), said(&[]));
    editor.finish();
}

/// A name of a program that is closed is no reason against a new name, and what was said of its files goes.
#[test]
fn a_closed_program_is_not_assembled_any_more() {
    let mut editor = Editor::start();
    editor.show("main.asm", " org $2000\nstart jmp start\n icl 'part.inc'\n");
    editor.show("other.asm", " org $3000\nthere jmp there\n icl 'torn.inc'\nhere rts\n");
    let mut wanted = editor.about(1, 1);
    wanted["newName"] = json!("here");
    assert!(editor.answer("textDocument/rename", wanted.clone())["error"].is_object());
    assert_eq!(editor.close("other.asm"), said(&[("other.asm", &[])]));
    assert!(editor.answer("textDocument/rename", wanted)["result"].is_object());
    editor.finish();
}

/// Whether something is said of a file that is of a name.
fn says(all: &BTreeMap<String, Vec<String>>, file: &str, name: &str) -> bool {
    all.get(file).is_some_and(|list| list.iter().any(|said| said.contains(name)))
}

#[test]
fn a_part_is_a_program_of_its_own_while_no_open_source_includes_it() {
    let mut editor = Editor::start();
    let (main, part) = (" org $2000\nN = 5\n icl 'part.inc'\n", "here lda #N\n");
    assert!(says(&editor.show("part.inc", part), "part.inc", "`N`"));
    assert_eq!(editor.show("main.asm", main), said(&[("main.asm", &[]), ("part.inc", &[])]));
    let about = json!({ "textDocument": { "uri": editor.uri("part.inc") }, "position": { "line": 0, "character": 1 } });
    // The line that includes it goes, and comes back.
    assert!(says(&editor.change("main.asm", " org $2000\n"), "part.inc", "`N`"));
    assert!(editor.ask("textDocument/hover", about.clone())["contents"].is_object());
    assert_eq!(editor.change("main.asm", main), said(&[("main.asm", &[]), ("part.inc", &[])]));
    assert!(says(&editor.close("main.asm"), "part.inc", "`N`"));
    assert!(editor.ask("textDocument/hover", about)["contents"].is_object());
    assert_eq!(editor.close("part.inc"), said(&[("part.inc", &[])]));
    assert_eq!(editor.told_of("part.inc", 2), said(&[]));
    editor.finish();
}

#[test]
fn a_part_of_two_programs_is_checked_in_both() {
    let mut editor = Editor::start();
    let with = |more: &str| format!(" org $2000\n{more} icl 'part.inc'\n");
    let part = "here lda #1\n";
    editor.show("part.inc", part);
    assert_eq!(editor.show("a.asm", &with("N = 5\n")), said(&[("a.asm", &[]), ("part.inc", &[])]));
    assert_eq!(editor.show("b.asm", &with("")), said(&[("b.asm", &[])]));
    // What one of them lacks is said as long as it is open, whichever is looked at.
    assert!(says(&editor.change("part.inc", "here lda #N\n"), "part.inc", "`N`"));
    let all = editor.change("a.asm", &with("N = 6\n"));
    assert!(says(&all, "part.inc", "`N`"), "{all:?}");
    assert_eq!(editor.close("b.asm"), said(&[("part.inc", &[])]));
    // What both say is said once.
    editor.show("b.asm", &with(""));
    assert_eq!(editor.change("part.inc", "here lda #what\n")["part.inc"].len(), 1);
    editor.finish();
}

#[test]
fn a_file_that_is_missing_may_come_later_and_a_folder_may_go() {
    let mut editor = Editor::start();
    let lib = editor.folder.path().join("lib");
    assert_eq!(editor.show("main.asm", " org $2000\n icl 'lib/late.asm'\n")["main.asm"].len(), 1);
    std::fs::create_dir(&lib).expect("a folder");
    std::fs::write(lib.join("late.asm"), " rts\n").expect("written");
    assert_eq!(editor.told_of("lib/late.asm", 1), said(&[("main.asm", &[])]));
    // What no program has read is no reason to say anything.
    assert_eq!(editor.told_of("main.xex", 2), said(&[]));
    std::fs::remove_dir_all(&lib).expect("deleted");
    assert_eq!(editor.told_of("lib", 3)["main.asm"].len(), 1);
    editor.finish();
}

/// It is where an editor has it, though nobody has saved it yet.
#[test]
fn a_part_that_is_in_no_file_is_included_while_it_is_open() {
    let mut editor = Editor::start();
    assert_eq!(editor.show("main.asm", " org $2000\n icl 'new.inc'\n")["main.asm"].len(), 1);
    assert_eq!(editor.show("new.inc", " rts\n"), said(&[("main.asm", &[])]));
    assert_eq!(editor.close("new.inc")["main.asm"].len(), 1);
    editor.finish();
}

/// They are paths from the folder that is open, wherever the server was started.
#[test]
fn folders_of_includes_and_programs_are_below_the_open_folder() {
    let options = json!({ "include": ["./lib"], "programs": [{ "main": "./src/../game.asm" }] });
    let mut editor = Editor::asking(json!({}), |folder| {
        std::fs::create_dir(folder.join("lib")).expect("a folder");
        std::fs::write(folder.join("lib/named.inc"), "NAMED = 7\n").expect("written");
        std::fs::write(folder.join("game.asm"), " org $2000\n icl 'named.inc'\n icl 'part.inc'\n")
            .expect("written");
        json!({ "rootUri": file_uri(folder), "initializationOptions": options })
    });
    assert_eq!(
        editor.show("main.asm", " org $2000\n icl 'named.inc'\n lda #NAMED\n"),
        said(&[("main.asm", &[])])
    );
    let place = editor.ask("textDocument/definition", editor.about(2, 8));
    assert_eq!(place["uri"], editor.uri("lib/named.inc"));
    // A part of the program that the editor has named.
    assert_eq!(editor.show("part.inc", "part lda #NAMED\n"), said(&[("game.asm", &[])]));
    assert_eq!(
        editor.show("game.asm", " org $2000\n icl 'part.inc'\nNAMED = 3\n"),
        said(&[("game.asm", &[])])
    );
    // It belongs to the folder, open or not.
    assert_eq!(editor.close("game.asm"), said(&[("game.asm", &[])]));
    editor.finish();
}

#[test]
fn what_an_unsaved_text_includes_is_in_the_open_folder() {
    let mut editor = Editor::asking(json!({}), |folder| json!({ "rootUri": file_uri(folder) }));
    editor.open_uri(UNTITLED, " org $2000\n jsr p.sub\n icl 'part.inc'\n");
    assert_eq!(editor.published(), said(&[(UNTITLED, &[])]));
    let about = json!({ "textDocument": { "uri": UNTITLED }, "position": { "line": 1, "character": 8 } });
    assert_eq!(editor.ask("textDocument/definition", about)["uri"], editor.uri("part.inc"));
    assert!(says(&editor.show("part.inc", ".proc p\nsubb rts\n.endp\n"), UNTITLED, "sub"));
    editor.finish();
}

/// Files that count how often each is read.
struct Counted(MemoryFiles, Mutex<BTreeMap<String, u32>>);

impl Files for Counted {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        *self.1.lock().expect("nobody fails").entry(path.to_owned()).or_default() += 1;
        self.0.read(path)
    }
}

/// A program that includes hundreds of names has an outline of its own few lines, and no file is read for each name.
#[test]
fn an_outline_reads_no_file_for_each_of_its_names() {
    let names: String = (0..300).map(|n| format!("name{n} = {n}\n")).collect();
    let mut files = MemoryFiles::default();
    files.add("names.inc", names);
    files.add("main.asm", " org $2000\n icl 'names.inc'\n");
    let files = Counted(files, Mutex::default());
    let nested =
        json!({ "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } });
    for capabilities in [json!({}), nested] {
        let (server, client) = Connection::memory();
        let tell = |message: Message| client.sender.send(message).expect("it listens");
        let ask = |id: i32, method: &str, params: Value| {
            tell(Request { id: id.into(), method: method.to_owned(), params }.into());
            loop {
                if let Message::Response(response) = client.receiver.recv().expect("it answers") {
                    return response.response_result.expect("an answer");
                }
            }
        };
        std::thread::scope(|scope| {
            let files = &files;
            scope.spawn(move || lsp::run(&server, files).map_err(|why| why.to_string()).expect("it serves"));
            ask(1, "initialize", json!({ "capabilities": capabilities, "processId": null }));
            let note =
                |method: &str, params: Value| tell(Notification { method: method.to_owned(), params }.into());
            note("initialized", json!({}));
            let document = json!({ "uri": "file://main.asm", "languageId": "mads", "version": 1,
                "text": " org $2000\nstart rts\n icl 'names.inc'\n" });
            note("textDocument/didOpen", json!({ "textDocument": document }));
            let outline = |id: i32, name: &str| {
                let uri = format!("file://{name}");
                ask(id, "textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }))
                    .as_array()
                    .map(Vec::len)
            };
            assert_eq!(outline(2, "main.asm"), Some(1));
            assert_eq!(outline(3, "names.inc"), Some(300));
            let found = ask(4, "workspace/symbol", json!({ "query": "name1" }));
            assert_eq!(found.as_array().map(Vec::len), Some(111));
            ask(5, "shutdown", Value::Null);
            note("exit", Value::Null);
        });
        let reads = std::mem::take(&mut *files.1.lock().expect("nobody fails"));
        assert!(reads["names.inc"] < 10, "{reads:?}");
    }
}

/// A message with its header.
fn framed(text: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{text}", text.len())
}

/// The exit status of a server that is told this and no more, and what it has said on standard error and output.
fn told(text: &str) -> (Option<i32>, String, String) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_front800"));
    let server = server.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut server = server.spawn().expect("it starts");
    let mut input = server.stdin.take().expect("a pipe");
    // It may have had enough by then.
    let _ = input.write_all(text.as_bytes());
    drop(input);
    let ended = server.wait_with_output().expect("it ends");
    let [error, answers] = [ended.stderr, ended.stdout].map(|bytes| String::from_utf8(bytes).expect("text"));
    (ended.status.code(), error, answers)
}

#[test]
fn what_is_no_message_is_refused_in_words() {
    let hello = framed(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#);
    let hi = framed(r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#);
    let refused = [
        ("Content-Length: 9999999999999\r\n\r\n{}".to_owned(), "at most 16777216 bytes"),
        ("hello\r\n\r\n".to_owned(), "not `hello`"),
        (framed("{{{"), "expected a JSON object behind the header"),
        (framed(r#"{"hello":1}"#), "an object with `method`"),
        ("Content-Length: 99\r\n\r\n{}".to_owned(), "ends within a message"),
        (String::new(), "has disconnected before `initialize`"),
        (format!("{hello}{hello}"), "expected `initialized` after `initialize`, not `initialize`"),
        (format!("{hello}{hi}Content-Length: 9999999999999\r\n\r\n"), "at most 16777216 bytes"),
    ];
    for (text, said) in refused {
        let (status, error, answers) = told(&text);
        // What came before has been answered.
        assert_eq!(answers.contains("capabilities"), text.starts_with(&hello), "{text}: {answers}");
        assert_eq!(status, Some(2), "{text}: {error}");
        assert!(error.contains(said) && error.lines().count() == 1, "{text}: {error}");
        assert!(!error.contains("Error") && !error.contains("Some("), "{text}: {error}");
    }
}

#[test]
fn an_editor_that_goes_without_a_goodbye_is_told_so_by_the_exit_status() {
    let exit = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
    let [hello, shutdown] = ["initialize", "shutdown"].map(|method| {
        framed(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"capabilities":{{}}}}}}"#))
    });
    let hi = framed(r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#);
    for begun in [String::new(), hello.clone(), format!("{hello}{hi}")] {
        let (status, error, _) = told(&format!("{begun}{exit}"));
        assert_eq!(status, Some(1), "{error}");
        assert!(error.contains("`exit` without `shutdown`"), "{error}");
    }
    for goodbye in [format!("{shutdown}{exit}"), format!("{shutdown}{shutdown}{exit}")] {
        let (status, error, _) = told(&format!("{hello}{hi}{goodbye}"));
        assert_eq!((status, error.as_str()), (Some(0), ""));
    }
}
