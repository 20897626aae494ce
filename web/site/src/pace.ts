// Decides when the next frame is due: when the sound device wants samples or, without sound, by the clock. The clock also
// stands in for a sound device that no longer asks, as one does that was unplugged or whose driver hangs.

/** The maximum number of frames run at once to catch up. */
const MOST_AT_ONCE = 6;
/** Milliseconds without a request of the sound device after which the clock stands in for it. */
const DEVICE_PATIENCE = 500;

/** Runs one frame and shows it or not. Returns its samples if sound is on. */
export type RunFrame = (isShown: boolean) => Float32Array | null;

/** A request of the sound device for this many more samples. */
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
  /** When the sound device last asked for samples. */
  private asked = 0;

  /** `told` is called on each start and stop, with the error that caused the stop if there was one. */
  constructor(
    private readonly frame: RunFrame,
    private readonly told: (isRunning: boolean, error: string | null) => void,
  ) {}

  get isRunning(): boolean {
    return this.running;
  }

  /** Sets the frames per second. */
  setRate(hertz: number): void {
    this.period = 1000 / hertz;
  }

  /** Sets the speed as a multiple of the usual one. */
  hurry(times: number): void {
    this.times = times;
  }

  start(): void {
    if (this.running) return;
    this.running = true;
    this.told(true, null);
    this.begin();
  }

  stop(error: string | null = null): void {
    clearTimeout(this.timer);
    if (!this.running) return;
    this.running = false;
    this.told(false, error);
  }

  /** Sets the sound device's port; with null, the clock decides. */
  listen(port: MessagePort | null): void {
    this.port?.close();
    this.port = port;
    clearTimeout(this.timer);
    if (port) {
      port.onmessage = (event: MessageEvent<Wanted>) => {
        this.asked = performance.now();
        this.safely(() => this.fill(event.data.samples));
      };
    }
    if (this.running) this.begin();
  }

  private begin(): void {
    this.due = this.asked = performance.now();
    this.tick();
  }

  /** Stops the machine and reports the error if `run` throws one. */
  private safely(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.stop(error instanceof Error ? error.message : String(error));
    }
  }

  /** Runs as many frames as are needed for the requested samples. */
  private fill(wanted: number): void {
    for (let [n, got] = [0, 0]; this.running && n < MOST_AT_ONCE && got < wanted; n++) {
      // When running faster, only one frame of several is heard; as many of the others run as this computer has time for.
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
    if (!this.running) return;
    const now = performance.now();
    const patience = this.port ? this.asked + DEVICE_PATIENCE - now : 0;
    if (patience > 0) {
      this.timer = setTimeout(() => this.tick(), patience);
      return;
    }
    const period = this.period / this.times;
    // After a pause, do not catch up.
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
