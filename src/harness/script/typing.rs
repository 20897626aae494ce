//! A text that a script types: keys that go down and up, one after the other.

use super::{Entry, Word, Wrong};
use crate::chips::pokey::Keyboard;
use crate::machine::control::Control;
use crate::machine::typed::{AtariKey, code};

/// Frames for which each key is down. The system's handler counts in frames. [sheet: os 5]
const DOWN: u64 = 4;
/// Frames for which none is before the next: for three the system does not take the same one again. [sheet: os 5]
const UP: u64 = 4;

/// A character of a text, and the column in which it stands.
type Placed = (usize, char);

/// What stands between quotation marks behind `device` in a line, and nothing but a comment behind that.
pub(super) fn quoted(line: &str, device: &Word) -> Result<Vec<Placed>, Wrong> {
    let wrong = |column: usize, message: &str| (Word { text: String::new(), column }, message.to_string());
    let mut characters = (1..).zip(line.chars()).skip(device.column - 1 + device.text.chars().count());
    let behind = line.trim_end().chars().count() + 1;
    let Some((start, _)) = characters.find(|(_, character)| !character.is_whitespace()) else {
        return Err(wrong(
            behind,
            "a text is missing: expected it in quotation marks, as in type \"RUN\\n\"",
        ));
    };
    if line.chars().nth(start - 1) != Some('"') {
        return Err(wrong(start, "expected a text in quotation marks, as in type \"RUN\\n\""));
    }
    let mut text = Vec::new();
    loop {
        let end = "the text does not end: expected a quotation mark behind it";
        match characters.next().ok_or_else(|| wrong(behind, end))? {
            (_, '"') => break,
            (_, '\\') => {
                let (column, escaped) = characters.next().ok_or_else(|| wrong(behind, end))?;
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
        Some((column, character)) if character != '#' => Err(wrong(column, "nothing stands behind the text")),
        _ => Ok(text),
    }
}

/// The keys that type `text`, from `frame` on.
///
/// Letters come without SHIFT, whatever their case: what they come to, CAPS says.
pub(super) fn entries(frame: u64, text: &[Placed]) -> Result<Vec<Entry>, Wrong> {
    let mut entries = Vec::new();
    for (at, &(column, character)) in (frame..).step_by((DOWN + UP) as usize).zip(text) {
        let key = key(character).ok_or_else(|| {
            let message = format!("no key types `{character}`: press keys by their names, as in key CTRL+A");
            (Word { text: String::new(), column }, message)
        })?;
        let keys = Keyboard { down: 1 << key.code, shift: key.shift, ctrl: key.ctrl, brk: false };
        entries.push(Entry { frame: at, control: Control::Keyboard(keys) });
        entries.push(Entry { frame: at + DOWN, control: Control::Keyboard(Keyboard::default()) });
    }
    Ok(entries)
}

fn key(character: char) -> Option<AtariKey> {
    let by_place = |code| Some(AtariKey { code, shift: false, ctrl: false });
    match character {
        '\n' => by_place(code::RETURN),
        '\t' => by_place(code::TAB),
        _ => AtariKey::typed(character, false),
    }
}
