//! What is offered above procedures and for diagnostics: the proved bound of a procedure, and what the assembler suggests
//! as a change of the text.

use serde_json::{Value, json};

use super::project::{Project, range_of};
use super::words;
use crate::assembler::paths::PathSearch;
use crate::assembler::paths::stack::DepthSearch;
use crate::assembler::{BlockKind, Suggestion, counted};

/// The most cycles that each procedure of a source takes, where that is proved, and its budget.
pub(super) fn lenses(project: &Project, path: &str) -> Option<Value> {
    let output = project.program(path)?;
    let procedures = output.blocks.iter().filter(|block| block.kind == BlockKind::Proc && block.file == path);
    let followed = output.followed();
    let (mut paths, mut depths) = (PathSearch::new(&followed), DepthSearch::new(&followed));
    let lens = |block: &crate::assembler::Block| {
        let bytes = counted(block.end.saturating_sub(block.start.into()), "byte");
        let mut title = match (paths.longest(block.start), block.budget) {
            _ if block.is_replaced => "other bytes are loaded over it".to_owned(),
            (Ok(path), Some(budget)) => format!("at most {} of {budget} cycles", path.cycles),
            (Ok(path), None) => format!("at most {} cycles", path.cycles),
            (Err(reason), Some(budget)) => format!("budget of {budget} cycles not proved: {reason}"),
            (Err(_), None) => String::new(),
        };
        if let Ok(depth) = depths.deepest(block.start)
            && !block.is_replaced
        {
            let system = if depth.leaves { " + system" } else { "" };
            title += &format!("{}{} of stack{system}", if title.is_empty() { "" } else { ", " }, depth.bytes);
        }
        let separator = if title.is_empty() { "" } else { ", " };
        let range = words::beginning(block.line.saturating_sub(1) as usize);
        json!({ "range": range, "command": { "title": format!("{title}{separator}{bytes}"), "command": "" } })
    };
    Some(json!(procedures.map(lens).collect::<Vec<_>>()))
}

/// What would help with the diagnostics that the editor shows at the cursor, or if it names none with those of the lines there.
pub(super) fn actions(project: &Project, path: &str, uri: &str, params: &Value) -> Option<Value> {
    let named = params.pointer("/context/diagnostics").and_then(Value::as_array);
    let here = || {
        let range = serde_json::from_value(params.get("range")?.clone()).ok()?;
        Some(project.helped(path, range).into_iter().map(|diagnostic| json!(diagnostic)).collect())
    };
    let diagnostics = match named {
        Some(named) if !named.is_empty() => named.clone(),
        _ => here().unwrap_or_default(),
    };
    let mut found = Vec::new();
    for diagnostic in &diagnostics {
        let message = diagnostic.get("message").and_then(Value::as_str).unwrap_or_default();
        let Ok(range) = serde_json::from_value(diagnostic.get("range").cloned().unwrap_or_default()) else {
            continue;
        };
        for Suggestion { title, location, text } in project.suggestions(path, range, message) {
            let change = json!({ "changes": { uri: [{ "range": range_of(location), "newText": text }] } });
            found.push(
                json!({ "title": title, "kind": "quickfix", "diagnostics": [diagnostic], "edit": change }),
            );
        }
    }
    Some(json!(found))
}
