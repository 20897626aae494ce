// What page and emulator tell each other. The emulator runs in a worker of its own: the page never waits for it, and
// it goes on when the page does not draw.

/** What a machine is switched on with. */
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

/** The image of a disk. */
export interface Disk {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What one of some sources assembles to. */
export interface Sources {
  main: string;
  files: SourceFile[];
}

/** A file of an editor. */
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

/** A week of a game by weeks. */
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

/** What a saved machine goes on from. */
export type Moment = Pick<Saved, "state" | "recording">;

/** Why a source could not be assembled, or what it became. */
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

/** What the debugger says to a command: where the machine stands, and what the command adds. */
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

/** What can be asked of the emulator, with what comes back. */
export interface Calls {
  titles(): string[];
  /** Switches a machine on, which stands there until it is to run, at power-on, on a built-in program's title, or at a moment. What
   * cannot be opened, or go on from there, leaves the one before as it is. Of the disks, all of which it has had, the last one is in
   * drive 1 at power-on. */
  open(source: Source | Sources, choice: Choice, at?: "title" | Moment, disks?: Disk[]): Opened;
  /** Whether nothing is booted from it, if it is a disk at all: it is one of data. */
  isDataDisk(disk: Disk): boolean;
  /** Puts it into drive 1. */
  insert(disk: Disk): void;
  /** A command of the debugger; null for an empty line. */
  command(line: string): Told | null;
  /** Runs by itself: as the sound device asks for samples, or else by the clock. */
  run(): void;
  pause(): void;
  /** Runs if it stands, and otherwise stands; whether it runs now. */
  toggle(): boolean;
  /** Times the usual speed while a key is held; 1 otherwise. */
  hurry(times: number): void;
  /** Changes a control, in the words of an input script, as soon as the machine has seen how it was. */
  control(words: string): void;
  /** What presses the key that types this character. */
  typed(character: string, shift: boolean): string | null;
  /** The sound device's port and rate; null for silence. */
  audio(port: MessagePort | null, rate: number): void;
  /** Runs so many frames at once. */
  frames(count: number): void;
  hash(): string;
  text(): string;
  memory(address: number, length: number): Uint8Array<ArrayBuffer>;
  label(name: string): number | null;
  save(): Saved;
  load(moment: Moment): void;
  recording(): string;
  /** From power-on through so many frames of an input script. Of a game by weeks: the beginnings of its weeks, and its end; null if
   * something else is opened before that is reached. */
  replay(script: string, frames: number): Promise<Week[] | null>;
  /** To one of these. */
  toMoment(index: number): void;
  /** Goes back through the last minutes. */
  rewind(on: boolean): void;
  /** The disk in drive 1. */
  disk(): Uint8Array<ArrayBuffer> | null;
  /** The disk that the program is on, and those of data in their order, with all that has been written to them. */
  disks(): { booted: Uint8Array<ArrayBuffer> | null; data: Uint8Array<ArrayBuffer>[] };
  /** The sources of the built-in programs, and the text of one of their files. */
  titleFiles(): Title[];
  titleFile(name: string): string | null;
  /** What lies where in memory, an SVG document whose links lead to `file#Lline`. */
  map(): string;
  /** Who has the bus in a frame, the one with the longest vertical blank routine of the next ones. */
  chart(frames: number): string | null;
  /** Where the time goes in the next frames: lines of a call stack, a blank, and the machine cycles spent there. */
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
  /** So many frames have passed since it was last told, be it that none, or only the last of them, was shown. */
  | { kind: "passed"; frames: number }
  | { kind: "week"; week: Week }
  | { kind: "screenText"; text: string }
  | { kind: "jam" }
  /** It begins to run by itself, or ends; because of an error, if there is one. */
  | { kind: "running"; isRunning: boolean; error: string | null }
  | { kind: "stopped"; told: Told }
  | { kind: "progress"; done: number; of: number };
