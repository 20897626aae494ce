//! What is to be learnt: the actions, their reward, and the end of an episode.

use crate::debug::expression::{Expression, ExpressionError};
use crate::harness::script::{ScriptError, parse_control};
use crate::inspect::symbols::Symbols;
use crate::machine::control::Control;
use crate::machine::{Console, Keyboard, MOST_PADDLE, Machine, Pen, Stick};

/// The definition of a task.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskOptions {
    /// The controls that each action holds, in the words of input scripts, separated by semicolons:
    /// `stick0 up fire; console start`. The semicolon key is written `key SEMICOLON`. Controls that other actions name and this one
    /// does not are released.
    pub actions: Vec<String>,
    /// An [`Expression`]. A step's reward is its increase or, with [`TaskOptions::is_value`], its value after the
    /// step. It counts as 0 while it has no value.
    pub reward: String,
    /// Whether the reward is the value of the expression instead of its increase.
    pub is_value: bool,
    /// An [`Expression`]: if it is true (not 0) at the end of a step, the episode is over.
    pub over: Option<String>,
    /// Frames per step, at least 1.
    pub frames: u32,
    /// Steps after which an episode is cut off; none for no limit.
    pub most_steps: Option<u64>,
    /// The most frames without input at the beginning of an episode; the actual number is random, from 0 to this.
    pub most_idle: u32,
    /// The probability, per frame, that the previous action is held instead of this one (0 to 1).
    pub sticky: f64,
    /// Whether the last frame of each step is drawn.
    pub draws: bool,
}

impl Default for TaskOptions {
    /// No actions, a reward of 0, and steps of four frames.
    fn default() -> Self {
        TaskOptions {
            actions: Vec::new(),
            reward: "0".to_string(),
            is_value: false,
            over: None,
            frames: 4,
            most_steps: None,
            most_idle: 0,
            sticky: 0.0,
            draws: true,
        }
    }
}

/// Why a task is invalid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TaskError {
    /// There are no actions.
    #[error("there are no actions: expected one at least, such as `stick0 center`")]
    NoActions,
    /// An action, by its number, cannot be parsed.
    #[error("action {0}: {message} (at character {column})", message = .1.message, column = .1.column)]
    Action(usize, ScriptError),
    /// The reward is not a valid expression.
    #[error("the reward: {0}")]
    Reward(ExpressionError),
    /// The end condition is not a valid expression.
    #[error("the end of an episode: {0}")]
    Over(ExpressionError),
    /// Steps have no frames.
    #[error("a step of 0 frames: expected 1 at least")]
    NoFrames,
    /// The probability is outside 0 to 1.
    #[error("a probability of {0}: expected 0 to 1")]
    Sticky(f64),
}

/// A task, and the machine in the state in which its episodes begin.
#[derive(Clone, Debug)]
pub struct Task {
    pub(super) start: Machine,
    pub(super) actions: Vec<Vec<Control>>,
    pub(super) reward: Expression,
    pub(super) is_value: bool,
    pub(super) over: Option<Expression>,
    pub(super) frames: u32,
    pub(super) most_steps: Option<u64>,
    pub(super) most_idle: u32,
    pub(super) sticky: f64,
    pub(super) draws: bool,
}

impl Task {
    /// Parses a task. `symbols` are those of the program in the machine; every episode begins with the machine in its
    /// present state. Its stops are removed, because they would end the frames of a step early.
    ///
    /// # Errors
    /// Which part is wrong, where, and what is expected.
    pub fn new(mut start: Machine, symbols: &Symbols, options: &TaskOptions) -> Result<Task, TaskError> {
        if options.frames == 0 {
            return Err(TaskError::NoFrames);
        }
        if !(0.0..=1.0).contains(&options.sticky) {
            return Err(TaskError::Sticky(options.sticky));
        }
        start.set_stops(None);
        start.set_drawing(false);
        let over = options.over.as_deref().map(|text| Expression::parse(text, symbols));
        Ok(Task {
            start,
            actions: actions(&options.actions)?,
            reward: Expression::parse(&options.reward, symbols).map_err(TaskError::Reward)?,
            is_value: options.is_value,
            over: over.transpose().map_err(TaskError::Over)?,
            frames: options.frames,
            most_steps: options.most_steps,
            most_idle: options.most_idle,
            sticky: options.sticky,
            draws: options.draws,
        })
    }

    /// The number of actions; they are numbered from 0.
    pub fn actions(&self) -> usize {
        self.actions.len()
    }

    /// The present value of the reward expression; 0 if it has none.
    pub(super) fn worth(&self, machine: &Machine) -> i64 {
        self.reward.value(machine, 0).unwrap_or(0)
    }
}

/// For each action, the state of every control that any action names.
fn actions(texts: &[String]) -> Result<Vec<Vec<Control>>, TaskError> {
    if texts.is_empty() {
        return Err(TaskError::NoActions);
    }
    let mut named = Vec::new();
    for (n, text) in texts.iter().enumerate() {
        named.push(controls(text).map_err(|error| TaskError::Action(n, error))?);
    }
    let mut released: Vec<Control> = Vec::new();
    for control in named.iter().flatten().copied().map(released_state) {
        if !released.contains(&control) {
            released.push(control);
        }
    }
    let whole = |controls: Vec<Control>| {
        let state = |&rest: &Control| {
            controls.iter().copied().rfind(|&control| released_state(control) == rest).unwrap_or(rest)
        };
        released.iter().map(state).collect()
    };
    Ok(named.into_iter().map(whole).collect())
}

/// The controls that an action names.
fn controls(text: &str) -> Result<Vec<Control>, ScriptError> {
    let mut before = 0;
    let mut control = |piece: &str| {
        let control = parse_control(piece);
        let control = control.map_err(|error| ScriptError { column: before + error.column, ..error });
        before += piece.chars().count() + 1;
        control
    };
    text.split(';').map(&mut control).collect()
}

/// The control in its released state.
fn released_state(control: Control) -> Control {
    match control {
        Control::Stick(port, _) => Control::Stick(port, Stick::default()),
        Control::Pen(port, _) => Control::Pen(port, Pen::default()),
        Control::Console(_) => Control::Console(Console::default()),
        Control::Keyboard(_) => Control::Keyboard(Keyboard::default()),
        Control::Paddle(n, _) => Control::Paddle(n, MOST_PADDLE),
        Control::ResetKey(_) => Control::ResetKey(false),
        Control::Disk(drive, _) => Control::Disk(drive, None),
    }
}
