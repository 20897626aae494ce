//! Compares a report with an earlier one.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::report::Report;

/// Values that are compared: their path in a handler's JSON, and their description.
const FIGURES: [(&str, &str); 6] = [
    ("/cpu_cycles/max", "maximum CPU cycles"),
    ("/own_cycles/max", "maximum machine cycles of its own"),
    ("/elapsed_cycles/max", "maximum machine cycles"),
    ("/static/cpu_cycles", "CPU cycles proved"),
    ("/static/elapsed_cycles", "machine cycles proved"),
    ("/slack_cycles", "least slack"),
];

/// A value that has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The handler.
    pub name: String,
    /// Description of the value.
    pub figure: &'static str,
    /// Its earlier value, if it had one.
    pub before: Option<i64>,
    /// Its present value.
    pub now: Option<i64>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let figure = |value: Option<i64>| value.map_or_else(|| "none".to_owned(), |value| value.to_string());
        write!(f, "{}: {} {} -> {}", self.name, self.figure, figure(self.before), figure(self.now))?;
        match (self.before, self.now) {
            (Some(before), Some(now)) => write!(f, " ({:+})", now - before),
            _ => Ok(()),
        }
    }
}

/// All values that differ from those in an earlier report's JSON document.
///
/// # Errors A sentence, if the document is not a report.
pub fn compare(earlier: &str, report: &Report) -> Result<Vec<Change>, String> {
    let earlier: Value =
        serde_json::from_str(earlier).map_err(|error| format!("no JSON document: {error}"))?;
    let now = serde_json::to_value(report).map_err(|error| error.to_string())?;
    let handlers = |document: &Value| document.get("handlers").and_then(Value::as_array).cloned();
    let before = handlers(&earlier).ok_or("it is not a budget report in JSON: it has no `handlers`")?;
    let now = handlers(&now).unwrap_or_default();
    let name = |handler: &Value| handler.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    let find = |list: &[Value], wanted: &str| list.iter().find(|handler| name(handler) == wanted).cloned();
    let mut names: Vec<String> = before.iter().chain(&now).map(name).collect();
    names.sort();
    names.dedup();
    let mut changes = Vec::new();
    for name in names {
        let (old, new) = (find(&before, &name), find(&now, &name));
        for (place, figure) in FIGURES {
            let value = |handler: &Option<Value>| handler.as_ref()?.pointer(place)?.as_i64();
            let (before, now) = (value(&old), value(&new));
            if before != now {
                changes.push(Change { name: name.clone(), figure, before, now });
            }
        }
    }
    Ok(changes)
}
