// Settings of the editor.

import { isAbsolute, join } from "node:path";
import * as vscode from "vscode";
import type { Assembly } from "./commands";

export function setting(name: "path" | "main"): string {
  return vscode.workspace.getConfiguration("front800").get<string>(name) || (name === "path" ? "front800" : "");
}

export function assembly(): Assembly {
  const settings = vscode.workspace.getConfiguration("front800");
  return { defines: settings.get("defines", {}), include: settings.get("include", []) };
}

/** Programs that share sources, as the language server takes them. */
export function programs(): unknown[] {
  return vscode.workspace.getConfiguration("front800").get("programs", []);
}

/** The main source: that of the settings, or else the one that is shown. */
export function mainSource(): string | undefined {
  const main = setting("main");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (main) return isAbsolute(main) || !folder ? main : join(folder, main);
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === "mads" ? document.uri.fsPath : undefined;
}
