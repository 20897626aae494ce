// The sound device: an AudioWorklet that asks the emulator for samples, so that the sound's clock is the emulator's.

import processor from "./speaker-processor.ts?worker&url";
import type { Engine } from "./engine";

export class Speaker {
  private context: AudioContext | null = null;
  private gain: GainNode | null = null;
  private node: AudioWorkletNode | null = null;

  constructor(private readonly engine: Engine) {}

  /** Whether sound is on. */
  get isOn(): boolean {
    return this.context?.state === "running";
  }

  /** Turns the sound on. Browsers allow that after a click or a key only. */
  async start(volume: number): Promise<void> {
    if (!this.context) {
      const context = new AudioContext({ latencyHint: "interactive" });
      await context.audioWorklet.addModule(processor);
      this.gain = new GainNode(context, { gain: volume });
      this.node = new AudioWorkletNode(context, "speaker", { numberOfInputs: 0, outputChannelCount: [1] });
      this.node.connect(this.gain).connect(context.destination);
      this.context = context;
    }
    // A page that another one started has to wait for the first click or key.
    const context = this.context;
    const again = (): void => void context.resume().catch(() => undefined);
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, again, { once: true });
    await context.resume();
    if (this.context.state !== "running") throw new Error("the browser does not let the sound begin");
    const { port1, port2 } = new MessageChannel();
    this.node?.port.postMessage(port1, [port1]);
    await this.engine.call("audio", port2, this.context.sampleRate);
  }

  /** Silence; the emulator goes by the clock. */
  async stop(): Promise<void> {
    await this.engine.call("audio", null, 0);
    await this.context?.suspend();
  }

  setVolume(volume: number): void {
    if (this.gain) this.gain.gain.value = volume;
  }

  /** How often there was nothing to play, since the sound was first turned on. */
  gaps(): Promise<number> {
    return new Promise((resolve) => {
      if (!this.node) return resolve(0);
      this.node.port.onmessage = (event: MessageEvent<number>) => resolve(event.data);
      this.node.port.postMessage("gaps");
    });
  }
}
