// What the tests share: the built site on a local port, and a browser.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { preview } from "vite";

const CHROMIUM = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required"];

/** The site and a browser; `close` ends both. */
export async function site() {
  const executablePath = CHROMIUM.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error(`no Chromium: set CHROMIUM, or install it at one of ${CHROMIUM.slice(1).join(", ")}`);
  const server = await preview({ preview: { port: 0 }, logLevel: "error" });
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
  const address = server.resolvedUrls.local[0];
  return {
    browser,
    address,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** A page of the site; what goes wrong in it fails the test that looks at `faults`. */
export async function visit(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(address);
  return { page, context, faults };
}

/** Waits until the page can be played. */
export async function ready(page) {
  await page.waitForFunction(() => !document.getElementById("begin").disabled, null, { timeout: 60_000 });
}

/** Calls the engine in the page. */
export function call(page, name, ...given) {
  return page.evaluate(([name, given]) => globalThis.front800.engine.call(name, ...given), [name, given]);
}

/** A byte of memory at a label. */
export async function byte(page, label) {
  return page.evaluate(async (label) => {
    const { engine } = globalThis.front800;
    const address = await engine.call("label", label);
    return (await engine.call("memory", address, 1))[0];
  }, label);
}

/** Waits until the text on the machine's screen matches. */
export async function shown(page, pattern, seconds = 60) {
  const end = Date.now() + 1000 * seconds;
  for (;;) {
    const text = await call(page, "text");
    if (pattern.test(text)) return text;
    if (Date.now() > end) throw new Error(`${pattern} is not on the screen:\n${text}`);
    await page.waitForTimeout(100);
  }
}
