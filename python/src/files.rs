//! The files that a source may include.

use std::path::{Path, PathBuf};

use front800::assembler::{Files, MemoryFiles, Overlay};
use front800::host::sources::SourceFiles;
use front800::titles::{Generated, Sources};

/// The files that the source file `main` may read: those below its folder, below the include folders, and below `more`.
pub fn beside(main: &Path, include: &[String], more: &[PathBuf]) -> SourceFiles {
    let more = include.iter().map(Path::new).chain(more.iter().map(PathBuf::as_path));
    SourceFiles::new(main, more, |folder| format!("`allow_read` may name {}", folder.display()))
}

/// Files in memory. Others are looked up among the files that front800 provides to all sources.
pub struct InMemory {
    files: MemoryFiles,
    generated: Generated,
}

impl InMemory {
    /// Starts with the source `main`.
    pub fn one(main: &str, source: impl AsRef<[u8]>) -> Self {
        let mut all =
            InMemory { files: MemoryFiles::default(), generated: Generated::new(Sources::embedded()) };
        all.add(main, source);
        all
    }

    /// Adds or replaces a file.
    pub fn add(&mut self, path: &str, content: impl AsRef<[u8]>) {
        self.files.add(path, content);
    }
}

impl Files for InMemory {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        Overlay(&self.files, &self.generated).read(path)
    }
}
