//! Sources with their definitions behind everything else.

/// What begins a block in which nothing is moved by itself.
const OPENERS: [&str; 15] = [
    ".macro", ".struct", ".enum", ".proc", ".local", ".rept", ".if", ".ifdef", ".ifndef", "ift", ".array",
    "#if", "#while", ".test", ".pages",
];
const CLOSERS: [&str; 15] = [
    ".endm", ".ends", ".ende", ".endp", ".endl", ".endr", ".endif", "eif", ".enda", "#end", ".end", ".mend",
    ".pend", ".endtest", ".endpg",
];
/// Blocks that are definitions themselves.
const DEFINING: [&str; 3] = [".macro", ".struct", ".enum"];

/// What is moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moved {
    /// `name = value` and `.extrn`.
    Values,
    /// Those, and macros, structures and enumerations.
    Blocks,
}

/// The text with its outermost definitions at the end, in their order; nothing if it has none.
pub fn moved(text: &str, what: Moved) -> Option<String> {
    let (mut rest, mut definitions) = (String::new(), String::new());
    let (mut depth, mut is_definition) = (0_usize, false);
    for line in text.lines() {
        let lower = line.to_ascii_lowercase();
        let words = || lower.split_whitespace().take(2);
        if depth == 0 {
            let is_block = words().any(|word| DEFINING.contains(&word));
            is_definition = is_value(line)
                || words().next() == Some(".extrn") && line.starts_with([' ', '\t'])
                || is_block && what == Moved::Blocks;
        }
        depth += words().filter(|word| OPENERS.contains(word)).count();
        depth -= words().filter(|word| CLOSERS.contains(word)).count().min(depth);
        let part = if is_definition { &mut definitions } else { &mut rest };
        *part += line;
        part.push('\n');
    }
    (!definitions.is_empty()).then(|| rest + &definitions)
}

/// `name = value` in column 1, where the value is not one of this place.
fn is_value(line: &str) -> bool {
    let name = line.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    let rest = line[name..].trim_start();
    let starts = line.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    let value = rest.strip_prefix('=').filter(|value| !value.starts_with('='));
    starts && value.is_some_and(|value| !value.contains(['*', '@', '#', '?', '\\', '{', '.', ':']))
}
