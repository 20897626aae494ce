// The dialog with the saved games of the open program.

import { element } from "./element";
import type { Game } from "./game";
import type { Page } from "./page";
import * as saves from "./saves";
import { currentLanguage, word, type Word } from "./words";

export class Gallery {
  private readonly dialog = element<HTMLDialogElement>("saves-dialog");

  constructor(
    private readonly page: Page,
    private readonly game: Game,
    private readonly guard: (action: () => unknown) => void,
  ) {}

  async show(): Promise<void> {
    const program = this.page.key;
    const known = new Map((await saves.list(program)).map((saved) => [saved.slot, saved]));
    // Another program may have been opened meanwhile.
    if (program !== this.page.key) return;
    const items = Array.from({ length: saves.SLOTS + 1 }, (_, slot) => this.item(slot, known.get(slot)));
    const earlier = [...known].filter(([slot]) => slot > saves.SLOTS).map(([slot, saved]) => this.item(slot, saved));
    element("slots").replaceChildren(...items, ...earlier);
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** A slot with its picture, date and buttons. */
  private item(slot: number, saved: saves.Entry | undefined): HTMLElement {
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
    const button = (label: string, action: () => unknown): void => {
      const made = document.createElement("button");
      made.textContent = label;
      made.setAttribute("aria-label", `${label}: ${name}`);
      made.onclick = () => this.guard(action);
      item.append(made, " ");
    };
    // Ask before a saved game is lost.
    const isWanted = (question: Word): boolean => !saved || confirm(word(question).replace("#", text.textContent));
    if (isOwn) button(word("save"), () => isWanted("overwriteSure") && this.game.save(slot).then(() => this.show()));
    if (!saved) return item;
    button(word("load"), () => {
      this.dialog.close();
      return this.game.load(saved);
    });
    button(word("remove"), () => isWanted("removeSure") && saves.remove(saved).then(() => this.show()));
    return item;
  }
}
