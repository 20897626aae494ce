// Saved machines in the browser's database: ten slots for each program, and where it was left.

import type { Choice, Disk, Saved } from "./protocol";

/** The slot that the page writes by itself. */
export const LEFT_OFF = 0;
/** The slot of the quick save. */
export const QUICK = 1;
/** Slots that a person writes: 1 to this. */
export const SLOTS = 10;
/** Slots behind these, in which games are kept that were left for new ones. */
export const EARLIER = 5;

/** A saved machine, with what it takes to switch on the same one. */
export interface Entry extends Saved {
  program: string;
  slot: number;
  choice: Choice;
  /** Milliseconds since 1970. */
  saved: number;
  /** The file that it was started from, if it is not built in. */
  file?: Uint8Array<ArrayBuffer>;
  /** The disks of data that have been put into drive 1. Earlier versions of the page knew of none. */
  disks?: Disk[];
  /** Which game it is, of all of this program. Earlier versions did not say. */
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
  // It may be had another time.
  opened.catch(() => (opened = undefined));
  return opened;
}

/** That it is kept is known when the whole transaction is: there may be no room for it. */
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

/** Removes what is kept there, or that wherever it stands by now: what is left for another game moves the earlier ones on. */
export async function remove({ program, slot, saved, game }: Entry): Promise<void> {
  const all = await store("readwrite");
  const same = (await entries(all, program)).filter((known) => known.saved === saved && known.game === game);
  const found = same.find((known) => known.slot === slot) ?? same[0];
  if (found) all.delete([program, found.slot]);
  await kept(all.transaction);
}

/** The slots of a program that hold something, in order. */
export async function list(program: string): Promise<Entry[]> {
  return entries(await store("readonly"), program);
}

/** Keeps where a game was left, and beside it what another game has left there, in whatever tab: but for that which was saved at
 * `from`, with which this one goes on. Of each game only its last state is kept. */
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
    // All of it, or nothing.
    all.transaction.abort();
    throw error;
  }
  await kept(all.transaction);
}

async function entries(all: IDBObjectStore, program: string): Promise<Entry[]> {
  const range = IDBKeyRange.bound([program, LEFT_OFF], [program, SLOTS + EARLIER]);
  return (await settled(all.getAll(range))) as Entry[];
}
