//! Splits the arguments of a call, and substitutes them in a body.

/// `.macro " "`: an argument becomes two, its mode (`'#'`, `'@'` or `' '`) and its value.
pub(super) fn with_mode(argument: Vec<u8>) -> [Vec<u8>; 2] {
    let (mode, value) = match argument.as_slice() {
        [b'#', value @ ..] => (b'#', value),
        [b'<' | b'>', ..] => (b'#', argument.as_slice()),
        [b'@'] => (b'@', argument.as_slice()),
        _ => (b' ', argument.as_slice()),
    };
    [vec![b'\'', mode, b'\''], value.to_vec()]
}

/// The body of a repeat with its arguments substituted, except in the bodies of nested repeats, which have
/// their own. None if the result is larger than `room`.
pub(super) fn substitute_turn(
    text: &[u8],
    room: usize,
    put_in: impl Fn(&[u8], usize) -> Option<Vec<u8>>,
) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut depth = 0_usize;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let begins_comment = |word: &&[u8]| matches!(word, [b';' | b'*' | b'|' | b'/', ..]);
        let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let mut words = words.take_while(|word| !begins_comment(word)).take(2);
        let is = |word: &[u8], wanted: &[u8]| word.eq_ignore_ascii_case(wanted);
        let opens = words.clone().any(|word| is(word, b".rept"));
        if words.any(|word| is(word, b".endr")) {
            depth = depth.saturating_sub(1);
        }
        if depth == 0 {
            out.extend(put_in(line, room.checked_sub(out.len())?)?);
        } else {
            out.extend(line);
        }
        depth += usize::from(opens);
    }
    (out.len() <= room).then_some(out)
}

/// The text of a call's arguments, with a blank in place of each `/* */` outside of quotes.
pub(super) fn blank_comments(text: &[u8]) -> Vec<u8> {
    // Usually there are none.
    if !text.windows(2).any(|pair| pair == b"/*") {
        return text.to_vec();
    }
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let rest = &text[at + 1..];
        let length = match byte {
            b'\'' | b'"' => rest.iter().position(|&other| other == byte).map_or(1, |end| end + 2),
            b'/' if rest.first() == Some(&b'*') => {
                out.push(b' ');
                at +=
                    rest.windows(2).skip(1).position(|pair| pair == b"*/").map_or(text.len(), |end| end + 4);
                continue;
            }
            _ => 1,
        };
        out.extend(&text[at..at + length]);
        at += length;
    }
    out
}

/// A text without the parentheses that enclose it, if any.
pub(super) fn without_parentheses(text: &[u8]) -> &[u8] {
    let [b'(', inner @ .., b')'] = text.trim_ascii() else { return text };
    let (mut depth, mut quote) = (0, 0);
    let closes = |&byte: &u8| {
        match byte {
            _ if quote != 0 => quote = if byte == quote { 0 } else { quote },
            b'\'' | b'"' => quote = byte,
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth < 0
    };
    if inner.iter().any(closes) { text } else { inner }
}

/// Splits the arguments of a call at commas or, without commas, at blanks, outside of quotes and brackets.
pub(super) fn split_arguments(text: &[u8], separator: u8) -> Vec<Vec<u8>> {
    let text = text.trim_ascii();
    let mut arguments = Vec::new();
    let mut current = Vec::new();
    let (mut depth, mut quote) = (0, 0);
    for &byte in text {
        if quote != 0 {
            quote = if byte == quote { 0 } else { quote };
        } else {
            match byte {
                b'\'' | b'"' => quote = byte,
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                _ if depth > 0 => {}
                _ if byte == separator => {
                    arguments.push(std::mem::take(&mut current));
                    continue;
                }
                _ => {}
            }
        }
        current.push(byte);
    }
    if !current.trim_ascii().is_empty() || !arguments.is_empty() {
        arguments.push(current);
    }
    if let ([single], b',') = (arguments.as_slice(), separator) {
        return split_blanks(single);
    }
    arguments.iter().map(|argument| argument.trim_ascii().to_vec()).collect()
}

/// Splits at blanks outside of quotes and brackets, except around an operator.
fn split_blanks(text: &[u8]) -> Vec<Vec<u8>> {
    let mut parts: Vec<Vec<u8>> = vec![Vec::new()];
    let (mut depth, mut quote) = (0, 0);
    for &byte in text.trim_ascii() {
        match byte {
            _ if quote != 0 => quote = if byte == quote { 0 } else { quote },
            b'\'' | b'"' => quote = byte,
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b' ' | b'\t' if depth == 0 => {
                if parts.last().is_some_and(|last| !last.is_empty()) {
                    parts.push(Vec::new());
                }
                continue;
            }
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(byte);
        }
    }
    parts
}

/// A body with arguments substituted.
#[derive(Default)]
pub(super) struct Filled {
    pub text: Vec<u8>,
    /// Where parameters were substituted, and their numbers.
    pub parameters: Vec<(usize, usize)>,
}

/// Substitutes arguments for `:1`, `%%1`, `:name`, `%%name`; `:0` is their number. A missing one is -1, but
/// in a repeat nothing is substituted: `:3 nop` is a repeat of its own. None if the result is larger than
/// `room` bytes.
pub(super) fn substitute(
    text: &[u8],
    parameters: &[String],
    arguments: &[Vec<u8>],
    case_sensitive: bool,
    repeat: bool,
    room: usize,
) -> Option<Filled> {
    let mut filled = Filled { text: Vec::with_capacity(text.len() + 32), ..Filled::default() };
    let out = &mut filled.text;
    let mut at = 0;
    while at < text.len() {
        if out.len() > room {
            return None;
        }
        let plain = text[at..].iter().position(|byte| matches!(byte, b':' | b'%')).unwrap_or(text.len() - at);
        out.extend_from_slice(&text[at..at + plain]);
        at += plain;
        let prefix = match text.get(at) {
            Some(b':') => 1,
            Some(b'%') if text.get(at + 1) == Some(&b'%') => 2,
            Some(sign) => {
                out.push(*sign);
                at += 1;
                continue;
            }
            None => break,
        };
        let word = word_at_start(&text[(at + prefix).min(text.len())..]);
        let found = parameter_index(word, parameters, case_sensitive);
        let found = found.filter(|&(index, _)| !repeat || (1..=arguments.len()).contains(&index));
        filled.parameters.extend(found.map(|(index, _)| (out.len(), index)));
        match found {
            Some((0, _)) => out.extend(arguments.len().to_string().bytes()),
            Some((index, _)) => out.extend(arguments.get(index - 1).map_or(&b"-1"[..], Vec::as_slice)),
            None => out.extend(&text[at..at + prefix]),
        }
        at += prefix + found.map_or(0, |(_, used)| used);
    }
    (filled.text.len() <= room).then_some(filled)
}

/// A prefix that may be the name or number of a parameter.
fn word_at_start(text: &[u8]) -> &[u8] {
    let length = text.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'_').count();
    &text[..length]
}

/// The parameter that a word refers to, and how many bytes of the word do so.
fn parameter_index(word: &[u8], parameters: &[String], case_sensitive: bool) -> Option<(usize, usize)> {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits > 0 {
        let number = std::str::from_utf8(&word[..digits]).ok()?.parse().ok()?;
        return (number < 1000).then_some((number, digits));
    }
    let same = |name: &String| {
        if case_sensitive { name.as_bytes() == word } else { name.as_bytes().eq_ignore_ascii_case(word) }
    };
    parameters.iter().position(same).map(|index| (index + 1, word.len()))
}
