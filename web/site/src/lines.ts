// Texts and their lines.

import type { Diagnostic } from "./protocol";

/** The lines that are words: those of maps and pictures made of characters are not. */
export function readable(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => /[A-Za-z]{3}|^[-\d ]+$/.test(line) && !/[@\]^\[_]{2}/.test(line)).join("\n");
}

/** The lines of a text that an earlier one did not have. */
export function added(before: string | null, now: string): string {
  const known = new Set(before?.split("\n"));
  return now.split("\n").filter((line) => !known.has(line)).join("\n");
}

/** The text that bytes are, if they are one. */
export function textOf(bytes: ArrayBuffer): string | null {
  try {
    const content = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return content.includes("\0") ? null : content;
  } catch {
    return null;
  }
}

/** What the assembler says. */
export function problems(diagnostics: Diagnostic[]): string {
  const lines = diagnostics.map(({ location, severity, message, help }) => {
    const place = `${location.file}:${location.line}:${location.column}`;
    return `${place}: ${severity}: ${message}${help ? `\n    ${help}` : ""}`;
  });
  return lines.join("\n");
}
