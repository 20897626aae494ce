//! Turns a text to be typed into presses and releases of keys.

use super::quoting::{Placed, Wrong};
use crate::chips::pokey::Keyboard;
use crate::machine::typed::{AtariKey, code};

/// Frames for which a key is held. The system's handler counts in frames. [sheet: os 5]
const DOWN: u64 = 4;
/// Frames without a key before the next one: with three, the system would ignore a repetition of the same key.
/// [sheet: os 5]
const UP: u64 = 4;
/// Logical columns begin at the left margin, continue on the next row after the end of a row, and end with the third
/// row. [sheet: os 7]
const LEFT_MARGIN: u32 = 2;
const ROW: u32 = 40;
const ROWS: u32 = 3;
/// The logical column at which the editor sounds its bell. [sheet: os 7]
const BELL: u32 = 113;
/// Additional frames after the key that sounds the bell, which takes sixteen frames, during which the system
/// remembers only one key.
const BELL_EXTRA_FRAMES: u64 = 8;

/// The states of the keyboard, with the frames at which they begin, if `text` is typed from `frame` on.
///
/// Letters are typed without SHIFT, whatever their case; CAPS determines the result. A logical line begins with the
/// text and after each RETURN.
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

/// The cursor's logical column after a character, with the editor's default tab stops.
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
        // The key for inverse video types no character.
        '`' => None,
        _ => AtariKey::typed(character, false),
    }
}
