//! Code lenses with the proved bounds of procedures, and code actions from the assembler's suggestions.

use serde_json::{Value, json};

use super::project::{Project, range_of};
use super::words;
use crate::assembler::paths::PathSearch;
use crate::assembler::paths::stack::DepthSearch;
use crate::assembler::{Block, BlockKind, Suggestion, counted};

/// `codeLens`: the maximum number of cycles of each procedure in a source, if proved, and its budget.
pub(super) fn lenses(project: &Project, path: &str) -> Option<Value> {
    let output = project.program(path)?;
    let procedures = output.blocks.iter().filter(|block| block.kind == BlockKind::Proc && block.file == path);
    let followed = output.control_flow();
    let (mut paths, mut depths) = (PathSearch::new(&followed), DepthSearch::new(&followed));
    let lens = |block: &Block| {
        let mut facts = match block.is_replaced {
            true => vec!["other bytes are loaded over it".to_owned()],
            false => proved(block, &mut paths, &mut depths),
        };
        facts.push(counted(block.end.saturating_sub(block.start.into()), "byte"));
        let range = words::beginning(block.line.saturating_sub(1) as usize);
        json!({ "range": range, "command": { "title": facts.join(", "), "command": "" } })
    };
    Some(json!(procedures.map(lens).collect::<Vec<_>>()))
}

/// What is proved about a procedure: its cycles and its stack use.
fn proved(block: &Block, paths: &mut PathSearch, depths: &mut DepthSearch) -> Vec<String> {
    let cycles = match (paths.longest(block.start), block.budget) {
        (Ok(path), Some(budget)) => Some(format!("at most {} of {budget} cycles", path.cycles)),
        (Ok(path), None) => Some(format!("at most {} cycles", path.cycles)),
        (Err(reason), Some(budget)) => Some(format!("budget of {budget} cycles not proved: {reason}")),
        (Err(_), None) => None,
    };
    let stack = depths.deepest(block.start).ok().map(|depth| {
        let system = if depth.leaves { " + system" } else { "" };
        format!("{} of stack{system}", depth.bytes)
    });
    cycles.into_iter().chain(stack).collect()
}

/// `codeAction`: suggestions for the diagnostics that the editor shows at the cursor; if it sends none, for
/// those in the lines.
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
