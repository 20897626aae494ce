//! Splitting a line of a script into words.

/// A word and its place in the line.
#[derive(Clone)]
pub(super) struct Word {
    pub(super) text: String,
    /// From 1, in characters.
    pub(super) column: usize,
}

impl Word {
    /// The number of characters in the line up to its end.
    pub(super) fn end(&self) -> usize {
        self.column - 1 + self.text.chars().count()
    }
}

/// An error: the word that is wrong, and a message.
pub(super) type Wrong = (Word, String);

/// The words of a line up to a comment, which begins with `#` at the beginning of a word.
pub(super) fn words(line: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut inside = false;
    for (index, character) in line.chars().enumerate() {
        if character.is_whitespace() {
            inside = false;
        } else if inside {
            if let Some(word) = words.last_mut() {
                word.text.push(character);
            }
        } else if character == '#' {
            break;
        } else {
            inside = true;
            words.push(Word { text: character.to_string(), column: index + 1 });
        }
    }
    words
}

/// The state of a device, which must not be missing.
pub(super) fn some_state<'a>(device: &Word, states: &'a [Word], expected: &str) -> Result<&'a [Word], Wrong> {
    if states.is_empty() {
        return Err((device.clone(), format!("the state of {} is missing: {expected}", device.text)));
    }
    Ok(states)
}
