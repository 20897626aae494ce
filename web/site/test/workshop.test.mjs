// The workshop, in a browser.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import { call, downloaded, faultsOfAccess, pass, shown, site, until, visit } from "./pages.mjs";

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
  const visited = await visit(all, { at: new URL("workshop.html", all.address).href });
  await visited.page.waitForFunction(() => /\d/.test(document.getElementById("message").textContent));
  return visited;
}

/** Another text in the editor; what is said from then on is said of it. */
async function write(page, text) {
  await page.evaluate((text) => {
    const { editor } = globalThis.front800;
    document.getElementById("message").textContent = "";
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, text);
}

test("every example assembles without a word and runs", async () => {
  const { page, faults, context } = await workshop();
  const names = await page.locator('#files optgroup[label="Examples"] option').allTextContents();
  assert.equal(names.length, 10);
  // The first one is there from the beginning.
  for (const name of [...names.slice(1), names[0]]) {
    await page.evaluate(() => (document.getElementById("message").textContent = ""));
    await page.selectOption("#files", name);
    await page.waitForFunction(() => /^\d+ bytes/.test(document.getElementById("message").textContent));
    assert.equal(await page.locator("#panel").textContent(), "No problems.", name);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("problems are those of the text as it is, and Run leads out of a jam", async () => {
  const { page, faults, context } = await workshop();
  const panel = (pattern) => page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById("panel").textContent), pattern);
  const said = (pattern) => page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById("message").textContent), pattern);
  await write(page, "        ldaa #1\n");
  await panel("ldaa");
  // Nothing is wrong with it, but there is nothing to run.
  await write(page, "x       = 1\n");
  await said("That did not work");
  assert.equal(await page.locator("#panel").textContent(), "No problems.");
  await write(page, HELLO.replace("jmp *", "dta 2"));
  await said("Run switches the machine off and on");
  const jammed = (await call(page, "save")).frames;
  await page.evaluate(() => {
    const message = document.getElementById("message");
    globalThis.told = [];
    new MutationObserver(() => globalThis.told.push(message.textContent)).observe(message, { childList: true });
  });
  await page.click("#run");
  await page.waitForFunction(() => globalThis.told.at(-1) !== globalThis.told[0] && /Run switches/.test(globalThis.told.at(-1)));
  assert.ok((await call(page, "save")).frames <= jammed, "from the beginning");
  assert.deepEqual(faults, []);
  await context.close();
});

test("nothing is a fault for those who cannot see or use a mouse, whatever is looked at", async () => {
  const { page, faults, context } = await workshop();
  await shown(page, /.*/);
  assert.deepEqual(await faultsOfAccess(page), []);
  for (const tab of ["listing", "memory", "map", "chart", "profile", "debugger"]) {
    await page.click(`#tab-${tab}`);
    assert.deepEqual(await faultsOfAccess(page, ".machine"), [], tab);
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

test("every source is assembled once, and what is said is of what is written", async () => {
  const { page, context } = await workshop();
  await page.evaluate(() => {
    const message = document.getElementById("message");
    globalThis.words = [];
    new MutationObserver(() => globalThis.words.push(message.textContent)).observe(message, { childList: true });
  });
  const words = () => page.evaluate(() => globalThis.words.filter(Boolean));
  // Longer than the pause after which is assembled what has been typed.
  await page.waitForTimeout(1000);
  assert.deepEqual(await words(), []);
  await page.evaluate((text) => {
    const { assemble, editor } = globalThis.front800;
    const write = (insert) => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert } });
    write("        jmp nowhere\n");
    assemble();
    write(text);
  }, HELLO);
  await shown(page, /HELLO/);
  await page.waitForFunction(() => globalThis.words.length > 0);
  assert.match((await words()).join("; "), /^\d+ bytes[^;]*$/);
  await context.close();
});

test("who has no mouse gets out of the editor by Escape and Tab", async () => {
  const { page, context } = await workshop();
  const isInEditor = () => page.evaluate(() => document.activeElement.id === "editor");
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Tab");
  assert.ok(await isInEditor(), "Tab alone is a blank");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.ok(!(await isInEditor()));
  await context.close();
});

test("what was written is there again after a reload", async () => {
  const { page, context } = await workshop();
  await write(page, "; mine\n        org $2000\nstart   jmp start\n        run start\n");
  await page.waitForFunction(() => Object.values(localStorage).some((text) => text.includes("; mine")));
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
  const standsAt = (word) => page.locator(".cm-line.stands", { hasText: word }).waitFor();
  // A click beside `sta`: the program stands there when it is begun anew.
  await page.locator(".breakpoints .cm-gutterElement").nth(5).click();
  await page.waitForFunction(() => /> break .*:5/.test(document.getElementById("panel").textContent));
  await page.evaluate(() => globalThis.front800.assemble());
  await standsAt("sta");
  await page.click('#debugger [data-command="back"]');
  await standsAt("lda");
  await page.click('#debugger [data-command="step"]');
  await standsAt("sta");
  assert.deepEqual(faults, []);
  await context.close();
});

/** Chooses a file of a title, and waits until what it belongs to runs. */
async function chooseTitle(page, title, file) {
  await page.waitForSelector(`#files optgroup[label="${title}"]`, { state: "attached" });
  await page.evaluate(() => (document.getElementById("message").textContent = ""));
  await page.selectOption("#files", `${title}/${file}`);
  await page.waitForFunction(() => /^\d+ bytes/.test(document.getElementById("message").textContent));
}

test("a program goes on by its button where sound cannot begin", async () => {
  const { page, faults, context } = await workshop();
  await page.evaluate(() => {
    AudioContext.prototype.resume = () => new Promise(() => undefined);
  });
  await write(page, HELLO);
  await shown(page, /HELLO/);
  await page.click("#pause");
  await page.click("#run");
  await pass(page, 10);
  // Or says so at once.
  await page.evaluate(() => {
    AudioContext.prototype.resume = () => Promise.reject(new Error("there is no sound device"));
  });
  await page.click("#pause");
  await page.click("#run");
  await pass(page, 10);
  assert.deepEqual(faults, []);
  await context.close();
});

test("nothing that is clicked comes between a program and its breakpoints", async () => {
  const { page, faults, context } = await workshop();
  await write(page, HELLO);
  await shown(page, /HELLO/);
  await page.click("#tab-debugger");
  await page.locator(".breakpoints .cm-gutterElement").nth(3).click();
  await page.waitForFunction(() => /> break .*:3/.test(document.getElementById("panel").textContent));
  // As soon as it is open, before the debugger knows of them.
  const clicked = (button) =>
    page.evaluate(async (button) => {
      const { assemble, engine } = globalThis.front800;
      const { call } = engine;
      const asked = [];
      engine.call = async (name, ...given) => {
        asked.push(name);
        const answer = await call.call(engine, name, ...given);
        if (name === "open") document.getElementById(button).click();
        return answer;
      };
      await assemble();
      engine.call = call;
      return asked.filter((name) => ["open", "command", "run", "pause"].includes(name));
    }, button);
  assert.deepEqual((await clicked("run")).slice(0, 3), ["open", "command", "run"]);
  assert.deepEqual((await clicked("pause")).slice(0, 4), ["open", "command", "run", "pause"]);
  assert.deepEqual(faults, []);
  await context.close();
});

test("F5 leads out of a jam in the workshop, too, and an engine that fails is told", async () => {
  const { page, context } = await workshop();
  const said = (pattern) =>
    page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById("message").textContent), pattern);
  await write(page, "        org $2000\nstart   dta $02\n        run start\n");
  await said("^The program has stopped the machine's processor");
  await page.evaluate(() => {
    document.getElementById("message").textContent = "";
    const { engine } = globalThis.front800;
    const { call } = engine;
    globalThis.asked = [];
    engine.call = (name, ...given) => {
      globalThis.asked.push(name);
      return call.call(engine, name, ...given);
    };
  });
  await page.focus("#screen");
  await page.keyboard.press("F5");
  await said("^The program has stopped the machine's processor");
  const asked = await page.evaluate(() => globalThis.asked.filter((name) => name !== "control"));
  assert.deepEqual(asked.slice(0, 2), ["open", "run"]);
  await page.evaluate(() => globalThis.front800.engine.worker.dispatchEvent(new ErrorEvent("error", { message: "out of memory" })));
  await said("That did not work: out of memory");
  await context.close();
});

test("the titles' sources are there, and make the titles", async () => {
  const { page, faults, context } = await workshop();
  const labels = ["rasputitsa", "magna", "encounter", "eleven"];
  await page.waitForSelector('#files optgroup[label="eleven"]', { state: "attached" });
  const groups = await page.locator("#files optgroup").evaluateAll((all) => all.map(({ label }) => label));
  assert.deepEqual(groups, ["Examples", ...labels]);
  for (const title of labels) {
    const main = `${title}/${title}.asm`;
    await chooseTitle(page, title, main);
    await call(page, "pause");
    const hash = async (source) => {
      await call(page, "open", source, {});
      await call(page, "frames", 300);
      return call(page, "hash");
    };
    assert.equal(await hash({ main, files: [] }), await hash({ title }), title);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("a title's file can be changed, and another one of its files is only looked at", async () => {
  const { page, context } = await workshop();
  await chooseTitle(page, "encounter", "encounter/encounter.asm");
  const files = await page.locator('#files optgroup[label="encounter"] option').allTextContents();
  const other = files.find((file) => file.startsWith("encounter/") && file !== "encounter/encounter.asm");
  const text = () => page.evaluate(() => globalThis.front800.editor.state.doc.toString());
  await page.evaluate(() => {
    globalThis.asked = [];
    const { engine } = globalThis.front800;
    const { call } = engine;
    engine.call = (name, ...given) => {
      globalThis.asked.push(name);
      return call.call(engine, name, ...given);
    };
  });
  const before = await text();
  await page.selectOption("#files", `encounter/${other}`);
  await until(page, async () => (await text()) !== before, "the other file");
  // The page's own clock: whatever it does at the next pause is done before.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  const asked = await page.evaluate(() => globalThis.asked);
  assert.ok(!asked.includes("assemble") && !asked.includes("open"), `the program was not begun anew: ${asked}`);
  const whole = await text();
  await write(page, `        ldaa #1\n${whole}`);
  await page.waitForSelector(".cm-lintRange-error");
  assert.match(await page.locator("#panel").textContent(), new RegExp(`${other}:1:9: error: .ldaa. is not an instruction`));
  await write(page, whole);
  await page.waitForFunction(() => /^\d+ bytes/.test(document.getElementById("message").textContent));
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("workshop"))), []);
  await context.close();
});

test("the memory map is drawn and leads to the source, and the frame chart says who has the bus", async () => {
  const { page, faults, context } = await workshop();
  await chooseTitle(page, "encounter", "encounter/encounter.asm");
  await page.click("#tab-map");
  await page.waitForSelector("#panel svg a");
  const links = await page.locator("#panel svg a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  const link = links.find((one) => one.startsWith("encounter/") && !one.startsWith("encounter/encounter.asm"));
  const [file, line] = link.split("#L");
  await page.locator(`#panel svg a[href="${link}"]`).first().dispatchEvent("click");
  await page.waitForFunction(
    ([file, line]) => {
      const { editor } = globalThis.front800;
      const at = editor.state.doc.lineAt(editor.state.selection.main.head).number;
      return document.getElementById("files").value === `encounter/${file}` && at === Number(line);
    },
    [file, line],
  );
  await page.click("#tab-chart");
  await page.waitForFunction(() => /ANTIC: \d+/.test(document.querySelector("#panel svg")?.textContent ?? ""));
  assert.deepEqual(faults, []);
  await context.close();
});

test("the debugger's views are of the machine as it runs", async () => {
  const { page, faults, context } = await workshop();
  await write(page, HELLO);
  await shown(page, /HELLO/);
  await page.click("#tab-debugger");
  const shows = async (view, pattern) => {
    await page.selectOption("#view", view);
    await page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById("panel").textContent), pattern);
  };
  await shows("stack", "PC [0-9A-F]{4}  A [0-9A-F]{2}");
  await shows("list", "> [0-9A-F]{4} ");
  await shows("ANTIC", "DMACTL +22");
  await shows("GTIA", "GRACTL");
  await shows("POKEY", "AUDCTL");
  await shows("PIA", "PORTA +FF");
  assert.deepEqual(faults, []);
  await context.close();
});

test("the profile says where the time goes", async () => {
  const { page, faults, context } = await workshop();
  await write(page, "        org $2000\nstart   jsr work\n        jmp start\nwork    ldx #200\nagain   dex\n        bne again\n        rts\n        run start\n");
  await page.waitForFunction(() => /^\d+ bytes/.test(document.getElementById("message").textContent));
  await call(page, "frames", 200);
  await page.click("#tab-profile");
  await page.waitForFunction(() => document.getElementById("panel").textContent.includes("  work"));
  const rows = (await page.locator("#panel").textContent()).split("\n");
  const [, own] = /^ *\d+ +([\d.]+) %.*  work$/.exec(rows.find((row) => row.endsWith("  work")));
  assert.ok(Number(own) > 80 && Number(own) < 100, rows.join("\n"));
  // What is shown is of the program that runs, also if that has become another.
  await write(page, "        org $2000\nstart   jsr other\n        jmp start\nother   ldx #200\nagain   dex\n        bne again\n        rts\n        run start\n");
  await page.waitForFunction(() => document.getElementById("panel").textContent.includes("  other"));
  assert.deepEqual(faults, []);
  await context.close();
});

test("one's own files are downloaded as a folder", async () => {
  const { page, context } = await workshop();
  await write(page, HELLO);
  await page.waitForFunction(() => Object.values(localStorage).some((text) => text.includes("HELLO")));
  const { name, bytes } = await downloaded(page, "#export");
  assert.equal(name, "workshop.zip");
  const files = unzipSync(bytes);
  assert.deepEqual(Object.keys(files), ["workshop/01-border.asm"]);
  assert.equal(strFromU8(files["workshop/01-border.asm"]), HELLO);
  await context.close();
});
