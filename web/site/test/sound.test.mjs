// What is heard of the page. It wants the computer for itself.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BROWSER, ready, site, visit } from "./pages.mjs";

/** Seconds of sound that are listened to; the long form listens for ten minutes. */
const LISTEN = Number(process.env.LISTEN ?? 20);

let all;

before(async () => {
  all = await site();
});

after(() => all.close());

test("the sound has no gap", async (t) => {
  const { page, context } = await visit(all);
  await ready(page);
  await page.click("#begin");
  await page.waitForTimeout(2000);
  if (!(await page.evaluate(() => globalThis.front800.speaker.isOn))) {
    assert.equal(BROWSER, "firefox", "only Firefox needs a sound device");
    t.skip("there is no sound device");
  } else {
    const gaps = () => page.evaluate(() => globalThis.front800.speaker.gaps());
    const first = await gaps();
    await page.waitForTimeout(1000 * LISTEN);
    assert.equal((await gaps()) - first, 0);
  }
  await context.close();
});
