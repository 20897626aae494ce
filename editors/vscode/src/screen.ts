// The screen of the machine that is being debugged, whenever it stands still.

import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { page } from "./commands";
import { escaped } from "./pictures";

export class ScreenView implements vscode.WebviewViewProvider, vscode.DebugAdapterTrackerFactory {
  private view: vscode.WebviewView | undefined;
  private session: vscode.DebugSession | undefined;
  /** The number of the last picture that was asked for. */
  private last = 0;

  resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    this.view = view;
    view.webview.options = { enableScripts: true };
    view.onDidDispose(() => (this.view = undefined));
    return this.refresh();
  }

  createDebugAdapterTracker(session: vscode.DebugSession): vscode.DebugAdapterTracker {
    return {
      onDidSendMessage: (message: { type: string; event?: string }) => {
        if (message.type === "event" && message.event === "stopped") {
          this.session = session;
          void this.refresh();
        }
      },
      onWillStopSession: () => {
        // Another one may have come since.
        if (this.session === session) this.session = undefined;
      },
    };
  }

  /** Asks the debugger for a picture. */
  async refresh(): Promise<void> {
    if (!this.view) return;
    const session = this.session;
    const number = ++this.last;
    let body = "<p>The screen is shown when a program that is debugged stands still.</p>";
    if (session) {
      const folder = await mkdtemp(join(tmpdir(), "front800-"));
      const file = join(folder, "screen.png");
      try {
        await session.customRequest("evaluate", { expression: `screenshot ${file}`, context: "repl" });
        const png = await readFile(file, "base64");
        body = `<img alt="The screen of the Atari" src="data:image/png;base64,${png}">`;
      } catch (error) {
        body = `<pre>${escaped(String(error))}</pre>`;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }
    // It may have been closed since, and another picture asked for.
    if (this.view && number === this.last) this.view.webview.html = page(body, randomBytes(16).toString("hex"));
  }
}
