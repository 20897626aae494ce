//! The input line and its history.

use ratatui::crossterm::event::KeyCode;

/// Lines kept.
const MOST: usize = 200;

/// A line with a cursor.
#[derive(Default)]
pub(super) struct Line {
    text: String,
    /// Characters before the cursor.
    cursor: usize,
    before: Vec<String>,
    /// The history entry shown, if any.
    shown: Option<usize>,
}

impl Line {
    /// The text of the line.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Characters before the cursor.
    pub(super) fn cursor(&self) -> usize {
        self.cursor
    }

    /// Replaces the text, with the cursor at its end.
    pub(super) fn set(&mut self, text: String) {
        self.cursor = text.chars().count();
        self.text = text;
    }

    /// Takes the completed line and adds it to the history.
    pub(super) fn take(&mut self) -> String {
        let text = std::mem::take(&mut self.text);
        (self.cursor, self.shown) = (0, None);
        if !text.trim().is_empty() && self.before.last() != Some(&text) {
            self.before.push(text.clone());
            let old = self.before.len().saturating_sub(MOST);
            self.before.drain(..old);
        }
        text
    }

    /// The byte index of the character after `count` others.
    fn place(&self, count: usize) -> usize {
        self.text.char_indices().nth(count).map_or(self.text.len(), |(at, _)| at)
    }

    /// Handles a key.
    pub(super) fn key(&mut self, code: KeyCode, ctrl: bool) {
        let end = self.text.chars().count();
        match code {
            KeyCode::Char('a') if ctrl => self.cursor = 0,
            KeyCode::Char('e') if ctrl => self.cursor = end,
            KeyCode::Char('u') if ctrl => self.set(String::new()),
            KeyCode::Char(c) if !ctrl => {
                self.text.insert(self.place(self.cursor), c);
                self.cursor += 1;
            }
            KeyCode::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.text.remove(self.place(self.cursor));
            }
            KeyCode::Delete if self.cursor < end => {
                self.text.remove(self.place(self.cursor));
            }
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = end.min(self.cursor + 1),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = end,
            KeyCode::Up => {
                let older = self.shown.unwrap_or(self.before.len()).checked_sub(1);
                older.into_iter().for_each(|at| self.show(at));
            }
            KeyCode::Down => match self.shown.map(|at| at + 1) {
                Some(at) if at < self.before.len() => self.show(at),
                Some(_) => {
                    self.shown = None;
                    self.set(String::new());
                }
                None => {}
            },
            _ => {}
        }
    }

    fn show(&mut self, at: usize) {
        self.shown = Some(at);
        self.set(self.before[at].clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(line: &mut Line, text: &str) {
        text.chars().for_each(|c| line.key(KeyCode::Char(c), false));
    }

    #[test]
    fn a_line_is_typed_mended_and_found_again() {
        let mut line = Line::default();
        typed(&mut line, "brek ä");
        for code in [KeyCode::Left, KeyCode::Left, KeyCode::Left, KeyCode::Char('a')] {
            line.key(code, false);
        }
        assert_eq!((line.text(), line.cursor()), ("break ä", 4));
        line.key(KeyCode::End, false);
        line.key(KeyCode::Backspace, false);
        typed(&mut line, "start");
        assert_eq!(line.take(), "break start");
        typed(&mut line, "run");
        line.take();
        for (code, text) in [
            (KeyCode::Up, "run"),
            (KeyCode::Up, "break start"),
            (KeyCode::Up, "break start"),
            (KeyCode::Down, "run"),
            (KeyCode::Down, ""),
            (KeyCode::Down, ""),
        ] {
            line.key(code, false);
            assert_eq!(line.text(), text);
        }
    }
}
