//! A text that a script types: keys that go down and up, one after the other.

use super::quoting::{Placed, Wrong};
use crate::chips::pokey::Keyboard;
use crate::machine::typed::{AtariKey, code};

/// Frames for which each key is down. The system's handler counts in frames. [sheet: os 5]
const DOWN: u64 = 4;
/// Frames for which none is before the next: for three the system does not take the same one again. [sheet: os 5]
const UP: u64 = 4;
/// Keys of a line, from the left margin, with which the editor's bell rings: the cursor has come to column 113. [sheet: os 7]
const BELL: usize = 107;
/// Keys after which a line goes on as a new one: it has three rows, each from the left margin to the right one.
const LINE: usize = 3 * 38;
/// Frames that are waited longer behind that key. The bell takes sixteen, in which the system keeps one key.
const RINGING: u64 = 8;

/// What the keyboard shows, and from which frame on, if `text` is typed from `frame` on.
///
/// Letters come without SHIFT, whatever their case: what they come to, CAPS says. A line begins where the text does, and behind RETURN.
pub(super) fn keys(frame: u64, text: &[Placed]) -> Result<Vec<(u64, Keyboard)>, Wrong> {
    let mut keys = Vec::new();
    let (mut at, mut typed) = (frame, 0);
    for &(column, character) in text {
        let Some(AtariKey { code, shift, ctrl }) = key(character) else {
            let message = format!("no key types `{character}`: press keys by their names, as in key CTRL+A");
            return Err((column, message));
        };
        keys.push((at, Keyboard { down: 1 << code, shift, ctrl, brk: false }));
        keys.push((at + DOWN, Keyboard::default()));
        typed = if character == '\n' { 0 } else { typed + 1 };
        at += DOWN + UP + if typed % LINE == BELL { RINGING } else { 0 };
    }
    Ok(keys)
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
