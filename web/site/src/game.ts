// The game being played: opening and starting it, leaving it for another one, and saving it.

import type { Controls } from "./controls";
import type { Engine } from "./engine";
import { added } from "./lines";
import type { Page, State } from "./page";
import type { Choice, Disk, Moment, Source } from "./protocol";
import * as saves from "./saves";
import * as share from "./share";
import { Turns } from "./turns";
import { word } from "./words";

export class Game {
  /** Opening, and automatic saving, each run one at a time. */
  private readonly openings = new Turns();
  private readonly savings = new Turns();
  private isOpening = false;
  /** Identifies this game among all games of the program, in all tabs. */
  private id = anyId();
  /** Whether this game has been saved automatically before. */
  private isKept = false;
  /** The time of the automatic save that this game continues. */
  private from: number | undefined;
  /** The time of the quick save from which this game was loaded. Loading it again is a retry of the same game. */
  private tried: number | undefined;
  /** The recording with which this game was loaded, which does not count as having played. */
  private loaded = "";
  /** The last message about why the game cannot be saved, so that it is not repeated. */
  private unkept = "";

  /** `begins` is called when a game is started. */
  constructor(
    private readonly engine: Engine,
    private readonly page: Page,
    private readonly controls: Controls,
    private readonly begins: () => void,
  ) {}

  /** Carries out an action during which nothing else is opened. */
  inTurn<T>(action: () => Promise<T>): Promise<T> {
    return this.openings.take(action);
  }

  /** Saves the current game and then opens something else. */
  leaveFor<T>(next: () => Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      // The last message was about the previous game, unless it says that games cannot be saved.
      if (this.page.state.said !== this.unkept) this.page.say("");
      await this.leaveOff();
      return next();
    });
  }

  /** Switches a machine on and leaves it paused at power-on, on its title, or at a saved moment. */
  async open(source: Source, choice: Choice, at?: "title" | Moment, disks: Disk[] = []): Promise<void> {
    this.isOpening = true;
    try {
      const opened = await this.engine.call("open", source, choice, at, disks);
      this.beginAnew(typeof at === "object" ? at.recording : "");
      this.controls.forget();
      this.controls.pointer = opened.hasTablet ? "tablet" : "none";
      const said = opened.notes || this.page.state.said;
      this.page.set({ source, choice, disks, opened, said, isJammed: false, isPaused: false, weeks: [] });
      this.page.closeDialogs();
      this.page.focus();
    } finally {
      this.isOpening = false;
      // If opening failed, the list of programs must go back to what is open.
      this.page.show();
    }
  }

  async start(): Promise<void> {
    this.page.set({ phase: "begun" });
    // Keep the focus on a control whose key is being held, so that it sees the key go up.
    if (!document.activeElement?.matches("[data-hold]")) this.page.focus();
    await this.engine.call("run");
    this.begins();
  }

  /** Opens another program, or switches the same one on again, perhaps on another kind of machine, and starts it. */
  change(what?: Source, how?: Choice): Promise<void> {
    return this.leaveFor(async () => {
      const { source, disks } = what ? { source: what, disks: [] } : await this.asWritten();
      await this.open(source, how ?? this.page.state.choice, undefined, disks);
      this.readdress();
      await this.start();
    });
  }

  /** The open program with its disks as they have been written to, since switching off does not erase disks. */
  private async asWritten(): Promise<Pick<State, "source" | "disks">> {
    const { source, disks, opened } = this.page.state;
    if (!opened) return { source, disks };
    const { booted, data } = await this.engine.call("disks");
    return {
      source: "name" in source && this.page.isOnDisk && booted ? { ...source, bytes: booted } : source,
      disks: disks.map((disk, n) => ({ ...disk, bytes: data[n] ?? disk.bytes })),
    };
  }

  load(saved: saves.Entry): Promise<void> {
    const { program, file, state, recording, choice, disks } = saved;
    const what: Source = file ? { name: program, bytes: file } : { title: program };
    return this.leaveFor(async () => {
      const { id, tried } = this;
      await this.open(what, choice, { state, recording }, disks);
      this.readdress();
      // Retries from the same quick save count as one game, even if the save belongs to an earlier one.
      if (saved.slot === saves.QUICK) {
        if (saved.game === id || saved.saved === tried) this.id = id;
        this.tried = saved.saved;
      }
      if (saved.slot === saves.LEFT_OFF) this.from = saved.saved;
      await this.start();
    });
  }

  /** Saves the game in a slot. Fails if another game has been opened in the meantime. */
  save(slot: number): Promise<void> {
    const { opened } = this.page.state;
    return this.inTurn(async () => {
      if (opened !== this.page.state.opened) throw new Error(word("otherOpened"));
      await saves.write(await this.entry(slot));
    });
  }

  /** Presses RESET, which leads back to the title. The game is saved first. */
  reset(): Promise<void> {
    if (this.page.state.isJammed) return this.change();
    return this.leaveFor(async () => {
      this.beginAnew(this.loaded);
      await this.engine.call("control", "reset");
    });
  }

  /** Opens a file. A disk that does not boot goes into drive 1 of the open machine. */
  async openFile(file: File): Promise<void> {
    const disk = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
    if (!(await this.engine.call("isDataDisk", disk))) return this.change(disk);
    await this.inTurn(async () => {
      await this.engine.call("insert", disk);
      this.page.set({ disks: [...this.page.state.disks, disk], said: `${word("inDrive")} ${disk.name}` });
    });
  }

  /** Saves the game automatically, if anything has been played. The automatic save of another game is kept as an earlier game. If saving
   * fails, the page says so and the game continues. */
  leaveOff(): Promise<void> {
    return this.savings.take(() => this.keepLeftOff()).catch((error: Error) => {
      const told = `${word("notKept")} ${error.message}`;
      if (told !== this.unkept) this.page.say((this.unkept = told));
    });
  }

  private async keepLeftOff(): Promise<void> {
    // While something else is being opened, the game has already been saved.
    if (this.page.state.phase !== "begun" || this.isOpening) return;
    const { from } = this;
    const left = await this.entry(saves.LEFT_OFF);
    // A title on which nothing was done must not replace an earlier game.
    if (!this.isKept && !this.isPlayed(left.recording)) return;
    await saves.leave(left, from);
    this.unkept = "";
    if (left.game === this.id) [this.isKept, this.from] = [true, undefined];
  }

  private async entry(slot: number): Promise<saves.Entry> {
    const { source, choice, disks } = this.page.state;
    const file = "title" in source ? {} : { file: source.bytes };
    // Collect this first, because something else may be open when the answer comes.
    const about = { program: this.page.key, slot, choice, disks, game: this.id, ...file };
    return { ...(await this.engine.call("save")), ...about, saved: Date.now() };
  }

  /** Begins a new game of which nothing has been saved; `recording` is the input up to now. */
  private beginAnew(recording: string): void {
    [this.id, this.isKept, this.from, this.tried, this.loaded] = [anyId(), false, undefined, undefined, recording];
  }

  /** Sets the page's address to that of the open program. */
  private readdress(): void {
    const { source, choice } = this.page.state;
    const address = share.address("title" in source ? { title: source.title, choice } : null, location.href);
    this.page.set({ address });
  }

  /** Whether there was any input since the machine was switched on, loaded or reset. */
  private isPlayed(recording: string): boolean {
    const lines = added(this.loaded, recording).split("\n").filter((line) => /^\d/.test(line));
    const given = lines.map((line) => line.replace(/^\d+\s+/, ""));
    const since = given.slice(given.lastIndexOf("reset") + 1);
    return since.some((words) => words && !/ (none|center|228)$/.test(words));
  }
}

function anyId(): string {
  return `${Date.now()} ${Math.random()}`;
}
