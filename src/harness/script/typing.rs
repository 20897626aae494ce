//! A text that a script types: keys that go down and up, one after the other.

use super::quoting::{Placed, Wrong};
use crate::chips::pokey::Keyboard;
use crate::machine::typed::{AtariKey, code};

/// Frames for which each key is down. The system's handler counts in frames. [sheet: os 5]
const DOWN: u64 = 4;
/// Frames for which none is before the next: for three the system does not take the same one again. [sheet: os 5]
const UP: u64 = 4;

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
