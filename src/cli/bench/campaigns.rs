//! `front800 bench campaigns`: whole campaigns per minute.

use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::anyhow;
use serde::Serialize;

use crate::cli::options::MachineOptions;
use crate::harness::batch::{Runner, processors};
use crate::harness::campaign::batch::Batch;
use crate::harness::campaign::players::Players;
use crate::harness::campaign::{Opponent, Setting};
use crate::titles::rasputitsa::Rules;

/// Campaigns that each thread plays.
const CAMPAIGNS: u64 = 4;
/// More turns than any campaign has.
const ALL_TURNS: u8 = u8::MAX;

/// The rate with a number of threads.
#[derive(Serialize)]
pub(super) struct Rate {
    threads: usize,
    campaigns: u64,
    seconds_wall: f64,
    campaigns_per_minute: f64,
}

/// Plays whole campaigns at expert level with the player `east`, on one thread and then on one per processor.
pub(super) fn measure(machine: &MachineOptions) -> anyhow::Result<Vec<Rate>> {
    let mut threads = vec![1, processors()];
    threads.dedup();
    threads.into_iter().map(|threads| rate(machine, threads)).collect()
}

/// The printed form.
pub(super) fn lines(rates: &[Rate]) -> String {
    let line = |rate: &Rate| {
        format!("{:>4} threads: {:.0} campaigns a minute\n", rate.threads, rate.campaigns_per_minute)
    };
    rates.iter().map(line).collect()
}

fn rate(machine: &MachineOptions, threads: usize) -> anyhow::Result<Rate> {
    let built = machine.built(Rules::default().entry().name)?;
    let campaigns = CAMPAIGNS * threads as u64;
    let batch = Batch {
        runner: Runner::whole(campaigns, threads),
        turns: ALL_TURNS,
        seed: machine.seed,
        stream: Some(1),
        setting: Setting::default(),
        opponent: Opponent::Passes(2),
        german: Players::East,
        russian: None,
        from: None,
        save: false,
    };
    let begun = Instant::now();
    batch.play(&built, |_, _| ControlFlow::Continue(())).map_err(|error| anyhow!("campaigns: {error}"))?;
    let seconds_wall = begun.elapsed().as_secs_f64().max(f64::MIN_POSITIVE);
    Ok(Rate {
        threads,
        campaigns,
        seconds_wall,
        campaigns_per_minute: campaigns as f64 * 60.0 / seconds_wall,
    })
}
