// The sound device: an AudioWorklet that asks the emulator for samples, so that the emulator runs by the sound's clock.

import processor from "./speaker-processor.ts?worker&url";
import type { Engine } from "./engine";

/** A sound device with its volume control. */
interface Device {
  context: AudioContext;
  gain: GainNode;
  node: AudioWorkletNode;
}

export class Speaker {
  private made: Promise<Device> | null = null;
  private device: Device | null = null;
  /** Whether sound is wanted, whether or not it can be heard now. */
  private isWanted = false;
  /** Whether the device drives the emulator. */
  private drives = false;

  constructor(private readonly engine: Engine) {}

  /** Whether sound is on. */
  get isOn(): boolean {
    return this.device?.context.state === "running";
  }

  /** Turns the sound on. Browsers allow this only after a click or a key. */
  async start(volume: number): Promise<void> {
    this.isWanted = true;
    this.made ??= this.make(volume);
    // Try again next time if it failed.
    this.made.catch(() => (this.made = null));
    const { context } = await this.made;
    await context.resume();
    if (!this.isWanted) return;
    if (context.state !== "running") throw new Error("the browser blocked audio playback");
    await this.follow();
  }

  /** Turns the sound off; the emulator then runs by the clock. */
  async stop(): Promise<void> {
    this.isWanted = false;
    await this.follow();
    // Sound may be wanted again by now.
    if (!this.isWanted) await this.device?.context.suspend();
  }

  setVolume(volume: number): void {
    if (this.device) this.device.gain.gain.value = volume;
  }

  /** The number of times that the device ran out of samples since the sound was first turned on. */
  gaps(): Promise<number> {
    return new Promise((resolve) => {
      const node = this.device?.node;
      if (!node) return resolve(0);
      node.port.onmessage = (event: MessageEvent<number>) => resolve(event.data);
      node.port.postMessage("gaps");
    });
  }

  private async make(volume: number): Promise<Device> {
    const context = new AudioContext({ latencyHint: "interactive" });
    try {
      await context.audioWorklet.addModule(processor);
    } catch (error) {
      // The next attempt makes a new context.
      await context.close();
      throw error;
    }
    const gain = new GainNode(context, { gain: volume });
    const node = new AudioWorkletNode(context, "speaker", { numberOfInputs: 0, outputChannelCount: [1] });
    node.connect(gain).connect(context.destination);
    this.device = { context, gain, node };
    context.addEventListener("statechange", () => void this.follow().catch(reportError));
    // A page that was opened by another one must wait for the first click or key; a phone call also ends the sound.
    const again = (): void => {
      if (this.isWanted && context.state !== "running") context.resume().catch(() => undefined);
    };
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, again);
    return this.device;
  }

  /** Lets the device drive the emulator while it plays, and the clock otherwise. */
  private async follow(): Promise<void> {
    const drives = this.isWanted && this.isOn;
    if (drives === this.drives) return;
    this.drives = drives;
    if (!drives || !this.device) return this.engine.call("audio", null, 0);
    const { context, node } = this.device;
    const { port1, port2 } = new MessageChannel();
    node.port.postMessage(port1, [port1]);
    await this.engine.call("audio", port2, context.sampleRate);
  }
}
