//! Fonts and maps: one of the files is changed, the others are as they are.
#![no_main]

use std::sync::OnceLock;

use front800::assets::{Assets, SOURCES};
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

fuzz_target!(|bytes: &[u8]| {
    let Some((&changed, text)) = bytes.split_first() else { return };
    let (changed, _) = originals()[usize::from(changed) % originals().len()];
    let text = String::from_utf8_lossy(text);
    let file = |path: &str| {
        let (path, original) = originals().iter().find(|(name, _)| *name == path)?;
        Some(if *path == changed { text.to_string() } else { original.clone() })
    };
    match Assets::build(file, &[FONT]) {
        Ok(assets) => assert!(assets.file("generated/map.bin").is_some()),
        Err(problems) => assert!(!problems.is_empty()),
    }
});
