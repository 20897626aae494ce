// Maps keys of this computer to keys of the 800. Most are mapped by the character that they type, some by their position.

/** Keys mapped by position. [sheet: os 5] */
const PLACES: Record<string, string> = {
  Space: "SPACE",
  Enter: "RETURN",
  NumpadEnter: "RETURN",
  Escape: "ESC",
  Tab: "TAB",
  Backspace: "BACKSPACE",
  Delete: "BACKSPACE",
  CapsLock: "CAPS",
  Home: "SHIFT+CLEAR",
  Insert: "CTRL+INSERT",
  End: "ATARI",
  F7: "BREAK",
};

/** The arrow keys when they are the cursor keys. */
const CURSOR: Record<string, string> = {
  ArrowUp: "CTRL+-",
  ArrowDown: "CTRL+=",
  ArrowLeft: "CTRL++",
  ArrowRight: "CTRL+*",
};

/** Keys by their position on the 800, whatever is printed on this computer's keys. [sheet: os 5] */
const AS_ON_THE_800: Record<string, string> = {
  ...Object.fromEntries([..."1234567890"].map((digit) => [`Digit${digit}`, digit])),
  ...Object.fromEntries([..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) => [`Key${letter}`, letter])),
  Minus: "<",
  Equal: ">",
  BracketLeft: "-",
  BracketRight: "=",
  Semicolon: ";",
  Quote: "+",
  Backslash: "*",
  Comma: "COMMA",
  Period: "PERIOD",
  Slash: "/",
};

/** The user's keyboard settings. */
export interface Wishes {
  /** Keys are mapped by their position on the 800, not by what they type. */
  byPlace: boolean;
  /** The arrow keys are the cursor keys instead of the joystick. */
  cursor: boolean;
}

/** The key for this position with its modifiers; undefined if what the key types decides. */
export function placed(event: KeyboardEvent, { byPlace, cursor }: Wishes): string | undefined {
  const fixed = PLACES[event.code] ?? (cursor ? CURSOR[event.code] : undefined);
  if (fixed?.includes("+") || fixed === "BREAK") return fixed;
  // Games need these keys while the fire button is held, so here Ctrl is the button and not CTRL.
  if (fixed) return held(event.shiftKey, event.ctrlKey && cursor, fixed);
  const found = byPlace ? AS_ON_THE_800[event.code] : undefined;
  return found && held(event.shiftKey, event.ctrlKey, found);
}

/** Adds CTRL to the key that types a character. */
export function withControl(words: string, shift: boolean): string {
  return held(shift, true, words.replace(/^SHIFT\+/, ""));
}

function held(shift: boolean, control: boolean, key: string): string {
  return `${shift ? "SHIFT+" : ""}${control ? "CTRL+" : ""}${key}`;
}
