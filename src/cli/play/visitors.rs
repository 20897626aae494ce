//! Debuggers that enter the window.

#[cfg(feature = "debugger")]
use std::io::IsTerminal;
use std::net::TcpListener;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

use anyhow::Context;

use crate::cli::dap::attached::serve_window;
use crate::cli::guest::WindowDoor;
use crate::cli::output;
use crate::harness::open::Program;
use crate::host::door::Door;
use crate::titles::Sources;

/// The ways in.
pub(super) struct Visitors {
    window: WindowDoor,
    terminal: Option<JoinHandle<()>>,
}

impl Visitors {
    /// For the window of a program, with its door.
    pub(super) fn new(program: &Program, sources: Sources) -> (Self, Door) {
        let (door, visitors) = channel();
        let window = WindowDoor { door, known: program.known(), sources };
        let (bell, terminal) = wait_in_terminal(&window).unzip();
        (Visitors { window, terminal }, Door { visitors, bell })
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

impl Drop for Visitors {
    /// Restores the terminal when the window is closed, or has never opened.
    fn drop(&mut self) {
        // A debugger that failed has reported it already.
        self.terminal.take().into_iter().for_each(|terminal| drop(terminal.join()));
    }
}

/// Starts a thread that debugs in the terminal, if there is one, whenever the window signals it.
#[cfg(feature = "debugger")]
fn wait_in_terminal(window: &WindowDoor) -> Option<(Sender<()>, JoinHandle<()>)> {
    use crate::cli::debug::terminal;
    use crate::cli::failed::told;
    use crate::cli::guest::Guest;

    if !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
        return None;
    }
    terminal::restore_at_exit();
    let (bell, calls) = channel();
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
    Some((bell, std::thread::spawn(answer)))
}

#[cfg(not(feature = "debugger"))]
fn wait_in_terminal(_window: &WindowDoor) -> Option<(Sender<()>, JoinHandle<()>)> {
    None
}
