// Saved machines in the browser's database: ten slots for each program, and where it was left.

import type { Choice, Saved } from "./protocol";

/** The slot that the page writes by itself. */
export const LEFT_OFF = 0;
/** Slots that a person writes: 1 to this. */
export const SLOTS = 10;

/** A saved machine, with what it takes to switch on the same one. */
export interface Entry extends Saved {
  program: string;
  slot: number;
  choice: Choice;
  /** Milliseconds since 1970. */
  saved: number;
  /** The file that it was started from, if it is not built in. */
  file?: Uint8Array<ArrayBuffer>;
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
  return opened;
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await database()).transaction("saves", mode).objectStore("saves");
}

export async function write(entry: Entry): Promise<void> {
  await settled((await store("readwrite")).put(entry));
}

export async function read(program: string, slot: number): Promise<Entry | undefined> {
  return (await settled((await store("readonly")).get([program, slot]))) as Entry | undefined;
}

export async function remove(program: string, slot: number): Promise<void> {
  await settled((await store("readwrite")).delete([program, slot]));
}

/** The slots of a program that hold something, in order. */
export async function list(program: string): Promise<Entry[]> {
  const range = IDBKeyRange.bound([program, LEFT_OFF], [program, SLOTS]);
  return (await settled((await store("readonly")).getAll(range))) as Entry[];
}
