//! One copy of a task.

use std::fmt;
use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::task::Task;
use crate::debug::cancel::CancelToken;
use crate::harness::sealed;
use crate::machine::{Machine, StateError, Stop};

/// The result of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The reward.
    pub reward: i64,
    /// The episode has ended: its end condition is true, or the CPU is jammed.
    pub terminated: bool,
    /// The episode was cut off at its limit of steps.
    pub truncated: bool,
}

impl Turn {
    /// Whether the episode is over for either reason.
    pub fn is_last(self) -> bool {
        self.terminated || self.truncated
    }
}

/// A machine that plays episodes of a task. Clones are independent.
#[derive(Clone)]
pub struct Lane {
    task: Arc<Task>,
    machine: Machine,
    /// The picture of a loaded state, until the machine draws another; blank if the state has none.
    loaded_picture: Option<Vec<u8>>,
    now: Now,
}

/// The part of a lane that is not in its machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Now {
    chance: ChaCha8Rng,
    /// The last action.
    action: usize,
    /// Steps of this episode.
    steps: u64,
    /// The value of the reward expression after the last step.
    worth: i64,
    over: bool,
}

/// A saved lane.
#[derive(Serialize, Deserialize)]
struct Saved {
    machine: Vec<u8>,
    picture: Option<Vec<u8>>,
    now: Now,
}

impl fmt::Debug for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lane").field("machine", &self.machine).field("now", &self.now).finish_non_exhaustive()
    }
}

impl Lane {
    /// A lane at the beginning of an episode without idle frames; only [`Lane::reset`] plays these.
    pub fn new(task: Task, seed: u64) -> Self {
        Lane::of(Arc::new(task), seed)
    }

    /// Another lane of the same task.
    pub fn with_seed(&self, seed: u64) -> Self {
        Lane::of(self.task.clone(), seed)
    }

    fn of(task: Arc<Task>, seed: u64) -> Self {
        let (chance, worth) = (ChaCha8Rng::seed_from_u64(seed), task.worth(&task.start));
        let now = Now { chance, action: 0, steps: 0, worth, over: false };
        Lane { machine: task.start.clone(), task, loaded_picture: None, now }
    }

    /// The task.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// The machine, read-only.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The picture at the end of the last step, in the format of [`Machine::picture`].
    pub fn picture(&self) -> &[u8] {
        self.loaded_picture.as_deref().unwrap_or(self.machine.picture())
    }

    /// Whether the episode has ended.
    pub fn is_over(&self) -> bool {
        self.now.over
    }

    /// Begins a new episode; reseeds the random generator if there is a seed.
    pub fn reset(&mut self, seed: Option<u64>) {
        self.reset_with(seed, &CancelToken::default());
    }

    /// Like [`Lane::reset`], but cancellable. A cancelled lane is unusable until it is replaced.
    pub(super) fn reset_with(&mut self, seed: Option<u64>, cancel: &CancelToken) {
        if let Some(seed) = seed {
            self.now.chance = ChaCha8Rng::seed_from_u64(seed);
        }
        self.machine = self.task.start.clone();
        self.loaded_picture = None;
        self.now.action = 0;
        let idle = self.now.chance.random_range(0..=self.task.most_idle);
        for frame in (0..idle).rev() {
            self.machine.set_drawing(self.task.draws && frame == 0);
            self.machine.run_frame();
            if cancel.is_cancelled_after(self.machine.frame_number()) {
                return;
            }
        }
        self.now.steps = 0;
        self.now.worth = self.task.worth(&self.machine);
        self.now.over = false;
    }

    /// Holds an action for the frames of a step. After the end of an episode the machine runs on, and the episode
    /// remains over.
    ///
    /// # Panics
    /// If there is no such action.
    pub fn step(&mut self, action: usize) -> Turn {
        self.step_with(action, &CancelToken::default())
    }

    /// Like [`Lane::step`], but cancellable. A cancelled lane is unusable until it is replaced.
    pub(super) fn step_with(&mut self, action: usize, cancel: &CancelToken) -> Turn {
        assert!(action < self.task.actions.len(), "there are {} actions", self.task.actions.len());
        let mut stop = Stop::Reached;
        for frame in (0..self.task.frames).rev() {
            let sticks = self.task.sticky > 0.0 && self.now.chance.random_bool(self.task.sticky);
            if !sticks {
                self.now.action = action;
            }
            for control in &self.task.actions[self.now.action] {
                control.apply(&mut self.machine);
            }
            self.machine.set_drawing(self.task.draws && frame == 0);
            stop = self.machine.run_frame();
            if cancel.is_cancelled_after(self.machine.frame_number()) {
                return Turn::default();
            }
        }
        self.loaded_picture = None;
        self.now.steps += 1;
        let worth = self.task.worth(&self.machine);
        let before = std::mem::replace(&mut self.now.worth, worth);
        let ends = self.task.over.as_ref().is_some_and(|over| over.holds(&self.machine, 0));
        let terminated = stop == Stop::Jam || ends;
        let truncated = self.task.most_steps.is_some_and(|most| self.now.steps >= most);
        self.now.over |= terminated || truncated;
        let reward = if self.task.is_value { worth } else { worth.wrapping_sub(before) };
        Turn { reward, terminated, truncated }
    }

    /// Serialises everything that its future depends on, and the picture if there is one.
    pub fn save(&self) -> Vec<u8> {
        let picture = self.task.draws.then(|| self.picture().to_vec());
        let saved = Saved { machine: self.machine.save(), picture, now: self.now.clone() };
        sealed::to_bytes(&saved)
    }

    /// Restores a state of a lane of the same task. The lanes may differ in whether they draw: a picture that was not
    /// saved is blank until the next step.
    ///
    /// # Errors
    /// If the bytes are not such a state. The lane is unchanged then.
    pub fn load(&mut self, state: &[u8]) -> Result<(), StateError> {
        let Saved { machine, picture, now } = sealed::from_bytes(state)?;
        let pixels = self.machine.picture().len();
        let is_possible = now.action < self.task.actions.len()
            && picture.as_ref().is_none_or(|picture| picture.len() == pixels);
        if !is_possible {
            // Reports the better error if the state is of another program.
            self.machine.clone().load(&machine)?;
            return Err(StateError::Impossible);
        }
        self.machine.load(&machine)?;
        self.loaded_picture = self.task.draws.then(|| picture.unwrap_or_else(|| vec![0; pixels]));
        self.now = now;
        Ok(())
    }
}
