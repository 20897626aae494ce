//! What is to be learnt: which actions there are, what they earn, and when it is over.

use crate::debug::expression::{Expression, ExpressionError};
use crate::harness::script::{ScriptError, parse_control};
use crate::inspect::symbols::Symbols;
use crate::machine::control::Control;
use crate::machine::{Console, Keyboard, MOST_PADDLE, Machine, Pen, Stick};

/// A task as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskOptions {
    /// What each action holds while it lasts, in the words of input scripts, controls apart by semicolons:
    /// `stick0 up fire; console start`. The key of that sign is `key SEMICOLON`. A control that another action names and this one does not is let go.
    pub actions: Vec<String>,
    /// An [`Expression`]: what a step earns is by how much it has grown, or with [`TaskOptions::is_value`] what it is then.
    /// What has no value counts as 0.
    pub reward: String,
    /// See [`TaskOptions::reward`].
    pub is_value: bool,
    /// An [`Expression`]: when it is true (not 0) at the end of a step, the episode is over.
    pub over: Option<String>,
    /// Frames that a step lasts, at least 1.
    pub frames: u32,
    /// Steps after which an episode is cut off.
    pub most_steps: Option<u64>,
    /// Frames that may pass without input before an episode begins: as many as the dice say, from 0 to this.
    pub most_idle: u32,
    /// How likely it is, frame by frame, that the action before goes on instead of this one: 0 to 1.
    pub sticky: f64,
    /// Whether pictures are drawn: of the last frame of each step.
    pub draws: bool,
}

impl Default for TaskOptions {
    /// Nothing can be done, nothing is earned, in steps of four frames.
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

/// What is wrong with a task.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TaskError {
    /// There are no actions.
    #[error("there are no actions: expected one at least, such as `stick0 center`")]
    NoActions,
    /// An action, with its number.
    #[error("action {0}: {message} (at character {column})", message = .1.message, column = .1.column)]
    Action(usize, ScriptError),
    /// The reward is no expression.
    #[error("the reward: {0}")]
    Reward(ExpressionError),
    /// What ends it is no expression.
    #[error("the end of an episode: {0}")]
    Over(ExpressionError),
    /// A step lasts no frame.
    #[error("a step of 0 frames: expected 1 at least")]
    NoFrames,
    /// No probability.
    #[error("a probability of {0}: expected 0 to 1")]
    Sticky(f64),
}

/// A task, and the machine with which its episodes begin.
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
    /// Reads a task; `symbols` are those of the program in the machine, and every episode begins with the machine as
    /// it is.
    ///
    /// # Errors
    /// Says which part is wrong, where, and what would be right.
    pub fn new(start: Machine, symbols: &Symbols, options: &TaskOptions) -> Result<Task, TaskError> {
        if options.frames == 0 {
            return Err(TaskError::NoFrames);
        }
        if !(0.0..=1.0).contains(&options.sticky) {
            return Err(TaskError::Sticky(options.sticky));
        }
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

    /// How many actions there are, numbered from 0.
    pub fn actions(&self) -> usize {
        self.actions.len()
    }

    /// What the reward is counted by, now.
    pub(super) fn worth(&self, machine: &Machine) -> i64 {
        self.reward.value(machine, 0).unwrap_or(0)
    }
}

/// What each action does to every control that one of them names.
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

/// What an action holds.
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

/// The control when nobody touches it.
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
