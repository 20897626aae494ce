//! What `help()` says is what the stub says: each description in it becomes an arm of the macro `doc!`.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

/// Where the stub is: a source distribution has the package beside the crate.
const STUBS: [&str; 2] = ["front800/_front800.pyi", "../front800/_front800.pyi"];
const QUOTES: &str = "\"\"\"";

fn main() -> Result<(), Box<dyn Error>> {
    let stub = STUBS.into_iter().find(|stub| Path::new(stub).exists()).ok_or("the stub is missing")?;
    println!("cargo::rerun-if-changed={stub}");
    let mut arms = String::new();
    for (name, text) in descriptions(&std::fs::read_to_string(stub)?) {
        writeln!(arms, "    ({name:?}) => {{ {text:?} }};")?;
    }
    let code = format!("/// The description of something that Python sees.\nmacro_rules! doc {{\n{arms}}}\n");
    Ok(std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("docs.rs"), code)?)
}

/// The descriptions of classes (`Machine`), what belongs to them (`Machine.run`), and functions. One begins on the line behind its
/// `class` or the end of its `def`.
fn descriptions(stub: &str) -> Vec<(String, String)> {
    let (mut class, mut name) = (String::new(), String::new());
    let mut found = Vec::new();
    let mut lines = stub.lines();
    while let Some(line) = lines.next() {
        let (text, is_outside) = (line.trim_start(), !line.starts_with(' '));
        if let Some(rest) = text.strip_prefix("class ") {
            class = word(rest);
            name.clone_from(&class);
        } else if let Some(rest) = text.strip_prefix("def ") {
            name = if is_outside { word(rest) } else { format!("{class}.{}", word(rest)) };
        } else if let Some(begun) = text.strip_prefix(QUOTES).filter(|_| !is_outside) {
            let mut description = begun.to_string();
            while !description.contains(QUOTES) {
                description = description + "\n" + lines.next().expect("a description ends");
            }
            found.push((name.clone(), description.replace(QUOTES, "").trim_end().to_string()));
        }
    }
    found
}

/// The word at the beginning of a text.
fn word(text: &str) -> String {
    text.chars().take_while(|&letter| letter.is_alphanumeric() || letter == '_').collect()
}
