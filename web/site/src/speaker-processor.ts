// Runs on the audio thread: plays the samples that it receives, and asks for more in time.

declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** The minimum number of samples to keep in the queue: 50 milliseconds, raised up to 200 if that was not enough. */
const LEAST = Math.round(sampleRate / 20);
const MOST = 4 * LEAST;
/** The number of silent samples after which the machine counts as paused rather than late. */
const PAUSE = Math.round(sampleRate / 2);

class Speaker extends AudioWorkletProcessor {
  private waiting: Float32Array[] = [];
  private first = 0;
  private count = 0;
  private asked = 0;
  /** Samples played since the queue ran out without an answer to the last request. */
  private unanswered = 0;
  private last = 0;
  private gaps = 0;
  private least = LEAST;
  /** Samples played since the queue ran out. */
  private silent = PAUSE;
  private source: MessagePort | null = null;

  constructor() {
    super();
    this.port.onmessage = (event: MessageEvent<MessagePort | "gaps">) => {
      if (event.data === "gaps") {
        this.port.postMessage(this.gaps);
        return;
      }
      this.source = event.data;
      this.source.onmessage = (sent: MessageEvent<Float32Array>) => {
        if (this.silent > 0 && this.silent < PAUSE) this.least = Math.min(MOST, Math.round(1.5 * this.least));
        this.silent = this.unanswered = 0;
        this.waiting.push(sent.data);
        this.count += sent.data.length;
        this.asked = Math.max(0, this.asked - sent.data.length);
      };
    };
  }

  process(_: Float32Array[][], outputs: Float32Array[][]): boolean {
    const output = outputs[0]![0]!;
    const hadSound = this.count > 0;
    for (let n = 0; n < output.length; n++) {
      const samples = this.waiting[0];
      if (samples) {
        this.last = samples[this.first++]!;
        this.count--;
        if (this.first === samples.length) {
          this.waiting.shift();
          this.first = 0;
        }
      } else {
        // Nothing to play: let the output decay slowly to 0, which is inaudible.
        this.last *= 0.995;
      }
      output[n] = this.last;
    }
    if (hadSound && this.count === 0) this.gaps++;
    this.silent = this.count === 0 ? this.silent + output.length : 0;
    const missing = this.least - this.count - this.asked;
    if (missing > 0) {
      this.asked += missing;
      this.source?.postMessage({ samples: missing });
    } else if (this.count === 0 && (this.unanswered += output.length) >= this.least) {
      // A paused machine does not answer, so ask again. Asking sooner would pile up work for a machine that is only late.
      this.asked = this.unanswered = 0;
    }
    return true;
  }
}

registerProcessor("speaker", Speaker);
