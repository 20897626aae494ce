//! The program in a running window. The window's process serves editors at a port; an adapter started by an
//! editor forwards messages to it.

use std::io;
use std::net::TcpStream;

use serde_json::{Value, json};

use super::session::Session;
use crate::cli::guest::Guest;
#[cfg(feature = "window")]
use crate::cli::guest::WindowPort;
use crate::cli::wire::{self, Answer};

impl Session<'_> {
    /// `attach`: to the window of this session, or to another one by its port.
    pub(super) fn attach(&mut self, arguments: &Value) -> Answer {
        let Some(window) = &self.window else { return self.connect(&arguments["port"]) };
        if self.guest.is_some() {
            return Err("already attached".to_string());
        }
        let (guest, mut debugger) = Guest::enter(window)?;
        self.sources = window.sources.clone();
        self.stop_on_entry = arguments["stopOnEntry"] == true;
        self.changed = self.stops.begin_anew(&mut debugger);
        (self.debugger, self.guest) = (Some(debugger), Some(guest));
        Ok(json!({}))
    }

    /// Gives a window's machine back, if there is one.
    pub(super) fn leave(&mut self) {
        if let (Some(guest), Some(debugger)) = (self.guest.take(), self.debugger.take()) {
            guest.leave(debugger);
        }
    }

    fn connect(&mut self, port: &Value) -> Answer {
        let port = port.as_u64().and_then(|port| u16::try_from(port).ok());
        let port = port.ok_or("attach: `port` is missing: that of `front800 play --dap PORT`")?;
        let stream = TcpStream::connect(("127.0.0.1", port))
            .map_err(|error| format!("port {port}: {error}: is there a `front800 play --dap {port}`?"))?;
        self.passed_on_to = Some(stream);
        Ok(json!({}))
    }

    /// Forwards requests to a window's process, beginning with `attach`, and its answers back.
    pub(super) fn pass_on(&mut self, stream: &TcpStream, attach: &Value) -> io::Result<()> {
        let answers = self.messages.clone();
        let input = stream.try_clone()?;
        std::thread::spawn(move || super::read_all(input, &answers));
        let mut window = stream;
        // The editor has received the capabilities already.
        let greeting = json!({ "seq": 0, "type": "request", "command": "initialize", "arguments": {
            "supportsProgressReporting": self.shows_progress } });
        wire::write(&mut window, &greeting)?;
        wire::write(&mut window, attach)?;
        let mut is_over = false;
        while let Some(message) = self.inbox.wait() {
            is_over |= message["event"] == "terminated";
            match message["type"].as_str() {
                Some("request") => wire::write(&mut window, &message)?,
                Some(_) if message["request_seq"] == 0 => {}
                Some(_) => self.send(message)?,
                None => break,
            }
        }
        // Either the window's process is gone, or the editor, which then does not listen.
        if !is_over {
            let _ = self.event("terminated", json!({}));
        }
        Ok(())
    }
}

/// Serves editors at a port, one after the other, as long as there is a window.
#[cfg(feature = "window")]
pub(crate) fn serve_window(listener: &std::net::TcpListener, window: &WindowPort) {
    for stream in listener.incoming().flatten() {
        // An editor that disconnects in the middle of something does not concern the window.
        let _ = super::serve_at(&stream, Some(window.clone()));
    }
}
