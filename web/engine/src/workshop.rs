//! The workshop: assembling the text of an editor together with the sources of the titles, drawings of a program's memory and
//! of a frame, and debugger commands.

use front800::assembler::{self, Diagnostic, Files, MemoryFiles, Options, Overlay, Severity};
use front800::harness::charting;
use front800::harness::debugging::answer::answer;
use front800::harness::script::Script;
use front800::harness::session::{Limits, Session};
use front800::inspect::budget::Meter;
use front800::inspect::map::MemoryMap;
use front800::inspect::profile::Profile;
use front800::machine::Machine;
use front800::titles::shelf::{Entry, SHELF};
use front800::titles::{Sources, TitleFiles};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::emulator::Emulator;
use crate::{error, json};

/// The label of the first instruction of a title's vertical blank routine.
const VBI_START: &str = "vbi_start";

/// A source file in the editor.
#[derive(Deserialize)]
struct Source {
    name: String,
    text: String,
}

/// The result of assembling.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    diagnostics: Vec<Diagnostic>,
    /// The listing with cycles, if there is a program.
    listing: Option<String>,
    /// The size of the program in bytes.
    bytes: usize,
    errors: usize,
}

/// The source files of a built-in program.
#[derive(Serialize)]
struct Title {
    name: &'static str,
    main: &'static str,
    files: Vec<String>,
}

/// The result of assembling: the program as a binary load file, and the assembler's report.
#[wasm_bindgen]
pub struct Assembled {
    report: Report,
    xex: Option<Vec<u8>>,
}

#[wasm_bindgen]
impl Assembled {
    /// Diagnostics, listing, size and number of errors, as JSON.
    pub fn report(&self) -> Result<String, JsError> {
        json(&self.report)
    }

    /// The binary load file; None if there are errors.
    pub fn xex(&self) -> Option<Vec<u8>> {
        self.xex.clone()
    }
}

/// Source files from JSON.
fn memory_files(files: &str) -> Result<MemoryFiles, JsError> {
    let sources: Vec<Source> = serde_json::from_str(files).map_err(error)?;
    let mut memory = MemoryFiles::default();
    for source in sources {
        memory.add(&source.name, source.text);
    }
    Ok(memory)
}

/// Calls `act` with the source files from JSON. They take precedence over those of the titles.
pub(crate) fn with_files<T>(
    files: &str,
    act: impl FnOnce(&dyn Files) -> Result<T, JsError>,
) -> Result<T, JsError> {
    let memory = memory_files(files)?;
    let sources = Sources::embedded();
    let assets = sources.assets().map_err(error)?;
    act(&Overlay(&memory, &TitleFiles::new(&sources, &assets)))
}

/// The title whose main source this is.
fn title_of(main: &str) -> Option<&'static Entry> {
    SHELF.iter().find(|entry| entry.source == main)
}

/// The labels that are predefined when `main` is assembled: those of the title whose main source it is.
pub(crate) fn defines(main: &str) -> Vec<(String, i64)> {
    let given = title_of(main).map_or(&[][..], |entry| entry.defines);
    given.iter().map(|&(name, value)| (name.to_string(), value)).collect()
}

/// The source files of the titles, as JSON: an array of `{"name", "main", "files"}`.
#[wasm_bindgen(js_name = titleFiles)]
pub fn title_files() -> Result<String, JsError> {
    let sources = Sources::embedded();
    // Several editions share a source; list only the first of them.
    let firsts =
        SHELF.iter().filter(|entry| title_of(entry.source).is_some_and(|first| first.name == entry.name));
    let titles = firsts.map(|entry| {
        let files = sources.files_of(entry).map_err(error)?;
        Ok(Title { name: entry.name, main: entry.source, files })
    });
    json(&titles.collect::<Result<Vec<_>, JsError>>()?)
}

/// The text of one of these files; None if there is no such file.
#[wasm_bindgen(js_name = titleFile)]
pub fn title_file(name: &str) -> Option<String> {
    String::from_utf8(Sources::embedded().read(&format!("asm/{name}"))?).ok()
}

/// Assembles `main`, which is a file in `files` or of a title. `files` is JSON: an array of `{"name", "text"}`.
#[wasm_bindgen]
pub fn assemble(files: &str, main: &str) -> Result<Assembled, JsError> {
    let options = Options { listing: true, defines: defines(main), ..Options::default() };
    let assembly = with_files(files, |files| Ok(assembler::assemble(files, main, &options)))?;
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
    /// A memory map of the program: an SVG document whose links lead to `file#Lline`.
    pub fn map(&self) -> String {
        MemoryMap::new(self.program.blocks()).svg(&self.program.name)
    }

    /// A chart, as SVG, of who has the bus in each cycle of a frame. A copy of the machine runs the next `frames`; the chart shows
    /// the frame with the longest vertical blank routine. None if not one whole frame ran.
    pub fn chart(&self, frames: u32) -> Option<String> {
        let symbols = &self.program.symbols;
        let vbi_start = symbols.address(VBI_START).ok();
        let mut session = Session::new(self.copy(), Script::default());
        let mut meter = Meter::new(session.machine(), vbi_start);
        session.run(&Limits::frames(frames.into()), &mut meter);
        let chart = charting::chart(self.copy(), Script::default(), frames.into(), vbi_start, &meter)?;
        Some(chart.svg(symbols))
    }

    /// A profile of the next `frames`, which a copy of the machine runs: a line for each call stack (`[start];main;draw`), with a
    /// blank and the machine cycles spent there.
    pub fn profile(&self, frames: u32) -> String {
        let mut session = Session::new(self.copy(), Script::default());
        let mut profile = Profile::new();
        session.run(&Limits::frames(frames.into()), &mut profile);
        profile.count(session.machine());
        profile.folded(&self.program.symbols)
    }
}

impl Emulator {
    /// A copy of the machine that runs ahead without picture and sound.
    fn copy(&self) -> Machine {
        let mut machine = self.debugger.machine().clone();
        machine.set_drawing(false);
        machine.set_audio(None);
        machine
    }
}

#[wasm_bindgen]
impl Emulator {
    /// Carries out a debugger command. The answer is a JSON object, or None for an empty line.
    pub fn command(&mut self, line: &str) -> Result<Option<String>, JsError> {
        let save = |_: &_, _: &_| Err("a page writes no files; the browser saves the picture".to_string());
        answer(self.knowing_debugger(), line, &save).map(|answered| json(&answered.value)).transpose()
    }
}
