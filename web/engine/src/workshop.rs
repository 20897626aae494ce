//! The workshop: assembling what stands in an editor, and the debugger in words.

use front800::assembler::{self, Diagnostic, MemoryFiles, Options, Severity};
use front800::harness::debugging::answer::answer;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::emulator::Emulator;
use crate::{error, json};

/// A source file of an editor.
#[derive(Deserialize)]
struct Source {
    name: String,
    text: String,
}

/// What came of it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    diagnostics: Vec<Diagnostic>,
    /// The listing with cycles, if there is a program.
    listing: Option<String>,
    /// Bytes of the program.
    bytes: usize,
    errors: usize,
}

/// An assembly: the program as a binary-load file, and what the assembler says.
#[wasm_bindgen]
pub struct Assembled {
    report: Report,
    xex: Option<Vec<u8>>,
}

#[wasm_bindgen]
impl Assembled {
    /// Diagnostics, listing, counts, as JSON.
    pub fn report(&self) -> Result<String, JsError> {
        json(&self.report)
    }

    /// The binary-load file; nothing if there are errors.
    pub fn xex(&self) -> Option<Vec<u8>> {
        self.xex.clone()
    }
}

/// Source files from JSON.
pub fn memory_files(files: &str) -> Result<MemoryFiles, JsError> {
    let sources: Vec<Source> = serde_json::from_str(files).map_err(error)?;
    let mut memory = MemoryFiles::default();
    for source in sources {
        memory.add(&source.name, source.text);
    }
    Ok(memory)
}

/// Assembles `main`, one of the files in `files`, JSON: an array of `{"name", "text"}`.
#[wasm_bindgen]
pub fn assemble(files: &str, main: &str) -> Result<Assembled, JsError> {
    let assembly =
        assembler::assemble(&memory_files(files)?, main, &Options { listing: true, ..Options::default() });
    let xex = assembly.output.as_ref().map(assembler::Output::xex);
    let errors = assembly.diagnostics.iter().filter(|wrong| wrong.severity == Severity::Error).count();
    let report = Report {
        listing: assembly.output.as_ref().map(assembler::Output::listing_text),
        bytes: xex.as_ref().map_or(0, Vec::len),
        errors,
        diagnostics: assembly.diagnostics,
    };
    Ok(Assembled { report, xex })
}

#[wasm_bindgen]
impl Emulator {
    /// Carries out a command of the debugger; the answer is a JSON object, or nothing for an empty line.
    pub fn command(&mut self, line: &str) -> Result<Option<String>, JsError> {
        let save = |_: &_, _: &_| Err("a page writes no files; the browser saves the picture".to_string());
        answer(&mut self.debugger, line, &save).map(|answered| json(&answered.value)).transpose()
    }
}
