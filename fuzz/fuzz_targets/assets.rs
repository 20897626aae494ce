//! Fonts and maps: one of the files is changed, the others are as they are.
#![no_main]

use std::sync::OnceLock;

use front800::assets::{Assets, Problem, SOURCES};
use front800::titles::Sources;
use libfuzzer_sys::fuzz_target;

/// A character set of the kind that the caller of [`Assets::build`] names.
const FONT: &str = "fonts/encounter.txt";

/// The files as they are.
fn originals() -> &'static [(&'static str, String)] {
    static TEXTS: OnceLock<Vec<(&str, String)>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let sources = Sources::embedded();
        let text = |path: &str| String::from_utf8(sources.read(path).expect("a file")).expect("text");
        SOURCES.into_iter().chain([FONT]).map(|path| (path, text(path))).collect()
    })
}

/// What reading a file takes besides it, by its place in [`originals`]: the map's other files need the terrain, those of
/// 1982 everything.
fn needs(file: usize) -> &'static [usize] {
    match file {
        4 | 5 => &[3, 4, 5],
        6 | 7 => &[3],
        8..=10 => &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        11 => &[0],
        _ => &[],
    }
}

/// Builds everything with a file changed and others left out.
fn build(changed: usize, text: &str, is_there: impl Fn(usize) -> bool) -> Result<Assets, Vec<Problem>> {
    let file = |path: &str| {
        let number = originals().iter().position(|(name, _)| *name == path)?;
        Some(match number {
            _ if number == changed => text.to_string(),
            _ if is_there(number) => originals()[number].1.clone(),
            _ => String::new(),
        })
    };
    Assets::build(file, &[FONT])
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&changed, text)) = bytes.split_first() else { return };
    let changed = usize::from(changed) % originals().len();
    let text = String::from_utf8_lossy(text);
    // Most inputs fall here already, at a tenth of the cost.
    if let Err(problems) = build(changed, &text, |number| needs(changed).contains(&number))
        && problems.iter().any(|problem| problem.file == originals()[changed].0)
    {
        return;
    }
    match build(changed, &text, |_| true) {
        Ok(assets) => assert!(assets.file("generated/map.bin").is_some()),
        Err(problems) => assert!(!problems.is_empty()),
    }
});
