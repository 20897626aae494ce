//! The fenced blocks of papers.

use std::fs;
use std::path::Path;

/// A fenced block: the words behind the fence, and its text.
pub struct Block {
    pub kind: String,
    pub name: Option<String>,
    pub text: String,
}

/// The blocks of a paper, by its path from the root.
pub fn blocks_of(paper: &str) -> Vec<Block> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(paper)).unwrap();
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
