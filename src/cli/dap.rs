//! `front800 dap`: the debugger for editors, by the Debug Adapter Protocol.

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

/// Arguments as typed.
#[derive(Args)]
#[command(
    after_help = "An editor starts this and says what to debug: see docs/debugging.md for its configuration."
)]
pub(super) struct Arguments {
    /// Wait for editors on this port of this computer, in place of standard input and output, until the process is
    /// ended; 0 takes a free one
    #[arg(long, value_name = "N")]
    port: Option<u16>,
}

/// Runs the subcommand.
pub(super) fn dap(arguments: &Arguments) -> anyhow::Result<()> {
    let Some(port) = arguments.port else {
        // No program can come from there.
        output::take_input()?;
        return serve(io::stdin(), &mut io::stdout(), None);
    };
    let listener = TcpListener::bind(("127.0.0.1", port)).with_context(|| format!("--port {port}"))?;
    output::say(format_args!("waiting on 127.0.0.1:{}", listener.local_addr()?.port()));
    // An editor begins each session with a connection of its own, and another editor may have one, too.
    for stream in listener.incoming() {
        let stream = stream?;
        std::thread::spawn(move || {
            // What one of them does wrong is no trouble of the others.
            if let Err(error) = serve_at(&stream, None) {
                output::say(format_args!("{}", told(&error)));
            }
        });
    }
    Ok(())
}

/// Serves an editor that has come to a port.
fn serve_at(stream: &TcpStream, window: Option<WindowPort>) -> anyhow::Result<()> {
    let served = serve(stream.try_clone()?, &mut &*stream, window);
    // The thread that reads holds the socket open; the editor hangs up when it sees this end.
    let _ = stream.shutdown(Shutdown::Write);
    served
}

/// Answers what an editor asks until it has enough, about the program of a window if there is one.
fn serve(
    input: impl io::Read + Send + 'static,
    output: &mut dyn Write,
    window: Option<WindowPort>,
) -> anyhow::Result<()> {
    let (sender, requests) = mpsc::channel();
    let messages = sender.clone();
    // While the program runs, somebody has to hear that it is to pause.
    std::thread::spawn(move || read_all(input, &messages));
    Ok(Session::new(requests, sender, output, window).run()?)
}

/// Sends on all messages, and at the end nothing, or what is wrong with what has come in their place.
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
    // Nobody may be there any more.
    let _ = messages.send(end);
}
