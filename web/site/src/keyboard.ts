// Which key of the 800 a key of this computer is. Most are known by what they type, some by their place.

/** Keys that type nothing. [sheet: os 5] */
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

/** The arrows, while they are the cursor keys. */
const CURSOR: Record<string, string> = {
  ArrowUp: "CTRL+-",
  ArrowDown: "CTRL+=",
  ArrowLeft: "CTRL++",
  ArrowRight: "CTRL+*",
};

/** Keys as they lie on the 800, whatever is printed on those of this computer. [sheet: os 5] */
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

/** How a person wants the keyboard. */
export interface Wishes {
  /** Keys by where they lie on the 800, not by what they type. */
  byPlace: boolean;
  /** The arrows are the cursor keys, and not the joystick. */
  cursor: boolean;
}

/** The key at this place, with what is held; nothing if what it types decides. */
export function placed(event: KeyboardEvent, { byPlace, cursor }: Wishes): string | undefined {
  const fixed = PLACES[event.code] ?? (cursor ? CURSOR[event.code] : undefined);
  if (fixed?.includes("+") || fixed === "BREAK") return fixed;
  // Games want these keys while the button is held; then it is the button and not CTRL.
  if (fixed) return held(event.shiftKey, event.ctrlKey && cursor, fixed);
  const found = byPlace ? AS_ON_THE_800[event.code] : undefined;
  return found && held(event.shiftKey, event.ctrlKey, found);
}

/** The key that types a character, when CTRL is held as well. */
export function withControl(words: string, shift: boolean): string {
  return held(shift, true, words.replace(/^SHIFT\+/, ""));
}

function held(shift: boolean, control: boolean, key: string): string {
  return `${shift ? "SHIFT+" : ""}${control ? "CTRL+" : ""}${key}`;
}
