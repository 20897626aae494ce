// The workshop: an editor, assembled at every pause in typing, and the machine beside it that runs the result.

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
/** Bytes of memory shown. */
const SHOWN = 256;
const EXAMPLES = import.meta.glob<string>("./examples/*.asm", { query: "?raw", import: "default", eager: true });

/** Lines of what the debugger has said that are kept. */
const MOST_SAID = 200;

/** Frames among which the chart shows the busiest. */
const CHARTED = 60;

/** Frames over which the profile is taken. */
const PROFILED = 120;
/** Milliseconds between two looks at what changes while the program runs. */
const LOOK = 500;

const TABS = ["problems", "listing", "memory", "map", "chart", "profile", "debugger"] as const;
type Tab = (typeof TABS)[number];

/** What the debugger shows, and the command that asks for it. */
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
/** Files as they come: the examples, and those of the titles that have been looked at. */
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
/** The title whose files are worked on. */
let title: Title | undefined;
let name = [...examples.keys()].sort()[0]!;
/** What was assembled last, as `source` says it. */
let assembled = "";
let report: Report | null = null;
/** What has been switched on. */
let running: Sources | null = null;
/** The processor stands still until the machine is switched on anew: RESET does not reach it. */
let isJammed = false;
let tab: Tab = "problems";
let timer: ReturnType<typeof setTimeout> | undefined;
/** Files chosen so far: the one chosen last is shown, however late another one's text comes. */
let chosen = 0;
/** The files that the browser does not keep, and why. */
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

/** What the debugger has said. */
const said: string[] = [];
/** All that switches the machine on, runs it or tells the debugger something. */
const turns = new Turns();
/** The files that have been in the editor, each with its text, what can be undone, and its breakpoints. */
const states = new Map<string, EditorState>();
/** Where the program stands. */
let standsIn: { file: string; line: number } | null = null;

const moveTo = StateEffect.define<number | null>();

/** The line that the program stands at. */
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

// In a shadow tree the editor adopts its styles: the page's policy allows none in elements.
const editor = new EditorView({ parent: element("editor").attachShadow({ mode: "open" }), extensions });

function text(): string {
  return editor.state.doc.toString();
}

/** The source that is assembled: of a title's files the one that includes the others. */
function main(): string {
  return title?.main ?? name;
}

/** What is written here, of all files: it goes before the titles' own files, which the engine knows. */
function allWritten(): SourceFile[] {
  const files = new Map([...examples, ...Object.entries(own)]);
  return [...files].map(([file, content]) => ({ name: file, text: content }));
}

/** All that the program is made from, to be compared. */
function source(): string {
  return JSON.stringify([main(), allWritten()]);
}

/** Keeps a file of this person's, or no longer. Where the browser has no room that is told as long as it is so. */
function keep(file: string, content: string | null): void {
  if (content === null) delete own[file];
  else own[file] = content;
  const error = rememberFile(file, content);
  const knew = unkept.delete(file);
  if (error) unkept.set(file, error);
  if (error && !knew) say("");
}

/** A file has been written in another page, which keeps it. */
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

/** The source has changed: it is kept, and assembled at the next pause. */
function changed(): void {
  keep(name, text() === originals.get(name) ? null : text());
  arrange();
}

/** What is to be assembled may be something else: it is at the next pause. */
function arrange(): void {
  clearTimeout(timer);
  // Another file of the same program is only looked at.
  if (source() === assembled) return mark(report?.diagnostics ?? []);
  timer = setTimeout(() => guard(assemble()), PAUSE);
}

/** Assembles, shows what is wrong, and runs what is right. */
async function assemble(): Promise<void> {
  clearTimeout(timer);
  const [program, all, mine] = [main(), allWritten(), source()];
  const result = await engine.call("assemble", all, program);
  // What has been written meanwhile is assembled at the next pause.
  if (mine !== source()) return;
  assembled = mine;
  report = result.report;
  mark(report.diagnostics);
  // Whatever becomes of the program: this is said of the text as it is now.
  show();
  if (!result.xex) return say(`${report.errors} ${word(report.errors === 1 ? "error" : "errors")}`);
  await begin({ main: program, files: all });
  if (mine !== source()) return;
  // Most of what is under the picture is of the machine, which is another now.
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

/** RESET, which leads out of a jam by switching the machine off and on. */
function reset(): Promise<void> {
  return leaveJam() ?? turns.take(() => engine.call("control", "reset"));
}

/** Switches a machine whose processor stands still off and on; nothing if it does not. */
function leaveJam(): Promise<void> | null {
  if (!isJammed || !running) return null;
  say(word("goesOn"));
  return begin(running);
}

/** Marks what the assembler says in the editor, at its place. */
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

/** What is under the picture. */
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

/** Carries out a command of the debugger, and says what it says. */
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

/** Marks the line that the program stands at, if it is in the editor. */
function stand(spot: typeof standsIn): void {
  standsIn = spot;
  const { doc } = editor.state;
  const at = spot?.file === name && spot.line <= doc.lines ? doc.line(spot.line).from : null;
  const effects: StateEffect<unknown>[] = [moveTo.of(at)];
  if (at !== null) effects.push(EditorView.scrollIntoView(at, { y: "nearest" }));
  editor.dispatch({ effects });
}

/** A file's state, whether it is in the editor or not, if it has been there. */
function stateOf(file: string): EditorState | undefined {
  return file === name ? editor.state : states.get(file);
}

/** Shows that a line has the breakpoint of that number, one of which the debugger knows nothing, or none. */
function dot(file: string, line: number, number: number | null | "none"): void {
  const state = stateOf(file);
  if (!state) return;
  const effects = place(state, line, number);
  if (file === name) editor.dispatch({ effects });
  else states.set(file, state.update({ effects }).state);
}

/** Tells the debugger of a line's breakpoint, which is then as he says, or as `refused` if there can be none. In a file that is
 * written in meanwhile it has moved with its line, and is told of when that is assembled. */
async function stopAt(file: string, line: number, doc: Text, refused: null | "none"): Promise<void> {
  const told = await command(`break ${file}:${line}`);
  const number = told?.ok ? (told.number as number) : null;
  const state = stateOf(file);
  if (state?.doc !== doc) return;
  if (breakpoints(state).has(line)) dot(file, line, number ?? refused);
  // It has been taken away meanwhile.
  else if (number !== null) await command(`delete ${number}`);
}

/** Sets or removes the breakpoint of a line: what is seen of it at once, as the text may change before the debugger answers. */
async function toggle(file: string, line: number): Promise<void> {
  const [{ doc }, program] = [editor.state, running];
  const number = breakpoints(editor.state).get(line);
  dot(file, line, number === undefined ? null : "none");
  await turns.take(async () => {
    // A new machine has been told of those that there are.
    if (!program || running !== program) return;
    const state = stateOf(file);
    if (typeof number === "number") await command(`delete ${number}`);
    else if (state?.doc === doc && breakpoints(state).get(line) === null) await stopAt(file, line, doc, "none");
  });
}

/** Tells the debugger of a new machine, who knows of none, of all breakpoints. */
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

/** What the debugger has said, or a part of the machine as it is now. */
async function showView(): Promise<void> {
  const view = VIEWS[element<HTMLSelectElement>("view").value];
  const told = view?.command && running ? await engine.call("command", view.command) : null;
  if (tab !== "debugger") return;
  if (told) panel.textContent = `${standing(told)}\n\n${added(told)}`;
  else panel.textContent = said.join("\n") || word("hint");
}

/** Shows what takes the time of what runs. */
async function showProfile(): Promise<void> {
  const folded = running ? await engine.call("profile", PROFILED) : null;
  if (tab !== "profile") return;
  const heads = { own: word("own"), total: word("withCallees"), routine: word("routine") };
  panel.textContent =
    folded === null ? word("noProgram") : `${word("ofFrames").replace("#", String(PROFILED))}\n\n${table(folded, PROFILED, heads)}`;
}

/** Shows the map or the chart of what runs. */
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

/** Goes to the line of a source that a link of a drawing leads to: `file#Lline`. */
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

/** Puts a file into the editor, one of a title's or another. */
async function choose(file: string, of?: Title): Promise<void> {
  const mine = ++chosen;
  if (of && !originals.has(file)) originals.set(file, (await engine.call("titleFile", file)) ?? "");
  if (mine !== chosen) return;
  // What is discarded is not wanted again.
  if (name !== file && (name in own || originals.has(name))) states.set(name, editor.state);
  [name, title] = [file, of];
  fillChooser();
  editor.setState(states.get(file) ?? EditorState.create({ doc: own[file] ?? originals.get(file) ?? "", extensions }));
  states.delete(file);
  stand(standsIn);
  arrange();
}

/** The examples, the titles with their files, and what belongs to neither. */
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

/** Puts a file back to what it was, or away if it is the person's own. */
function discard(): void {
  if (!(name in own) || !confirm(word("discardSure").replace("#", name))) return;
  keep(name, null);
  guard(originals.has(name) ? choose(name, title) : choose([...examples.keys()].sort()[0]!));
}

/** Takes sources that are dropped on the page among the person's files. What stood in a file of that name can be had again by undoing. */
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

/** Puts another text into the editor, which is one step to undo. */
function replace(content: string): void {
  const changes = { from: 0, to: editor.state.doc.length, insert: content };
  editor.dispatch({ changes, annotations: isolateHistory.of("full") });
}

/** The person's files in their folders, as one file to download. */
function exportFiles(): void {
  if (Object.keys(own).length === 0) return say(word("nothingOwn"));
  const files = Object.entries(own).map(([file, content]) => [`workshop/${file}`, strToU8(content)] as const);
  download(zipSync(Object.fromEntries(files)), "workshop.zip");
}

/** Goes on from where the program stands. */
async function goOn(): Promise<void> {
  const beginning = leaveJam();
  await (beginning ??
    turns.take(() => {
      stand(null);
      say(word("goesOn"));
      return engine.call("run");
    }));
  // Without a sound device it may never begin: the machine goes by the clock then.
  speaker.start(0.5).catch(() => undefined);
}

/** Does something with the machine, which stands. */
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
  // Who comes by the keyboard is told how to go.
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
