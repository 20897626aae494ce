//! The cursor of the parser: bytes, blanks, comments and words.

use super::{Parsed, Parser};
use crate::assembler::syntax::Fault;

/// Whether a byte may begin an identifier.
pub(in crate::assembler) fn is_identifier_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'?' | b'@')
}

/// Whether a byte may occur in an identifier (dots join the parts of a path).
pub(in crate::assembler) fn is_identifier(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'?' | b'@')
}

impl<'a> Parser<'a> {
    /// The byte under the cursor; 0 at the end of the text.
    pub(super) fn peek(&self) -> u8 {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// The character under the cursor for a message, and its end; an invisible one is shown as its number.
    pub(super) fn shown(&self) -> (String, usize) {
        let rest = &self.text[self.at..self.text.len().min(self.at + 4)];
        let chunk = rest.utf8_chunks().next();
        let Some(character) = chunk.and_then(|chunk| chunk.valid().chars().next()) else {
            return (format!("the byte ${:02X}", self.peek()), self.at + 1);
        };
        let shown = match character {
            '\u{A0}' => "a no-break space".to_owned(),
            control if control.is_control() => format!("the byte ${:02X}", self.peek()),
            character => format!("`{character}`"),
        };
        (shown, self.at + character.len_utf8())
    }

    pub(super) fn is_blank(&self) -> bool {
        matches!(self.peek(), b' ' | b'\t' | b'\r')
    }

    pub(super) fn peek_newline(&self) -> bool {
        self.at >= self.text.len() || self.peek() == b'\n'
    }

    /// Skips blanks, `/* */` and a backslash that ends the line.
    pub(super) fn skip_blanks(&mut self) {
        loop {
            match self.peek() {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'/' if self.begins_comment() => self.skip_block_comment(),
                b'\\' if self.backslash_ends_line() => self.skip_line(),
                _ => return,
            }
        }
    }

    fn backslash_ends_line(&self) -> bool {
        let rest = &self.text[self.at + 1..];
        let mut bytes = rest.iter().skip_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
        matches!(bytes.next(), Some(b'\n'))
    }

    /// Whether a `/* */` begins here.
    pub(super) fn begins_comment(&self) -> bool {
        self.peek() == b'/' && self.peek_at(1) == b'*'
    }

    fn skip_block_comment(&mut self) {
        let (start, line) = (self.at, self.line);
        self.at += 2;
        while self.at < self.text.len() {
            match self.peek() {
                b'*' if self.peek_at(1) == b'/' => {
                    self.at += 2;
                    if self.line > line {
                        self.comment_end = self.at;
                    }
                    return;
                }
                b'\n' => {
                    self.line += 1;
                    self.at += 1;
                }
                _ => self.at += 1,
            }
        }
        self.open_comment = Some(start);
    }

    /// Whether only blanks separate this place from a `/* */` that began on an earlier line, so that a
    /// statement of this line follows.
    pub(super) fn begins_behind_comment(&self) -> bool {
        let between = self.text.get(self.comment_end..self.at);
        self.comment_end > 0 && between.is_some_and(|between| between.trim_ascii().is_empty())
    }

    /// Whether nothing but a comment follows on the line.
    pub(super) fn at_end(&self) -> bool {
        match self.peek() {
            b'\n' | b';' => true,
            b'/' => self.peek_at(1) == b'/',
            0 => self.at >= self.text.len(),
            _ => false,
        }
    }

    /// Skips the rest of the line and its end.
    pub(super) fn skip_line(&mut self) {
        let rest = &self.text[self.at.min(self.text.len())..];
        let length = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
        self.at += length;
        self.line += 1;
    }

    /// Skips to the comment or end of the line; quotes are respected.
    pub(super) fn skip_to_comment(&mut self) {
        while !self.at_end() {
            self.skip_unit();
        }
    }

    /// Skips the arguments of a macro call: to a comment, the end of the line or a `\`.
    pub(super) fn skip_arguments(&mut self) {
        while !self.at_end() && (self.peek() != b'\\' || self.backslash_ends_line()) {
            if self.peek() == b'\\' {
                self.skip_line();
            } else {
                self.skip_unit();
            }
        }
    }

    /// Skips a byte, or a quoted string that ends in this line.
    pub(super) fn skip_unit(&mut self) {
        let quote = self.peek();
        if matches!(quote, b'\'' | b'"') {
            let rest = &self.text[self.at + 1..];
            let end = rest.iter().position(|&byte| byte == quote || byte == b'\n');
            if let Some(end) = end.filter(|&end| rest[end] == quote) {
                self.at += end + 2;
                return;
            }
        }
        if self.begins_comment() {
            self.skip_block_comment();
        } else {
            self.at += 1;
        }
    }

    /// The identifier under the cursor, with its dots; moves the cursor past it.
    pub(super) fn identifier(&mut self) -> &'a [u8] {
        let start = self.at;
        let text = self.text;
        let mut at = start;
        loop {
            match text.get(at) {
                Some(&byte) if is_identifier(byte) => at += 1,
                Some(b'.') if text.get(at + 1).is_some_and(|&byte| is_identifier(byte)) => at += 1,
                _ => break,
            }
        }
        self.at = at;
        &text[start..at]
    }

    /// The first byte after blanks.
    pub(super) fn peek_behind_blanks(&self) -> u8 {
        let rest = &self.text[self.at.min(self.text.len())..];
        rest.iter().copied().find(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(0)
    }

    /// The word under the cursor, including a leading dot; the cursor does not move.
    pub(super) fn peek_word(&self) -> &'a [u8] {
        self.word_at(self.at)
    }

    /// The word at a place.
    pub(super) fn word_at(&self, at: usize) -> &'a [u8] {
        let text = self.text;
        let start = at.min(text.len());
        let dot = usize::from(text.get(start) == Some(&b'.'));
        let length = text[start + dot..].iter().take_while(|&&byte| is_identifier(byte)).count();
        &text[start..start + dot + length]
    }

    /// Skips blanks and one byte if it is the next.
    pub(super) fn accept(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        let found = self.peek() == byte;
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, byte: u8) -> Parsed<()> {
        if self.accept(byte) {
            return Ok(());
        }
        let at = self.at;
        Err(self.fault(at, at + 1, &format!("expected `{}`", byte as char)))
    }

    pub(super) fn fault(&self, start: usize, end: usize, message: &str) -> Box<Fault> {
        let (message, start, end) = (message.to_owned(), start as u32, end as u32);
        Box::new(Fault { message, help: None, fix: None, start, end, hides_names: false })
    }

    pub(super) fn fault_help(&self, start: usize, end: usize, message: &str, help: &str) -> Box<Fault> {
        let mut fault = self.fault(start, end, message);
        fault.help = Some(help.to_owned());
        fault
    }

    /// The name of a file.
    pub(super) fn quoted_path(&mut self) -> Parsed<Vec<u8>> {
        self.quoted().map_err(|mut fault| {
            fault.help.get_or_insert_with(|| "put the name of a file in quotes: `'file'`".to_owned());
            fault
        })
    }

    /// A string in quotes; a doubled quote stands for itself.
    pub(super) fn quoted(&mut self) -> Parsed<Vec<u8>> {
        self.skip_blanks();
        let start = self.at;
        let quote = self.peek();
        if !matches!(quote, b'\'' | b'"') {
            return Err(self.fault(start, start + 1, "expected text in quotes"));
        }
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            if self.peek_newline() {
                let help = "the text must end on this line, with the same quote as it begins";
                return Err(self.fault_help(start, self.at, "the quote is not closed", help));
            }
            let byte = self.peek();
            self.at += 1;
            if byte == quote {
                if self.peek() != quote {
                    return Ok(bytes);
                }
                self.at += 1;
            }
            bytes.push(byte);
        }
    }
}
