//! A game of a companion title.

use front800::debug::cancel::CancelToken;
use front800::harness::matches::{Game, Setup};
use front800::harness::open::{Options, Program};
use front800::machine::Lcg;
use front800::titles::companion::{GameOptions, Variant};
use pyo3::prelude::*;
use pythonize::pythonize;
use serde_json::Value;

use crate::arguments;
use crate::busy::{alone, shared};
use crate::error::{GameError, OpenError, Raise, wrong};
use crate::interrupts::hearing;
use crate::pickled::unpicklable;
use crate::picture::{array_of, screen};

#[doc = doc!("Match")]
#[pyclass(module = "front800", skip_from_py_object)]
#[derive(Clone)]
pub struct Match {
    game: Game,
    actions: Vec<String>,
    /// The lines until the first choice.
    opening: Vec<Value>,
}

/// Lines as Python has them.
fn dicts<'py>(py: Python<'py>, lines: &[Value]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    lines.iter().map(|line| Ok(pythonize(py, line)?)).collect()
}

impl Match {
    fn open(&mut self, setup: Option<&str>) -> PyResult<()> {
        let mut setup = setup;
        let refused =
            |lines: &[Value]| lines.iter().find_map(|line| line.get("refused").and(line.get("why")).cloned());
        let mut lines = self.game.play(None).map_err(Raise::raise)?;
        while self.game.outcome().is_none()
            && let Some(opening) = self.game.opening()
        {
            let given = setup.take();
            let played = self.game.play(Some(given.unwrap_or(opening))).map_err(Raise::raise)?;
            if let Some(why) = refused(&played) {
                let what = given.map_or(opening.to_string(), |setup| format!("setup `{setup}`"));
                return Err(GameError::new_err(format!("{what}: {}", why.as_str().unwrap_or_default())));
            }
            lines.extend(played);
        }
        if setup.is_some() {
            return Err(wrong("setup: no side that is played from outside sets up pieces in this game"));
        }
        self.opening = lines;
        Ok(())
    }
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (title, *, level = None, players = None, variant = None, plies = None,
                        computers = Vec::new(), think = None, seed = 0, stream = None, setup = None))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of its own")]
    fn new(
        py: Python<'_>,
        title: &str,
        #[pyo3(from_py_with = arguments::level)] level: Option<u8>,
        #[pyo3(from_py_with = arguments::players)] players: Option<u8>,
        variant: Option<&str>,
        #[pyo3(from_py_with = arguments::plies)] plies: Option<u8>,
        #[pyo3(from_py_with = arguments::computers)] computers: Vec<u8>,
        #[pyo3(from_py_with = arguments::think)] think: Option<u16>,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        #[pyo3(from_py_with = arguments::stream)] stream: Option<u32>,
        setup: Option<&str>,
    ) -> PyResult<Self> {
        let variant = variant.map(str::parse::<Variant>).transpose();
        let variant = variant.map_err(|error| wrong(error.to_string()))?;
        let is_super = variant.map(|variant| variant == Variant::Super);
        let options = Options { seed, ..Options::default() };
        let no_such = || {
            let expected = "expected magna, encounter or eleven";
            OpenError::new_err(format!("{title}: no title that matches are played on: {expected}"))
        };
        let program = Program::named(title, options).map_err(|_| no_such())?;
        let find = program.entry.and_then(|entry| entry.companion).ok_or_else(no_such)?;
        let setup_of_game = Setup {
            options: GameOptions { level, players, is_super, plies },
            computers: computers.iter().fold(0, |bits, side| bits | 1 << side),
            think,
        };
        let machine = program.switch_on().map_err(Raise::raise)?;
        let label = |name: &str| program.symbols.value(name);
        hearing(py, |cancel| {
            let game = Game::begin(machine, &label, find, &setup_of_game, stream.map(Lcg::new));
            let game = game.map_err(Raise::raise)?;
            let sides = game.sides();
            if let Some(side) = computers.iter().find(|&&side| usize::from(side) >= sides) {
                return Err(wrong(format!("computers: side {side}: expected 0 to {}", sides - 1)));
            }
            let mut begun = Match { actions: game.actions(), game, opening: Vec::new() };
            begun.game.set_cancel(cancel.clone());
            begun.open(setup)?;
            begun.game.set_cancel(CancelToken::default());
            Ok(begun)
        })?
    }

    /// For `pickle`.
    fn __reduce__(&self) -> PyResult<()> {
        Err(unpicklable(
            "a Match",
            "send its arguments and the actions played, and play them there: the same game comes of it",
        ))
    }

    #[doc = doc!("Match.sides")]
    #[getter]
    fn sides(slf: &Bound<'_, Self>) -> PyResult<usize> {
        let this = &*shared(slf)?;
        Ok(this.game.sides())
    }

    #[doc = doc!("Match.actions")]
    #[getter]
    fn actions(slf: &Bound<'_, Self>) -> PyResult<Vec<String>> {
        let this = &*shared(slf)?;
        Ok(this.actions.clone())
    }

    #[doc = doc!("Match.opening")]
    #[getter]
    fn opening<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let this = &*shared(slf)?;
        dicts(py, &this.opening)
    }

    #[doc = doc!("Match.turn")]
    #[getter]
    fn turn(slf: &Bound<'_, Self>) -> PyResult<usize> {
        let this = &mut *alone(slf)?;
        Ok(this.game.turn())
    }

    #[doc = doc!("Match.outcome")]
    #[getter]
    fn outcome(slf: &Bound<'_, Self>) -> PyResult<Option<(Option<usize>, String)>> {
        let this = &mut *alone(slf)?;
        Ok(this.game.outcome().map(|outcome| (outcome.winner, outcome.reason)))
    }

    #[doc = doc!("Match.legal")]
    fn legal(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<Vec<String>> {
        let game = &mut alone(slf)?.game;
        py.detach(|| game.legal().map(<[String]>::to_vec)).map_err(Raise::raise)
    }

    #[doc = doc!("Match.play")]
    fn play<'py>(slf: &Bound<'py, Self>, py: Python<'py>, action: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let this = &mut *alone(slf)?;
        if this.game.outcome().is_some() {
            return Err(GameError::new_err("the game is over"));
        }
        let game = &mut this.game;
        // A second at most, whatever the program may think: nobody need be asked.
        let lines = py.detach(|| game.play(Some(action))).map_err(Raise::raise)?;
        dicts(py, &lines)
    }

    #[doc = doc!("Match.state")]
    fn state<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let game = &mut alone(slf)?.game;
        let state = py.detach(|| game.state()).map_err(Raise::raise)?;
        Ok(pythonize(py, &state)?)
    }

    #[doc = doc!("Match.view")]
    fn view<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let game = &mut alone(slf)?.game;
        let view = py.detach(|| game.view()).map_err(Raise::raise)?;
        Ok(pythonize(py, &view)?)
    }

    /// The picture; a game is not drawn, so a copy of it waits for the next frame.
    #[doc = doc!("Match.screen")]
    fn screen<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let this = &mut *alone(slf)?;
        let machine = this.game.machine();
        let shown = py.detach(|| {
            let mut copy = machine.clone();
            copy.set_drawing(true);
            copy.run_frame();
            copy.run_frame();
            copy
        });
        array_of(py, &screen("rgb", 1, shown.video())?, &shown, shown.picture())
    }

    #[doc = doc!("Match.random_bytes")]
    fn random_bytes(slf: &Bound<'_, Self>) -> PyResult<u64> {
        let this = &mut *alone(slf)?;
        Ok(this.game.bytes())
    }

    #[doc = doc!("Match.cycles")]
    fn cycles(slf: &Bound<'_, Self>) -> PyResult<u64> {
        let this = &mut *alone(slf)?;
        Ok(this.game.cycles())
    }

    #[doc = doc!("Match.hash")]
    fn hash(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<u64> {
        let game = &mut alone(slf)?.game;
        Ok(py.detach(|| game.machine().hash()))
    }

    #[doc = doc!("Match.fork")]
    fn fork(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<Self> {
        let this = &*shared(slf)?;
        Ok(py.detach(|| this.clone()))
    }

    fn __copy__(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<Self> {
        Self::fork(slf, py)
    }

    fn __deepcopy__(slf: &Bound<'_, Self>, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::fork(slf, py)
    }
}
