//! `front800 bench stops|watch|campaign|campaigns|record`: the cost of debugging features as ratios within
//! one run, and the number of campaigns per minute.

use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, ensure};
use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use super::campaigns::{self, Rate};
use crate::cli::failed::title_error;
use crate::cli::options::MachineOptions;
use crate::cli::outcome::Outcome;
use crate::debug::timeline::{Found, Timeline};
use crate::harness::campaign::{Campaign, Chance, Opponent};
use crate::harness::workload::{self, Workload};
use crate::machine::{Console, LINE_CYCLES, Lcg, Machine, Stop, Stops};
use crate::titles::rasputitsa::Rules;

/// Settings of a measurement.
pub(super) struct How<'a> {
    /// The machine to measure on.
    pub machine: &'a MachineOptions,
    /// Frames of each program.
    pub frames: u64,
    /// Print one JSON document.
    pub json: bool,
}

/// What can be measured.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    /// 64 breakpoints at instructions that are never executed.
    Stops,
    /// 16 watched bytes that are never accessed, once in an otherwise unused page and once in a page that
    /// every program writes to.
    Watch,
    /// A campaign of the wargame.
    Campaign,
    /// Many whole campaigns.
    Campaigns,
    /// Recording history.
    Record,
}

impl Subject {
    /// The subject of this name.
    pub(super) fn named(name: &str) -> Option<Subject> {
        match name {
            "stops" => Some(Subject::Stops),
            "watch" => Some(Subject::Watch),
            "campaign" => Some(Subject::Campaign),
            "campaigns" => Some(Subject::Campaigns),
            "record" => Some(Subject::Record),
            _ => None,
        }
    }
}

/// The JSON document printed by `--json`.
#[derive(Serialize)]
struct Document {
    ratios: Vec<Ratio>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    campaigns: Vec<Rate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    past: Option<Past>,
}

/// Recorded history of ten minutes on the wargame's map.
#[derive(Serialize)]
struct Past {
    frames: u64,
    megabytes: f64,
    /// The 99th percentile of a hundred single steps back from random times, in milliseconds.
    step_back_99: f64,
    /// Finding the last write to a byte.
    writer: Search,
    /// Finding the last read of a byte.
    reader: Search,
    /// Finding the last change of a byte's value.
    changed: Search,
}

/// How long a search of the history takes, in seconds.
#[derive(Serialize)]
struct Search {
    median: f64,
    longest: f64,
}

/// One program run both ways.
#[derive(Serialize)]
struct Ratio {
    name: &'static str,
    program: &'static str,
    frames_per_second_free: f64,
    frames_per_second: f64,
    /// Time with the feature divided by time without it.
    ratio: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    turns_per_second: Option<f64>,
}

/// The two variants take turns, this many frames at a time, and the shortest times are compared: other load
/// on the computer makes times longer, never shorter. A round records two states when it keeps history.
const ROUND: u64 = 20;
/// Nothing uses page 6; the end of the stack is in a page that every call writes to.
const NOBODYS: u16 = 0x0600;
const STACK: u16 = 0x0100;
/// In frames.
const TEN_MINUTES: u64 = 36_000;
/// Number of random RAM bytes whose history is searched.
const ANYWHERE: usize = 64;
const RAM: u16 = 0xC000;
/// Page 0 is written all the time, so searches take longest there. One byte in every [`BUSY_STEP`] is
/// searched.
const BUSY: std::ops::Range<u16> = 0..0x100;
const BUSY_STEP: usize = 29;
/// Searches that take seconds are made for only one in this many bytes.
const SELDOM: usize = 4;
/// Turns of a campaign.
const TURNS: usize = 10;

/// Measures the subjects.
pub(super) fn measure(how: &How, subjects: &[Subject], outcome: &mut Outcome) -> anyhow::Result<()> {
    let (mut ratios, mut rates, mut past) = (Vec::new(), Vec::new(), None);
    for &subject in subjects {
        match subject {
            Subject::Campaign => ratios.push(campaign(how)?),
            Subject::Campaigns => rates = campaigns::measure(how.machine)?,
            Subject::Record => {
                ratios.extend(record(how)?);
                past = Some(ten_minutes(how)?);
            }
            Subject::Stops => ratios.extend(workloads(how, "stops", stops)?),
            Subject::Watch => {
                ratios.extend(workloads(how, "watch, untouched page", || watched(NOBODYS))?);
                ratios.extend(workloads(how, "watch, written page", || watched(STACK))?);
            }
        }
    }
    if how.json {
        outcome.print_json(&Document { ratios, campaigns: rates, past });
        return Ok(());
    }
    let mut text = if ratios.is_empty() { String::new() } else { table(&ratios) };
    text += &campaigns::lines(&rates);
    if let Some(Past { frames, megabytes, step_back_99, writer, reader, changed }) = past {
        text += &format!(
            "\n{frames} frames of the map take {megabytes:.1} MiB; 99 of 100 steps back take at most {step_back_99:.1} ms\n"
        );
        let searches = [
            ("who wrote a byte last", writer),
            ("who read it last", reader),
            ("when it last changed", changed),
        ];
        for (what, Search { median, longest }) in searches {
            text += &format!("to find {what} takes {median:.3} s, at most {longest:.3} s\n");
        }
    }
    outcome.print(&text);
    Ok(())
}

fn table(ratios: &[Ratio]) -> String {
    let mut text =
        format!("{:<22} {:<12} {:>12} {:>12} {:>8}\n", "what", "program", "free, fr./s", "watched", "ratio");
    for Ratio { name, program, frames_per_second_free, frames_per_second, ratio, turns_per_second } in ratios
    {
        text += &format!(
            "{name:<22} {program:<12} {frames_per_second_free:>12.0} {frames_per_second:>12.0} {ratio:>8.3}"
        );
        text += &turns_per_second.map_or(String::new(), |turns| format!("  {turns:.1} turns/s"));
        text += "\n";
    }
    text
}

fn stops() -> Stops {
    let mut stops = Stops::default();
    (0..64).for_each(|n| stops.on_execute(NOBODYS + n..=NOBODYS + n));
    stops
}

fn watched(first: u16) -> Stops {
    let mut stops = Stops::default();
    stops.on_change(first..=first + 15);
    stops
}

/// The families of programs and the wargame's map, each with `stops` and without.
fn workloads(how: &How, name: &'static str, stops: impl Fn() -> Stops) -> anyhow::Result<Vec<Ratio>> {
    each(how, name, |program, first, rounds| {
        let mut second = first.clone();
        let [mut free, mut watched] = [Duration::MAX; 2];
        // Each of the two machines is watched once: the place of its memory alone changes times by a few
        // percent.
        for _ in 0..2 {
            second.set_stops(Some(stops()));
            for _ in 0..rounds.div_ceil(2) {
                free = free.min(run(first, ROUND));
                watched = watched.min(run(&mut second, ROUND));
            }
            second.set_stops(None);
            std::mem::swap(first, &mut second);
        }
        Ratio::new(name, program, ROUND, [free, watched])
    })
}

/// The families of programs and the wargame's map, each with history and without.
fn record(how: &How) -> anyhow::Result<Vec<Ratio>> {
    each(how, "record", |program, free, rounds| {
        let mut timeline = Timeline::new(free.clone(), Timeline::USUAL_BYTES);
        let mut times = [Duration::MAX; 2];
        for _ in 0..rounds {
            times[0] = times[0].min(run(free, ROUND));
            let machine = timeline.machine();
            let end = machine.cycle() + ROUND * u64::from(machine.video().lines() * LINE_CYCLES);
            let begun = Instant::now();
            timeline.run_to_cycle(end);
            times[1] = times[1].min(begun.elapsed());
        }
        Ratio::new("record", program, ROUND, times)
    })
}

/// Records ten minutes of the map, then navigates in them.
fn ten_minutes(how: &How) -> anyhow::Result<Past> {
    let map = workload::named("map").context("map is a workload")?;
    let session = map.session(&how.machine.config()?, &how.machine.sources());
    let session = session.map_err(|error| title_error("record", error))?;
    let mut timeline = Timeline::new(session.into_machine(), Timeline::USUAL_BYTES);
    let start = timeline.start();
    let frame = u64::from(timeline.machine().video().lines() * LINE_CYCLES);
    timeline.run_to_cycle(start + TEN_MINUTES * frame);
    let mut rng = ChaCha8Rng::seed_from_u64(how.machine.seed);
    let mut steps = Vec::new();
    for _ in 0..100 {
        timeline.go_to(start + rng.next_u64() % (TEN_MINUTES * frame));
        let begun = Instant::now();
        timeline.step_back();
        steps.push(begun.elapsed());
    }
    timeline.go_to(timeline.end());
    let anywhere = (0..ANYWHERE).map(|_| rng.next_u32() as u16 % RAM);
    let addresses: Vec<u16> = anywhere.chain(BUSY.step_by(BUSY_STEP)).collect();
    let writer = search(&addresses, |address| timeline.last_writer(address));
    let fewer: Vec<u16> = addresses.iter().copied().step_by(SELDOM).collect();
    let reader = search(&fewer, |address| timeline.last_reader(address));
    let changed = search(&fewer, |address| timeline.when_changed(address));
    steps.sort_unstable();
    Ok(Past {
        frames: (timeline.end() - timeline.start()) / frame,
        megabytes: timeline.bytes() as f64 / f64::from(1 << 20),
        step_back_99: steps[98].as_secs_f64() * 1000.0,
        writer,
        reader,
        changed,
    })
}

/// Searches the history of each address.
fn search(addresses: &[u16], look: impl Fn(u16) -> Option<Found>) -> Search {
    let mut times: Vec<Duration> = addresses
        .iter()
        .map(|&address| {
            let begun = Instant::now();
            look(address);
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    Search { median: times[times.len() / 2].as_secs_f64(), longest: times[times.len() - 1].as_secs_f64() }
}

/// Measures each of the programs.
fn each(
    how: &How,
    name: &str,
    measure: impl Fn(&'static str, &mut Machine, u64) -> Ratio,
) -> anyhow::Result<Vec<Ratio>> {
    let (config, sources) = (how.machine.config()?, how.machine.sources());
    let rounds = how.frames.div_ceil(ROUND);
    let workloads = workload::FAMILIES.into_iter().chain(workload::named("map"));
    workloads
        .map(|workload: Workload| {
            let session = workload.session(&config, &sources).map_err(|error| title_error(name, error))?;
            Ok(measure(workload.name, &mut session.into_machine(), rounds))
        })
        .collect()
}

impl Ratio {
    fn new(name: &'static str, program: &'static str, frames: u64, times: [Duration; 2]) -> Self {
        let [free, watched] = times.map(|time| time.as_secs_f64().max(f64::MIN_POSITIVE));
        Ratio {
            name,
            program,
            frames_per_second_free: frames as f64 / free,
            frames_per_second: frames as f64 / watched,
            ratio: watched / free,
            turns_per_second: None,
        }
    }
}

fn run(machine: &mut Machine, frames: u64) -> Duration {
    let begun = Instant::now();
    let end = machine.frame_number() + frames;
    while machine.frame_number() < end && machine.run_frame() != Stop::Jam {}
    begun.elapsed()
}

/// A campaign, compared with the same program and input running unobserved.
fn campaign(how: &How) -> anyhow::Result<Ratio> {
    let built = how.machine.built(Rules::default().entry().name)?;
    let chance = Chance::Stream(Lcg::new(1));
    let mut campaign =
        Campaign::begin(built.machine(0), |name| built.label(name), Opponent::Passes(2), chance)
            .map_err(|error| anyhow!("campaign: {error}"))?;
    let (mut times, mut frames) = ([Duration::ZERO; 2], 0);
    for _ in 0..TURNS {
        let mut free = campaign.machine().clone();
        let begun = Instant::now();
        campaign.play_turn().map_err(|error| anyhow!("campaign: {error}"))?;
        times[1] += begun.elapsed();
        let end = campaign.machine().cycle();
        frames += campaign.machine().frame_number() - free.frame_number();
        let held = campaign.start_held();
        let begun = Instant::now();
        free.run_to_cycle(held.start);
        campaign.press_start(&mut free);
        free.run_to_cycle(held.end);
        free.set_console(Console::default());
        free.run_to_cycle(end);
        times[0] += begun.elapsed();
        ensure!(free.hash() == campaign.machine().hash(), "campaign: it runs differently when watched");
    }
    let turns = TURNS as f64 / times[1].as_secs_f64().max(f64::MIN_POSITIVE);
    Ok(Ratio { turns_per_second: Some(turns), ..Ratio::new("campaign", "rasputitsa", frames, times) })
}
