//! front800 for web pages, through wasm-bindgen: the machine and the assembler.
//!
//! This crate only calls the library and converts data: pictures to RGBA, samples to floats, controls from words of input
//! scripts, everything else to and from JSON.

mod emulator;
mod workshop;

use front800::harness::keys;
use front800::harness::script::parse_line;
use front800::machine::typed::AtariKey;
use serde::Serialize;
use wasm_bindgen::prelude::*;

pub use emulator::{Emulator, is_data_disk, picture_after};

/// A JavaScript error with this text.
fn error(message: impl std::fmt::Display) -> JsError {
    JsError::new(&message.to_string())
}

/// A value as JSON.
fn json(value: &impl Serialize) -> Result<String, JsError> {
    serde_json::to_string(value).map_err(error)
}

/// The names of the built-in programs, as JSON: an array of strings, the wargame first.
#[wasm_bindgen]
pub fn titles() -> Result<String, JsError> {
    let names: Vec<&str> = front800::titles::shelf::SHELF.iter().map(|entry| entry.name).collect();
    json(&names)
}

/// The key of the 800 that types `character`, in the words of an input script: `SHIFT+A`. `shift` says whether the user
/// holds Shift. None if the 800 has no such key.
#[wasm_bindgen]
pub fn typed(character: char, shift: bool) -> Option<String> {
    let AtariKey { code, shift, ctrl } = AtariKey::typed(character, shift)?;
    let name = keys::name(code)?;
    Some(format!("{}{}{name}", if shift { "SHIFT+" } else { "" }, if ctrl { "CTRL+" } else { "" }))
}

/// Checks the words of an input script for a control.
///
/// # Errors
/// Like [`parse_line`].
#[wasm_bindgen(js_name = checkControl)]
pub fn check_control(words: &str) -> Result<(), JsError> {
    parse_line(words).map(drop).map_err(|wrong| error(wrong.message))
}

/// The library's version.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_string()
}
