//! Every link between the papers leads somewhere.

use std::path::{Path, PathBuf};

use super::{assert_none, repository, sources};

/// The papers: at the root, in `docs`, and beside the test data.
fn papers() -> Vec<(PathBuf, String)> {
    let root = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(PathBuf::from);
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

#[test]
fn links_and_headings_are_read_as_they_stand() {
    assert_eq!(links("see [a](b.md#c), [d](e)\n```\n[f](g)\n```"), [(1, "b.md#c"), (1, "e")]);
    assert_eq!(anchor(" 5.3 NMI against ANTIC's line"), "53-nmi-against-antics-line");
}
