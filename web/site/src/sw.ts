// The service worker: after the first visit, everything comes from the cache.

// The types of service workers and of pages cannot be had in one project; this is what is used of the former.
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

// The build puts in what stands here.
const FILES = "__FILES__" as unknown as string[];
const CACHE = "front800-__VERSION__";

/** A file as the server has it now: one of an earlier version may still be in the browser's own cache. */
function fresh(file: string): Request {
  return new Request(file, { cache: "reload" });
}

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map(fresh))).then(() => self.skipWaiting()));
});

/** Deletes earlier versions but the last: a page of that may be open, and ask for its files. */
async function tidy(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith("front800-") && name !== CACHE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

/** A file of this version, or else of the last. */
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
