// The language server: `front800 lsp`.

import { LanguageClient } from "vscode-languageclient/node";
import { assembly, programs, setting } from "./settings";

export function languageClient(): LanguageClient {
  const run = { command: setting("path"), args: ["lsp"] };
  return new LanguageClient("front800", "front800", run, {
    documentSelector: [{ language: "mads" }],
    initializationOptions: { ...assembly(), programs: programs() },
  });
}
