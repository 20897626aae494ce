// What the machine is told of its controls, in order, and nothing shorter than a program can see it.

/** For how many frames a device stays as it is, and how many changes wait for that; of more, the oldest are lost. */
interface Pacing {
  least: number;
  waiting: number;
}

/** The operating system takes a key again when it has seen it up for three frames [sheet: os 5]; what is typed may come in
 * bursts, and is late then. */
const KEYS: Pacing = { least: 4, waiting: 32 };
/** Most programs look at joysticks every frame, and some every other one; a joystick that is late is worse than a loss. */
const STICK: Pacing = { least: 2, waiting: 4 };
const PACING: Record<string, Pacing> = { key: KEYS, console: KEYS, stick0: STICK, stick1: STICK, stick2: STICK, stick3: STICK };
const AT_ONCE: Pacing = { least: 0, waiting: 0 };

export class Inputs {
  /** Frames since the beginning; those that are taken back count as well. */
  private now = 0;
  private readonly changed = new Map<string, number>();
  private readonly waiting = new Map<string, string[]>();

  /** `apply` tells the machine, in the words of an input script. */
  constructor(private readonly apply: (words: string) => void) {}

  /** A control changes now, or when its last change has been there for long enough. */
  change(words: string): void {
    const device = words.split(" ", 1)[0]!;
    const waiting = this.waiting.get(device);
    if (!waiting && this.isDue(device)) return this.tell(device, words);
    this.waiting.set(device, [...(waiting ?? []), words].slice(-pacing(device).waiting));
  }

  /** A frame begins. */
  next(): void {
    this.now++;
    for (const [device, [words, ...rest]] of this.waiting) {
      if (!this.isDue(device)) continue;
      if (rest.length > 0) this.waiting.set(device, rest);
      else this.waiting.delete(device);
      // Last: what is refused does not come again.
      this.tell(device, words!);
    }
  }

  private isDue(device: string): boolean {
    return this.now - (this.changed.get(device) ?? -Infinity) >= pacing(device).least;
  }

  private tell(device: string, words: string): void {
    this.changed.set(device, this.now);
    this.apply(words);
  }
}

function pacing(device: string): Pacing {
  return PACING[device] ?? AT_ONCE;
}
