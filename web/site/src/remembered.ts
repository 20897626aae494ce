// What the browser remembers of a person's wishes. Where it may keep nothing, they hold for as long as the page is open.

/** What is remembered, and the browser's name for it. */
const KEYS = {
  television: "television",
  volume: "volume",
  isMute: "mute",
  byPlace: "by place",
  language: "language",
} as const;

export type Remembered = keyof typeof KEYS;

/** What has been said since the page was opened. */
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

/** Remembers it, for as long as the page is open only if nothing may be kept. */
export function remember(what: Remembered, value: string): void {
  said.set(KEYS[what], value);
  try {
    localStorage.setItem(KEYS[what], value);
  } catch {
    // It has been said, and holds.
  }
}

/** In front of the name of each file of this person, which has an entry of its own: several pages may be open. */
const FILE = "workshop file ";
/** All of them in one entry, as earlier versions of the page kept them. */
const TOGETHER = "workshop files";

/** The files of this person. */
export function recallFiles(): Record<string, string> {
  const files: Record<string, string> = {};
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(FILE)) files[key.slice(FILE.length)] = localStorage.getItem(key) ?? "";
    }
    Object.assign(files, divide());
  } catch {
    // Where nothing may be kept there is nothing, and what is damaged stays as it is.
  }
  return files;
}

/** Takes apart what an earlier version has kept, and gives what had no entry of its own. What there is no room for stays there. */
function divide(): Record<string, string> {
  const all = localStorage.getItem(TOGETHER);
  if (all === null) return {};
  const known = Object.entries(JSON.parse(all) as Record<string, string>);
  const files = known.filter(([file]) => localStorage.getItem(FILE + file) === null);
  // First, as there may be no room for both.
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

/** Keeps a file, or keeps it no longer; what is wrong if that cannot be done. */
export function rememberFile(file: string, text: string | null): Error | null {
  try {
    if (text === null) localStorage.removeItem(FILE + file);
    else localStorage.setItem(FILE + file, text);
    return null;
  } catch (error) {
    return error as Error;
  }
}

/** Hears of the files that are written in other pages, each as it is now: what is told may be late. */
export function heedFiles(changed: (file: string, text: string | null) => void): void {
  addEventListener("storage", ({ key }) => {
    if (key?.startsWith(FILE)) changed(key.slice(FILE.length), localStorage.getItem(key));
  });
}
