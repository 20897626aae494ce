// The service worker: after the first visit, everything comes from the cache.

// TypeScript cannot have the types of service workers and of pages in one project, so those used here are declared.
interface Lasting extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface Fetching extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
declare const self: {
  addEventListener(name: "install" | "activate", listener: (event: Lasting) => void): void;
  addEventListener(name: "fetch", listener: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
};

// The build replaces these placeholders.
const FILES = "__FILES__" as unknown as string[];
const CACHE = "front800-__VERSION__";

/** A request that bypasses the browser's own cache, which may still have a file of an earlier version. */
function fresh(file: string): Request {
  return new Request(file, { cache: "reload" });
}

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map(fresh))).then(() => self.skipWaiting()));
});

/** Deletes all earlier versions except the last one. A page of that version may still be open and ask for its files. */
async function tidy(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith("front800-") && name !== CACHE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

/** Answers with a file of this version or, failing that, of an earlier version or from the network. */
async function answered(request: Request): Promise<Response> {
  const how = { ignoreSearch: true, ignoreVary: true };
  const own = await (await caches.open(CACHE)).match(request, how);
  return own ?? (await caches.match(request, how)) ?? fetch(request);
}

self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answered(event.request));
});

export {};
