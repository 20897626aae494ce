//! The examples of the papers that need Python.

use std::process::Command;

use libtest_mimic::{Completion, Failed, Trial};

use crate::blocks::blocks_of;
use crate::started::write_program;

pub fn has_python() -> bool {
    cfg!(unix) && Command::new("python3").arg("--version").output().is_ok()
}

fn run_examples(paper: &str) -> Result<Completion, Failed> {
    if !has_python() {
        return Ok(Completion::ignored_with("there is no python3"));
    }
    let desk = tempfile::tempdir()?;
    let mut run = 0;
    for block in blocks_of(paper) {
        match (block.kind.as_str(), &block.name) {
            ("python", Some(name)) => write_program(&desk.path().join(name), &block.text),
            ("", None) => {
                for line in block.text.lines().filter(|line| line.contains(".py")) {
                    let arguments = line.strip_prefix("front800 ").ok_or("a command of ours")?;
                    let output = Command::new(env!("CARGO_BIN_EXE_front800"))
                        .args(arguments.split(' '))
                        .current_dir(desk.path())
                        .output()?;
                    if !output.status.success() {
                        return Err(format!("{line}: {}", String::from_utf8_lossy(&output.stderr)).into());
                    }
                    for state in output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
                        serde_json::from_slice::<serde_json::Value>(state)?;
                    }
                    run += 1;
                }
            }
            _ => {}
        }
    }
    if run == 0 {
        return Err("no example was found".into());
    }
    Ok(Completion::Completed)
}

pub fn trials() -> Vec<Trial> {
    ["campaign", "match"]
        .map(|paper| {
            Trial::ignorable_test(format!("the_python_examples_of_{paper}_work"), move || {
                run_examples(&format!("docs/{paper}.md"))
            })
        })
        .into()
}
