//! ELEVEN, the Fibonacci crossing: translates the program's state into values, and moves into pokes.
//!
//! A square is a column letter and a row, `A1` to `K11`; in the program, the row is the high nibble and the column
//! the low one, both from 1.

use serde_json::{Map, Value, json};

use super::companion::{Choice, Companion, GameOptions, Label, OptionsError, Outcome, Peek, Poke, word};
use super::labels::{MissingLabel, required};

/// Columns, and rows.
const SIZE: u8 = 11;
/// Pieces of a side.
const PIECES: u16 = 11;
/// The first piece of each side.
const FIRST: [u16; 2] = [0, 16];
/// `action`: a move.
const ACTION_MOVE: u8 = 1;
/// `action`: take back the last move.
const ACTION_UNDO: u8 = 2;
/// Its name among the moves.
const UNDO: &str = "UNDO";
/// The most plies that the computer searches.
const PLIES: u8 = 3;
/// Names of the program's codes, from 1.
const EVENTS: [&str; 4] = ["promoted", "retreat", "aged", "removed"];
/// Names of the program's codes, from 1.
const WINNERS: [&str; 3] = ["W", "B", "draw"];
/// Names of the program's codes, from 1.
const REASONS: [&str; 4] = ["crossed", "no piece", "no move", "draw"];
/// Names of the program's codes, from 1.
const REFUSALS: [&str; 5] =
    ["no such move", "square", "strength", "nothing to take back", "the game is over"];

/// The addresses of the program's variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eleven {
    option_plies: u16,
    action: u16,
    action_from: u16,
    action_to: u16,
    turn: u16,
    clock: u16,
    piece_square: u16,
    piece_strength: u16,
    piece_due: u16,
    move_count: u16,
    last_from: u16,
    last_to: u16,
    event_count: u16,
    event_square: u16,
    event_kind: u16,
    winner: u16,
    reason: u16,
    legal_count: u16,
    legal_moves: u16,
}

/// Finds the variables by label.
///
/// # Errors
/// The first label that the program lacks.
pub fn find(label: Label) -> Result<Box<dyn Companion>, MissingLabel> {
    let label = |name| required(label, name);
    Ok(Box::new(Eleven {
        option_plies: label("option_plies")?,
        action: label("action")?,
        action_from: label("action_from")?,
        action_to: label("action_to")?,
        turn: label("zp_turn")?,
        clock: label("zp_clock")?,
        piece_square: label("piece_square")?,
        piece_strength: label("piece_strength")?,
        piece_due: label("piece_due")?,
        move_count: label("move_count")?,
        last_from: label("last_from")?,
        last_to: label("last_to")?,
        event_count: label("event_count")?,
        event_square: label("event_square")?,
        event_kind: label("event_kind")?,
        winner: label("winner")?,
        reason: label("reason")?,
        legal_count: label("legal_count")?,
        legal_moves: label("legal_moves")?,
    }))
}

impl Eleven {
    /// The pieces of a side (0 is White): square, strength and life span.
    fn pieces(&self, peek: Peek, side: usize) -> Value {
        let clock = peek(self.clock + side as u16);
        let mut pieces: Vec<_> = (FIRST[side]..FIRST[side] + PIECES)
            .filter(|piece| peek(self.piece_strength + piece) != 0)
            .map(|piece| {
                let life = peek(self.piece_due + piece).wrapping_sub(clock);
                (peek(self.piece_square + piece), json!([peek(self.piece_strength + piece), life]))
            })
            .collect();
        pieces.sort_by_key(|(square, _)| *square);
        Value::Object(pieces.into_iter().map(|(square, piece)| (name(square), piece)).collect::<Map<_, _>>())
    }

    /// The last move, if there is one.
    fn last(&self, peek: Peek) -> Option<String> {
        let from = peek(self.last_from);
        (from != 0).then(|| name(from) + &name(peek(self.last_to)))
    }

    /// What the last move did to pieces.
    fn events(&self, peek: Peek) -> Vec<Value> {
        let count = u16::from(peek(self.event_count));
        let event = |n| {
            let kind = word_of(&EVENTS, peek(self.event_kind + n));
            json!([name(peek(self.event_square + n)), kind])
        };
        (0..count).map(event).collect()
    }
}

impl Companion for Eleven {
    fn sides(&self, _options: &GameOptions) -> usize {
        FIRST.len()
    }

    fn options(&self, options: &GameOptions) -> Result<Vec<Poke>, OptionsError> {
        options.only(&[Choice::Plies])?;
        match options.plies {
            None => Ok(Vec::new()),
            Some(plies) if (1..=PLIES).contains(&plies) => Ok(vec![(self.option_plies, plies)]),
            Some(plies) => {
                Err(OptionsError::Range(format!("{plies} plies: the program looks 1 to {PLIES} ahead")))
            }
        }
    }

    fn turn(&self, peek: Peek) -> usize {
        usize::from(peek(self.turn))
    }

    fn outcome(&self, peek: Peek) -> Option<Outcome> {
        let winner = usize::from(peek(self.winner)).checked_sub(1)?;
        let reason = word_of(&REASONS, peek(self.reason)).unwrap_or_default().to_string();
        Some(Outcome { winner: (winner < FIRST.len()).then_some(winner), reason })
    }

    fn action(&self, text: &str, _peek: Peek) -> Option<Vec<Poke>> {
        let text = text.trim();
        if is_undo(text) {
            return Some(vec![(self.action, ACTION_UNDO)]);
        }
        let (from, rest) = square(text)?;
        let (to, rest) = square(rest)?;
        let pokes = vec![(self.action_from, from), (self.action_to, to), (self.action, ACTION_MOVE)];
        rest.is_empty().then_some(pokes)
    }

    /// Not that the answer of the other side is taken back.
    fn may_choose(&self, text: &str, _peek: Peek) -> bool {
        !is_undo(text)
    }

    fn legal(&self, peek: Peek) -> Vec<String> {
        let count = word(peek, self.legal_count);
        let square = |n| name(peek(self.legal_moves + n));
        (0..count).map(|n| square(2 * n) + &square(2 * n + 1)).collect()
    }

    /// From every square to each neighbour.
    fn actions(&self) -> Vec<String> {
        let squares = (1..=SIZE).flat_map(|row| (1..=SIZE).map(move |column| (row, column)));
        let moves = squares.flat_map(|(row, column)| {
            let beside = [(row + 1, column), (row, column + 1), (row - 1, column), (row, column - 1)];
            let inside =
                |&(row, column): &(u8, u8)| (1..=SIZE).contains(&row) && (1..=SIZE).contains(&column);
            beside
                .into_iter()
                .filter(inside)
                .map(move |(to_row, to_column)| name(row << 4 | column) + &name(to_row << 4 | to_column))
        });
        moves.collect()
    }

    fn state(&self, peek: Peek, legal: &[String]) -> Value {
        json!({
            "game": "eleven",
            "move": word(peek, self.move_count),
            "last": self.last(peek),
            "events": self.events(peek),
            "turn": WINNERS.get(self.turn(peek)),
            "white": self.pieces(peek, 0),
            "black": self.pieces(peek, 1),
            "legal": legal,
            "winner": word_of(&WINNERS, peek(self.winner)),
            "reason": word_of(&REASONS, peek(self.reason)),
        })
    }

    fn refusal(&self, text: &str, why: Option<u8>, _peek: Peek, _legal: &[String]) -> Value {
        let why = why.map_or(Some(REFUSALS[0]), |code| word_of(&REFUSALS, code));
        json!({ "refused": text, "why": why })
    }

    fn view(&self, peek: Peek, legal: &[String]) -> Value {
        self.state(peek, legal) // nothing is hidden in this game
    }
}

fn is_undo(text: &str) -> bool {
    text.trim().eq_ignore_ascii_case(UNDO)
}

/// The word for a code that counts from 1; 0 is none.
fn word_of(words: &[&'static str], code: u8) -> Option<&'static str> {
    words.get(usize::from(code).checked_sub(1)?).copied()
}

/// The name of a square, `F5`.
fn name(square: u8) -> String {
    let column = b'A'.wrapping_add(square & 15).wrapping_sub(1);
    format!("{}{}", char::from(column), square >> 4)
}

/// The square at the beginning of a text, and the rest.
fn square(text: &str) -> Option<(u8, &str)> {
    let letter = text.bytes().next()?.to_ascii_uppercase();
    let column = letter.wrapping_sub(b'A').wrapping_add(1);
    let rest = text.get(1..)?;
    let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
    let row: u8 = rest[..digits].parse().ok()?;
    ((1..=SIZE).contains(&column) && (1..=SIZE).contains(&row)).then(|| (row << 4 | column, &rest[digits..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_a_letter_and_one_or_two_digits() {
        assert_eq!(square("F5F6"), Some((0x56, "F6")));
        assert_eq!(square("k11"), Some((0xBB, "")));
        for wrong in ["", "L1", "A0", "A12", "5F", "Ä1", "A"] {
            assert_eq!(square(wrong), None, "{wrong}");
        }
        assert_eq!(name(0xBB), "K11");
    }
}
