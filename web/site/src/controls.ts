// Keyboard, gamepads, pointer and the buttons on the page, as the words of input scripts.

import type { Engine } from "./engine";
import type { Screen } from "./screen";

/** Milliseconds that a key stays down at least: the 800 looks at its keyboard every other frame. */
const LEAST_HELD = 70;
/** A paddle that is not there, or a tablet that nobody touches. */
const ABSENT = 228;
/** What a tablet reads at its right and lower edge; 1 at the others. */
const TABLET_END = 227;
/** How far a gamepad's stick is pushed before it counts. */
const PUSHED = 0.4;

/** Keys that type nothing, by their place on the keyboard. [sheet: os 5] */
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
};

type Direction = "up" | "down" | "left" | "right" | "fire";
type ConsoleKey = "start" | "select" | "option";

const STICK: Record<string, Direction[]> = {
  ArrowUp: ["up"],
  ArrowDown: ["down"],
  ArrowLeft: ["left"],
  ArrowRight: ["right"],
  ControlLeft: ["fire"],
  ControlRight: ["fire"],
  AltRight: ["fire"],
  Numpad8: ["up"],
  Numpad2: ["down"],
  Numpad5: ["down"],
  Numpad4: ["left"],
  Numpad6: ["right"],
  Numpad7: ["up", "left"],
  Numpad9: ["up", "right"],
  Numpad1: ["down", "left"],
  Numpad3: ["down", "right"],
  Numpad0: ["fire"],
};

const CONSOLE: Record<string, ConsoleKey> = { F2: "option", F3: "select", F4: "start" };

/** What a key of the page itself does. */
export type Command = "help" | "reset" | "pause" | "hurry" | "rewind" | "fullscreen" | "save" | "load" | "saves";

const COMMANDS: Record<string, Command> = {
  F1: "help",
  F5: "reset",
  F8: "save",
  "Shift F8": "load",
  F9: "pause",
  F11: "fullscreen",
  F12: "hurry",
  F10: "rewind",
};

export class Controls {
  /** The pointer is a touch tablet in jack 2. */
  hasTablet = false;
  private readonly closed = new Map<string, Direction[]>();
  private readonly console = new Map<string, ConsoleKey>();
  private readonly keys = new Map<string, string>();
  private readonly told = new Map<string, string>();
  private readonly released = new Map<string, number>();
  private tablet: { x: number; y: number; buttons: number } | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly command: (command: Command, isDown: boolean) => void,
  ) {}

  /** Listens to the whole page's keyboard; `isOurs` says whether a key is for the machine. */
  listen(isOurs: (event: KeyboardEvent) => boolean): void {
    addEventListener("keydown", (event) => isOurs(event) && this.down(event));
    addEventListener("keyup", (event) => this.up(event));
    addEventListener("blur", () => this.releaseAll());
    addEventListener("gamepadconnected", () => this.poll());
  }

  /** Listens to the pointer over the picture. */
  point(canvas: HTMLCanvasElement, screen: Screen): void {
    const moved = (event: PointerEvent): void => {
      if (!this.hasTablet) return;
      event.preventDefault();
      const [across, down] = screen.place(event).map((part) => Math.min(1, Math.max(0, part)));
      this.tablet = { x: across!, y: down!, buttons: event.buttons };
      this.tell();
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      moved(event);
    });
    for (const name of ["pointermove", "pointerup"] as const) canvas.addEventListener(name, moved);
    const gone = (): void => {
      this.tablet = null;
      this.tell();
    };
    canvas.addEventListener("pointerleave", gone);
    canvas.addEventListener("pointercancel", gone);
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** A button on the page that stands for a control goes down or up. */
  button(name: string, isDown: boolean): void {
    const after = LEAST_HELD - (performance.now() - (this.released.get(name) ?? 0));
    if (isDown) {
      this.released.set(name, performance.now());
      this.press(name, name);
    } else if (after > 0) {
      setTimeout(() => this.release(name), after);
    } else {
      this.release(name);
    }
  }

  releaseAll(): void {
    this.closed.clear();
    this.console.clear();
    this.keys.clear();
    this.tablet = null;
    this.tell();
  }

  /** The machine was switched on anew: it knows of nothing that is held. */
  forget(): void {
    this.told.clear();
    this.releaseAll();
  }

  private press(id: string, control: string): void {
    if (control === "start" || control === "select" || control === "option") this.console.set(id, control);
    else if (["up", "down", "left", "right", "fire"].includes(control)) this.closed.set(id, [control as Direction]);
    else this.keys.set(id, control);
    this.tell();
  }

  private release(id: string): void {
    const was = [this.console, this.closed, this.keys].some((held) => held.delete(id));
    if (was) this.tell();
  }

  private down(event: KeyboardEvent): void {
    const command = COMMANDS[(event.shiftKey ? "Shift " : "") + event.code] ?? COMMANDS[event.code];
    if (command || PLACES[event.code] || STICK[event.code] || CONSOLE[event.code]) event.preventDefault();
    if (event.repeat) return;
    if (command) return this.command(command, true);
    if (event.metaKey || (event.altKey && event.code !== "AltRight")) return;
    const [stick, console] = [STICK[event.code], CONSOLE[event.code]];
    this.released.set(event.code, performance.now());
    if (console) return this.press(event.code, console);
    if (stick) {
      this.closed.set(event.code, stick);
      return this.tell();
    }
    const place = PLACES[event.code];
    if (place) return this.press(event.code, event.shiftKey && !place.includes("+") ? `SHIFT+${place}` : place);
    if ([...event.key].length === 1) void this.type(event);
  }

  private async type(event: KeyboardEvent): Promise<void> {
    event.preventDefault();
    const words = await this.engine.call("typed", event.key, event.shiftKey);
    if (words) this.press(event.code, words);
  }

  private up(event: KeyboardEvent): void {
    const command = COMMANDS[event.code];
    if (command) this.command(command, false);
    // A tap shorter than the machine looks is held a little longer.
    const left = LEAST_HELD - (performance.now() - (this.released.get(event.code) ?? 0));
    if (left > 0) setTimeout(() => this.release(event.code), left);
    else this.release(event.code);
  }

  /** Looks at the gamepads for as long as there are any. */
  private poll(): void {
    const pads = navigator.getGamepads().filter((pad) => pad !== null);
    for (const pad of pads) {
      const pushed = (button: number): boolean => pad.buttons[button]?.pressed ?? false;
      const [x, y] = [pad.axes[0] ?? 0, pad.axes[1] ?? 0];
      const directions: Direction[] = [];
      if (y < -PUSHED || pushed(12)) directions.push("up");
      if (y > PUSHED || pushed(13)) directions.push("down");
      if (x < -PUSHED || pushed(14)) directions.push("left");
      if (x > PUSHED || pushed(15)) directions.push("right");
      if ([0, 1, 2, 3].some(pushed)) directions.push("fire");
      this.closed.set(`pad ${pad.index}`, directions);
      const keys: [number, ConsoleKey][] = [[9, "start"], [8, "select"], [4, "option"]];
      for (const [button, key] of keys) {
        if (pushed(button)) this.console.set(`pad ${pad.index} ${key}`, key);
        else this.console.delete(`pad ${pad.index} ${key}`);
      }
    }
    this.tell();
    if (pads.length > 0) requestAnimationFrame(() => this.poll());
  }

  /** Tells the machine what has changed. */
  private tell(): void {
    const sticks: Direction[][] = [[], [], [], []];
    for (const [id, directions] of this.closed) {
      const port = id.startsWith("pad ") ? Number(id.slice(4)) % 4 : 0;
      sticks[port]!.push(...directions);
    }
    let [x, y] = [ABSENT, ABSENT];
    if (this.tablet) {
      x = 1 + Math.round(this.tablet.x * (TABLET_END - 1));
      y = 1 + Math.round(this.tablet.y * (TABLET_END - 1));
      // The buttons of a jack's paddles are on the pins of these two directions. [sheet: os 4]
      if (this.tablet.buttons & 1) sticks[1]!.push("left");
      if (this.tablet.buttons & 2) sticks[1]!.push("right");
    }
    sticks.forEach((directions, port) => this.say(`stick${port}`, [...new Set(directions)].join(" ") || "center"));
    this.say("console", [...new Set(this.console.values())].join(" ") || "none");
    // As on the 800, whose scanner sees one key at a time: the last one pressed counts.
    this.say("key", [...this.keys.values()].at(-1) ?? "none");
    this.say("paddle2", String(x));
    this.say("paddle3", String(y));
  }

  private say(device: string, words: string): void {
    const usual: Record<string, string> = { console: "none", key: "none", paddle2: "228", paddle3: "228" };
    if ((this.told.get(device) ?? usual[device] ?? "center") === words) return;
    this.told.set(device, words);
    void this.engine.call("control", `${device} ${words}`);
  }
}
