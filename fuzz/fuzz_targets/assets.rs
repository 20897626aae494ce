//! Fonts and maps: one of the files is changed, the others are as they are.
#![no_main]

use std::sync::OnceLock;

use front800::assets::{Assets, SOURCES};
use front800::titles::Sources;
use libfuzzer_sys::fuzz_target;

/// The files as they are.
fn originals() -> &'static [String] {
    static TEXTS: OnceLock<Vec<String>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let sources = Sources::embedded();
        let text = |path: &&str| String::from_utf8(sources.read(path).expect("a file")).expect("text");
        SOURCES.iter().map(text).collect()
    })
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&changed, text)) = bytes.split_first() else { return };
    let changed = usize::from(changed) % SOURCES.len();
    let text = String::from_utf8_lossy(text);
    let file = |path: &str| {
        let n = SOURCES.iter().position(|&source| source == path)?;
        Some(if n == changed { text.to_string() } else { originals()[n].clone() })
    };
    match Assets::build(file) {
        Ok(assets) => assert!(assets.file("generated/map.bin").is_some()),
        Err(problems) => assert!(!problems.is_empty()),
    }
});
