// A finger on the picture as a touch tablet. Held still, it presses the tablet's button, so that what it draws next are orders; moved at
// once, it drags the map.

import type { Engine } from "./engine";

/** A touch of the tablet: the position as fractions of the picture's width and height, and the buttons as bits. */
export interface Touch {
  x: number;
  y: number;
  buttons: number;
}

/** Frames that a finger must rest before it presses the button. Meanwhile the cursor moves to it. */
const STILL = 12;
/** How far a resting finger may move, as a fraction of the picture. */
const SLIGHT = 0.03;
/** After a short tap, the frames that the cursor gets to move there, and then the frames for which the button is pressed. */
const TAP = 6;
/** The labels of the wargame's window position on its map: colour clocks from the eastern edge, lines from the northern edge. */
const WINDOW = { west: "zp_view_x", south: "zp_view_y" };
/** Colour clocks and scan lines of the picture. */
const PICTURE = { across: 168, down: 240 };
/** A distance in clocks or lines that counts as reached, because the window moves on while its position is read. */
const NEAR = 2;
/** The number of readings without movement after which the map must be at its edge. */
const STUCK = 40;
/** The position on the tablet that scrolls in neither direction. */
const MIDDLE = 0.5;

type What = "nothing" | "waits" | "presses" | "comes" | "taps" | "drags";

export class Finger {
  /** The current touch of the tablet. */
  touch: Touch | null = null;
  private what: What = "nothing";
  private isDown = false;
  /** Frames since the finger went down or up. */
  private frames = 0;
  private from = { x: 0, y: 0 };
  private to = { x: 0, y: 0 };
  private map: DraggedMap | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly changed: () => void,
  ) {}

  /** The finger touches the picture; a call of `at` with the position follows. */
  down(): void {
    [this.what, this.isDown, this.frames, this.map] = ["waits", true, 0, null];
    this.from = { x: NaN, y: NaN };
  }

  /** The finger is at this position. */
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
      // A short tap: the cursor has to get here before the button is pressed.
      [this.what, this.frames] = ["comes", 0];
    } else if (this.what === "presses") {
      this.forget();
      this.changed();
    }
  }

  forget(): void {
    [this.touch, this.what, this.isDown, this.map] = [null, "nothing", false, null];
  }

  /** Called when the machine has run `frames` frames. */
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

  /** Scrolls the map, by touching the edges of the tablet, until it is where the finger has dragged it. */
  private async drag(): Promise<void> {
    const map = this.map;
    if (!map || map.isAsking) return;
    const push = await map.push((this.to.x - this.from.x) * PICTURE.across, (this.to.y - this.from.y) * PICTURE.down);
    if (this.map !== map) return;
    // Wait until the map also rests; on a slow computer it moves on for a while.
    const isThere = map.stuck > 0 && push?.every((direction) => direction === 0);
    const isOver = !push || map.stuck > STUCK || isThere;
    if (!this.isDown && isOver) return this.end();
    if (push) this.feel(edge(push[0]), edge(push[1]), 0);
  }
}

/** The left or upper edge of the tablet, its middle, or its right or lower edge. */
function edge(direction: number): number {
  return direction < 0 ? 0 : direction > 0 ? 1 : MIDDLE;
}

function direction(distance: number): number {
  return Math.abs(distance) <= NEAR ? 0 : Math.sign(distance);
}

/** The wargame's map while it is being dragged. */
class DraggedMap {
  /** The number of readings in a row without movement. */
  stuck = 0;
  isAsking = false;
  private first: [number, number] | null = null;
  private last = "";
  private readonly addresses = new Map<string, number | null>();

  constructor(private readonly engine: Engine) {}

  /**
   * The direction (-1 to 1 across and down) in which the window has to move so that the map ends up this many clocks east and lines
   * south of where it was. Null if the program has no such map.
   */
  async push(east: number, south: number): Promise<[number, number] | null> {
    this.isAsking = true;
    // Read both at the same time, since the map keeps moving.
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
