// The workshop: an editor whose source is assembled at every pause in typing, and a machine beside it that runs the result.

import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { lintGutter, setDiagnostics, type Diagnostic as Mark } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { strToU8, zipSync } from "fflate";
import { breakColumn, breakpoints, place } from "./breakpoints";
import { Controls } from "./controls";
import { added, standing } from "./debugging";
import { element } from "./element";
import { Engine } from "./engine";
import { assembler, colours, look } from "./language";
import { download } from "./download";
import { problems, textOf } from "./lines";
import { dump } from "./memory";
import { table } from "./profile";
import type { Diagnostic, Report, SourceFile, Sources, Title, Told } from "./protocol";
import { heedFiles, recall, recallFiles, rememberFile } from "./remembered";
import { isOfAnother, written } from "./rewritten";
import { Screen } from "./screen";
import { Speaker } from "./speaker";
import { Turns } from "./turns";
import { currentLanguage, speak, word, type Language, type Word } from "./words";

/** Milliseconds without a keystroke before the source is assembled. */
const PAUSE = 300;
/** The number of bytes of memory shown. */
const SHOWN = 256;
const EXAMPLES = import.meta.glob<string>("./examples/*.asm", { query: "?raw", import: "default", eager: true });

/** The maximum number of lines kept of the debugger's output. */
const MOST_SAID = 200;

/** The number of frames of which the chart shows the one with the longest vertical blank routine. */
const CHARTED = 60;

/** The number of frames of a profile. */
const PROFILED = 120;
/** Milliseconds between two updates of what changes while the program runs. */
const LOOK = 500;

const TABS = ["problems", "listing", "memory", "map", "chart", "profile", "debugger"] as const;
type Tab = (typeof TABS)[number];

/** The views of the debugger, and the commands that they show. */
const VIEWS: Record<string, { title: Word | null; command: string | null }> = {
  said: { title: "viewSaid", command: null },
  stack: { title: "viewStack", command: "stack" },
  list: { title: "viewList", command: "dlist" },
  ANTIC: { title: null, command: "chip antic" },
  GTIA: { title: null, command: "chip gtia" },
  POKEY: { title: null, command: "chip pokey" },
  PIA: { title: null, command: "chip pia" },
};

const panel = element("panel");
const chooser = element<HTMLSelectElement>("files");
const own = recallFiles();
const examples = new Map(Object.entries(EXAMPLES).map(([path, text]) => [path.split("/").at(-1)!, text]));
/** The original texts: of the examples, and of those files of titles that have been opened. */
const originals = new Map(examples);

const screen = new Screen(element<HTMLCanvasElement>("screen"));
const engine = new Engine({
  picture: (picture) => screen.show(picture),
  passed: (frames) => controls.passed(frames),
  jam: () => {
    isJammed = true;
    say(word("jamRun"));
  },
  running: (isRunning) => {
    if (isRunning) isJammed = false;
  },
  failed: tellFailed,
  stopped: (told) => {
    tab = "debugger";
    show();
    say(word("stoppedAt"));
    tell(told);
  },
});
const speaker = new Speaker(engine);
const controls = new Controls(engine, (_, isDown) => isDown && guard(reset()), ["reset"]);

let titles: Title[] = [];
/** The title whose file is open. */
let title: Title | undefined;
let name = [...examples.keys()].sort()[0]!;
/** The last source that was assembled, in the form of `source`. */
let assembled = "";
let report: Report | null = null;
/** The program that was switched on last. */
let running: Sources | null = null;
/** The processor is jammed until the machine is switched off and on; the RESET key has no effect. */
let isJammed = false;
let tab: Tab = "problems";
let timer: ReturnType<typeof setTimeout> | undefined;
/** The number of files chosen so far. Only the last one is shown, even if the text of an earlier one arrives later. */
let chosen = 0;
/** The files that the browser could not store, and why. */
const unkept = new Map<string, Error>();

function say(text: string): void {
  const lost = [...unkept].map(([file, error]) => `${word("notKept")} ${file}: ${error.message}`);
  element("message").textContent = [text, ...lost].join(" ");
}

function guard(promise: Promise<unknown>): void {
  promise.catch(tellFailed);
}

function tellFailed(error: Error): void {
  say(`${word("failed")} ${error.message}`);
}

/** The debugger's output. */
const said: string[] = [];
/** Actions that switch the machine on, run it or command the debugger take turns. */
const turns = new Turns();
/** The editor states of files that were opened before, each with text, undo history and breakpoints. */
const states = new Map<string, EditorState>();
/** The source line at which the program has stopped. */
let standsIn: { file: string; line: number } | null = null;

const moveTo = StateEffect.define<number | null>();

/** Highlights the line at which the program has stopped. */
const standsAt = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(moveTo)) continue;
      const line = Decoration.line({ class: "stands" });
      return effect.value === null ? Decoration.none : Decoration.set([line.range(effect.value)]);
    }
    return set.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const extensions = [
  lineNumbers(),
  breakColumn((line) => guard(toggle(name, line))),
  standsAt,
  lintGutter(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  autocompletion(),
  assembler,
  colours,
  look,
  EditorState.tabSize.of(8),
  EditorView.contentAttributes.of({ "aria-label": "6502", tabindex: "0" }),
  keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...completionKeymap, indentWithTab]),
  EditorView.updateListener.of((update) => {
    if (update.docChanged && !update.transactions.every(isOfAnother)) changed();
  }),
];

// In a shadow tree the editor uses adopted style sheets; the page's security policy forbids style elements.
const editor = new EditorView({ parent: element("editor").attachShadow({ mode: "open" }), extensions });

function text(): string {
  return editor.state.doc.toString();
}

/** The file that is assembled: for a title the main one, which includes the others. */
function main(): string {
  return title?.main ?? name;
}

/** The examples and the user's files. They take precedence over the titles' files, which the engine knows. */
function allWritten(): SourceFile[] {
  const files = new Map([...examples, ...Object.entries(own)]);
  return [...files].map(([file, content]) => ({ name: file, text: content }));
}

/** Everything that the program is made from, as a string for comparison. */
function source(): string {
  return JSON.stringify([main(), allWritten()]);
}

/** Stores a file of the user's, or removes it. If the browser has no room, the page says so until that changes. */
function keep(file: string, content: string | null): void {
  if (content === null) delete own[file];
  else own[file] = content;
  const error = rememberFile(file, content);
  const knew = unkept.delete(file);
  if (error) unkept.set(file, error);
  if (error && !knew) say("");
}

/** Handles a change of a file in another page, which has stored it. */
function heed(file: string, content: string | null): void {
  if (content === null) delete own[file];
  else own[file] = content;
  fillChooser();
  const now = content ?? originals.get(file);
  const state = states.get(file);
  if (now === undefined) states.delete(file);
  else if (file === name) editor.dispatch(written(editor.state, now));
  else if (state) states.set(file, state.update(written(state, now)).state);
  arrange();
}

/** Handles a change in the editor: the file is stored, and assembled at the next pause. */
function changed(): void {
  keep(name, text() === originals.get(name) ? null : text());
  arrange();
}

/** Schedules assembling at the next pause, if the program has changed. */
function arrange(): void {
  clearTimeout(timer);
  // Only another file of the same program was opened.
  if (source() === assembled) return mark(report?.diagnostics ?? []);
  timer = setTimeout(() => guard(assemble()), PAUSE);
}

/** Assembles the program, shows the diagnostics, and runs it if there are no errors. */
async function assemble(): Promise<void> {
  clearTimeout(timer);
  const [program, all, mine] = [main(), allWritten(), source()];
  const result = await engine.call("assemble", all, program);
  // The source has changed meanwhile and will be assembled at the next pause.
  if (mine !== source()) return;
  assembled = mine;
  report = result.report;
  mark(report.diagnostics);
  // Show this first; it applies to the current text even if the program cannot be run.
  show();
  if (!result.xex) return say(`${report.errors} ${word(report.errors === 1 ? "error" : "errors")}`);
  await begin({ main: program, files: all });
  if (mine !== source()) return;
  // Most of what is shown under the picture comes from the machine, which is a new one now.
  show();
  say(`${report.bytes} ${word("bytes")}`);
}

/** Switches a program on, tells the debugger of all breakpoints, and runs it. */
function begin(what: Sources): Promise<void> {
  return turns.take(async () => {
    await engine.call("open", what, {});
    [running, isJammed] = [{ ...what }, false];
    controls.forget();
    await stopAgain();
    stand(null);
    await engine.call("run");
  });
}

/** Presses RESET. If the processor is jammed, switches the machine off and on instead. */
function reset(): Promise<void> {
  return leaveJam() ?? turns.take(() => engine.call("control", "reset"));
}

/** Switches a machine whose processor is jammed off and on; null if it is not jammed. */
function leaveJam(): Promise<void> | null {
  if (!isJammed || !running) return null;
  say(word("goesOn"));
  return begin(running);
}

/** Marks the assembler's diagnostics in the editor. */
function mark(diagnostics: Diagnostic[]): void {
  const { doc } = editor.state;
  const marks = diagnostics
    .filter(({ location, severity }) => location.file === name && severity !== "print" && location.line <= doc.lines)
    .map(({ location, severity, message, help }): Mark => {
      const line = doc.line(Math.max(1, location.line));
      const from = Math.min(line.to, line.from + Math.max(0, location.column - 1));
      const to = Math.min(line.to, Math.max(from, line.from + location.end_column - 1));
      const kind = severity === "error" ? "error" : severity === "warning" ? "warning" : "info";
      return { from, to, severity: kind, message: help ? `${message}\n${help}` : message };
    });
  editor.dispatch(setDiagnostics(editor.state, marks));
}

/** Shows the chosen tab under the picture. */
function show(): void {
  element("address-label").hidden = tab !== "memory";
  element("debugger").hidden = tab !== "debugger";
  panel.classList.toggle("words", tab === "problems" || tab === "debugger");
  for (const one of TABS) {
    element(`tab-${one}`).setAttribute("aria-selected", String(one === tab));
  }
  panel.setAttribute("aria-labelledby", `tab-${tab}`);
  if (tab === "memory") return guard(showMemory());
  if (tab === "map" || tab === "chart") return guard(draw(tab));
  if (tab === "profile") return guard(showProfile());
  if (tab === "debugger") return guard(showView());
  if (tab === "listing") panel.textContent = report?.listing ?? "";
  else panel.textContent = problems(report?.diagnostics ?? []) || word("noProblems");
}

/** Carries out a debugger command and shows the answer. */
async function command(line: string): Promise<Told | null> {
  const told = await engine.call("command", line);
  if (told) tell(told);
  return told;
}

function tell(told: Told): void {
  const words = typeof told.arguments === "string" ? `${told.command} ${told.arguments}` : told.command;
  said.push(`> ${words}`, ...added(told).split("\n").filter(Boolean), standing(told));
  said.splice(0, said.length - MOST_SAID);
  if (tab === "debugger") {
    show();
    if (!VIEWS[element<HTMLSelectElement>("view").value]?.command) panel.scrollTop = panel.scrollHeight;
  }
  stand(told.source ?? null);
}

/** Highlights the line at which the program has stopped, if its file is in the editor. */
function stand(spot: typeof standsIn): void {
  standsIn = spot;
  const { doc } = editor.state;
  const at = spot?.file === name && spot.line <= doc.lines ? doc.line(spot.line).from : null;
  const effects: StateEffect<unknown>[] = [moveTo.of(at)];
  if (at !== null) effects.push(EditorView.scrollIntoView(at, { y: "nearest" }));
  editor.dispatch({ effects });
}

/** The editor state of a file that is or was in the editor. */
function stateOf(file: string): EditorState | undefined {
  return file === name ? editor.state : states.get(file);
}

/** Shows on a line the breakpoint with that number, one not yet known to the debugger (null), or none. */
function dot(file: string, line: number, number: number | null | "none"): void {
  const state = stateOf(file);
  if (!state) return;
  const effects = place(state, line, number);
  if (file === name) editor.dispatch({ effects });
  else states.set(file, state.update({ effects }).state);
}

/** Sets the breakpoint of a line in the debugger and shows its number, or `refused` if the debugger cannot set it. If the file has
 * changed meanwhile, the breakpoint has moved with its line and is set again after the next assembly. */
async function stopAt(file: string, line: number, doc: Text, refused: null | "none"): Promise<void> {
  const told = await command(`break ${file}:${line}`);
  const number = told?.ok ? (told.number as number) : null;
  const state = stateOf(file);
  if (state?.doc !== doc) return;
  if (breakpoints(state).has(line)) dot(file, line, number ?? refused);
  // The user has removed it meanwhile.
  else if (number !== null) await command(`delete ${number}`);
}

/** Sets or removes the breakpoint of a line. The dot changes at once, as the text may change before the debugger answers. */
async function toggle(file: string, line: number): Promise<void> {
  const [{ doc }, program] = [editor.state, running];
  const number = breakpoints(editor.state).get(line);
  dot(file, line, number === undefined ? null : "none");
  await turns.take(async () => {
    // A new machine has already been given all breakpoints.
    if (!program || running !== program) return;
    const state = stateOf(file);
    if (typeof number === "number") await command(`delete ${number}`);
    else if (state?.doc === doc && breakpoints(state).get(line) === null) await stopAt(file, line, doc, "none");
  });
}

/** Sets all breakpoints in the debugger of a new machine. */
async function stopAgain(): Promise<void> {
  const all = [...states, [name, editor.state] as const].flatMap(([file, state]) => [...breakpoints(state).keys()].map((line) => ({ file, line, doc: state.doc })));
  for (const { file, line } of all) dot(file, line, null);
  for (const { file, line, doc } of all) await stopAt(file, line, doc, null);
}

async function showMemory(): Promise<void> {
  const typed = element<HTMLInputElement>("address").value.trim();
  const value = typed.startsWith("$") ? parseInt(typed.slice(1), 16) : Number(typed);
  const address = Number.isInteger(value) ? value : await engine.call("label", typed);
  if (address === null || address < 0 || address > 0xffff) {
    panel.textContent = `${typed}: ${word("noAddress")}`;
    return;
  }
  panel.textContent = dump(address, await engine.call("memory", address, SHOWN));
}

/** Shows the debugger's output, or the current state of a part of the machine. */
async function showView(): Promise<void> {
  const view = VIEWS[element<HTMLSelectElement>("view").value];
  const told = view?.command && running ? await engine.call("command", view.command) : null;
  if (tab !== "debugger") return;
  if (told) panel.textContent = `${standing(told)}\n\n${added(told)}`;
  else panel.textContent = said.join("\n") || word("hint");
}

/** Shows a profile of the running program. */
async function showProfile(): Promise<void> {
  const folded = running ? await engine.call("profile", PROFILED) : null;
  if (tab !== "profile") return;
  const heads = { own: word("own"), total: word("withCallees"), routine: word("routine") };
  panel.textContent =
    folded === null ? word("noProgram") : `${word("ofFrames").replace("#", String(PROFILED))}\n\n${table(folded, PROFILED, heads)}`;
}

/** Shows the memory map or the frame chart of the running program. */
async function draw(what: "map" | "chart"): Promise<void> {
  const drawn = running ? await (what === "map" ? engine.call("map") : engine.call("chart", CHARTED)) : null;
  if (tab !== what) return;
  if (!drawn) {
    panel.textContent = word(running ? "noFrame" : "noProgram");
    return;
  }
  const drawing = new DOMParser().parseFromString(drawn, "image/svg+xml").documentElement;
  drawing.setAttribute("aria-label", word(what));
  drawing.classList.add(what);
  panel.replaceChildren(document.importNode(drawing, true));
}

/** Goes to the source line of a link in a drawing: `file#Lline`. */
async function follow(link: string): Promise<void> {
  const place = /^(.*)#L(\d+)$/.exec(link);
  const file = place?.[1] ?? "";
  if (!originals.has(file) && !(file in own) && !title?.files.includes(file)) return;
  if (file !== name) await choose(file, title);
  if (file !== name) return;
  const { doc } = editor.state;
  const line = doc.line(Math.min(doc.lines, Math.max(1, Number(place?.[2]))));
  editor.dispatch({ selection: { anchor: line.from }, effects: EditorView.scrollIntoView(line.from, { y: "center" }) });
  editor.focus();
}

/** Opens a file in the editor; `of` is its title, if it belongs to one. */
async function choose(file: string, of?: Title): Promise<void> {
  const mine = ++chosen;
  if (of && !originals.has(file)) originals.set(file, (await engine.call("titleFile", file)) ?? "");
  if (mine !== chosen) return;
  // Do not keep the state of a file that was discarded.
  if (name !== file && (name in own || originals.has(name))) states.set(name, editor.state);
  [name, title] = [file, of];
  fillChooser();
  editor.setState(states.get(file) ?? EditorState.create({ doc: own[file] ?? originals.get(file) ?? "", extensions }));
  states.delete(file);
  stand(standsIn);
  arrange();
}

/** Fills the list of files: the examples, the titles with their files, and all others. */
function fillChooser(): void {
  const ofTitles = new Set(titles.flatMap(({ files }) => files));
  const others = Object.keys(own).filter((file) => !examples.has(file) && !ofTitles.has(file));
  const groups = [
    group(word("examples"), [...examples.keys()].sort()),
    group(word("ownFiles"), others.sort()),
    ...titles.map((one) => group(one.name, one.files, one)),
  ];
  chooser.replaceChildren(...groups.filter((one) => one.childElementCount > 0));
}

function group(label: string, files: string[], of?: Title): HTMLOptGroupElement {
  const found = document.createElement("optgroup");
  found.label = label;
  // A file may belong to several titles.
  for (const file of files) {
    const isChosen = file === name && of?.name === title?.name;
    found.append(new Option(file, `${of?.name ?? ""}/${file}`, false, isChosen));
  }
  return found;
}

function chooseOption(): void {
  const [of, ...file] = chooser.value.split("/");
  guard(choose(file.join("/"), titles.find((one) => one.name === of)));
}

function makeFile(): void {
  const asked = prompt(word("fileName"), "my.asm")?.trim();
  if (!asked) return;
  const file = asked.includes(".") ? asked : `${asked}.asm`;
  if (!(file in own)) keep(file, "        org $2000\nstart   jmp start\n\n        run start\n");
  guard(choose(file));
}

/** Restores the original text of a file, or deletes a file of the user's own. */
function discard(): void {
  if (!(name in own) || !confirm(word("discardSure").replace("#", name))) return;
  keep(name, null);
  guard(originals.has(name) ? choose(name, title) : choose([...examples.keys()].sort()[0]!));
}

/** Adds sources that are dropped on the page to the user's files. If a file with that name exists, its old text can be restored by
 * undo. */
async function take(files: Iterable<File>): Promise<void> {
  const refused: string[] = [];
  for (const file of files) {
    const content = textOf(await file.arrayBuffer());
    if (content === null) {
      refused.push(file.name);
      continue;
    }
    const isThere = file.name in own || originals.has(file.name);
    if (!isThere) keep(file.name, content);
    await choose(file.name);
    if (isThere && name === file.name) replace(content);
  }
  if (refused.length > 0) throw new Error(`${refused.join(", ")}: ${word("noText")}`);
}

/** Replaces the text in the editor, as a single undo step. */
function replace(content: string): void {
  const changes = { from: 0, to: editor.state.doc.length, insert: content };
  editor.dispatch({ changes, annotations: isolateHistory.of("full") });
}

/** Downloads the user's files in their folders, as a ZIP file. */
function exportFiles(): void {
  if (Object.keys(own).length === 0) return say(word("nothingOwn"));
  const files = Object.entries(own).map(([file, content]) => [`workshop/${file}`, strToU8(content)] as const);
  download(zipSync(Object.fromEntries(files)), "workshop.zip");
}

/** Continues the program, or restarts it if the processor is jammed. */
async function goOn(): Promise<void> {
  const beginning = leaveJam();
  await (beginning ??
    turns.take(() => {
      stand(null);
      say(word("goesOn"));
      return engine.call("run");
    }));
  // Without a sound device this may never succeed; the machine then runs by the clock.
  speaker.start(0.5).catch(() => undefined);
}

/** Pauses the machine and carries out an action. */
function paused<T>(action: () => Promise<T>): Promise<T> {
  return turns.take(async () => {
    await engine.call("pause");
    return action();
  });
}

function wire(): void {
  chooser.onchange = chooseOption;
  panel.onclick = (event) => {
    const link = (event.target as Element).closest("svg a");
    if (!link) return;
    event.preventDefault();
    guard(follow(link.getAttribute("href") ?? ""));
  };
  element("new").onclick = makeFile;
  element("export").onclick = exportFiles;
  element("discard").onclick = discard;
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    guard(take(event.dataTransfer?.files ?? []));
  });
  element("run").onclick = () => guard(goOn());
  element("pause").onclick = () => guard(turns.take(() => engine.call("pause")));
  element("step").onclick = () => guard(paused(() => engine.call("frames", 1)).then(show));
  for (const one of TABS) {
    element(`tab-${one}`).onclick = () => {
      tab = one;
      show();
    };
  }
  const form = element<HTMLFormElement>("debugger");
  const line = element<HTMLInputElement>("command");
  const pausedCommand = (words: string) => guard(paused(() => command(words)));
  for (const button of form.querySelectorAll("button")) button.onclick = () => pausedCommand(button.dataset.command!);
  form.onsubmit = (event) => {
    event.preventDefault();
    pausedCommand(line.value);
    line.value = "";
  };
  element("address").onchange = () => guard(showMemory());
  const views = element<HTMLSelectElement>("view");
  views.replaceChildren(...Object.entries(VIEWS).map(([id, { title }]) => new Option(title ? word(title) : id, id)));
  views.onchange = show;
  heedFiles(heed);
  setInterval(() => {
    if (tab === "memory") guard(showMemory());
    if (tab === "debugger" && VIEWS[views.value]?.command) guard(showView());
  }, LOOK);
  const canvas = element<HTMLCanvasElement>("screen");
  controls.listen(() => document.activeElement === canvas, () => element("run").focus());
  // Tell users who come here with the keyboard how to leave.
  canvas.addEventListener("focus", () => canvas.matches(":focus-visible") && say(word("leavePicture")));
  canvas.addEventListener("pointerdown", () => canvas.focus({ preventScroll: true }));
}

speak((recall("language") as Language | null) ?? currentLanguage());
wire();
guard(choose(name).then(assemble).then(async () => {
  titles = await engine.call("titleFiles");
  fillChooser();
}));
Object.assign(globalThis, { front800: { engine, editor, assemble } });
