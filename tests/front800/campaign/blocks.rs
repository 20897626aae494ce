//! The fenced blocks of `docs/campaign.md`.

use std::fs;

/// A fenced block: the words behind the fence, and its text.
pub struct Block {
    pub kind: String,
    pub name: Option<String>,
    pub text: String,
}

/// The blocks of `docs/campaign.md`.
pub fn blocks() -> Vec<Block> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/campaign.md");
    let text = fs::read_to_string(path).unwrap();
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(words) = line.strip_prefix("```") {
            let (kind, name) = words.split_once(' ').map_or((words, None), |(kind, name)| (kind, Some(name)));
            let inside: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block {
                kind: kind.to_string(),
                name: name.map(str::to_string),
                text: inside.join("\n") + "\n",
            });
        }
    }
    blocks
}
