//! The language server of the assembler. It answers an editor's requests about a source from an assembly of
//! it.
//!
//! It speaks the Language Server Protocol over an established connection. The texts of sources that are open
//! in the editor come from the editor, all others from [`Files`].

mod actions;
mod answers;
mod completion;
mod greeting;
mod hardware;
mod in_force;
mod macros;
mod outline;
mod project;
mod renaming;
mod scan;
mod tokens;
mod uri;
mod uses;
mod words;

use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::{
    CodeActionProviderCapability, CodeLensOptions, CompletionOptions, HoverProviderCapability,
    InitializeResult, OneOf, RenameOptions, SemanticTokenType, SemanticTokensFullOptions,
    SemanticTokensLegend, SemanticTokensOptions, ServerCapabilities, ServerInfo, SignatureHelpOptions,
    TextDocumentSyncCapability, TextDocumentSyncKind, WorkDoneProgressOptions,
};
use serde_json::{Value, json};

use crate::assembler::{Files, Options};
pub use greeting::NoShutdown;
use project::Project;

/// Serves an editor over a connection until it exits.
///
/// # Errors If the connection breaks or messages violate the protocol; [`NoShutdown`].
pub fn run(connection: &Connection, files: &dyn Files) -> Result<(), Box<dyn Error + Send + Sync>> {
    serve(None, connection, files)
}

/// The same, with a folder that the editor's paths are relative to unless it has another one open.
///
/// # Errors The same.
pub fn run_in(
    folder: &Path,
    connection: &Connection,
    files: &dyn Files,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    serve(Some(uri::path_of(&uri::uri_of(&folder.to_string_lossy()))), connection, files)
}

fn serve(
    folder: Option<String>,
    connection: &Connection,
    files: &dyn Files,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let (id, asked) = greeting::hello(connection)?;
    let info =
        ServerInfo { name: "front800".to_owned(), version: Some(env!("CARGO_PKG_VERSION").to_owned()) };
    let result = InitializeResult { capabilities: capabilities(&asked), server_info: Some(info) };
    connection.sender.send(Message::Response(Response::new_ok(id, serde_json::to_value(result)?)))?;
    greeting::agreed(connection)?;
    if asked["capabilities"]["workspace"]["didChangeWatchedFiles"]["dynamicRegistration"] == true {
        connection.sender.send(Message::Request(watch_files()))?;
    }
    let open = asked["rootUri"].as_str().or(asked["workspaceFolders"][0]["uri"].as_str()).map(uri::path_of);
    let root = open.or(folder);
    let (all, named) = (options(&asked, root.as_deref()), programs(&asked, root.as_deref()));
    let mut project = Project::new(files, root.as_deref(), all, named);
    let outlines = &asked["capabilities"]["textDocument"]["documentSymbol"];
    project.nests_symbols = outlines["hierarchicalDocumentSymbolSupport"] == true;
    // Paths changed since the last check.
    let mut changed = BTreeSet::new();
    loop {
        // Typing is faster than checking, so only the last of several pending changes is checked.
        if connection.receiver.is_empty() {
            say(connection, &mut project, &mut changed)?;
        }
        let Ok(message) = connection.receiver.recv() else { return Ok(()) };
        match message {
            message if greeting::is_exit(&message) => return Err(NoShutdown.into()),
            Message::Request(request) if request.method == "shutdown" => {
                return greeting::goodbye(connection, request.id);
            }
            Message::Request(request) => {
                say(connection, &mut project, &mut changed)?;
                connection.sender.send(Message::Response(answer(&project, request)))?;
            }
            Message::Notification(notification) => changed.extend(take_note(&mut project, notification)),
            Message::Response(_) => {}
        }
    }
}

/// The request to be notified of changed files that are not open: sources may have any extension, and so may
/// inserted files.
fn watch_files() -> Request {
    let watchers = json!([{ "globPattern": "**/*" }]);
    let registration = json!({ "id": "sources", "method": "workspace/didChangeWatchedFiles",
        "registerOptions": { "watchers": watchers } });
    let params = json!({ "registrations": [registration] });
    Request { id: "sources".to_owned().into(), method: "client/registerCapability".to_owned(), params }
}

/// Checks the programs of changed files, and publishes their diagnostics.
fn say(
    connection: &Connection,
    project: &mut Project,
    changed: &mut BTreeSet<String>,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    for diagnostics in project.check(&std::mem::take(changed)) {
        let method = "textDocument/publishDiagnostics".to_owned();
        let params = serde_json::to_value(diagnostics)?;
        connection.sender.send(Message::Notification(Notification { method, params }))?;
    }
    Ok(())
}

/// The assembly options from the editor's settings: `{"defines": {"NAME": 1}, "include": ["folder"]}`, with
/// folders relative to the open one.
fn options(asked: &Value, root: Option<&str>) -> Options {
    let given = &asked["initializationOptions"];
    let include = given["include"].as_array().into_iter().flatten().filter_map(Value::as_str);
    Options {
        defines: defines(given),
        include: include.map(|folder| uri::below(root, folder)).collect(),
        references: true,
        ..Options::default()
    }
}

fn defines(given: &Value) -> Vec<(String, i64)> {
    let defines = given["defines"].as_object().into_iter().flatten();
    defines.filter_map(|(name, value)| Some((name.clone(), value.as_i64()?))).collect()
}

/// The programs from the editor's settings: `{"programs": [{"main": "game.asm", "defines": {"NAME": 1}}]}`,
/// with paths relative to the open folder.
fn programs(asked: &Value, root: Option<&str>) -> Vec<(String, Options)> {
    let programs = asked["initializationOptions"]["programs"].as_array().into_iter().flatten();
    let named = programs.filter_map(|program| {
        let main = program["main"].as_str()?;
        let main = uri::below(root, main);
        let all = options(asked, root);
        let defines = [all.defines, defines(program)].concat();
        Some((main, Options { defines, ..all }))
    });
    named.collect()
}

/// The server's capabilities for an editor with these capabilities. `prepareRename` may be offered only to
/// editors that support it.
fn capabilities(asked: &Value) -> ServerCapabilities {
    let prepares = asked["capabilities"]["textDocument"]["rename"]["prepareSupport"] == true;
    let rename = RenameOptions {
        prepare_provider: Some(true),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    };
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::INCREMENTAL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(if prepares { OneOf::Right(rename) } else { OneOf::Left(true) }),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(lsp_types::FoldingRangeProviderCapability::Simple(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        semantic_tokens_provider: Some(semantic_tokens().into()),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some([" ", ",", "("].map(str::to_owned).to_vec()),
            ..SignatureHelpOptions::default()
        }),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![".".to_owned()]),
            ..CompletionOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

fn semantic_tokens() -> SemanticTokensOptions {
    let token_types = tokens::LEGEND.iter().map(|&kind| SemanticTokenType::new(kind)).collect();
    SemanticTokensOptions {
        legend: SemanticTokensLegend { token_types, token_modifiers: Vec::new() },
        full: Some(SemanticTokensFullOptions::Bool(true)),
        ..SemanticTokensOptions::default()
    }
}

/// Handles a notification that a text was opened, changed or closed, or a file changed on disk. Returns the
/// paths to check.
fn take_note(project: &mut Project, notification: Notification) -> Vec<String> {
    match notification.method.as_str() {
        "workspace/didChangeWatchedFiles" => {
            let changes = notification.params["changes"].as_array().into_iter().flatten();
            let uris = changes.filter_map(|change| change["uri"].as_str());
            project.forget_files(&uris.map(uri::path_of).collect::<Vec<_>>())
        }
        "textDocument/didOpen" | "textDocument/didClose" => {
            // An opened text may not be in a file yet; opening and closing it then counts as creating and
            // deleting a file.
            let text = Vec::from_iter(note_text(project, notification));
            [project.forget_files(&text), text].concat()
        }
        _ => note_text(project, notification).into_iter().collect(),
    }
}

/// Handles a notification about a text in the editor. Returns its path.
fn note_text(project: &mut Project, Notification { method, params }: Notification) -> Option<String> {
    let path = answers::path(&params)?;
    match method.as_str() {
        "textDocument/didOpen" => {
            let text = params.pointer("/textDocument/text").and_then(Value::as_str).unwrap_or_default();
            project.open(&path, text.to_owned());
        }
        "textDocument/didChange" => {
            for change in params.get("contentChanges").and_then(Value::as_array).into_iter().flatten() {
                let text = change.get("text").and_then(Value::as_str)?;
                let range = change.get("range").cloned().and_then(|range| serde_json::from_value(range).ok());
                project.change(&path, range, text);
            }
        }
        "textDocument/didClose" => project.close(&path),
        _ => return None,
    }
    Some(path)
}

fn answer(project: &Project, Request { id, method, params }: Request) -> Response {
    let result = match method.as_str() {
        "textDocument/hover" => answers::hover(project, &params),
        "textDocument/definition" => answers::definition(project, &params),
        "textDocument/references" => renaming::references(project, &params),
        "textDocument/documentHighlight" => renaming::highlights(project, &params),
        "textDocument/rename" => match renaming::rename(project, &params) {
            Ok(edit) => edit,
            Err(why) => return Response::new_err(id, ErrorCode::InvalidParams as i32, why),
        },
        "textDocument/prepareRename" => match renaming::prepare(project, &params) {
            Ok(named) => Some(named),
            Err(why) => return Response::new_err(id, ErrorCode::InvalidParams as i32, why),
        },
        "textDocument/documentSymbol" => outline::document_symbols(project, &params),
        "workspace/symbol" => outline::workspace_symbols(project, &params),
        "textDocument/completion" => completion::completion(project, &params),
        "textDocument/formatting" | "textDocument/rangeFormatting" => answers::formatting(project, &params),
        "textDocument/foldingRange" => answers::folding(project, &params),
        "textDocument/semanticTokens/full" => answers::semantic_tokens(project, &params),
        "textDocument/signatureHelp" => answers::signature_help(project, &params),
        "textDocument/codeLens" => answers::code_lenses(project, &params),
        "textDocument/codeAction" => answers::code_actions(project, &params),
        "textDocument/inlayHint" => answers::inlay_hints(project, &params),
        _ => {
            let message = format!("`{method}` is not known here");
            return Response::new_err(id, ErrorCode::MethodNotFound as i32, message);
        }
    };
    Response::new_ok(id, result.unwrap_or(json!(null)))
}
