//! Formats sources: labels in column 1, statements in the column that most of the source uses, and comments
//! in one column after them, or further right where they are already. Only the blanks between these parts
//! change, so the assembled bytes stay the same.

use super::source::{is_of_atari, normalise};

/// Column of statements, from 0, if the source has no statements to go by.
const STATEMENT: usize = 16;
/// Columns that statements may have.
const STATEMENTS: std::ops::RangeInclusive<usize> = 1..=24;
/// Column of comments after a statement, from 0; comments further right keep their column.
const COMMENT: usize = 32;
const KEPT_COMMENT: usize = 24;

/// The UTF-8 byte order mark; it is kept.
const MARK: &[u8] = &[0xEF, 0xBB, 0xBF];

/// Formats a source. Formatting the result again does not change it, and the assembled bytes stay the same.
/// Line ends become line feeds; an $1A at the end of the text is removed.
///
/// # Examples
///
/// ```
/// let text = front800::assembler::format(b"loop  lda   #1;one\n\tbne loop\n");
/// let expected = "loop    lda #1                  ;one\n        bne loop\n";
/// assert_eq!(String::from_utf8_lossy(&text), expected);
/// ```
pub fn format(text: &[u8]) -> Vec<u8> {
    // ATASCII texts have their own line ends.
    if is_of_atari(text) {
        return text.to_vec();
    }
    let mut out = Vec::with_capacity(text.len() + text.len() / 4);
    out.extend(text.starts_with(MARK).then_some(MARK).into_iter().flatten());
    // Lines are split as the assembler does it, before any edit could change that.
    let mut text = text.to_vec();
    normalise(&mut text);
    let column = statement_column(&text);
    let (mut in_comment, mut is_continued) = (false, false);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.trim_ascii_end();
        let was_open = in_comment || is_continued;
        let end;
        (end, in_comment) = code(line, in_comment);
        is_continued = line[..end].trim_ascii_end().ends_with(b"\\");
        match Parts::of(line, end).filter(|_| !was_open && !in_comment && !is_continued) {
            Some(parts) => parts.write(&mut out, column),
            None => out.extend(line),
        }
        out.push(b'\n');
    }
    out
}

/// The column in which most statements begin.
fn statement_column(text: &[u8]) -> usize {
    let mut counts = [0_usize; *STATEMENTS.end() + 1];
    for line in text.split(|&byte| byte == b'\n') {
        let (end, _) = code(line, false);
        let Some(parts) = Parts::of(line, end).filter(|parts| !parts.word.is_empty()) else { continue };
        // Statements after a long label do not count: they have to begin further right.
        if parts.first.is_empty()
            && let Some(count) = counts.get_mut(parts.word_column)
        {
            *count += 1;
        }
    }
    let most = STATEMENTS.max_by_key(|&column| (counts[column], std::cmp::Reverse(column)));
    most.filter(|&column| counts[column] > 0).unwrap_or(STATEMENT)
}

/// The parts of a line.
struct Parts<'a> {
    /// What begins in column 1, up to a blank.
    first: &'a [u8],
    /// The first word of the statement, and the rest.
    word: &'a [u8],
    operands: &'a [u8],
    comment: &'a [u8],
    /// Column of the word.
    word_column: usize,
    /// Column for the comment.
    column: usize,
}

impl<'a> Parts<'a> {
    /// Splits a line whose code ends at `end`; none if the line is left as it is, because it is only a
    /// comment or has one in the middle.
    fn of(line: &'a [u8], end: usize) -> Option<Self> {
        let (code, comment) = line.split_at(end);
        let code = code.trim_ascii_end();
        let is_remark = matches!(line.first(), Some(b'*' | b'|' | b';'));
        if is_remark || code.is_empty() || code.windows(2).any(|two| two == b"/*") {
            return None;
        }
        let (first, rest) = if is_blank(&code[0]) { (&code[..0], code) } else { split_word(code) };
        let rest = rest.trim_ascii_start();
        let word_column = columns(&code[..code.len() - rest.len()]);
        let (word, operands) = split_word(rest);
        let stands = columns(&line[..end]);
        let column = if stands < KEPT_COMMENT { COMMENT } else { stands };
        let operands = operands.trim_ascii_start();
        Some(Parts { first, word, word_column, operands, comment, column })
    }

    fn write(&self, out: &mut Vec<u8>, statement: usize) {
        let start = out.len();
        out.extend(self.first);
        if !self.word.is_empty() {
            // Tables of names keep their column, and a directive in column 1 keeps its distance.
            let column = match self.first {
                [b'.', ..] if self.word_column != statement => 0,
                [_, ..] if self.word == b"=" => self.word_column,
                _ => statement,
            };
            pad(out, start, column);
            out.extend(self.word);
            if !self.operands.is_empty() {
                out.push(b' ');
                out.extend(self.operands);
            }
        }
        if !self.comment.is_empty() {
            pad(out, start, self.column);
            out.extend(self.comment);
        }
    }
}

/// Width of a text in columns, with tab stops every eight columns.
fn columns(text: &[u8]) -> usize {
    text.iter().fold(0, |column, &byte| if byte == b'\t' { (column / 8 + 1) * 8 } else { column + 1 })
}

fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Pads to a column with blanks, at least one.
fn pad(out: &mut Vec<u8>, start: usize, column: usize) {
    let length = columns(&out[start..]);
    let is_behind = usize::from(length > 0 || column == 0);
    let missing = column.max(length + is_behind) - length;
    out.resize(out.len() + missing, b' ');
}

/// The first word and the rest; a word that contains a quote is not split.
fn split_word(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(is_blank).unwrap_or(text.len());
    match text[..end].iter().any(|byte| matches!(byte, b'\'' | b'"')) {
        true => (text, &text[text.len()..]),
        false => text.split_at(end),
    }
}

/// Where the code of a line ends and its comment begins, and whether a `/* */` comment continues after the
/// line; `open` tells whether one continues into it.
fn code(line: &[u8], open: bool) -> (usize, bool) {
    if !open && matches!(line.first(), Some(b'*' | b'|')) {
        return (0, false);
    }
    let mut at = 0;
    let mut in_comment = open;
    while at < line.len() {
        let rest = &line[at..];
        if in_comment {
            in_comment = !rest.starts_with(b"*/");
            at += 1 + usize::from(!in_comment);
            continue;
        }
        match rest[0] {
            b';' => return (at, false),
            b'/' if rest.starts_with(b"//") => return (at, false),
            b'/' if rest.starts_with(b"/*") => {
                in_comment = true;
                at += 1;
            }
            quote @ (b'\'' | b'"') => {
                // An unclosed quote extends to the end of the line.
                at += rest[1..].iter().position(|&byte| byte == quote).map_or(rest.len(), |end| end + 1);
            }
            _ => {}
        }
        at += 1;
    }
    (line.len(), in_comment)
}
