//! A folder uses only what the invariants in `src/lib.rs` let it use.

use std::collections::{BTreeMap, BTreeSet};

use super::{Source, assert_none, code, repository, sources};

/// What every room may use, by room.
type Layers = BTreeMap<String, BTreeSet<String>>;

/// Reads the numbered invariants: `3. `media` uses nothing: …`, `5. `assembler` uses `cpu` and
/// `media`.`, `9. `harness` uses all of the above.`, `11. `cli` may use everything; …`.
fn layers(library: &str) -> Layers {
    let rooms: Vec<String> = library
        .lines()
        .filter_map(|line| Some(line.strip_prefix("pub mod ")?.trim_end_matches(';').to_string()))
        .collect();
    let mut layers = Layers::new();
    for line in library.lines() {
        let Some(rule) = line.strip_prefix("//! ").and_then(|line| line.split_once(". `")) else { continue };
        if rule.0.parse::<u32>().is_err() {
            continue;
        }
        let Some((room, rest)) = rule.1.split_once('`') else { continue };
        let sentence = rest.split(['.', ';', ':']).next().unwrap_or("");
        let named: BTreeSet<String> = sentence.split('`').skip(1).step_by(2).map(str::to_string).collect();
        let allowed = if sentence.contains("everything") {
            rooms.iter().cloned().collect()
        } else if sentence.contains("all of the above") {
            layers.keys().cloned().collect()
        } else {
            named
        };
        layers.insert(room.to_string(), allowed);
    }
    layers
}

/// The rooms that a line of code names: `crate::room` and `crate::{room, room::thing}`.
fn rooms_named(line: &str) -> Vec<String> {
    let mut rooms = Vec::new();
    for after in code(line).split("crate::").skip(1) {
        let word = |text: &str| -> String {
            text.trim().chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
        };
        match after.strip_prefix('{') {
            Some(list) => rooms.extend(outer_items(list).iter().map(|item| word(item))),
            None => rooms.push(word(after)),
        }
    }
    rooms
}

/// The items of a `{…}` list that do not stand in a list within it.
fn outer_items(list: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut depth = 0;
    for character in list.chars() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => items.push(String::new()),
            other if depth == 0 => items.last_mut().unwrap().push(other),
            _ => {}
        }
    }
    items
}

fn room_of(path: &str) -> &str {
    let name = path.trim_start_matches("src/");
    name.split(['/', '.']).next().unwrap_or("")
}

fn violations(source: &Source, layers: &Layers) -> Vec<String> {
    let room = room_of(&source.path);
    if matches!(room, "lib" | "main") {
        return Vec::new();
    }
    let Some(allowed) = layers.get(room) else {
        return vec![format!("{}: no invariant in src/lib.rs says what `{room}` may use", source.path)];
    };
    let mut found = Vec::new();
    for (number, line) in source.lines() {
        for used in rooms_named(line) {
            if used != room && layers.contains_key(&used) && !allowed.contains(&used) {
                found.push(format!("{}:{number}: `{room}` may not use `{used}`", source.path));
            }
        }
    }
    found
}

fn repository_layers() -> Layers {
    layers(&std::fs::read_to_string(repository().join("src/lib.rs")).unwrap())
}

#[test]
fn every_folder_uses_only_what_its_invariant_names() {
    let layers = repository_layers();
    let found: Vec<String> = sources("src", &["rs"]).iter().flat_map(|s| violations(s, &layers)).collect();
    assert_none(&found, "the layers of src/lib.rs");
}

#[test]
fn the_invariants_are_read_as_they_stand() {
    let layers = repository_layers();
    let allowed = |room: &str| layers[room].iter().map(String::as_str).collect::<Vec<_>>();
    assert!(allowed("cpu").is_empty());
    assert_eq!(allowed("machine"), ["chips", "cpu", "media"]);
    assert_eq!(allowed("assembler"), ["cpu", "media"]);
    assert!(allowed("harness").contains(&"titles") && !allowed("harness").contains(&"host"));
    assert!(allowed("cli").contains(&"host"));
}

#[test]
fn a_forbidden_use_is_found_in_every_form() {
    let layers = repository_layers();
    for line in [
        "use crate::machine::Machine;",
        "use crate::{chips, machine};",
        "use crate::{chips::{an, gtia}, machine::Machine};",
        "    let m = crate::machine::Machine::new();",
    ] {
        let source = Source { path: "src/cpu/x.rs".into(), text: line.into() };
        assert!(!violations(&source, &layers).is_empty(), "{line}");
    }
    let comment = Source { path: "src/cpu/x.rs".into(), text: "/// See [`crate::machine`].".into() };
    assert!(violations(&comment, &layers).is_empty());
}

#[test]
fn nothing_below_the_titles_shares_or_hides_state() {
    let mut found = Vec::new();
    for source in sources("src", &["rs"]) {
        if !matches!(
            room_of(&source.path),
            "cpu" | "chips" | "media" | "machine" | "assembler" | "assets" | "inspect"
        ) {
            continue;
        }
        for (number, line) in source.lines() {
            // `LazyLock` may stand: nothing changes a table once it is made, and what it is made of is searched here.
            let words = ["Rc<", "RefCell<", "Mutex<", "OnceLock<", "RefCell<", "thread_local!", "static mut"];
            found.extend(
                words
                    .iter()
                    .filter(|word| code(line).contains(*word))
                    .map(|word| format!("{}:{number}: {word}", source.path)),
            );
        }
    }
    assert_none(&found, "no shared and no global state below `titles`");
}

#[test]
fn the_clock_on_the_wall_is_read_by_host_and_cli_alone() {
    let mut found = Vec::new();
    for source in sources("src", &["rs"]) {
        if matches!(room_of(&source.path), "host" | "cli") {
            continue;
        }
        for (number, line) in source.lines() {
            if ["Instant::now", "SystemTime"].iter().any(|word| code(line).contains(word)) {
                found.push(format!("{}:{number}: {}", source.path, line.trim()));
            }
        }
    }
    assert_none(&found, "no wall clock");
}

#[test]
fn anyhow_is_used_in_cli_alone() {
    let mut found = Vec::new();
    for source in sources("src", &["rs"]) {
        let used = source.lines().any(|(_, line)| code(line).contains("anyhow"));
        if used && room_of(&source.path) != "cli" {
            found.push(source.path);
        }
    }
    assert_none(&found, "anyhow in `cli` alone");
}
