// Saved games in the browser's database: for each program ten slots, an automatic save, and earlier games.

import type { Choice, Disk, Saved } from "./protocol";

/** The slot of the automatic save. */
export const LEFT_OFF = 0;
/** The slot of the quick save. */
export const QUICK = 1;
/** The user's slots are 1 to this number. */
export const SLOTS = 10;
/** The number of further slots, for games that were left for new ones. */
export const EARLIER = 5;

/** A saved machine, with everything needed to switch on the same one. */
export interface Entry extends Saved {
  program: string;
  slot: number;
  choice: Choice;
  /** Milliseconds since 1970. */
  saved: number;
  /** The file that it was started from, if it is not built in. */
  file?: Uint8Array<ArrayBuffer>;
  /** The data disks that have been put into drive 1. Not present in saves from earlier versions of the page. */
  disks?: Disk[];
  /** Identifies the game among all games of this program. Not present in saves from earlier versions of the page. */
  game?: string;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser's database failed"));
  });
}

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= (() => {
    const request = indexedDB.open("front800", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("saves", { keyPath: ["program", "slot"] });
    return settled(request);
  })();
  // Try again next time if it failed.
  opened.catch(() => (opened = undefined));
  return opened;
}

/** Waits for the end of the transaction. Before that a save is not certain: there may be no room for it. */
function kept(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the browser's database failed"));
  });
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await database()).transaction("saves", mode).objectStore("saves");
}

export async function write(entry: Entry): Promise<void> {
  const all = await store("readwrite");
  all.put(entry);
  await kept(all.transaction);
}

export async function read(program: string, slot: number): Promise<Entry | undefined> {
  return (await settled((await store("readonly")).get([program, slot]))) as Entry | undefined;
}

/** Removes a save, also if it has moved to another slot meanwhile, as earlier games do when another game is left. */
export async function remove({ program, slot, saved, game }: Entry): Promise<void> {
  const all = await store("readwrite");
  const same = (await entries(all, program)).filter((known) => known.saved === saved && known.game === game);
  const found = same.find((known) => known.slot === slot) ?? same[0];
  if (found) all.delete([program, found.slot]);
  await kept(all.transaction);
}

/** The saves of a program, in the order of their slots. */
export async function list(program: string): Promise<Entry[]> {
  return entries(await store("readonly"), program);
}

/** Writes the automatic save. If the slot has one of another game, from whatever tab, that is kept as an earlier game, unless it is the
 * one saved at `from`, which this game continues. Only the last state of each game is kept. */
export async function leave(entry: Entry, from?: number): Promise<void> {
  const all = await store("readwrite");
  const known = await entries(all, entry.program);
  const before = known.find(({ slot }) => slot === LEFT_OFF);
  try {
    if (before && before.game !== entry.game && before.saved !== from) {
      const others = known.filter(({ slot, game }) => slot > SLOTS && !(game && [before.game, entry.game].includes(game)));
      const earlier = [before, ...others].slice(0, EARLIER);
      earlier.forEach((one, n) => all.put({ ...one, slot: SLOTS + 1 + n }));
      for (let slot = SLOTS + 1 + earlier.length; slot <= SLOTS + EARLIER; slot++) all.delete([entry.program, slot]);
    }
    all.put(entry);
  } catch (error) {
    // All changes or none.
    all.transaction.abort();
    throw error;
  }
  await kept(all.transaction);
}

async function entries(all: IDBObjectStore, program: string): Promise<Entry[]> {
  const range = IDBKeyRange.bound([program, LEFT_OFF], [program, SLOTS + EARLIER]);
  return (await settled(all.getAll(range))) as Entry[];
}
