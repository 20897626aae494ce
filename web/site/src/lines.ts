// Functions for texts and their lines.

import type { Diagnostic } from "./protocol";

/** Only the lines that contain words, without those of maps and pictures made of characters. */
export function readable(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => /[A-Za-z]{3}|^[-\d ]+$/.test(line) && !/[@\]^\[_]{2}/.test(line)).join("\n");
}

/** The lines of `now` that `before` did not have. */
export function added(before: string | null, now: string): string {
  const known = new Set(before?.split("\n"));
  return now.split("\n").filter((line) => !known.has(line)).join("\n");
}

/** Decodes bytes as UTF-8 text; null if they are not text. */
export function textOf(bytes: ArrayBuffer): string | null {
  try {
    const content = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return content.includes("\0") ? null : content;
  } catch {
    return null;
  }
}

/** The assembler's diagnostics as text. */
export function problems(diagnostics: Diagnostic[]): string {
  const lines = diagnostics.map(({ location, severity, message, help }) => {
    const place = `${location.file}:${location.line}:${location.column}`;
    return `${place}: ${severity}: ${message}${help ? `\n    ${help}` : ""}`;
  });
  return lines.join("\n");
}
