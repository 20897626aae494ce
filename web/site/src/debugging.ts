// Formats the debugger's answers as text.

import { hex } from "./memory";
import type { Told } from "./protocol";

const FLAGS = ["N", "V", "-", "-", "D", "I", "Z", "C"];
/** The keys that every answer has; `standing` shows them in one line. */
const STANDING = new Set(
  "command arguments ok error cycle frame line beam pc a x y s p source flags".split(" "),
);

interface Place {
  address: number;
  label: string | null;
  instruction: string;
  source?: { file: string; line: number };
}

interface Entry {
  address: number;
  what: string;
  current: boolean;
}

/** Registers, flags, beam position and source line in one line. */
export function standing(told: Told): string {
  const flags = FLAGS.map((flag, n) => ((told.p >> (7 - n)) & 1 ? flag : ".")).join("");
  const { a, x, y, s } = told;
  const registers = Object.entries({ A: a, X: x, Y: y, S: s }).map(([name, value]) => `${name} ${hex(value, 2)}`);
  const place = told.source ? `${told.source.file}:${told.source.line}` : "";
  return `PC ${hex(told.pc, 4)}  ${registers.join("  ")}  ${flags}  ${told.frame}/${told.line}:${told.beam}  ${place}`;
}

/** The other keys of an answer as text, or its error. */
export function added(told: Told): string {
  if (told.error) return told.error;
  return Object.entries(told)
    .filter(([name]) => !STANDING.has(name))
    .map(([name, value]) => shown(name, value))
    .join("\n");
}

interface Found {
  cycle: number;
  old: number | null;
  new: number;
  at: Place;
}

function found(access: Found | null): string {
  if (!access) return "-";
  const before = access.old === null ? "" : `${hex(access.old, 2)} -> `;
  return `${before}${hex(access.new, 2)}  ${place(access.at)}`;
}

function shown(name: string, value: unknown): string {
  switch (name) {
    case "where":
      return place(value as Place);
    case "instructions":
      return (value as Place[]).map(place).join("\n");
    case "dlist":
      return (value as Entry[]).map(({ address, what, current }) => `${current ? ">" : " "} ${hex(address, 4)}  ${what}`).join("\n");
    case "stack": {
      const { bytes, calls } = value as { bytes: string; calls: { from: Place; label: string | null; interrupt?: string }[] };
      const entry = (label: string | null, interrupt?: string) => `${label ?? "?"}${interrupt ? ` (${interrupt})` : ""}`;
      return [bytes, ...calls.map(({ from, label, interrupt }) => `${entry(label, interrupt)}  <- ${place(from)}`)].join("\n");
    }
    case "registers":
      return Object.entries(value as Record<string, number>)
        .map(([register, byte]) => `${register.padEnd(8)} ${hex(byte, 2)}`)
        .join("\n");
    case "writer":
    case "reader":
      return found(value as Found | null);
    case "screen":
      return value as string;
    default:
      return `${name}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`;
  }
}

function place({ address, label, instruction, source }: Place): string {
  return `${hex(address, 4)}  ${label ?? ""}  ${instruction}${source ? `  ${source.file}:${source.line}` : ""}`;
}
