//! Fixes that the help of a diagnostic proposes, as edits of the source.

use super::diagnostic::{Location, Suggestion};
use super::source::{Place, Sources};
use std::ops::Range;

/// A fix for a problem at a place.
#[derive(Clone, Debug)]
pub(super) enum Fix {
    /// Replace the place by one of these names.
    Write(Vec<String>),
    /// Replace the branch before it by a jump; both mnemonics end in these letters.
    Jump(&'static str),
    /// Close a block with this directive at the end of the file.
    Close(String),
    /// Insert a `#` before it.
    AddSign,
    /// Remove the `#` from the line.
    RemoveSign,
    /// Indent the line.
    Indent,
    /// Insert an `org` at the beginning.
    Origin,
}

impl Fix {
    /// The edits that apply the fix; the user picks one of them.
    pub(super) fn suggestions(&self, sources: &Sources, place: Place) -> Vec<Suggestion> {
        let (_, start, end) = place;
        let changes = Changes { sources, place };
        let only = match self {
            Fix::Write(names) => {
                let write = |name: &String| changes.put(start, end, name, format!("write `{name}`"));
                return names.iter().filter_map(write).collect();
            }
            Fix::Jump(letters) => changes.jump(letters),
            Fix::Close(closer) => Some(changes.close(closer)),
            Fix::AddSign => changes.put(start, start, "#", "write `#`".to_owned()),
            Fix::RemoveSign => changes.remove_sign(),
            Fix::Indent => {
                let begin = changes.line().start as u32;
                changes.put(begin, begin, "        ", "indent the statement".to_owned())
            }
            Fix::Origin => {
                let title = "begin with `org $2000`".to_owned();
                Some(changes.put_before(1, "        org $2000\n", title))
            }
        };
        only.into_iter().collect()
    }
}

/// Edits of the file that contains a place.
struct Changes<'a> {
    sources: &'a Sources,
    place: Place,
}

impl Changes<'_> {
    /// Replaces part of the place's line; none if the file does not contain the line in this form.
    fn put(&self, start: u32, end: u32, text: &str, title: String) -> Option<Suggestion> {
        let source = self.place.0;
        let mut location = self.sources.location(source, start, end);
        if start == end {
            location.end_column = location.column;
        }
        let stands = self.sources.is_written_so((source, start, end));
        stands.then(|| Suggestion { title, location, text: text.to_owned() })
    }

    /// Inserts text before a line of the place's file.
    fn put_before(&self, line: u32, text: &str, title: String) -> Suggestion {
        let file = self.sources.file_line(self.place.0, 1).0.to_owned();
        let location = Location { file, line, column: 1, end_column: 1, text: String::new() };
        Suggestion { title, location, text: text.to_owned() }
    }

    fn text(&self) -> &[u8] {
        &self.sources.list[self.place.0 as usize].text
    }

    /// The byte range of the place's line.
    fn line(&self) -> Range<usize> {
        let source = &self.sources.list[self.place.0 as usize];
        let (begin, end) = source.line_bounds(source.line_number(self.place.1 as usize));
        begin..end
    }

    fn jump(&self, letters: &str) -> Option<Suggestion> {
        let (branch, jump) = (format!("b{letters}"), format!("j{letters}"));
        let begin = self.line().start;
        let at = begin + last_word(self.text().get(begin..self.place.1 as usize)?, branch.as_bytes())?;
        self.put(at as u32, (at + branch.len()) as u32, &jump, format!("use `{jump}`"))
    }

    fn remove_sign(&self) -> Option<Suggestion> {
        let line = self.line();
        let sign = self.text()[line.clone()].iter().position(|&byte| byte == b'#')?;
        let at = (line.start + sign) as u32;
        self.put(at, at + 1, "", "leave the `#` out".to_owned())
    }

    fn close(&self, closer: &str) -> Suggestion {
        let file = &self.sources.list[self.sources.file(self.place.0) as usize];
        let title = format!("add `{closer}` at the end");
        self.put_before(file.line_count() + 1, &format!(" {closer}\n"), title)
    }
}

/// The last occurrence of a word in a text.
fn last_word(text: &[u8], word: &[u8]) -> Option<usize> {
    let is_part = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let mut places = text.windows(word.len()).enumerate();
    let found = places.rfind(|&(at, found)| {
        let before = at.checked_sub(1).and_then(|before| text.get(before));
        found.eq_ignore_ascii_case(word) && !is_part(before) && !is_part(text.get(at + word.len()))
    });
    found.map(|(at, _)| at)
}
