//! Where sources named on the command line find their files.

use std::path::Path;

use crate::assembler::{DiskFiles, Files};
use crate::titles::Generated;

/// Files on disk, and what the assets make where the disk has no such file.
pub struct SourceFiles {
    disk: DiskFiles,
    generated: Generated,
}

impl SourceFiles {
    /// The files for the source file `main`.
    pub fn new(main: &Path) -> Self {
        SourceFiles { disk: DiskFiles::new(""), generated: Generated::beside(main) }
    }
}

impl Files for SourceFiles {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.disk.read(path).or_else(|| self.generated.read(path))
    }
}
