//! A text that a script types: keys that go down and up, one after the other.

use crate::chips::pokey::Keyboard;
use crate::machine::typed::{AtariKey, code};

/// Frames for which each key is down. The system's handler counts in frames. [sheet: os 5]
const DOWN: u64 = 4;
/// Frames for which none is before the next: for three the system does not take the same one again. [sheet: os 5]
const UP: u64 = 4;

/// A character of a text, and the column in which it stands, from 1.
type Placed = (usize, char);
/// What is wrong, and in which column.
type Wrong = (usize, String);

/// What stands between quotation marks behind the first `start` characters of a line, and nothing but a comment behind that.
pub(super) fn quoted(line: &str, start: usize) -> Result<Vec<Placed>, Wrong> {
    const EXPECTED: &str = "expected a text in quotation marks, as in type \"RUN\\n\"";
    let wrong = |column: usize, message: &str| (column, message.to_string());
    let behind = line.trim_end().chars().count() + 1;
    let mut characters = (1..).zip(line.chars()).skip(start);
    match characters.find(|(_, character)| !character.is_whitespace()) {
        Some((_, '"')) => {}
        begin => return Err(wrong(begin.map_or(behind, |(column, _)| column), EXPECTED)),
    }
    let mut text = Vec::new();
    loop {
        let end = || wrong(behind, "the text does not end: expected a quotation mark behind it");
        match characters.next().ok_or_else(end)? {
            (_, '"') => break,
            (_, '\\') => {
                let (column, escaped) = characters.next().ok_or_else(end)?;
                let meant = match escaped {
                    'n' => '\n',
                    't' => '\t',
                    '"' | '\\' => escaped,
                    _ => {
                        return Err(wrong(
                            column,
                            "expected n (RETURN), t (TAB), \" or \\ behind a backslash",
                        ));
                    }
                };
                text.push((column, meant));
            }
            placed => text.push(placed),
        }
    }
    match characters.find(|(_, character)| !character.is_whitespace()) {
        None | Some((_, '#')) => Ok(text),
        Some((column, _)) => Err(wrong(column, "nothing stands behind the text")),
    }
}

/// What the keyboard shows, and from which frame on, if `text` is typed from `frame` on.
///
/// Letters come without SHIFT, whatever their case: what they come to, CAPS says.
pub(super) fn keys(frame: u64, text: &[Placed]) -> Result<Vec<(u64, Keyboard)>, Wrong> {
    let mut keys = Vec::new();
    for (at, &(column, character)) in (frame..).step_by((DOWN + UP) as usize).zip(text) {
        let Some(AtariKey { code, shift, ctrl }) = key(character) else {
            let message = format!("no key types `{character}`: press keys by their names, as in key CTRL+A");
            return Err((column, message));
        };
        keys.push((at, Keyboard { down: 1 << code, shift, ctrl, brk: false }));
        keys.push((at + DOWN, Keyboard::default()));
    }
    Ok(keys)
}

fn key(character: char) -> Option<AtariKey> {
    let by_place = |code| Some(AtariKey { code, shift: false, ctrl: false });
    match character {
        '\n' => by_place(code::RETURN),
        '\t' => by_place(code::TAB),
        _ => AtariKey::typed(character, false),
    }
}
