//! Which files a source or a script may read: it may come from a stranger.

use std::path::{Path, PathBuf};

use crate::assembler::Files;
use crate::files;
use crate::titles::Generated;

/// Largest source or inserted file, in bytes.
const MOST_SOURCE_BYTES: u64 = 16 << 20;

/// Says what a person does to allow the files of a folder.
pub type Hint = fn(&Path) -> String;

/// Folders below which files may be read.
#[derive(Clone, Debug)]
pub struct Allowed {
    folders: Vec<PathBuf>,
    hint: Hint,
}

impl Allowed {
    /// Below the folder of the file `main` (the working folder for standard input), and below these.
    pub fn beside<'a>(main: &'a Path, more: impl IntoIterator<Item = &'a Path>, hint: Hint) -> Self {
        let folder = main.parent().filter(|folder| !folder.as_os_str().is_empty());
        let own = folder.unwrap_or(Path::new("."));
        // A folder that is not there holds nothing to be read.
        let folders = std::iter::once(own).chain(more).filter_map(|folder| folder.canonicalize().ok());
        Allowed { folders: folders.collect(), hint }
    }

    /// The file behind all links, if it is there and may be read; otherwise why it may not.
    pub fn find(&self, path: &Path) -> Option<Result<PathBuf, String>> {
        let file = path.canonicalize().ok()?;
        if self.folders.iter().any(|folder| file.starts_with(folder)) {
            return Some(Ok(file));
        }
        let hint = (self.hint)(file.parent().unwrap_or(&file));
        Some(Err(format!("it is not below the folder of the file that names it; {hint}")))
    }
}

/// The files of a source on disk, and what the assets make where the disk has no such file.
///
/// # Examples
///
/// ```
/// use std::path::Path;
///
/// use front800::assembler::Files;
/// use front800::host::sources::SourceFiles;
///
/// let files = SourceFiles::new(Path::new("Cargo.toml"), [], |folder| format!("move it out of {}", folder.display()));
/// assert!(files.read("src/lib.rs").is_some());
/// assert!(files.refusal("src").is_some_and(|why| why.contains("a folder")));
/// assert!(files.refusal("..").is_some_and(|why| why.contains("not below the folder")));
/// ```
#[derive(Debug)]
pub struct SourceFiles {
    allowed: Allowed,
    generated: Generated,
    /// Name and text of the main source, if it has come through standard input or a pipe.
    piped: Option<(String, Vec<u8>)>,
}

impl SourceFiles {
    /// The files for the source file `main`, of these folders too.
    pub fn new<'a>(main: &'a Path, more: impl IntoIterator<Item = &'a Path>, hint: Hint) -> Self {
        let (allowed, generated) = (Allowed::beside(main, more, hint), Generated::beside(main));
        SourceFiles { allowed, generated, piped: None }
    }

    /// With a text that cannot be read again, and is found under its name.
    #[must_use]
    pub fn piped(self, name: &str, text: Vec<u8>) -> Self {
        SourceFiles { piped: Some((name.to_string(), text)), ..self }
    }

    fn on_disk(&self, path: &str) -> Option<Result<Vec<u8>, String>> {
        if let Some((name, text)) = &self.piped
            && path == name
        {
            return Some(Ok(text.clone()));
        }
        let file = match self.allowed.find(Path::new(path))? {
            Ok(file) => file,
            Err(refusal) => return Some(Err(refusal)),
        };
        files::protect(&file);
        Some(files::read(&file, MOST_SOURCE_BYTES).map_err(|error| error.to_string()))
    }
}

impl Files for SourceFiles {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.on_disk(path).and_then(Result::ok).or_else(|| self.generated.read(path))
    }

    fn refusal(&self, path: &str) -> Option<String> {
        self.on_disk(path)?.err()
    }

    fn is_builtin(&self, path: &str) -> bool {
        !matches!(self.on_disk(path), Some(Ok(_))) && self.generated.is_builtin(path)
    }
}
