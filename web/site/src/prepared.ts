// Data prepared by the build: the page's first program on its title, so that the page can show a picture before it has assembled
// anything.

import file from "../engine/first.bin?url";

/** The program that the page opens first. */
export const FIRST = "rasputitsa";
/** The sizes in bytes of the length field at the start of the file, and of the operating system. */
const HEAD = 4;
const OS_SIZE = 0x2800;

/** The data for a machine on a title. */
export interface Prepared {
  /** The operating system. */
  rom: Uint8Array;
  /** The program, as a binary-load file. */
  program: Uint8Array;
  /** The saved state. */
  state: Uint8Array<ArrayBuffer>;
}

/** Loads the prepared data; null if it is not available, in which case the page only starts more slowly. */
export async function prepared(): Promise<Prepared | null> {
  const answer = await fetch(file).catch(() => null);
  if (!answer?.ok) return null;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const program = HEAD + OS_SIZE;
  const state = program + new DataView(bytes.buffer).getUint32(0, true);
  return { rom: bytes.subarray(HEAD, program), program: bytes.subarray(program, state), state: bytes.subarray(state) };
}
