//! The words that a line of a script consists of.

/// A word of a line and where it stands.
#[derive(Clone)]
pub(super) struct Word {
    pub(super) text: String,
    /// From 1, in characters.
    pub(super) column: usize,
}

impl Word {
    /// How many characters of the line stand before what is behind it.
    pub(super) fn end(&self) -> usize {
        self.column - 1 + self.text.chars().count()
    }
}

/// What is wrong with a line, and at which word.
pub(super) type Wrong = (Word, String);

/// The words of a line up to a comment. `#` begins a comment where a word would begin.
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

/// The state of a device, of which there must be one.
pub(super) fn some_state<'a>(device: &Word, states: &'a [Word], expected: &str) -> Result<&'a [Word], Wrong> {
    if states.is_empty() {
        return Err((device.clone(), format!("the state of {} is missing: {expected}", device.text)));
    }
    Ok(states)
}
