// The emulator's worker: passes calls to the engine, and runs it by the sound device's clock or its own.

import init, { assemble, checkControl, Emulator, Ended, isDataDisk, pictureAfter, titleFile, titleFiles, titles, typed } from "../engine/front800_web.js";
import { Inputs } from "./inputs";
import { Pace } from "./pace";
import { FIRST, prepared, type Prepared } from "./prepared";
import type { Calls, Choice, Disk, Message, Moment, Opened, Request, Saved, Source, Sources, Title, Told, Week } from "./protocol";

/** The number of frames after which every built-in program shows its title. */
const TITLE_FRAMES = 40;
/** The height of the picture in lines. */
const PICTURE_LINES = 240;
/** Frames between two checks of the text on the screen and the week. */
const LOOK_FRAMES = 15;
/** The number of frames to go back at a time. */
const BACK_FRAMES = 4;
/** Milliseconds between two progress messages of a replay, when it also checks whether it is still wanted. */
const SLICE = 100;
/** All controls at rest. */
const AT_REST = [
  ...[0, 1, 2, 3].map((port) => `stick${port} center`),
  ...[2, 3].map((paddle) => `paddle${paddle} 228`),
  "pen0 none",
  "console none",
  "key none",
];

let emulator: Emulator | null = null;
let first: Prepared | null = null;
let source: Source | Sources = { title: FIRST };
let choice: Choice = {};
let rate = 0;
let lastText = "";
let lastWeek = "";
let isGoingBack = false;
/** The machine was paused when it began to go back, and is to be paused again afterwards. */
let pausesAfterwards = false;
/** The last picture sent. */
let seen = new Uint32Array(0);
/** Frames since the last `passed` message. */
let passed = 0;
/** The starts of the weeks of the last replay, and its end. */
let kept: (Moment & { week: Week })[] = [];
/** The numbers of the data disks that the machine has had. */
let brought: number[] = [];
/** The number of `open` calls that are waiting for their turn. */
let openings = 0;
let inputs = new Inputs(tell);
const pace = new Pace(frame, (isRunning, error) => post({ kind: "running", isRunning, error }));

function post(message: Message, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

function machine(): Emulator {
  if (!emulator) throw new Error("no program has been opened");
  return emulator;
}

function tell(words: string): void {
  machine().control(words);
}

/** Runs one frame and shows it if `isShown`. Returns its samples if sound is on. */
function frame(isShown: boolean): Float32Array | null {
  const atari = machine();
  const ended = advance(atari);
  if (ended !== Ended.Frame) pace.stop();
  if (ended === Ended.Jam) post({ kind: "jam" });
  if (ended === Ended.Stop) post({ kind: "stopped", told: command(atari, "where")! });
  if (isShown || ended !== Ended.Frame) show(atari);
  if (atari.frames() % LOOK_FRAMES === 0) look(atari);
  return rate > 0 ? atari.audio() : null;
}

/** Starts or stops going back in time. A paused machine runs until this stops. */
function rewind(on: boolean): void {
  if (on === isGoingBack) return;
  isGoingBack = on;
  if (on) {
    pausesAfterwards = !pace.isRunning;
    pace.start();
  } else if (pausesAfterwards) {
    pausesAfterwards = false;
    pace.stop();
  }
}

/** Runs to the end of the next frame or, while going back, of an earlier one. */
function advance(atari: Emulator): Ended {
  inputs.next();
  passed++;
  if (isGoingBack) atari.goBack(BACK_FRAMES + 1);
  return atari.frame();
}

/** Sends the current picture, and the number of frames since the last one. */
function show(atari: Emulator): void {
  send(atari.picture().buffer as ArrayBuffer, atari.height());
  if (passed > 0) post({ kind: "passed", frames: passed });
  passed = 0;
}

/** Sends a picture unless it is the same as the last one. */
function send(rgba: ArrayBuffer, height: number): void {
  const pixels = new Uint32Array(rgba);
  if (isSeen(pixels)) return;
  seen = pixels.slice();
  post({ kind: "picture", rgba, width: pixels.length / height, height }, [rgba]);
}

function isSeen(pixels: Uint32Array): boolean {
  if (pixels.length !== seen.length) return false;
  for (let n = 0; n < pixels.length; n++) if (pixels[n] !== seen[n]) return false;
  return true;
}

/** Reports changes of the text on the screen and of the week. */
function look(atari: Emulator): void {
  const text = atari.text();
  if (text !== lastText) post({ kind: "screenText", text: (lastText = text) });
  const week = atari.week();
  if (week !== lastWeek) {
    lastWeek = week;
    const known = JSON.parse(week) as Week | null;
    if (known) post({ kind: "week", week: known });
  }
}

function command(atari: Emulator, line: string): Told | null {
  const told = atari.command(line);
  return told === undefined ? null : (JSON.parse(told) as Told);
}

function built(what: Source | Sources, how: Choice): Emulator {
  const wish = JSON.stringify(how);
  if ("title" in what) return Emulator.title(what.title, wish);
  if ("main" in what) return Emulator.source(JSON.stringify(what.files), what.main, wish);
  return Emulator.file(what.name, what.bytes, wish);
}

/** Switches a machine on, at power-on or at a saved moment. If this fails, the previous machine is unchanged. */
function switchOn(what = source, how = choice, moment?: Moment, disks: Disk[] = []): Emulator {
  const next = built(what, how);
  let numbers: number[];
  try {
    numbers = disks.map(({ name, bytes }) => next.addDisk(name, bytes));
    if (moment) next.restore(moment.state, moment.recording);
    else if (numbers.length > 0) next.putDisk(numbers.at(-1)!);
  } catch (error) {
    next.free();
    throw error;
  }
  // Do not run yet: breakpoints may have to be set first.
  pace.stop();
  pausesAfterwards = false;
  emulator?.free();
  [emulator, source, choice, brought] = [next, what, how, numbers];
  inputs = new Inputs(tell);
  emulator.setAudio(rate);
  pace.setRate(emulator.frameMillihertz() / 1000);
  [lastText, lastWeek] = ["", ""];
  return emulator;
}

/** Runs this many frames at once, and shows the last one. */
function run(frames: number): void {
  const atari = machine();
  lookAway(atari);
  for (let left = frames; left > 0; left--) {
    if (left === 1) atari.setDrawing(true);
    advance(atari);
  }
  lookAgain(atari);
}

/** Turns sound and drawing off, before many frames that are not shown. */
function lookAway(atari: Emulator): void {
  atari.setAudio(0);
  atari.setDrawing(false);
}

/** Turns sound and drawing on again, and shows the last frame. */
function lookAgain(atari: Emulator): void {
  atari.setDrawing(true);
  atari.setAudio(rate);
  show(atari);
  look(atari);
}

/** The prepared title, if it is for this program and choice. */
function readyMade(what: Source | Sources, how: Choice): Prepared | null {
  return "title" in what && what.title === FIRST && Object.keys(how).length === 0 ? first : null;
}

/** Shows the prepared title before there is an emulator. */
function showTitle({ rom, program, state }: Prepared): void {
  send(pictureAfter(rom, FIRST, program, state).buffer as ArrayBuffer, PICTURE_LINES);
}

function opened(atari: Emulator): Opened {
  return {
    name: atari.name(),
    notes: atari.notes(),
    hasTablet: atari.hasTablet(),
    width: atari.width(),
    height: atari.height(),
    frameMillihertz: atari.frameMillihertz(),
  };
}

function saved(atari: Emulator): Saved {
  return {
    state: atari.save() as Uint8Array<ArrayBuffer>,
    recording: atari.recording(),
    frames: atari.frames(),
    week: weekOf(atari),
    picture: new Uint8ClampedArray(atari.picture().buffer as ArrayBuffer),
    width: atari.width(),
    height: atari.height(),
  };
}

/** The entries of an input script: frame and words. */
function* entries(script: string): Generator<[number, string]> {
  for (const line of script.split("\n")) {
    const words = line.trim();
    const end = words.search(/\s/);
    if (end > 0 && /^\d+$/.test(words.slice(0, end))) yield [Number(words.slice(0, end)), words.slice(end).trim()];
  }
}

/** Replays a recording from power-on, unless something else is to be opened. If the game is played in weeks, it keeps the machine at the
 * start of each week's order phase and at the end, for `toMoment`. */
async function replay(script: string, frames: number): Promise<Week[] | null> {
  const wasRunning = pace.isRunning;
  const atari = switchOn();
  kept = [];
  lookAway(atari);
  try {
    await play(atari, entries(script), frames);
  } finally {
    lookAgain(atari);
    post({ kind: "progress", done: frames, of: frames });
    if (wasRunning) pace.start();
  }
  if (openings > 0) return null;
  const last = weekOf(atari);
  if (last) keep(atari, last);
  return kept.map(({ week }) => week);
}

/** Plays the entries of a recording, in time slices between which the worker receives messages. */
async function play(atari: Emulator, entries: Generator<[number, string]>, frames: number): Promise<void> {
  let next = entries.next();
  const apply = (now: number): void => {
    for (; !next.done && next.value[0] <= now; next = entries.next()) atari.control(next.value[1]);
  };
  let due = 0;
  for (let now = atari.frames(); now < frames; now = atari.frames()) {
    if (performance.now() >= due) {
      post({ kind: "progress", done: now, of: frames });
      await new Promise((resolve) => setTimeout(resolve));
      if (openings > 0) return;
      due = performance.now() + SLICE;
    }
    apply(now);
    if (now + 1 === frames) atari.setDrawing(true);
    // A jammed machine would never reach the end.
    if (atari.frame() === Ended.Jam) break;
    const week = now % LOOK_FRAMES === 0 ? weekOf(atari) : null;
    if (week?.ordersOpen && week.turn !== kept.at(-1)?.week.turn) keep(atari, week);
  }
  apply(atari.frames());
}

function weekOf(atari: Emulator): Week | null {
  return JSON.parse(atari.week()) as Week | null;
}

function keep(atari: Emulator, week: Week): void {
  kept.push({ week, state: atari.save() as Uint8Array<ArrayBuffer>, recording: atari.recording() });
}

/** Continues from a saved moment. */
function load({ state, recording }: Moment): void {
  machine().restore(state, recording);
  begin();
}

/** Prepares a restored machine: releases all controls, and runs a frame to get a picture. */
function begin(): void {
  const atari = machine();
  inputs = new Inputs(tell);
  for (const words of AT_REST) tell(words);
  // The picture is not part of the state.
  atari.frame();
  show(atari);
}

/** Switches a machine on and runs it to its title. */
function openTitle(what: Source | Sources, how: Choice): void {
  const made = readyMade(what, how);
  if (made && !emulator) showTitle(made);
  const atari = switchOn(what, how);
  if (made) atari.load(made.state);
  run(made ? 1 : TITLE_FRAMES);
}

const calls: Calls = {
  titles: () => JSON.parse(titles()) as string[],
  open(what, how, at, disks) {
    if (at === "title") {
      openTitle(what, how);
    } else {
      const atari = switchOn(what, how, at, disks);
      if (at) begin();
      else show(atari);
    }
    return opened(machine());
  },
  isDataDisk: ({ name, bytes }) => isDataDisk(name, bytes),
  insert({ name, bytes }) {
    const atari = machine();
    const number = atari.addDisk(name, bytes);
    brought.push(number);
    atari.putDisk(number);
  },
  command(line) {
    const told = command(machine(), line);
    show(machine());
    return told;
  },
  run: () => pace.start(),
  pause: () => pace.stop(),
  toggle() {
    if (pace.isRunning) pace.stop();
    else pace.start();
    return pace.isRunning;
  },
  hurry: (times) => pace.hurry(times),
  control(words) {
    // The change may have to wait, so report errors now.
    checkControl(words);
    inputs.change(words);
  },
  typed: (character, shift) => typed(character, shift) ?? null,
  audio(port, hertz) {
    rate = port ? hertz : 0;
    emulator?.setAudio(rate);
    pace.listen(port);
  },
  frames: run,
  hash: () => machine().hash(),
  text: () => machine().text(),
  memory: (address, length) => machine().memory(address, length) as Uint8Array<ArrayBuffer>,
  label: (name) => machine().label(name) ?? null,
  save: () => saved(machine()),
  load,
  recording: () => machine().recording(),
  replay,
  toMoment: (index) => load(kept[index]!),
  rewind,
  disks() {
    const file = (number: number) => machine().diskFile(number) as Uint8Array<ArrayBuffer> | undefined;
    return { booted: brought.includes(0) ? null : (file(0) ?? null), data: brought.map((number) => file(number)!) };
  },
  disk: () => (machine().disk() as Uint8Array<ArrayBuffer> | undefined) ?? null,
  titleFiles: () => JSON.parse(titleFiles()) as Title[],
  titleFile: (name) => titleFile(name) ?? null,
  map: () => machine().map(),
  chart: (frames) => machine().chart(frames) ?? null,
  profile: (frames) => machine().profile(frames),
  assemble(files, main) {
    const result = assemble(JSON.stringify(files), main);
    const answer = {
      report: JSON.parse(result.report()),
      xex: (result.xex() as Uint8Array<ArrayBuffer> | undefined) ?? null,
    };
    result.free();
    return answer;
  },
};

const ready = Promise.all([init(), prepared().then((made) => (first = made))]);

/** The chain of calls that need a machine, which are carried out one after the other. */
let done: Promise<void> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<Request>) => {
  if (data.call === "open") openings++;
  // This call needs no machine, so it need not wait for a replay, which the file may be about to end.
  if (data.call === "isDataDisk") void carryOut(data);
  else done = done.then(() => carryOut(data));
};

async function carryOut({ id, call, arguments: given }: Request): Promise<void> {
  if (call === "open") openings--;
  try {
    await ready;
    const value = await (calls[call] as (...rest: unknown[]) => unknown)(...given);
    post({ kind: "answer", id, value });
  } catch (error) {
    post({ kind: "refusal", id, error: error instanceof Error ? error.message : String(error) });
  }
}
