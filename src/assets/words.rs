//! Lines of words, the format of the line-oriented map files.

use super::problem::{Place, Problem};
use super::square::Square;
use std::ops::RangeInclusive;

/// A word and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    pub text: &'t str,
    pub place: Place,
}

/// The words of a line, consumed one by one.
#[derive(Clone, Debug)]
pub(super) struct Words<'t> {
    words: std::vec::IntoIter<Word<'t>>,
    end: Place,
}

/// The part of a line before a comment, which begins with `;`.
pub(super) fn without_comment(line: &str) -> &str {
    line.split(';').next().unwrap_or(line).trim_end()
}

/// The lines of `text` that contain words, without comments.
pub(super) fn lines<'t>(file: &'static str, text: &'t str) -> impl Iterator<Item = Words<'t>> {
    text.lines().enumerate().filter_map(move |(index, line)| {
        let words = Words::new(file, index + 1, without_comment(line));
        (words.words.len() > 0).then_some(words)
    })
}

impl<'t> Words<'t> {
    fn new(file: &'static str, line: usize, text: &'t str) -> Words<'t> {
        let mut words = Vec::new();
        let mut column = 1;
        for piece in text.split_inclusive(char::is_whitespace) {
            let word = piece.trim_end();
            if !word.is_empty() {
                words.push(Word { text: word, place: Place { file, line, column } });
            }
            column += piece.chars().count();
        }
        Words { words: words.into_iter(), end: Place { file, line, column } }
    }

    /// The place of the next word, or of the end of the line.
    pub(super) fn place(&self) -> Place {
        self.words.as_slice().first().map_or(self.end, |word| word.place)
    }

    /// Whether the next word is `text`.
    pub(super) fn next_is(&self, text: &str) -> bool {
        self.words.as_slice().first().is_some_and(|word| word.text == text)
    }

    /// The next word, if there is one.
    pub(super) fn next(&mut self) -> Option<Word<'t>> {
        self.words.next()
    }

    /// The next word; `what` describes it in the error if it is missing.
    pub(super) fn expect(&mut self, what: &str) -> Result<Word<'t>, Problem> {
        let end = self.end;
        self.next().ok_or_else(|| end.problem("the line ends too early", format!("{what} should follow")))
    }

    /// The next word as a number in `range`.
    pub(super) fn number(&mut self, what: &str, range: RangeInclusive<u32>) -> Result<u8, Problem> {
        let word = self.expect(what)?;
        word.number(what, range)
    }

    /// The next word as a square `x,y` of the map.
    pub(super) fn square(&mut self) -> Result<Square, Problem> {
        let word = self.expect("a square x,y")?;
        let (x, y) = word.text.split_once(',').unwrap_or((word.text, ""));
        let square = x.parse().ok().zip(y.parse().ok()).map(|(x, y)| Square { x, y });
        square.filter(|square| square.is_inside()).ok_or_else(|| {
            word.place.problem(
                format!("`{}` is not a square of the map", word.text),
                "write x,y with x from 0 (east) to 45 and y from 0 (south) to 38",
            )
        })
    }

    /// Reports a superfluous word.
    pub(super) fn finish(&mut self) -> Result<(), Problem> {
        match self.next() {
            Some(word) => Err(word
                .place
                .problem(format!("`{}` is one word too many", word.text), "the line should end before it")),
            None => Ok(()),
        }
    }
}

impl Word<'_> {
    /// The word as a number in `range`, which is within 0-255.
    pub(super) fn number(&self, what: &str, range: RangeInclusive<u32>) -> Result<u8, Problem> {
        let value = self.text.parse::<u32>().ok().filter(|value| range.contains(value));
        value.and_then(|value| u8::try_from(value).ok()).ok_or_else(|| {
            self.place.problem(
                format!("`{}` is not a {what}", self.text),
                format!("a number from {} to {} should stand here", range.start(), range.end()),
            )
        })
    }
}
