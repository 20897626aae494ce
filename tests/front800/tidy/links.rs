//! Every link between the papers leads somewhere, and every path that they name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{assert_none, names, repository, sources};

/// The papers: at the root, in `docs`, and beside the test data.
fn papers() -> Vec<(PathBuf, String)> {
    let root =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"].map(PathBuf::from);
    let inside = ["docs", "examples", "tests/data"].into_iter().flat_map(|folder| sources(folder, &["md"]));
    let all = root.into_iter().chain(inside.map(|source| PathBuf::from(source.path)));
    all.map(|path| {
        let text = std::fs::read_to_string(repository().join(&path));
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, text)
    })
    .collect()
}

/// The targets of `[text](target)` outside fenced blocks, with their lines.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut fenced = false;
    let mut links = Vec::new();
    for (index, line) in text.lines().enumerate() {
        fenced ^= line.starts_with("```");
        if !fenced {
            let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
            links.extend(targets.map(|target| (index + 1, target)));
        }
    }
    links
}

/// A heading as forges name it in links: small letters, blanks as dashes, other signs left out.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter(|&c| c.is_alphanumeric() || c == ' ' || c == '-' || c == '_');
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn has_anchor(file: &Path, wanted: &str) -> bool {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().any(|line| line.starts_with('#') && anchor(line.trim_start_matches('#')) == wanted)
}

#[test]
fn every_link_in_the_papers_leads_somewhere() {
    let mut found = Vec::new();
    for (path, text) in papers() {
        for (number, link) in links(&text) {
            if link.contains("://") {
                continue;
            }
            let (file, part) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.with_file_name(file) };
            let target = repository().join(target);
            if !target.exists() || (!part.is_empty() && !has_anchor(&target, part)) {
                found.push(format!("{}:{number}: {link}", path.display()));
            }
        }
    }
    assert_none(&found, "links lead to files and headings");
}

/// All files of the repository that a paper may name, and their folders, as `/src/chips/gtia.rs`.
fn places() -> BTreeSet<String> {
    let endings =
        ["rs", "asm", "inc", "input", "txt", "md", "toml", "yml", "png", "svg", "gz", "ps1", "ts", "mjs"];
    let folders = [
        "src",
        "tests",
        "asm",
        "fonts",
        "maps",
        "docs",
        "examples",
        "benches",
        "fuzz/fuzz_targets",
        "editors/vscode/src",
        "python/src",
        "python/front800",
        "web/bindgen",
        "web/engine",
        "web/site/src",
        "web/site/test",
        "editors/vscode/src",
        "editors/vscode/test",
        ".github",
    ];
    let files = folders.into_iter().flat_map(|folder| names(folder, &endings));
    let tools = std::fs::read_dir(repository().join("tools")).expect("a folder");
    let tools =
        tools.map(|entry| format!("tools/{}", entry.expect("an entry").file_name().to_string_lossy()));
    let root = std::fs::read_dir(repository()).expect("a folder");
    let root = root.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut places = BTreeSet::new();
    for path in files.chain(tools).chain(root) {
        let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
        places.extend(ends.map(|end| format!("/{}", &path[..end])));
    }
    places
}

/// Whether a path, which may leave out its first folders and have one `*`, is among the places.
fn is_there(path: &str, places: &BTreeSet<String>) -> bool {
    let wanted = format!("/{}", path.trim_end_matches('/'));
    let (before, after) = wanted.split_once('*').unwrap_or((&wanted, ""));
    places.iter().any(|place| match wanted.contains('*') {
        true => place.find(before).is_some_and(|at| place[at + before.len()..].ends_with(after)),
        false => place.ends_with(&wanted),
    })
}

/// The paths in a paper's code quotes: what has a slash and nothing that no path has, and names of sources.
fn paths(text: &str) -> Vec<(usize, &str)> {
    let mut fenced = false;
    let mut paths = Vec::new();
    for (index, line) in text.lines().enumerate() {
        fenced ^= line.starts_with("```");
        let quoted = line.split('`').skip(1).step_by(2).filter(|_| !fenced);
        let is_path = |text: &&str| {
            let letters = |c: char| c.is_ascii_alphanumeric() || "_-./*".contains(c);
            let is_source = [".rs", ".asm", ".inc"].iter().any(|ending| text.ends_with(ending));
            text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '.')
                && text.chars().all(letters)
                && (is_source || text.contains('/'))
        };
        paths.extend(quoted.filter(is_path).map(|path| (index + 1, path)));
    }
    paths
}

#[test]
fn every_path_that_the_papers_name_exists() {
    let places = places();
    // Made by builds and runs, or outside of the repository.
    let elsewhere = |path: &str| {
        ["target/", "generated/", "fuzz/artifacts", "acid800/"].iter().any(|part| path.starts_with(part))
    };
    let mut found = Vec::new();
    for paper in ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"] {
        let text = std::fs::read_to_string(repository().join(paper)).expect(paper);
        let missing =
            paths(&text).into_iter().filter(|(_, path)| !is_there(path, &places) && !elsewhere(path));
        found.extend(missing.map(|(number, path)| format!("{paper}:{number}: {path}")));
    }
    assert_none(&found, "paths that the papers name");
}

#[test]
fn paths_are_told_from_other_code() {
    let text = "see `chips/gtia.rs`, `Gtia::write`, `rows.rs`'s key, `a/b c` and `asm/lib`\n```\n`x/y`\n```";
    assert_eq!(paths(text), [(1, "chips/gtia.rs"), (1, "rows.rs"), (1, "asm/lib")]);
    let places = ["/src", "/src/chips", "/src/chips/gtia.rs"].map(str::to_string).into();
    for (path, there) in
        [("chips/gtia.rs", true), ("gtia.rs", true), ("src/ch*.rs", true), ("ia.rs", false), ("chips/", true)]
    {
        assert_eq!(is_there(path, &places), there, "{path}");
    }
}

#[test]
fn links_and_headings_are_read_as_they_stand() {
    assert_eq!(links("see [a](b.md#c), [d](e)\n```\n[f](g)\n```"), [(1, "b.md#c"), (1, "e")]);
    assert_eq!(anchor(" 5.3 NMI against ANTIC's line"), "53-nmi-against-antics-line");
}
