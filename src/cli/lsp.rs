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

    /// Answers until the editor says goodbye.
    pub(super) fn serve(files: &dyn Files) -> anyhow::Result<()> {
        let here = std::env::current_dir()?;
        let (connection, Connection { sender, receiver }) = Connection::memory();
        let (ended, end) = mpsc::channel();
        thread::spawn(move || {
            // It is said before the server learns, as `sender` goes, that there is no more. Nobody may be there any more.
            let _ = ended.send(read_all(|message| sender.send(message).is_ok()));
        });
        let writer = thread::spawn(move || receiver.iter().try_for_each(|message| write(&message)));
        let served = lsp::run_in(&here, &connection, files);
        drop(connection);
        // All that has been answered is written, whatever else there is to say.
        let written = writer.join().unwrap_or_else(|panic| resume_unwind(panic));
        // What has come in place of a message is why there are no more, and what could not be written why nobody answers.
        end.try_recv().unwrap_or(Ok(())).context("standard input")?;
        written.context("standard output cannot be written")?;
        served.map_err(|error| match error.is::<NoShutdown>() {
            true => anyhow!(Failed(error.to_string())),
            false => anyhow!("{error}"),
        })
    }

    /// Hands on all messages, as long as somebody takes them.
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

        fn is_builtin(&self, path: &str) -> bool {
            !Path::new(path).exists()
        }
    }
}
