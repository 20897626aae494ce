//! Programs that a test writes and the system starts.
#![cfg_attr(not(unix), allow(dead_code, reason = "scripts are started on Unix"))]

use std::path::Path;
use std::process::Command;

/// Writes a program that the system can start. A process of its own puts it there: what is begun from another thread
/// meanwhile would hold a file that this one writes, until it has become its program, and a file that somebody writes is not started.
pub fn write_program(path: &Path, text: &str) {
    let written = path.with_extension("text");
    std::fs::write(&written, text).expect("a file");
    let put = Command::new("install").args(["-m", "755"]).args([&written, path]).status();
    assert!(put.expect("install").success(), "{}", path.display());
    std::fs::remove_file(written).expect("a file");
}
