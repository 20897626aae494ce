// What the tests share: the built site on a local port, and a browser: Chromium, or the one that BROWSER names.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium, firefox } from "playwright-core";
import { preview } from "vite";

/** How each browser is started. */
export const BROWSERS = {
  chromium: {
    type: chromium,
    places: [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
    options: { args: ["--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required"] },
    context: { reducedMotion: "reduce" },
  },
  firefox: {
    type: firefox,
    places: [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"],
    // Firefox as it is, by WebDriver BiDi.
    options: { channel: "moz-firefox", firefoxUserPrefs: { "media.autoplay.default": 0, "ui.prefersReducedMotion": 1 } },
    context: {},
  },
};

/** Which browser the tests run in. */
export const BROWSER = process.env.BROWSER ?? "chromium";
/** Milliseconds after which a test does not wait any longer, on whatever machine; who mends one may have less patience. */
const PATIENCE = Number(process.env.PATIENCE ?? 150_000);
/** Milliseconds in which a sound device begins, if there is one. */
const DEVICE = 5000;

/** Where a browser is; nothing if it is not installed. */
export function installed(name) {
  return BROWSERS[name].places.find((path) => path && existsSync(path));
}

/** The site on a port of its own. */
export async function served() {
  const server = await preview({ preview: { port: 0 }, logLevel: "error" });
  return { address: server.resolvedUrls.local[0], close: () => server.close() };
}

/** The site and a browser; `close` ends both. */
export async function site() {
  const known = BROWSERS[BROWSER];
  if (!known) throw new Error(`BROWSER=${BROWSER}: expected one of ${Object.keys(BROWSERS).join(", ")}`);
  const { type, places, options, context } = known;
  const executablePath = installed(BROWSER);
  if (!executablePath) {
    throw new Error(`no ${BROWSER}: set ${BROWSER.toUpperCase()}, or install it at one of ${places.slice(1).join(", ")}`);
  }
  const { address, close } = await served();
  const browser = await type.launch({ executablePath, timeout: PATIENCE, ...options });
  return {
    browser,
    context,
    address,
    async close() {
      await browser.close();
      await close();
    },
  };
}

/** A page of the site, or at another address; what goes wrong in it fails the test that looks at `faults`. */
export async function visit({ browser, context: usual, address }, { at = address, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, locale: "en-US", ...usual, ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(at);
  return { page, context, faults };
}

/** Waits until the page can be played. */
export async function ready(page) {
  await page.waitForFunction(() => !document.getElementById("begin").disabled);
}

/** Calls the engine in the page. */
export function call(page, name, ...given) {
  return page.evaluate(([name, given]) => globalThis.front800.engine.call(name, ...given), [name, given]);
}

/** A byte of memory at a label, or so many after it. */
export async function byte(page, label, offset = 0) {
  return page.evaluate(
    async ([label, offset]) => {
      const { engine } = globalThis.front800;
      const address = await engine.call("label", label);
      return (await engine.call("memory", address + offset, 1))[0];
    },
    [label, offset],
  );
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds wrong with the page, or a part of it, for those who cannot see or use a mouse. */
export async function faultsOfAccess(page, part = "html") {
  await page.evaluate(axe);
  const { violations } = await page.evaluate((part) => globalThis.axe.run(part), part);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Whether it sounds, before long; a test that goes without is skipped. Only Firefox needs a sound device. */
export async function sounds(page, t) {
  const isOn = () => page.evaluate(() => globalThis.front800.speaker.isOn);
  if (BROWSER !== "firefox") {
    await until(page, isOn, "the sound begins");
    return true;
  }
  const end = Date.now() + DEVICE;
  while (!(await isOn())) {
    if (Date.now() > end) return t.skip(`no sound device has begun within ${DEVICE / 1000} seconds`), false;
    await page.waitForTimeout(30);
  }
  return true;
}

/** Frames since the machine was switched on. No byte of memory tells that: right after the switch, all of them are random. */
export async function clock(page) {
  return (await call(page, "save")).frames;
}

/** Waits while the machine, at whatever speed, runs so many frames. */
export async function pass(page, frames) {
  const end = (await clock(page)) + frames;
  await until(page, async () => (await clock(page)) >= end, `${frames} frames`);
}

/** Runs so many frames at once, beside those that the page runs by the clock. */
export async function skip(page, frames) {
  await call(page, "frames", frames);
}

/** What the page shows and how its machine stands, for the report of a failed test. */
function standing(page) {
  return page
    .evaluate(async () => {
      const { engine, speaker } = globalThis.front800 ?? {};
      const within = (promise) => Promise.race([promise, new Promise((resolve) => setTimeout(resolve, 5000, "no answer"))]);
      const frames = engine && (await within(engine.call("save").then(({ frames }) => frames)));
      const text = (id) => document.getElementById(id)?.textContent;
      const shown = { message: text("message"), pause: text("pause"), focus: document.activeElement?.id };
      return JSON.stringify({ ...shown, hasFocus: document.hasFocus(), frames, sound: speaker?.isOn });
    })
    .catch(String);
}

/** Waits until something holds. */
export async function until(page, condition, what) {
  const end = Date.now() + PATIENCE;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what} (${await standing(page)})`);
    await page.waitForTimeout(30);
  }
}

/** Presses a key for so many frames. */
export async function press(page, key, frames = 10) {
  await page.keyboard.down(key);
  await skip(page, frames);
  await page.keyboard.up(key);
}

/** Touches something with a finger. */
export async function tap(page, selector) {
  if (BROWSER !== "firefox") return page.tap(selector);
  const { x, y, width, height } = await page.locator(selector).boundingBox();
  const { up } = await finger(page, x + width / 2, y + height / 2);
  await up();
  await page.evaluate((selector) => document.querySelector(selector).click(), selector);
}

/** Puts a finger on the page; it can be moved, and lifted. Firefox has no command for that: there the events are made in
 * the page. */
export async function finger(page, x, y) {
  if (BROWSER !== "firefox") {
    const session = await page.context().newCDPSession(page);
    const send = (type, ...touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
    await send("touchStart", { x, y });
    return { move: (x, y) => send("touchMove", { x, y }), up: () => send("touchEnd") };
  }
  const first = [x, y];
  const send = (type, buttons, clientX, clientY) =>
    page.evaluate(
      ([type, first, touched]) => {
        const element = document.elementFromPoint(...first);
        // What is made up cannot be captured.
        element.setPointerCapture = () => undefined;
        element.dispatchEvent(new PointerEvent(type, touched));
      },
      [type, first, { pointerType: "touch", isPrimary: true, bubbles: true, cancelable: true, buttons, clientX, clientY }],
    );
  await send("pointerdown", 1, x, y);
  return {
    async move(toX, toY) {
      [x, y] = [toX, toY];
      await send("pointermove", 1, x, y);
    },
    up: () => send("pointerup", 0, x, y),
  };
}

/** What a click gives to keep. Firefox does not tell of downloads: there it is caught before it becomes one. */
export async function downloaded(page, selector) {
  if (BROWSER !== "firefox") {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
    return { name: download.suggestedFilename(), bytes: new Uint8Array(readFileSync(await download.path())) };
  }
  const { name, bytes } = await page.evaluate(
    (selector) =>
      new Promise((resolve) => {
        let given;
        URL.createObjectURL = (blob) => ((given = blob), "blob:");
        HTMLAnchorElement.prototype.click = async function () {
          resolve({ name: this.download, bytes: [...new Uint8Array(await given.arrayBuffer())] });
        };
        document.querySelector(selector).click();
      }),
    selector,
  );
  return { name, bytes: Uint8Array.from(bytes) };
}

/** Waits until the text on the machine's screen matches. */
export async function shown(page, pattern) {
  let text = "";
  await until(page, async () => pattern.test((text = await call(page, "text"))), `${pattern}`).catch((error) => {
    throw new Error(`${error.message} on the screen:\n${text}`);
  });
}

/** Waits until the page says something. */
export function said(page, pattern) {
  return page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById("message").textContent), pattern);
}

/** Opens a file as by the dialog of the browser. */
export function chooseFile(page, name, bytes) {
  return page.setInputFiles("#file", { name, mimeType: "", buffer: Buffer.from(bytes) });
}
