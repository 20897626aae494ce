//! Sources in the manner of those that people write, one of a kind each: they assemble, and with any line broken they end in errors.

use front800::assembler::{Assembly, MemoryFiles, Options, assemble};
use std::path::{Path, PathBuf};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/front800/assembler/manners");

fn files_of(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

/// The sources, what they include, and the libraries that one of them links.
fn everything() -> MemoryFiles {
    let mut files = MemoryFiles::default();
    files.add("song.bin", [0xFF, 2, 3, 0, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76]);
    for folder in [Path::new(FOLDER), &Path::new(FOLDER).join("sub")] {
        for path in files_of(folder).iter().filter(|path| path.is_file()) {
            let name = path.strip_prefix(FOLDER).expect("it is within").to_string_lossy().replace('\\', "/");
            files.add(&name, std::fs::read(path).expect("it can be read"));
        }
    }
    files.add("second.asm", " .public p2\n .reloc\np2 .proc\n rts\n .endp\n");
    for library in ["library", "second"] {
        let object = of(&files, &format!("{library}.asm")).output.expect("the library assembles");
        files.add(&format!("{library}.obx"), object.xex());
    }
    files
}

fn of(files: &MemoryFiles, path: &str) -> Assembly {
    assemble(files, path, &Options::default())
}

/// The names of the sources; one other is included by them.
fn sources(files: &MemoryFiles) -> Vec<String> {
    files
        .files
        .keys()
        .filter(|name| name.ends_with(".asm") && !name.contains('/') && *name != "nop.asm")
        .cloned()
        .collect()
}

#[test]
fn sources_of_all_manners_assemble() {
    let files = everything();
    let names = sources(&files);
    assert!(names.len() >= 30, "{names:?}");
    for name in names {
        let assembly = of(&files, &name);
        let said: Vec<_> = assembly.diagnostics.iter().map(|diagnostic| &diagnostic.message).collect();
        assert!(assembly.output.is_some_and(|output| !output.xex().is_empty()), "{name}: {said:#?}");
    }
}

#[test]
fn a_source_with_a_broken_line_ends_in_bytes_or_errors() {
    let mut files = everything();
    for name in sources(&files) {
        let whole = files.files[&name].clone();
        let lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
        for at in (0..lines.len()).step_by(5) {
            let word =
                lines[at].trim_ascii().split(|byte| !byte.is_ascii_alphanumeric()).next().unwrap_or_default();
            let shorter = &lines[at][..lines[at].len() / 2];
            let other = lines[(at * 7 + 3) % lines.len()];
            for broken in [&[][..], &lines[at].repeat(2), shorter, other, word] {
                let text = [lines[..at].concat(), broken.to_vec(), lines[at + 1..].concat()].concat();
                files.add(&name, &text);
                let assembly = of(&files, &name);
                assert_eq!(
                    assembly.failed(),
                    assembly.output.is_none(),
                    "{}",
                    String::from_utf8_lossy(&text)
                );
            }
        }
        files.add(&name, whole);
    }
}
