//! Files are short and in order.

use std::process::Command;

use super::{assert_none, repository, sources};

const MOST_LINES: usize = 600;
const MOST_COLUMNS: usize = 80;

#[test]
fn no_file_is_longer_than_600_lines() {
    let mut found = Vec::new();
    for folder in ["src", "tests", "benches", "asm"] {
        for source in sources(folder, &["rs", "asm", "inc"]) {
            let lines = source.lines().count();
            if lines > MOST_LINES {
                found.push(format!("{}: {lines} lines", source.path));
            }
        }
    }
    assert_none(&found, "a file has one subject and fits in one's head");
}

/// Who calls the library from Python or a page has no flags: the command line names its own (`cli/failed.rs`).
#[test]
fn the_library_does_not_speak_of_flags() {
    let is_flag =
        |text: &str| text.split("--").skip(1).any(|flag| flag.starts_with(|c: char| c.is_ascii_lowercase()));
    let mut found = Vec::new();
    for source in sources("src", &["rs"]) {
        if source.path.starts_with("src/cli") {
            continue;
        }
        let lines = source.lines().take_while(|(_, line)| line.trim() != "#[cfg(test)]");
        let told = lines.filter(|(_, line)| !line.trim_start().starts_with("//") && is_flag(line));
        found.extend(told.map(|(number, line)| format!("{}:{number}: {}", source.path, line.trim())));
    }
    assert_none(&found, "texts of the library name things, not the flags of the command line");
}

#[test]
fn main_does_nothing_itself() {
    let main = std::fs::read_to_string(repository().join("src/main.rs")).unwrap();
    assert!(main.lines().count() < 20);
}

#[test]
fn sources_of_the_6502_are_at_most_80_columns_wide() {
    let mut found = Vec::new();
    for source in sources("asm", &["asm", "inc"]) {
        for (number, line) in source.lines() {
            let columns = line.chars().count();
            if columns > MOST_COLUMNS {
                found.push(format!("{}:{number}: {columns} columns", source.path));
            }
        }
    }
    assert_none(&found, "6502 sources have 80 columns");
}

#[test]
fn lines_end_cleanly() {
    let mut found = Vec::new();
    // Those of Rust are rustfmt's.
    for folder in ["asm", "fonts", "maps"] {
        for source in sources(folder, &["asm", "inc", "txt"]) {
            for (number, line) in source.lines() {
                if line.ends_with([' ', '\t', '\r']) {
                    found.push(format!("{}:{number}", source.path));
                }
            }
        }
    }
    assert_none(&found, "no blanks at the end of a line");
}

/// The subcommands that the binary lists.
fn subcommands() -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_front800")).arg("--help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    help.lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next().map(str::to_string))
        .collect()
}

#[test]
fn every_command_in_the_papers_exists() {
    let known = subcommands();
    assert!(known.iter().any(|name| name == "run"), "{known:?}");
    let mut found = Vec::new();
    for name in ["README.md", "ARCHITECTURE.md"] {
        let Ok(text) = std::fs::read_to_string(repository().join(name)) else { continue };
        for (number, command) in commands(&text) {
            if !known.contains(&command) {
                found.push(format!("{name}:{number}: front800 {command}"));
            }
        }
    }
    assert_none(&found, "commands named in the papers");
}

/// The subcommands used in a paper's code, with their lines: in `code` quotes, and at the
/// beginning of lines (after a prompt) in fenced blocks.
fn commands(text: &str) -> Vec<(usize, String)> {
    let mut commands = Vec::new();
    let mut fenced = false;
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            fenced = !fenced;
        }
        let pieces: Vec<&str> = if fenced {
            vec![line.trim_start_matches(['$', ' '])]
        } else {
            line.split('`').skip(1).step_by(2).collect()
        };
        for piece in pieces {
            let Some(rest) = piece.strip_prefix("front800 ") else { continue };
            let word: String = rest.chars().take_while(char::is_ascii_lowercase).collect();
            if !word.is_empty() {
                commands.push((index + 1, word));
            }
        }
    }
    commands
}

#[test]
fn commands_are_found_in_code_and_not_in_prose() {
    let text =
        "front800 is a library; see `front800 run x` and `front800 --help`.\n```\n$ front800 fly\n```\n";
    assert_eq!(commands(text), [(1, "run".to_string()), (3, "fly".to_string())]);
}
