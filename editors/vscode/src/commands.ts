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

/** The name of what is made from a source. */
export function program(source: string): string {
  return source.replace(/\.[^./\\]*$/, "") + ".xex";
}

/** The arguments of a task. */
export function taskArguments(work: Work, source: string, { defines, include }: Assembly): string[] {
  const defined = Object.entries(defines).flatMap(([name, value]) => ["-d", `${name}=${value}`]);
  const included = include.flatMap((folder) => ["-i", folder]);
  switch (work) {
    case "assemble":
      return ["asm", source, "--message-format", "short", "-o", program(source), ...defined, ...included];
    case "run":
      return ["play", source];
    case "budget":
      return ["budget", source];
    case "format":
      return ["fmt", source];
  }
}

/** The arguments that draw a picture of a program into a file. */
export function pictureArguments(picture: Picture, target: string, file: string): string[] {
  return picture === "map" ? ["map", target, "--svg", file] : ["budget", target, "--svg", file];
}

/** Draws a picture of a program. Fails with what front800 has said. */
export async function draw(path: string, picture: Picture, target: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "front800-"));
  const file = join(folder, `${picture}.svg`);
  try {
    const said = await new Promise<string>((resolve) => {
      execFile(path, pictureArguments(picture, target, file), { maxBuffer: 1 << 26 }, (error, _, messages) =>
        resolve(messages || error?.message || ""),
      );
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
