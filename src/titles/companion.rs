//! The interface through which whole games of a title are played: the doors at which the program is stopped and
//! driven (`asm/lib/match.asm`), and the translation of its memory into the terms of the rules.
//!
//! A title that can be played this way, called a companion, has a type that implements [`Companion`] and a function
//! that finds its variables by label; `titles/shelf.rs` names that function. No other code knows the title.
//!
//! All lines are JSON objects with the keys of the rules' traces, in their order.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use super::labels::MissingLabel;
pub use super::labels::required;

/// Reads a byte of memory without side effects.
pub type Peek<'a> = &'a dyn Fn(u16) -> u8;
/// Looks up the value of a label.
pub type Label<'a> = &'a dyn Fn(&str) -> Option<u16>;
/// An address and a byte to be written there.
pub type Poke = (u16, u8);
/// Finds a title's variables among its labels.
pub type Find = fn(Label) -> Result<Box<dyn Companion>, MissingLabel>;

/// The value of `action` at [`Doors::title_wait`] that acts like pressing START.
pub const ACTION_BEGIN: u8 = 0xFF;

/// The options of a game. A title refuses those that it does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameOptions {
    /// MAGNA: 1 basic, 2 intermediate, 3 advanced.
    pub level: Option<u8>,
    /// MAGNA: 0 for teach mode, 1 for a game against the robot, otherwise 2 to 4.
    pub players: Option<u8>,
    /// ENCOUNTER: the SUPER game instead of the normal one.
    pub is_super: Option<bool>,
    /// ELEVEN: plies that the computer searches, 1 to 3.
    pub plies: Option<u8>,
}

impl GameOptions {
    /// The options that are set.
    pub fn set(&self) -> impl Iterator<Item = Choice> {
        let all = [
            (Choice::Level, self.level.is_some()),
            (Choice::Players, self.players.is_some()),
            (Choice::Variant, self.is_super.is_some()),
            (Choice::Plies, self.plies.is_some()),
        ];
        all.into_iter().filter(|(_, is_set)| *is_set).map(|(choice, _)| choice)
    }

    /// Refuses options that the title does not have.
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
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Choice::Level => "level",
            Choice::Players => "players",
            Choice::Variant => "variant",
            Choice::Plies => "plies",
        }
    }
}

/// A game of ENCOUNTER.
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

    /// Its name, and its alternative names.
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

/// Why a title cannot be played with these options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionsError {
    /// The title does not have an option.
    Unknown {
        /// The option.
        choice: Choice,
        /// The options that it has.
        known: &'static [Choice],
    },
    /// A value is out of range; the message says which, and what is expected.
    Range(String),
}

impl OptionsError {
    /// The message, with each option worded by `name`.
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

/// The outcome of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winning side, from 0; none for a draw.
    pub winner: Option<usize>,
    /// The reason in the words of the trace; empty if the trace has none.
    pub reason: String,
}

/// A title that is played by two to four sides, numbered from 0 in the order of their first turns.
pub trait Companion: Send + Sync {
    /// The number of sides in a game with these options.
    fn sides(&self, options: &GameOptions) -> usize;

    /// The bytes to poke at [`Doors::title_wait`] for a game with these options.
    ///
    /// # Errors
    /// The invalid option: [`OptionsError::Unknown`] if the title does not have it, [`OptionsError::Range`] if its
    /// value is out of range.
    fn options(&self, options: &GameOptions) -> Result<Vec<Poke>, OptionsError>;

    /// The side to act now, also while armies are set up or only one action is possible.
    fn turn(&self, peek: Peek) -> usize;

    /// The outcome, once the game is over.
    fn outcome(&self, peek: Peek) -> Option<Outcome>;

    /// While the program waits for setup before the first move: the action that completes it without a choice. It is
    /// then the only one in [`Companion::legal`]. If an action file begins with a setup action of its own, that is
    /// used instead.
    fn opening(&self, _peek: Peek) -> Option<&'static str> {
        None
    }

    /// The bytes to poke for an action, including `action` itself. The text is as in the rules' traces (`E4E6`,
    /// `FIRE U`); none if it has no meaning in this phase of the game. The program decides whether the action is legal.
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

    /// All actions accepted now, in the order of the rules. Called after the program's routine `legal_list` has run
    /// (on a copy of the machine).
    fn legal(&self, peek: Peek) -> Vec<String>;

    /// All actions that [`Companion::legal`] can ever return, except [`Companion::opening`], in a fixed order by
    /// which machine learning can number them.
    fn actions(&self) -> Vec<String>;

    /// The trace line of the position at [`Doors::step_done`]. The last action is read from memory too; `legal` is
    /// the result of [`Companion::legal`] for this position.
    fn state(&self, peek: Peek, legal: &[String]) -> Value;

    /// Corrects the counts of steps and random bytes in a line of [`Companion::state`], where the program's own counters are
    /// too small for a long game.
    fn set_counts(&self, _line: &mut Value, _steps: u64, _bytes: u64) {}

    /// The line for an action that was refused: with the program's `refused_why`, or without it if
    /// `text` is no action at all.
    fn refusal(&self, text: &str, why: Option<u8>, peek: Peek, legal: &[String]) -> Value;

    /// What the player to act may know, with the legal actions as `legal`.
    fn view(&self, peek: Peek, legal: &[String]) -> Value;
}

/// Doors: the places at which a program is stopped and driven. Each begins with three NOPs and an RTS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doors {
    /// Reached whenever the title looks for input.
    pub title_wait: u16,
    /// Reached whenever the game looks for the next input of a side.
    pub action_wait: u16,
    /// Reached when a step is complete, or the first position is set up.
    pub step_done: u16,
    /// Reached when an action has been refused.
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
    /// The sides played by the program: bit n for side n.
    pub computers: u16,
    /// If not 0, the program makes no pauses for eye and ear.
    pub haste: u16,
    /// A word: frames that the program may think about a move.
    pub think_limit: u16,
    pub refused_why: u16,
    /// A word: bytes read from the random stream in this game.
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
