// The grammar, through the library that Visual Studio Code colours with.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const { Registry, parseRawGrammar } = require("vscode-textmate");

const root = new URL("..", import.meta.url);
await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const registry = new Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () =>
    parseRawGrammar(readFileSync(new URL("syntaxes/mads.tmLanguage.json", root), "utf8"), "mads.json"),
});
const grammar = await registry.loadGrammar("source.mads");

/** The innermost scope of every word of a line. */
function scopes(line, state = null) {
  const { tokens } = grammar.tokenizeLine(line, state);
  return Object.fromEntries(
    tokens.map((token) => [line.slice(token.startIndex, token.endIndex).trim(), token.scopes.at(-1)]),
  );
}

test("a line has a label, a mnemonic, numbers and a comment", () => {
  const found = scopes("loop lda #$12 ; twelve");
  assert.equal(found.loop, "entity.name.label.mads");
  assert.equal(found.lda, "keyword.mnemonic.mads");
  assert.equal(found["$12"], "constant.numeric.hex.mads");
  assert.equal(found["; twelve"], "comment.line.semicolon.mads");
});

test("directives, macros' parameters, text and conditions have scopes of their own", () => {
  assert.equal(scopes(" .proc main")[".proc"], "storage.type.mads");
  assert.equal(scopes(" .ifdef x")[".ifdef"], "keyword.control.mads");
  assert.equal(scopes(" lda #:value")[":value"], "variable.parameter.macro.mads");
  assert.equal(scopes(" mwa #list $80").mwa, "keyword.mnemonic.mads");
  assert.equal(scopes(" dta d'AB',%101")["%101"], "constant.numeric.binary.mads");
  assert.equal(scopes("* a remark")["* a remark"], "comment.line.asterisk.mads");
  assert.equal(scopes("lda = 5").lda, "entity.name.label.mads");
});

test("every source of the repository is read to its end in the state it began in", () => {
  for (const name of ["rasputitsa/rasputitsa.asm", "os/os.asm", "lib/hardware.inc"]) {
    let text;
    try {
      text = readFileSync(new URL(`../../asm/${name}`, root), "utf8");
    } catch {
      continue;
    }
    let state = null;
    for (const line of text.split("\n")) state = grammar.tokenizeLine(line, state).ruleStack;
    assert.equal(state.depth, 1, name);
  }
});
