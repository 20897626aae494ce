//! The language server, spoken to as an editor does, through its standard input and output.

mod columns;
mod editing;
mod fields;
mod outline;
mod renaming;
mod session;
mod unfinished;

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

/// A file as editors name it.
fn file_uri(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let escaped = path.to_str().expect("text").bytes().map(|byte| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    format!("file://{}", escaped.collect::<String>())
}

impl Editor {
    /// With a main source and another one that it includes.
    fn start() -> Self {
        Editor::able(json!({}))
    }

    /// The same, which says that it is able to do so much.
    fn able(capabilities: Value) -> Self {
        Editor::asking(capabilities, |_| json!({}))
    }

    /// The same, which says more about its folder when it begins.
    fn asking(capabilities: Value, more: impl Fn(&Path) -> Value) -> Self {
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
        let mut began = json!({ "capabilities": capabilities, "processId": null, "rootUri": null });
        for (key, value) in more(editor.folder.path()).as_object().expect("keys") {
            began[key] = value.clone();
        }
        let answer = editor.ask("initialize", began);
        assert_eq!(answer["capabilities"]["hoverProvider"], true);
        let asks_before = capabilities["textDocument"]["rename"]["prepareSupport"] == true;
        assert_eq!(answer["capabilities"]["renameProvider"]["prepareProvider"] == true, asks_before);
        editor.tell("initialized", json!({}));
        editor
    }

    /// With others in their place, without a mistake.
    fn with(main: &str, part: &str) -> Self {
        let mut editor = Editor::start();
        std::fs::write(editor.folder.path().join("part.inc"), part).expect("written");
        assert_eq!(editor.open("main.asm", main), [""; 0]);
        editor
    }

    fn uri(&self, name: &str) -> String {
        file_uri(&self.folder.path().join(name))
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

    /// A question about a whole source.
    fn of(&self, name: &str) -> Value {
        json!({ "textDocument": { "uri": self.uri(name) } })
    }

    /// The text of a source after the changes that an answer holds.
    fn changed(&self, name: &str, text: &str, edit: &Value) -> String {
        changed(text, edit["changes"][self.uri(name)].as_array().map_or(&[], Vec::as_slice))
    }

    fn finish(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.server.wait().expect("it ends").success());
    }
}

#[test]
fn an_address_of_the_hardware_says_what_it_is() {
    let mut editor = Editor::start();
    let text = " icl 'front800/hardware.inc'\n org $2000\n sta $d40a\nirq = $D21E\n lda irq\n lda #$12\n lda RTCLOK+2\n rts\n";
    assert_eq!(editor.open("main.asm", text), [""; 0]);
    let mut hover = |line: u32, column: u32| {
        let hover = editor.ask("textDocument/hover", editor.about(line, column));
        hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    let text = hover(2, 7);
    assert!(text.starts_with("`WSYNC` (ANTIC): a write waits for the end of the line"), "{text}");
    assert!(text.contains("$2000: 8D 0A D4, 4 cycles"), "{text}");
    for (line, column) in [(3, 9), (4, 6)] {
        let text = hover(line, column);
        assert!(
            text.contains("`IRQEN` (POKEY, written)") && text.contains("`IRQST` (POKEY, read)"),
            "{text}"
        );
    }
    assert!(!hover(5, 8).contains("RTCLOK"), "a number");
    assert!(hover(6, 7).contains("`RTCLOK` (Operating system: page zero): frames since power-on"));
    editor.finish();
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
    let hints = |name: &str| json!({ "textDocument": { "uri": editor.uri(name) }, "range": whole });
    let (main, part) = (hints("main.asm"), hints("part.inc"));
    assert_eq!(editor.ask("textDocument/inlayHint", main)[0]["label"], "2");
    let part = editor.ask("textDocument/inlayHint", part);
    let labels: Vec<&Value> = part.as_array().expect("a list").iter().map(|hint| &hint["label"]).collect();
    assert_eq!(labels.last(), Some(&&json!("6 in all")));
    editor.finish();
}

/// From the directive that opens a block to the one that ends it; in quotes and comments there are none.
#[test]
fn blocks_are_folded() {
    let mut editor = Editor::start();
    let text = " org $2000\n.proc p\n .if 1\n dta c';' /* .if */\n/*\n .rept 3\n*/\n* .if\n .endif\n rts\n.endp\n\
                mac .macro\n.endm\n";
    assert_eq!(editor.open("main.asm", text), [""; 0]);
    let ranges = editor.ask("textDocument/foldingRange", editor.of("main.asm"));
    let range = |start: u32, end: u32| json!({ "startLine": start, "endLine": end });
    assert_eq!(ranges, json!([range(2, 8), range(1, 10), range(11, 12)]));
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
    wanted["newName"] = json!("THERE");
    assert!(editor.answer("textDocument/rename", wanted.clone())["result"].is_object(), "other letters");
    for refused in ["start", "1st", "a b"] {
        wanted["newName"] = json!(refused);
        assert!(editor.answer("textDocument/rename", wanted.clone())["error"].is_object(), "{refused}");
    }
    editor.finish();
}

#[test]
fn a_symbol_gets_another_name_where_macros_get_it_as_an_argument() {
    let mut editor = Editor::start();
    let text = " org $2000\n.macro put\n lda :1\n sta :2\n.endm\n.macro both\n put :1,into\n.endm\nfrom dta 0\n\
                into dta 0\n both from\n both from\n";
    assert_eq!(editor.open("main.asm", text), [""; 0]);
    for (line, name) in [(8, "from"), (9, "into")] {
        let mut wanted = editor.about(line, 0);
        wanted["newName"] = json!("other");
        let edit = editor.ask("textDocument/rename", wanted);
        assert_eq!(editor.changed("main.asm", text, &edit), text.replace(name, "other"), "{name}");
    }
    editor.finish();
}

/// A source before and after a name in it, the line at which it is asked and the column, and the new name.
type Renaming = (&'static str, &'static str, (u32, u32), &'static str);

/// Names that stand where a word alone does not say what is meant.
const RENAMINGS: [Renaming; 8] = [
    // A block, where a path leads into it.
    (
        " org $2000\n.proc p\nin rts\n.endp\n jsr p.in\n",
        " org $2000\n.proc new\nin rts\n.endp\n jsr new.in\n",
        (1, 6),
        "new",
    ),
    // A label in front of a call that names another one.
    (
        " org $2000\n.macro m\n jmp :1\n.endm\na m b\nb m a\n",
        " org $2000\n.macro m\n jmp :1\n.endm\nnew m b\nb m new\n",
        (4, 0),
        "new",
    ),
    // A label that is called as a register is.
    (" org $2000\nx = $90\n sta x,x\n", " org $2000\nnew = $90\n sta new,x\n", (1, 0), "new"),
    // A constant that is called as the macro which uses it.
    (
        " org $2000\nat = 4\n.macro at\n dta AT+:1\n.endm\nhere at 5\n",
        " org $2000\nnew = 4\n.macro at\n dta new+:1\n.endm\nhere at 5\n",
        (1, 0),
        "new",
    ),
    // A label that a macro finds in each block in which it is called.
    (
        " org $2000\n.macro m\n jmp done\n.endm\n.proc p\n m\ndone rts\n.endp\n.proc q\n m\ndone rts\n.endp\n",
        " org $2000\n.macro m\n jmp new\n.endm\n.proc p\n m\nnew rts\n.endp\n.proc q\n m\nnew rts\n.endp\n",
        (6, 0),
        "new",
    ),
    // A counter, wherever it counts on.
    (
        " org $2000\n?n = 1\n dta ?n\n?n = ?n + 1\n dta ?n\n",
        " org $2000\n?k = 1\n dta ?k\n?k = ?k + 1\n dta ?k\n",
        (3, 0),
        "?k",
    ),
    // What conditions, repeats, lengths and directives in comments ask for.
    (
        " org $2000\nn = 2\n.ifdef n\n:n nop\n.endif\n.rept n\n nop\n.endr\nl ldx #n\n dex\n ;@loop n\n bne l+2\n",
        " org $2000\nnew = 2\n.ifdef new\n:new nop\n.endif\n.rept new\n nop\n.endr\nl ldx #new\n dex\n ;@loop new\n bne l+2\n",
        (1, 0),
        "new",
    ),
    // A structure, its data and its length.
    (
        " org $2000\n.struct s\nx .byte\n.ends\nd dta s [0] (5)\n lda #.len s\n lda d.x\n lda #s.x\n",
        " org $2000\n.struct new\nx .byte\n.ends\nd dta new [0] (5)\n lda #.len new\n lda d.x\n lda #new.x\n",
        (1, 8),
        "new",
    ),
];

#[test]
fn a_symbol_gets_another_name_where_a_word_alone_does_not_say_what_is_meant() {
    for (before, after, (line, column), name) in RENAMINGS {
        let mut editor = Editor::start();
        assert_eq!(editor.open("main.asm", before), [""; 0], "{before}");
        let mut wanted = editor.about(line, column);
        wanted["newName"] = json!(name);
        let edit = editor.ask("textDocument/rename", wanted);
        assert_eq!(editor.changed("main.asm", before, &edit), after);
        editor.finish();
    }
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

/// A text with changes, none of which goes over the end of a line.
fn changed(text: &str, edits: &[Value]) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let number = |edit: &Value, at: &str| edit["range"][at]["character"].as_u64().expect("a column") as usize;
    let mut edits: Vec<&Value> = edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(number(edit, "start")));
    for edit in edits {
        let line = edit["range"]["start"]["line"].as_u64().expect("a line") as usize;
        lines[line].replace_range(
            number(edit, "start")..number(edit, "end"),
            edit["newText"].as_str().expect("a text"),
        );
    }
    lines.join("\n")
}

/// A source with a macro, procedures with parameters and a budget, and calls of them.
const CALLS: &str = " org $2000
; Adds a number.
sum .macro value , place
 clc
 adc #:value
 sta :place
 .endm
.proc copy ( .byte a .word xy ) .reg
 .budget 20
 pha
 pla
 rts
 .endp
 sum 5,$80
 copy #1 #2
sum = 3
";

#[test]
fn words_have_their_kinds_and_calls_their_parameters() {
    let mut editor = Editor::start();
    assert_eq!(editor.open("main.asm", CALLS), [""; 0]);
    let tokens = editor.ask("textDocument/semanticTokens/full", editor.of("main.asm"));
    let numbers: Vec<u64> =
        tokens["data"].as_array().expect("numbers").iter().filter_map(Value::as_u64).collect();
    let (mut line, mut start) = (0, 0);
    let mut kinds = Vec::new();
    for token in numbers.chunks(5) {
        start = if token[0] == 0 { start + token[1] } else { token[1] };
        line += token[0];
        let text: String =
            CALLS.lines().nth(line as usize).unwrap()[start as usize..][..token[2] as usize].into();
        kinds.push((text, token[3]));
    }
    for (text, kind) in
        [("org", 3), ("$2000", 2), ("; Adds a number.", 0), (".proc", 3), ("copy", 5), ("sum", 4)]
    {
        assert!(kinds.contains(&(text.to_owned(), kind)), "{text}: {kinds:?}");
    }
    let help = editor.ask("textDocument/signatureHelp", editor.about(13, 7));
    assert_eq!(help["signatures"][0]["label"], "sum value, place");
    assert_eq!(help["signatures"][0]["documentation"], "Adds a number.");
    assert_eq!(help["activeParameter"], 1);
    let help = editor.ask("textDocument/signatureHelp", editor.about(14, 7));
    assert_eq!(help["signatures"][0]["label"], "copy .byte a, .word xy");
    assert_eq!(help["activeParameter"], 0);
    let lenses = editor.ask("textDocument/codeLens", editor.of("main.asm"));
    assert_eq!(lenses[0]["command"]["title"], "at most 13 of 20 cycles, 1 of stack, 3 bytes");
    assert_eq!(lenses[0]["range"]["start"]["line"], 7);
    editor.finish();
}

/// Of an overlay nothing is proved by what is loaded over it.
#[test]
fn a_lens_says_what_is_proved_of_a_procedure_and_what_cannot_be() {
    let mut editor = Editor::start();
    let program = " org $2000\n.proc first\n pha\n pla\n rts\n.endp\n ini first\n org $2000\n.proc second\n rts\n.endp\n\
        .proc third\n jmp (0)\n.endp\n";
    assert_eq!(editor.open("main.asm", program), [""; 0]);
    let lenses = editor.ask("textDocument/codeLens", editor.of("main.asm"));
    let titles: Vec<&Value> = (0..3).map(|number| &lenses[number]["command"]["title"]).collect();
    let expected =
        ["other bytes are loaded over it, 3 bytes", "at most 6 cycles, 0 of stack, 1 byte", "3 bytes"];
    assert_eq!(titles, expected);
    editor.finish();
}

#[test]
fn a_macro_gets_another_name_and_a_label_of_its_name_keeps_it() {
    let mut editor = Editor::start();
    editor.open("main.asm", CALLS);
    let hover = editor.ask("textDocument/hover", editor.about(13, 2));
    assert!(
        hover["contents"]["value"].as_str().is_some_and(|text| text.contains("Adds a number.")),
        "{hover}"
    );
    let mut wanted = editor.about(13, 2);
    wanted["newName"] = json!("total");
    let edit = editor.ask("textDocument/rename", wanted.clone());
    let renamed = editor.changed("main.asm", CALLS, &edit);
    assert_eq!(renamed, CALLS.replace("sum .macro", "total .macro").replace(" sum 5", " total 5"));
    for refused in ["copy", "lda"] {
        wanted["newName"] = json!(refused);
        assert!(editor.answer("textDocument/rename", wanted.clone())["error"].is_object(), "{refused}");
    }
    editor.finish();
}

/// A line with a name, another one that calls it, and calls of both.
const LINES: &str = " org $2000
; Stores a number.
 .define poke mva #%%2 %%1
 .define twice poke %%1 %%2\\ poke %%1+1 %%2
 poke(712, 100)
 twice 710 5
 .undef poke
";

#[test]
fn lines_with_names_are_known_as_macros_are() {
    let mut editor = Editor::start();
    assert_eq!(editor.open("main.asm", LINES), [""; 0]);
    let hover = editor.ask("textDocument/hover", editor.about(4, 3));
    let text = hover["contents"]["value"].as_str().expect("a text");
    assert!(text.contains("`.define poke mva #%%2 %%1`: macro  \nStores a number."), "{text}");
    let there = editor.ask("textDocument/definition", editor.about(4, 3));
    assert_eq!(there["range"]["start"], json!({ "line": 2, "character": 9 }));
    let help = editor.ask("textDocument/signatureHelp", editor.about(4, 12));
    assert_eq!(help["signatures"][0]["label"], "poke %%1, %%2");
    assert_eq!(help["activeParameter"], 1);
    let offered = editor.ask("textDocument/completion", editor.about(4, 3));
    let is_offered = |name: &str| offered.as_array().expect("a list").iter().any(|it| it["label"] == name);
    assert!(is_offered("poke") && is_offered("twice"), "{offered}");
    let mut wanted = editor.about(4, 3);
    wanted["newName"] = json!("put");
    let edit = editor.ask("textDocument/rename", wanted);
    assert_eq!(editor.changed("main.asm", LINES, &edit), LINES.replace("poke", "put"));
    editor.finish();
}

#[test]
fn of_several_lines_with_a_name_the_one_in_force_is_shown() {
    let mut editor = Editor::start();
    let included = " .define step inc 82\n";
    editor.open("steps.asm", included);
    let text = " org $2000\n nop\n .define step inc 80\n step\n icl 'steps.asm'\n step\n .define step inc 81\n step\n";
    editor.open("main.asm", text);
    for (line, expected) in [(2_u32, "inc 80"), (3, "inc 80"), (5, "inc 82"), (6, "inc 81"), (7, "inc 81")] {
        let column = text.lines().nth(line as usize).expect("a line").find("step").expect("the name") as u32;
        let hover = editor.ask("textDocument/hover", editor.about(line, column + 1));
        let shown = hover["contents"]["value"].as_str().unwrap_or_default();
        assert!(shown.contains(expected), "{line}: {hover}");
    }
    let there = editor.ask("textDocument/definition", editor.about(5, 2));
    assert!(there["uri"].as_str().is_some_and(|uri| uri.ends_with("steps.asm")), "{there}");
    editor.finish();
}

/// Each time it includes itself, and it does so twice: the way to a place goes through it once.
#[test]
fn of_lines_in_a_file_that_includes_itself_the_one_in_force_is_shown() {
    let mut editor = Editor::start();
    editor.open("steps.asm", " .define step inc 82\n icl 'steps.asm'\n icl 'steps.asm'\n");
    let text = " org $2000\n .define step inc 80\n step\n icl 'steps.asm'\n step\n";
    editor.open("main.asm", text);
    let hover = editor.ask("textDocument/hover", editor.about(4, 2));
    assert!(hover["contents"]["value"].as_str().is_some_and(|shown| shown.contains("inc 82")), "{hover}");
    editor.finish();
}

#[test]
fn the_help_of_a_message_can_be_taken() {
    let mut editor = Editor::start();
    for (text, title, expected) in [
        (" org $2000\n stax 5\n", "write `sta`", " org $2000\n sta 5\n"),
        (" org $2000\nvalue = 1\n lda #valeu\n", "write `value`", " org $2000\nvalue = 1\n lda #value\n"),
        (
            " org $2000\nl nop\n .align 256,0\n bne l\n",
            "use `jne`",
            " org $2000\nl nop\n .align 256,0\n jne l\n",
        ),
        (" org $2000\nlda #1\n", "indent the statement", " org $2000\n        lda #1\n"),
        (" org $2000\n sta #5\n", "leave the `#` out", " org $2000\n sta 5\n"),
        (" org $2000\n lda 'A'\n", "write `#`", " org $2000\n lda #'A'\n"),
    ] {
        let document =
            json!({ "uri": editor.uri("main.asm"), "languageId": "mads", "version": 1, "text": text });
        editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
        let diagnostics = editor.hear()["params"]["diagnostics"].take();
        let range = diagnostics[0]["range"].clone();
        let params = json!({
            "textDocument": { "uri": editor.uri("main.asm") }, "range": range,
            "context": { "diagnostics": diagnostics },
        });
        let actions = editor.ask("textDocument/codeAction", params);
        let action = actions.as_array().expect("a list").iter().find(|action| action["title"] == title);
        let edit = &action.unwrap_or_else(|| panic!("{text}: {actions}"))["edit"];
        assert_eq!(editor.changed("main.asm", text, edit), expected);
    }
    editor.finish();
}

#[test]
fn keys_change_parts_of_a_text() {
    let mut editor = Editor::start();
    editor.open("main.asm", " org $2000\n dta d'\u{e4}\u{1F600}'\n lda #VALL\nVAL = 1\n");
    let change = |line: u32, start: u32, end: u32, text: &str| {
        let position = |character: u32| json!({ "line": line, "character": character });
        json!({ "range": { "start": position(start), "end": position(end) }, "text": text })
    };
    let uri = editor.uri("main.asm");
    let mut tell = |changes: Value| {
        editor.tell(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": changes }),
        );
        editor.diagnostics()
    };
    // Columns are units of UTF-16, of which the second character takes two.
    assert_eq!(tell(json!([change(2, 9, 10, ""), change(1, 7, 10, "hi")])), [""; 0]);
    let text = json!([change(1, 7, 9, "\u{e9}\u{e9}"), change(2, 6, 9, "NO")]);
    assert!(tell(text).iter().any(|message| message.starts_with("`NO` is not defined")));
    editor.finish();
}
