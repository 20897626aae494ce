// Views that hold a picture: memory map and frame chart.

import { randomBytes } from "node:crypto";
import { isAbsolute, join } from "node:path";
import * as vscode from "vscode";
import { draw, page, place, type Picture } from "./commands";
import { assembly, folder, mainSource, setting } from "./settings";

export class PictureView implements vscode.WebviewViewProvider {
  private view: vscode.WebviewView | undefined;
  /** The number of the last picture that was asked for: what was begun before it and ends behind it is not shown. */
  private last = 0;

  constructor(private readonly picture: Picture) {}

  resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    this.view = view;
    view.webview.options = { enableScripts: true };
    view.webview.onDidReceiveMessage((message: { link?: string }) => this.follow(message.link ?? ""));
    view.onDidDispose(() => (this.view = undefined));
    return this.refresh();
  }

  /** Draws the picture of the main source anew. */
  async refresh(): Promise<void> {
    const source = mainSource();
    if (!this.view) return;
    const number = ++this.last;
    if (!source) {
      this.show("<p>There is no source: open one, or set front800.main.</p>");
      return;
    }
    const said = (error: unknown) => `<pre>${escaped(error instanceof Error ? error.message : String(error))}</pre>`;
    const body = await draw(setting("path"), this.picture, source, assembly()).catch(said);
    if (number === this.last) this.show(body);
  }

  private show(body: string): void {
    if (this.view) this.view.webview.html = page(body, randomBytes(16).toString("hex"));
  }

  private async follow(link: string): Promise<void> {
    const found = place(link);
    if (!found) return;
    const file = isAbsolute(found.file) ? found.file : join(folder() ?? "", found.file);
    const line = new vscode.Position(found.line - 1, 0);
    await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(line, line) });
  }
}

export function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
