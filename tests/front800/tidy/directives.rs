//! The assembler's directives are proposed as they are understood.

use std::collections::BTreeSet;

use front800::assembler::directives;

#[test]
fn what_the_parser_takes_is_proposed_and_nothing_else() {
    let parser = super::sources("src/assembler/parse", &["rs"]);
    let main =
        parser.iter().find(|source| source.path.ends_with("/directive.rs")).expect("the directives' file");
    let arms = main.lines().map(|(_, line)| line.trim_start()).filter(|line| line.starts_with("\"."));
    let first: BTreeSet<&str> = arms.filter_map(|line| line.split('"').nth(1)).collect();
    assert!(first.len() > 60, "{first:?}");
    let proposed = directives();
    let missing: Vec<_> = first.difference(&proposed).collect();
    assert!(missing.is_empty(), "src/assembler/directives.rs does not propose {missing:?}");
    let is_taken = |word: &str| parser.iter().any(|source| source.text.contains(&format!("\"{word}\"")));
    let invented: Vec<_> = proposed.into_iter().filter(|word| !is_taken(word)).collect();
    assert!(invented.is_empty(), "nothing takes {invented:?}");
}
