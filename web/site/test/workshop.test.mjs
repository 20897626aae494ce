// The workshop, in a browser.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { call, shown, site, visit } from "./pages.mjs";

const HELLO = `
        org $2000
start   ldy #4
next    lda text,y
        sta ($58),y
        dey
        bpl next
        jmp *
text    dta d'HELLO'
        run start
`;

let all;

before(async () => {
  all = await site();
});

after(() => all.close());

async function workshop() {
  const visited = await visit(all.browser, new URL("workshop.html", all.address).href);
  await visited.page.waitForFunction(() => /\d/.test(document.getElementById("message").textContent));
  return visited;
}

async function write(page, text) {
  await page.evaluate((text) => {
    const { editor } = globalThis.front800;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, text);
}

test("every example assembles without a word and runs", async () => {
  const { page, faults, context } = await workshop();
  const names = await page.locator("#files option").allTextContents();
  assert.equal(names.length, 10);
  for (const name of names) {
    await page.selectOption("#files", name);
    await page.waitForFunction(() => /^\d+ (bytes|Bytes)/.test(document.getElementById("message").textContent));
    assert.equal(await page.locator("#panel").textContent(), "Nothing is wrong.", name);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("a mistake is shown at its place, and the program runs again when it is gone", async () => {
  const { page, context } = await workshop();
  await write(page, "        org $2000\nstart   jmp strat\n        run start\n");
  await page.waitForSelector(".cm-lintRange-error");
  const panel = await page.locator("#panel").textContent();
  assert.match(panel, /:2:13: error: `strat` is not defined\n\s+did you mean `start`\?/);
  assert.equal(await page.locator(".cm-lintRange-error").textContent(), "strat");
  await write(page, HELLO);
  await page.waitForFunction(() => /^\d+ bytes/.test(document.getElementById("message").textContent));
  await shown(page, /HELLO/);
  await context.close();
});

test("what was written is there again after a reload", async () => {
  const { page, context } = await workshop();
  await write(page, "; mine\n        org $2000\nstart   jmp start\n        run start\n");
  await page.waitForTimeout(1000);
  await page.reload();
  await page.waitForFunction(() => globalThis.front800?.editor.state.doc.toString().startsWith("; mine"));
  await context.close();
});

test("memory is shown by address", async () => {
  const { page, context } = await workshop();
  await shown(page, /.*/);
  await page.click("#tab-memory");
  await page.fill("#address", "$2000");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.getElementById("panel").textContent.startsWith("2000  "));
  await context.close();
});

test("the debugger stops, steps back, and knows who wrote", async () => {
  const { page, faults, context } = await workshop();
  await write(page, HELLO);
  await shown(page, /HELLO/);
  await page.click("#tab-debugger");
  const say = async (line, pattern) => {
    await page.fill("#command", line);
    await page.keyboard.press("Enter");
    await page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById("panel").textContent), pattern);
  };
  await say("reader text+1", "25  2002  next  LDA text,Y");
  // A click beside `sta`: the program stands there when it is begun anew.
  await page.locator(".breakpoints .cm-gutterElement").nth(5).click();
  await page.waitForFunction(() => /> break .*:5/.test(document.getElementById("panel").textContent));
  await page.evaluate(() => globalThis.front800.assemble());
  await page.waitForFunction(() => document.querySelector(".cm-line.stands")?.textContent.includes("sta"));
  await page.click('#debugger [data-command="back"]');
  await page.waitForFunction(() => document.querySelector(".cm-line.stands")?.textContent.includes("lda"));
  await page.click('#debugger [data-command="step"]');
  await page.waitForFunction(() => document.querySelector(".cm-line.stands")?.textContent.includes("sta"));
  assert.deepEqual(faults, []);
  await context.close();
});
