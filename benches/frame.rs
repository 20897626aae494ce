//! Time of an emulated frame.

use criterion::{Criterion, criterion_group, criterion_main};
use front800::harness::workload;
use front800::machine::{Config, Ram, Video};
use front800::titles::Sources;

fn frame(criterion: &mut Criterion) {
    let sources = Sources::embedded();
    let config = Config {
        os: sources.os().expect("the OS assembles").rom.clone(),
        cartridge: None,
        right_cartridge: None,
        ram: Ram::Kb48,
        video: Video::Ntsc,
        seed: 0,
    };
    let mut group = criterion.benchmark_group("frame");
    for workload in workload::FAMILIES.into_iter().chain(workload::TITLES) {
        let mut session = workload.session(&config, &sources).expect("the title assembles");
        group.bench_function(workload.name, |bencher| bencher.iter(|| session.frame()));
    }
    group.finish();
}

criterion_group!(benches, frame);
criterion_main!(benches);
