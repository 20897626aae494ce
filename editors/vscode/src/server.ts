// The language server: `front800 lsp`.

import { LanguageClient } from "vscode-languageclient/node";
import { assembly, programs, setting } from "./settings";

export function languageClient(): LanguageClient {
  const run = { command: setting("path"), args: ["lsp"] };
  return new LanguageClient("front800", "front800", run, {
    // Not what is shown beside a source: an earlier version of it, of which nothing that it includes is there.
    documentSelector: ["file", "untitled"].map((scheme) => ({ scheme, language: "mads" })),
    initializationOptions: { ...assembly(), programs: programs() },
  });
}
