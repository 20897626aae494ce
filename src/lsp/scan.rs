//! Splits source lines into comments, quotes, numbers and words, without interpreting them.

use super::words::is_of_name;

/// The kind of a part of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// From its first character to the end of the line, or a part of `/* */`.
    Comment,
    /// Including its quotes.
    Text,
    /// Including its prefix: `$12`, `%101`.
    Number,
    /// A name, instruction or directive; a directive includes its dot.
    Word {
        /// Whether it is the first word of a statement and not in column 1.
        begins: bool,
    },
}

/// A part of a line: first column and column after the last, in characters from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub part: Part,
    pub start: usize,
    pub end: usize,
}

impl Piece {
    /// Its characters.
    pub(super) fn of(self, line: &str) -> String {
        line.chars().skip(self.start).take(self.end - self.start).collect()
    }
}

/// Scans lines in order, since a comment may span several.
#[derive(Default)]
pub(super) struct Scanner {
    in_comment: bool,
}

impl Scanner {
    /// The parts of the next line.
    pub(super) fn line(&mut self, line: &str) -> Vec<Piece> {
        let text: Vec<char> = line.chars().collect();
        let mut pieces = Vec::new();
        let mut at = 0;
        if !self.in_comment && matches!(text.first(), Some('*' | '|')) {
            return vec![Piece { part: Part::Comment, start: 0, end: text.len() }];
        }
        // Whether the first word of a statement has been seen; the name in column 1 does not count.
        let mut begun = false;
        while at < text.len() {
            let start = at;
            let part = if self.in_comment {
                at = self.end_of_comment(&text, at);
                Some(Part::Comment)
            } else {
                self.next(&text, &mut at, &mut begun)
            };
            if let Some(part) = part.filter(|_| at > start) {
                pieces.push(Piece { part, start, end: at });
            }
        }
        pieces
    }

    fn end_of_comment(&mut self, text: &[char], at: usize) -> usize {
        let end = (at..text.len().saturating_sub(1)).find(|&at| text[at] == '*' && text[at + 1] == '/');
        self.in_comment = end.is_none();
        end.map_or(text.len(), |end| end + 2)
    }

    /// The part that begins at a position, which is advanced past it; none for blanks and punctuation.
    fn next(&mut self, text: &[char], at: &mut usize, begun: &mut bool) -> Option<Part> {
        let start = *at;
        let following = text.get(start + 1).copied().unwrap_or(' ');
        let run = |from: usize, fits: &dyn Fn(char) -> bool| {
            (from..text.len()).find(|&at| !fits(text[at])).unwrap_or(text.len())
        };
        match text[start] {
            ';' => {
                *at = text.len();
                Some(Part::Comment)
            }
            '/' if following == '/' => {
                *at = text.len();
                Some(Part::Comment)
            }
            '/' if following == '*' => {
                *at = self.end_of_comment(text, start + 2);
                Some(Part::Comment)
            }
            quote @ ('\'' | '"') => {
                *at = (start + 1..text.len()).find(|&at| text[at] == quote).map_or(text.len(), |end| end + 1);
                Some(Part::Text)
            }
            '$' if following.is_ascii_hexdigit() => {
                *at = run(start + 1, &|character| character.is_ascii_hexdigit());
                Some(Part::Number)
            }
            '%' if matches!(following, '0' | '1') => {
                *at = run(start + 1, &|character| matches!(character, '0' | '1'));
                Some(Part::Number)
            }
            character if character.is_ascii_digit() => {
                *at = run(start, &|character| character.is_ascii_alphanumeric());
                Some(Part::Number)
            }
            '\\' => {
                (*at, *begun) = (start + 1, false);
                None
            }
            '=' => {
                // A value follows.
                (*at, *begun) = (start + 1, true);
                None
            }
            character if is_of_name(character) => {
                *at = run(start, &is_of_name);
                // `:count` repeats the statement after it.
                let before = text[..start].iter().rev().take_while(|character| !character.is_whitespace());
                let is_count = !*begun && before.into_iter().any(|&character| character == ':');
                let begins = !*begun && !is_count && (start > 0 || character == '.');
                *begun |= begins;
                Some(Part::Word { begins })
            }
            _ => {
                *at = start + 1;
                None
            }
        }
    }
}

/// All lines of a text with their parts.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (&str, Vec<Piece>)> {
    let mut scanner = Scanner::default();
    text.lines().map(move |line| (line, scanner.line(line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_falls_into_its_parts() {
        let mut scanner = Scanner::default();
        let words = |line: &str, pieces: Vec<Piece>| -> Vec<(String, bool)> {
            let begins = |piece: &Piece| piece.part == Part::Word { begins: true };
            pieces.into_iter().map(|piece| (piece.of(line), begins(&piece))).collect()
        };
        let line = "loop lda #$12 \\ .byte 'a;',%10 ; x";
        let found = words(line, scanner.line(line));
        let found: Vec<(&str, bool)> = found.iter().map(|(word, begins)| (word.as_str(), *begins)).collect();
        let expected = [
            ("loop", false),
            ("lda", true),
            ("$12", false),
            (".byte", true),
            ("'a;'", false),
            ("%10", false),
            ("; x", false),
        ];
        assert_eq!(found, expected);
        assert_eq!(words("a = b", scanner.line("a = b")), [("a".to_owned(), false), ("b".to_owned(), false)]);
        assert_eq!(words(":2*n asl @", scanner.line(":2*n asl @"))[2], ("asl".to_owned(), true));
        assert_eq!(words(" a /* b", scanner.line(" a /* b")).len(), 2);
        assert_eq!(words("c */ d", scanner.line("c */ d"))[1].0, "d");
    }
}
