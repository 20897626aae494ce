// The main page: playing built-in programs and files.

import { Controls, type Command } from "./controls";
import { download } from "./download";
import { element } from "./element";
import { offer } from "./embed";
import { Engine } from "./engine";
import { Gallery } from "./gallery";
import { Game } from "./game";
import { added, readable } from "./lines";
import { Links } from "./links";
import { Page } from "./page";
import { FIRST } from "./prepared";
import type { Source, Choice } from "./protocol";
import { recall, remember } from "./remembered";
import * as saves from "./saves";
import { Screen } from "./screen";
import { Speaker } from "./speaker";
import { currentLanguage, speak, word, type Language } from "./words";

/** The speed while the key is held, as a multiple of the usual one. */
const HURRY = 8;
/** Milliseconds between two automatic saves. */
const SAVE_EVERY = 15_000;

const settings = {
  television: recall("television") === "1",
  volume: Number(recall("volume") ?? 0.7),
  isMute: recall("isMute") === "1",
};

const page = new Page({ title: FIRST });
const { canvas } = page;
const screen = new Screen(canvas);
screen.television = settings.television;
let hasPicture = false;
const engine = new Engine({
  picture(picture) {
    // The benchmark measures the time to the first picture.
    if (!hasPicture) performance.mark("picture");
    hasPicture = true;
    screen.show(picture);
  },
  passed: (frames) => controls.passed(frames),
  week: ({ ordersOpen }) => ordersOpen && void game.leaveOff(),
  screenText,
  // Jamming counts as a pause, so that after going back the machine is paused.
  jam: () => page.set({ isJammed: true, isPaused: true, said: "" }),
  running: (isRunning) => page.set(isRunning ? { isRunning, isJammed: false } : { isRunning }),
  failed: tellFailed,
  progress: (done, of) => page.set({ progress: done < of ? `${word("replaying")} ${Math.round((100 * done) / of)} %` : "" }),
});
const speaker = new Speaker(engine);
const controls = new Controls(engine, command);
const game = new Game(engine, page, controls, sound);
const links = new Links(engine, page, controls, game, FIRST);
const gallery = new Gallery(page, game, guard);

function screenText(text: string): void {
  const words = readable(text);
  const news = added(element("text").textContent, words);
  if (news) element("news").textContent = news;
  element("text").textContent = words;
  canvas.setAttribute("aria-label", `${word("screen")}: ${words}`);
}

/** Carries out an action and reports an error on the page. */
function guard(action: () => unknown): void {
  new Promise((resolve) => resolve(action())).catch(tellFailed);
}

function tellFailed(error: Error): void {
  page.say(`${word("failed")} ${error.message}`);
}

/** Starts the game on a click, a key or a button, if it is ready. */
function begin(): void {
  if (page.state.phase === "ready") guard(() => game.start());
}

/** Starts the sound. Until it starts, which may be never without a sound device, the machine runs by the clock. */
function sound(): void {
  if (!settings.isMute) speaker.start(settings.volume).catch(() => guard(() => mute(true)));
}

async function mute(isMute: boolean): Promise<void> {
  settings.isMute = isMute;
  element("sound").setAttribute("aria-pressed", String(!isMute));
  // The sound may still be on from an earlier game, even if this one has not begun.
  if (isMute) await speaker.stop();
  else if (page.state.phase === "begun") await speaker.start(settings.volume);
}

async function togglePause(): Promise<void> {
  const isRunning = await engine.call("toggle");
  page.set(isRunning ? { isPaused: false } : { isPaused: true, said: "" });
}

/** The element for full screen. Without a keyboard it includes the buttons. */
function whole(): Element {
  const stage = element("stage");
  return matchMedia("(pointer: coarse)").matches ? (stage.parentElement ?? stage) : stage;
}

/** The message for each kind of pointer. */
const POINTERS = { none: "pointerNone", tablet: "pointerTablet", pen: "pointerPen" } as const;

function command(name: Command, isDown: boolean): void {
  if (name === "hurry") return guard(() => engine.call("hurry", isDown ? HURRY : 1));
  if (name === "rewind") return guard(() => engine.call("rewind", isDown));
  if (!isDown) return;
  switch (name) {
    case "help":
      return element<HTMLDialogElement>("help-dialog").showModal();
    case "reset":
      return guard(() => game.reset());
    case "power":
      return guard(() => game.change());
    case "pause":
      return guard(togglePause);
    case "fullscreen":
      return guard(() => document.fullscreenElement ? document.exitFullscreen() : whole().requestFullscreen());
    case "save":
      return guard(() => game.save(saves.QUICK).then(() => page.say(word("saved"))));
    case "load":
      return guard(quickLoad);
    case "saves":
      return guard(() => gallery.show());
    case "arrows":
      controls.wishes.cursor = !controls.wishes.cursor;
      return page.say(word(controls.wishes.cursor ? "arrowsCursor" : "arrowsStick"));
    case "pointer":
      controls.switchPointer();
      return page.say(word(POINTERS[controls.pointer]));
  }
}

async function quickLoad(): Promise<void> {
  const saved = await saves.read(page.key, saves.QUICK);
  if (saved) await game.load(saved);
  page.say(word(saved ? "loaded" : "noQuick"));
}

/** Continues where the user left off, or starts the title if that save no longer exists. */
async function goOn(): Promise<void> {
  const saved = await saves.read(page.key, saves.LEFT_OFF);
  await (saved ? game.load(saved) : game.start());
}

/** Attaches the handlers of buttons, boxes and dialogs. */
function wire(): void {
  const program = element<HTMLSelectElement>("program");
  const file = element<HTMLInputElement>("file");
  const week = element<HTMLInputElement>("week");
  element("begin").onclick = () => guard(() => game.start());
  element("go-on").onclick = () => guard(goOn);
  element("fresh").onclick = () => guard(() => game.start());
  element("open").onclick = () => file.click();
  file.onchange = () => {
    const chosen = file.files?.[0];
    if (chosen) guard(() => game.openFile(chosen));
    // Allow the same file to be chosen again.
    file.value = "";
  };
  program.onchange = () => guard(() => game.change({ title: program.value }));
  week.oninput = () => guard(() => links.toWeek(Number(week.value)));
  for (const name of ["saves", "help", "reset", "pause", "fullscreen"] as const) element(name).onclick = () => command(name, true);
  element("sound").onclick = () => {
    guard(() => mute(!settings.isMute));
    // Remember only the user's choice, not that there is no sound device.
    remember("isMute", settings.isMute ? "1" : "0");
  };
  element("settings").onclick = () => element<HTMLDialogElement>("settings-dialog").showModal();
  element("share").onclick = () => {
    element<HTMLDialogElement>("share-dialog").showModal();
    guard(() => links.make());
  };
  element("share-game").onchange = () => guard(() => links.make());
  element("copy").onclick = () => {
    const link = element<HTMLTextAreaElement>("link");
    guard(() => navigator.clipboard.writeText(link.value).then(() => page.say(word("copied"))));
  };
  element("download").onclick = () => guard(downloadDisk);
  hold(element("rewind"), (isDown) => command("rewind", isDown));
  hold(element("hurry"), (isDown) => command("hurry", isDown));
  for (const button of document.querySelectorAll<HTMLElement>("[data-hold]")) {
    hold(button, (isDown) => {
      if (isDown) begin();
      controls.button(button.dataset["hold"] ?? "", isDown);
    });
  }
  wireSettings();
  wireDrop();
}

async function downloadDisk(): Promise<void> {
  const name = page.state.disks.at(-1)?.name ?? page.key;
  const bytes = await engine.call("disk");
  if (bytes) download(bytes, name.replace(/\.[^.]*$/, ".atr"));
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
  pal.onchange = () => {
    const choice = { ...page.state.choice, pal: pal.checked };
    guard(() => game.change(undefined, choice).then(() => page.say(page.state.said || word("restarted"))));
  };
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
    page.show();
  };
  element("sound").setAttribute("aria-pressed", String(!settings.isMute));
}

function wireDrop(): void {
  const isDragged = (isDragged: boolean): void => {
    if (isDragged !== page.state.isDragged) page.set({ isDragged });
  };
  addEventListener("dragover", (event) => {
    event.preventDefault();
    isDragged(true);
  });
  // Only if it has left the page, rather than moved from one element to another.
  addEventListener("dragleave", (event) => event.relatedTarget === null && isDragged(false));
  addEventListener("drop", (event) => {
    event.preventDefault();
    isDragged(false);
    const file = event.dataTransfer?.files[0];
    if (file) guard(() => game.openFile(file));
  });
}

/** After a click on a button with the pointer, the keyboard goes back to the machine, also after a dialog that the button opened is
 * closed. Buttons used from the keyboard keep the focus. */
function giveBack(): void {
  const gives = (event: MouseEvent): boolean => {
    const button = event.target instanceof Element && event.target.closest("button, summary");
    return event.detail > 0 && !!button && !button.closest("dialog");
  };
  // This runs before the button's own handler, because a closing dialog returns the focus to the element that had it.
  document.addEventListener("click", (event) => gives(event) && page.focus(), { capture: true });
}

/** Calls `change` when a button is pressed and released by finger, mouse, Enter or space bar. Losing the pointer or the focus also
 * releases it. */
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

/** Whether a key copies selected text of the page. */
function isCopy({ ctrlKey, metaKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && key.toLowerCase() === "c" && getSelection()?.isCollapsed === false;
}

/** Whether a key is for the machine: nothing else on the page has the focus. */
function isForMachine(event: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open]")) return false;
  if (page.state.phase !== "begun") {
    const isModifier = ["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key);
    if (!isModifier && (event.target === document.body || event.target === canvas)) begin();
    return false;
  }
  if (document.activeElement === canvas) return true;
  return document.activeElement === document.body && !isCopy(event);
}

async function workOffline(): Promise<void> {
  await navigator.serviceWorker.register(new URL("./sw.js", location.href));
}

async function main(): Promise<void> {
  speak((recall("language") as Language | null) ?? currentLanguage());
  // On a reload, Firefox restores the earlier state of buttons.
  page.show();
  wire();
  giveBack();
  controls.listen(isForMachine, () => element("program").focus());
  controls.point(canvas, screen);
  canvas.addEventListener("pointerdown", () => {
    begin();
    page.focus();
  });
  page.set({ titles: await engine.call("titles") });
  // A change of the address is handled like the first one.
  addEventListener("hashchange", () => guard(() => links.arrive()));
  await links.arrive();
  addEventListener("visibilitychange", () => document.hidden && void game.leaveOff());
  addEventListener("pagehide", () => void game.leaveOff());
  setInterval(() => void game.leaveOff(), SAVE_EVERY);
  const open = (what: Source, how: Choice): Promise<void> => game.inTurn(() => game.open(what, how));
  offer(engine, { open, start: () => game.inTurn(() => game.start()), element: document.body });
  if (import.meta.env.PROD) await workOffline().catch(() => undefined);
}

// For the tests of the page, and for experiments in the console.
Object.assign(globalThis, { front800: { engine, speaker } });
guard(main);
