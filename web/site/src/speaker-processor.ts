// Runs on the sound device's thread: plays what it is sent, and asks for more in time.

declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** Samples that wait, at least: 50 milliseconds, and up to 200 where that has not been enough. */
const LEAST = Math.round(sampleRate / 20);
const MOST = 4 * LEAST;
/** Samples of silence after which the machine has stood still, and was not late. */
const PAUSE = Math.round(sampleRate / 2);

class Speaker extends AudioWorkletProcessor {
  private waiting: Float32Array[] = [];
  private first = 0;
  private count = 0;
  private asked = 0;
  /** For how many samples there has been no answer and nothing to play. */
  private unanswered = 0;
  private last = 0;
  private gaps = 0;
  private least = LEAST;
  /** For how many samples there has been nothing to play. */
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
        // Nothing to play: the membrane goes back to rest slowly, which is not heard.
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
      // What was asked for does not come while the machine stands still. Asking sooner would heap work on one that is late.
      this.asked = this.unanswered = 0;
    }
    return true;
  }
}

registerProcessor("speaker", Speaker);
