//! The handshake with an editor: initialization and shutdown.

use std::error::Error;
use std::fmt::{self, Display};

use lsp_server::{Connection, ErrorCode, Message, RequestId, Response};
use serde_json::Value;

/// The error for unexpected messages.
type Failed = Box<dyn Error + Send + Sync>;

/// The editor sent `exit` without a preceding `shutdown` request, which is an error in the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoShutdown;

impl Display for NoShutdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the editor has sent `exit` without `shutdown` before")
    }
}

impl Error for NoShutdown {}

/// Whether a message means that the editor has exited.
pub(super) fn is_exit(message: &Message) -> bool {
    matches!(message, Message::Notification(note) if note.method == "exit")
}

/// Waits for the `initialize` request. Returns its id and parameters. Rejects other requests before it.
pub(super) fn hello(connection: &Connection) -> Result<(RequestId, Value), Failed> {
    for message in &connection.receiver {
        match message {
            Message::Request(asked) if asked.method == "initialize" => return Ok((asked.id, asked.params)),
            Message::Request(asked) => {
                let text = format!("expected `initialize` before `{}`", asked.method);
                refuse(connection, asked.id, ErrorCode::ServerNotInitialized, text)?;
            }
            message if is_exit(&message) => return Err(NoShutdown.into()),
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
    Err("the editor has disconnected before `initialize`".into())
}

/// Waits for the `initialized` notification.
pub(super) fn agreed(connection: &Connection) -> Result<(), Failed> {
    let said = match connection.receiver.recv() {
        Ok(message) if is_exit(&message) => return Err(NoShutdown.into()),
        Ok(Message::Notification(note)) if note.method == "initialized" => return Ok(()),
        Ok(Message::Notification(note)) => format!("not `{}`", note.method),
        Ok(Message::Request(asked)) => format!("not `{}`", asked.method),
        Ok(Message::Response(_)) => "not a response".to_owned(),
        Err(_) => "but the editor has disconnected".to_owned(),
    };
    Err(format!("expected `initialized` after `initialize`, {said}").into())
}

/// Answers the `shutdown` request and waits for `exit`; no other requests are answered.
pub(super) fn goodbye(connection: &Connection, id: RequestId) -> Result<(), Failed> {
    connection.sender.send(Message::Response(Response::new_ok(id, Value::Null)))?;
    for message in &connection.receiver {
        if is_exit(&message) {
            break;
        }
        if let Message::Request(asked) = message {
            let text = format!("expected `exit` after `shutdown`, not `{}`", asked.method);
            refuse(connection, asked.id, ErrorCode::InvalidRequest, text)?;
        }
    }
    Ok(())
}

fn refuse(connection: &Connection, id: RequestId, code: ErrorCode, text: String) -> Result<(), Failed> {
    Ok(connection.sender.send(Message::Response(Response::new_err(id, code as i32, text)))?)
}
