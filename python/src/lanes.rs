//! Lanes of a task, stepped in threads by one call.

use std::collections::VecDeque;

use front800::debug::expression::Expression;
use front800::harness::lanes::{self, Autoreset, Lane, Moment, Start, Task, TaskOptions, Turn};
use front800::host::observation::Observation;
use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::arguments;
use crate::busy::{alone, shared};
use crate::error::{Raise, wrong};
use crate::expressions::parsed;
use crate::interrupts::hearing;
use crate::kinds::{Octets, is_beyond, is_of_range, shown, threads, unexpected};
use crate::machine::Machine;
use crate::picture::{array_of, screen};
use crate::stops::Addresses;

/// The kind of observation of a lane.
enum Sight {
    /// Bytes.
    Bytes(Observation),
    /// The values of expressions.
    Features(Vec<Expression>),
}

/// The actions of all lanes.
enum Numbers<'py> {
    /// An array of the right type, used without conversion.
    Array(PyReadonlyArray1<'py, i64>),
    /// Any other sequence.
    Several(Vec<i64>),
}

impl<'py> FromPyObject<'_, 'py> for Numbers<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(array) = given.extract::<PyReadonlyArray1<'py, i64>>()
            && array.as_slice().is_ok()
        {
            return Ok(Numbers::Array(array));
        }
        let several = given.extract().map_err(|error| match is_beyond(&error, given.py()) {
            true => {
                wrong(format!("actions {}: expected the number of an action for each lane", shown(&given)))
            }
            false => unexpected(&given, "whole numbers, one for each lane"),
        });
        several.map(Numbers::Several)
    }
}

/// The part of an array to which a lane writes its observation.
enum Room<'a> {
    Bytes(&'a mut [u8]),
    Features(&'a mut [f32]),
}

/// An array with a part for the observation of each lane.
enum Rooms<'py> {
    Bytes(Bound<'py, PyArray1<u8>>),
    Features(Bound<'py, PyArray1<f32>>),
}

impl Sight {
    /// Parses the argument `wanted`: the kind of observation, and its parameters.
    fn of(kind: &str, what: &Bound<'_, PyAny>, machine: &Machine) -> PyResult<Self> {
        let symbols = &machine.symbols;
        Ok(match kind {
            "screen" => {
                let (pixels, shrink): (String, Bound<'_, PyAny>) = what.extract()?;
                let shrink = arguments::shrink(&shrink)?;
                Sight::Bytes(screen(&pixels, shrink, machine.machine.video())?)
            }
            "memory" => {
                let ranges: Vec<Addresses> = some(what, "addresses")?;
                let ranges = ranges.iter().map(|range| range.find(symbols));
                Sight::Bytes(Observation::Memory(ranges.collect::<PyResult<_>>()?))
            }
            "features" => {
                let texts: Vec<String> = some(what, "expressions")?;
                let features = texts.iter().map(|text| parsed(what.py(), text, symbols));
                Sight::Features(features.collect::<PyResult<_>>()?)
            }
            _ => return Err(wrong(format!("wanted `{kind}`: expected screen, memory or features"))),
        })
    }

    fn shape(&self) -> Vec<usize> {
        match self {
            Sight::Bytes(seen) => seen.shape(),
            Sight::Features(features) => vec![features.len()],
        }
    }

    fn write(&self, lane: &Lane, room: &mut Room<'_>) {
        match (self, room) {
            (Sight::Bytes(seen), Room::Bytes(bytes)) => seen.write(lane.machine(), lane.picture(), bytes),
            (Sight::Features(features), Room::Features(values)) => {
                for (value, feature) in values.iter_mut().zip(features) {
                    *value = feature.value(lane.machine(), 0).unwrap_or(0) as f32;
                }
            }
            _ => unreachable!("rooms are made for what is seen"),
        }
    }

    /// A new array for `count` lanes. It is uninitialized, so all lanes must be written.
    fn rooms<'py>(&self, py: Python<'py>, count: usize) -> PyResult<Rooms<'py>> {
        let length = count * self.shape().iter().product::<usize>();
        Ok(match self {
            Sight::Bytes(_) => Rooms::Bytes(empty(py, length)?),
            Sight::Features(_) => Rooms::Features(empty(py, length)?),
        })
    }

    /// An array from an earlier step, to be used again.
    fn rooms_in<'py>(&self, array: Bound<'py, PyAny>) -> PyResult<Rooms<'py>> {
        Ok(match self {
            Sight::Bytes(_) => Rooms::Bytes(array.cast_into()?),
            Sight::Features(_) => Rooms::Features(array.cast_into()?),
        })
    }

    /// A new array of zeros, for observations that only some lanes write.
    fn cleared_rooms<'py>(&self, py: Python<'py>, count: usize) -> Rooms<'py> {
        let length = count * self.shape().iter().product::<usize>();
        match self {
            Sight::Bytes(_) => Rooms::Bytes(PyArray1::zeros(py, length, false)),
            Sight::Features(_) => Rooms::Features(PyArray1::zeros(py, length, false)),
        }
    }
}

/// The argument `wanted`: the kind of observation, and its parameters.
fn wanted<'py>(given: &Bound<'py, PyAny>) -> PyResult<(String, Bound<'py, PyAny>)> {
    let example = "a pair such as ('screen', ('grey', 4))";
    let refused = |_| PyTypeError::new_err(format!("wanted {}: expected {example}", shown(given)));
    given.extract().map_err(refused)
}

/// A list that must not be empty.
fn some<'py, T: FromPyObjectOwned<'py>>(given: &Bound<'py, PyAny>, what: &str) -> PyResult<Vec<T>> {
    match given.extract::<Vec<T>>() {
        Ok(all) if all.is_empty() => {
            Err(wrong(format!("there are no {what} to be seen: expected one at least")))
        }
        Ok(all) => Ok(all),
        Err(error) if is_of_range(&error, given.py()) => Err(error),
        Err(_) => Err(unexpected(given, &format!("several {what}"))),
    }
}

/// An uninitialized array.
fn empty<T: Element>(py: Python<'_>, length: usize) -> PyResult<Bound<'_, PyArray1<T>>> {
    let array = py.import("numpy")?.call_method1("empty", (length, T::get_dtype(py)))?;
    Ok(array.cast_into()?)
}

/// Evaluates an expression with the array split into parts for `count` lanes.
macro_rules! with_rooms {
    ($rooms:expr, $count:expr, |$places:ident| $body:expr) => {
        match $rooms {
            Rooms::Bytes(array) => {
                let mut array = array.readwrite();
                let all = array.as_slice_mut()?;
                let size = (all.len() / $count).max(1);
                let mut $places: Vec<Room<'_>> = all.chunks_mut(size).map(Room::Bytes).collect();
                $body
            }
            Rooms::Features(array) => {
                let mut array = array.readwrite();
                let all = array.as_slice_mut()?;
                let size = (all.len() / $count).max(1);
                let mut $places: Vec<Room<'_>> = all.chunks_mut(size).map(Room::Features).collect();
                $body
            }
        }
    };
}

impl<'py> Rooms<'py> {
    /// The array, still one-dimensional.
    fn array(&self) -> &Bound<'py, PyAny> {
        match self {
            Rooms::Bytes(array) => array.as_any(),
            Rooms::Features(array) => array.as_any(),
        }
    }

    /// The array in the shape for the caller.
    fn shaped(self, count: usize, shape: Vec<usize>) -> PyResult<Bound<'py, PyAny>> {
        let shape: Vec<usize> = std::iter::once(count).chain(shape).collect();
        match self {
            Rooms::Bytes(array) => array.call_method1("reshape", (shape,)),
            Rooms::Features(array) => array.call_method1("reshape", (shape,)),
        }
    }
}

#[doc = doc!("Lanes")]
#[pyclass(module = "front800")]
pub struct Lanes {
    lanes: lanes::Lanes,
    sight: Sight,
    has_finals: bool,
    start: Machine,
    given: Given,
    /// The arrays of the last steps. Allocating memory for pictures takes as long as the lanes take for a frame [measured], so each
    /// array is used again as soon as nothing else refers to it.
    used: VecDeque<Py<PyAny>>,
}

/// The arguments of the lanes except the machine, for `pickle`.
struct Given {
    wanted: (String, Py<PyAny>),
    options: TaskOptions,
    jobs: Option<u16>,
    autoreset: String,
}

impl Given {
    /// The keyword arguments for `count` lanes.
    fn keywords<'py>(&self, py: Python<'py>, count: usize) -> PyResult<Bound<'py, PyDict>> {
        let Given { options, jobs, autoreset, .. } = self;
        let given = PyDict::new(py);
        given.set_item("reward", &options.reward)?;
        given.set_item("reward_is_value", options.is_value)?;
        given.set_item("over", &options.over)?;
        given.set_item("frames", options.frames)?;
        given.set_item("most_steps", options.most_steps)?;
        given.set_item("most_idle", options.most_idle)?;
        given.set_item("sticky", options.sticky)?;
        given.set_item("draws", options.draws)?;
        given.set_item("count", count)?;
        given.set_item("jobs", jobs)?;
        given.set_item("autoreset", autoreset)?;
        Ok(given)
    }
}

/// The positional arguments of lanes: machine, actions, wanted observation.
type Positional = (Machine, Vec<String>, (String, Py<PyAny>));

/// The number of arrays kept: a caller can hold one for a step while the next is written.
const USED: usize = 2;

/// What a step returns to Python: observations, rewards, terminations, truncations, and the final observations of ended episodes.
type Stepped<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
    Option<Bound<'py, PyAny>>,
);

impl Lanes {
    fn count(&self) -> usize {
        self.lanes.lanes().len()
    }

    fn checked(&self, lane: i128) -> PyResult<usize> {
        let number = usize::try_from(lane).ok().filter(|&number| number < self.count());
        number.ok_or_else(|| wrong(format!("lane {lane}: there are lanes 0 to {}", self.count() - 1)))
    }

    /// Checks that there is a valid action for each lane.
    fn actions(&self, given: &[i64]) -> PyResult<Vec<usize>> {
        let actions = self.lanes.lanes()[0].task().actions();
        if given.len() != self.count() {
            return Err(wrong(format!("{} actions for {} lanes", given.len(), self.count())));
        }
        let number = |&action: &i64| {
            let number = usize::try_from(action).ok().filter(|&number| number < actions);
            number.ok_or_else(|| wrong(format!("action {action}: expected 0 to {}", actions - 1)))
        };
        given.iter().map(number).collect()
    }

    /// An array for the observations of a step: one from an earlier step that nothing else refers to, or a new one.
    fn rooms<'py>(&mut self, py: Python<'py>) -> PyResult<Rooms<'py>> {
        // In NumPy every view of the array's bytes holds a reference to the array itself.
        #[expect(deprecated, reason = "what takes its place is not safe")]
        let left = self.used.iter().position(|array| array.bind(py).get_refcnt() == 1);
        let rooms = match left.and_then(|n| self.used.remove(n)) {
            Some(array) => self.sight.rooms_in(array.into_bound(py))?,
            None => self.sight.rooms(py, self.count())?,
        };
        self.used.truncate(USED - 1);
        self.used.push_front(rooms.array().clone().unbind());
        Ok(rooms)
    }

    /// The current observations of all lanes, without a step.
    fn see<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rooms = self.sight.rooms(py, self.count())?;
        with_rooms!(&rooms, self.count(), |places| {
            let (lanes, sight) = (self.lanes.lanes(), &self.sight);
            py.detach(|| lanes.iter().zip(&mut places).for_each(|(lane, place)| sight.write(lane, place)));
        });
        rooms.shaped(self.count(), self.sight.shape())
    }
}

#[pymethods]
impl Lanes {
    #[new]
    #[pyo3(signature = (machine, actions, wanted, *, reward = "0", reward_is_value = false, over = None, frames = 4,
                        most_steps = None, most_idle = 0, sticky = 0.0, draws = false, count = 1,
                        jobs = None, autoreset = "next_step"))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of its own")]
    fn new(
        py: Python<'_>,
        machine: &Bound<'_, Machine>,
        #[pyo3(from_py_with = arguments::actions)] actions: Vec<String>,
        #[pyo3(from_py_with = wanted)] wanted: (String, Bound<'_, PyAny>),
        reward: &str,
        reward_is_value: bool,
        over: Option<String>,
        #[pyo3(from_py_with = arguments::frames_of_step)] frames: u32,
        #[pyo3(from_py_with = arguments::most_steps)] most_steps: Option<u64>,
        #[pyo3(from_py_with = arguments::most_idle)] most_idle: u32,
        sticky: f64,
        draws: bool,
        #[pyo3(from_py_with = arguments::lanes)] count: usize,
        #[pyo3(from_py_with = arguments::jobs)] jobs: Option<u16>,
        autoreset: &str,
    ) -> PyResult<Self> {
        let machine = &*shared(machine)?;
        let start = machine.with_machine(machine.machine.clone());
        let symbols = &start.symbols;
        let sight = Sight::of(&wanted.0, &wanted.1, &start)?;
        let resets = match autoreset {
            "next_step" => Autoreset::NextStep,
            "same_step" => Autoreset::SameStep,
            "disabled" => Autoreset::Disabled,
            _ => {
                let expected = "expected next_step, same_step or disabled";
                return Err(wrong(format!("autoreset `{autoreset}`: {expected}")));
            }
        };
        let draws = draws || matches!(&sight, Sight::Bytes(seen) if seen.is_screen());
        let options = TaskOptions {
            actions,
            reward: reward.to_string(),
            is_value: reward_is_value,
            over,
            frames,
            most_steps,
            most_idle,
            sticky,
            draws,
        };
        let task = Task::new(start.machine.clone(), symbols, &options).map_err(Raise::raise)?;
        for text in std::iter::once(&options.reward).chain(&options.over) {
            parsed(py, text, symbols)?;
        }
        let lanes = py.detach(|| lanes::Lanes::new(task, count, threads(jobs), resets));
        let given =
            Given { wanted: (wanted.0, wanted.1.unbind()), options, jobs, autoreset: autoreset.to_string() };
        let has_finals = resets == Autoreset::SameStep;
        Ok(Lanes { lanes, sight, has_finals, start, given, used: VecDeque::new() })
    }

    #[doc = doc!("Lanes.shape")]
    #[getter]
    fn shape(slf: &Bound<'_, Self>) -> PyResult<Vec<usize>> {
        let this = &*shared(slf)?;
        Ok(this.sight.shape())
    }

    fn __len__(slf: &Bound<'_, Self>) -> PyResult<usize> {
        let this = &*shared(slf)?;
        Ok(this.count())
    }

    /// For `pickle`: the arguments that recreate the lanes.
    fn __getnewargs_ex__<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
    ) -> PyResult<(Positional, Bound<'py, PyDict>)> {
        let this = &*shared(slf)?;
        let (kind, what) = &this.given.wanted;
        let wanted = (kind.clone(), what.clone_ref(py));
        let machine = this.start.with_machine(this.start.machine.clone());
        let keywords = this.given.keywords(py, this.count())?;
        Ok(((machine, this.given.options.actions.clone(), wanted), keywords))
    }

    /// For `pickle`: the state of each lane.
    fn __getstate__<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let lanes = shared(slf)?.count();
        (0..lanes as i128).map(|lane| Self::save(slf, py, lane)).collect()
    }

    /// For `pickle`.
    fn __setstate__(slf: &Bound<'_, Self>, py: Python<'_>, states: Vec<Vec<u8>>) -> PyResult<()> {
        (0..).zip(states).try_for_each(|(lane, state)| Self::restore(slf, py, Octets(state), lane))
    }

    #[doc = doc!("Lanes.reset")]
    #[pyo3(signature = (seeds = None, mask = None))]
    fn reset<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
        seeds: Option<Bound<'py, PyAny>>,
        mask: Option<Vec<bool>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let this = &mut *alone(slf)?;
        let count = this.count();
        let seeds = seeds.map_or_else(|| Ok(vec![None; count]), |seeds| arguments::seeds(&seeds))?;
        let mask = mask.unwrap_or_else(|| vec![true; count]);
        if seeds.len() != count || mask.len() != count {
            let (seeds, marks) = (seeds.len(), mask.len());
            return Err(wrong(format!(
                "{seeds} seeds and a mask of {marks}: expected {count}, one for each lane"
            )));
        }
        let start = |(seed, chosen): (Option<u64>, bool)| match (chosen, seed) {
            (false, _) => Start::GoOn,
            (true, None) => Start::Anew,
            (true, Some(seed)) => Start::Seeded(seed),
        };
        let starts: Vec<Start> = seeds.into_iter().zip(mask).map(start).collect();
        let rooms = this.sight.rooms(py, count)?;
        with_rooms!(&rooms, count, |places| {
            let (lanes, sight) = (&mut this.lanes, &this.sight);
            hearing(py, |cancel| {
                lanes.reset_with(cancel, &starts, &mut places, |lane, _, room| sight.write(lane, room))
            })?;
        });
        rooms.shaped(count, this.sight.shape())
    }

    #[doc = doc!("Lanes.step")]
    fn step<'py>(slf: &Bound<'py, Self>, py: Python<'py>, actions: Numbers<'py>) -> PyResult<Stepped<'py>> {
        let this = &mut *alone(slf)?;
        let actions = match actions {
            Numbers::Array(actions) => this.actions(actions.as_slice()?)?,
            Numbers::Several(actions) => this.actions(&actions)?,
        };
        let count = this.count();
        let rooms = this.rooms(py)?;
        let finals = this.sight.cleared_rooms(py, if this.has_finals { count } else { 0 });
        let (lanes, sight) = (&mut this.lanes, &this.sight);
        let turns: Vec<Turn> = with_rooms!(&rooms, count, |places| {
            with_rooms!(&finals, count, |final_places| {
                final_places.resize_with(count, || Room::Bytes(&mut []));
                let mut both: Vec<_> = places.iter_mut().zip(&mut final_places).collect();
                let turns = hearing(py, |cancel| {
                    lanes.step_with(cancel, &actions, &mut both, |lane, moment, (now, last)| match moment {
                        Moment::Now => sight.write(lane, now),
                        Moment::Final => sight.write(lane, last),
                    })
                })?;
                turns.unwrap_or_default()
            })
        });
        let shape = this.sight.shape();
        Ok((
            rooms.shaped(count, shape.clone())?,
            PyArray1::from_iter(py, turns.iter().map(|turn| turn.reward as f64)),
            PyArray1::from_iter(py, turns.iter().map(|turn| turn.terminated)),
            PyArray1::from_iter(py, turns.iter().map(|turn| turn.truncated)),
            if this.has_finals { Some(finals.shaped(count, shape)?) } else { None },
        ))
    }

    #[doc = doc!("Lanes.observe")]
    fn observe<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let this = &*shared(slf)?;
        this.see(py)
    }

    #[doc = doc!("Lanes.save")]
    #[pyo3(signature = (lane = 0))]
    fn save<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::lane)] lane: i128,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let this = &*shared(slf)?;
        let lane = &this.lanes.lanes()[this.checked(lane)?];
        let state = py.detach(|| lane.save());
        Ok(PyBytes::new(py, &state))
    }

    #[doc = doc!("Lanes.restore")]
    #[pyo3(signature = (state, lane = 0))]
    fn restore(
        slf: &Bound<'_, Self>,
        py: Python<'_>,
        state: Octets,
        #[pyo3(from_py_with = arguments::lane)] lane: i128,
    ) -> PyResult<()> {
        let this = &mut *alone(slf)?;
        let lane = this.checked(lane)?;
        let lanes = &mut this.lanes;
        py.detach(|| lanes.load(lane, &state.0)).map_err(Raise::raise)
    }

    #[doc = doc!("Lanes.is_over")]
    #[pyo3(signature = (lane = 0))]
    fn is_over(slf: &Bound<'_, Self>, #[pyo3(from_py_with = arguments::lane)] lane: i128) -> PyResult<bool> {
        let this = &*shared(slf)?;
        Ok(this.lanes.lanes()[this.checked(lane)?].is_over())
    }

    #[doc = doc!("Lanes.machine")]
    #[pyo3(signature = (lane = 0))]
    fn machine(
        slf: &Bound<'_, Self>,
        #[pyo3(from_py_with = arguments::lane)] lane: i128,
    ) -> PyResult<Machine> {
        let this = &*shared(slf)?;
        let lane = &this.lanes.lanes()[this.checked(lane)?];
        Ok(this.start.with_machine(lane.machine().clone()))
    }

    #[doc = doc!("Lanes.screen")]
    #[pyo3(signature = (lane = 0))]
    fn screen<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::lane)] lane: i128,
    ) -> PyResult<Bound<'py, PyAny>> {
        let this = &*shared(slf)?;
        let lane = &this.lanes.lanes()[this.checked(lane)?];
        let seen = screen("rgb", 1, lane.machine().video())?;
        array_of(py, &seen, lane.machine(), lane.picture())
    }
}
