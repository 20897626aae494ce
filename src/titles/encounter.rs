//! ENCOUNTER, hidden ranks and a flag: translates the program's state into values, and actions into pokes.
//!
//! In the program, a square is a byte with the row and the column as its nibbles; in text it is `A1` to `J10`. Pieces
//! are written `1` to `9`, `S`, `B` and `F`. The JSON of a step is a trace line and contains everything, hidden or
//! not. The view contains what the side to act has seen.

use serde_json::{Value, json};

use super::companion::{Choice, Companion, GameOptions, Label, OptionsError, Outcome, Peek, Poke, word};
use super::labels::{MissingLabel, required};

/// Columns, and rows.
const SIDE: u8 = 10;
/// The squares of an army.
const ARMY: usize = 40;
/// No square, in the program.
const NOWHERE: u8 = 0xFF;
/// The distance from the table of one side to that of the other.
const PAGE: u16 = 0x100;
/// The sides, as traces write them; the computer is number 1.
const SIDES: [&str; 2] = ["P", "C"];
/// Their numbers.
const PLAYER: u8 = 0;
const COMPUTER: u8 = 1;
/// With what a text begins that sets armies up.
const SETUP: &str = "SETUP";
/// What stands on a square, by the program's codes.
const SIGNS: &[u8; 13] = b".123456789SBF";
/// Value of `phase` while armies are set up.
const PHASE_SETUP: u8 = 1;
/// Codes of `action`.
const MOVE: u8 = 1;
const FILL: u8 = 2;
const CONFIRM: u8 = 3;
const RESIGN: u8 = 4;
const FORFEIT: u8 = 5;
/// Values of `winner`: none yet, the player, the computer; any other is a draw.
const NO_WINNER: u8 = 0;
/// Names of the program's codes.
const REASONS: [&str; 5] = ["", "flag", "no move", "resigned", "draw"];
/// The removed pieces, by the program's codes.
const REMOVED: [&str; 5] = ["", "A", "D", "AD", "F"];
/// Reasons for a refusal, by the program's codes.
const REFUSALS: [&str; 7] =
    ["", "no such move", "two squares", "incomplete", "no piece could move", "none left", "not now"];

/// The addresses of the program's variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encounter {
    option_super: u16,
    phase: u16,
    action: u16,
    action_from: u16,
    action_to: u16,
    turn: u16,
    mover: u16,
    move_count: u16,
    quiet: u16,
    winner: u16,
    reason: u16,
    last_from: u16,
    last_to: u16,
    fight_attacker: u16,
    fight_defender: u16,
    fight_removed: u16,
    setup_own: u16,
    setup_theirs: u16,
    /// The player's pieces by square; the computer's are a page later.
    kinds: u16,
    legal_count: u16,
    legal_moves: u16,
}

/// Finds the variables by label.
///
/// # Errors
/// The first label that the program lacks.
pub fn find(label: Label) -> Result<Box<dyn Companion>, MissingLabel> {
    let label = |name| required(label, name);
    Ok(Box::new(Encounter {
        option_super: label("option_super")?,
        phase: label("phase")?,
        action: label("action")?,
        action_from: label("action_from")?,
        action_to: label("action_to")?,
        turn: label("turn")?,
        mover: label("mover")?,
        move_count: label("move_count")?,
        quiet: label("quiet")?,
        winner: label("winner")?,
        reason: label("reason")?,
        last_from: label("last_from")?,
        last_to: label("last_to")?,
        fight_attacker: label("fight_attacker")?,
        fight_defender: label("fight_defender")?,
        fight_removed: label("fight_removed")?,
        setup_own: label("setup_own")?,
        setup_theirs: label("setup_theirs")?,
        kinds: label("kinds")?,
        legal_count: label("legal_count")?,
        legal_moves: label("legal_moves")?,
    }))
}

impl Companion for Encounter {
    fn sides(&self, _options: &GameOptions) -> usize {
        SIDES.len()
    }

    fn options(&self, options: &GameOptions) -> Result<Vec<Poke>, OptionsError> {
        options.only(&[Choice::Variant])?;
        Ok(vec![(self.option_super, options.is_super.unwrap_or(false).into())])
    }

    /// During setup it is the player's turn; the computer's army is filled without a choice.
    fn turn(&self, peek: Peek) -> usize {
        if peek(self.phase) == PHASE_SETUP { 0 } else { peek(self.turn).into() }
    }

    fn outcome(&self, peek: Peek) -> Option<Outcome> {
        let winner = peek(self.winner);
        let reason = REASONS.get(usize::from(peek(self.reason))).copied().unwrap_or("unknown");
        let side = usize::from(winner).checked_sub(1)?;
        Some(Outcome { winner: (side < SIDES.len()).then_some(side), reason: reason.to_string() })
    }

    fn opening(&self, peek: Peek) -> Option<&'static str> {
        let cell = |n| peek(self.setup_own + n);
        let is_complete = (0..ARMY as u16).all(|n| cell(n) != 0);
        (peek(self.phase) == PHASE_SETUP).then_some(if is_complete { "CONFIRM" } else { "FILL" })
    }

    /// A move `A4A5`, `R` (the player resigns), `FORFEIT` (the computer does); during setup `FILL`, `CONFIRM`, or
    /// `SETUP` with the player's army and optionally the computer's.
    fn action(&self, text: &str, peek: Peek) -> Option<Vec<Poke>> {
        let is_setup = peek(self.phase) == PHASE_SETUP;
        let simple = |code| Some(vec![(self.action, code)]);
        match Input::parse(text)? {
            Input::Fill if is_setup => simple(FILL),
            Input::Confirm if is_setup => simple(CONFIRM),
            Input::Armies(own, theirs) if is_setup => Some(self.armies(own, theirs)),
            Input::Resign(side) if !is_setup => {
                simple(if side.unwrap_or(peek(self.turn)) == COMPUTER { FORFEIT } else { RESIGN })
            }
            Input::Move(from, to) if !is_setup => {
                Some(vec![(self.action_from, from), (self.action_to, to), (self.action, MOVE)])
            }
            _ => None,
        }
    }

    /// Neither the other army, nor that the other side resigns.
    fn may_choose(&self, text: &str, peek: Peek) -> bool {
        match Input::parse(text) {
            Some(Input::Armies(_, theirs)) => theirs.is_none(),
            Some(Input::Resign(Some(side))) => usize::from(side) == self.turn(peek),
            _ => true,
        }
    }

    fn opening_fault(&self, text: &str) -> Option<String> {
        armies_of(&text.to_ascii_uppercase())?.err()
    }

    fn legal(&self, peek: Peek) -> Vec<String> {
        if let Some(opening) = self.opening(peek) {
            return vec![opening.to_string()];
        }
        let pair = |n| [0, 1].map(|half| square_name(peek(self.legal_moves + 2 * n + half))).concat();
        (0..word(peek, self.legal_count)).map(pair).collect()
    }

    /// From every square to all others in its row and column, because Scouts move far.
    fn actions(&self) -> Vec<String> {
        let squares = || (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| row * 16 + column));
        let moves = squares().flat_map(|from| {
            let in_line = move |to: &u8| *to != from && (to / 16 == from / 16 || to % 16 == from % 16);
            squares().filter(in_line).map(move |to| square_name(from) + &square_name(to))
        });
        moves.collect()
    }

    fn state(&self, peek: Peek, legal: &[String]) -> Value {
        let is_over = self.outcome(peek).is_some();
        json!({
            "game": "encounter",
            "super": peek(self.option_super),
            "move": word(peek, self.move_count),
            "last": self.last(peek),
            "fight": self.fight(peek),
            "told": self.told(peek, 0),
            "turn": self.side(peek),
            "player": self.picture(peek, 0, true),
            "computer": self.picture(peek, 1, true),
            "shown": self.picture(peek, 1, is_over),
            "quiet": peek(self.quiet),
            "legal": legal,
            "winner": self.winner(peek),
            "reason": self.reason(peek),
        })
    }

    fn refusal(&self, text: &str, why: Option<u8>, _peek: Peek, _legal: &[String]) -> Value {
        let why = why.and_then(|why| REFUSALS.get(usize::from(why)));
        json!({ "refused": text, "why": why.unwrap_or(&REFUSALS[1]) })
    }

    /// The own pieces, the squares of the others, and the last move and fight as the player was told of them.
    fn view(&self, peek: Peek, legal: &[String]) -> Value {
        let side = self.turn(peek);
        json!({
            "game": "encounter",
            "super": peek(self.option_super),
            "move": word(peek, self.move_count),
            "side": SIDES.get(side),
            "last": self.last(peek),
            "told": self.told(peek, side),
            "own": self.picture(peek, side, true),
            "enemy": self.picture(peek, 1 - side.min(1), self.outcome(peek).is_some()),
            "quiet": peek(self.quiet),
            "legal": legal,
            "winner": self.winner(peek),
            "reason": self.reason(peek),
        })
    }
}

/// The codes on an army's squares.
type Army = Vec<u8>;

/// What an action's text says, in capitals or small letters.
enum Input {
    Fill,
    Confirm,
    Armies(Army, Option<Army>),
    /// The side that resigns, if not that whose turn it is.
    Resign(Option<u8>),
    /// From and to.
    Move(u8, u8),
}

impl Input {
    fn parse(text: &str) -> Option<Input> {
        let text = text.to_ascii_uppercase();
        match text.as_str() {
            "FILL" => Some(Input::Fill),
            "CONFIRM" => Some(Input::Confirm),
            "R" => Some(Input::Resign(Some(PLAYER))),
            "FORFEIT" => Some(Input::Resign(Some(COMPUTER))),
            "RESIGN" => Some(Input::Resign(None)),
            text => match armies_of(text) {
                Some(armies) => armies.ok().map(|(own, theirs)| Input::Armies(own, theirs)),
                None => squares(text).map(|(from, to)| Input::Move(from, to)),
            },
        }
    }
}

/// The armies in `SETUP own` or `SETUP own theirs`, each of 40 signs, or what is wrong with them; none for another word.
fn armies_of(text: &str) -> Option<Result<(Army, Option<Army>), String>> {
    let mut words = text.split_whitespace();
    words.next().filter(|&word| word == SETUP)?;
    let armies: Result<Vec<Army>, String> = words.map(army).collect();
    Some(armies.and_then(|armies| {
        let count = armies.len();
        let mut armies = armies.into_iter();
        match (count, armies.next()) {
            (1 | 2, Some(own)) => Ok((own, armies.next())),
            _ => Err(format!("`{SETUP}` has {count} armies: expected one, or one for each side")),
        }
    }))
}

fn army(signs: &str) -> Result<Army, String> {
    let code = |sign: char| {
        let code = SIGNS.iter().position(|&known| char::from(known) == sign);
        let wrong =
            || format!("`{SETUP}` has a `{sign}`: expected 1 to 9, S, B, F, or a point for any piece");
        code.map(|code| code as u8).ok_or_else(wrong)
    };
    let army: Army = signs.chars().map(code).collect::<Result<_, _>>()?;
    match army.len() {
        ARMY => Ok(army),
        count => Err(format!("`{SETUP}` has an army of {count} letters: expected {ARMY}")),
    }
}

impl Encounter {
    /// What is poked for `SETUP own` or `SETUP own theirs`; what is left of the own army is for the fill key.
    fn armies(&self, own: Army, theirs: Option<Army>) -> Vec<Poke> {
        let is_complete = !own.contains(&0);
        let tables = [(own, self.setup_own)].into_iter().chain(theirs.map(|army| (army, self.setup_theirs)));
        let mut pokes = Vec::new();
        for (army, table) in tables {
            pokes.extend((table..).zip(army));
        }
        pokes.push((self.action, if is_complete { CONFIRM } else { FILL }));
        pokes
    }

    fn side(&self, peek: Peek) -> Option<&'static str> {
        SIDES.get(usize::from(peek(self.turn))).copied()
    }

    fn winner(&self, peek: Peek) -> Option<&'static str> {
        match peek(self.winner) {
            NO_WINNER => None,
            side => Some(SIDES.get(usize::from(side - 1)).copied().unwrap_or("draw")),
        }
    }

    fn reason(&self, peek: Peek) -> Option<String> {
        self.outcome(peek).map(|outcome| outcome.reason)
    }

    /// From and to, if the last step was a move.
    fn last(&self, peek: Peek) -> Option<[String; 2]> {
        let squares = [peek(self.last_from), peek(self.last_to)];
        (squares[0] != NOWHERE).then(|| squares.map(square_name))
    }

    /// Attacker, defender, and who was removed.
    fn fight(&self, peek: Peek) -> Option<[String; 3]> {
        let removed = REMOVED.get(usize::from(peek(self.fight_removed)))?;
        let fighters =
            [self.fight_attacker, self.fight_defender].map(|address| sign(peek(address)).to_string());
        let [attacker, defender] = fighters;
        (!removed.is_empty()).then(|| [attacker, defender, removed.to_string()])
    }

    /// Attacker, defender, and who was removed, as `side` is told: in SUPER the player does not learn the computer's
    /// rank.
    fn told(&self, peek: Peek, side: usize) -> Option<[String; 3]> {
        let mut fight = self.fight(peek)?;
        if peek(self.option_super) != 0 && side == 0 {
            fight[usize::from(peek(self.mover) != COMPUTER)] = "?".to_string();
        }
        Some(fight)
    }

    /// The pieces of a side, square by square.
    fn picture(&self, peek: Peek, side: usize, is_shown: bool) -> String {
        let table = self.kinds + PAGE * side as u16;
        let squares = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| row * 16 + column));
        let signs = squares.map(|square| sign(peek(table + u16::from(square))));
        signs.map(|sign| if is_shown || sign == '.' { sign } else { '?' }).collect()
    }
}

/// The character of a kind of piece.
fn sign(kind: u8) -> char {
    SIGNS.get(usize::from(kind)).map_or('!', |&sign| sign.into())
}

/// `A1` to `J10`.
fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'A' + square % 16), square / 16 + 1)
}

/// The squares of a move such as `A9A10`.
fn squares(text: &str) -> Option<(u8, u8)> {
    let second = text.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_alphabetic())?.0;
    let (from, to) = text.split_at(second);
    Some((square(from)?, square(to)?))
}

/// A square by its name.
fn square(name: &str) -> Option<u8> {
    let (letter, row) = name.split_at_checked(1)?;
    let column = letter.bytes().next()?.to_ascii_uppercase().checked_sub(b'A')?;
    let row: u8 = row.parse().ok()?;
    ((1..=SIDE).contains(&row) && column < SIDE).then(|| (row - 1) * 16 + column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_a_name_that_leads_back_to_it() {
        for row in 0..SIDE {
            for column in 0..SIDE {
                let code = row * 16 + column;
                assert_eq!(square(&square_name(code)), Some(code));
            }
        }
        assert_eq!(
            (square("A0"), square("A11"), square("K1"), square(""), square("É1")),
            (None, None, None, None, None)
        );
    }

    #[test]
    fn a_text_that_is_meant_to_set_up_says_what_is_wrong_with_it() {
        let fault = |text: &str| armies_of(text).and_then(Result::err);
        let army = "1".repeat(40);
        assert_eq!(fault(&format!("SETUP {army} {army}")), None);
        assert_eq!(fault("A4A5"), None);
        let faults = [
            ("SETUP 1111".to_string(), "`SETUP` has an army of 4 letters: expected 40"),
            ("SETUP".to_string(), "`SETUP` has 0 armies: expected one, or one for each side"),
            (
                format!("SETUP {army} {army} {army}"),
                "`SETUP` has 3 armies: expected one, or one for each side",
            ),
            (
                format!("SETUP {}X", &army[1..]),
                "`SETUP` has a `X`: expected 1 to 9, S, B, F, or a point for any piece",
            ),
        ];
        for (text, message) in faults {
            assert_eq!(fault(&text).as_deref(), Some(message), "{text}");
        }
    }

    #[test]
    fn a_move_is_two_squares() {
        assert_eq!(squares("A9A10"), Some((0x80, 0x90)));
        assert_eq!(squares("J10J9"), Some((0x99, 0x89)));
        assert_eq!((squares("A9"), squares("A9A10B"), squares("99"), squares("")), (None, None, None, None));
    }
}
