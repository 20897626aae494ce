//! Quoted strings.

/// A character and its column, from 1.
pub(super) type Placed = (usize, char);
/// An error: its column and a message.
pub(super) type Wrong = (usize, String);

/// The meaning of a quoted string, which determines its escapes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Text {
    /// Keys: `\n` is RETURN and `\t` is TAB; other characters need no escape.
    Keys,
    /// A file name, in which most backslashes are ordinary characters: as written by [`quote`].
    Name,
}

/// The string in quotation marks after the first `start` characters of a line; only a comment may follow it.
pub(super) fn quoted(line: &str, start: usize, kind: Text) -> Result<Vec<Placed>, Wrong> {
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
            (column, '\\') => {
                let escaped = characters.next().ok_or_else(end)?;
                match kind {
                    _ if matches!(escaped.1, '"' | '\\') => text.push(escaped),
                    Text::Keys => text.push((escaped.0, key(escaped)?)),
                    Text::Name => match by_number(escaped.1, &mut characters) {
                        Some(numbered) => text.push((column, numbered)),
                        None => text.extend([(column, '\\'), escaped]),
                    },
                }
            }
            placed => text.push(placed),
        }
    }
    match characters.find(|(_, character)| !character.is_whitespace()) {
        None | Some((_, '#')) => Ok(text),
        Some((column, _)) => Err(wrong(column, "nothing stands behind the text")),
    }
}

/// The key for a letter after a backslash.
fn key((column, letter): Placed) -> Result<char, Wrong> {
    match letter {
        'n' => Ok('\n'),
        't' => Ok('\t'),
        _ => Err((column, "expected n (RETURN), t (TAB), \" or \\ behind a backslash".to_string())),
    }
}

/// The character of a numeric escape, as in `\u{a}`; takes nothing from `rest` if there is none.
fn by_number(escaped: char, rest: &mut (impl Iterator<Item = Placed> + Clone)) -> Option<char> {
    let mut ahead = rest.clone().map(|(_, character)| character);
    if escaped != 'u' || ahead.next()? != '{' {
        return None;
    }
    let number: String = ahead.take_while(|&character| character != '}').collect();
    let numbered = u32::from_str_radix(&number, 16).ok().and_then(char::from_u32)?;
    // Also takes the braces.
    rest.nth(number.chars().count() + 1)?;
    Some(numbered)
}

/// Quotes a file name for [`quoted`], on one line whatever characters it contains.
pub(super) fn quote(name: &str) -> String {
    let mut quoted = String::from('"');
    for character in name.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            _ if character.is_control() => quoted.extend(character.escape_unicode()),
            _ => quoted.push(character),
        }
    }
    quoted + "\""
}
