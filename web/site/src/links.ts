// Links to programs and games: following the page's own address, and making links to share.

import type { Controls } from "./controls";
import { element } from "./element";
import type { Engine } from "./engine";
import type { Game } from "./game";
import type { Page } from "./page";
import * as saves from "./saves";
import * as share from "./share";
import { word } from "./words";

export class Links {
  /** The number of addresses read so far; only the last one counts. */
  private arrivals = 0;
  /** The number of valid links followed so far; only the last one counts. */
  private followed = 0;
  /** The number of links made so far; only the last one is shown. */
  private made = 0;

  constructor(
    private readonly engine: Engine,
    private readonly page: Page,
    private readonly controls: Controls,
    private readonly game: Game,
    /** The title that is opened if the address names none. */
    private readonly usual: string,
  ) {}

  /** Opens what the page's address names, when the page is opened and whenever its address changes. If the address is invalid, the page
   * says so and keeps what is open or being opened; if nothing is, it opens the usual title. */
  async arrive(): Promise<void> {
    const mine = ++this.arrivals;
    const link = await this.read().catch((error: Error) => error);
    if (mine !== this.arrivals) return;
    if (!(link instanceof Error)) return this.follow(link);
    // Something may just be opening; wait for it.
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

  /** Opens a title, ready to start. If the link has a game, it is replayed to its end, and the user can go to any of its weeks. */
  private async follow(link: share.Shared): Promise<void> {
    const mine = ++this.followed;
    const address = location.href;
    const left = await this.game.leaveFor(async () => {
      const { phase } = this.page.state;
      this.page.set({ phase: "loading" });
      // The browser's database is slow to open, so read it meanwhile. The previous game has already been saved.
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
    // The user may have opened something else meanwhile.
    if (mine !== this.followed || this.page.state.phase !== "loading") return;
    this.page.set({ phase: left && !link.game ? "asks" : "ready" });
    if (wrong) this.page.say(wrong);
  }

  private async replay({ recording, frames }: NonNullable<share.Shared["game"]>): Promise<void> {
    const weeks = await this.engine.call("replay", recording, frames);
    // `weeks` is null if the user opened something else instead of waiting.
    if (weeks && weeks.length > 0) this.page.set({ weeks, week: weeks.length - 1 });
  }

  /** Goes to another week of a link's game. */
  async toWeek(week: number): Promise<void> {
    this.page.set({ week });
    this.controls.forget();
    await this.engine.call("toMoment", week);
  }

  /** Makes and shows a link to what is open. The field is empty until the link is made, and if none can be made. */
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
