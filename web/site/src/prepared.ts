// What the build has made ready: the program that the page opens on, at its title, so that a picture is there before anything
// has been assembled.

import file from "../engine/first.bin?url";

/** The program that the page opens on. */
export const FIRST = "rasputitsa";
/** Bytes of the length that stands in front, and of the operating system. */
const HEAD = 4;
const OS_SIZE = 0x2800;

/** A machine on a title. */
export interface Prepared {
  /** The operating system. */
  rom: Uint8Array;
  /** The program, as a binary-load file. */
  program: Uint8Array;
  /** The state, as it was saved. */
  state: Uint8Array<ArrayBuffer>;
}

/** What has been made ready; nothing if it cannot be had, which costs time and nothing else. */
export async function prepared(): Promise<Prepared | null> {
  const answer = await fetch(file).catch(() => null);
  if (!answer?.ok) return null;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const program = HEAD + OS_SIZE;
  const state = program + new DataView(bytes.buffer).getUint32(0, true);
  return { rom: bytes.subarray(HEAD, program), program: bytes.subarray(program, state), state: bytes.subarray(state) };
}
