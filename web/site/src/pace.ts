// When the next frame is due: when the sound device wants samples, or, without sound, by the clock.

/** Frames that may be run at once when time has been lost. */
const MOST_AT_ONCE = 6;

/** Runs one frame, and shows it or not; gives its samples if somebody listens. */
export type RunFrame = (isShown: boolean) => Float32Array | null;

/** What the sound device asks for: so many samples more. */
interface Wanted {
  samples: number;
}

export class Pace {
  private running = false;
  private period = 1000 / 60;
  private times = 1;
  private due = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private port: MessagePort | null = null;

  /** `told` hears when it begins to run and when it ends, and of the error that ended it. */
  constructor(
    private readonly frame: RunFrame,
    private readonly told: (isRunning: boolean, error: string | null) => void,
  ) {}

  get isRunning(): boolean {
    return this.running;
  }

  /** Frames a second. */
  setRate(hertz: number): void {
    this.period = 1000 / hertz;
  }

  /** Times the usual speed; 1 for the usual one. */
  hurry(times: number): void {
    this.times = times;
  }

  start(): void {
    if (this.running) return;
    this.running = true;
    this.told(true, null);
    this.due = performance.now();
    if (!this.port) this.tick();
  }

  stop(error: string | null = null): void {
    clearTimeout(this.timer);
    if (!this.running) return;
    this.running = false;
    this.told(false, error);
  }

  /** The sound device's port; without one, the clock decides. */
  listen(port: MessagePort | null): void {
    this.port?.close();
    this.port = port;
    clearTimeout(this.timer);
    if (port) {
      port.onmessage = (event: MessageEvent<Wanted>) => this.safely(() => this.fill(event.data.samples));
    } else if (this.running) {
      this.due = performance.now();
      this.tick();
    }
  }

  /** A machine that cannot go on stands still, and says why. */
  private safely(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.stop(error instanceof Error ? error.message : String(error));
    }
  }

  /** Runs as many frames as give the samples that are wanted. */
  private fill(wanted: number): void {
    for (let [n, got] = [0, 0]; this.running && n < MOST_AT_ONCE && got < wanted; n++) {
      // While it hurries one frame of several is heard; of the others, so many run as this computer has the time for.
      const end = performance.now() + this.period / 2;
      for (let skipped = 1; this.running && skipped < this.times && performance.now() < end; skipped++) this.frame(false);
      if (!this.running) return;
      const samples = this.frame(true);
      if (!samples) return;
      got += samples.length;
      this.port?.postMessage(samples, [samples.buffer]);
    }
  }

  private tick(): void {
    if (!this.running || this.port) return;
    const now = performance.now();
    const period = this.period / this.times;
    // After a pause nothing is made up for.
    if (now - this.due > MOST_AT_ONCE * this.period) this.due = now;
    this.safely(() => {
      while (this.due <= now && this.running) {
        this.due += period;
        this.frame(this.due > now);
      }
    });
    if (!this.running) return;
    this.timer = setTimeout(() => this.tick(), Math.max(0, this.due - performance.now()));
  }
}
