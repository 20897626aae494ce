//! Many campaigns: weeks played in parallel, and batches with their tables.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

use front800::harness::batch::{Runner, each_with};
use front800::harness::campaign::batch::{Batch, Week};
use front800::harness::campaign::state::{Side, columns};
use front800::harness::campaign::table::CampaignTable;
use front800::harness::campaign::{self, CampaignError};
use front800::harness::table::{self, BeginError, Place};
use pyo3::prelude::*;
use pythonize::pythonize;
use serde_json::{Value, json};

use crate::arguments;
use crate::busy::alone;
use crate::campaign::{Campaign, Ruled, failed, nothing_left, play_turn};
use crate::error::{Raise, wrong};
use crate::interrupts::hearing;
use crate::kinds::{number, several, threads};

#[doc = doc!("play_turns")]
#[pyfunction]
#[pyo3(signature = (campaigns, jobs = None))]
pub fn play_turns(
    py: Python<'_>,
    #[pyo3(from_py_with = campaigns_of)] campaigns: Vec<Bound<'_, Campaign>>,
    #[pyo3(from_py_with = arguments::jobs)] jobs: Option<u16>,
) -> PyResult<()> {
    if let Some(n) =
        (1..campaigns.len()).find(|&n| campaigns[..n].iter().any(|other| other.is(&campaigns[n])))
    {
        return Err(wrong(format!(
            "campaigns: number {n}, counted from 0, is there twice: expected different ones"
        )));
    }
    let mut borrowed = campaigns.iter().map(alone).collect::<PyResult<Vec<_>>>()?;
    let mut weeks: Vec<(&mut campaign::Campaign, Option<CampaignError>)> =
        borrowed.iter_mut().map(|campaign| (&mut campaign.campaign, None)).collect();
    hearing(py, |cancel| {
        each_with(&mut weeks, threads(jobs), cancel, |_, (campaign, error)| {
            *error = play_turn(campaign, cancel).err()
        });
    })?;
    weeks.into_iter().find_map(|(_, error)| error).map_or(Ok(()), |error| Err(failed(error)))
}

/// The argument `campaigns`.
fn campaigns_of<'py>(given: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, Campaign>>> {
    several(given, "campaigns", "of `Campaign`")
}

#[doc = doc!("play_campaigns")]
#[pyfunction]
#[pyo3(signature = (games = 1, *, first = 0, jobs = None, german = PathBuf::from("idle"), russian = PathBuf::from("program"), seed = 0,
                    stream = None, turns = None, states = false, fog = false, timeout = 60.0, csv = None, resume = false,
                    **options))]
#[expect(clippy::too_many_arguments, reason = "each is a keyword of its own")]
pub fn play_campaigns<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = arguments::games)] games: u64,
    #[pyo3(from_py_with = arguments::first)] first: u64,
    #[pyo3(from_py_with = arguments::jobs)] jobs: Option<u16>,
    german: PathBuf,
    russian: PathBuf,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    #[pyo3(from_py_with = arguments::stream)] stream: Option<u32>,
    turns: Option<Bound<'py, PyAny>>,
    states: bool,
    fog: bool,
    timeout: f64,
    csv: Option<PathBuf>,
    resume: bool,
    options: Option<BTreeMap<String, Py<PyAny>>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut given = options.unwrap_or_default();
    let ruled = Ruled::of(&mut given, py)?;
    nothing_left(given)?;
    let whole = ruled.edition().turns();
    let turns = turns.map_or(Ok(whole), |turns| number(&turns, "turns", 1..=whole))?;
    if first.checked_add(games).is_none() {
        return Err(wrong(format!("game {first} and {games} from there: expected numbers below 2^64")));
    }
    let told = (fog, timeout);
    let Some(german) = ruled.players(&german, Side::German, told)? else {
        return Err(wrong("the program has no player for the German side"));
    };
    let russian = ruled.players(&russian, Side::Russian, told)?;
    if resume && csv.is_none() {
        return Err(wrong("resume needs csv: the table to continue"));
    }
    if resume && states {
        return Err(wrong(
            "states: not with resume, because the table lacks the states of the games that it has",
        ));
    }
    let mut batch = Batch {
        runner: Runner::whole(games, threads(jobs)),
        turns,
        seed: seed.wrapping_add(first),
        stream: stream.map(|stream| stream.wrapping_add(first as u32)),
        setting: ruled.setting,
        opponent: ruled.opponent,
        german,
        russian,
        from: None,
        save: false,
    };
    let file = match &csv {
        Some(path) => {
            let place = Place { path, resume, header: true, first };
            let begun = hearing(py, |cancel| batch.table(cancel, &ruled.built, &place))?;
            Some(begun.map_err(|error| match error {
                BeginError::Table(error) => error.raise(),
                error => failed(error),
            })?)
        }
        None => None,
    };
    let mut kept = Kept { first, file, states, ..Kept::default() };
    if kept.file.is_none() {
        kept.text = format!("game,{}\n", columns(ruled.edition()));
    }
    let mut broken = Ok(());
    let played = hearing(py, |cancel| {
        batch.play_with(cancel, &ruled.built, |game, week| {
            broken = kept.take(game, &week);
            if broken.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    })?;
    broken?;
    played.map_err(|error| failed(format!("game {}: {}", table::number(first, error.game), error.error)))?;
    kept.told(py)
}

/// Collects the results of a batch.
#[derive(Default)]
struct Kept {
    first: u64,
    /// The file for the rows, if there is one.
    file: Option<CampaignTable>,
    /// The table, if there is no file.
    text: String,
    /// Whether all states are kept, in `lines`.
    states: bool,
    lines: Vec<Value>,
}

impl Kept {
    fn take(&mut self, game: u64, week: &Week) -> PyResult<()> {
        let (number, state) = (table::number(self.first, game), &week.state);
        if self.states {
            let mut line = json!({ "game": number });
            if let (Some(line), Ok(Value::Object(state))) =
                (line.as_object_mut(), serde_json::to_value(state))
            {
                line.extend(state);
            }
            self.lines.push(line);
        }
        let Some(file) = &mut self.file else {
            self.text += &format!("{}\n", state.row(Some(number)));
            return Ok(());
        };
        file.add(game, week).map_err(Raise::raise)
    }

    /// The result for Python: the states, or the table unless it is in a file.
    fn told(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        Ok(match self {
            Kept { states: true, lines, .. } => pythonize(py, &lines)?,
            Kept { file: Some(_), .. } => py.None().into_bound(py),
            Kept { text, .. } => text.into_pyobject(py)?.into_any(),
        })
    }
}
