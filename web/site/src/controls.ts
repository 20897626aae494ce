// Converts keyboard, gamepads, pointer and the buttons on the page to the words of input scripts.

import type { Engine } from "./engine";
import { Finger, type Touch } from "./finger";
import { placed, withControl, type Wishes } from "./keyboard";
import type { Screen } from "./screen";

/** The reading of a paddle that is not connected, and of a tablet that is not touched. */
const ABSENT = 228;
/** The reading of a tablet at its right and lower edges; at the left and upper edges it is 1. */
const TABLET_END = 227;
/** The first colour clock and scan line of the picture, and the number of both. */
const PICTURE = { clock: 44, line: 8, clocks: 168, lines: 240 };
/** How far a gamepad's stick must be pushed to count as a direction. */
const PUSHED = 0.4;
/** The number of a gamepad's middle button. */
const GUIDE = 16;

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

/** What the pointer emulates: a touch tablet in jack 2, a light pen or light gun in jack 1, or nothing. */
export type Pointer = "none" | "tablet" | "pen";

/** The order in which the user switches through them. */
const NEXT: Record<Pointer, Pointer> = { none: "tablet", tablet: "pen", pen: "none" };

/** The commands of the page that have a key. */
export type Command =
  | "help"
  | "reset"
  | "power"
  | "pause"
  | "hurry"
  | "rewind"
  | "fullscreen"
  | "save"
  | "load"
  | "saves"
  | "arrows"
  | "pointer";

const COMMANDS: Record<string, Command> = {
  F1: "help",
  F5: "reset",
  "Shift F5": "power",
  F6: "arrows",
  "Shift F6": "pointer",
  F8: "save",
  "Shift F8": "load",
  F9: "pause",
  F11: "fullscreen",
  F12: "hurry",
  F10: "rewind",
};

export class Controls {
  pointer: Pointer = "none";
  readonly wishes: Wishes = { byPlace: false, cursor: false };
  private readonly closed = new Map<string, Direction[]>();
  private readonly console = new Map<string, ConsoleKey>();
  private readonly keys = new Map<string, string>();
  /** The keys that are down and have triggered a command. */
  private readonly commands = new Map<string, Command>();
  private readonly told = new Map<string, string>();
  /** The position of the pointer; for a pen it may be outside the picture. */
  private pointed: Touch | null = null;
  /** Handles key events in order, since looking up what a key types is asynchronous. */
  private order = Promise.resolve();
  private readonly finger: Finger;
  private isPolling = false;
  /** The gamepads whose middle button is down. */
  private readonly guides = new Set<number>();

  /** `command` carries out a command; `has` lists the commands that the page supports. */
  constructor(
    private readonly engine: Engine,
    private readonly command: (command: Command, isDown: boolean) => void,
    private readonly has: readonly Command[] = Object.values(COMMANDS),
  ) {
    this.finger = new Finger(engine, () => this.tell());
  }

  /** Listens to the keyboard of the whole page; `isOurs` decides whether a key is for the machine. Because the machine takes Tab, Shift
   * Escape moves the focus away from it. */
  listen(isOurs: (event: KeyboardEvent) => boolean, leave: () => void): void {
    addEventListener("keydown", (event) => {
      if (!isOurs(event)) return;
      if (event.code === "Escape" && event.shiftKey) leave();
      else this.down(event);
    });
    addEventListener("keyup", (event) => this.up(event));
    addEventListener("blur", () => this.leave());
    addEventListener("gamepadconnected", () => this.isPolling || this.poll());
  }

  /** Listens to the pointer over the picture. */
  point(canvas: HTMLCanvasElement, screen: Screen): void {
    const moved = (event: PointerEvent): void => {
      if (this.pointer === "none") return;
      event.preventDefault();
      const [x, y] = screen.place(event);
      if (this.isFinger(event)) return this.finger.at(within(x), within(y));
      this.pointed = { x, y, buttons: event.buttons };
      this.tell();
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      if (this.isFinger(event)) this.finger.down();
      moved(event);
    });
    for (const name of ["pointermove", "pointerup"] as const) canvas.addEventListener(name, moved);
    const gone = (event: PointerEvent): void => {
      if (this.isFinger(event)) return this.finger.up();
      this.pointed = null;
      this.tell();
    };
    canvas.addEventListener("pointerup", (event) => event.pointerType === "touch" && gone(event));
    canvas.addEventListener("pointerleave", gone);
    canvas.addEventListener("pointercancel", gone);
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Switches to the next kind of pointer. */
  switchPointer(): void {
    this.pointer = NEXT[this.pointer];
    this.pointed = null;
    this.finger.forget();
    this.tell();
  }

  /** Whether the event comes from a finger that operates the tablet. */
  private isFinger(event: PointerEvent): boolean {
    return event.pointerType === "touch" && this.pointer !== "pen";
  }

  /** Handles a button on the page that stands for a control. */
  button(name: string, isDown: boolean): void {
    if (isDown) this.press(name, name);
    else this.release(name);
  }

  /** Called when the machine has run `frames` frames. */
  passed(frames: number): void {
    this.finger.passed(frames);
  }

  releaseAll(): void {
    for (const all of [this.closed, this.console, this.keys]) all.clear();
    this.pointed = null;
    this.finger.forget();
    this.tell();
  }

  /** Called when the machine was switched on again: none of its controls is held. */
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

  private afterwards(doIt: () => void | Promise<void>): void {
    // An error with one key is reported and does not block the next one.
    this.order = this.order.then(doIt).catch(reportError);
  }

  private down(event: KeyboardEvent): void {
    const command = this.commandOf(event);
    const [stick, console] = [this.stickKey(event.code), CONSOLE[event.code]];
    const place = placed(event, this.wishes);
    if (command || place || stick || console) event.preventDefault();
    if (event.repeat) return;
    if (command) {
      this.commands.set(event.code, command);
      return this.command(command, true);
    }
    const isCharacter = event.getModifierState("AltGraph");
    if (event.metaKey || (event.altKey && !isCharacter && !stick)) return;
    const { code } = event;
    if (console) return this.afterwards(() => this.press(code, console));
    if (stick) {
      return this.afterwards(() => {
        this.closed.set(code, stick);
        this.tell();
      });
    }
    if (place) return this.afterwards(() => this.press(code, place));
    if ([...event.key].length !== 1) return;
    event.preventDefault();
    this.afterwards(() => this.type(event, event.ctrlKey && !isCharacter));
  }

  /** The command of a key on this page. */
  private commandOf({ code, shiftKey }: KeyboardEvent): Command | undefined {
    const command = COMMANDS[(shiftKey ? "Shift " : "") + code] ?? COMMANDS[code];
    return command && this.has.includes(command) ? command : undefined;
  }

  /** The directions of the joystick that a key stands for. */
  private stickKey(code: string): Direction[] | undefined {
    return this.wishes.cursor && /^Arrow|^Control/.test(code) ? undefined : STICK[code];
  }

  private async type({ code, key, shiftKey }: KeyboardEvent, control: boolean): Promise<void> {
    const words = await this.engine.call("typed", key, shiftKey);
    if (words) this.press(code, control ? withControl(words, shiftKey) : words);
  }

  private up(event: KeyboardEvent): void {
    this.letGo(event.code);
    this.afterwards(() => this.release(event.code));
  }

  /** Ends the command of a key that was released. */
  private letGo(code: string): void {
    const command = this.commands.get(code);
    this.commands.delete(code);
    if (command) this.command(command, false);
  }

  /** Releases everything when the page loses the keyboard, because it will not see keys going up. */
  private leave(): void {
    for (const code of [...this.commands.keys()]) this.letGo(code);
    this.afterwards(() => this.releaseAll());
  }

  /** Polls the gamepads in each animation frame, as long as any is connected. */
  private poll(): void {
    const pads = navigator.getGamepads().filter((pad) => pad !== null);
    // Release what a disconnected gamepad was holding.
    for (const held of [this.closed, this.console]) {
      for (const id of held.keys()) if (id.startsWith("pad ")) held.delete(id);
    }
    for (const index of this.guides) if (!pads.some((pad) => pad.index === index)) this.guides.delete(index);
    for (const pad of pads) this.feel(pad);
    this.tell();
    this.isPolling = pads.length > 0;
    if (this.isPolling) requestAnimationFrame(() => this.poll());
  }

  private feel(pad: Gamepad): void {
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
    }
    if (!pushed(GUIDE)) this.guides.delete(pad.index);
    else if (!this.guides.has(pad.index)) {
      this.guides.add(pad.index);
      this.command("saves", true);
    }
  }

  /** Sends changed controls to the machine. */
  private tell(): void {
    const sticks: Direction[][] = [[], [], [], []];
    for (const [id, directions] of this.closed) {
      const port = id.startsWith("pad ") ? Number(id.slice(4)) % 4 : 0;
      sticks[port]!.push(...directions);
    }
    let [x, y] = [ABSENT, ABSENT];
    const touch = this.finger.touch ?? this.pointed;
    if (touch && this.pointer === "tablet") {
      x = 1 + Math.round(within(touch.x) * (TABLET_END - 1));
      y = 1 + Math.round(within(touch.y) * (TABLET_END - 1));
      // A tablet's buttons use the pins of these two directions. [sheet: os 4]
      if (touch.buttons & 1) sticks[1]!.push("left");
      if (touch.buttons & 2) sticks[1]!.push("right");
    }
    sticks.forEach((directions, port) => this.say(`stick${port}`, [...new Set(directions)].join(" ") || "center"));
    this.say("console", [...new Set(this.console.values())].join(" ") || "none");
    // The keyboard scanner of the 800 reports one key at a time; here the last one pressed wins.
    this.say("key", [...this.keys.values()].at(-1) ?? "none");
    this.say("paddle2", String(x));
    this.say("paddle3", String(y));
    this.say("pen0", this.pointer === "pen" ? aimed(this.pointed) : "none");
  }

  private say(device: string, words: string): void {
    const usual: Record<string, string> = { console: "none", key: "none", paddle2: "228", paddle3: "228", pen0: "none" };
    if ((this.told.get(device) ?? usual[device] ?? "center") === words) return;
    this.told.set(device, words);
    void this.engine.call("control", `${device} ${words}`);
  }
}

/** Clamps a fraction of the picture's width or height to the picture. */
function within(part: number): number {
  return Math.min(1, Math.max(0, part));
}

/** The words for a light pen: its position if that is in the picture, and `pressed` if its switch or trigger is closed. */
function aimed(pointed: Touch | null): string {
  if (!pointed) return "none";
  const { x, y, buttons } = pointed;
  const at = (part: number, first: number, count: number): number => first + Math.min(count - 1, Math.floor(part * count));
  const isOver = x === within(x) && y === within(y);
  const place = isOver ? [at(x, PICTURE.clock, PICTURE.clocks), at(y, PICTURE.line, PICTURE.lines)] : [];
  return [...place, ...(buttons & 1 ? ["pressed"] : [])].join(" ") || "none";
}
