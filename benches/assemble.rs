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

criterion_group!(benches, assemble);
criterion_main!(benches);
