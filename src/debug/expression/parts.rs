//! Splitting a condition into the conditions that it joins.

/// The parts that `&&`, `||` and `!` join, in order and without surrounding brackets; the condition itself if it is a
/// single one.
///
/// # Examples
///
/// ```
/// use front800::debug::expression::parts;
///
/// assert_eq!(parts("a == 1 && !(x < 2 || y)"), ["a == 1", "x < 2", "y"]);
/// assert_eq!(parts("(a & 1) == 0"), ["(a & 1) == 0"]);
/// ```
pub fn parts(condition: &str) -> Vec<&str> {
    let (mut found, mut waiting) = (Vec::new(), vec![condition]);
    while let Some(part) = waiting.pop() {
        let part = part.trim();
        if let Some((left, right)) = divided(part) {
            waiting.extend([right, left]);
        } else if let Some(inside) = unwrapped(part) {
            waiting.push(inside);
        } else {
            found.push(part);
        }
    }
    found
}

/// Both sides of the first such operator outside brackets.
fn divided(text: &str) -> Option<(&str, &str)> {
    let at = outside(text).find(|&at| matches!(text.as_bytes().get(at..at + 2), Some(b"&&" | b"||")))?;
    Some((&text[..at], &text[at + 2..]))
}

/// The inside of brackets that enclose everything, perhaps after `!`.
fn unwrapped(text: &str) -> Option<&str> {
    let bracketed = text.trim_start_matches(|sign: char| sign == '!' || sign.is_ascii_whitespace());
    let inside = bracketed.strip_prefix('(')?.strip_suffix(')')?;
    // The first bracket is closed by the last one if no byte is outside.
    outside(bracketed).next().is_none().then_some(inside)
}

/// The positions outside brackets and quoted characters.
fn outside(text: &str) -> impl Iterator<Item = usize> {
    let (bytes, mut depth, mut at) = (text.as_bytes(), 0_usize, 0);
    std::iter::from_fn(move || {
        while let Some(&byte) = bytes.get(at) {
            at += if byte == b'\'' { 3 } else { 1 };
            match byte {
                b'\'' => {}
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ if depth == 0 => return Some(at - 1),
                _ => {}
            }
        }
        None
    })
}
