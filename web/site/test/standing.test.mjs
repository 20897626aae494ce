// The page as it stands: what one may press, what is said, which address it has, and which program is open, in a browser.

import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { after, before, test } from "node:test";
import { BROWSER, byte, call, chooseFile, clock, downloaded, pass, press, ready, said, shown, site, skip, tap, until, visit } from "./pages.mjs";

let all;

before(async () => {
  all = await site();
});

after(() => all.close());

/** The page with a title, begun by a click. */
async function begun(hash = "") {
  const visited = await visit(all, { at: `${all.address}${hash}` });
  await ready(visited.page);
  await visited.page.click("#begin");
  return visited;
}

function opened(page, name) {
  return page.waitForFunction((name) => document.title.toLowerCase().startsWith(name), name);
}

/** Drags a file over the page, and drops it. */
function drag(page, events, name = "ok.asm", text = LOOP) {
  return page.evaluate(
    ([events, name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      for (const event of events) document.body.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [events, name, text],
  );
}

const LOOP = "        org $2000\nstart   jmp start\n        run start\n";

const active = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.dataset.hold);

test("an address that is given to an open page leads where it leads at the beginning", async () => {
  const { page, faults, context } = await begun();
  await press(page, "F4");
  await page.evaluate(() => (location.hash = "title=magna"));
  await opened(page, "magna");
  await ready(page);
  assert.ok(await page.locator("#begin").isVisible());
  assert.equal(await page.locator("#program").inputValue(), "magna");
  await page.keyboard.press("Enter");
  await pass(page, 10);
  await page.goBack();
  await opened(page, "rasputitsa");
  // What was played there has been kept, and is offered.
  await page.waitForSelector("#choice:not([hidden])");
  const game = deflateRawSync(Buffer.from("# front800 input 1\n5 stick0 up\n")).toString("base64url");
  await page.evaluate((game) => (location.hash = `title=magna&frames=50&game=${game}`), game);
  await opened(page, "magna");
  await ready(page);
  assert.match(await call(page, "recording"), /stick0 up/);
  // Of what nothing can be made leaves what there is, and its address.
  await page.click("#begin");
  const { href } = new URL(page.url());
  for (const [hash, told] of [["title=chess", "no program of that name: chess"], ["title=eleven&seed=abc", "seed=abc: expected a whole number"]]) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await said(page, told);
    assert.equal(page.url(), href);
    await pass(page, 10);
    assert.match(await page.title(), /magna/i);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("an address of which nothing can be made keeps no other one from being followed", async () => {
  const { page, context } = await visit(all);
  await ready(page);
  await page.evaluate(() => {
    location.hash = "title=magna";
    // It comes while the other one is being opened.
    const seen = new MutationObserver(() => {
      if (!document.getElementById("begin").disabled) return;
      seen.disconnect();
      location.hash = "title=chess";
    });
    seen.observe(document.getElementById("begin"), { attributes: true });
  });
  await opened(page, "magna");
  await said(page, "no program of that name: chess");
  await ready(page);
  assert.equal(new URL(page.url()).hash, "#title=magna");
  await context.close();
});

test("who gives an open page the address of what is played goes on where that was left", async () => {
  const { page, context } = await begun("#title=eleven");
  await press(page, "ArrowUp", 20);
  await page.evaluate(() => (location.hash = "title=eleven&seed=1"));
  await page.waitForSelector("#choice:not([hidden])");
  await page.click("#go-on");
  await until(page, async () => /up/.test(await call(page, "recording")), "it goes on");
  await context.close();
});

test("the address is that of what is open", async () => {
  const game = deflateRawSync(Buffer.from("# front800 input 1\n5 stick0 up\n")).toString("base64url");
  const { page, context } = await begun(`#title=magna&frames=50&game=${game}`);
  await page.selectOption("#program", "eleven");
  await shown(page, /Fibonacci crossing/);
  assert.equal(new URL(page.url()).hash, "#title=eleven");
  await chooseFile(page, "ok.asm", LOOP);
  await opened(page, "ok");
  await until(page, () => new URL(page.url()).hash === "", "no address leads to a file");
  await page.selectOption("#program", "eleven");
  await opened(page, "eleven");
  await page.reload();
  await ready(page);
  assert.match(await page.title(), /^eleven/i);
  await context.close();
});

test("what is not right in an address is told", async () => {
  for (const [wrong, told] of [["seed=abc", "seed=abc: expected a whole number"], ["ram=17", "ram=17: expected 16, 32 or 48"]]) {
    const { page, context } = await visit(all, { at: `${all.address}#title=magna&${wrong}` });
    await ready(page);
    await said(page, told);
    await context.close();
  }
});

/** What is kept of a program: slots and frames. */
function kept(page, program) {
  return page.evaluate(
    (program) =>
      new Promise((resolve) => {
        const opening = indexedDB.open("front800", 1);
        opening.onsuccess = () => {
          const reading = opening.result.transaction("saves").objectStore("saves").getAll();
          reading.onsuccess = () => resolve(reading.result.filter((entry) => entry.program === program).map(({ slot, recording }) => [slot, recording]));
        };
      }),
    program,
  );
}

/** The page saves by itself, as it does when it is hidden. */
async function leave(page) {
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  await page.evaluate(() => globalThis.front800.engine.call("hash"));
}

test("two tabs of one program keep both games, each once", async () => {
  const { page, context } = await begun("#title=eleven");
  await press(page, "ArrowUp", 20);
  await leave(page);
  await until(page, async () => (await kept(page, "eleven")).length === 1, "the first game");
  const other = await context.newPage();
  await other.goto(`${all.address}#title=eleven`);
  await other.click("#fresh");
  await press(other, "ArrowRight", 20);
  await leave(other);
  const games = async () => (await kept(other, "eleven")).map(([slot, recording]) => `${slot} ${/up|right/.exec(recording)?.[0]}`).join();
  await until(other, async () => (await games()) === "0 right,11 up", "the first is kept beside the second");
  for (let times = 0; times < 3; times++) {
    await leave(page);
    await until(other, async () => (await games()) === "0 up,11 right", "the second beside the first");
    await leave(other);
    await until(other, async () => (await games()) === "0 right,11 up", "and the other way round");
  }
  // Who goes on with a game in another tab has one more, if it goes on in both.
  const third = await context.newPage();
  await third.goto(`${all.address}#title=eleven`);
  await third.click("#go-on");
  await until(third, async () => /right/.test(await call(third, "recording")), "it is loaded");
  await press(third, "ArrowLeft", 20);
  await leave(third);
  await until(third, async () => /left/.test((await kept(third, "eleven"))[0][1]), "it is kept");
  assert.equal((await kept(third, "eleven")).length, 2);
  await leave(other);
  await until(other, async () => (await kept(other, "eleven")).length === 3, "both are");
  await context.close();
});

test("a saved game is deleted wherever it stands by now, and no other one", async () => {
  const { page, context } = await begun("#title=eleven");
  page.on("dialog", (dialog) => dialog.accept());
  const games = async () => (await kept(page, "eleven")).map(([slot, recording]) => `${slot} ${/up|right|left/.exec(recording)?.[0]}`).join();
  const plays = async (page, key) => {
    await press(page, key, 20);
    await leave(page);
  };
  await plays(page, "ArrowUp");
  await until(page, async () => (await games()) === "0 up", "the first");
  await page.keyboard.press("Shift+F5");
  await until(page, async () => !/up/.test(await call(page, "recording")), "it is switched on anew");
  await plays(page, "ArrowRight");
  await until(page, async () => (await games()) === "0 right,11 up", "the second");
  await page.click("#saves");
  await page.getByRole("button", { name: "Delete: An earlier game" }).waitFor();
  const other = await context.newPage();
  await other.goto(`${all.address}#title=eleven`);
  await other.click("#fresh");
  await plays(other, "ArrowLeft");
  await until(page, async () => (await games()) === "0 left,11 right,12 up", "the third, in another tab");
  await page.getByRole("button", { name: "Delete: An earlier game" }).click();
  await until(page, async () => (await kept(page, "eleven")).length === 2, "one is gone");
  assert.equal(await games(), "0 left,11 right");
  await context.close();
});

test("what is quickly loaded takes no other game's place, however often its own", async () => {
  const { page, context } = await begun("#title=eleven");
  const done = (recording) => ["left", "right", "up"].find((direction) => recording.includes(direction));
  const games = async () => (await kept(page, "eleven")).filter(([slot]) => slot !== 1).map(([slot, recording]) => `${slot} ${done(recording)}`).join();
  await press(page, "ArrowUp", 20);
  await page.keyboard.press("F8");
  await said(page, "^Saved");
  await page.keyboard.press("Shift+F5");
  await until(page, async () => !/up/.test(await call(page, "recording")), "it is switched on anew");
  await press(page, "ArrowRight", 20);
  await leave(page);
  await until(page, async () => (await games()) === "0 right,11 up", "another game");
  const loads = async (expected, what) => {
    await page.keyboard.press("Shift+F8");
    await said(page, "^Loaded");
    await page.keyboard.press("F6");
    await press(page, "Numpad4", 20);
    await leave(page);
    await until(page, async () => (await games()) === expected, what);
  };
  await loads("0 left,11 right,12 up", "all of them");
  for (let times = 0; times < 3; times++) await loads("0 left,11 right,12 up", "one game, again and again");
  await context.close();
});

test("behind a click the keyboard is the machine's, behind Tab it is not", async () => {
  const { page, context } = await begun();
  await pass(page, 30);
  const resets = async () => (await call(page, "recording")).match(/reset/g)?.length ?? 0;
  await page.click("#reset");
  await until(page, async () => (await resets()) === 1, "RESET");
  for (const key of ["Space", "Enter"]) await press(page, key);
  await pass(page, 30);
  assert.equal(await resets(), 1);
  assert.match(await call(page, "recording"), /key SPACE/);
  for (const id of ["sound", "pause", "pause", "reader summary"]) {
    await page.click(`#${id}`);
    assert.equal(await active(page), "screen", id);
  }
  for (const id of ["saves", "share", "settings", "help"]) {
    await page.click(`#${id}`);
    await page.waitForSelector(`#${id}-dialog[open]`);
    await page.click(`#${id}-dialog form button:last-child`);
    await page.waitForSelector(`#${id}-dialog`, { state: "hidden" });
    assert.equal(await active(page), "screen", id);
  }
  await page.focus("#settings");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#settings-dialog[open]");
  await page.keyboard.press("Escape");
  assert.equal(await active(page), "settings");
  await context.close();
});

test("one begins by a button of the console, too, and before that no other one does anything", async () => {
  for (const name of ["start", "option", "fire"]) {
    const { page, context } = await visit(all, { hasTouch: true });
    await ready(page);
    const ofRunning = await page.evaluate(() => ["reset", "pause", "rewind", "hurry"].map((id) => document.getElementById(id).disabled));
    assert.deepEqual(ofRunning, [true, true, true, true]);
    await page.evaluate((name) => {
      const button = document.querySelector(`[data-hold="${name}"]`);
      button.setPointerCapture = () => undefined;
      button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    }, name);
    await pass(page, 20);
    assert.ok(await page.locator("#begin").isHidden());
    assert.ok(await page.locator("#pause").isEnabled());
    await until(page, async () => /console|stick0/.test(await call(page, "recording")), name);
    await context.close();
  }
});

test("who begins by a key on a control lets it go with that key", async () => {
  // Firefox has no joystick on the page where no finger is at hand.
  for (const [name, key] of [["start", "Space"], [BROWSER === "chromium" ? "fire" : "option", "Enter"]]) {
    const { page, context } = await visit(all, { hasTouch: true });
    await ready(page);
    await page.focus(`[data-hold="${name}"]`);
    await page.keyboard.down(key);
    await until(page, async () => /console (start|option)|stick0 .*fire/.test(await call(page, "recording")), `${name} is held`);
    await page.keyboard.up(key);
    await until(page, async () => /(console none|stick0 center)\s*$/.test(await call(page, "recording")), `${name} is let go`);
    assert.equal(await active(page), name);
    await context.close();
  }
});

test("a link is of what is open, or there is none", async () => {
  const { page, context } = await begun("#title=magna");
  const link = () => page.locator("#link").inputValue();
  await page.click("#share");
  await until(page, async () => /title=magna/.test(await link()), "a link");
  await page.keyboard.press("Escape");
  await chooseFile(page, "ok.asm", LOOP);
  await opened(page, "ok");
  await page.click("#share");
  await page.waitForFunction(() => /ok\.asm/.test(document.getElementById("share-wrong").textContent));
  assert.equal(await link(), "");
  assert.ok(await page.locator("#copy").isDisabled());
  await context.close();
});

test("on a telephone no button covers another one", async () => {
  const sizes = [[667, 375], [568, 320], [780, 360], [780, 390], [844, 390], [390, 780], [320, 480]];
  const telephone = { hasTouch: true, deviceScaleFactor: 2, ...(BROWSER === "chromium" ? { isMobile: true } : {}) };
  for (const locale of ["en-US", "de-DE"]) {
    const { page, context } = await visit(all, { ...telephone, locale });
    await ready(page);
    await tap(page, "#begin");
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await pass(page, 10);
      const covered = await page.evaluate(() =>
        [...document.querySelectorAll("button, select, a")].flatMap((button) => {
          button.scrollIntoView({ block: "nearest" });
          const { x, y, width, height } = button.getBoundingClientRect();
          if (width === 0) return [];
          const there = document.elementFromPoint(x + width / 2, y + height / 2);
          return button.contains(there) ? [] : [`${button.id || button.dataset.hold}: ${there?.id || there?.tagName}`];
        }),
      );
      assert.deepEqual(covered, [], `${locale} ${width}x${height}`);
    }
    await context.close();
  }
});

test("what was said of something else is not said any more", async () => {
  const { page, context } = await begun();
  const message = () => page.locator("#message").textContent();
  await drag(page, ["dragover"]);
  assert.equal(await message(), "Drop a program here");
  await drag(page, ["dragleave"]);
  assert.equal(await message(), "");
  await chooseFile(page, "wrong.asm", "        ldaa #1\n");
  await said(page, "^That did not work: .*ldaa");
  await page.selectOption("#program", "eleven");
  await shown(page, /Fibonacci crossing/);
  assert.equal(await message(), "");
  await page.keyboard.press("Shift+F8");
  await said(page, "no quick save");
  // The same file may be chosen once more.
  await chooseFile(page, "ok.asm", LOOP);
  await opened(page, "ok");
  assert.equal(await page.locator("#file").inputValue(), "");
  await page.click("#settings");
  await page.check("#pal");
  await said(page, "switched off and on");
  await context.close();
});

test("rewinding while paused pauses again", async () => {
  const { page, context } = await begun();
  await skip(page, 1500);
  await page.keyboard.press("F9");
  await said(page, "^Paused");
  const halted = await clock(page);
  for (const [down, up] of [
    [() => page.keyboard.down("F10"), () => page.keyboard.up("F10")],
    [() => page.locator("#rewind").hover().then(() => page.mouse.down()), () => page.mouse.up()],
  ]) {
    const before = await clock(page);
    await down();
    await until(page, async () => (await clock(page)) < before - 10, "it goes back");
    await up();
    await until(page, async () => (await page.locator("#pause").textContent()) === "Resume", "it stands");
    const now = await clock(page);
    await page.waitForTimeout(200);
    assert.equal(await clock(page), now);
    assert.ok(now < halted);
    assert.equal(await page.locator("#message").textContent(), "Paused.");
  }
  await context.close();
});

test("saved games are those of what is open, and are written over and deleted only if that is wanted", async () => {
  const { page, context } = await begun("#title=eleven");
  const asked = [];
  let answer = false;
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    return answer ? dialog.accept() : dialog.dismiss();
  });
  const button = (name) => page.getByRole("button", { name, exact: true });
  const frames = () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open("front800", 1);
          opening.onsuccess = () => {
            const reading = opening.result.transaction("saves").objectStore("saves").get(["eleven", 2]);
            reading.onsuccess = () => resolve(reading.result?.frames);
          };
        }),
    );
  await page.click("#saves");
  await button("Save: Slot 2").click();
  await button("Load: Slot 2").waitFor();
  assert.deepEqual(asked, []);
  const first = await frames();
  await skip(page, 100);
  await button("Save: Slot 2").click();
  await button("Delete: Slot 2").click();
  await until(page, () => asked.length === 2, "two questions");
  assert.match(asked[0], /Slot 2: .* will be overwritten/);
  assert.match(asked[1], /Slot 2: .* will be deleted/);
  assert.equal(await frames(), first);
  answer = true;
  await button("Save: Slot 2").click();
  await until(page, async () => (await frames()) > first, "it is written over");
  // Another program has other saved games.
  await drag(page, ["dragover", "drop"]);
  await opened(page, "ok");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await context.close();
});

test("a disk of data goes into drive 1 of what runs, and is in its saved games", async () => {
  const { page, faults, context } = await begun();
  await press(page, "F4");
  await pass(page, 10);
  await chooseFile(page, "games.atr", dataDisk());
  await said(page, "^In drive 1: games.atr");
  assert.match(await page.title(), /^rasputitsa/i);
  const bytes = async () => {
    const disk = await page.evaluate(() => globalThis.front800.engine.call("disk").then((bytes) => bytes && [...bytes]));
    return disk && disk[16 + 128 * 9];
  };
  await until(page, async () => (await bytes()) === 0x42, "the disk is there");
  assert.ok(await page.locator("#download").isVisible());
  await page.click("#saves");
  await page.getByRole("button", { name: "Save: Slot 3" }).click();
  const load = page.getByRole("button", { name: "Load: Slot 3" });
  await load.waitFor();
  await page.keyboard.press("Escape");
  await page.selectOption("#program", "eleven");
  await shown(page, /Fibonacci crossing/);
  assert.equal(await bytes(), null);
  assert.ok(await page.locator("#download").isHidden());
  await page.selectOption("#program", "rasputitsa");
  await opened(page, "rasputitsa");
  await page.click("#saves");
  await load.click();
  await said(page, "^$");
  await until(page, async () => (await bytes()) === 0x42, "the disk is there again");
  // Whoever gets a link has no such disk.
  await page.click("#share");
  await page.waitForFunction(() => /games\.atr/.test(document.getElementById("share-wrong").textContent));
  await page.uncheck("#share-game");
  await page.waitForFunction(() => /title=rasputitsa$/.test(document.getElementById("link").value));
  await page.keyboard.press("Escape");
  // Switched off and on it has the disk in it.
  await page.focus("#screen");
  await page.keyboard.press("Shift+F5");
  await shown(page, /SELECT: LEVEL/);
  assert.equal(await bytes(), 0x42);
  assert.deepEqual(faults, []);
  await context.close();
});

test("what is written to a disk of data is there when the machine has been switched off and on", async () => {
  const { page, context } = await begun();
  await chooseFile(page, "writes.asm", WRITES);
  await opened(page, "writes");
  await chooseFile(page, "games.atr", dataDisk());
  await said(page, "^In drive 1: games.atr");
  const written = () => page.evaluate(() => globalThis.front800.engine.call("disk").then((bytes) => bytes[16]));
  await skip(page, 60);
  assert.equal(await written(), 0);
  await press(page, "F4");
  await until(page, async () => (await written()) === 0x57, "it is written");
  await page.keyboard.press("Shift+F5");
  await until(page, async () => !/console/.test(await call(page, "recording")), "it is switched on anew");
  assert.equal(await written(), 0x57);
  await page.click("#settings");
  await page.check("#pal");
  await said(page, "switched off and on");
  assert.equal(await written(), 0x57);
  await context.close();
});

/** At START it writes a page of memory to the first sector of the disk in drive 1. */
const WRITES = `        org $2000
start   lda $d01f
        lsr
        bcs start
        lda #$57
        sta $302
        sta $3000
        lda #1
        sta $301
        sta $30a
        lda #0
        sta $30b
        sta $304
        lda #$30
        sta $305
        jsr $e453
loop    jmp loop
        run start
`;

/** A disk of 720 sectors, from which nothing is booted: the first is blank. */
function dataDisk() {
  const disk = new Uint8Array(16 + 720 * 128);
  disk.set([0x96, 0x02, 0x80, 0x16, 0x80]);
  disk[16 + 128 * 9] = 0x42;
  return disk;
}

test("a disk that was written to can be had again", async () => {
  const { page, context } = await visit(all);
  await ready(page);
  await page.click("#begin");
  const disk = bootDisk();
  await page.setInputFiles("#file", { name: "games.atr", mimeType: "", buffer: Buffer.from(disk) });
  await page.waitForSelector("#download:not([hidden])");
  const disk1 = () => page.evaluate(() => globalThis.front800.engine.call("disk").then((bytes) => [...bytes]));
  const isWritten = async () => sector(await disk1(), 100)[0] === 0x57;
  await skip(page, 600);
  assert.ok(!(await isWritten()));
  await press(page, "F4");
  await until(page, isWritten, "sector 100 is written");
  const { name, bytes } = await downloaded(page, "#download");
  assert.equal(name, "games.atr");
  assert.deepEqual([...sector(bytes, 100)], [...sector(disk, 1)].with(0, 0x57));
  // Switched off and on it has it still.
  await page.focus("#screen");
  await page.keyboard.press("Shift+F5");
  await until(page, async () => !/console/.test(await call(page, "recording")), "it is switched on anew");
  assert.ok(await isWritten());
  await context.close();
});

/** A disk of 720 sectors, of which the first is loaded and at START writes itself to the hundredth, `W` in front. */
function bootDisk() {
  const disk = new Uint8Array(16 + 720 * 128);
  disk.set([0x96, 0x02, 0x80, 0x16, 0x80]);
  const store = (value, address) => [0xa9, value, 0x8d, address & 0xff, address >> 8];
  const request = [[1, 0x301], [0x57, 0x302], [0, 0x304], [7, 0x305], [100, 0x30a], [0, 0x30b], [0x57, 0x700]];
  const untilStart = [0xad, 0x1f, 0xd0, 0x4a, 0xb0, 0xfa];
  const code = [...untilStart, ...request.flatMap(([value, address]) => store(value, address)), 0x20, 0x53, 0xe4];
  const end = 0x706 + code.length;
  disk.set([0, 1, 0, 7, 0, 7, ...code, 0x4c, end & 0xff, end >> 8], 16);
  return disk;
}

function sector(disk, number) {
  return disk.slice(16 + 128 * (number - 1), 16 + 128 * number);
}

test("the list says what the programs are", async () => {
  const { page, context } = await visit(all);
  await ready(page);
  const unsaid = await page.evaluate(() => [...document.getElementById("program").options].filter(({ text, value }) => text === value).map(({ value }) => value));
  assert.deepEqual(unsaid, []);
  await page.click("#settings");
  await page.selectOption("#language", "de");
  assert.match(await page.locator("#program option:checked").textContent(), /Krieg im Osten/);
  await context.close();
});
