//! Every name of every program of ours gets another name, as an editor does it, and the programs stay the same.

use std::collections::{BTreeMap, BTreeSet};

use front800::assembler::{Assembly, Files, Format, MemoryFiles, Options, Overlay, assemble, format, render};
use front800::lsp;
use front800::titles::{Sources, TitleFiles, shelf::SHELF};
use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value, json};

/// A main source and the labels set for it.
struct Program {
    main: String,
    defines: Vec<(String, i64)>,
}

/// All that our build makes from `asm`.
fn programs() -> Vec<Program> {
    let mut programs = Vec::new();
    for entry in SHELF.iter().filter(|entry| entry.name != "rasputitsa:modern") {
        for form in [&[][..], &[("FORM_CART", 1)]] {
            let defines = entry.defines.iter().chain(form).map(|&(name, value)| (name.to_owned(), value));
            programs.push(Program { main: entry.source.to_owned(), defines: defines.collect() });
        }
    }
    programs.push(Program { main: "os/os.asm".to_owned(), defines: Vec::new() });
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/asm/workloads");
    for file in std::fs::read_dir(folder).expect("a folder") {
        let name = file.expect("a file").file_name().into_string().expect("a name");
        if name.ends_with(".asm") {
            programs.push(Program { main: format!("workloads/{name}"), defines: Vec::new() });
        }
    }
    programs
}

/// All sources.
fn all_files() -> Vec<String> {
    fn add(folder: &std::path::Path, files: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                add(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "asm" || extension == "inc") {
                let name = path.strip_prefix(concat!(env!("CARGO_MANIFEST_DIR"), "/asm")).expect("below it");
                files.push(name.to_str().expect("a name").replace('\\', "/"));
            }
        }
    }
    let mut files = Vec::new();
    add(std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/asm")), &mut files);
    files.sort();
    files
}

/// An editor, in which nothing is written to a disk.
struct Editor<'a> {
    server: &'a Connection,
    requests: i32,
    names: u32,
}

impl Editor<'_> {
    fn tell(&self, method: &str, params: Value) {
        let note = Notification { method: method.to_owned(), params };
        self.server.sender.send(Message::Notification(note)).expect("it listens");
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.requests += 1;
        let request = Request { id: self.requests.into(), method: method.to_owned(), params };
        self.server.sender.send(Message::Request(request)).expect("it listens");
        loop {
            if let Message::Response(response) = self.server.receiver.recv().expect("it answers") {
                return response.response_result.map_err(|error| error.message);
            }
        }
    }
}

/// What a name becomes at a place, and the place: start and end.
type Edits = BTreeMap<(u64, u64, u64), String>;

impl Program {
    fn options(&self) -> Options {
        Options { defines: self.defines.clone(), ..Options::default() }
    }

    fn assemble(&self, files: &dyn Files) -> Assembly {
        assemble(files, &self.main, &self.options())
    }

    /// What is made of it.
    fn image(&self, files: &dyn Files) -> Vec<u8> {
        let Assembly { output, diagnostics, .. } = self.assemble(files);
        let output =
            output.unwrap_or_else(|| panic!("{}: {}", self.main, render(&diagnostics, Format::Short)));
        output.xex()
    }
}

fn text(files: &dyn Files, path: &str) -> String {
    String::from_utf8(files.read(path).unwrap_or_else(|| panic!("no {path}"))).expect("a text")
}

fn changed(text: &str, edits: &Edits) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    for (&(line, start, end), name) in edits.iter().rev() {
        lines[line as usize].replace_range(start as usize..end as usize, name);
    }
    lines.join("\n")
}

/// Asks for another name of all that is defined in a source and has none yet.
fn rename_all(editor: &mut Editor, files: &dyn Files, path: &str, edits: &mut BTreeMap<String, Edits>) {
    let uri = format!("file://{path}");
    let symbols = editor.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }));
    let symbols = symbols.expect("an answer");
    let number = |value: &Value, at: &str| value.pointer(at).and_then(Value::as_u64).expect("a number");
    let place = |range: &Value| {
        (number(range, "/start/line"), number(range, "/start/character"), number(range, "/end/character"))
    };
    let mut places: BTreeSet<(u64, u64, u64)> =
        symbols.as_array().into_iter().flatten().map(|symbol| place(&symbol["location"]["range"])).collect();
    let text = text(files, path);
    let lines: Vec<&str> = text.lines().collect();
    for (line, text) in lines.iter().enumerate() {
        let code = text.split(';').next().unwrap_or_default();
        let words: Vec<&str> = code.split_whitespace().collect();
        let name = match words[..] {
            [".macro", name, ..] | [name, ".macro", ..] => name,
            _ => continue,
        };
        let column = code.find(name).expect("it is there") as u64;
        places.insert((line as u64, column, column + name.len() as u64));
    }
    for at in places {
        if edits.get(path).is_some_and(|edits| edits.contains_key(&at)) {
            continue;
        }
        let (line, start, end) = at;
        let old = &lines[line as usize][start as usize..end as usize];
        let temporary = if old.starts_with('?') { "?" } else { "" };
        editor.names += 1;
        let name = format!("{temporary}zq{}q", editor.names);
        let position = json!({ "line": line, "character": start });
        let params = json!({ "textDocument": { "uri": uri }, "position": position, "newName": name });
        let answer = editor.ask("textDocument/rename", params);
        let answer = answer.unwrap_or_else(|why| panic!("{path}:{}: {old}: {why}", line + 1));
        for (uri, list) in answer["changes"].as_object().expect("changes") {
            let edits = edits.entry(uri.strip_prefix("file://").expect("a file").to_owned()).or_default();
            for edit in list.as_array().expect("a list") {
                let before = edits.insert(place(&edit["range"]), name.clone());
                assert_eq!(before, None, "{uri}: {edit}, asked at {path}:{}: {old}", line + 1);
            }
        }
    }
}

/// Asks for another name of everything, and gives the edits by file. The server ends with the connection, whatever
/// happens.
fn all_renamed(client: Connection, files: &dyn Files, programs: &[Program]) -> BTreeMap<String, Edits> {
    let mut editor = Editor { server: &client, requests: 0, names: 0 };
    let given = programs.iter().map(|program| {
        let defines: serde_json::Map<String, Value> =
            program.defines.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        json!({ "main": program.main, "defines": defines })
    });
    let options = json!({ "programs": given.collect::<Vec<_>>() });
    let params = json!({ "capabilities": {}, "processId": null, "initializationOptions": options });
    editor.ask("initialize", params).expect("it begins");
    editor.tell("initialized", json!({}));
    let mut edits = BTreeMap::new();
    let paths = all_files();
    for path in &paths {
        let uri = format!("file://{path}");
        let document = json!({ "uri": uri, "languageId": "mads", "version": 1, "text": text(files, path) });
        editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }
    for path in &paths {
        rename_all(&mut editor, files, path, &mut edits);
    }
    editor.ask("shutdown", Value::Null).expect("it ends");
    editor.tell("exit", Value::Null);
    assert!(editor.names > 3000, "{} names", editor.names);
    edits
}

#[test]
fn every_name_of_every_program_gets_another_one_and_all_stay_the_same() {
    let sources = Sources::embedded();
    let assets = sources.assets().expect("assets");
    let files = TitleFiles::new(&sources, &assets);
    let programs = programs();
    let before: Vec<Vec<u8>> = programs.iter().map(|program| program.image(&files)).collect();
    let (server, client) = Connection::memory();
    let edits = std::thread::scope(|scope| {
        let (sources, assets) = (&sources, &assets);
        scope.spawn(move || {
            let files = TitleFiles::new(sources, assets);
            lsp::run(&server, &files).map_err(|why| why.to_string()).expect("it serves");
        });
        all_renamed(client, &files, &programs)
    });
    let mut renamed = MemoryFiles::default();
    for (path, edits) in &edits {
        renamed.add(path, changed(&text(&files, path), edits));
    }
    let places: usize = edits.values().map(Edits::len).sum();
    assert!(places > 20_000, "{places} places");
    for (program, before) in programs.iter().zip(&before) {
        assert!(
            program.image(&Overlay(&renamed, &files)) == *before,
            "{}: {:?}",
            program.main,
            program.defines
        );
    }
}

#[test]
fn every_source_gets_its_form_and_all_programs_stay_the_same() {
    let sources = Sources::embedded();
    let assets = sources.assets().expect("assets");
    let files = TitleFiles::new(&sources, &assets);
    let mut formatted = MemoryFiles::default();
    for path in all_files() {
        formatted.add(&path, format(text(&files, &path).as_bytes()));
    }
    for program in programs() {
        let after = program.image(&Overlay(&formatted, &files));
        assert!(after == program.image(&files), "{}: {:?}", program.main, program.defines);
    }
}
