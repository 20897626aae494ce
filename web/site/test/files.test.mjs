// The files of the workshop, their breakpoints, and where they are kept, in a browser.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { site, until, visit } from "./pages.mjs";

const LOOP = `
        org $2000
start   ldx #1
loop    inx
        stx $600
        jmp loop
        run start
`;

let all;

before(async () => {
  all = await site();
});

after(() => all.close());

async function workshop(context) {
  const at = new URL("workshop.html", all.address).href;
  if (!context) {
    const visited = await visit(all, { at });
    await assembled(visited.page);
    return visited;
  }
  const page = await context.newPage();
  await page.goto(at);
  await assembled(page);
  return { page };
}

function assembled(page) {
  return page.waitForFunction(() => /^\d+ bytes/.test(document.getElementById("message").textContent));
}

/** Does something after which something else is assembled, and waits for that. */
async function anew(page, action) {
  await page.evaluate(() => (document.getElementById("message").textContent = ""));
  await action();
  await assembled(page);
}

function write(page, text) {
  return page.evaluate((text) => {
    const { editor } = globalThis.front800;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, text);
}

/** A new file with that text. */
async function make(page, name, text) {
  page.once("dialog", (dialog) => dialog.accept(name));
  await anew(page, () => page.click("#new"));
  await anew(page, () => write(page, text));
}

function text(page) {
  return page.evaluate(() => globalThis.front800.editor.state.doc.toString());
}

function choose(page, name) {
  return page.selectOption("#files", { label: name });
}

test("what is undone is of the file in the editor", async () => {
  const { page, faults, context } = await workshop();
  await make(page, "one.asm", LOOP);
  const changed = LOOP.replace("ldx #1", "ldx #2");
  // What is written within half a second is undone at once.
  await page.waitForTimeout(1000);
  await anew(page, () => write(page, changed));
  await make(page, "two.asm", LOOP);
  const undo = async () => {
    await page.focus(".cm-content");
    await page.keyboard.press("Control+z");
  };
  for (let times = 0; times < 4; times++) await undo();
  assert.match(await text(page), /jmp start|jmp loop/);
  await anew(page, () => choose(page, "one.asm"));
  assert.equal(await text(page), changed);
  await anew(page, undo);
  assert.equal(await text(page), LOOP);
  assert.deepEqual(faults, []);
  await context.close();
});

const dots = (page) =>
  page.evaluate(() => {
    const gutter = document.getElementById("editor").shadowRoot.querySelectorAll(".breakpoints .cm-gutterElement");
    return [...gutter].slice(1).map(({ textContent }) => textContent).join(",").replace(/,+$/, "");
  });

test("breakpoints are of their file and line, and as the debugger says", async () => {
  const { page, faults, context } = await workshop();
  await make(page, "one.asm", LOOP);
  const click = (line, options) => page.locator(".breakpoints .cm-gutterElement").nth(line).click(options);
  const shows = (expected) => until(page, async () => (await dots(page)) === expected, `dots ${expected}`);
  await page.click("#tab-debugger");
  // Nobody stops at what is no instruction.
  await click(1);
  await page.waitForFunction(() => /> break one.asm:1/.test(document.getElementById("panel").textContent));
  await shows("");
  // A double click sets it and takes it away.
  await click(5, { clickCount: 2 });
  await page.waitForFunction(() => /> delete \d+/.test(document.getElementById("panel").textContent));
  await shows("");
  await click(5);
  await shows(",,,,\u25cf");
  await make(page, "two.asm", LOOP.replace("start", "\nstart"));
  assert.equal(await dots(page), "");
  await anew(page, () => choose(page, "one.asm"));
  await shows(",,,,\u25cf");
  // It goes with its line, and can be taken away there.
  await anew(page, () => page.evaluate(() => globalThis.front800.editor.dispatch({ changes: { from: 0, insert: "\n" } })));
  await shows(",,,,,\u25cf");
  await click(6);
  await shows("");
  assert.deepEqual(faults, []);
  await context.close();
});

test("a breakpoint goes with its line while the debugger is asked, and the file chosen last is shown", async () => {
  const { page, faults, context } = await workshop();
  await make(page, "one.asm", LOOP);
  const gutter = page.locator(".breakpoints .cm-gutterElement");
  // Lines come in front of it before there is an answer.
  await page.evaluate(() => {
    const { editor, engine } = globalThis.front800;
    const { call } = engine;
    engine.call = async (name, ...given) => {
      const answer = await call.call(engine, name, ...given);
      if (name === "command" && /^break/.test(given[0])) {
        engine.call = call;
        editor.dispatch({ changes: { from: 0, insert: "\n\n" } });
      }
      return answer;
    };
  });
  await anew(page, () => gutter.nth(5).click());
  await until(page, async () => (await dots(page)) === ",,,,,,\u25cf", "the breakpoint is at its line");
  await page.locator('#files optgroup[label="eleven"]').waitFor({ state: "attached" });
  await page.evaluate(() => {
    const { engine } = globalThis.front800;
    const { call } = engine;
    engine.call = async (name, ...given) => {
      const answer = await call.call(engine, name, ...given);
      if (name === "titleFile") await new Promise((resolve) => setTimeout(resolve, 500));
      if (name === "titleFile") setTimeout(() => (globalThis.isLate = true));
      return answer;
    };
  });
  await page.selectOption("#files", "eleven/eleven/eleven.asm");
  await choose(page, "one.asm");
  await page.waitForFunction(() => globalThis.isLate);
  assert.equal(await text(page), `\n\n${LOOP}`);
  assert.deepEqual(faults, []);
  await context.close();
});

test("two pages do not lose each other's files", async () => {
  const { page, context } = await workshop();
  const { page: other } = await workshop(context);
  await make(page, "one.asm", LOOP);
  await make(other, "two.asm", LOOP);
  await other.locator('#files option[value="/one.asm"]').waitFor({ state: "attached" });
  await page.locator('#files option[value="/two.asm"]').waitFor({ state: "attached" });
  await choose(other, "one.asm");
  const changed = LOOP.replace("ldx #1", "ldx #2");
  await write(other, changed);
  await until(page, async () => (await text(page)) === changed, "what is written in the other page");
  const { page: third } = await workshop(context);
  // While one types, the other one gets what is written, keeps nothing itself, and knows its breakpoints.
  await page.locator(".breakpoints .cm-gutterElement").nth(5).click();
  await until(page, async () => (await dots(page)) === ",,,,\u25cf", "a breakpoint");
  await page.evaluate(() => {
    globalThis.kept = 0;
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (...given) {
      globalThis.kept++;
      setItem.apply(this, given);
    };
  });
  await other.evaluate(() => {
    const { editor } = globalThis.front800;
    for (const letter of "; abcde") editor.dispatch({ changes: { from: editor.state.doc.length, insert: letter } });
  });
  await until(page, async () => (await text(page)) === `${changed}; abcde`, "what is typed in the other page");
  assert.equal(await text(other), `${changed}; abcde`);
  assert.equal(await dots(page), ",,,,\u25cf");
  assert.equal(await page.evaluate(() => globalThis.kept), 0);
  const own = await third.locator('#files optgroup[label="Your own"] option').allTextContents();
  assert.deepEqual(own, ["one.asm", "two.asm"]);
  await context.close();
});

test("a file that is dropped takes nothing away for good, and what is no text is not taken in", async () => {
  const { page, faults, context } = await workshop();
  const drop = (name, bytes) =>
    page.evaluate(
      ([name, bytes]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([Uint8Array.from(bytes)], name));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
      },
      [name, [...bytes]],
    );
  await make(page, "one.asm", LOOP);
  const other = LOOP.replace("ldx #1", "ldx #2");
  await anew(page, () => drop("one.asm", Buffer.from(other)));
  assert.equal(await text(page), other);
  await page.focus(".cm-content");
  await anew(page, () => page.keyboard.press("Control+z"));
  assert.equal(await text(page), LOOP);
  await page.keyboard.press("Control+y");
  await anew(page, () => drop("two.asm", Buffer.from(LOOP)));
  assert.deepEqual([await text(page), await page.locator("#files option:checked").textContent()], [LOOP, "two.asm"]);
  for (const [name, bytes] of [["game.xex", [0xff, 0xff, 0, 0x20, 0, 0x20, 0x60]], ["latin.asm", [0x20, 0x3b, 0xe4]], ["raw.bin", [0, 1, 2]]]) {
    await drop(name, bytes);
    await page.waitForFunction((name) => document.getElementById("message").textContent.includes(`${name}: is not UTF-8 text`), name);
  }
  const own = await page.locator('#files optgroup[label="Your own"] option').allTextContents();
  assert.deepEqual(own, ["one.asm", "two.asm"]);
  assert.equal(await text(page), LOOP);
  assert.deepEqual(faults, []);
  await context.close();
});

test("files that an earlier version has kept are there", async () => {
  const { page, context } = await workshop();
  await page.evaluate((text) => localStorage.setItem("workshop files", JSON.stringify({ "old.asm": text })), LOOP);
  for (let times = 0; times < 2; times++) {
    await page.reload();
    await assembled(page);
    await anew(page, () => choose(page, "old.asm"));
    assert.equal(await text(page), LOOP);
  }
  await context.close();
});

test("files that an earlier version has kept are not lost where there is no room for them, or something is damaged", async () => {
  const { page, context } = await workshop();
  await page.evaluate((text) => {
    localStorage.setItem("workshop file new.asm", text);
    localStorage.setItem("workshop files", JSON.stringify({ "old.asm": text, "older.asm": text, "new.asm": "; old" }));
    sessionStorage.setItem("isFull", "1");
  }, LOOP);
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, text) {
      const isFull = this === localStorage && sessionStorage.getItem("isFull") === "1" && key === "workshop file older.asm";
      if (isFull) throw new DOMException("the storage is full", "QuotaExceededError");
      setItem.call(this, key, text);
    };
  });
  const isThere = async () => {
    await page.reload();
    await assembled(page);
    for (const name of ["new.asm", "old.asm", "older.asm"]) {
      await anew(page, () => choose(page, name));
      assert.equal(await text(page), LOOP, name);
    }
  };
  const together = () => page.evaluate(() => localStorage.getItem("workshop files"));
  await isThere();
  assert.deepEqual(Object.keys(JSON.parse(await together())), ["older.asm"]);
  await page.evaluate(() => sessionStorage.setItem("isFull", "0"));
  await isThere();
  assert.equal(await together(), null);
  await page.evaluate(() => localStorage.setItem("workshop files", "{"));
  await isThere();
  assert.equal(await together(), "{");
  await context.close();
});

test("what the browser does not keep is told", async () => {
  const { page, faults, context } = await workshop();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("the storage is full", "QuotaExceededError");
    };
  });
  await anew(page, () => write(page, LOOP));
  assert.match(await page.locator("#message").textContent(), /^\d+ bytes.* Not saved: \S+\.asm: the storage is full/);
  assert.deepEqual(faults, []);
  await context.close();
});
