//! The language server of the assembler: what an editor asks about a source, answered from an assembly of it.
//!
//! It speaks the language server protocol over standard input and output. Sources that the editor has open are taken from
//! there, all others from where [`Files`] finds them.

mod answers;
mod project;
mod words;

use std::error::Error;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::{
    CompletionOptions, HoverProviderCapability, InitializeResult, OneOf, PublishDiagnosticsParams,
    ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind,
};
use serde_json::{Value, json};

use crate::assembler::Files;
use project::Project;

/// Serves an editor on standard input and output until it says goodbye.
///
/// # Errors
///
/// A connection that breaks, or messages that are none of the protocol.
pub fn serve(files: &dyn Files) -> Result<(), Box<dyn Error + Send + Sync>> {
    let (connection, threads) = Connection::stdio();
    run(&connection, files)?;
    drop(connection);
    threads.join()?;
    Ok(())
}

/// Serves over a connection.
///
/// # Errors
///
/// As those of [`serve`].
pub fn run(connection: &Connection, files: &dyn Files) -> Result<(), Box<dyn Error + Send + Sync>> {
    let (id, _) = connection.initialize_start()?;
    let info =
        ServerInfo { name: "front800".to_owned(), version: Some(env!("CARGO_PKG_VERSION").to_owned()) };
    let result = InitializeResult { capabilities: capabilities(), server_info: Some(info) };
    connection.initialize_finish(id, serde_json::to_value(result)?)?;
    let mut project = Project::new(files);
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    return Ok(());
                }
                connection.sender.send(Message::Response(answer(&project, request)))?;
            }
            Message::Notification(notification) => {
                for diagnostics in take_note(&mut project, notification) {
                    let method = "textDocument/publishDiagnostics".to_owned();
                    let params = serde_json::to_value(diagnostics)?;
                    connection.sender.send(Message::Notification(Notification { method, params }))?;
                }
            }
            Message::Response(_) => {}
        }
    }
    Ok(())
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(lsp_types::FoldingRangeProviderCapability::Simple(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        completion_provider: Some(CompletionOptions::default()),
        ..ServerCapabilities::default()
    }
}

/// What the editor has opened, changed or closed; gives the diagnostics that are others now.
fn take_note(
    project: &mut Project,
    Notification { method, params }: Notification,
) -> Vec<PublishDiagnosticsParams> {
    let uri = params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default().to_owned();
    let text = |place: &str| params.pointer(place).and_then(Value::as_str).unwrap_or_default().to_owned();
    match method.as_str() {
        "textDocument/didOpen" => project.open(&uri, text("/textDocument/text")),
        "textDocument/didChange" => {
            let changes = params.get("contentChanges").and_then(Value::as_array);
            let last = changes.and_then(|changes| changes.last()).and_then(|change| change.get("text"));
            match last.and_then(Value::as_str) {
                Some(text) => project.open(&uri, text.to_owned()),
                None => return Vec::new(),
            }
        }
        "textDocument/didClose" => project.close(&uri),
        _ => return Vec::new(),
    }
    project.check(&uri)
}

fn answer(project: &Project, Request { id, method, params }: Request) -> Response {
    let result = match method.as_str() {
        "textDocument/hover" => answers::hover(project, &params),
        "textDocument/definition" => answers::definition(project, &params),
        "textDocument/references" => answers::references(project, &params),
        "textDocument/rename" => match answers::rename(project, &params) {
            Ok(edit) => edit,
            Err(why) => return Response::new_err(id, ErrorCode::InvalidParams as i32, why),
        },
        "textDocument/documentSymbol" => answers::document_symbols(project, &params),
        "workspace/symbol" => answers::workspace_symbols(project, &params),
        "textDocument/completion" => answers::completion(project, &params),
        "textDocument/formatting" => answers::formatting(project, &params),
        "textDocument/foldingRange" => answers::folding(project, &params),
        "textDocument/inlayHint" => answers::inlay_hints(project, &params),
        _ => {
            let message = format!("`{method}` is not known here");
            return Response::new_err(id, ErrorCode::MethodNotFound as i32, message);
        }
    };
    Response::new_ok(id, result.unwrap_or(json!(null)))
}
