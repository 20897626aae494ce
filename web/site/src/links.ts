// The addresses of programs and games: what the page's own leads to, and what is given to others.

import type { Controls } from "./controls";
import { element } from "./element";
import type { Engine } from "./engine";
import type { Game } from "./game";
import type { Page } from "./page";
import * as saves from "./saves";
import * as share from "./share";
import { word } from "./words";

export class Links {
  /** Addresses so far that were to be read: the last one counts. */
  private arrivals = 0;
  /** Those of which something can be made: the last one is followed. */
  private followed = 0;
  /** Links made so far: the last one is shown. */
  private made = 0;

  constructor(
    private readonly engine: Engine,
    private readonly page: Page,
    private readonly controls: Controls,
    private readonly game: Game,
    /** What is opened where an address says nothing. */
    private readonly usual: string,
  ) {}

  /** Opens what the page's address says, when the page is opened and when somebody gives it another one. Of what nothing can be made
   * is told; what is open or being opened stays then, or there is what there is without a link. */
  async arrive(): Promise<void> {
    const mine = ++this.arrivals;
    const link = await this.read().catch((error: Error) => error);
    if (mine !== this.arrivals) return;
    if (!(link instanceof Error)) return this.follow(link);
    // Something may be being opened.
    const isOpen = await this.game.inTurn(async () => this.page.state.opened !== null);
    if (mine !== this.arrivals) return;
    if (isOpen) this.page.readdress();
    else await this.follow({ title: this.usual, choice: {} });
    this.page.say(link.message);
  }

  private async read(): Promise<share.Shared> {
    const link = await share.read(location.href).catch((error: unknown) => {
      throw new Error(damaged(error));
    });
    if (!link) return { title: this.usual, choice: {} };
    if (!this.page.state.titles.includes(link.title)) throw new Error(`${word("noTitle")} ${link.title}`);
    return link;
  }

  /** A title, on which one may begin; the game of a link is played to its end, and any of its weeks is within reach. */
  private async follow(link: share.Shared): Promise<void> {
    const mine = ++this.followed;
    const address = location.href;
    const left = await this.game.leaveFor(async () => {
      const { phase } = this.page.state;
      this.page.set({ phase: "loading" });
      // The browser's database is slow to open. What was left just now is kept.
      const reading = saves.read(link.title, saves.LEFT_OFF).catch(() => undefined);
      try {
        await this.game.open({ title: link.title }, link.choice, "title");
      } catch (error) {
        this.page.set({ phase });
        throw error;
      }
      this.page.set({ address });
      return reading;
    });
    const wrong = link.game && (await this.replay(link.game).catch(damaged));
    // Somebody may have opened something meanwhile.
    if (mine !== this.followed || this.page.state.phase !== "loading") return;
    this.page.set({ phase: left && !link.game ? "asks" : "ready" });
    if (wrong) this.page.say(wrong);
  }

  private async replay({ recording, frames }: NonNullable<share.Shared["game"]>): Promise<void> {
    const weeks = await this.engine.call("replay", recording, frames);
    // Somebody may rather have opened something else than wait for it.
    if (weeks && weeks.length > 0) this.page.set({ weeks, week: weeks.length - 1 });
  }

  /** To another week of a link's game. */
  async toWeek(week: number): Promise<void> {
    this.page.set({ week });
    this.controls.forget();
    await this.engine.call("toMoment", week);
  }

  /** Shows the link to what is open: none before it is made, and none if there is none. */
  async make(): Promise<void> {
    const mine = ++this.made;
    const withGame = element<HTMLInputElement>("share-game").checked;
    this.showLink("", "");
    const [link, wrong] = await this.game.inTurn(() => this.link(withGame)).then(
      (link) => [link, ""],
      (error: Error) => ["", error.message],
    );
    if (mine === this.made) this.showLink(link!, wrong!);
  }

  private async link(withGame: boolean): Promise<string> {
    const { source, choice, disks } = this.page.state;
    if (!("title" in source)) throw new Error(`${word("onlyTitles")} ${source.name}`);
    if (!withGame) return share.link({ title: source.title, choice }, location.href);
    if (disks.length > 0) throw new Error(`${word("noDisks")} ${disks.at(-1)!.name}`);
    const { recording, frames } = await this.engine.call("save");
    return share.link({ title: source.title, choice, game: { recording, frames } }, location.href);
  }

  private showLink(link: string, wrong: string): void {
    element<HTMLTextAreaElement>("link").value = link;
    element<HTMLButtonElement>("copy").disabled = !link;
    element("share-wrong").textContent = wrong;
  }
}

function damaged(error: unknown): string {
  return `${word("damagedLink")} ${error instanceof Error ? error.message : error}`;
}
