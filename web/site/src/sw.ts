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

self.addEventListener("activate", (event) => {
  const others = caches.keys().then((names) => names.filter((name) => name.startsWith("front800-") && name !== CACHE));
  event.waitUntil(others.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true, ignoreVary: true }).then((known) => known ?? fetch(event.request)));
});

export {};
