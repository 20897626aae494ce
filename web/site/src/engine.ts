// The page's interface to the emulator, which runs in a worker.

import type { CallName, Calls, Message, Told } from "./protocol";

/** Receives the emulator's notifications. */
export interface Listener {
  picture?(pixels: ImageData): void;
  /** The machine has run `frames` frames; not all of them need have been shown. */
  passed?(frames: number): void;
  week?(week: Extract<Message, { kind: "week" }>["week"]): void;
  screenText?(text: string): void;
  jam?(): void;
  /** The emulator started or stopped running by itself. */
  running?(isRunning: boolean): void;
  /** The emulator stopped because of an error. */
  failed?(error: Error): void;
  /** The program has hit a breakpoint or another stop of the debugger. */
  stopped?(told: Told): void;
  progress?(done: number, of: number): void;
}

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void };

/** A worker that runs an emulator. */
export class Engine {
  private readonly worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;

  constructor(private readonly listener: Listener) {
    this.worker.onmessage = (event: MessageEvent<Message>) => this.hear(event.data);
    this.worker.onerror = (event) => {
      const error = new Error(event.message || "the emulator could not be started");
      for (const { reject } of this.waiting.values()) reject(error);
      this.waiting.clear();
      this.listener.failed?.(error);
    };
  }

  /** Calls the emulator. Calls are carried out one after the other in this order, except those that need no machine. */
  call<N extends CallName>(name: N, ...rest: Parameters<Calls[N]>): Promise<Awaited<ReturnType<Calls[N]>>> {
    const id = this.next++;
    const ports = rest.filter((value): value is MessagePort => value instanceof MessagePort);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.worker.postMessage({ id, call: name, arguments: rest }, ports);
    });
  }

  close(): void {
    this.worker.terminate();
  }

  private hear(message: Message): void {
    switch (message.kind) {
      case "answer":
        this.settle(message.id)?.resolve(message.value);
        break;
      case "refusal":
        this.settle(message.id)?.reject(new Error(message.error));
        break;
      case "picture":
        this.listener.picture?.(new ImageData(new Uint8ClampedArray(message.rgba), message.width, message.height));
        break;
      case "passed":
        this.listener.passed?.(message.frames);
        break;
      case "week":
        this.listener.week?.(message.week);
        break;
      case "screenText":
        this.listener.screenText?.(message.text);
        break;
      case "jam":
        this.listener.jam?.();
        break;
      case "running":
        this.listener.running?.(message.isRunning);
        if (message.error !== null) this.listener.failed?.(new Error(message.error));
        break;
      case "stopped":
        this.listener.stopped?.(message.told);
        break;
      case "progress":
        this.listener.progress?.(message.done, message.of);
        break;
    }
  }

  private settle(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }
}
