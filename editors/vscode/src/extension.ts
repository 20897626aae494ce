// The extension: what front800 can do, within Visual Studio Code.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { PictureView } from "./pictures";
import { ScreenView } from "./screen";
import { languageClient } from "./server";
import { assembly, mainSource, setting } from "./settings";
import { Tasks } from "./tasks";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const map = new PictureView("map");
  const chart = new PictureView("chart");
  const screen = new ScreenView();
  const show = (view: string, refresh: () => Promise<void>) => async () => {
    await vscode.commands.executeCommand(`${view}.focus`);
    await refresh();
  };
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider("front800.map", map),
    vscode.window.registerWebviewViewProvider("front800.chart", chart),
    vscode.window.registerWebviewViewProvider("front800.screen", screen, {
      webviewOptions: { retainContextWhenHidden: true },
    }),
    vscode.commands.registerCommand("front800.map", show("front800.map", () => map.refresh())),
    vscode.commands.registerCommand("front800.chart", show("front800.chart", () => chart.refresh())),
    vscode.commands.registerCommand("front800.screen", show("front800.screen", () => screen.refresh())),
    vscode.commands.registerCommand("front800.restart", restart),
    vscode.tasks.registerTaskProvider("front800", new Tasks()),
    vscode.debug.registerDebugAdapterDescriptorFactory("front800", {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(setting("path"), ["dap"]),
    }),
    vscode.debug.registerDebugAdapterTrackerFactory("front800", screen),
    vscode.debug.registerDebugConfigurationProvider("front800", {
      // Without a configuration, F5 debugs the main source, assembled as the settings say.
      resolveDebugConfiguration: (_, given) => {
        if (given.program) return given;
        const program = mainSource();
        return program ? { ...given, type: "front800", request: "launch", name: "Atari 800", program, ...assembly() } : undefined;
      },
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (document.languageId === "mads") void map.refresh();
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("front800")) void restart();
    }),
  );
  await restart();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}

/** Starts the language server, or starts it anew with other settings. */
async function restart(): Promise<void> {
  await deactivate();
  client = languageClient();
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const path = setting("path");
    void vscode.window.showErrorMessage(`front800: ${path} does not start as a language server (${error}): set front800.path`);
  }
}
