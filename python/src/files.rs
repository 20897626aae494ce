//! The files that a source may read. Sources on disk may come from strangers, and read files below their own folder.

use std::path::{Path, PathBuf};

use front800::assembler::{Files, MemoryFiles, Overlay};
use front800::titles::{Generated, Sources};

/// Files below some folders, and what the assets make where the disk has no such file.
pub struct Below {
    folders: Vec<PathBuf>,
    generated: Generated,
}

impl Below {
    /// Below the folder of the file `main`, below those where includes are looked for, and below `more`.
    pub fn beside(main: &Path, include: &[String], more: &[PathBuf]) -> Self {
        let own = main.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // A folder that is not there holds nothing to be read.
        let more = include.iter().map(Path::new).chain(more.iter().map(PathBuf::as_path));
        let folders = std::iter::once(own).chain(more).filter_map(|folder| folder.canonicalize().ok());
        Below { folders: folders.collect(), generated: Generated::beside(main) }
    }
}

impl Files for Below {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let on_disk = Path::new(path).canonicalize().ok();
        let allowed = on_disk.filter(|file| self.folders.iter().any(|folder| file.starts_with(folder)));
        allowed.and_then(|file| std::fs::read(file).ok()).or_else(|| self.generated.read(path))
    }

    fn refusal(&self, path: &str) -> Option<String> {
        let file = Path::new(path).canonicalize().ok()?;
        let folder = file.parent()?.display();
        Some(format!("it is not below the folder of the file that names it; `allow_read` may name {folder}"))
    }
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
