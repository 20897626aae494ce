//! A launch request: the options of `front800 debug`, as JSON values.

use std::path::Path;

use serde_json::Value;

use crate::cli::debug::{begin_with, debugger};
use crate::cli::failed::{NotAssembled, told};
use crate::cli::options::MachineOptions;
use crate::cli::source::SourceOptions;
use crate::cli::target::{Form, TargetOptions};
use crate::debug::debugger::Debugger;
use crate::titles::Sources;

/// A debugger with the program in it, and where the sources of built-in programs are.
pub(super) fn launch(arguments: &Value) -> Result<(Debugger, Sources), String> {
    let said = |error: anyhow::Error| told(&error);
    let name = text(arguments, "program")?.ok_or("launch: `program` is missing: a file or a title")?;
    let options = MachineOptions::read(&words(arguments, "options", "[\"--ram\", \"16\"]")?)?;
    options.disks.write_nothing().map_err(said)?;
    let target = TargetOptions::of(name).with(source_options(arguments)?).in_form(form(arguments)?);
    let target = target.open(&options).map_err(|error| match error.is::<NotAssembled>() {
        // The assembler's messages have been shown already, and the editor displays them.
        true => format!("{name} has errors: see the debug console"),
        false => told(&error),
    })?;
    let (mut machine, mut files) = target.switch_on().map_err(said)?;
    let script = text(arguments, "input")?.map(Path::new);
    let script = target.input(script, &mut machine, &mut files).map_err(said)?;
    if let Some(state) = text(arguments, "load")? {
        begin_with(Path::new(state), &mut machine).map_err(said)?;
    }
    Ok((debugger(&target.program, machine, &script), options.sources()))
}

/// The string of a key, if it is present.
fn text<'a>(arguments: &'a Value, key: &str) -> Result<Option<&'a str>, String> {
    match &arguments[key] {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text)),
        _ => Err(format!("launch: `{key}` must be a string")),
    }
}

/// The list of words of a key; an absent list is empty.
fn words<'a>(arguments: &'a Value, key: &str, example: &str) -> Result<Vec<&'a str>, String> {
    let words = match &arguments[key] {
        Value::Null => Some(Vec::new()),
        words => words.as_array().and_then(|words| words.iter().map(Value::as_str).collect()),
    };
    words.ok_or_else(|| format!("launch: `{key}` must be a list of strings, such as {example}"))
}

/// The options for assembling a source.
fn source_options(arguments: &Value) -> Result<SourceOptions, String> {
    let wrong = "launch: `defines` must map names to whole numbers, such as {\"LEVEL\": 3}";
    let defines = match &arguments["defines"] {
        Value::Null => Vec::new(),
        Value::Object(defines) => defines
            .iter()
            .map(|(name, value)| Some((name.as_str(), value.as_i64()?)))
            .collect::<Option<Vec<_>>>()
            .ok_or(wrong)?,
        _ => return Err(wrong.to_string()),
    };
    Ok(SourceOptions::new(&defines, &words(arguments, "include", "[\"lib\"]")?))
}

fn form(arguments: &Value) -> Result<Option<Form>, String> {
    match text(arguments, "form")? {
        None => Ok(None),
        Some("xex") => Ok(Some(Form::Xex)),
        Some("cart") => Ok(Some(Form::Cart)),
        Some(other) => Err(format!("launch: `form` is `xex` or `cart`, not `{other}`")),
    }
}
