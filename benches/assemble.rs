//! Time from source text to bytes.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use front800::assembler::{self, MemoryFiles, Options};
use front800::titles::Sources;
use front800::titles::rasputitsa::Rules;

fn assemble(criterion: &mut Criterion) {
    let sources = Sources::embedded();
    let mut group = criterion.benchmark_group("assemble");
    group.bench_function("assets", |bencher| bencher.iter(|| sources.build_assets().is_ok()));
    let assets = sources.build_assets().expect("the assets are sound");
    group.bench_function("os", |bencher| bencher.iter(|| sources.build_os(&assets).is_ok()));
    group.bench_function("rasputitsa", |bencher| {
        bencher.iter(|| sources.build_title(Rules::default().entry()).is_ok())
    });
    let source = lines(LINES);
    group.throughput(Throughput::Elements(LINES as u64));
    group.bench_function("18000 lines", |bencher| {
        bencher.iter(|| assembler::assemble(&source, "t.asm", &Options::default()).output.is_some())
    });
    group.finish();
}

/// A key that is pressed in a source of so many lines, until its mistakes are told.
#[cfg(feature = "lsp")]
fn keystroke(criterion: &mut Criterion) {
    use lsp_server::{Connection, Message, Notification, Request};
    use serde_json::json;
    let (ours, theirs) = Connection::memory();
    let server = std::thread::spawn(move || front800::lsp::run(&theirs, &MemoryFiles::default()).is_ok());
    let uri = "file:///t.asm";
    let text = String::from_utf8(lines(LINES).files["t.asm"].clone()).expect("text");
    let ask = |id: i32, method: &str| {
        let request = Request::new(id.into(), method.to_owned(), json!({ "capabilities": {} }));
        ours.sender.send(Message::Request(request)).expect("it listens");
    };
    let tell = |method: &str, params: serde_json::Value| {
        let note = Notification::new(method.to_owned(), params);
        ours.sender.send(Message::Notification(note)).expect("it listens");
    };
    let hear = || ours.receiver.recv().expect("it speaks");
    ask(1, "initialize");
    hear();
    tell("initialized", json!({}));
    let document = json!({ "uri": uri, "languageId": "mads", "version": 1, "text": text });
    tell("textDocument/didOpen", json!({ "textDocument": document }));
    hear();
    let mut typed = false;
    criterion.bench_function("keystroke in 18000 lines", |bencher| {
        bencher.iter(|| {
            // A letter comes and goes in the remark of a line in the middle.
            let at = |character: u32| json!({ "line": LINES / 2, "character": character });
            let (end, letter) = if typed { (1, "") } else { (0, ";") };
            typed = !typed;
            let change = json!({ "range": { "start": at(0), "end": at(end) }, "text": letter });
            let document = json!({ "uri": uri, "version": 2 });
            tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [change] }));
            hear()
        });
    });
    ask(2, "shutdown");
    hear();
    tell("exit", json!({}));
    assert!(server.join().expect("it ends"));
}

#[cfg(not(feature = "lsp"))]
fn keystroke(_: &mut Criterion) {}

/// A source of so many lines, as programs have them: procedures with a loop, macro-instructions and data.
fn lines(count: usize) -> MemoryFiles {
    let mut text = String::from(" opt h-\n org $2000\n");
    for number in 0..count / BODY.lines().count() {
        // The address space holds some of it at a time.
        text += if number % 40 == 0 { " org $2000\n" } else { "" };
        text += &BODY.replace("NN", &number.to_string());
    }
    MemoryFiles::one("t.asm", &text)
}

/// Lines that are assembled.
const LINES: usize = 18_000;
/// A procedure; NN is its number.
const BODY: &str = "\
.proc pNN
    ldx #<NN
loop lda table,x ; a comment
    clc
    adc #<$1234
    sta $80
    lda $1000+NN,x
    cmp #'A'
    bne next
    inx
    cpx #LENGTH
    bne loop
next mva #<NN $d400
    mwa #loop $82
    rts
table dta 1,2,3,4,5,6,7,8
 .byte 'text',0
LENGTH = * - table
.endp

";

criterion_group!(benches, assemble, keystroke);
criterion_main!(benches);
