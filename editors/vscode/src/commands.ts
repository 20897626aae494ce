// What front800 is asked on its command line. Nothing here knows the editor, so that it can be tested without one.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Work = "assemble" | "run" | "budget" | "format";
export type Picture = "map" | "chart";

/** How sources are assembled, as the settings have it. */
export interface Assembly {
  defines: Record<string, number>;
  include: string[];
}

/** Whether a program is a source that is to be assembled, by the endings that front800 knows. */
export function isSource(program: unknown): boolean {
  return typeof program === "string" && /\.(asm|asx|a65|s|mac|m65)$/i.test(program);
}

/** The name of what is made from a source. */
export function program(source: string): string {
  return source.replace(/\.[^./\\]*$/, "") + ".xex";
}

/** The options that a source is assembled with, whatever is done with it. */
function sourceOptions({ defines, include }: Assembly): string[] {
  const defined = Object.entries(defines).flatMap(([name, value]) => ["-d", `${name}=${value}`]);
  return [...defined, ...include.flatMap((folder) => ["-i", folder])];
}

/** The arguments of a task. */
export function taskArguments(work: Work, source: string, assembly: Assembly): string[] {
  const options = sourceOptions(assembly);
  switch (work) {
    case "assemble":
      return ["asm", source, "--message-format", "short", "-o", program(source), ...options];
    case "run":
      return ["play", source, ...options];
    case "budget":
      return ["budget", source, ...options];
    case "format":
      return ["fmt", source];
  }
}

/** The arguments that draw a picture of a program into a file. */
export function pictureArguments(picture: Picture, source: string, file: string, assembly: Assembly): string[] {
  return [picture === "map" ? "map" : "budget", source, "--svg", file, ...sourceOptions(assembly)];
}

/** Draws a picture of a program. Fails with what front800 has said. */
export async function draw(path: string, picture: Picture, source: string, assembly: Assembly): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "front800-"));
  const file = join(folder, `${picture}.svg`);
  try {
    const said = await new Promise<string>((resolve) => {
      const words = pictureArguments(picture, source, file, assembly);
      execFile(path, words, { maxBuffer: 1 << 26 }, (error, _, messages) => resolve(messages || error?.message || ""));
    });
    // A budget that is broken has a chart all the same.
    return await readFile(file, "utf8").catch(() => Promise.reject(new Error(said)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The file and line (from 1) of a link of the memory map: `file#L12`. */
export function place(link: string): { file: string; line: number } | undefined {
  const found = /^(.*)#L(\d+)$/.exec(link);
  return found ? { file: found[1], line: Number(found[2]) } : undefined;
}

/** A page that shows a picture, in which links to source lines are sent to the editor. */
export function page(picture: string, nonce: string): string {
  const body = picture.replace(/^<\?xml[^>]*>/, "");
  return `<!DOCTYPE html>
<html>
<head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
<style>body { background: #fff; margin: 0; overflow: auto; } img { image-rendering: pixelated; width: 100%; }</style>
</head>
<body>${body}
<script nonce="${nonce}">
const editor = acquireVsCodeApi();
document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (link) {
    event.preventDefault();
    editor.postMessage({ link: link.getAttribute("href") });
  }
});
</script>
</body>
</html>`;
}
