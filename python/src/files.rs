//! The files that a source may include.

use std::path::{Path, PathBuf};

use front800::assembler::{Files, MemoryFiles, Overlay};
use front800::host::sources::{Hint, SourceFiles};

const HINT: Hint = |folder| format!("`allow_read` may name {}", folder.display());

/// The include folders and those of `allow_read`.
fn folders<'a>(include: &'a [String], more: &'a [PathBuf]) -> impl Iterator<Item = &'a Path> {
    include.iter().map(Path::new).chain(more.iter().map(PathBuf::as_path))
}

/// The files that the source file `main` may read: those below its folder, below the include folders, and below `more`.
pub fn beside(main: &Path, include: &[String], more: &[PathBuf]) -> SourceFiles {
    SourceFiles::new(main, folders(include, more), HINT)
}

/// The files that a source given as text may read: those below the include folders, and below `more`.
pub fn below(include: &[String], more: &[PathBuf]) -> SourceFiles {
    SourceFiles::below(folders(include, more), HINT)
}

/// Files in memory. Others are looked up on disk, and among the files that front800 provides to all sources.
pub struct InMemory {
    files: MemoryFiles,
    on_disk: SourceFiles,
}

impl InMemory {
    /// Starts with the source `main`.
    pub fn one(main: &str, source: impl AsRef<[u8]>, on_disk: SourceFiles) -> Self {
        let mut all = InMemory { files: MemoryFiles::default(), on_disk };
        all.add(main, source);
        all
    }

    /// Adds or replaces a file.
    pub fn add(&mut self, path: &str, content: impl AsRef<[u8]>) {
        self.files.add(path, content);
    }

    fn all(&self) -> Overlay<'_> {
        Overlay(&self.files, &self.on_disk)
    }
}

impl Files for InMemory {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.all().read(path)
    }

    fn refusal(&self, path: &str) -> Option<String> {
        self.all().refusal(path)
    }

    fn is_builtin(&self, path: &str) -> bool {
        self.all().is_builtin(path)
    }
}
