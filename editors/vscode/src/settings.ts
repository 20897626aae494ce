// Settings of the editor.

import { isAbsolute, join } from "node:path";
import * as vscode from "vscode";
import type { Assembly } from "./commands";

export function setting(name: "path" | "main"): string {
  return vscode.workspace.getConfiguration("front800").get<string>(name) || (name === "path" ? "front800" : "");
}

/** How sources are assembled. What is asked for it may have been started anywhere: folders are whole paths. */
export function assembly(): Assembly {
  const settings = vscode.workspace.getConfiguration("front800");
  return { defines: settings.get("defines", {}), include: settings.get<string[]>("include", []).map(below) };
}

/** The programs of the folder, as the language server takes them: those that share sources, or else the main source's. */
export function programs(): unknown[] {
  const main = setting("main");
  const named = vscode.workspace.getConfiguration("front800").get<unknown[]>("programs", []);
  return named.length > 0 || !main ? named : [{ main: below(main) }];
}

/** The folder that paths of settings begin in: of several the first. */
export function folder(): string | undefined {
  return vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
}

function below(path: string): string {
  const from = folder();
  return isAbsolute(path) || !from ? path : join(from, path);
}

/** The main source: that of the settings, or else the one that is shown. */
export function mainSource(): string | undefined {
  const main = setting("main");
  if (main) return below(main);
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === "mads" ? document.uri.fsPath : undefined;
}
