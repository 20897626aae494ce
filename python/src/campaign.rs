//! A campaign of the wargame, and its players.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;

use front800::assets::Assets;
use front800::debug::cancel::CancelToken;
use front800::files;
use front800::harness::batch::Built;
use front800::harness::campaign::features::{Features, UNIT};
use front800::harness::campaign::host_program::Commander;
use front800::harness::campaign::observation::{Observer, Sight};
use front800::harness::campaign::player::Player as Plays;
use front800::harness::campaign::players::Players;
use front800::harness::campaign::seats::{SeatError, Seats};
use front800::harness::campaign::state::Side;
use front800::harness::campaign::{self, CampaignError, Chance, Opponent, Setting};
use front800::harness::open::{Options, Program};
use front800::titles::Sources;
use front800::titles::rasputitsa::{Edition, Rules, UnknownName};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use pythonize::pythonize;
use serde_json::json;

use crate::arguments;
use crate::busy::{alone, busy, shared};
use crate::error::{GameError, Raise, at_file, wrong};
use crate::interrupts::hearing;
use crate::kinds::{Octets, number, unexpected};
use crate::options::entries;
use crate::pickled::unpicklable;

/// The maximum size of a player's file, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// The rules of a campaign, its setting and its opponent, with the program built for them.
#[derive(Clone)]
pub struct Ruled {
    rules: Rules,
    pub setting: Setting,
    pub opponent: Opponent,
    assets: Arc<Assets>,
    pub built: Built,
}

impl Ruled {
    pub fn edition(&self) -> Edition {
        self.rules.edition()
    }

    /// Reads the keyword arguments `rules`, `level`, `scenario`, `passes` and `think`, and removes them from `given`.
    pub fn of(given: &mut BTreeMap<String, Py<PyAny>>, py: Python<'_>) -> PyResult<Self> {
        let rules: Rules = named(given, "rules", py)?.unwrap_or_default();
        let (level, scenario) = (named(given, "level", py)?, named(given, "scenario", py)?);
        let setting =
            Setting::of(rules.edition(), level, scenario).map_err(|error| wrong(error.to_string()))?;
        let passes = taken(given, "passes", py).map_or(Ok(2), |passes| number(&passes, "passes", 0..=255))?;
        let think =
            taken(given, "think", py).map(|think| number(&think, "think", 0..=u64::MAX)).transpose()?;
        let passes =
            Opponent::passes(passes, rules).map_err(|error| wrong(format!("passes {passes}: {error}")))?;
        let sources = Sources::embedded();
        Ok(Ruled {
            rules,
            setting,
            opponent: think.map_or(passes, Opponent::Frames),
            assets: sources.assets().map_err(Raise::raise)?,
            built: Program::named(rules.entry().name, Options::default())
                .and_then(Built::new)
                .map_err(Raise::raise)?,
        })
    }

    /// The keyword arguments that give the same value again.
    fn keywords<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let given = PyDict::new(py);
        given.set_item("rules", self.rules.name())?;
        if self.edition() != Edition::First {
            given.set_item("level", self.setting.level.name())?;
            given.set_item("scenario", self.setting.scenario.name())?;
        }
        match self.opponent {
            Opponent::Passes(passes) => given.set_item("passes", passes)?,
            Opponent::Frames(frames) => given.set_item("think", frames)?,
        }
        Ok(given)
    }

    fn begin(
        &self,
        seed: u64,
        stream: Option<u32>,
        from: Option<&[u8]>,
    ) -> Result<campaign::Campaign, CampaignError> {
        let chance = Chance::of(stream, seed);
        let (machine, label) = (self.built.machine(seed), |name: &str| self.built.label(name));
        match from {
            Some(saved) => campaign::Campaign::resume(machine, saved, label, self.opponent, chance),
            None => campaign::Campaign::begin_with(machine, label, self.opponent, chance, self.setting),
        }
    }

    /// The players of one side in a batch; `None` is the program's own opponent. With `fog`, external programs are told only what their
    /// side may know. They may take `timeout` seconds for a turn.
    pub fn players(&self, who: &Path, side: Side, (fog, timeout): (bool, f64)) -> PyResult<Option<Players>> {
        let who = &*who.to_string_lossy();
        let seconds = Duration::try_from_secs_f64(timeout).ok().filter(|seconds| !seconds.is_zero());
        let seats = Seats {
            assets: Arc::clone(&self.assets),
            edition: self.edition(),
            timeout: seconds
                .ok_or_else(|| wrong(format!("timeout {timeout}: expected seconds, more than 0")))?,
            sight: sight(fog),
            files: true,
        };
        seats.seat(who, side, |path| files::read(path, MOST_BYTES)).map_err(|error| match error {
            SeatError::Read(error) => at_file(who.as_ref(), &error),
            SeatError::Orders(error) => failed(error),
            SeatError::Absent { expected } => {
                wrong(format!("{who}: there is no such player or file: expected {expected}"))
            }
            _ => wrong(format!("{who}: {error}")),
        })
    }
}

/// Removes an argument from `given` and parses it as a name; `None` if it is not given.
fn named<T: FromStr<Err = UnknownName>>(
    given: &mut BTreeMap<String, Py<PyAny>>,
    argument: &str,
    py: Python<'_>,
) -> PyResult<Option<T>> {
    let Some(value) = taken(given, argument, py) else { return Ok(None) };
    let name: String = value.str()?.extract()?;
    name.parse().map(Some).map_err(|error: UnknownName| wrong(error.to_string()))
}

/// Removes an argument from `given`. Python's None counts as not given.
fn taken<'py>(
    given: &mut BTreeMap<String, Py<PyAny>>,
    argument: &str,
    py: Python<'py>,
) -> Option<Bound<'py, PyAny>> {
    given.remove(argument).map(|value| value.into_bound(py)).filter(|value| !value.is_none())
}

/// A dictionary of letters by unit number.
fn by_unit(given: &Bound<'_, PyAny>) -> PyResult<BTreeMap<u32, String>> {
    let none = |_| unexpected(given, "letters by unit number, such as {7: 'NNE'}");
    let all: Bound<'_, PyDict> = entries(given).map_err(none)?;
    let one = |(unit, letters): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let unit = number(&unit, "unit", 0..=255)?;
        let letters = letters.extract().map_err(|_| unexpected(&letters, "letters"))?;
        Ok((unit, letters))
    };
    all.iter().map(one).collect()
}

/// What a player is told, with fog or without.
fn sight(fog: bool) -> Sight {
    if fog { Sight::Fog } else { Sight::Open }
}

/// Plays a week, unless it is cancelled.
pub fn play_turn(campaign: &mut campaign::Campaign, cancel: &CancelToken) -> Result<(), CampaignError> {
    campaign.set_cancel(cancel.clone());
    let played = campaign.play_turn();
    campaign.set_cancel(CancelToken::default());
    played
}

/// A side by its name.
fn side_of(name: &str) -> PyResult<Side> {
    match name {
        "german" => Ok(Side::German),
        "russian" => Ok(Side::Russian),
        _ => Err(wrong(format!("side `{name}`: expected german or russian"))),
    }
}

/// A `GameError` with the message of `error`.
pub fn failed(error: impl std::fmt::Display) -> PyErr {
    GameError::new_err(error.to_string())
}

/// The error for a campaign that cannot be begun or resumed.
fn not_begun(error: CampaignError) -> PyErr {
    match error {
        CampaignError::State(wrong) => wrong.raise(),
        error => failed(error),
    }
}

/// Fails if there are unknown keyword arguments left.
pub fn nothing_left(given: BTreeMap<String, Py<PyAny>>) -> PyResult<()> {
    match given.keys().next() {
        None => Ok(()),
        Some(name) => {
            let expected = "expected rules, level, scenario, passes, think";
            Err(pyo3::exceptions::PyTypeError::new_err(format!("there is no option `{name}`: {expected}")))
        }
    }
}

#[doc = doc!("Campaign")]
#[pyclass(module = "front800", skip_from_py_object)]
#[derive(Clone)]
pub struct Campaign {
    pub campaign: campaign::Campaign,
    ruled: Arc<Ruled>,
}

impl Campaign {
    fn check_goes_on(&self) -> PyResult<()> {
        if self.campaign.is_over() { Err(failed("the campaign is over")) } else { Ok(()) }
    }

    fn observer(&self, side: &str, fog: bool) -> PyResult<Observer> {
        Ok(Observer::new(&self.ruled.assets, self.ruled.edition(), side_of(side)?, sight(fog)))
    }
}

#[pymethods]
impl Campaign {
    #[new]
    #[pyo3(signature = (*, seed = 0, stream = None, resume = None, **options))]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        #[pyo3(from_py_with = arguments::stream)] stream: Option<u32>,
        resume: Option<Octets>,
        options: Option<BTreeMap<String, Py<PyAny>>>,
    ) -> PyResult<Self> {
        let mut given = options.unwrap_or_default();
        let is_chosen = |argument| given.get(argument).is_some_and(|value| !value.is_none(py));
        if resume.is_some() && (is_chosen("level") || is_chosen("scenario")) {
            return Err(wrong("level, scenario: the week of resume has chosen: expected neither with it"));
        }
        let ruled = Arc::new(Ruled::of(&mut given, py)?);
        nothing_left(given)?;
        let saved = resume.as_ref().map(|Octets(saved)| &saved[..]);
        let mut campaign = py.detach(|| ruled.begin(seed, stream, saved)).map_err(not_begun)?;
        campaign.record(true);
        Ok(Campaign { campaign, ruled })
    }

    /// For `pickle`.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        let this = &mut *alone(slf)?;
        let campaign = &mut this.campaign;
        let saved = PyBytes::new(py, &py.detach(|| campaign.save()));
        let again = py.import("front800._front800")?.getattr("campaign_again")?;
        Ok((again, (this.ruled.keywords(py)?, saved)))
    }

    #[doc = doc!("Campaign.is_over")]
    #[getter]
    fn is_over(slf: &Bound<'_, Self>) -> PyResult<bool> {
        let this = &*shared(slf)?;
        Ok(this.campaign.is_over())
    }

    #[doc = doc!("Campaign.turns")]
    #[getter]
    fn turns(slf: &Bound<'_, Self>) -> PyResult<u8> {
        let this = &mut *alone(slf)?;
        let state = this.campaign.state();
        let last = state.second.map(|second| second.level.last_turn(second.scenario));
        Ok(last.map_or(state.edition.turns(), |last| last + 1))
    }

    #[doc = doc!("Campaign.units")]
    fn units(slf: &Bound<'_, Self>, side: &str) -> PyResult<(u8, u8)> {
        let this = &*shared(slf)?;
        let units = side_of(side)?.units(this.ruled.edition());
        Ok((units.start, units.end - 1))
    }

    #[doc = doc!("Campaign.state")]
    fn state<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let this = &mut *alone(slf)?;
        Ok(pythonize(py, &this.campaign.state())?)
    }

    #[doc = doc!("Campaign.row")]
    fn row(slf: &Bound<'_, Self>) -> PyResult<String> {
        let this = &mut *alone(slf)?;
        Ok(this.campaign.state().csv())
    }

    #[doc = doc!("Campaign.score")]
    #[getter]
    fn score(slf: &Bound<'_, Self>) -> PyResult<i16> {
        let this = &mut *alone(slf)?;
        Ok(this.campaign.state().score)
    }

    #[doc = doc!("Campaign.world")]
    fn world<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let this = &*shared(slf)?;
        Ok(pythonize(py, this.observer("german", false)?.world())?)
    }

    #[doc = doc!("Campaign.observe")]
    #[pyo3(signature = (side = "german", fog = false))]
    fn observe<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
        side: &str,
        fog: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let this = &mut *alone(slf)?;
        let observer = this.observer(side, fog)?;
        let campaign = &mut this.campaign;
        let seen = py.detach(|| observer.observe(campaign, false));
        Ok(pythonize(py, &seen)?)
    }

    #[doc = doc!("Campaign.features")]
    #[pyo3(signature = (side = "german", fog = false))]
    fn features<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
        side: &str,
        fog: bool,
    ) -> PyResult<(Bound<'py, PyArray1<f32>>, Bound<'py, PyAny>)> {
        let this = &mut *alone(slf)?;
        let observer = this.observer(side, fog)?;
        let campaign = &mut this.campaign;
        let Features { week, units } = py.detach(|| Features::of(&observer.observe(campaign, false)));
        let rows = units.len() / UNIT;
        let units = PyArray1::from_vec(py, units).call_method1("reshape", (rows, UNIT))?;
        Ok((PyArray1::from_vec(py, week), units))
    }

    #[doc = doc!("Campaign.give")]
    #[pyo3(signature = (side, orders, modes = BTreeMap::new()))]
    fn give(
        slf: &Bound<'_, Self>,
        side: &str,
        #[pyo3(from_py_with = by_unit)] orders: BTreeMap<u32, String>,
        #[pyo3(from_py_with = by_unit)] modes: BTreeMap<u32, String>,
    ) -> PyResult<()> {
        let this = &mut *alone(slf)?;
        this.check_goes_on()?;
        let side = side_of(side)?;
        let line = json!({ "orders": orders, "modes": modes }).to_string();
        let given = Commander::orders_of("orders", &line, side, &this.campaign.state()).map_err(failed)?;
        this.campaign.give(side, &given).map_err(failed)
    }

    #[doc = doc!("Campaign.play_turn")]
    fn play_turn(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<()> {
        let this = &mut *alone(slf)?;
        this.check_goes_on()?;
        let campaign = &mut this.campaign;
        hearing(py, |cancel| play_turn(campaign, cancel))?.map_err(failed)
    }

    #[doc = doc!("Campaign.save")]
    fn save<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let this = &mut *alone(slf)?;
        let campaign = &mut this.campaign;
        let state = py.detach(|| campaign.machine().save());
        Ok(PyBytes::new(py, &state))
    }

    #[doc = doc!("Campaign.hash")]
    fn hash(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<u64> {
        let campaign = &mut alone(slf)?.campaign;
        Ok(py.detach(|| campaign.machine().hash()))
    }

    #[doc = doc!("Campaign.fork")]
    fn fork(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<Self> {
        let this = &*shared(slf)?;
        Ok(py.detach(|| this.clone()))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let Ok(this) = alone(slf) else {
            return Ok("<front800.Campaign: in the middle of a call>".to_string());
        };
        let state = this.campaign.state();
        let over = if state.over { ", over" } else { "" };
        Ok(format!("<front800.Campaign: turn {}, {}, score {}{over}>", state.turn, state.date, state.score))
    }

    fn __copy__(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<Self> {
        Self::fork(slf, py)
    }

    fn __deepcopy__(slf: &Bound<'_, Self>, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::fork(slf, py)
    }
}

/// The arguments of [`campaign_again`].
type Pickled<'py> = (Bound<'py, PyDict>, Bound<'py, PyBytes>);

#[doc = doc!("campaign_again")]
#[pyfunction]
pub fn campaign_again(
    py: Python<'_>,
    options: BTreeMap<String, Py<PyAny>>,
    saved: &[u8],
) -> PyResult<Campaign> {
    let mut given = options;
    let ruled = Arc::new(Ruled::of(&mut given, py)?);
    nothing_left(given)?;
    let (machine, label) = (ruled.built.machine(0), |name: &str| ruled.built.label(name));
    let campaign = py.detach(|| campaign::Campaign::load(machine, saved, label, ruled.opponent));
    let campaign = campaign.map_err(not_begun)?;
    Ok(Campaign { campaign, ruled })
}

#[doc = doc!("Player")]
#[pyclass(frozen, module = "front800")]
pub struct Player {
    name: String,
    edition: Edition,
    player: Mutex<Box<dyn Plays>>,
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (name, side, campaign, *, fog = false, timeout = 60.0))]
    fn new(
        name: PathBuf,
        side: &str,
        campaign: &Bound<'_, Campaign>,
        fog: bool,
        timeout: f64,
    ) -> PyResult<Self> {
        let campaign = &*shared(campaign)?;
        let side = side_of(side)?;
        let Some(players) = campaign.ruled.players(&name, side, (fog, timeout))? else {
            return Err(wrong("program: the program's own opponent plays when no orders are given"));
        };
        let edition = campaign.ruled.edition();
        let player = Mutex::new(players.player(side, edition).map_err(failed)?);
        Ok(Player { name: name.to_string_lossy().into_owned(), edition, player })
    }

    /// For `pickle`.
    fn __reduce__(&self) -> PyResult<()> {
        Err(unpicklable("a Player", "send its name and side, and make it where it plays"))
    }

    #[doc = doc!("Player.orders")]
    fn orders<'py>(&self, py: Python<'py>, campaign: &Bound<'py, Campaign>) -> PyResult<Bound<'py, PyDict>> {
        let campaign = &mut *alone(campaign)?;
        if self.edition != campaign.ruled.edition() {
            return Err(wrong(format!(
                "{} plays by the rules of another edition than this campaign's",
                self.name
            )));
        }
        let campaign = &mut campaign.campaign;
        let mut locked = match self.player.try_lock() {
            Ok(player) => player,
            Err(TryLockError::Poisoned(player)) => player.into_inner(),
            Err(TryLockError::WouldBlock) => return Err(busy("Player", "")),
        };
        let player = &mut *locked;
        let orders = hearing(py, |cancel| {
            let state = campaign.state();
            campaign.set_cancel(cancel.clone());
            let orders = player.orders(&state, campaign);
            campaign.set_cancel(CancelToken::default());
            orders
        })?;
        let orders = orders.map_err(failed)?;
        let dict = PyDict::new(py);
        let queues = PyDict::new(py);
        for (unit, queue) in orders.iter() {
            queues.set_item(unit, queue.iter().map(|order| order.letter()).collect::<String>())?;
        }
        let modes = PyDict::new(py);
        for (unit, mode) in orders.modes() {
            modes.set_item(unit, mode.letter())?;
        }
        dict.set_item("orders", queues)?;
        dict.set_item("modes", modes)?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        format!("<front800.Player {}>", self.name)
    }
}
