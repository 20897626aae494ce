//! What is offered above procedures and for diagnostics: the proved bound of a procedure, and the help of a message as
//! a change of the text.

use serde_json::{Value, json};

use super::project::Project;
use super::words;
use crate::assembler::BlockKind;

/// The most cycles that each procedure of a source takes, where that is proved, and its budget.
pub(super) fn lenses(project: &Project, path: &str) -> Option<Value> {
    let output = project.program(path)?;
    let procedures = output.blocks.iter().filter(|block| block.kind == BlockKind::Proc && block.file == path);
    let lens = |block: &crate::assembler::Block| {
        let bytes = block.end.saturating_sub(block.start.into());
        let mut title = match (output.longest_path(block.start), block.budget) {
            (Ok(path), Some(budget)) => format!("at most {} of {budget} cycles", path.cycles),
            (Ok(path), None) => format!("at most {} cycles", path.cycles),
            (Err(reason), Some(budget)) => format!("budget of {budget} cycles not proved: {reason}"),
            (Err(_), None) => String::new(),
        };
        if let Ok(depth) = output.stack_depth(block.start) {
            let system = if depth.leaves { " + system" } else { "" };
            title += &format!("{}{} of stack{system}", if title.is_empty() { "" } else { ", " }, depth.bytes);
        }
        let separator = if title.is_empty() { "" } else { ", " };
        let range = words::beginning(block.line.saturating_sub(1) as usize);
        json!({ "range": range, "command": { "title": format!("{title}{separator}{bytes} bytes"), "command": "" } })
    };
    Some(json!(procedures.map(lens).collect::<Vec<_>>()))
}

/// A change of the text.
struct Edit {
    title: String,
    range: lsp_types::Range,
    text: String,
}

/// What the help of the diagnostics at the cursor proposes.
pub(super) fn actions(project: &Project, path: &str, uri: &str, params: &Value) -> Option<Value> {
    let diagnostics = params.pointer("/context/diagnostics")?.as_array()?;
    let mut found = Vec::new();
    for diagnostic in diagnostics {
        let message = diagnostic.get("message").and_then(Value::as_str).unwrap_or_default();
        let Some((_, help)) = message.split_once('\n') else { continue };
        let Ok(range) = serde_json::from_value(diagnostic.get("range").cloned().unwrap_or_default()) else {
            continue;
        };
        for Edit { title, range, text } in edits(project, path, range, help) {
            let change = json!({ "changes": { uri: [{ "range": range, "newText": text }] } });
            found.push(
                json!({ "title": title, "kind": "quickfix", "diagnostics": [diagnostic], "edit": change }),
            );
        }
    }
    Some(json!(found))
}

/// Changes that a help text asks for.
fn edits(project: &Project, path: &str, range: lsp_types::Range, help: &str) -> Vec<Edit> {
    let number = range.start.line as usize;
    let line = project.line(path, number).unwrap_or_default();
    let quoted: Vec<&str> = help.split('`').skip(1).step_by(2).collect();
    let edit =
        |title: &str, range, text: &str| Edit { title: title.to_owned(), range, text: text.to_owned() };
    let start = words::column(&line, range.start.character as usize);
    let part = |from, to| words::range(&line, number, from, to);
    if help.starts_with("did you mean") || help.starts_with("it is known within its block") {
        let replace = |name: &&str| edit(&format!("write `{name}`"), range, name);
        return quoted.iter().map(replace).collect();
    }
    match quoted.first() {
        // A branch too far: the mnemonic stands before its operand.
        Some(jump) if help.starts_with("use `j") => {
            let branch = format!("b{}", &jump[1..]);
            let places = words::places(&line, &branch).into_iter().rfind(|&(_, end)| end <= start);
            let place = |(from, to)| edit(&format!("use `{jump}`"), part(from, to), jump);
            places.map(place).into_iter().collect()
        }
        Some(closer) if help.starts_with("close it with") => {
            let end = project.text(path).map_or(0, |text| text.lines().count());
            let title = format!("add `{closer}` at the end");
            vec![edit(&title, words::beginning(end), &format!(" {closer}\n"))]
        }
        Some(_) if help.starts_with("write `#` before") => vec![edit("write `#`", part(start, start), "#")],
        Some(_) if help.starts_with("leave the `#` out") => {
            let sign = line.chars().position(|character| character == '#');
            sign.map(|at| edit("leave the `#` out", part(at, at + 1), "")).into_iter().collect()
        }
        _ if help.ends_with("indent the statement") => {
            vec![edit("indent the statement", words::beginning(number), "        ")]
        }
        Some(_) if help.starts_with("begin with `org") => {
            vec![edit("begin with `org $2000`", words::beginning(0), "        org $2000\n")]
        }
        _ => Vec::new(),
    }
}
