//! Which files a source or a script may read, since it may come from an untrusted author.

use std::path::{Path, PathBuf};

use crate::assembler::Files;
use crate::files;
use crate::titles::{Generated, Sources};

/// The largest source or inserted file, in bytes.
const MOST_SOURCE_BYTES: u64 = 16 << 20;

/// Returns text that tells the person how to allow the files of a folder.
pub type Hint = fn(&Path) -> String;

/// Folders below which files may be read.
#[derive(Clone, Debug)]
pub struct Allowed {
    folders: Vec<PathBuf>,
    hint: Hint,
}

impl Allowed {
    /// Allows files below the folder of `main` (the working folder for standard input), and below these folders.
    pub fn beside<'a>(main: &'a Path, more: impl IntoIterator<Item = &'a Path>, hint: Hint) -> Self {
        let folder = main.parent().filter(|folder| !folder.as_os_str().is_empty());
        let own = folder.unwrap_or(Path::new("."));
        Allowed::below(std::iter::once(own).chain(more), hint)
    }

    /// Allows files below these folders. Without any, all is as if there were no files.
    pub fn below<'a>(folders: impl IntoIterator<Item = &'a Path>, hint: Hint) -> Self {
        // A folder that does not exist contains no files.
        let folders = folders.into_iter().filter_map(|folder| folder.canonicalize().ok());
        Allowed { folders: folders.collect(), hint }
    }

    /// The file after following all links, if it exists and may be read; an error if it may not be read; none if it
    /// does not exist.
    pub fn find(&self, path: &Path) -> Option<Result<PathBuf, String>> {
        if self.folders.is_empty() {
            return None;
        }
        let file = path.canonicalize().ok()?;
        if self.folders.iter().any(|folder| file.starts_with(folder)) {
            return Some(Ok(file));
        }
        let hint = (self.hint)(file.parent().unwrap_or(&file));
        Some(Err(format!("it is not below the folder of the file that names it; {hint}")))
    }
}

/// The files of a source on disk, and generated ones where the disk has no such file.
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
    /// Name and text of the main source, if it came through standard input or a pipe.
    piped: Option<(String, Vec<u8>)>,
}

impl SourceFiles {
    /// The files for the source `main`, including those of the given folders.
    pub fn new<'a>(main: &'a Path, more: impl IntoIterator<Item = &'a Path>, hint: Hint) -> Self {
        let (allowed, generated) = (Allowed::beside(main, more, hint), Generated::beside(main));
        SourceFiles { allowed, generated, piped: None }
    }

    /// The files for a source that is not in a file: those of the given folders.
    pub fn below<'a>(folders: impl IntoIterator<Item = &'a Path>, hint: Hint) -> Self {
        let (allowed, generated) = (Allowed::below(folders, hint), Generated::new(Sources::embedded()));
        SourceFiles { allowed, generated, piped: None }
    }

    /// Adds a text that was piped in and cannot be read again; it is found under its name.
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
