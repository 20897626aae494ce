//! The archives in `tests/data`.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// The files of an archive by their names.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Unpacks `tests/data/NAME.tar.gz`. What is damaged is a failure of the test, with its name.
pub fn archive(name: &str) -> Files {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/{name}.tar.gz"));
    let file = std::fs::File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(file));
    let entries = archive.entries().expect("an archive").map(|entry| {
        let mut entry = entry.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = entry.path().expect("a name").to_string_lossy().into_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, bytes)
    });
    entries.collect()
}
