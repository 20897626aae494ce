//! Source files in the protocol's form.

use std::path::Path;

use serde_json::{Value, json};

use crate::titles::Sources;

/// A source file in the protocol's form: on disk, or by a reference if it is built in.
pub(super) fn source(file: &str, sources: &Sources) -> Value {
    let path = Path::new(file);
    let name = path.file_name().map_or(file.into(), |name| name.to_string_lossy());
    match std::path::absolute(path) {
        Ok(absolute) if absolute.exists() => json!({ "name": name, "path": absolute }),
        _ if built_in(file, sources).is_some() => json!({ "name": file, "sourceReference": reference(file) }),
        _ => json!({ "name": file }),
    }
}

/// The source of a request: its path, or else its name.
pub(super) fn source_of(arguments: &Value) -> &str {
    let source = &arguments["source"];
    source["path"].as_str().or(source["name"].as_str()).unwrap_or_default()
}

/// The line of a request, limited to the largest line number.
pub(super) fn line(asked: &Value, key: &str) -> Option<u32> {
    asked[key].as_u64().map(|line| line.try_into().unwrap_or(u32::MAX))
}

/// The text of a file of the operating system or of a built-in program.
pub(super) fn built_in(file: &str, sources: &Sources) -> Option<Vec<u8>> {
    sources.read(&format!("asm/{file}"))
}

/// A number for the name of a built-in file.
pub(super) fn reference(file: &str) -> u32 {
    crc32fast::hash(file.as_bytes()) >> 1 | 1
}
