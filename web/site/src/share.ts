// Links. The fragment has the program, its options and, on request, the whole game so far as compressed recorded input.

import type { Choice } from "./protocol";

/** The content of a link. */
export interface Shared {
  title: string;
  choice: Choice;
  /** An input script, and the number of frames to play. */
  game?: { recording: string; frames: number };
}

/** The maximum size of a recording in bytes. A mouse that moves all the time makes a megabyte in a quarter of an hour. */
const MOST_BYTES = 16 << 20;
/** The maximum number of frames after the last input: ten minutes. Replaying more of a machine that was left alone is not worth the
 * time. */
const MOST_IDLE = 36_000;

function check(length: number): void {
  if (length > MOST_BYTES) throw new Error(`a recorded game has at most ${MOST_BYTES >> 20} MB`);
}

/** Passes bytes through a stream. Fails if the result is too long. */
async function through(bytes: Uint8Array<ArrayBuffer>, stream: TransformStream): Promise<Uint8Array<ArrayBuffer>> {
  const passed = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<BlobPart & Uint8Array, Uint8Array>);
  const parts: (BlobPart & Uint8Array)[] = [];
  let length = 0;
  for (const reader = passed.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    // Once reading stops, nothing more is decompressed.
    check((length += value.length));
    parts.push(value);
  }
}

/** Limits the number of frames of a recording to those worth playing. */
function bounded(recording: string, frames: number): number {
  const lines = recording.trimEnd();
  const last = Number.parseInt(lines.slice(lines.lastIndexOf("\n") + 1), 10) || 0;
  return Math.min(frames, last + MOST_IDLE);
}

/** URL-safe base64. */
function encode(bytes: Uint8Array): string {
  let text = "";
  for (let n = 0; n < bytes.length; n += 0x8000) text += String.fromCharCode(...bytes.subarray(n, n + 0x8000));
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}

function fieldsOf({ title, choice }: Shared): URLSearchParams {
  const fields = new URLSearchParams({ title });
  if (choice.pal) fields.set("pal", "1");
  if (choice.cart) fields.set("cart", "1");
  if (choice.seed) fields.set("seed", String(choice.seed));
  if (choice.ram) fields.set("ram", String(choice.ram));
  return fields;
}

function withFragment(page: string, fields: string): string {
  const url = new URL(page);
  url.hash = fields;
  return url.toString();
}

/** The address of this page with this program in its fragment. With null, for files, which have no address, the fragment is empty. */
export function address(shared: Shared | null, page: string): string {
  return withFragment(page, shared ? fieldsOf(shared).toString() : "");
}

/** The address of this page with this program and its game in the fragment. */
export async function link(shared: Shared, page: string): Promise<string> {
  const fields = fieldsOf(shared);
  if (shared.game) {
    const { recording, frames } = shared.game;
    const bytes = new TextEncoder().encode(recording);
    check(bytes.length);
    fields.set("frames", String(bounded(recording, frames)));
    fields.set("game", encode(await through(bytes, new CompressionStream("deflate-raw"))));
  }
  return withFragment(page, fields.toString());
}

/** Reads a whole number from an address; undefined if it is not there. */
function numberOf(fields: URLSearchParams, name: string, isRight: (value: number) => boolean, expected: string): number | undefined {
  const text = fields.get(name);
  if (text === null) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(value) || !isRight(value)) throw new Error(`${name}=${text}: expected ${expected}`);
  return value;
}

/** Parses the fragment of an address; null if it names no title. The address is untrusted. */
export async function read(page: string): Promise<Shared | null> {
  const fields = new URLSearchParams(new URL(page).hash.slice(1));
  const title = fields.get("title");
  if (!title) return null;
  const choice: Choice = {};
  if (fields.get("pal") === "1") choice.pal = true;
  if (fields.get("cart") === "1") choice.cart = true;
  const seed = numberOf(fields, "seed", () => true, `a whole number up to ${Number.MAX_SAFE_INTEGER}`);
  const ram = numberOf(fields, "ram", (value) => [16, 32, 48].includes(value), "16, 32 or 48");
  if (seed) choice.seed = seed;
  if (ram && ram !== 48) choice.ram = ram;
  const shared: Shared = { title, choice };
  const game = fields.get("game");
  if (game) {
    const bytes = await through(decode(game), new DecompressionStream("deflate-raw"));
    const recording = new TextDecoder().decode(bytes);
    const frames = Number(fields.get("frames") ?? 0);
    if (!Number.isSafeInteger(frames) || frames < 0) throw new Error(`invalid frame count: ${fields.get("frames")}`);
    shared.game = { recording, frames: bounded(recording, frames) };
  }
  return shared;
}
