//! The files that a source may read.

use std::path::{Path, PathBuf};

use front800::assembler::{Files, MemoryFiles, Overlay};
use front800::host::sources::SourceFiles;
use front800::titles::{Generated, Sources};

/// The files of the source file `main`: those below its folder, below those where includes are looked for, and below `more`.
pub fn beside(main: &Path, include: &[String], more: &[PathBuf]) -> SourceFiles {
    let more = include.iter().map(Path::new).chain(more.iter().map(PathBuf::as_path));
    SourceFiles::new(main, more, |folder| format!("`allow_read` may name {}", folder.display()))
}

/// Files in memory, and behind them those that front800 has for everybody's sources.
pub struct InMemory {
    files: MemoryFiles,
    generated: Generated,
}

impl InMemory {
    /// The source `main`, beside others that are added.
    pub fn one(main: &str, source: impl AsRef<[u8]>) -> Self {
        let mut all =
            InMemory { files: MemoryFiles::default(), generated: Generated::new(Sources::embedded()) };
        all.add(main, source);
        all
    }

    /// Adds a file, or replaces it.
    pub fn add(&mut self, path: &str, content: impl AsRef<[u8]>) {
        self.files.add(path, content);
    }
}

impl Files for InMemory {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        Overlay(&self.files, &self.generated).read(path)
    }
}
