// `?embed`: shows only the machine, in a frame of another page, which controls it with messages.
//
// A message is `{ front800: ID, call: NAME, arguments: [...] }`; the answer `{ front800: ID, value }` or
// `{ front800: ID, error }`. Calls: load(title or { name, bytes }, choice), run(), pause(), state(), restore(state),
// screen(), memory(address, length), control(words).

import type { Engine } from "./engine";
import type { Choice, Saved, Source } from "./protocol";

interface Page {
  open(source: Source, choice: Choice): Promise<void>;
  start(): Promise<void>;
  element: HTMLElement;
}

interface Asked {
  front800?: unknown;
  call?: string;
  arguments?: unknown;
}

type Answers = Record<string, (...given: never[]) => Promise<unknown>>;

/** With `?embed`, hides the rest of the page and answers messages from the parent page. */
export function offer(engine: Engine, page: Page): void {
  if (!new URLSearchParams(location.search).has("embed")) return;
  page.element.classList.add("embedded");
  // Without a parent page, `window.parent` is this window; it must not send messages to itself.
  if (window.parent === window) return;
  const calls: Answers = {
    load: (what: string | { name: string; bytes: Uint8Array<ArrayBuffer> }, choice: Choice = {}) =>
      page.open(typeof what === "string" ? { title: what } : what, choice),
    run: () => page.start(),
    pause: () => engine.call("pause"),
    state: () => engine.call("save"),
    restore: (saved: Saved) => engine.call("load", saved),
    screen: async () => {
      const { picture, width, height } = await engine.call("save");
      return { picture, width, height, text: await engine.call("text") };
    },
    memory: (address: number, length: number) => engine.call("memory", address, length),
    control: (words: string) => engine.call("control", words),
  };
  addEventListener("message", (event: MessageEvent<Asked>) => {
    const { front800: id, call: name, arguments: given = [] } = event.data ?? {};
    // Ignore other messages, such as answers from another machine.
    if (id === undefined || name === undefined || event.source !== window.parent) return;
    const answer = carryOut(calls, id, name, given);
    // A page opened from a file has the origin "null", which cannot be a target.
    const origin = event.origin === "null" ? "*" : event.origin;
    answer.then(
      (value) => window.parent.postMessage({ front800: id, value }, origin),
      (error: Error) => window.parent.postMessage({ front800: id, error: error.message }, origin),
    );
  });
  window.parent.postMessage({ front800: "ready" }, "*");
}

async function carryOut(calls: Answers, id: unknown, name: string, given: unknown): Promise<unknown> {
  if (typeof id !== "number") throw new Error("`front800`, the message's number, is not a number");
  if (!Array.isArray(given)) throw new Error("`arguments` is not an array");
  const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!call) throw new Error(`no call \`${name}\`; expected one of ${Object.keys(calls).join(", ")}`);
  return call(...(given as never[]));
}
