// The user's settings and files in the browser's storage. If the browser stores nothing, settings last as long as the page is open.

/** The settings, with their keys in the browser's storage. */
const KEYS = {
  television: "television",
  volume: "volume",
  isMute: "mute",
  byPlace: "by place",
  language: "language",
} as const;

export type Remembered = keyof typeof KEYS;

/** The settings made since the page was opened. */
const said = new Map<string, string>();

export function recall(what: Remembered): string | null {
  const known = said.get(KEYS[what]);
  if (known !== undefined) return known;
  try {
    return localStorage.getItem(KEYS[what]);
  } catch {
    return null;
  }
}

/** Remembers a setting; if the browser stores nothing, only as long as the page is open. */
export function remember(what: Remembered, value: string): void {
  said.set(KEYS[what], value);
  try {
    localStorage.setItem(KEYS[what], value);
  } catch {
    // It is in `said` at least.
  }
}

/** The prefix of the keys of the user's files. Each file has its own entry, because several pages may be open. */
const FILE = "workshop file ";
/** The key of a single entry with all files, as earlier versions of the page stored them. */
const TOGETHER = "workshop files";

/** The user's files. */
export function recallFiles(): Record<string, string> {
  const files: Record<string, string> = {};
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(FILE)) files[key.slice(FILE.length)] = localStorage.getItem(key) ?? "";
    }
    Object.assign(files, divide());
  } catch {
    // If the browser stores nothing there are no files; damaged entries are left as they are.
  }
  return files;
}

/** Splits the single entry of an earlier version into one entry for each file. Returns the files that had none. Files for which there is
 * no room stay in the single entry. */
function divide(): Record<string, string> {
  const all = localStorage.getItem(TOGETHER);
  if (all === null) return {};
  const known = Object.entries(JSON.parse(all) as Record<string, string>);
  const files = known.filter(([file]) => localStorage.getItem(FILE + file) === null);
  // Remove it first, as there may be no room for both.
  localStorage.removeItem(TOGETHER);
  let done = 0;
  try {
    for (const [file, text] of files) {
      localStorage.setItem(FILE + file, text);
      done++;
    }
  } catch {
    localStorage.setItem(TOGETHER, JSON.stringify(Object.fromEntries(files.slice(done))));
  }
  return Object.fromEntries(files);
}

/** Stores a file, or removes it if `text` is null. Returns the error if that fails. */
export function rememberFile(file: string, text: string | null): Error | null {
  try {
    if (text === null) localStorage.removeItem(FILE + file);
    else localStorage.setItem(FILE + file, text);
    return null;
  } catch (error) {
    return error as Error;
  }
}

/** Calls `changed` when another page writes a file, with its current content, since the event itself may be outdated. */
export function heedFiles(changed: (file: string, text: string | null) => void): void {
  addEventListener("storage", ({ key }) => {
    if (key?.startsWith(FILE)) changed(key.slice(FILE.length), localStorage.getItem(key));
  });
}
