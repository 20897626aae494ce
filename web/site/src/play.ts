// The page on which one plays.

import { Controls, type Command } from "./controls";
import { download } from "./download";
import { offer } from "./embed";
import { Engine } from "./engine";
import type { Choice, Moment, Opened, Source, Week } from "./protocol";
import { recall, remember } from "./remembered";
import * as saves from "./saves";
import { Screen } from "./screen";
import * as share from "./share";
import { Speaker } from "./speaker";
import { Turns } from "./turns";
import { currentLanguage, speak, word, type Language } from "./words";

/** Times the usual speed while the key is held. */
const HURRY = 8;
/** Milliseconds between two times at which the page saves by itself. */
const SAVE_EVERY = 15_000;

function element<E extends HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as E;
}

const canvas = element<HTMLCanvasElement>("screen");
const begin = element<HTMLButtonElement>("begin");
const program = element<HTMLSelectElement>("program");
const message = element("message");
const settings = {
  television: recall("television") === "1",
  volume: Number(recall("volume") ?? 0.7),
  isMute: recall("isMute") === "1",
};

const screen = new Screen(canvas);
screen.television = settings.television;
const engine = new Engine({
  picture(picture) {
    // How soon the first one is there is measured.
    if (!hasPicture) performance.mark("picture");
    hasPicture = true;
    screen.show(picture);
  },
  passed: (frames) => controls.passed(frames),
  week: weekBegins,
  screenText: (text) => {
    const words = readable(text);
    const news = added(element("text").textContent, words);
    if (news) element("news").textContent = news;
    element("text").textContent = words;
    canvas.setAttribute("aria-label", `${word("screen")}: ${words}`);
  },
  jam: () => {
    isJammed = true;
    say((ofStanding = word("jam")));
  },
  running: showRunning,
  failed: tellFailed,
  progress: (done, of) => say(done < of ? `${word("replaying")} ${Math.round((100 * done) / of)} %` : ""),
});
const speaker = new Speaker(engine);
const controls = new Controls(engine, command);

let source: Source = { title: "rasputitsa" };
let choice: Choice = {};
let opened: Opened | null = null;
let hasPicture = false;
let hasBegun = false;
/** What is played has begun since something was last left off. */
let isNewGame = true;
/** The recording with which it was loaded: that is no news. */
let loaded = "";
/** The processor stands still until the machine is switched on anew: RESET does not reach it. */
let isJammed = false;
/** What has been said of a pause or a jam, in whatever language. */
let ofStanding = "";
/** What opens something, and what saves by itself, waits for what did so before. */
const [openings, savings] = [new Turns(), new Turns()];
/** What has been said of why nothing can be kept: it is not said again and again. */
let unkept = "";

function say(text: string): void {
  message.textContent = text;
}

/** The lines that are words: those of maps and pictures made of characters are not. */
function readable(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => /[A-Za-z]{3}|^[-\d ]+$/.test(line) && !/[@\]^\[_]{2}/.test(line)).join("\n");
}

/** The lines of a text that an earlier one did not have. */
function added(before: string | null, now: string): string {
  const known = new Set(before?.split("\n"));
  return now.split("\n").filter((line) => !known.has(line)).join("\n");
}

/** Says what went wrong, and goes on. */
function guard(action: () => unknown): void {
  new Promise((resolve) => resolve(action())).catch(tellFailed);
}

function tellFailed(error: Error): void {
  say(`${word("failed")} ${error.message}`);
}

function key(): string {
  return "title" in source ? source.title : source.name;
}

/** Switches a machine on, which stands there: at power-on, on its title, or at a moment. */
async function open(what: Source, how: Choice, at?: "title" | Moment): Promise<void> {
  const before = { source, choice, isNewGame };
  [source, choice, isNewGame] = [what, how, true];
  try {
    opened = await engine.call("open", what, how, at);
  } catch (error) {
    ({ source, choice, isNewGame } = before);
    showProgram(source);
    throw error;
  }
  [isJammed, loaded] = [false, ""];
  element("weeks").hidden = true;
  controls.forget();
  controls.pointer = opened.hasTablet ? "tablet" : "none";
  document.title = `${opened.name} · front800`;
  element("download").hidden = !/\.(atr|xfd)$/i.test(key());
  if (opened.notes) say(opened.notes);
  showProgram(what);
  element<HTMLInputElement>("pal").checked = how.pal ?? false;
  canvas.focus({ preventScroll: true });
}

/** What is open is chosen in the list of programs; a file stands there as long as it is. */
function showProgram(what: Source): void {
  program.querySelector("[data-file]")?.remove();
  if ("title" in what) {
    program.value = what.title;
    return;
  }
  const option = new Option(what.name);
  option.dataset["file"] = "";
  program.append(option);
  option.selected = true;
}

/** Whether a click or a key on the page begins it. */
function mayBegin(): boolean {
  return !hasBegun && !begin.disabled && element("choice").hidden;
}

async function start(): Promise<void> {
  hasBegun = true;
  begin.hidden = true;
  element("choice").hidden = true;
  canvas.focus({ preventScroll: true });
  await engine.call("run");
  // Without a sound device it may never begin: the machine goes by the clock until then.
  if (!settings.isMute) speaker.start(settings.volume).catch(() => guard(() => mute(true)));
}

async function mute(isMute: boolean): Promise<void> {
  settings.isMute = isMute;
  element("sound").setAttribute("aria-pressed", String(!isMute));
  if (hasBegun) await (isMute ? speaker.stop() : speaker.start(settings.volume));
}

async function entry(slot: number): Promise<saves.Entry> {
  const file = "title" in source ? {} : { file: source.bytes };
  // Something else may be open when the answer comes.
  const about = { program: key(), slot, choice, ...file };
  return { ...(await engine.call("save")), ...about, saved: Date.now() };
}

function load(saved: saves.Entry): Promise<void> {
  const { program, file, state, recording } = saved;
  const what: Source = file ? { name: program, bytes: file } : { title: program };
  return openings.take(async () => {
    await leaveOff();
    await open(what, saved.choice, { state, recording });
    loaded = recording;
    // Who tries something again and again, by the quick save, goes on with one game.
    isNewGame = saved.slot > saves.QUICK;
    await start();
  });
}

/** Whether anybody has done anything since the machine was switched on or loaded, or RESET led back to the title. */
function isPlayed(recording: string): boolean {
  const lines = added(loaded, recording).split("\n").filter((line) => /^\d/.test(line));
  const given = lines.map((line) => line.replace(/^\d+\s+/, ""));
  const since = given.slice(given.lastIndexOf("reset") + 1);
  return since.some((words) => words && !/ (none|center|228)$/.test(words));
}

/** Saves where the person is, if anything has been played. What another game has left is kept beside it. Where nothing can be kept
 * that is told, and one goes on. */
function leaveOff(): Promise<void> {
  return savings.take(keepLeftOff).catch((error: Error) => {
    const told = `${word("notKept")} ${error.message}`;
    if (told !== unkept) say((unkept = told));
  });
}

async function keepLeftOff(): Promise<void> {
  if (!hasBegun || !opened) return;
  const left = await entry(saves.LEFT_OFF);
  if (isNewGame) {
    // A title that nobody has touched takes no earlier game's place.
    if (!isPlayed(left.recording)) return;
    isNewGame = false;
    await saves.setAside(left.program).catch((error: Error) => {
      isNewGame = true;
      throw error;
    });
  }
  await saves.write(left);
  unkept = "";
}

/** RESET leads back to the title: what was played until then is not lost. */
function reset(): Promise<void> {
  if (isJammed) return change();
  return openings.take(async () => {
    await leaveOff();
    isNewGame = true;
    await engine.call("control", "reset");
  });
}

function weekBegins(week: Week): void {
  if (week.ordersOpen) void leaveOff();
}

async function togglePause(): Promise<void> {
  const isRunning = await engine.call("toggle");
  if (!isRunning) say((ofStanding = word("paused")));
}

/** What the button does depends on whether the machine runs, whoever has begun or ended that. */
function showRunning(isRunning: boolean): void {
  const button = element("pause");
  button.dataset["word"] = isRunning ? "pause" : "goOnRunning";
  button.textContent = word(isRunning ? "pause" : "goOnRunning");
  if (!isRunning) return;
  isJammed = false;
  if (message.textContent === ofStanding) say("");
}

/** What fills the screen: who has no keys needs the buttons, too. */
function whole(): Element {
  const stage = element("stage");
  return matchMedia("(pointer: coarse)").matches ? (stage.parentElement ?? stage) : stage;
}

/** What is said of a pointer. */
const POINTERS = { none: "pointerNone", tablet: "pointerTablet", pen: "pointerPen" } as const;

function command(name: Command, isDown: boolean): void {
  if (name === "hurry") return guard(() => engine.call("hurry", isDown ? HURRY : 1));
  if (name === "rewind") return guard(() => engine.call("rewind", isDown));
  if (!isDown) return;
  switch (name) {
    case "help":
      return element<HTMLDialogElement>("help-dialog").showModal();
    case "reset":
      return guard(reset);
    case "power":
      return guard(() => change());
    case "pause":
      return guard(togglePause);
    case "fullscreen":
      return guard(() => document.fullscreenElement ? document.exitFullscreen() : whole().requestFullscreen());
    case "save":
      return guard(() => entry(saves.QUICK).then(saves.write).then(() => say(word("saved"))));
    case "load":
      return guard(() => saves.read(key(), saves.QUICK).then((saved) => saved && load(saved).then(() => say(word("loaded")))));
    case "saves":
      return guard(showSaves);
    case "arrows":
      controls.wishes.cursor = !controls.wishes.cursor;
      return say(word(controls.wishes.cursor ? "arrowsCursor" : "arrowsStick"));
    case "pointer":
      controls.switchPointer();
      return say(word(POINTERS[controls.pointer]));
  }
}

async function showSaves(): Promise<void> {
  const known = new Map((await saves.list(key())).map((saved) => [saved.slot, saved]));
  const items = Array.from({ length: saves.SLOTS + 1 }, (_, slot) => slotItem(slot, known.get(slot)));
  const earlier = [...known].filter(([slot]) => slot > saves.SLOTS).map(([slot, saved]) => slotItem(slot, saved));
  element("slots").replaceChildren(...items, ...earlier);
  const dialog = element<HTMLDialogElement>("saves-dialog");
  if (!dialog.open) dialog.showModal();
}

/** A slot with its picture, date and what can be done with it. */
function slotItem(slot: number, saved: saves.Entry | undefined): HTMLElement {
  const item = document.createElement("li");
  const isOwn = slot > saves.LEFT_OFF && slot <= saves.SLOTS;
  const name = isOwn ? `${word("slot")} ${slot}` : word(slot === saves.LEFT_OFF ? "leftOff" : "earlier");
  const picture = document.createElement("canvas");
  const text = document.createElement("p");
  text.textContent = `${name}: ${word("empty")}`;
  if (saved) {
    [picture.width, picture.height] = [saved.width, saved.height];
    picture.getContext("2d")?.putImageData(new ImageData(saved.picture, saved.width, saved.height), 0, 0);
    const date = new Date(saved.saved).toLocaleString(currentLanguage());
    text.textContent = `${name}: ${saved.week ? `${saved.week.date}, ` : ""}${date}`;
  }
  item.append(picture, text);
  const button = (label: string, action: () => Promise<unknown>): void => {
    const made = document.createElement("button");
    made.textContent = label;
    made.setAttribute("aria-label", `${label}: ${name}`);
    made.onclick = () => guard(action);
    item.append(made, " ");
  };
  const close = (): void => element<HTMLDialogElement>("saves-dialog").close();
  if (isOwn) button(word("save"), () => entry(slot).then(saves.write).then(showSaves));
  if (saved) {
    button(word("load"), () => {
      close();
      return load(saved);
    });
    button(word("remove"), () => saves.remove(key(), slot).then(showSaves));
  }
  return item;
}

async function makeLink(): Promise<void> {
  if (!("title" in source)) throw new Error(`${key()}: only the built-in programs can be shared by a link`);
  const withGame = element<HTMLInputElement>("share-game").checked;
  const { recording, frames } = await engine.call("save");
  const game = withGame ? { game: { recording, frames } } : {};
  element<HTMLTextAreaElement>("link").value = await share.link({ title: key(), choice, ...game }, location.href);
}

/** The game of a link: played to its end, and any of its weeks within reach. */
async function follow(link: share.Shared): Promise<void> {
  await openings.take(() => open({ title: link.title }, link.choice, "title"));
  if (!link.game) return;
  const weeks = await engine.call("replay", link.game.recording, link.game.frames);
  // Somebody may rather have opened something else than wait for it.
  if (!weeks || weeks.length === 0) return;
  const range = element<HTMLInputElement>("week");
  const name = (): void => {
    const { turn, date } = weeks[Number(range.value)]!;
    element("week-name").textContent = `${turn + 1}: ${date}`;
    range.setAttribute("aria-valuetext", date);
  };
  range.max = range.value = String(weeks.length - 1);
  range.oninput = () => {
    name();
    controls.forget();
    guard(() => engine.call("toMoment", Number(range.value)));
  };
  name();
  element("weeks").hidden = false;
}

function openTitle(): Promise<void> {
  return openings.take(() => open(source, choice, "title"));
}

/** The same, or what there is without a link if nothing can be made of it. */
async function followOrOpen(link: share.Shared): Promise<void> {
  try {
    await follow(link);
  } catch (error) {
    if (!opened) await openTitle();
    sayDamaged(error);
  }
}

function sayDamaged(error: unknown): void {
  say(`${word("damagedLink")} ${error instanceof Error ? error.message : error}`);
}

/** Leaves what is played for another program, or the same one switched on anew, be it on another machine. */
function change(what?: Source, how?: Choice): Promise<void> {
  return openings.take(async () => {
    await leaveOff();
    await open(what ?? source, how ?? choice);
    await start();
  });
}

async function openFile(file: File): Promise<void> {
  await change({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
}

/** What the buttons, boxes and dialogs of the page do. */
function wire(): void {
  begin.onclick = () => guard(start);
  element("go-on").onclick = () => guard(() => saves.read(key(), saves.LEFT_OFF).then((saved) => (saved ? load(saved) : start())));
  element("fresh").onclick = () => guard(start);
  element("open").onclick = () => element("file").click();
  element<HTMLInputElement>("file").onchange = (event) => {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (file) guard(() => openFile(file));
  };
  program.onchange = () => guard(() => change({ title: program.value }));
  element("saves").onclick = () => command("saves", true);
  element("help").onclick = () => command("help", true);
  element("reset").onclick = () => command("reset", true);
  element("pause").onclick = () => command("pause", true);
  element("fullscreen").onclick = () => command("fullscreen", true);
  element("sound").onclick = () => {
    guard(() => mute(!settings.isMute));
    // What a person wishes is remembered; that there is no sound device is not.
    remember("isMute", settings.isMute ? "1" : "0");
  };
  element("settings").onclick = () => element<HTMLDialogElement>("settings-dialog").showModal();
  element("share").onclick = () => {
    element<HTMLDialogElement>("share-dialog").showModal();
    guard(makeLink);
  };
  element("share-game").onchange = () => guard(makeLink);
  element("copy").onclick = () => {
    const link = element<HTMLTextAreaElement>("link");
    guard(() => navigator.clipboard.writeText(link.value).then(() => say(word("copied"))));
  };
  element("download").onclick = () =>
    guard(() => engine.call("disk").then((bytes) => bytes && download(bytes, key().replace(/\.[^.]*$/, ".atr"))));
  hold(element("rewind"), (isDown) => command("rewind", isDown));
  hold(element("hurry"), (isDown) => command("hurry", isDown));
  for (const button of document.querySelectorAll<HTMLElement>("[data-hold]")) {
    hold(button, (isDown) => controls.button(button.dataset["hold"] ?? "", isDown));
  }
  wireSettings();
  wireDrop();
}

function wireSettings(): void {
  const television = element<HTMLInputElement>("television");
  television.checked = settings.television;
  television.onchange = () => {
    screen.television = television.checked;
    remember("television", television.checked ? "1" : "0");
    screen.request();
  };
  const pal = element<HTMLInputElement>("pal");
  pal.onchange = () => guard(() => change(undefined, { ...choice, pal: pal.checked }));
  const byPlace = element<HTMLInputElement>("by-place");
  controls.wishes.byPlace = byPlace.checked = recall("byPlace") === "1";
  byPlace.onchange = () => {
    controls.wishes.byPlace = byPlace.checked;
    remember("byPlace", byPlace.checked ? "1" : "0");
  };
  const volume = element<HTMLInputElement>("volume");
  volume.value = String(settings.volume);
  volume.oninput = () => {
    settings.volume = Number(volume.value);
    remember("volume", volume.value);
    speaker.setVolume(settings.volume);
  };
  const language = element<HTMLSelectElement>("language");
  language.value = currentLanguage();
  language.onchange = () => {
    remember("language", language.value);
    speak(language.value as Language);
  };
  element("sound").setAttribute("aria-pressed", String(!settings.isMute));
}

function wireDrop(): void {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    say(word("dropped"));
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    say("");
    const file = event.dataTransfer?.files[0];
    if (file) guard(() => openFile(file));
  });
}

/** Down while a finger, a mouse button or Enter or the space bar is, and no longer than the button has pointer or keyboard. */
function hold(button: HTMLElement, change: (isDown: boolean) => void): void {
  let isHeld = false;
  const turn = (isDown: boolean): void => {
    if (isDown !== isHeld) change((isHeld = isDown));
  };
  const isKey = (event: KeyboardEvent): boolean => event.code === "Enter" || event.code === "Space";
  button.addEventListener("pointerdown", (event) => {
    button.setPointerCapture(event.pointerId);
    turn(true);
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(name, () => turn(false));
  addEventListener("blur", () => turn(false));
  button.addEventListener("keydown", (event) => isKey(event) && !event.repeat && turn(true));
  button.addEventListener("keyup", (event) => isKey(event) && turn(false));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

/** Whether somebody copies what is selected on the page. */
function isCopy({ ctrlKey, metaKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && key.toLowerCase() === "c" && getSelection()?.isCollapsed === false;
}

/** Keys are for the machine while nothing else on the page has them. */
function isForMachine(event: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open]")) return false;
  if (!hasBegun) {
    const isModifier = ["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key);
    if (event.target === document.body || event.target === canvas) {
      if (!isModifier && mayBegin()) guard(start);
    }
    return false;
  }
  if (document.activeElement === canvas) return true;
  return document.activeElement === document.body && !isCopy(event);
}

async function workOffline(): Promise<void> {
  await navigator.serviceWorker.register(new URL("./sw.js", location.href));
}

async function main(): Promise<void> {
  // Firefox keeps buttons as they were when a page is loaded again.
  begin.disabled = true;
  speak((recall("language") as Language | null) ?? currentLanguage());
  wire();
  controls.listen(isForMachine, () => program.focus());
  controls.point(canvas, screen);
  canvas.addEventListener("pointerdown", () => {
    if (mayBegin()) guard(start);
    canvas.focus({ preventScroll: true });
  });
  const names = await engine.call("titles");
  program.replaceChildren(...names.map((name) => new Option(name, name)));
  const link = await share.read(location.href).catch(sayDamaged);
  if (link && !names.includes(link.title)) say(`${word("noTitle")} ${link.title}`);
  const opening = link && names.includes(link.title) ? followOrOpen(link) : openTitle();
  // The browser's database is slow to open.
  const reading = saves.read(key(), saves.LEFT_OFF).catch(() => undefined);
  await opening;
  const left = await reading;
  begin.textContent = word("start");
  begin.dataset["word"] = "start";
  begin.disabled = false;
  // Somebody may have opened something meanwhile.
  if (left && !link?.game && !hasBegun) [begin.hidden, element("choice").hidden] = [true, false];
  addEventListener("visibilitychange", () => document.hidden && void leaveOff());
  addEventListener("pagehide", () => void leaveOff());
  setInterval(() => void leaveOff(), SAVE_EVERY);
  const inTurn = { open: (what: Source, how: Choice) => openings.take(() => open(what, how)), start: () => openings.take(start) };
  offer(engine, { ...inTurn, element: document.body });
  if (import.meta.env.PROD) await workOffline().catch(() => undefined);
}

// For the tests of the page, and for the curious.
Object.assign(globalThis, { front800: { engine, speaker } });
guard(main);
