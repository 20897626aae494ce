// The extension: what front800 can do, within Visual Studio Code.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { isSource } from "./commands";
import { PictureView } from "./pictures";
import { ScreenView } from "./screen";
import { languageClient } from "./server";
import { assembly, folder, mainSource, setting } from "./settings";
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
      // Paths of its configuration begin in the folder that this belongs to.
      createDebugAdapterDescriptor: ({ workspaceFolder }) => {
        const cwd = workspaceFolder?.uri.fsPath ?? folder();
        return new vscode.DebugAdapterExecutable(setting("path"), ["dap"], cwd ? { cwd } : undefined);
      },
    }),
    vscode.debug.registerDebugAdapterTrackerFactory("front800", screen),
    vscode.debug.registerDebugConfigurationProvider("front800", {
      // Without a configuration, F5 debugs the main source, assembled as the settings say.
      resolveDebugConfiguration: (_, given) => {
        if (given.request) return given;
        const program = mainSource();
        return program ? { ...given, type: "front800", request: "launch", name: "Atari 800", program, ...assembly() } : undefined;
      },
      // A source is assembled as the settings say, unless its configuration says otherwise.
      resolveDebugConfigurationWithSubstitutedVariables: (_, given) =>
        given.request === "launch" && isSource(given.program) ? { ...assembly(), ...given } : given,
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
  await next(stop);
}

/** What is being done with the language server. Settings may change while it starts: one thing is done after another. */
let last: Promise<void> = Promise.resolve();

function next(work: () => Promise<void>): Promise<void> {
  last = last.then(work);
  return last;
}

/** Starts the language server, or starts it anew with other settings. */
function restart(): Promise<void> {
  return next(async () => {
    await stop();
    try {
      // Settings of which no server can be made (a folder that is no text) are said, too: the next ones are to be heard.
      client = languageClient();
      await client.start();
    } catch (error) {
      client = undefined;
      const path = setting("path");
      void vscode.window.showErrorMessage(`front800: ${path} does not start as a language server (${error}): set front800.path`);
    }
  });
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  // One that has ended by itself cannot be ended.
  await running?.stop().catch(() => {});
}
