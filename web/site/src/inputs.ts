// Passes changes of controls to the machine in order, and holds each state long enough for a program to see it.

/** The minimum number of frames between two changes of a device, and the number of changes that can wait. If there are more, the oldest
 * are dropped. */
interface Pacing {
  least: number;
  waiting: number;
}

/** The operating system accepts a key again only after it has been up for three frames [sheet: os 5]. Bursts of typing are delayed. */
const KEYS: Pacing = { least: 4, waiting: 32 };
/** Most programs read joysticks in every frame, some in every other frame. A late joystick is worse than a lost change. */
const STICK: Pacing = { least: 2, waiting: 4 };
const PACING: Record<string, Pacing> = { key: KEYS, console: KEYS, stick0: STICK, stick1: STICK, stick2: STICK, stick3: STICK };
const AT_ONCE: Pacing = { least: 0, waiting: 0 };

export class Inputs {
  /** Frames since the beginning, including those undone by going back. */
  private now = 0;
  private readonly changed = new Map<string, number>();
  private readonly waiting = new Map<string, string[]>();

  /** `apply` passes a change to the machine, in the words of an input script. */
  constructor(private readonly apply: (words: string) => void) {}

  /** Changes a control, now or as soon as its last change has lasted long enough. */
  change(words: string): void {
    const device = words.split(" ", 1)[0]!;
    const waiting = this.waiting.get(device);
    if (!waiting && this.isDue(device)) return this.tell(device, words);
    this.waiting.set(device, [...(waiting ?? []), words].slice(-pacing(device).waiting));
  }

  /** Called at the start of each frame. */
  next(): void {
    this.now++;
    for (const [device, [words, ...rest]] of this.waiting) {
      if (!this.isDue(device)) continue;
      if (rest.length > 0) this.waiting.set(device, rest);
      else this.waiting.delete(device);
      // This comes last, so that a change that is refused is not tried again.
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
