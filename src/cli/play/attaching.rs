//! Debuggers that attach to the window.

#[cfg(feature = "debugger")]
use std::io::IsTerminal;
use std::net::TcpListener;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

use anyhow::Context;

use crate::cli::dap::attached::serve_window;
use crate::cli::guest::WindowPort;
use crate::cli::output;
use crate::harness::open::Program;
use crate::host::attach::AttachPort;
use crate::titles::Sources;

/// Lets debuggers attach to a window: from its terminal, and through a port.
pub(super) struct AttachServer {
    window: WindowPort,
    terminal: Option<JoinHandle<()>>,
}

impl AttachServer {
    /// For the window of a program, and the port through which debuggers attach to it.
    pub(super) fn new(program: &Program, sources: Sources) -> (Self, AttachPort) {
        let (port, requests) = channel();
        let window = WindowPort { port, known: program.known(), sources };
        let (call, terminal) = wait_in_terminal(&window).unzip();
        (AttachServer { window, terminal }, AttachPort { requests, call })
    }

    /// Listens for editors.
    pub(super) fn wait_at(&self, port: u16) -> anyhow::Result<()> {
        let listener = TcpListener::bind(("127.0.0.1", port)).with_context(|| format!("--dap {port}"))?;
        output::say(format_args!("waiting for editors on 127.0.0.1:{}", listener.local_addr()?.port()));
        let window = self.window.clone();
        std::thread::spawn(move || serve_window(&listener, &window));
        Ok(())
    }
}

impl Drop for AttachServer {
    /// Restores the terminal when the window is closed, or has never opened.
    fn drop(&mut self) {
        // A debugger that failed has reported it already.
        self.terminal.take().into_iter().for_each(|terminal| drop(terminal.join()));
    }
}

/// Starts a thread that debugs in the terminal, if there is one, whenever the window signals it.
#[cfg(feature = "debugger")]
fn wait_in_terminal(window: &WindowPort) -> Option<(Sender<()>, JoinHandle<()>)> {
    use crate::cli::debug::terminal;
    use crate::cli::failed::told;
    use crate::cli::guest::Guest;

    if !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
        return None;
    }
    terminal::restore_at_exit();
    let (call, calls) = channel();
    let window = window.clone();
    let answer = move || {
        while calls.recv().is_ok() {
            // Signals from before do not count.
            calls.try_iter().for_each(drop);
            let Ok((guest, debugger)) = Guest::enter(&window) else { continue };
            if let Err(error) = terminal::debug(debugger, window.sources.clone(), None, Some(guest)) {
                output::say(format_args!("{}", told(&error)));
            }
        }
    };
    Some((call, std::thread::spawn(answer)))
}

#[cfg(not(feature = "debugger"))]
fn wait_in_terminal(_window: &WindowPort) -> Option<(Sender<()>, JoinHandle<()>)> {
    None
}
