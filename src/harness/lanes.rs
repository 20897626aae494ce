//! A program as a reinforcement learning environment, in any number of copies: each lane is stepped by actions,
//! returns rewards, ends its episode and begins another.

mod lane;
mod task;

use crate::debug::cancel::CancelToken;
use crate::harness::batch;
use crate::machine::StateError;
pub use lane::{Lane, Turn};
pub use task::{Task, TaskError, TaskOptions};

/// Calls of up to this many frames in all lanes are not cancellable: they usually take tenths of a second, and the
/// copies of lanes needed to undo a cancelled call would cost more.
const FRAMES_AT_ONCE: u64 = 1 << 14;

/// When a lane whose episode has ended begins the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Autoreset {
    /// In the step after the episode's last one; the action of that step is ignored.
    #[default]
    NextStep,
    /// Within the episode's last step.
    SameStep,
    /// Only by [`Lanes::reset`].
    Disabled,
}

/// How a lane begins a new episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// It continues its episode.
    GoOn,
    /// With the next numbers of its random generator.
    Anew,
    /// With a random generator of this seed.
    Seeded(u64),
}

/// When a lane is observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// At the end of an episode, with [`Autoreset::SameStep`]: the lane is observed again after its reset.
    Final,
    /// Before the next action is chosen.
    Now,
}

/// Many lanes of one task. Each depends only on its seed and its actions, not on the number of threads.
///
/// # Examples
///
/// ```
/// use front800::harness::lanes::{Autoreset, Lanes, Task, TaskOptions};
/// use front800::harness::open::{Options, Program};
///
/// let program = Program::named("eleven", Options::default())?;
/// let options = TaskOptions {
///     actions: vec!["stick0 center".to_string(), "stick0 right".to_string()],
///     reward: "frame".to_string(),
///     ..TaskOptions::default()
/// };
/// let task = Task::new(program.switch_on()?, &program.symbols, &options)?;
/// let mut lanes = Lanes::new(task, 2, 2, Autoreset::NextStep);
/// let turns = lanes.step(&[0, 1], &mut [(), ()], |_, _, ()| ());
/// assert_eq!(turns[0].reward, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lanes {
    lanes: Vec<Lane>,
    jobs: usize,
    autoreset: Autoreset,
}

impl Lanes {
    /// `count` lanes of `task`, stepped by `jobs` threads. Lane n has seed n until it is reset with another. The first
    /// episodes have no idle frames, unless the lanes are reset before they are stepped.
    pub fn new(task: Task, count: usize, jobs: usize, autoreset: Autoreset) -> Self {
        let first = Lane::new(task, 0);
        let mut lanes: Vec<Lane> = (1..count.max(1)).map(|n| first.with_seed(n as u64)).collect();
        lanes.insert(0, first);
        Lanes { lanes, jobs: jobs.max(1), autoreset }
    }

    /// The lanes, in order.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// Begins new episodes as `starts` says for each lane. Then `see` is called for every lane, including those that
    /// continue, with the lane's element of `rooms` as its output.
    ///
    /// # Panics
    /// If `starts` or `rooms` has another length than the lanes.
    pub fn reset<T: Send>(
        &mut self,
        starts: &[Start],
        rooms: &mut [T],
        see: impl Fn(&Lane, Moment, &mut T) + Sync,
    ) {
        self.reset_with(&CancelToken::default(), starts, rooms, see);
    }

    /// Like [`Lanes::reset`], but cancellable. If it is cancelled, it returns false, all lanes are as before, and the
    /// contents of `rooms` are unspecified. Calls that take only tenths of a second cannot be cancelled.
    pub fn reset_with<T: Send>(
        &mut self,
        cancel: &CancelToken,
        starts: &[Start],
        rooms: &mut [T],
        see: impl Fn(&Lane, Moment, &mut T) + Sync,
    ) -> bool {
        assert_eq!(starts.len(), self.lanes.len(), "a start for each lane");
        let begins = starts.iter().filter(|&&start| start != Start::GoOn).count() as u64;
        let frames = begins.saturating_mul(self.lanes[0].task().most_idle.into());
        self.each(cancel, frames, rooms, |n, lane, room, cancel| {
            match starts[n] {
                Start::GoOn => {}
                Start::Anew => lane.reset_with(None, cancel),
                Start::Seeded(seed) => lane.reset_with(Some(seed), cancel),
            }
            see(lane, Moment::Now, room);
        })
    }

    /// Steps every lane by its action. Then `see` is called for each, with the lane's element of `rooms` as its
    /// output.
    ///
    /// # Panics
    /// If `actions` or `rooms` has another length than the lanes, or an action does not exist.
    pub fn step<T: Send>(
        &mut self,
        actions: &[usize],
        rooms: &mut [T],
        see: impl Fn(&Lane, Moment, &mut T) + Sync,
    ) -> Vec<Turn> {
        self.step_with(&CancelToken::default(), actions, rooms, see).unwrap_or_default()
    }

    /// Like [`Lanes::step`], but cancellable: it returns none then, with all lanes as before (see
    /// [`Lanes::reset_with`]).
    pub fn step_with<T: Send>(
        &mut self,
        cancel: &CancelToken,
        actions: &[usize],
        rooms: &mut [T],
        see: impl Fn(&Lane, Moment, &mut T) + Sync,
    ) -> Option<Vec<Turn>> {
        assert_eq!(actions.len(), self.lanes.len(), "an action for each lane");
        let autoreset = self.autoreset;
        let mut seen: Vec<(Turn, &mut T)> = rooms.iter_mut().map(|room| (Turn::default(), room)).collect();
        let each = |n: usize, lane: &mut Lane, (turn, room): &mut (Turn, &mut T), cancel: &CancelToken| {
            if lane.is_over() && autoreset == Autoreset::NextStep {
                lane.reset_with(None, cancel);
            } else {
                *turn = lane.step_with(actions[n], cancel);
                if turn.is_last() && autoreset == Autoreset::SameStep {
                    see(lane, Moment::Final, room);
                    lane.reset_with(None, cancel);
                }
            }
            see(lane, Moment::Now, room);
        };
        let task = self.lanes[0].task();
        let frames = actions.len() as u64 * (u64::from(task.frames) + u64::from(task.most_idle));
        self.each(cancel, frames, &mut seen, each).then(|| seen.into_iter().map(|(turn, _)| turn).collect())
    }

    /// Calls `act` on each lane and its room, which takes so many frames in all. If it is cancelled, the lanes are
    /// restored and it returns false.
    fn each<T: Send>(
        &mut self,
        cancel: &CancelToken,
        frames: u64,
        rooms: &mut [T],
        act: impl Fn(usize, &mut Lane, &mut T, &CancelToken) + Sync,
    ) -> bool {
        assert_eq!(rooms.len(), self.lanes.len(), "a room for each lane");
        let never = CancelToken::default();
        let cancel = if frames > FRAMES_AT_ONCE { cancel } else { &never };
        let before = cancel.can_be_cancelled().then(|| self.lanes.clone());
        let mut both: Vec<(&mut Lane, &mut T)> = self.lanes.iter_mut().zip(rooms).collect();
        batch::each_with(&mut both, self.jobs, cancel, |n, (lane, room)| act(n, lane, room, cancel));
        match before {
            Some(before) if cancel.is_cancelled() => self.lanes = before,
            _ => return true,
        }
        false
    }

    /// See [`Lane::load`].
    ///
    /// # Errors
    /// If the state is not one of this task's. The lane is unchanged then.
    ///
    /// # Panics
    /// If there is no lane of this number.
    pub fn load(&mut self, lane: usize, state: &[u8]) -> Result<(), StateError> {
        self.lanes[lane].load(state)
    }
}
