//! As much of JSON Schema as `docs/campaign.md` uses.

use serde_json::Value;

/// What is wrong with `value`, with the way to it.
pub fn check(schema: &Value, value: &Value) -> Result<(), String> {
    at("$", schema, value)
}

fn at(path: &str, schema: &Value, value: &Value) -> Result<(), String> {
    let rules = schema.as_object().ok_or(format!("{path}: the schema is no object"))?;
    for (keyword, rule) in rules {
        let kept = match keyword.as_str() {
            "$schema" | "title" | "description" => true,
            "type" => types(rule).any(|name| is(name, value)),
            "enum" => rule.as_array().is_some_and(|values| values.contains(value)),
            "minimum" => value.as_i64().is_none_or(|number| Some(number) >= rule.as_i64()),
            "maximum" => value.as_i64().is_none_or(|number| Some(number) <= rule.as_i64()),
            "minItems" => value.as_array().is_none_or(|items| Some(items.len() as u64) >= rule.as_u64()),
            "maxItems" => value.as_array().is_none_or(|items| Some(items.len() as u64) <= rule.as_u64()),
            "pattern" => value.as_str().is_none_or(|text| matches(rule.as_str().unwrap_or(""), text)),
            "required" => rule.as_array().is_some_and(|names| {
                names.iter().all(|name| name.as_str().is_some_and(|name| value.get(name).is_some()))
            }),
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    at(&format!("{path}[{index}]"), rule, item)?;
                }
                true
            }
            "properties" => {
                for (name, schema) in rule.as_object().into_iter().flatten() {
                    if let Some(member) = value.get(name) {
                        at(&format!("{path}.{name}"), schema, member)?;
                    }
                }
                true
            }
            "additionalProperties" => {
                let known =
                    |name: &String| rules.get("properties").is_some_and(|all| all.get(name).is_some());
                for (name, member) in value.as_object().into_iter().flatten().filter(|entry| !known(entry.0))
                {
                    match rule {
                        Value::Bool(false) => return Err(format!("{path}: unknown member {name}")),
                        schema => at(&format!("{path}.{name}"), schema, member)?,
                    }
                }
                true
            }
            "propertyNames" => {
                for name in value.as_object().into_iter().flat_map(|members| members.keys()) {
                    at(&format!("{path} member"), rule, &Value::String(name.clone()))?;
                }
                true
            }
            other => return Err(format!("{path}: {other} is a keyword this test does not know")),
        };
        if !kept {
            return Err(format!("{path}: {value} is against {keyword} {rule}"));
        }
    }
    Ok(())
}

fn types(rule: &Value) -> impl Iterator<Item = &str> {
    let list = rule.as_array().map(Vec::as_slice).unwrap_or(std::slice::from_ref(rule));
    list.iter().filter_map(Value::as_str)
}

fn is(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => false,
    }
}

/// The patterns in use: `^`, sets of characters with counts, single characters, `$`.
fn matches(pattern: &str, text: &str) -> bool {
    let pattern = pattern.strip_prefix('^').and_then(|rest| rest.strip_suffix('$')).expect("^...$");
    let mut text = text.chars().peekable();
    let mut rest = pattern;
    while !rest.is_empty() {
        let (set, after) = match rest.strip_prefix('[') {
            Some(inside) => inside.split_once(']').expect("a set has an end"),
            None => rest.split_at(1),
        };
        let (least, most, after) = match after.strip_prefix('{') {
            Some(inside) => {
                let (counts, after) = inside.split_once('}').expect("counts have an end");
                let (least, most) = counts.split_once(',').unwrap_or((counts, counts));
                (least.parse().expect("a count"), most.parse().expect("a count"), after)
            }
            None => (1, 1, after),
        };
        let mut found = 0;
        while found < most && text.peek().is_some_and(|&letter| in_set(set, letter)) {
            text.next();
            found += 1;
        }
        if found < least {
            return false;
        }
        rest = after;
    }
    text.next().is_none()
}

fn in_set(set: &str, letter: char) -> bool {
    let set: Vec<char> = set.chars().collect();
    match set[..] {
        [first, '-', last] => (first..=last).contains(&letter),
        _ => set.contains(&letter),
    }
}

#[test]
fn patterns_match_whole_texts() {
    assert!(matches("^[NESW]{0,8}$", "") && matches("^[NESW]{0,8}$", "NESWNESW"));
    assert!(!matches("^[NESW]{0,8}$", "NESWNESWN") && !matches("^[NESW]{0,8}$", "NX"));
    assert!(matches("^[0-9]{4}-[0-9]{2}$", "1941-06") && !matches("^[0-9]{4}-[0-9]{2}$", "1941-6"));
}

#[test]
fn a_value_against_its_schema_is_found() {
    let schema: Value = serde_json::from_str(
        r#"{"type": "object", "required": ["a"], "additionalProperties": false,
            "properties": {"a": {"type": "array", "items": {"type": "integer", "maximum": 3}}}}"#,
    )
    .unwrap();
    let checked = |text: &str| check(&schema, &serde_json::from_str(text).unwrap());
    assert_eq!(checked(r#"{"a": [1, 3]}"#), Ok(()));
    for wrong in ["[]", "{}", r#"{"a": 1}"#, r#"{"a": [4]}"#, r#"{"a": [], "b": 1}"#] {
        assert!(checked(wrong).is_err(), "{wrong}");
    }
}
