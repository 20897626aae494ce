// A finger on the picture: held still it presses the button of a touch tablet, so that what it then draws are orders; drawn
// at once it drags the map.

import type { Engine } from "./engine";

/** A tablet that is touched: parts of the picture across and down, and its buttons as bits. */
export interface Touch {
  x: number;
  y: number;
  buttons: number;
}

/** Frames for which a finger stands still before it presses: the cursor comes to it meanwhile. */
const STILL = 12;
/** How far it may move in these, in parts of the picture. */
const SLIGHT = 0.03;
/** Frames in which the cursor comes to where there was a short touch, and then those for which that presses. */
const TAP = 6;
/** Where the wargame's window stands on its map: colour clocks from the eastern end, lines from the northern one. */
const WINDOW = { west: "zp_view_x", south: "zp_view_y" };
/** Colour clocks and lines of a picture. */
const PICTURE = { across: 168, down: 240 };
/** Clocks or lines that are near enough: while it is looked, the window goes on. */
const NEAR = 2;
/** Looks after which a map that does not move has come to its end. */
const STUCK = 40;
/** Where the tablet is touched so that nothing is pushed. */
const MIDDLE = 0.5;

type What = "nothing" | "waits" | "presses" | "comes" | "taps" | "drags";

export class Finger {
  /** What the tablet feels. */
  touch: Touch | null = null;
  private what: What = "nothing";
  private isDown = false;
  /** Frames since it came or went. */
  private frames = 0;
  private from = { x: 0, y: 0 };
  private to = { x: 0, y: 0 };
  private map: DraggedMap | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly changed: () => void,
  ) {}

  /** The finger touches the picture; `at` says where. */
  down(): void {
    [this.what, this.isDown, this.frames, this.map] = ["waits", true, 0, null];
    this.from = { x: NaN, y: NaN };
  }

  /** It is here. */
  at(x: number, y: number): void {
    if (!this.isDown) return;
    this.to = { x, y };
    if (Number.isNaN(this.from.x)) this.from = { x, y };
    if (this.what === "waits" && Math.hypot(x - this.from.x, y - this.from.y) > SLIGHT) {
      this.what = "drags";
      this.map = new DraggedMap(this.engine);
    }
    if (this.what === "waits" || this.what === "presses") this.feel(x, y, this.what === "presses" ? 1 : 0);
  }

  up(): void {
    if (!this.isDown) return;
    this.isDown = false;
    if (this.what === "waits") {
      // The cursor has to come here first.
      [this.what, this.frames] = ["comes", 0];
    } else if (this.what === "presses") {
      this.forget();
      this.changed();
    }
  }

  forget(): void {
    [this.touch, this.what, this.isDown, this.map] = [null, "nothing", false, null];
  }

  /** So many frames have passed. */
  passed(frames: number): void {
    this.frames += frames;
    if (this.what === "waits" && this.frames >= STILL) {
      this.what = "presses";
      this.feel(this.to.x, this.to.y, 1);
    } else if (this.what === "comes" && this.frames >= TAP) {
      [this.what, this.frames] = ["taps", 0];
      this.feel(this.to.x, this.to.y, 1);
    } else if (this.what === "taps" && this.frames >= TAP) {
      this.end();
    } else if (this.what === "drags") {
      void this.drag();
    }
  }

  private end(): void {
    this.forget();
    this.changed();
  }

  private feel(x: number, y: number, buttons: number): void {
    this.touch = { x, y, buttons };
    this.changed();
  }

  /** Pushes the map's window, by its edges, until the map is where the finger has drawn it. */
  private async drag(): Promise<void> {
    const map = this.map;
    if (!map || map.isAsking) return;
    const push = await map.push((this.to.x - this.from.x) * PICTURE.across, (this.to.y - this.from.y) * PICTURE.down);
    if (this.map !== map) return;
    // It is there when it also rests: on a slow computer it goes on for a while.
    const isThere = map.stuck > 0 && push?.every((direction) => direction === 0);
    const isOver = !push || map.stuck > STUCK || isThere;
    if (!this.isDown && isOver) return this.end();
    if (push) this.feel(edge(push[0]), edge(push[1]), 0);
  }
}

/** The left or upper edge of the tablet, its middle, or the other edge. */
function edge(direction: number): number {
  return direction < 0 ? 0 : direction > 0 ? 1 : MIDDLE;
}

function direction(distance: number): number {
  return Math.abs(distance) <= NEAR ? 0 : Math.sign(distance);
}

/** The wargame's map, as it is being dragged. */
class DraggedMap {
  /** Looks for which it has not moved. */
  stuck = 0;
  isAsking = false;
  private first: [number, number] | null = null;
  private last = "";
  private readonly addresses = new Map<string, number | null>();

  constructor(private readonly engine: Engine) {}

  /**
   * Which way the window has to go, -1 to 1 across and down, so that the map comes to lie so many clocks east and lines
   * south of where it was. Nothing in a program that has no such map.
   */
  async push(east: number, south: number): Promise<[number, number] | null> {
    this.isAsking = true;
    // Both at once: the map goes on meanwhile.
    const [west, down] = await Promise.all([this.value(WINDOW.west, 1), this.value(WINDOW.south, 2)]);
    this.isAsking = false;
    if (west === null || down === null) return null;
    this.first ??= [west, down];
    const now = `${west} ${down}`;
    this.stuck = now === this.last ? this.stuck + 1 : 0;
    this.last = now;
    const [toWest, toSouth] = [this.first[0] + east - west, this.first[1] - south - down];
    return [-direction(toWest), direction(toSouth)];
  }

  private async value(label: string, bytes: number): Promise<number | null> {
    const address = this.addresses.get(label) ?? (await this.engine.call("label", label));
    this.addresses.set(label, address);
    if (address === null) return null;
    const found = await this.engine.call("memory", address, bytes);
    return found.reduceRight((sum, byte) => 256 * sum + byte, 0);
  }
}
