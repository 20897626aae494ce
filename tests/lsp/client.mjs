// The language server through the protocol library of Visual Studio Code: every request that it offers, over a program of
// two files. usage: node client.mjs SERVER

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const lsp = require("vscode-languageserver-protocol/node");

const MAIN = ` org $2000
; Stores a value.
put .macro value,place
 lda #:value
 sta :place
 .endm
start put VALUE,there
 jsr p.sub
 icl 'part.inc'
VALUE = 5
 run start
`;
const PART = ".proc p\nsub rts\n.endp\nthere dta 1\n";

const folder = mkdtempSync(join(tmpdir(), "front800-"));
const uri = (name) => pathToFileURL(join(folder, name)).toString();
writeFileSync(join(folder, "main.asm"), MAIN);
writeFileSync(join(folder, "part.inc"), PART);

const server = spawn(process.argv[2], ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
const ended = new Promise((resolve) => server.on("exit", resolve));
const connection = lsp.createMessageConnection(
  new lsp.StreamMessageReader(server.stdout),
  new lsp.StreamMessageWriter(server.stdin),
);
const waiting = [];
connection.onNotification(lsp.PublishDiagnosticsNotification.type, (params) => {
  if (params.uri === uri("main.asm")) waiting.shift()?.(params.diagnostics);
});
const diagnostics = () => new Promise((resolve) => waiting.push(resolve));
connection.listen();

const textDocument = { uri: uri("main.asm") };
const at = (line, character) => ({ textDocument, position: { line, character } });
const ask = (request, params) => connection.sendRequest(request.type, params);

const { capabilities } = await ask(lsp.InitializeRequest, { processId: process.pid, rootUri: uri(""), capabilities: {} });
assert.equal(capabilities.textDocumentSync.change ?? capabilities.textDocumentSync, lsp.TextDocumentSyncKind.Incremental);
await connection.sendNotification(lsp.InitializedNotification.type, {});
let told = diagnostics();
await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
  textDocument: { uri: textDocument.uri, languageId: "mads", version: 1, text: MAIN },
});
assert.deepEqual(await told, []);

const hover = await ask(lsp.HoverRequest, at(7, 7));
assert.match(hover.contents.value, /p\.sub.*\$2008/s);
const place = await ask(lsp.DefinitionRequest, at(7, 7));
assert.equal(place.uri, uri("part.inc"));
assert.equal((await ask(lsp.ReferencesRequest, { ...at(9, 1), context: { includeDeclaration: true } })).length, 2);
const symbols = await ask(lsp.DocumentSymbolRequest, { textDocument });
assert.ok(symbols.some((symbol) => symbol.name === "start"));
assert.ok((await ask(lsp.WorkspaceSymbolRequest, { query: "sub" })).length > 0);
assert.ok((await ask(lsp.CompletionRequest, at(7, 5))).some((item) => item.label === "p.sub"));
const help = await ask(lsp.SignatureHelpRequest, at(6, 17));
assert.equal(help.signatures[0].label, "put value, place");
assert.equal(help.activeParameter, 1);
const tokens = await ask(lsp.SemanticTokensRequest, { textDocument });
assert.ok(tokens.data.length > 0 && tokens.data.length % 5 === 0);
assert.equal((await ask(lsp.FoldingRangeRequest, { textDocument })).length, 1);
const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
assert.ok((await ask(lsp.InlayHintRequest, { textDocument, range: whole })).length > 0);
assert.ok(Array.isArray(await ask(lsp.CodeLensRequest, { textDocument })));
const edit = await ask(lsp.RenameRequest, { ...at(6, 7), newName: "store" });
assert.equal(edit.changes[textDocument.uri].length, 2);
await assert.rejects(ask(lsp.RenameRequest, { ...at(6, 7), newName: "start" }));
assert.ok(Array.isArray(await ask(lsp.DocumentFormattingRequest, { textDocument, options: { tabSize: 8, insertSpaces: true } })));

told = diagnostics();
await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
  textDocument: { ...textDocument, version: 2 },
  contentChanges: [{ range: { start: { line: 7, character: 1 }, end: { line: 7, character: 4 } }, text: "jsrr" }],
});
const [mistake] = await told;
assert.match(mistake.message, /did you mean `jsr`/);
const actions = await ask(lsp.CodeActionRequest, { textDocument, range: mistake.range, context: { diagnostics: [mistake] } });
assert.equal(actions[0].edit.changes[textDocument.uri][0].newText, "jsr");

await ask(lsp.ShutdownRequest);
await connection.sendNotification(lsp.ExitNotification.type);
assert.equal(await ended, 0);
connection.dispose();
rmSync(folder, { recursive: true });
console.log("vscode-languageserver-protocol: every request is answered");
