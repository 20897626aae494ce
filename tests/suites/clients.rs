//! The programs in `examples` that play campaigns over pipes: one in Rust, one in Python, with the same plan.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Completion, Failed, Trial};

use crate::examples::{binary, folder, is_current};
use crate::papers::has_python;

/// The lines of a campaign in which a side is played by somebody.
fn play(side: &str, who: &Path) -> Result<String, Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_front800"))
        .args(["campaign", "--random", "lcg:1", "--turns", "4", side])
        .arg(who)
        .output()?;
    match output.status.success() {
        true => Ok(String::from_utf8(output.stdout)?),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
    }
}

fn plays(side: &str, client: &Path) -> Result<String, Failed> {
    let lines = play(side, client)?;
    if lines == play(side, Path::new("idle"))? {
        return Err(format!("{side}: it plays as if it did nothing").into());
    }
    Ok(lines)
}

fn rust() -> Result<Completion, Failed> {
    if !is_current("client") {
        return Ok(Completion::ignored_with("not built; `cargo test` and `cargo build --examples` do"));
    }
    plays("--german", &binary("client"))?;
    plays("--russian", &binary("client"))?;
    Ok(Completion::Completed)
}

fn python() -> Result<Completion, Failed> {
    if !has_python() {
        return Ok(Completion::ignored_with("there is no python3"));
    }
    for side in ["--german", "--russian"] {
        let lines = plays(side, &folder().join("client.py"))?;
        if is_current("client") && lines != play(side, &binary("client"))? {
            return Err(format!("{side}: the client in Rust plays otherwise").into());
        }
    }
    Ok(Completion::Completed)
}

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::ignorable_test("the_client_in_rust_plays", rust),
        Trial::ignorable_test("the_client_in_python_plays", python),
    ]
}
