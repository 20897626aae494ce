//! A command's answer in words.

use serde_json::Value;

/// Keys that every answer has and that the terminal shows anyway.
const KNOWN: [&str; 14] =
    ["command", "arguments", "ok", "cycle", "frame", "line", "beam", "pc", "a", "x", "y", "s", "p", "source"];

/// The lines for everything else in an answer.
pub(super) fn lines(answer: &Value) -> Vec<String> {
    let added = answer.as_object().into_iter().flatten().filter(|(key, _)| !KNOWN.contains(&key.as_str()));
    let mut lines = Vec::new();
    for (key, value) in added {
        match value {
            Value::String(text) => lines.extend(text.lines().map(|line| line.trim_end().to_string())),
            Value::Array(list) if key == "instructions" => lines.extend(list.iter().map(instruction)),
            Value::Array(list) if key == "addresses" => {
                lines.push(format!("at {}", list.iter().map(address).collect::<Vec<_>>().join(", ")));
            }
            Value::Array(list) => lines.extend(list.iter().map(words)),
            Value::Object(_) if key == "stack" => lines.extend(stack(value)),
            Value::Number(_) if key == "from" => {
                let to =
                    Some(&answer["to"]).filter(|to| *to != value).map(|to| format!(" to {}", address(to)));
                lines.push(format!("at {}{}", address(value), to.unwrap_or_default()));
            }
            Value::Number(_) if key == "to" => {}
            Value::Object(_) if key == "writer" || key == "reader" => lines.push(access(key, value)),
            _ => lines.push(format!("{key}: {}", words(value))),
        }
    }
    lines
}

/// A line of a disassembly.
fn instruction(row: &Value) -> String {
    let [label, bytes, text] = ["label", "bytes", "instruction"].map(|name| words(&row[name]));
    format!("{:04X}  {bytes:<6}  {text}  ; {label}", row["address"].as_u64().unwrap_or_default())
}

/// The calls on the stack, innermost first, and its bytes.
fn stack(stack: &Value) -> Vec<String> {
    let call = |call: &Value| {
        let (from, source) = (&call["from"], &call["from"]["source"]);
        let place = match source["file"].as_str() {
            Some(file) => format!(" ({file}:{})", source["line"]),
            None => String::new(),
        };
        let how = match call["interrupt"].as_str() {
            Some(interrupt) => format!("{interrupt} interrupts"),
            None => "from".to_string(),
        };
        format!("{} {how} {}{place}", words(&call["label"]), words(&from["label"]))
    };
    let calls = stack["calls"].as_array().into_iter().flatten().map(call);
    calls.chain([format!("bytes: {}", words(&stack["bytes"]))]).collect()
}

fn address(value: &Value) -> String {
    value.as_u64().map_or_else(|| words(value), |address| format!("${address:04X}"))
}

/// The instruction that wrote or read a byte.
fn access(key: &str, found: &Value) -> String {
    let at = &found["at"];
    let place = |name: &str| words(&at["source"][name]);
    let now = found.get("now").map(|now| format!(", and now {}, by a loader or `set`", byte(now)));
    format!(
        "{key}: {} at {} ({}:{}), cycle {}: {} to {}{}",
        words(&at["instruction"]),
        words(&at["label"]),
        place("file"),
        place("line"),
        found["cycle"],
        byte(&found["old"]),
        byte(&found["new"]),
        now.unwrap_or_default()
    )
}

fn byte(value: &Value) -> String {
    value.as_u64().map_or("?".to_string(), |byte| format!("${byte:02X}"))
}

/// A value without JSON punctuation.
fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(map) => {
            let parts: Vec<String> = map.iter().map(|(key, value)| part(key, value)).collect();
            parts.join(", ")
        }
        Value::Array(list) => list.iter().map(words).collect::<Vec<_>>().join(" "),
        Value::Null => "-".to_string(),
        other => other.to_string(),
    }
}

/// Addresses and bytes in hex, everything else unchanged.
fn part(key: &str, value: &Value) -> String {
    match (key, value.as_u64()) {
        ("address" | "by" | "to" | "at", Some(address)) => format!("{key} ${address:04X}"),
        ("old" | "new", Some(byte)) => format!("{key} ${byte:02X}"),
        ("reason", _) => words(value),
        _ => format!("{key} {}", words(value)),
    }
}
