//! The programs in `examples`: each prints what its header says.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use libtest_mimic::{Completion, Failed, Trial};

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")
}

/// The examples that read what a campaign says; `clients` runs them.
const CLIENTS: [&str; 1] = ["client"];

/// The names of the examples that are run on their own.
fn names() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("a folder of examples");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let sources = paths.filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let mut names: Vec<String> =
        sources.filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned())).collect();
    names.retain(|name| !CLIENTS.contains(&name.as_str()));
    names.sort();
    names
}

/// What the header says that the program prints: the block of text in it.
fn expected(source: &str) -> Option<String> {
    let (_, block) = source.split_once("//! ```text\n")?;
    let (block, _) = block.split_once("//! ```\n")?;
    Some(
        block
            .lines()
            .map(|line| format!("{}\n", line.trim_start_matches("//!").replacen(' ', "", 1)))
            .collect(),
    )
}

/// Where Cargo puts an example: beside the program itself.
pub fn binary(name: &str) -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_front800"));
    program.with_file_name("examples").join(name).with_extension(std::env::consts::EXE_EXTENSION)
}

fn written(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|metadata| metadata.modified()).ok()
}

/// Whether an example is built as it stands: `cargo test --test suites` builds none.
pub fn is_current(name: &str) -> bool {
    written(&binary(name)) >= written(&folder().join(name).with_extension("rs"))
}

fn check(name: &str) -> Result<Completion, Failed> {
    if !is_current(name) {
        return Ok(Completion::ignored_with("not built; `cargo test` and `cargo build --examples` do"));
    }
    let source = folder().join(name).with_extension("rs");
    let expected = expected(&std::fs::read_to_string(source)?).ok_or("the header has no block of text")?;
    let desk = tempfile::tempdir()?;
    let output = Command::new(binary(name)).current_dir(desk.path()).output()?;
    let (printed, errors) = (String::from_utf8(output.stdout)?, String::from_utf8_lossy(&output.stderr));
    if !output.status.success() || printed.replace('\r', "") != expected {
        return Err(format!("printed\n{printed}{errors}instead of\n{expected}").into());
    }
    Ok(Completion::Completed)
}

pub fn trials() -> Vec<Trial> {
    names()
        .into_iter()
        .map(|name| Trial::ignorable_test(format!("example_{name}"), move || check(&name)))
        .collect()
}
