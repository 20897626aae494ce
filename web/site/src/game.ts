// What is played: opened and begun, left for something else, and kept.

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
  /** What opens something, and what saves by itself, waits for what did so before. */
  private readonly openings = new Turns();
  private readonly savings = new Turns();
  private isOpening = false;
  /** Which game it is, among all those of this program, in whatever tab. */
  private id = anyId();
  /** Something of it is kept. */
  private isKept = false;
  /** When that was kept with which it goes on. */
  private from: number | undefined;
  /** When the quick save was made from which it was loaded: who loads it again tries again. */
  private tried: number | undefined;
  /** The recording with which it was loaded: that is no news. */
  private loaded = "";
  /** What has been said of why nothing can be kept: it is not said again and again. */
  private unkept = "";

  /** `begins` is called when one begins to play. */
  constructor(
    private readonly engine: Engine,
    private readonly page: Page,
    private readonly controls: Controls,
    private readonly begins: () => void,
  ) {}

  /** Does something that nothing is to be opened during. */
  inTurn<T>(action: () => Promise<T>): Promise<T> {
    return this.openings.take(action);
  }

  /** Leaves what is played for something else. */
  leaveFor<T>(next: () => Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      // What was said is of what was until now; that nothing can be kept is so as before.
      if (this.page.state.said !== this.unkept) this.page.say("");
      await this.leaveOff();
      return next();
    });
  }

  /** Switches a machine on, which stands there: at power-on, on its title, or at a moment. */
  async open(source: Source, choice: Choice, at?: "title" | Moment, disks: Disk[] = []): Promise<void> {
    this.isOpening = true;
    try {
      const opened = await this.engine.call("open", source, choice, at, disks);
      this.beginAnew(typeof at === "object" ? at.recording : "");
      this.controls.forget();
      this.controls.pointer = opened.hasTablet ? "tablet" : "none";
      const said = opened.notes || this.page.state.said;
      this.page.set({ source, choice, disks, opened, said, isJammed: false, isPaused: false, isGoingBack: false, weeks: [] });
      this.page.closeDialogs();
      this.page.focus();
    } finally {
      this.isOpening = false;
      // What somebody has chosen may not be open.
      this.page.show();
    }
  }

  async start(): Promise<void> {
    this.page.set({ phase: "begun" });
    // A key that is held down on a control is let go there.
    if (!document.activeElement?.matches("[data-hold]")) this.page.focus();
    await this.engine.call("run");
    this.begins();
  }

  /** Opens another program, or the same one switched on anew, be it on another machine, and begins. */
  change(what?: Source, how?: Choice): Promise<void> {
    return this.leaveFor(async () => {
      const { source, disks } = what ? { source: what, disks: [] } : await this.asWritten();
      await this.open(source, how ?? this.page.state.choice, undefined, disks);
      this.readdress();
      await this.start();
    });
  }

  /** What is open, with all that has been written to its disks: that is not lost when the machine is switched off. */
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
      // Who tries something again and again, by the quick save, goes on with one game, be it an earlier one's save.
      if (saved.slot === saves.QUICK) {
        if (saved.game === id || saved.saved === tried) this.id = id;
        this.tried = saved.saved;
      }
      if (saved.slot === saves.LEFT_OFF) this.from = saved.saved;
      await this.start();
    });
  }

  /** Keeps it in a slot, unless something else is being opened: that is not what was to be kept. */
  save(slot: number): Promise<void> {
    const { opened } = this.page.state;
    return this.inTurn(async () => {
      if (opened !== this.page.state.opened) throw new Error(word("otherOpened"));
      await saves.write(await this.entry(slot));
    });
  }

  /** RESET leads back to the title: what was played until then is not lost. */
  reset(): Promise<void> {
    if (this.page.state.isJammed) return this.change();
    return this.leaveFor(async () => {
      this.beginAnew(this.loaded);
      await this.engine.call("control", "reset");
    });
  }

  /** Opens a file; a disk from which nothing is booted goes into drive 1 of what is open. */
  async openFile(file: File): Promise<void> {
    const disk = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
    if (!(await this.engine.call("isDataDisk", disk))) return this.change(disk);
    await this.inTurn(async () => {
      await this.engine.call("insert", disk);
      this.page.set({ disks: [...this.page.state.disks, disk], said: `${word("inDrive")} ${disk.name}` });
    });
  }

  /** Saves where the person is, if anything has been played. What another game has left is kept beside it. Where nothing can be kept
   * that is told, and one goes on. */
  leaveOff(): Promise<void> {
    return this.savings.take(() => this.keepLeftOff()).catch((error: Error) => {
      const told = `${word("notKept")} ${error.message}`;
      if (told !== this.unkept) this.page.say((this.unkept = told));
    });
  }

  private async keepLeftOff(): Promise<void> {
    // Before something else is opened it has been kept.
    if (this.page.state.phase !== "begun" || this.isOpening) return;
    const { from } = this;
    const left = await this.entry(saves.LEFT_OFF);
    // A title that nobody has touched takes no earlier game's place.
    if (!this.isKept && !this.isPlayed(left.recording)) return;
    await saves.leave(left, from);
    this.unkept = "";
    if (left.game === this.id) [this.isKept, this.from] = [true, undefined];
  }

  private async entry(slot: number): Promise<saves.Entry> {
    const { source, choice, disks } = this.page.state;
    const file = "title" in source ? {} : { file: source.bytes };
    // Something else may be open when the answer comes.
    const about = { program: this.page.key, slot, choice, disks, game: this.id, ...file };
    return { ...(await this.engine.call("save")), ...about, saved: Date.now() };
  }

  /** Nothing of what comes behind this recording has been kept. */
  private beginAnew(recording: string): void {
    [this.id, this.isKept, this.from, this.tried, this.loaded] = [anyId(), false, undefined, undefined, recording];
  }

  /** The address is that of what is open: no link that has led elsewhere. */
  private readdress(): void {
    const { source, choice } = this.page.state;
    const address = share.address("title" in source ? { title: source.title, choice } : null, location.href);
    this.page.set({ address });
  }

  /** Whether anybody has done anything since the machine was switched on or loaded, or RESET led back to the title. */
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
