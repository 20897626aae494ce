// The messages between page and emulator. The emulator runs in its own worker: it never blocks the page, and it continues when the page
// does not draw.

/** The options with which a machine is switched on. */
export interface Choice {
  /** Decides what is undefined at power-on. */
  seed?: number;
  pal?: boolean;
  cart?: boolean;
  cartType?: number;
  /** Kilobytes: 16, 32 or 48. */
  ram?: number;
}

/** A built-in program, or a file. */
export type Source = { title: string } | { name: string; bytes: Uint8Array<ArrayBuffer> };

/** A disk image. */
export interface Disk {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A program given as sources; `main` is assembled. */
export interface Sources {
  main: string;
  files: SourceFile[];
}

/** A file in the editor. */
export interface SourceFile {
  name: string;
  text: string;
}

/** The sources of a built-in program. */
export interface Title {
  name: string;
  main: string;
  files: string[];
}

/** A week of a game that is played in weeks. */
export interface Week {
  turn: number;
  date: string;
  ordersOpen: boolean;
}

/** A program that has been switched on. */
export interface Opened {
  name: string;
  notes: string;
  hasTablet: boolean;
  width: number;
  height: number;
  frameMillihertz: number;
}

/** A machine at one moment, and how it got there. */
export interface Saved {
  state: Uint8Array<ArrayBuffer>;
  /** All input since power-on, as an input script. */
  recording: string;
  frames: number;
  week: Week | null;
  picture: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

/** What a machine needs to continue from a saved moment. */
export type Moment = Pick<Saved, "state" | "recording">;

/** The result of assembling a source. */
export interface Report {
  diagnostics: Diagnostic[];
  listing: string | null;
  bytes: number;
  errors: number;
}

export interface Location {
  file: string;
  line: number;
  column: number;
  end_column: number;
}

export interface Diagnostic {
  severity: "error" | "warning" | "note" | "print";
  message: string;
  location: Location;
  help: string | null;
}

/** The debugger's answer to a command: where the machine is, and the keys that the command adds. */
export interface Told {
  command: string;
  ok: boolean;
  error?: string;
  pc: number;
  a: number;
  x: number;
  y: number;
  s: number;
  p: number;
  frame: number;
  line: number;
  beam: number;
  source?: { file: string; line: number };
  [added: string]: unknown;
}

/** The calls of the emulator and their results. */
export interface Calls {
  titles(): string[];
  /** Switches a machine on and leaves it paused at power-on, on a built-in program's title, or at a saved moment. If this fails, the
   * previous machine is unchanged. `disks` are all data disks that the machine has had; at power-on the last one is in drive 1. */
  open(source: Source | Sources, choice: Choice, at?: "title" | Moment, disks?: Disk[]): Opened;
  /** Whether a file is a data disk: a disk image that does not boot. */
  isDataDisk(disk: Disk): boolean;
  /** Puts a disk into drive 1. */
  insert(disk: Disk): void;
  /** Carries out a debugger command; null for an empty line. */
  command(line: string): Told | null;
  /** Starts running, paced by the sound device or, without one, by the clock. */
  run(): void;
  pause(): void;
  /** Pauses or continues. Returns whether the machine now runs. */
  toggle(): boolean;
  /** Sets the speed as a multiple of the usual one. */
  hurry(times: number): void;
  /** Changes a control, in the words of an input script, as soon as its previous state has lasted long enough to be seen. */
  control(words: string): void;
  /** The key of the 800 that types this character, in the words of an input script. */
  typed(character: string, shift: boolean): string | null;
  /** Sets the sound device's port and sample rate; null for silence. */
  audio(port: MessagePort | null, rate: number): void;
  /** Runs this many frames at once. */
  frames(count: number): void;
  hash(): string;
  text(): string;
  memory(address: number, length: number): Uint8Array<ArrayBuffer>;
  label(name: string): number | null;
  save(): Saved;
  load(moment: Moment): void;
  recording(): string;
  /** Replays an input script from power-on for this many frames. Returns the starts of the game's weeks and its end (no entries if it is
   * not played in weeks), or null if something else is opened before the replay is finished. */
  replay(script: string, frames: number): Promise<Week[] | null>;
  /** Goes to one of the moments that `replay` returned. */
  toMoment(index: number): void;
  /** Starts or stops going back in time. A machine that was paused runs meanwhile, and is paused again afterwards. */
  rewind(on: boolean): void;
  /** The disk in drive 1. */
  disk(): Uint8Array<ArrayBuffer> | null;
  /** The disk that the machine was booted from, and the data disks in order, as they have been written to. */
  disks(): { booted: Uint8Array<ArrayBuffer> | null; data: Uint8Array<ArrayBuffer>[] };
  /** The sources of the built-in programs, and the text of one of their files. */
  titleFiles(): Title[];
  titleFile(name: string): string | null;
  /** A memory map of the program: an SVG document whose links lead to `file#Lline`. */
  map(): string;
  /** A chart of who has the bus in each cycle of a frame: of the next `frames`, the one with the longest vertical blank routine. */
  chart(frames: number): string | null;
  /** A profile of the next `frames`: each line has a call stack, a blank, and the machine cycles spent there. */
  profile(frames: number): string;
  assemble(files: SourceFile[], main: string): { report: Report; xex: Uint8Array<ArrayBuffer> | null };
}

export type CallName = keyof Calls;

/** Page to worker. */
export interface Request {
  id: number;
  call: CallName;
  arguments: unknown[];
}

/** Worker to page. */
export type Message =
  | { kind: "answer"; id: number; value: unknown }
  | { kind: "refusal"; id: number; error: string }
  | { kind: "picture"; rgba: ArrayBuffer; width: number; height: number }
  /** The machine has run this many frames since the last such message. At most the last of them was shown. */
  | { kind: "passed"; frames: number }
  | { kind: "week"; week: Week }
  | { kind: "screenText"; text: string }
  | { kind: "jam" }
  /** The emulator started or stopped running by itself; `error` is the reason if it stopped because of an error. */
  | { kind: "running"; isRunning: boolean; error: string | null }
  | { kind: "stopped"; told: Told }
  | { kind: "progress"; done: number; of: number };
