//! `front800 lsp`: the language server of the assembler.

use clap::Args;

/// Command-line arguments.
#[derive(Args)]
pub(super) struct Arguments {
    /// Use standard input and output; editors pass this, and there is no other way
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Runs the subcommand.
#[cfg(feature = "lsp")]
pub(super) fn lsp(_: Arguments) -> anyhow::Result<()> {
    served::serve(&trusted::Trusted::default())
}

/// Runs the subcommand.
#[cfg(not(feature = "lsp"))]
pub(super) fn lsp(_: Arguments) -> anyhow::Result<()> {
    anyhow::bail!("this front800 was built without its language server (cargo feature `lsp`)")
}

/// An editor on standard input and output.
#[cfg(feature = "lsp")]
mod served {
    use std::io::{self, Write};
    use std::panic::resume_unwind;
    use std::sync::mpsc;
    use std::thread;

    use anyhow::{Context, anyhow};
    use lsp_server::{Connection, Message};

    use crate::assembler::Files;
    use crate::cli::failed::Failed;
    use crate::cli::wire;
    use crate::lsp::{self, NoShutdown};

    /// Serves until the editor ends the session.
    pub(super) fn serve(files: &dyn Files) -> anyhow::Result<()> {
        let here = std::env::current_dir()?;
        let (connection, Connection { sender, receiver }) = Connection::memory();
        let (ended, end) = mpsc::channel();
        thread::spawn(move || {
            // Sent before `sender` is dropped, which tells the server that no more messages come. The
            // receiver may be gone.
            let _ = ended.send(read_all(|message| sender.send(message).is_ok()));
        });
        let writer = thread::spawn(move || receiver.iter().try_for_each(|message| write(&message)));
        let served = lsp::run_in(&here, &connection, files);
        drop(connection);
        // All answers are written before any error is returned.
        let written = writer.join().unwrap_or_else(|panic| resume_unwind(panic));
        // A malformed message explains why there are no more; a write error, why nothing was answered.
        end.try_recv().unwrap_or(Ok(())).context("standard input")?;
        written.context("standard output cannot be written")?;
        served.map_err(|error| match error.is::<NoShutdown>() {
            true => anyhow!(Failed(error.to_string())),
            false => anyhow!("{error}"),
        })
    }

    /// Forwards all messages as long as they are accepted.
    fn read_all(mut takes: impl FnMut(Message) -> bool) -> io::Result<()> {
        let mut input = io::stdin().lock();
        while let Some(message) = wire::read(&mut input)? {
            let message = serde_json::from_value(message).map_err(|_| {
                let text = "expected a message of the language server protocol: an object with `method`, or with the `id` \
                            of a request and its `result`";
                io::Error::new(io::ErrorKind::InvalidData, text)
            })?;
            if !takes(message) {
                break;
            }
        }
        Ok(())
    }

    fn write(message: &Message) -> io::Result<()> {
        let mut out = io::stdout().lock();
        message.write(&mut out)?;
        out.flush()
    }
}

/// The files of the editor's user.
#[cfg(feature = "lsp")]
mod trusted {
    use std::cell::OnceCell;
    use std::path::Path;

    use crate::assembler::Files;
    use crate::files;
    use crate::titles::Generated;

    /// Largest source or inserted file, in bytes.
    const MOST_SOURCE_BYTES: u64 = 16 << 20;

    /// Files by absolute path: the user has opened the folder in the editor and trusts it. Files generated
    /// from the assets take precedence beside the sources that include them.
    #[derive(Default)]
    pub(super) struct Trusted {
        generated: OnceCell<Generated>,
    }

    impl Files for Trusted {
        fn read(&self, path: &str) -> Option<Vec<u8>> {
            let file = Path::new(path);
            let made = || self.generated.get_or_init(|| Generated::beside(file)).read(path);
            // An unsaved text is in no folder, so it has no files beside it to include.
            let there = file.is_absolute().then(|| files::read(file, MOST_SOURCE_BYTES).ok()).flatten();
            there.or_else(made)
        }

        fn is_builtin(&self, path: &str) -> bool {
            !Path::new(path).exists()
        }
    }
}
