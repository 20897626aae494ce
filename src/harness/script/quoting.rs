//! Texts between quotation marks.

/// A character of a text, and the column in which it stands, from 1.
pub(super) type Placed = (usize, char);
/// What is wrong, and in which column.
pub(super) type Wrong = (usize, String);

/// What stands between quotation marks behind the first `start` characters of a line, and nothing but a comment behind that.
pub(super) fn quoted(line: &str, start: usize) -> Result<Vec<Placed>, Wrong> {
    const EXPECTED: &str = "expected a text in quotation marks, as in type \"RUN\\n\"";
    let wrong = |column: usize, message: &str| (column, message.to_string());
    let behind = line.trim_end().chars().count() + 1;
    let mut characters = (1..).zip(line.chars()).skip(start);
    match characters.find(|(_, character)| !character.is_whitespace()) {
        Some((_, '"')) => {}
        begin => return Err(wrong(begin.map_or(behind, |(column, _)| column), EXPECTED)),
    }
    let mut text = Vec::new();
    loop {
        let end = || wrong(behind, "the text does not end: expected a quotation mark behind it");
        match characters.next().ok_or_else(end)? {
            (_, '"') => break,
            (_, '\\') => {
                let (column, escaped) = characters.next().ok_or_else(end)?;
                let meant = match escaped {
                    'n' => '\n',
                    't' => '\t',
                    '"' | '\\' => escaped,
                    _ => {
                        return Err(wrong(
                            column,
                            "expected n (RETURN), t (TAB), \" or \\ behind a backslash",
                        ));
                    }
                };
                text.push((column, meant));
            }
            placed => text.push(placed),
        }
    }
    match characters.find(|(_, character)| !character.is_whitespace()) {
        None | Some((_, '#')) => Ok(text),
        Some((column, _)) => Err(wrong(column, "nothing stands behind the text")),
    }
}

/// A text as [`quoted`] reads it.
pub(super) fn quote(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '"' | '\\' => quoted.extend(['\\', character]),
            _ => quoted.push(character),
        }
    }
    quoted + "\""
}
