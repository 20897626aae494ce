//! Sources on disk: they may come from strangers, and read files below their own folder.

use std::path::{Path, PathBuf};

use front800::assembler::Files;
use front800::titles::Generated;

/// Files below some folders, and what the assets make where the disk has no such file.
pub struct Below {
    folders: Vec<PathBuf>,
    generated: Generated,
}

impl Below {
    /// Below the folder of the file `main`, and below `more`.
    pub fn beside<'a>(main: &'a Path, more: impl IntoIterator<Item = &'a Path>) -> Self {
        let own = main.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // A folder that is not there holds nothing to be read.
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
