//! `front800 lsp`: the language server of the assembler.

use clap::Args;

/// Arguments as typed.
#[derive(Args)]
pub(super) struct Arguments {
    /// What editors say who ask for standard input and output; it is the only way
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Runs the subcommand.
#[cfg(feature = "lsp")]
pub(super) fn lsp(_: Arguments) -> anyhow::Result<()> {
    crate::lsp::serve(&trusted::Trusted::default()).map_err(|error| anyhow::anyhow!("{error}"))
}

/// Runs the subcommand.
#[cfg(not(feature = "lsp"))]
pub(super) fn lsp(_: Arguments) -> anyhow::Result<()> {
    anyhow::bail!("this front800 was built without its language server (cargo feature `lsp`)")
}

/// The files of an editor's user.
#[cfg(feature = "lsp")]
mod trusted {
    use std::cell::OnceCell;
    use std::path::Path;

    use crate::assembler::Files;
    use crate::files;
    use crate::titles::Generated;

    /// Largest source or inserted file, in bytes.
    const MOST_SOURCE_BYTES: u64 = 16 << 20;

    /// Files by their absolute paths: the editor has opened the folder, and its user trusts it. What the assets make
    /// stands beside the sources that ask for it first.
    #[derive(Default)]
    pub(super) struct Trusted {
        generated: OnceCell<Generated>,
    }

    impl Files for Trusted {
        fn read(&self, path: &str) -> Option<Vec<u8>> {
            let file = Path::new(path);
            let made = || self.generated.get_or_init(|| Generated::beside(file)).read(path);
            // A text that has not been saved is in no folder, nor is what it includes beside it.
            let there = file.is_absolute().then(|| files::read(file, MOST_SOURCE_BYTES).ok()).flatten();
            there.or_else(made)
        }

        fn is_on_board(&self, path: &str) -> bool {
            !Path::new(path).exists()
        }
    }
}
