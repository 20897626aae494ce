//! `front800 dap`: a debug adapter (Debug Adapter Protocol) for editors.

mod answers;
pub(super) mod attached;
mod inbox;
mod launch;
mod memory;
mod motion;
mod session;
mod sources;
mod stops;
mod variables;

use std::io::{self, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{self, Sender};

use anyhow::Context;
use clap::Args;
use serde_json::Value;

use super::failed::told;
use super::guest::WindowPort;
use super::{output, wire};
use session::Session;

/// Command-line arguments.
#[derive(Args)]
#[command(after_help = "Editors start this themselves; docs/debugging.md describes their configuration.")]
pub(super) struct Arguments {
    /// Listen for editors on this local port instead of using standard input and output, until the process is
    /// ended; 0 picks a free port
    #[arg(long, value_name = "N")]
    port: Option<u16>,
}

/// Runs the subcommand.
pub(super) fn dap(arguments: &Arguments) -> anyhow::Result<()> {
    let Some(port) = arguments.port else {
        // With standard input taken, no program can be read from it.
        output::take_input()?;
        return serve(io::stdin(), &mut io::stdout(), None);
    };
    let listener = TcpListener::bind(("127.0.0.1", port)).with_context(|| format!("--port {port}"))?;
    output::say(format_args!("waiting on 127.0.0.1:{}", listener.local_addr()?.port()));
    // An editor opens a new connection for each session, and several editors may be connected at once.
    for stream in listener.incoming() {
        let stream = stream?;
        std::thread::spawn(move || {
            // A mistake of one editor must not affect the others.
            if let Err(error) = serve_at(&stream, None) {
                output::say(format_args!("{}", told(&error)));
            }
        });
    }
    Ok(())
}

/// Serves an editor connected to a port.
fn serve_at(stream: &TcpStream, window: Option<WindowPort>) -> anyhow::Result<()> {
    let served = serve(stream.try_clone()?, &mut &*stream, window);
    // The reading thread keeps the socket open; shutting it down makes the editor hang up.
    let _ = stream.shutdown(Shutdown::Write);
    served
}

/// Serves an editor until its session ends. If there is a window, the session is about its program.
fn serve(
    input: impl io::Read + Send + 'static,
    output: &mut dyn Write,
    window: Option<WindowPort>,
) -> anyhow::Result<()> {
    let (sender, requests) = mpsc::channel();
    let messages = sender.clone();
    // While the program runs, a thread has to listen for a pause request.
    std::thread::spawn(move || read_all(input, &messages));
    Ok(Session::new(requests, sender, output, window).run()?)
}

/// Forwards all messages. At the end of input it sends null, or a description of the malformed input.
fn read_all(input: impl io::Read, messages: &Sender<Value>) {
    let mut input = BufReader::new(input);
    let end = loop {
        match wire::read(&mut input) {
            Ok(Some(message)) => {
                if messages.send(message).is_err() {
                    return;
                }
            }
            Ok(None) => break Value::Null,
            Err(error) => break error.to_string().into(),
        }
    };
    // The receiver may be gone already.
    let _ = messages.send(end);
}
