// The page as it stands, in one place, and all that of it is seen: banner, buttons, message, title, address follow from that.

import { element } from "./element";
import { titleName } from "./titles";
import type { Choice, Disk, Opened, Source, Week } from "./protocol";
import { word, type Word } from "./words";

/** Before there is a machine; one may begin; it is asked whether to go on with an earlier game; one plays. */
export type Phase = "loading" | "ready" | "asks" | "begun";

export interface State {
  phase: Phase;
  /** The built-in programs. */
  titles: string[];
  source: Source;
  choice: Choice;
  /** The disks of data that have been put into drive 1, the last of which is in it. */
  disks: Disk[];
  opened: Opened | null;
  /** The address by which one comes to what is open; null if that of the page is to stay. */
  address: string | null;
  isRunning: boolean;
  /** Somebody has halted it. */
  isPaused: boolean;
  /** It was halted, and goes back until somebody lets go. */
  isGoingBack: boolean;
  /** The processor stands still until the machine is switched on anew: RESET does not reach it. */
  isJammed: boolean;
  /** What was said last: of what is open, or of what somebody has done. */
  said: string;
  /** How far it is with what takes a while. */
  progress: string;
  /** Something is being dragged over the page. */
  isDragged: boolean;
  /** The weeks of a link's game, among which one may choose. */
  weeks: Week[];
  week: number;
}

/** What does something with a machine that runs. */
const OF_RUNNING = ["reset", "pause", "rewind", "hurry"];

export class Page {
  readonly canvas = element<HTMLCanvasElement>("screen");
  private readonly begin = element<HTMLButtonElement>("begin");
  private readonly program = element<HTMLSelectElement>("program");
  private now: State;
  /** The address that the page was given last. */
  private address: string | null = null;

  constructor(source: Source) {
    this.now = {
      phase: "loading",
      titles: [],
      source,
      choice: {},
      disks: [],
      opened: null,
      address: null,
      isRunning: false,
      isPaused: false,
      isGoingBack: false,
      isJammed: false,
      said: "",
      progress: "",
      isDragged: false,
      weeks: [],
      week: 0,
    };
  }

  get state(): Readonly<State> {
    return this.now;
  }

  /** Something is otherwise now, and is seen. */
  set(part: Partial<State>): void {
    this.now = { ...this.now, ...part };
    this.show();
  }

  say(said: string): void {
    this.set({ said });
  }

  /** The name under which games of what is open are kept. */
  get key(): string {
    const { source } = this.now;
    return "title" in source ? source.title : source.name;
  }

  /** What is open is on a disk. */
  get isOnDisk(): boolean {
    return /\.(atr|xfd)$/i.test(this.key);
  }

  /** The keyboard is the machine's. */
  focus(): void {
    this.canvas.focus({ preventScroll: true });
  }

  /** Closes what is about the program that was open until now. */
  closeDialogs(): void {
    for (const id of ["saves-dialog", "share-dialog"]) element<HTMLDialogElement>(id).close();
  }

  /** Shows everything as it stands. */
  show(): void {
    this.showButtons();
    this.showProgram();
    this.showWeeks();
    const message = element("message");
    const text = this.message();
    // What is there already is not said again.
    if (message.textContent !== text) message.textContent = text;
    if (this.now.address !== this.address) this.readdress();
  }

  /** Gives the page the address of what is open, whatever it has now. */
  readdress(): void {
    this.address = this.now.address;
    if (this.address !== null) history.replaceState(history.state, "", this.address);
  }

  private message(): string {
    const { isDragged, progress, said, isJammed, isPaused, isRunning } = this.now;
    if (isDragged) return word("dropped");
    if (progress || said) return progress || said;
    if (isRunning) return "";
    return isJammed ? word("jam") : isPaused ? word("paused") : "";
  }

  private showButtons(): void {
    const { phase, isRunning, disks } = this.now;
    const hasBegun = phase === "begun";
    label(this.begin, phase === "loading" ? "loading" : "start");
    this.begin.disabled = phase === "loading";
    this.begin.hidden = hasBegun || phase === "asks";
    element("choice").hidden = phase !== "asks";
    for (const id of OF_RUNNING) element<HTMLButtonElement>(id).disabled = !hasBegun;
    // With the others one may begin, too.
    for (const button of document.querySelectorAll<HTMLButtonElement>("[data-hold]")) button.disabled = phase === "loading" || phase === "asks";
    label(element("pause"), isRunning || !hasBegun ? "pause" : "goOnRunning");
    element("download").hidden = disks.length === 0 && !this.isOnDisk;
  }

  /** What is open is chosen in the list of programs; a file stands there as long as it is. */
  private showProgram(): void {
    const { source, titles, opened, choice } = this.now;
    const options = titles.map((title) => new Option(titleName(title), title));
    if ("name" in source) options.push(new Option(source.name, source.name));
    const isSame = (option: Option, n: number): boolean => {
      const known = this.program.options[n];
      return known?.value === option.value && known.text === option.text;
    };
    // One may be choosing among them.
    if (options.length !== this.program.length || !options.every(isSame)) this.program.replaceChildren(...options);
    this.program.selectedIndex = "title" in source ? titles.indexOf(source.title) : titles.length;
    element<HTMLInputElement>("pal").checked = choice.pal ?? false;
    if (opened) document.title = `${opened.name} · front800`;
  }

  private showWeeks(): void {
    const { weeks, week } = this.now;
    element("weeks").hidden = weeks.length === 0;
    const known = weeks[week];
    if (!known) return;
    const range = element<HTMLInputElement>("week");
    range.max = String(weeks.length - 1);
    range.value = String(week);
    range.setAttribute("aria-valuetext", known.date);
    element("week-name").textContent = `${known.turn + 1}: ${known.date}`;
  }
}

type Option = HTMLOptionElement;

/** Gives a button that word, in whatever language. */
function label(button: HTMLElement, name: Word): void {
  button.dataset["word"] = name;
  if (button.textContent !== word(name)) button.textContent = word(name);
}
