//! Words of a line, and places between the protocol's numbers and ours.

use lsp_types::{Position, Range};

/// Whether a character may stand in a name.
pub(super) fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '?' | '@' | '.')
}

/// The name around a place of a line, and the columns it takes; nothing if there is none.
pub(super) fn name_at(line: &str, column: usize) -> Option<(String, usize, usize)> {
    let characters: Vec<char> = line.chars().collect();
    let column = column.min(characters.len());
    let start = (0..column).rev().take_while(|&at| is_of_name(characters[at])).last().unwrap_or(column);
    let behind = (column..characters.len()).take_while(|&at| is_of_name(characters[at])).last();
    let end = behind.map_or(column, |at| at + 1);
    let name: String = characters[start..end].iter().collect();
    (!name.is_empty()).then_some((name, start, end))
}

/// A name of a line with the blocks it says it stands in: `outer.inner.name`.
pub(super) struct Path {
    /// Its first column.
    pub start: usize,
    /// It stands in a comment.
    pub is_comment: bool,
    /// First column, the one behind the last, and the text of each part.
    pub parts: Vec<(usize, usize, String)>,
}

impl Path {
    /// Its last part.
    pub(super) fn last(&self) -> &str {
        self.parts.last().map_or("", |(_, _, text)| text)
    }
}

/// All names of a line but those in quotes and directives; those in comments, too, as one may be a directive for our
/// assembler alone.
pub(super) fn paths(line: &str) -> Vec<Path> {
    let characters: Vec<char> = line.chars().collect();
    let mut found = Vec::new();
    let (mut at, mut is_comment) = (0, false);
    while at < characters.len() {
        let start = at;
        at += 1;
        match characters[start] {
            ';' => is_comment = true,
            '/' if characters.get(at) == Some(&'/') => is_comment = true,
            quote @ ('\'' | '"') if !is_comment => {
                let end = (at..characters.len()).find(|&at| characters[at] == quote);
                at = end.map_or(at, |end| end + 1);
            }
            first if is_of_name(first) => {
                let end = (at..characters.len()).find(|&at| !is_of_name(characters[at]));
                at = end.unwrap_or(characters.len());
                if first != '.' {
                    found.push(Path { start, is_comment, parts: parts(&characters, start, at) });
                }
            }
            _ => {}
        }
    }
    found
}

/// What dots divide.
fn parts(characters: &[char], start: usize, end: usize) -> Vec<(usize, usize, String)> {
    let mut from = start;
    let words = characters[start..end].split(|&character| character == '.').map(|word| {
        let part = (from, from + word.len(), word.iter().collect());
        from += word.len() + 1;
        part
    });
    words.filter(|(start, end, _)| start < end).collect()
}

/// The columns of a line at which a name stands as a word of its own or as the last part of a path, in code.
pub(super) fn places(line: &str, name: &str) -> Vec<(usize, usize)> {
    let code = paths(line).into_iter().filter(|path| !path.is_comment);
    let ends = code.filter_map(|mut path| path.parts.pop());
    ends.filter(|(.., text)| text.eq_ignore_ascii_case(name)).map(|(start, end, _)| (start, end)).collect()
}

/// The byte of a text that a position of the protocol means; its columns are units of UTF-16.
pub(super) fn offset(text: &str, position: Position) -> usize {
    let mut start = 0;
    for _ in 0..position.line {
        match text[start..].find('\n') {
            Some(end) => start += end + 1,
            None => return text.len(),
        }
    }
    let line = text[start..].split('\n').next().unwrap_or_default();
    let mut units = 0;
    let found = line.char_indices().find(|&(_, character)| {
        let here = units;
        units += character.len_utf16() as u32;
        here >= position.character
    });
    start + found.map_or(line.len(), |(at, _)| at)
}

/// A part of a line, both from 0.
pub(super) fn range(line: usize, start: usize, end: usize) -> Range {
    let position = |character: usize| Position { line: line as u32, character: character as u32 };
    Range { start: position(start), end: position(end) }
}

/// The path that a URI of a file names.
pub(super) fn path_of(uri: &str) -> String {
    let mut rest = uri.strip_prefix("file://").unwrap_or(uri).as_bytes();
    let mut bytes = Vec::new();
    while let Some((&first, behind)) = rest.split_first() {
        let digits = behind.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|_| first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            None => {
                bytes.push(first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The URI of a path.
pub(super) fn uri_of(path: &str) -> String {
    let mut uri = String::from("file://");
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                uri.push(byte as char)
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}
