//! Time from source text to bytes.

use criterion::{Criterion, criterion_group, criterion_main};
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
    group.finish();
}

criterion_group!(benches, assemble);
criterion_main!(benches);
