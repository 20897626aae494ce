//! The debug adapter, as an editor talks to it.

mod c;
mod edges;
mod exceptions;
mod life;
mod variables;

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::rc::Rc;

use serde_json::{Value, json};

use crate::cli::Desk;

const PROGRAM: &str = "        org $2000
start   ldx #0
again   jsr work
        inx
        jmp again
work    lda #7
        sta target
        inc count
        rts
count   = $80
target  = $81
        run start
";

/// The adapter at work, with `program.asm` in its folder.
struct Adapter {
    desk: Desk,
    process: RefCell<Child>,
}

impl Adapter {
    fn start(words: &[&str]) -> Adapter {
        Adapter::on(Desk::with("program.asm", PROGRAM), words)
    }

    fn on(desk: Desk, words: &[&str]) -> Adapter {
        let mut command = Command::new(env!("CARGO_BIN_EXE_front800"));
        command.args(words).current_dir(desk.path(""));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Adapter { desk, process: RefCell::new(command.spawn().expect("the adapter starts")) }
    }

    /// Waits until it has ended.
    fn wait(&self) -> ExitStatus {
        self.process.borrow_mut().wait().unwrap()
    }
}

impl Drop for Adapter {
    fn drop(&mut self) {
        // It has ended, or its test has failed, or it waits for others.
        let _ = self.process.get_mut().kill();
        let _ = self.process.get_mut().wait();
    }
}

/// An editor.
struct Editor {
    adapter: Rc<Adapter>,
    input: Box<dyn Write>,
    output: BufReader<Box<dyn Read>>,
    seq: u64,
    /// Events that came while an answer was waited for.
    events: Vec<Value>,
}

impl Editor {
    /// An editor that has started the adapter.
    fn new() -> Self {
        Editor::of(Adapter::start(&["dap"]))
    }

    fn of(adapter: Adapter) -> Self {
        let input = adapter.process.borrow_mut().stdin.take().expect("a pipe");
        let output = adapter.process.borrow_mut().stdout.take().expect("a pipe");
        Editor::with(Rc::new(adapter), Box::new(input), Box::new(output))
    }

    fn with(adapter: Rc<Adapter>, input: Box<dyn Write>, output: Box<dyn Read>) -> Self {
        Editor { adapter, input, output: BufReader::new(output), seq: 0, events: Vec::new() }
    }

    /// An editor that has found the adapter at a port.
    fn at_port(adapter: &Rc<Adapter>, port: u16) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("the adapter is there");
        Editor::with(adapter.clone(), Box::new(stream.try_clone().unwrap()), Box::new(stream))
    }

    /// The same with the program launched, standing at its label `start`.
    fn at_start() -> Self {
        Editor::new().go_to_start()
    }

    fn go_to_start(self) -> Self {
        let mut editor = self;
        editor.ask("initialize", json!({ "adapterID": "front800" }));
        editor.ask("launch", json!({ "program": "program.asm", "stopOnEntry": true }));
        editor.event("initialized");
        let set = editor.ask("setFunctionBreakpoints", json!({ "breakpoints": [{ "name": "start" }] }));
        assert_eq!(set["breakpoints"][0]["verified"], true);
        editor.ask("configurationDone", json!({}));
        assert_eq!(editor.event("stopped")["reason"], "entry");
        editor.go("continue", json!({}), "function breakpoint");
        editor.ask("setFunctionBreakpoints", json!({ "breakpoints": [] }));
        editor
    }

    fn send(&mut self, command: &str, arguments: Value) -> u64 {
        self.seq += 1;
        let request =
            json!({ "seq": self.seq, "type": "request", "command": command, "arguments": arguments })
                .to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{request}", request.len()).unwrap();
        self.input.flush().unwrap();
        self.seq
    }

    fn message(&mut self) -> Value {
        let mut header = String::new();
        self.output.read_line(&mut header).unwrap();
        let length: usize = header.trim().strip_prefix("Content-Length: ").unwrap().parse().unwrap();
        let mut bytes = vec![0; 2 + length];
        self.output.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes[2..]).unwrap()
    }

    fn response(&mut self, command: &str, arguments: Value) -> Value {
        let seq = self.send(command, arguments);
        loop {
            let message = self.message();
            if message["type"] == "response" && message["request_seq"] == seq {
                assert_eq!(message["command"], command);
                return message;
            }
            self.events.push(message);
        }
    }

    /// Asks for something that succeeds.
    #[track_caller]
    fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let response = self.response(command, arguments);
        assert_eq!(response["success"], true, "{response}");
        response["body"].clone()
    }

    #[track_caller]
    fn refused(&mut self, command: &str, arguments: Value, words: &str) {
        let response = self.response(command, arguments);
        assert_eq!(response["success"], false, "{response}");
        assert!(response["message"].as_str().unwrap().contains(words), "{response}");
    }

    fn event(&mut self, event: &str) -> Value {
        loop {
            if let Some(at) = self.events.iter().position(|message| message["event"] == event) {
                return self.events.remove(at)["body"].clone();
            }
            let message = self.message();
            self.events.push(message);
        }
    }

    /// Moves, and says why it stands still again.
    #[track_caller]
    fn go(&mut self, command: &str, arguments: Value, reason: &str) -> Value {
        self.ask(command, arguments);
        let stopped = self.event("stopped");
        assert_eq!(stopped["reason"], reason, "{command}: {stopped}");
        stopped
    }

    fn frames(&mut self) -> Vec<Value> {
        self.ask("stackTrace", json!({ "threadId": 1 }))["stackFrames"].as_array().unwrap().clone()
    }

    /// The line of source on which the program stands.
    fn line(&mut self) -> u64 {
        self.frames()[0]["line"].as_u64().unwrap()
    }

    fn variable(&mut self, scope: &str, name: &str) -> String {
        let scopes = self.ask("scopes", json!({ "frameId": 0 }))["scopes"].clone();
        let reference =
            scopes.as_array().unwrap().iter().find(|it| it["name"] == scope).unwrap()["variablesReference"]
                .clone();
        let variables =
            self.ask("variables", json!({ "variablesReference": reference }))["variables"].clone();
        let found = variables.as_array().unwrap().iter().find(|it| it["name"] == name);
        found.unwrap_or_else(|| panic!("{name}: {variables}"))["value"].as_str().unwrap().to_string()
    }

    fn source(&self) -> Value {
        json!({ "path": self.adapter.desk.path("program.asm") })
    }
}

fn line_of(text: &str) -> u64 {
    PROGRAM.lines().position(|line| line.contains(text)).unwrap() as u64 + 1
}

#[test]
fn a_program_is_stepped_through_in_its_source_forward_and_back() {
    let mut editor = Editor::at_start();
    assert_eq!(editor.line(), line_of("start"));
    for (command, line) in [
        ("next", "again"),
        ("stepIn", "work "),
        ("next", "sta target"),
        ("stepBack", "work "),
        ("stepOut", "inx"),
        ("stepBack", "again"),
        ("next", "inx"),
    ] {
        editor.go(command, json!({ "threadId": 1 }), "step");
        assert_eq!(editor.line(), line_of(line), "{command}");
    }
    editor.go("stepBack", json!({ "granularity": "instruction" }), "step");
    assert_eq!(editor.line(), line_of("again"));
    editor.go("stepIn", json!({ "granularity": "instruction" }), "step");
    let frames = editor.frames();
    assert_eq!(frames[0]["name"], "work");
    assert_eq!(frames[1]["line"], line_of("again"), "who called");
    let path = frames[0]["source"]["path"].as_str().unwrap();
    assert!(path.ends_with("program.asm"), "{path}");
}

#[test]
fn breakpoints_of_all_kinds_stop_and_logs_do_not() {
    let mut editor = Editor::at_start();
    let source = editor.source();
    let set = editor.ask(
        "setBreakpoints",
        json!({ "source": source, "breakpoints": [
            { "line": line_of("inc count"), "condition": "x >= 3", "hitCondition": "2" },
            { "line": line_of("        inx"), "logMessage": "x is {x}, count is {count}" },
        ] }),
    );
    assert_eq!(set["breakpoints"][0]["line"], line_of("inc count"));
    editor.go("continue", json!({}), "breakpoint");
    assert_eq!(editor.variable("Registers", "x"), "$04", "the second time that the condition is true");
    for x in 0..4 {
        assert_eq!(editor.event("output")["output"], format!("x is {x}, count is {}\n", x + 1));
    }
    let locations = editor.ask("breakpointLocations", json!({ "source": source, "line": 1, "endLine": 20 }));
    assert_eq!(locations["breakpoints"].as_array().unwrap().len(), 8, "a line for each instruction");
    editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": [] }));

    let info = editor.ask("dataBreakpointInfo", json!({ "name": "target" }));
    assert_eq!(info["dataId"], "0x0081:1");
    let data = json!({ "breakpoints": [{ "dataId": info["dataId"], "accessType": "write" }] });
    editor.ask("setDataBreakpoints", data);
    let stopped = editor.go("continue", json!({}), "data breakpoint");
    assert_eq!(stopped["text"], "$0081: $07 became $07");
    editor.ask("setDataBreakpoints", json!({ "breakpoints": [] }));

    let again = json!({ "breakpoints": [{ "instructionReference": "0x2000", "offset": 2 }] });
    editor.ask("setInstructionBreakpoints", again);
    editor.go("continue", json!({}), "instruction breakpoint");
    assert_eq!(editor.line(), line_of("again"));
    editor.go("reverseContinue", json!({}), "instruction breakpoint");
    editor.ask("setInstructionBreakpoints", json!({ "breakpoints": [] }));

    editor.ask("writeMemory", json!({ "memoryReference": "0x2005", "data": "Ag==" }));
    editor.ask("setExceptionBreakpoints", json!({ "filters": ["jam", "brk"] }));
    let stopped = editor.go("continue", json!({}), "exception");
    assert_eq!(stopped["text"], "The CPU is about to jam");
    assert_eq!(editor.ask("exceptionInfo", json!({}))["exceptionId"], stopped["text"]);
}

#[test]
fn memory_variables_and_code_are_shown_and_changed() {
    let mut editor = Editor::at_start();
    assert_eq!(editor.variable("Registers", "pc"), "$2000");
    editor.ask("setVariable", json!({ "variablesReference": 1, "name": "x", "value": "$10+1" }));
    assert_eq!(editor.variable("Registers", "x"), "$11");
    editor.ask("setVariable", json!({ "variablesReference": 2, "name": "count", "value": "9" }));
    assert_eq!(editor.ask("evaluate", json!({ "expression": "count + 1" }))["result"], "10 ($0A)");
    let shown = editor.ask("evaluate", json!({ "expression": "dump count 1", "context": "repl" }));
    assert!(shown["result"].as_str().unwrap().contains("\"bytes\": \"09\""), "{shown}");
    assert_eq!(editor.ask("readMemory", json!({ "memoryReference": "0x2000", "count": 3 }))["data"], "ogAg");
    for (scope, name) in
        [("Beam", "line"), ("ANTIC", "DMACTL"), ("GTIA", "COLBK"), ("POKEY", "AUDCTL"), ("PIA", "PORTA")]
    {
        assert!(!editor.variable(scope, name).is_empty(), "{scope}");
    }
    let code = json!({ "memoryReference": "0x2005", "instructionOffset": -2, "instructionCount": 5 });
    let code = editor.ask("disassemble", code)["instructions"].clone();
    let texts: Vec<&str> =
        code.as_array().unwrap().iter().map(|row| row["instruction"].as_str().unwrap()).collect();
    assert_eq!(texts, ["LDX #$00", "JSR work", "INX", "JMP again", "LDA #$07"]);
    assert_eq!(code[1]["address"], "0x2002");
    assert_eq!(code[1]["symbol"], "again");
    let proposals = editor.ask("completions", json!({ "text": "1 + cou", "column": 8 }));
    let count = json!({ "label": "count", "start": 4, "length": 3 });
    assert!(proposals["targets"].as_array().unwrap().contains(&count), "{proposals}");
    let proposals = editor.ask("completions", json!({ "text": "chip po and more", "column": 8 }));
    assert_eq!(proposals["targets"], json!([{ "label": "pokey", "start": 5, "length": 2 }]));
}

/// Numbers as large as JSON has them are beyond everything that there is.
#[test]
fn immense_numbers_are_answered_as_large_ones() {
    let mut editor = Editor::at_start();
    let source = editor.source();
    let whole = json!({ "source": source, "line": 1, "endLine": u64::MAX });
    let all = editor.ask("breakpointLocations", whole);
    assert_eq!(all["breakpoints"].as_array().unwrap().len(), 8, "a line for each instruction");
    let behind = json!({ "source": source, "line": u64::MAX, "endLine": u64::MAX });
    assert_eq!(editor.ask("breakpointLocations", behind)["breakpoints"], json!([]));
    // A line is not taken for one that its lower half would be.
    let beyond = json!([{ "line": (1u64 << 32) + line_of("        inx") }]);
    let set = editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": beyond }));
    assert_eq!(set["breakpoints"][0]["verified"], false);
    for offset in [i64::MAX, i64::MIN] {
        let code = json!({ "memoryReference": "0x2000", "offset": offset, "instructionCount": 2 });
        let code = editor.ask("disassemble", code)["instructions"].clone();
        assert_eq!(code[1]["presentationHint"], "invalid", "{offset}: {code}");
        let write = json!({ "memoryReference": "0x2000", "offset": offset, "data": "Ag==" });
        editor.refused("writeMemory", write, "no RAM");
    }
    let far = json!({ "memoryReference": "0x2000", "offset": i64::MAX, "count": i64::MAX });
    assert_eq!(editor.ask("readMemory", far)["data"], "");
}

#[test]
fn log_points_stop_nobody_whichever_way_he_goes() {
    let mut editor = Editor::at_start();
    let source = editor.source();
    let log = json!({ "line": line_of("inc count"), "logMessage": "{count}" });
    editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": [log] }));
    for line in ["again", "inx"] {
        editor.go("next", json!({ "threadId": 1 }), "step");
        assert_eq!(editor.line(), line_of(line));
    }
    assert_eq!(editor.event("output")["output"], "0\n", "while it was stepped over");
    editor.go("reverseContinue", json!({}), "entry");
    assert_eq!(editor.variable("Beam", "cycle"), "0");
}

#[test]
fn registers_and_labels_of_their_names_are_told_apart_by_their_scope() {
    let mut editor = Editor::new();
    editor.adapter.desk.write("x.asm", " org $2000\nstart jmp *\nx dta 3\n run start\n");
    editor.ask("initialize", json!({}));
    editor.refused("launch", json!({ "program": "x.asm", "options": "--pal" }), "a list of strings");
    editor.ask("launch", json!({ "program": "x.asm", "stopOnEntry": true }));
    editor.ask("setFunctionBreakpoints", json!({ "breakpoints": [{ "name": "start" }] }));
    editor.ask("configurationDone", json!({}));
    editor.event("stopped");
    editor.go("continue", json!({}), "function breakpoint");
    editor.ask("setVariable", json!({ "variablesReference": 4, "name": "x", "value": "77" }));
    assert_eq!(editor.variable("Variables", "x"), "$4D");
    editor.ask("setVariable", json!({ "variablesReference": 1, "name": "pc", "value": "x" }));
    assert_eq!(editor.variable("Registers", "pc"), "$2003", "a label is where to go");
    let code = editor.ask("disassemble", json!({ "memoryReference": "0x2000", "instructionCount": 1 }));
    assert!(code["instructions"][0]["location"]["path"].as_str().unwrap().ends_with("x.asm"), "{code}");
}

#[test]
fn what_is_no_request_is_said() {
    let mut editor = Editor::new();
    write!(editor.input, "Content-Length: 5\r\n\r\nhello").unwrap();
    editor.input.flush().unwrap();
    assert_eq!(editor.adapter.wait().code(), Some(2));
}

#[test]
fn a_program_is_launched_again_sent_elsewhere_paused_and_ended() {
    let mut editor = Editor::at_start();
    let source = editor.source();
    let targets = editor.ask("gotoTargets", json!({ "source": source, "line": line_of("inc count") }));
    editor.go("goto", json!({ "threadId": 1, "targetId": targets["targets"][0]["id"] }), "goto");
    assert_eq!(editor.line(), line_of("inc count"));
    editor.send("continue", json!({}));
    editor.ask("threads", json!({}));
    editor.ask("pause", json!({ "threadId": 1 }));
    assert_eq!(editor.event("stopped")["reason"], "pause");
    let sources = editor.ask("loadedSources", json!({}))["sources"].clone();
    let names: Vec<&str> = sources.as_array().unwrap().iter().filter_map(|it| it["name"].as_str()).collect();
    assert!(names.contains(&"program.asm"), "{names:?}");
    let built_in =
        sources.as_array().unwrap().iter().find(|it| it["sourceReference"].is_u64()).unwrap().clone();
    let text = editor.ask("source", json!({ "sourceReference": built_in["sourceReference"] }));
    assert!(text["content"].as_str().unwrap().len() > 100);
    editor.ask("restart", json!({}));
    assert_eq!(editor.event("stopped")["reason"], "entry");
    assert_eq!(editor.variable("Beam", "cycle"), "0");
    editor.refused("fly", json!({}), "does not support the request `fly`");
    editor.refused("evaluate", json!({ "expression": "conut" }), "did you mean `count`?");
    editor.ask("disconnect", json!({}));
    editor.event("terminated");
    assert!(editor.adapter.wait().success());
}

#[test]
fn what_cannot_be_launched_is_said() {
    let mut editor = Editor::new();
    let able = editor.ask("initialize", json!({}));
    assert_eq!(able["supportsStepBack"], true);
    editor.refused("stackTrace", json!({}), "expected launch or attach");
    editor.refused("attach", json!({}), "`port` is missing");
    editor.refused("launch", json!({}), "`program` is missing");
    editor.refused("launch", json!({ "program": "nothing.asm" }), "no such file");
    editor.refused("launch", json!({ "program": "program.asm", "options": ["--ram", "17"] }), "17");
    editor.refused("launch", json!({ "program": "program.asm", "defines": { "LEVEL": "3" } }), "`defines`");
    editor.refused("launch", json!({ "program": "program.asm", "form": "disk" }), "`xex` or `cart`");
    editor.refused("launch", json!({ "program": "-" }), "standard input");
}

#[test]
fn what_a_launch_has_to_say_comes_to_the_editors_console() {
    let mut editor = Editor::new();
    editor.ask("initialize", json!({}));
    editor.adapter.desk.write("wrong.asm", " org $2000\n lda nothing\n");
    editor.refused("launch", json!({ "program": "wrong.asm" }), "see the debug console");
    let said = editor.event("output");
    assert_eq!(said["category"], "stderr");
    let text = said["output"].as_str().unwrap();
    assert!(text.contains("wrong.asm:2") && text.contains("`nothing` is not defined"), "{text}");
    editor.refused("launch", json!({ "program": "nothing.asm" }), "no such file");
    assert!(editor.event("output")["output"].as_str().unwrap().contains("no such file"));
    // Warnings, too, and nothing where there is nothing.
    editor.adapter.desk.write("warns.asm", " org $2000\nstart jmp start ;@budgte 5\n run start\n");
    editor.ask("launch", json!({ "program": "warns.asm", "stopOnEntry": true }));
    assert!(editor.event("output")["output"].as_str().unwrap().contains("budgte"));
    editor.ask("restart", json!({ "arguments": { "program": "program.asm", "stopOnEntry": true } }));
    assert!(editor.events.iter().all(|message| message["event"] != "output"), "{:?}", editor.events);
}

#[test]
fn a_launch_says_how_a_source_is_assembled_and_where_it_begins() {
    let mut editor = Editor::new();
    std::fs::create_dir(editor.adapter.desk.path("lib")).unwrap();
    editor.adapter.desk.write("lib/part.inc", "depth dta LEVEL\n");
    editor.adapter.desk.write("x.asm", " org $2000\nstart jmp *\n icl 'part.inc'\n run start\n");
    editor.ask("initialize", json!({}));
    let (defines, include) = (json!({ "LEVEL": 77, "SPARE": -1 }), json!(["lib"]));
    let save = "run x.asm -d LEVEL=77 -i lib --frames 150 --save x.state";
    editor.adapter.desk.run(save).succeeded();
    let launch = json!({ "program": "x.asm", "defines": defines, "include": include, "load": "x.state", "stopOnEntry": true });
    editor.ask("launch", launch);
    editor.ask("configurationDone", json!({}));
    assert_eq!(editor.event("stopped")["reason"], "entry");
    assert_eq!(editor.variable("Variables", "depth"), "$4D");
    assert_eq!(editor.variable("Beam", "frame"), "150");
}

#[test]
fn to_go_back_far_is_told_by_percents_and_can_be_called_off() {
    let mut editor = Editor::new();
    editor.ask("initialize", json!({ "supportsProgressReporting": true }));
    editor.ask("launch", json!({ "program": "program.asm", "stopOnEntry": true }));
    editor.ask("configurationDone", json!({}));
    editor.event("stopped");
    let late = json!({ "breakpoints": [{ "name": "start", "condition": "frame > 1" },
        { "name": "work", "condition": "frame == 600" }] });
    editor.ask("setFunctionBreakpoints", late);
    editor.go("continue", json!({}), "function breakpoint");
    editor.ask(
        "setFunctionBreakpoints",
        json!({ "breakpoints": [{ "name": "work", "condition": "frame == 600" }] }),
    );
    editor.go("continue", json!({}), "function breakpoint");
    let (far, cycle) =
        (editor.variable("Beam", "cycle"), |editor: &mut Editor| editor.variable("Beam", "cycle"));
    let never = json!({ "breakpoints": [{ "name": "work", "condition": "frame > 2000" }] });
    editor.ask("setFunctionBreakpoints", never.clone());
    editor.go("reverseContinue", json!({}), "entry");
    assert_eq!(cycle(&mut editor), "0");
    let start = editor.event("progressStart");
    assert_eq!(start["cancellable"], true);
    assert!(editor.event("progressUpdate")["percentage"].as_u64() > start["percentage"].as_u64());
    assert_eq!(editor.event("progressEnd")["progressId"], start["progressId"]);

    editor.ask("evaluate", json!({ "expression": "regs", "context": "repl" }));
    let again = json!({ "breakpoints": [{ "name": "work", "condition": "frame == 600" }] });
    editor.ask("setFunctionBreakpoints", again);
    editor.go("continue", json!({}), "function breakpoint");
    assert_eq!(cycle(&mut editor), far, "the same as before");
    editor.ask("setFunctionBreakpoints", never);
    editor.send("reverseContinue", json!({}));
    let dropped = editor.send("readMemory", json!({ "memoryReference": "0x2000", "count": 1 }));
    editor.send("cancel", json!({ "requestId": dropped, "progressId": "2" }));
    assert_eq!(editor.event("stopped")["reason"], "pause");
    assert_eq!(cycle(&mut editor), far, "it has stayed where it was");
    let of_dropped = |message: &&Value| message["request_seq"] == dropped;
    let answer = editor.events.iter().find(of_dropped).expect("an answer all the same").clone();
    assert_eq!((&answer["success"], &answer["message"]), (&json!(false), &json!("cancelled")));
}

#[test]
fn what_is_under_the_mouse_is_shown_with_its_address_and_can_be_set() {
    let mut editor = Editor::at_start();
    editor.ask("setExpression", json!({ "expression": "count", "value": "$2A" }));
    let shown = editor.ask("evaluate", json!({ "expression": "count", "context": "hover" }));
    assert_eq!(shown["result"], "count at $0080: 42 ($2A)");
    assert_eq!(shown["memoryReference"], "0x0080");
    editor.go("stepIn", json!({ "granularity": "instruction" }), "step");
    editor.go("stepIn", json!({}), "step");
    let frames = editor.ask("stackTrace", json!({ "threadId": 1, "startFrame": 1, "levels": 1 }));
    assert_eq!(frames["totalFrames"], frames["stackFrames"].as_array().unwrap().len() + 1);
    assert_eq!(frames["stackFrames"][0]["line"], line_of("again"));
}

#[test]
fn breakpoints_keep_what_they_are_called_when_the_program_is_launched_again() {
    let mut editor = Editor::new();
    editor.ask("initialize", json!({ "adapterID": "front800" }));
    editor.ask("launch", json!({ "program": "program.asm", "stopOnEntry": true }));
    let source = editor.source();
    let lines = [line_of("inx"), line_of("inc count")].map(|line| json!({ "line": line }));
    let by_line = editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": lines }));
    let names = json!({ "breakpoints": [{ "name": "later" }, { "name": "work" }] });
    let by_name = editor.ask("setFunctionBreakpoints", names);
    let [later, work] = [0, 1].map(|n| by_name["breakpoints"][n].clone());
    let [inx, inc] = [0, 1].map(|n| by_line["breakpoints"][n].clone());
    assert_eq!((&later["verified"], &work["verified"]), (&json!(false), &json!(true)));
    editor.ask("configurationDone", json!({}));
    editor.event("stopped");
    let meets = |editor: &mut Editor, breakpoints: [&Value; 3]| {
        for breakpoint in breakpoints {
            editor.ask("continue", json!({}));
            assert_eq!(editor.event("stopped")["hitBreakpointIds"], json!([breakpoint["id"]]));
        }
    };
    meets(&mut editor, [&work, &inc, &inx]);
    editor.ask("restart", json!({}));
    editor.event("stopped");
    meets(&mut editor, [&work, &inc, &inx]);
    assert!(editor.events.iter().all(|message| message["event"] != "breakpoint"), "they are the same");
    // Another program has `later`, and all a line further down.
    let changed = format!("; changed\n{PROGRAM}").replace("inc count", "inc count\nlater");
    editor.adapter.desk.write("program.asm", changed);
    editor.ask("restart", json!({}));
    editor.event("stopped");
    let mut told: Vec<Value> =
        std::mem::take(&mut editor.events).into_iter().filter(|it| it["event"] == "breakpoint").collect();
    told.retain(|message| message["body"]["breakpoint"]["id"] == later["id"]);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["body"]["reason"], "changed");
    assert_eq!(told[0]["body"]["breakpoint"]["verified"], true);
    editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": [] }));
    meets(&mut editor, [&work, &later, &work]);
}

#[test]
fn editors_come_to_a_port_one_after_another_and_at_the_same_time() {
    let adapter = Rc::new(Adapter::start(&["dap", "--port", "0"]));
    let mut said = String::new();
    let errors = adapter.process.borrow_mut().stderr.take().expect("a pipe");
    BufReader::new(errors).read_line(&mut said).unwrap();
    let port = said.trim().rsplit_once(':').and_then(|(_, port)| port.parse().ok());
    let port = port.unwrap_or_else(|| panic!("{said}"));
    let mut first = Editor::at_port(&adapter, port).go_to_start();
    let mut second = Editor::at_port(&adapter, port).go_to_start();
    first.go("next", json!({}), "step");
    assert_ne!(first.line(), second.line(), "each has a machine of its own");
    first.ask("disconnect", json!({}));
    first.event("terminated");
    assert_eq!(first.output.read(&mut [0]).unwrap(), 0, "the connection ends with the session");
    // Another hangs up in the middle of something.
    write!(second.input, "Content-Length: 5").unwrap();
    drop((first, second));
    // A browser has a page open that sends what would be a message.
    let launch = r#"{"seq":1,"type":"request","command":"launch","arguments":{"program":"rasputitsa"}}"#;
    let mut page = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let post = format!(
        "POST / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://elsewhere.example\r\nContent-Type: text/plain\r\n\
         Content-Length: {}\r\n\r\n{launch}",
        launch.len()
    );
    // It may be refused in the middle.
    let _ = page.write_all(post.as_bytes());
    let mut answer = Vec::new();
    // What it has sent and nobody reads may break the connection rather than end it.
    let _ = page.read_to_end(&mut answer);
    assert_eq!(String::from_utf8_lossy(&answer), "", "nothing is said to it");
    let mut third = Editor::at_port(&adapter, port).go_to_start();
    assert_eq!(third.line(), line_of("start"));
    third.ask("disconnect", json!({}));
}
