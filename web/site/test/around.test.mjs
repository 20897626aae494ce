// The page without a network, when another version of it comes, and within another page, in a browser.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { call, ready, served, site, until, visit } from "./pages.mjs";

let all;

before(async () => {
  all = await site();
});

after(() => all.close());

test("everything works without a network after the first visit", async () => {
  const server = await served();
  const { page, context } = await visit(all, { at: server.address });
  await ready(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await server.close();
  await page.reload();
  await ready(page);
  assert.match(await call(page, "text"), /START/);
  await context.close();
});

/** The site on a port of its own, which becomes another version: its service worker and its pages say so, and its file for the
 * sound has another name. */
async function successive(names) {
  const types = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", wasm: "application/wasm" };
  let version = 0;
  const server = createServer((request, answer) => {
    const path = new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html");
    const isGone = !existsSync(`dist${path}`) || (version > 0 && path.includes("speaker-processor"));
    answer.setHeader("cache-control", "no-store");
    if (isGone) return answer.writeHead(404).end();
    answer.setHeader("content-type", types[path.split(".").at(-1)] ?? "application/octet-stream");
    const file = readFileSync(`dist${path}`);
    if (version === 0 || !/sw\.js$|html$/.test(path)) return answer.end(file);
    const text = file.toString().replace(/front800-[0-9a-f]{1,8}\b/, names[version]).replace(/"assets\/speaker-processor[^"]*",/, "");
    answer.end(path.endsWith("html") ? `${text}<!-- ${names[version]} -->` : text);
  });
  // A test that fails does not keep the others from their end.
  server.unref();
  await new Promise((resolve) => server.listen(0, "localhost", resolve));
  return { address: `http://localhost:${server.address().port}/`, next: () => version++, close: () => server.close() };
}

test("a page that is open when another version comes still has its own files", async () => {
  const versions = await successive(["", "front800-second", "front800-third"]);
  const { page, context } = await visit(all, { at: versions.address });
  await ready(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const processor = `assets/${readdirSync("dist/assets").find((name) => name.startsWith("speaker-processor"))}`;
  const status = () => page.evaluate((path) => fetch(path).then(({ status }) => status), processor);
  const next = async (name) => {
    versions.next();
    // The browser may be looking already, and have found the version before: it is asked to look again.
    const isThere = async (name) => {
      await (await navigator.serviceWorker.getRegistration()).update();
      const answer = await fetch("./");
      return (await answer.text()).includes(name);
    };
    await until(page, () => page.evaluate(isThere, name), `pages are of ${name}`);
  };
  await next("front800-second");
  assert.equal(await status(), 200);
  await next("front800-third");
  const keys = () => page.evaluate(() => caches.keys().then(String));
  await until(page, async () => (await keys()) === "front800-second,front800-third", "the first version is forgotten");
  assert.equal(await status(), 404);
  await context.close();
  versions.close();
});

test("another page embeds the machine", async () => {
  // Of another origin; this site's own pages allow no frames.
  const around = createServer((_, answer) => answer.setHeader("content-type", "text/html").end("<!doctype html>"));
  around.unref();
  await new Promise((resolve) => around.listen(0, "localhost", resolve));
  const { page, context } = await visit(all, { at: `http://localhost:${around.address().port}/` });
  const { stands, text, refused, passed, recording } = await page.evaluate(async (address) => {
    const frame = document.createElement("iframe");
    const heard = (wanted) =>
      new Promise((resolve) => {
        const listener = ({ data }) => {
          if (data?.front800 !== wanted) return;
          removeEventListener("message", listener);
          resolve(data);
        };
        addEventListener("message", listener);
      });
    const ask = async (id, call, ...given) => {
      frame.contentWindow.postMessage({ front800: id, call, arguments: given }, "*");
      const { value, error } = await heard(id);
      if (error) throw new Error(error);
      return value;
    };
    const started = heard("ready");
    frame.src = `${address}?embed`;
    document.body.append(frame);
    await started;
    let id = 0;
    const asked = (call, ...given) => ask(++id, call, ...given);
    // What is loaded stands at power-on, whatever was there before.
    const stands = [];
    for (let times = 0; times < 2; times++) {
      await asked("load", "eleven");
      stands.push((await asked("state")).frames);
      await asked("run");
    }
    let text = "";
    while (!/\S/.test(text)) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      ({ text } = await asked("screen"));
    }
    await asked("control", "stick0 left");
    await asked("pause");
    const kept = await asked("state");
    const clock = await asked("memory", 0x12, 3);
    await asked("run");
    while (`${await asked("memory", 0x12, 3)}` === `${clock}`);
    await asked("pause");
    await asked("restore", kept);
    // Its picture is that of the next frame.
    const back = await asked("memory", 0x12, 3);
    const refused = await asked("fly").catch(({ message }) => message);
    return { stands, text, refused, passed: back[2] - clock[2], recording: kept.recording };
  }, all.address);
  assert.deepEqual(stands, [0, 0]);
  assert.match(text, /Fibonacci crossing/);
  assert.match(recording, /stick0 left/);
  assert.equal((passed + 256) % 256, 1);
  assert.match(refused, /no call `fly`; expected one of load, run, pause, state, restore, screen, memory, control/);
  await context.close();
  around.close();
});
