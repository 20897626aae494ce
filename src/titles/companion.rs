//! What somebody who plays whole games needs of a title: the doors at which the program can be talked
//! to (`asm/lib/match.asm`), and its rules' words for what lies in memory.
//!
//! A title that can be played so has a type that implements [`Companion`] and a function that finds
//! its variables by label; `titles/shelf.rs` names that function. Nothing else knows the title.
//!
//! All lines are JSON objects with the keys of the rules' traces, in their order.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use super::labels::MissingLabel;
pub use super::labels::required;

/// A byte of memory, read without side effects.
pub type Peek<'a> = &'a dyn Fn(u16) -> u8;
/// The value of a label.
pub type Label<'a> = &'a dyn Fn(&str) -> Option<u16>;
/// An address and the byte to be put there.
pub type Poke = (u16, u8);
/// Finds a title's variables among its labels.
pub type Find = fn(Label) -> Result<Box<dyn Companion>, MissingLabel>;

/// In `action` at [`Doors::title_wait`]: as if START had been pressed.
pub const ACTION_BEGIN: u8 = 0xFF;

/// What of a game can be chosen. A title refuses what it does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameOptions {
    /// MAGNA: 1 basic, 2 intermediate, 3 advanced.
    pub level: Option<u8>,
    /// MAGNA: 0 teach mode, 1 against the robot, 2 to 4.
    pub players: Option<u8>,
    /// ENCOUNTER: SUPER in place of the normal game.
    pub is_super: Option<bool>,
    /// ELEVEN: plies that the computer looks ahead, 1 to 3.
    pub plies: Option<u8>,
}

impl GameOptions {
    /// Those that are set.
    pub fn set(&self) -> impl Iterator<Item = Choice> {
        let all = [
            (Choice::Level, self.level.is_some()),
            (Choice::Players, self.players.is_some()),
            (Choice::Variant, self.is_super.is_some()),
            (Choice::Plies, self.plies.is_some()),
        ];
        all.into_iter().filter(|(_, is_set)| *is_set).map(|(choice, _)| choice)
    }

    /// Refuses options that are not among those that the title has.
    ///
    /// # Errors
    /// [`OptionsError::Unknown`].
    pub fn only(&self, known: &'static [Choice]) -> Result<(), OptionsError> {
        match self.set().find(|choice| !known.contains(choice)) {
            None => Ok(()),
            Some(choice) => Err(OptionsError::Unknown { choice, known }),
        }
    }
}

/// One of the [`GameOptions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// [`GameOptions::level`].
    Level,
    /// [`GameOptions::players`].
    Players,
    /// [`GameOptions::is_super`].
    Variant,
    /// [`GameOptions::plies`].
    Plies,
}

impl Choice {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Choice::Level => "level",
            Choice::Players => "players",
            Choice::Variant => "variant",
            Choice::Plies => "plies",
        }
    }
}

/// Which game of ENCOUNTER.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// The one that its title calls MILITARY.
    Normal,
    /// SUPER.
    Super,
}

impl Variant {
    /// Both.
    pub const ALL: [Variant; 2] = [Variant::Normal, Variant::Super];

    /// What it is called, and what else it may be called.
    pub const fn names(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Variant::Normal => ("normal", &["military"]),
            Variant::Super => ("super", &[]),
        }
    }
}

impl FromStr for Variant {
    type Err = OptionsError;

    fn from_str(text: &str) -> Result<Self, OptionsError> {
        let is_called = |variant: &Variant| {
            let (name, others) = variant.names();
            name == text || others.contains(&text)
        };
        Variant::ALL.into_iter().find(is_called).ok_or_else(|| {
            let [first, second] = Variant::ALL.map(|variant| variant.names().0);
            OptionsError::Range(format!("{} `{text}`: expected {first} or {second}", Choice::Variant.name()))
        })
    }
}

/// Why a title is not played with some options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionsError {
    /// Something is chosen that the title does not have.
    Unknown {
        /// It.
        choice: Choice,
        /// What it does have.
        known: &'static [Choice],
    },
    /// A value is out of its range: which, and what would be right.
    Range(String),
}

impl OptionsError {
    /// The message, with the options called as `name` says.
    pub fn told(&self, name: impl Fn(Choice) -> String) -> String {
        match self {
            OptionsError::Unknown { choice, known: [] } => {
                format!("{}: this game has no options", name(*choice))
            }
            OptionsError::Unknown { choice, known } => {
                let known: Vec<String> = known.iter().map(|&choice| name(choice)).collect();
                format!("{}: this game has no such option: it has {}", name(*choice), known.join(", "))
            }
            OptionsError::Range(message) => message.clone(),
        }
    }
}

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(|choice| choice.name().to_string()))
    }
}

impl std::error::Error for OptionsError {}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The side that has won, counted from 0; none in a draw.
    pub winner: Option<usize>,
    /// Why, in the word of the trace; empty where the trace has none.
    pub reason: String,
}

/// A title that plays games of two to four sides, numbered from 0 in the order of their first turns.
pub trait Companion: Send + Sync {
    /// How many sides a game with these options has.
    fn sides(&self, options: &GameOptions) -> usize;

    /// What is poked at [`Doors::title_wait`] so that the game is played with these options.
    ///
    /// # Errors
    /// Which of them is wrong: [`OptionsError::Unknown`] if the title does not have it, [`OptionsError::Range`] if its value is none of
    /// the title's.
    fn options(&self, options: &GameOptions) -> Result<Vec<Poke>, OptionsError>;

    /// The side that is to act now. Also where only one action is possible, and while armies
    /// are set up.
    fn turn(&self, peek: Peek) -> usize;

    /// How the game has ended, once nothing more can be done in it.
    fn outcome(&self, peek: Peek) -> Option<Outcome>;

    /// While the program waits for what comes before the first move (setting up an army): the action
    /// that goes on without anybody's choice. It is the only one of [`Companion::legal`] then; actions
    /// of an action file that begin a game otherwise are tried before it.
    fn opening(&self, _peek: Peek) -> Option<&'static str> {
        None
    }

    /// The bytes that stand for an action, `action` among them, as the rules' traces write it (`E4E6`,
    /// `FIRE U`); none if nothing in this phase of the game is written so. Whether it is legal the
    /// program decides.
    fn action(&self, text: &str, peek: Peek) -> Option<Vec<Poke>>;

    /// Whether a player whose turn it is may choose an action that [`Companion::action`] knows. The program also takes
    /// actions that decide for the other side (its army, its resignation) or take back its moves: the author of a whole
    /// game may use those, a player may not.
    fn may_choose(&self, _text: &str, _peek: Peek) -> bool {
        true
    }

    /// What is wrong with a text that is meant to set a game up and is no action; none if it is not meant so.
    fn opening_fault(&self, _text: &str) -> Option<String> {
        None
    }

    /// All that is accepted now, in the order of the rules; asked when the program's routine
    /// `legal_list` has run (on a copy of the machine).
    fn legal(&self, peek: Peek) -> Vec<String>;

    /// All that [`Companion::legal`] can ever give in a game, but for [`Companion::opening`]: what a learner numbers
    /// its choices by. The order never changes.
    fn actions(&self) -> Vec<String>;

    /// The line of the position in which the program passes [`Doors::step_done`]. What was done last is read
    /// from memory too; `legal` is what [`Companion::legal`] gave for this position.
    fn state(&self, peek: Peek, legal: &[String]) -> Value;

    /// Corrects the counts of steps and random bytes in a line of [`Companion::state`], where the program's own counters are
    /// too small for a long game.
    fn set_counts(&self, _line: &mut Value, _steps: u64, _bytes: u64) {}

    /// The line for an action that was refused: with the program's `refused_why`, or without it if
    /// `text` is no action at all.
    fn refusal(&self, text: &str, why: Option<u8>, peek: Peek, legal: &[String]) -> Value;

    /// What the player whose turn it is may know, and his legal actions under `legal`.
    fn view(&self, peek: Peek, legal: &[String]) -> Value;
}

/// The instructions at which a program is stopped and talked to. Each begins with three NOPs and an RTS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doors {
    /// Each look for input at the title.
    pub title_wait: u16,
    /// Each look for somebody's next input in a game.
    pub action_wait: u16,
    /// A step has been carried out, or the first position stands.
    pub step_done: u16,
    /// An action has been refused.
    pub step_refused: u16,
}

/// The variables and routines that all titles have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "labels of asm/lib/match.asm and asm/lib/variables.inc")]
pub struct Switches {
    /// Where the loader starts the program.
    pub start: u16,
    /// The routine that lists legal actions.
    pub legal_list: u16,
    pub action: u16,
    /// Bit n: side n is played by the program.
    pub computers: u16,
    /// Not 0: no waiting for eye or ear.
    pub haste: u16,
    /// Frames that the program may think about a move, a word.
    pub think_limit: u16,
    pub refused_why: u16,
    /// Bytes taken from the random stream in this game, a word.
    pub byte_count: u16,
}

impl Doors {
    /// Finds them by label.
    ///
    /// # Errors
    /// The first label that the program does not have.
    pub fn find(label: Label) -> Result<Self, MissingLabel> {
        Ok(Doors {
            title_wait: required(label, "title_wait")?,
            action_wait: required(label, "action_wait")?,
            step_done: required(label, "step_done")?,
            step_refused: required(label, "step_refused")?,
        })
    }
}

impl Switches {
    /// Finds them by label.
    ///
    /// # Errors
    /// The first label that the program does not have.
    pub fn find(label: Label) -> Result<Self, MissingLabel> {
        Ok(Switches {
            start: required(label, "start")?,
            legal_list: required(label, "legal_list")?,
            action: required(label, "action")?,
            computers: required(label, "computers")?,
            haste: required(label, "haste")?,
            think_limit: required(label, "think_limit")?,
            refused_why: required(label, "refused_why")?,
            byte_count: required(label, "byte_count")?,
        })
    }
}

/// A word of memory, low byte first.
pub fn word(peek: Peek, address: u16) -> u16 {
    u16::from_le_bytes([peek(address), peek(address.wrapping_add(1))])
}
