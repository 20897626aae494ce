//! A text that a script types: keys that go down and up, one after the other.

use super::quoting::{Placed, Wrong};
use crate::chips::pokey::Keyboard;
use crate::machine::typed::{AtariKey, code};

/// Frames for which each key is down. The system's handler counts in frames. [sheet: os 5]
const DOWN: u64 = 4;
/// Frames for which none is before the next: for three the system does not take the same one again. [sheet: os 5]
const UP: u64 = 4;
/// The logical columns of a line begin at its left margin, come to the next row's behind the last of a row, and end with the third
/// row. [sheet: os 7]
const LEFT_MARGIN: u32 = 2;
const ROW: u32 = 40;
const ROWS: u32 = 3;
/// The one of a line in which the editor's bell rings. [sheet: os 7]
const BELL: u32 = 113;
/// Frames that are waited longer behind that key. The bell takes sixteen, in which the system keeps one key.
const BELL_EXTRA_FRAMES: u64 = 8;

/// What the keyboard shows, and from which frame on, if `text` is typed from `frame` on.
///
/// Letters come without SHIFT, whatever their case: what they come to, CAPS says. A line begins where the text does, and behind RETURN.
pub(super) fn keys(frame: u64, text: &[Placed]) -> Result<Vec<(u64, Keyboard)>, Wrong> {
    let mut keys = Vec::new();
    let (mut at, mut cursor) = (frame, LEFT_MARGIN);
    for &(column, character) in text {
        let Some(AtariKey { code, shift, ctrl }) = key(character) else {
            let message = format!("no key types `{character}`: press keys by their names, as in key CTRL+A");
            return Err((column, message));
        };
        keys.push((at, Keyboard { down: 1 << code, shift, ctrl, brk: false }));
        keys.push((at + DOWN, Keyboard::default()));
        let before = cursor;
        cursor = column_behind(character, before);
        at += DOWN + UP + if before < BELL && cursor >= BELL { BELL_EXTRA_FRAMES } else { 0 };
    }
    Ok(keys)
}

/// The logical column in which the cursor comes to stand when a character is typed, with the tab stops that the editor has at first.
fn column_behind(character: char, column: u32) -> u32 {
    let next = match character {
        '\n' => return LEFT_MARGIN,
        // 7, 15, 23 ...
        '\t' => (column + 1) | 7,
        _ => column + 1,
    };
    match next {
        _ if next >= ROWS * ROW => LEFT_MARGIN,
        _ if next.is_multiple_of(ROW) => next + LEFT_MARGIN,
        _ => next,
    }
}

fn key(character: char) -> Option<AtariKey> {
    let by_place = |code| Some(AtariKey { code, shift: false, ctrl: false });
    match character {
        '\n' => by_place(code::RETURN),
        '\t' => by_place(code::TAB),
        // A person's key for inverse video is no character.
        '`' => None,
        _ => AtariKey::typed(character, false),
    }
}
