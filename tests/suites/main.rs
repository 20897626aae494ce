//! Tests made from lists: the vectors of the CPU, the Acid800 suite, and what needs a program that may be
//! missing. What cannot run says "ignored", with the reason.

mod acid;
mod assembler;
#[cfg(unix)]
#[path = "../front800/disks/bench.rs"]
mod bench;
#[path = "../front800/campaign/blocks.rs"]
mod blocks;
mod clients;
mod companions;
#[path = "../front800/oracle/compare.rs"]
mod compare;
#[path = "../front800/state/course.rs"]
mod course;
#[path = "../front800/data.rs"]
mod data;
mod examples;
#[cfg(unix)]
mod file_systems;
#[path = "../front800/full.rs"]
mod full;
mod moved;
mod papers;
#[path = "../front800/cpu/pins.rs"]
mod pins;
mod recorded;
#[path = "../front800/started.rs"]
mod started;
mod vectors;

use libtest_mimic::{Arguments, run};

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = vec![
        vectors::trials(),
        acid::trials(),
        papers::trials(),
        clients::trials(),
        examples::trials(),
        companions::trials(),
        assembler::trials(),
    ];
    #[cfg(unix)]
    trials.push(file_systems::trials());
    run(&arguments, trials.into_iter().flatten().collect()).exit();
}
