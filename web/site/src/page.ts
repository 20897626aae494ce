// The state of the page in one place. Banner, buttons, message, title and address are derived from it.

import { element } from "./element";
import { titleName } from "./titles";
import type { Choice, Disk, Opened, Source, Week } from "./protocol";
import { word, type Word } from "./words";

/** No machine yet; ready to start; asking whether to continue an earlier game; playing. */
export type Phase = "loading" | "ready" | "asks" | "begun";

export interface State {
  phase: Phase;
  /** The built-in programs. */
  titles: string[];
  source: Source;
  choice: Choice;
  /** The data disks that have been put into drive 1; the last one is in it now. */
  disks: Disk[];
  opened: Opened | null;
  /** The address of what is open; null to keep the page's current address. */
  address: string | null;
  isRunning: boolean;
  /** The user has paused the machine. */
  isPaused: boolean;
  /** The processor is jammed until the machine is switched off and on; the RESET key has no effect. */
  isJammed: boolean;
  /** The last message about what is open or what the user has done. */
  said: string;
  /** The progress of a long operation. */
  progress: string;
  /** A file is being dragged over the page. */
  isDragged: boolean;
  /** The weeks of a link's game, from which the user can choose. */
  weeks: Week[];
  week: number;
}

/** The buttons that need a game that has begun. */
const OF_RUNNING = ["reset", "pause", "rewind", "hurry"];

export class Page {
  readonly canvas = element<HTMLCanvasElement>("screen");
  private readonly begin = element<HTMLButtonElement>("begin");
  private readonly program = element<HTMLSelectElement>("program");
  private now: State;
  /** The last address that this code gave the page. */
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

  /** Changes part of the state and updates the page. */
  set(part: Partial<State>): void {
    this.now = { ...this.now, ...part };
    this.show();
  }

  say(said: string): void {
    this.set({ said });
  }

  /** The name under which games of the open program are saved. */
  get key(): string {
    const { source } = this.now;
    return "title" in source ? source.title : source.name;
  }

  /** Whether the open program is a disk image. */
  get isOnDisk(): boolean {
    return /\.(atr|xfd)$/i.test(this.key);
  }

  /** Gives the keyboard to the machine. */
  focus(): void {
    this.canvas.focus({ preventScroll: true });
  }

  /** Closes the dialogs that concern the program that was open before. */
  closeDialogs(): void {
    for (const id of ["saves-dialog", "share-dialog"]) element<HTMLDialogElement>(id).close();
  }

  /** Updates the page from the state. */
  show(): void {
    this.showButtons();
    this.showProgram();
    this.showWeeks();
    const message = element("message");
    const text = this.message();
    // Setting the same text again would make screen readers repeat it.
    if (message.textContent !== text) message.textContent = text;
    if (this.now.address !== this.address) this.readdress();
  }

  /** Replaces the page's address by that of what is open. */
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
    // The buttons that hold a control can also start the game.
    for (const button of document.querySelectorAll<HTMLButtonElement>("[data-hold]")) button.disabled = phase === "loading" || phase === "asks";
    label(element("pause"), isRunning || !hasBegun ? "pause" : "goOnRunning");
    element("download").hidden = disks.length === 0 && !this.isOnDisk;
  }

  /** Selects the open program in the list of programs. An open file is added to the list. */
  private showProgram(): void {
    const { source, titles, opened, choice } = this.now;
    const options = titles.map((title) => new Option(titleName(title), title));
    if ("name" in source) options.push(new Option(source.name, source.name));
    const isSame = (option: Option, n: number): boolean => {
      const known = this.program.options[n];
      return known?.value === option.value && known.text === option.text;
    };
    // Replace the options only if they differ, because the user may just be choosing.
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

/** Sets the word on a button, in the current language. */
function label(button: HTMLElement, name: Word): void {
  button.dataset["word"] = name;
  if (button.textContent !== word(name)) button.textContent = word(name);
}
