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

/** Remembers it; false if that is for as long as the page is open only. */
export function remember(what: Remembered, value: string): boolean {
  said.set(KEYS[what], value);
  try {
    localStorage.setItem(KEYS[what], value);
    return true;
  } catch {
    return false;
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
    divide();
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(FILE)) files[key.slice(FILE.length)] = localStorage.getItem(key) ?? "";
    }
  } catch {
    // Where nothing may be kept there is nothing.
  }
  return files;
}

/** Takes apart what an earlier version has kept. */
function divide(): void {
  const all = localStorage.getItem(TOGETHER);
  if (all === null) return;
  // First, as there may be no room for both.
  localStorage.removeItem(TOGETHER);
  for (const [file, text] of Object.entries(JSON.parse(all) as Record<string, string>)) localStorage.setItem(FILE + file, text);
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

/** Hears of the files that are written in other pages. */
export function heedFiles(changed: (file: string, text: string | null) => void): void {
  addEventListener("storage", ({ key, newValue }) => {
    if (key?.startsWith(FILE)) changed(key.slice(FILE.length), newValue);
  });
}
