// What the page does when something does not go as it should, in a browser.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { BROWSER, call, chooseFile, clock, pass, ready, said, shown, site, skip, sounds, until, visit } from "./pages.mjs";

let all;

before(async () => {
  all = await site();
});

after(() => all.close());

/** The page, begun by a click; `first` runs before it. */
async function begun(first) {
  const visited = await visit(all, { at: "about:blank" });
  if (first) await visited.page.addInitScript(first);
  await visited.page.goto(all.address);
  await ready(visited.page);
  await visited.page.click("#begin");
  return visited;
}

/** A program that does something, and then `last`. */
const program = (last) => `
        org $2000
start   lda #1
        sta $600
${last}
        run start
`;
const JAM = program("        dta $02");
const LOOP = program("loop    inc $601\n        jmp loop");

async function label(page) {
  return page.locator("#pause").textContent();
}

test("a file that cannot be opened leaves the game that runs", async () => {
  const { page, context } = await begun();
  await chooseFile(page, "wrong.asm", "        ldaa #1\n");
  await said(page, "is not an instruction");
  await pass(page, 20);
  assert.match(await call(page, "text"), /START/);
  assert.equal(await page.locator("#program").inputValue(), "rasputitsa");
  // Whatever is switched on again is what was open.
  await call(page, "replay", "# front800 input 1\n", 60);
  assert.match(await call(page, "text"), /START/);
  await context.close();
});

test("where nothing can be saved one plays, and is told once", async () => {
  const { page, context } = await begun(() => {
    IDBObjectStore.prototype.put = function () {
      throw new DOMException("there is no room", "QuotaExceededError");
    };
  });
  await page.keyboard.press("F4");
  await until(page, async () => /key|console/.test(await call(page, "recording")), "a key is recorded");
  await page.selectOption("#program", "eleven");
  await shown(page, /Fibonacci crossing/);
  assert.match(await page.locator("#message").textContent(), /^Not saved: there is no room/);
  await page.keyboard.press("F6");
  await said(page, "^The arrows");
  await page.keyboard.press("Control");
  await pass(page, 20);
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.click("#reset");
  await until(page, async () => /reset/.test(await call(page, "recording")), "RESET");
  assert.equal(await page.locator("#message").textContent(), "");
  await context.close();
});

test("where the browser keeps nothing, both pages begin", async () => {
  const forbidden = () => {
    for (const name of ["localStorage", "indexedDB"]) {
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException(`${name} is forbidden`, "SecurityError");
        },
      });
    }
  };
  const { page, faults, context } = await begun(forbidden);
  await page.click("#settings");
  await page.check("#television");
  await page.selectOption("#language", "de");
  await page.keyboard.press("Escape");
  await pass(page, 20);
  await page.goto(new URL("workshop.html", all.address).href);
  await said(page, "^\\d+ bytes");
  assert.deepEqual(faults, []);
  await context.close();
});

test("what is held is let go when the window or the button loses the keyboard", async () => {
  const { page, context } = await begun();
  await pass(page, 120);
  const frames = async () => (await call(page, "save")).frames;
  const goesBack = async (press) => {
    const before = await frames();
    await press();
    await until(page, async () => (await frames()) < before, "it goes back");
  };
  await goesBack(() => page.keyboard.down("F10"));
  await page.evaluate(() => dispatchEvent(new Event("blur")));
  await pass(page, 60);
  await page.keyboard.up("F10");
  await page.focus("#rewind");
  await goesBack(() => page.keyboard.down("Enter"));
  await page.focus("#help");
  await pass(page, 60);
  await context.close();
});

test("RESET leads out of a jam, and the button says whether the machine runs", async () => {
  const { page, context } = await begun();
  // The engine tells that it runs a moment after the click.
  await until(page, async () => (await label(page)) === "Pause", "it runs");
  await chooseFile(page, "jam.asm", JAM);
  await said(page, "RESET switches the machine off and on");
  assert.equal(await label(page), "Resume");
  const jammed = (await call(page, "save")).frames;
  // It runs for a few frames only.
  await page.evaluate(() => {
    document.getElementById("message").textContent = "";
    const button = document.getElementById("pause");
    globalThis.labels = [];
    new MutationObserver(() => globalThis.labels.push(button.textContent)).observe(button, { childList: true });
  });
  await page.click("#reset");
  await page.waitForFunction(() => `${globalThis.labels}` === "Pause,Resume");
  await said(page, "RESET switches");
  assert.ok((await call(page, "save")).frames <= jammed, "from the beginning");
  await page.selectOption("#program", "eleven");
  await shown(page, /Fibonacci crossing/);
  assert.equal(await label(page), "Pause");
  assert.equal(await page.locator("#message").textContent(), "");
  await page.focus("#screen");
  await page.keyboard.press("F9");
  await said(page, "^Paused");
  await page.click("#settings");
  await page.selectOption("#language", "de");
  await page.keyboard.press("Escape");
  assert.equal(await label(page), "Weiter");
  await page.selectOption("#program", "magna");
  await until(page, async () => (await label(page)) === "Pause", "another program runs");
  assert.equal(await page.locator("#message").textContent(), "");
  await context.close();
});

test("an opened program waits until run", async () => {
  const { page, context } = await begun();
  await pass(page, 10);
  const colours = () =>
    page.evaluate(() => {
      const { width, height } = document.getElementById("screen");
      const { data } = document.getElementById("screen").getContext("2d").getImageData(0, 0, width, height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
  assert.ok((await colours()) > 2, "the wargame's title");
  await call(page, "open", { title: "eleven" }, {});
  await until(page, async () => (await colours()) === 1, "the screen of a machine that has just been switched on");
  assert.equal(await label(page), "Resume");
  await page.waitForTimeout(200);
  assert.equal((await call(page, "save")).frames, 0);
  await call(page, "run");
  await pass(page, 10);
  await context.close();
});

test("a control that is none is refused at once, and the machine runs on", async () => {
  const { page, context } = await begun();
  // The second one has to wait until the machine has seen the first.
  const refused = await page.evaluate(() => {
    const { engine } = globalThis.front800;
    const told = (words) => engine.call("control", words).then(() => "", (error) => error.message);
    return Promise.all(["stick0 left", "stick0 sideways", "joy0 up"].map(told));
  });
  assert.equal(refused[0], "");
  assert.match(refused[1], /sideways/);
  assert.match(refused[2], /`joy0` is no device/);
  await pass(page, 20);
  assert.equal(await label(page), "Pause");
  await context.close();
});

test("a worker that fails is told", { skip: BROWSER === "firefox" }, async () => {
  const { page, context } = await begun(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ports) {
      globalThis.worker = this;
      postMessage.call(this, message, ports);
    };
  });
  await page.evaluate(() => globalThis.worker.dispatchEvent(new ErrorEvent("error", { message: "out of memory" })));
  await said(page, "out of memory");
  await context.close();
});

test("looking at saved games pushes no earlier one out", async () => {
  const { page, context } = await begun();
  const isOrders = async () => {
    await skip(page, 30);
    return (await call(page, "save")).week?.ordersOpen;
  };
  await page.keyboard.down("F4");
  await skip(page, 10);
  await page.keyboard.up("F4");
  await until(page, isOrders, "orders");
  await page.click("#saves");
  await page.getByRole("button", { name: "Save: Slot 3" }).click();
  const load = page.getByRole("button", { name: "Load: Slot 3" });
  for (let times = 0; times < 3; times++) {
    await skip(page, 300);
    const before = await clock(page);
    await load.click();
    await until(page, async () => (await clock(page)) < before, "it is loaded");
    await pass(page, 20);
    await page.click("#saves");
    await load.waitFor();
  }
  assert.equal(await page.getByRole("button", { name: "Load: An earlier game" }).count(), 0);
  await context.close();
});

test("what is opened while a link's game is replayed need not wait for that", async () => {
  const game = deflateRawSync(Buffer.from("# front800 input 1\n1000000 stick0 up\n")).toString("base64url");
  const { page, context } = await visit(all, { at: `${all.address}#title=eleven&frames=1000010&game=${game}` });
  await said(page, "Replaying");
  await chooseFile(page, "ok.asm", LOOP);
  await page.waitForFunction(() => document.title.startsWith("ok"));
  await context.close();
});

test("what is saved while something else is being opened takes no other program's slot", async () => {
  const { page, context } = await begun();
  await page.evaluate(() => {
    const program = document.getElementById("program");
    program.value = "magna";
    program.dispatchEvent(new Event("change"));
    document.getElementById("screen").dispatchEvent(new KeyboardEvent("keydown", { key: "F8", code: "F8", bubbles: true }));
  });
  await said(page, "^That did not work: something else has been opened");
  await page.keyboard.press("Shift+F8");
  await said(page, "no quick save");
  await context.close();
});

test("a saved game that cannot be gone on from leaves the one that runs", async () => {
  const { page, context } = await begun();
  await page.click("#saves");
  await page.getByRole("button", { name: "Save: Slot 3" }).click();
  const load = page.getByRole("button", { name: "Load: Slot 3" });
  await load.waitFor();
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("front800");
        opening.onerror = reject;
        opening.onsuccess = () => {
          const saves = opening.result.transaction("saves", "readwrite").objectStore("saves");
          const reading = saves.get(["rasputitsa", 3]);
          reading.onsuccess = () => {
            saves.put({ ...reading.result, recording: "no script" }).onsuccess = resolve;
          };
        };
      }),
  );
  await page.keyboard.press("Escape");
  await skip(page, 300);
  const before = await clock(page);
  await page.click("#saves");
  await load.click();
  await said(page, "That did not work: .*input script");
  await pass(page, 20);
  assert.ok((await clock(page)) > before);
  assert.equal(await label(page), "Pause");
  // Nor is one half taken over that somebody else has kept.
  await call(page, "pause");
  const hash = await call(page, "hash");
  const { state } = await call(page, "save");
  await skip(page, 10);
  const now = await call(page, "hash");
  assert.notEqual(now, hash);
  await assert.rejects(call(page, "load", { state, recording: "no script" }), /input script/);
  assert.equal(await call(page, "hash"), now);
  await context.close();
});

test("who presses the pause key twice goes on, however quickly", async () => {
  const { page, context } = await begun();
  const isPressed = (times) =>
    page.evaluate((times) => {
      const press = { key: "F9", code: "F9", bubbles: true };
      for (let n = 0; n < times; n++) document.getElementById("screen").dispatchEvent(new KeyboardEvent("keydown", press));
    }, times);
  await isPressed(2);
  await pass(page, 20);
  assert.equal(await label(page), "Pause");
  await isPressed(1);
  await until(page, async () => (await label(page)) === "Resume", "it stands");
  await context.close();
});

test("a selection is copied, and who has opened a file can choose every program again", async () => {
  const { page, context } = await begun();
  await chooseFile(page, "loop.asm", LOOP);
  await page.waitForFunction(() => document.getElementById("program").selectedOptions[0].text === "loop.asm");
  await page.selectOption("#program", "rasputitsa");
  await shown(page, /SELECT: LEVEL/);
  assert.equal(await page.locator("#program option").count(), (await call(page, "titles")).length);
  const prevented = () =>
    page.evaluate(() => {
      document.activeElement.blur();
      const event = new KeyboardEvent("keydown", { key: "c", code: "KeyC", ctrlKey: true, bubbles: true, cancelable: true });
      return !document.body.dispatchEvent(event);
    });
  assert.equal(await prevented(), true);
  await page.evaluate(() => getSelection().selectAllChildren(document.querySelector("h1")));
  assert.equal(await prevented(), false);
  await context.close();
});

test("what the browser does not have is told", async () => {
  const { page, faults, context } = await begun(() => {
    Element.prototype.requestFullscreen = undefined;
  });
  await page.click("#fullscreen");
  await said(page, "That did not work: .*requestFullscreen");
  assert.deepEqual(faults, []);
  await context.close();
});

test("the joystick's buttons have German names, too", async () => {
  const { page, context } = await visit(all, { locale: "de-DE" });
  await ready(page);
  assert.equal(await page.locator('[data-hold="up"]').getAttribute("aria-label"), "nach oben");
  await context.close();
});

test("sound that ends from outside leaves the machine to the clock", async (t) => {
  const { page, context } = await begun();
  if (!(await sounds(page, t))) return context.close();
  await page.evaluate(() => globalThis.front800.speaker.device.context.suspend());
  await pass(page, 60);
  const isOn = () => page.evaluate(() => globalThis.front800.speaker.isOn);
  await page.click("h1");
  await until(page, isOn, "the sound is back");
  await pass(page, 60);
  // Who has turned it off has no sound by another click.
  await page.click("#sound");
  await until(page, async () => !(await isOn()), "it is off");
  await page.click("h1");
  await pass(page, 60);
  assert.equal(await isOn(), false);
  await context.close();
});

test("a sound device that no longer asks for samples leaves the machine to the clock", async () => {
  const { page, context } = await begun();
  // The real device is out of the way, even if it has yet to begin.
  await page.click("#sound");
  await pass(page, 10);
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    globalThis.device = port1;
    return globalThis.front800.engine.call("audio", port2, 48000);
  });
  await pass(page, 60);
  // It also goes on after a pause, and for a device that is there again.
  await page.keyboard.press("F9");
  await said(page, "^Paused");
  await page.keyboard.press("F9");
  await pass(page, 60);
  await page.evaluate(() => {
    globalThis.device.onmessage = ({ data }) => (globalThis.samples = data.length);
    globalThis.device.postMessage({ samples: 100 });
  });
  await until(page, () => page.evaluate(() => globalThis.samples > 100), "samples");
  await context.close();
});

test("sound that is turned off and on at once is on", async (t) => {
  const { page, context } = await begun();
  if (!(await sounds(page, t))) return context.close();
  await page.evaluate(() => {
    for (let times = 0; times < 2; times++) document.getElementById("sound").click();
  });
  await pass(page, 60);
  assert.equal(await page.locator("#sound").getAttribute("aria-pressed"), "true");
  assert.ok(await page.evaluate(() => globalThis.front800.speaker.isOn));
  await context.close();
});

test("who turns the sound off before going on with something else hears nothing", async (t) => {
  const { page, context } = await begun();
  if (!(await sounds(page, t))) return context.close();
  await page.evaluate(() => (location.hash = "title=magna"));
  await page.waitForFunction(() => /magna/i.test(document.title));
  await ready(page);
  await page.click("#sound");
  await page.click("#begin");
  await pass(page, 30);
  assert.ok(!(await page.evaluate(() => globalThis.front800.speaker.isOn)));
  await context.close();
});

test("a sound device that cannot be made is given back, and one plays without", async () => {
  const { page, faults, context } = await begun(() => {
    globalThis.givenBack = 0;
    const { close } = AudioContext.prototype;
    AudioContext.prototype.close = function () {
      globalThis.givenBack++;
      return close.call(this);
    };
    // Firefox has none before there is an address.
    if (globalThis.AudioWorklet) AudioWorklet.prototype.addModule = () => Promise.reject(new Error("there is no such file"));
  });
  await page.waitForFunction(() => globalThis.givenBack === 1);
  await page.waitForFunction(() => document.getElementById("sound").getAttribute("aria-pressed") === "false");
  await pass(page, 20);
  assert.deepEqual(faults, []);
  await context.close();
});

test("what stops the program stops it at once, with sound, too", async (t) => {
  const { page, context } = await begun();
  if (!(await sounds(page, t))) return context.close();
  await chooseFile(page, "loop.asm", LOOP);
  await until(page, async () => (await call(page, "memory", 0x600, 1))[0] === 1, "the program runs");
  await page.evaluate(() => {
    globalThis.stops = 0;
    globalThis.front800.engine.listener.stopped = () => globalThis.stops++;
  });
  // It would stop before it is to run.
  await call(page, "pause");
  assert.ok((await call(page, "command", "break loop")).ok);
  const stops = () => page.evaluate(() => globalThis.stops);
  for (let times = 1; times <= 3; times++) {
    await call(page, "run");
    await page.waitForFunction((times) => globalThis.stops >= times, times);
    // The device has played what there was, and asks for more than a frame's sound.
    await page.waitForTimeout(700);
    assert.equal(await stops(), times);
  }
  await context.close();
});

test("a gamepad's middle button shows the saved games once, whatever another one does", async () => {
  const { page, context } = await begun();
  await page.evaluate(() => {
    globalThis.filled = 0;
    new MutationObserver(() => globalThis.filled++).observe(document.getElementById("slots"), { childList: true });
    const pad = (index, pushed) => ({ index, axes: [0, 0], buttons: Array.from({ length: 17 }, (_, n) => ({ pressed: n === pushed })) });
    navigator.getGamepads = () => [pad(0, 16), pad(1, -1)];
    dispatchEvent(new Event("gamepadconnected"));
  });
  await page.waitForSelector("#saves-dialog[open]");
  await page.waitForTimeout(500);
  assert.equal(await page.evaluate(() => globalThis.filled), 1);
  await context.close();
});

test("who has no mouse gets out of the workshop's picture", async () => {
  const { page, context } = await visit(all, { at: new URL("workshop.html", all.address).href });
  await said(page, "^\\d+ bytes");
  await page.focus("#screen");
  await page.keyboard.press("Tab");
  const active = () => page.evaluate(() => document.activeElement.id);
  assert.equal(await active(), "screen");
  await page.keyboard.press("Shift+Escape");
  assert.notEqual(await active(), "screen");
  // What the workshop does not have is the browser's.
  const prevented = (code) =>
    page.evaluate((code) => {
      document.getElementById("screen").focus();
      return !document.body.dispatchEvent(new KeyboardEvent("keydown", { key: code, code, bubbles: true, cancelable: true }));
    }, code);
  assert.deepEqual([await prevented("F5"), await prevented("F11"), await prevented("F8")], [true, false, false]);
  await context.close();
});

test("a page to be embedded that is opened by itself does not talk to itself", async () => {
  const { page, faults, context } = await visit(all, { at: "about:blank" });
  await page.addInitScript(() => {
    globalThis.heard = [];
    addEventListener("message", ({ data }) => data?.front800 !== undefined && globalThis.heard.push(data));
  });
  await page.goto(`${all.address}?embed`);
  await ready(page);
  await page.click("#begin");
  await pass(page, 20);
  assert.deepEqual(await page.evaluate(() => globalThis.heard), []);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a message of the page around without a number is answered", async () => {
  const around = createServer((_, answer) => answer.setHeader("content-type", "text/html").end("<!doctype html>"));
  around.unref();
  await new Promise((resolve) => around.listen(0, "localhost", resolve));
  const { page, context } = await visit(all, { at: `http://localhost:${around.address().port}/` });
  const told = await page.evaluate(async (address) => {
    const frame = document.createElement("iframe");
    const heard = (wanted) =>
      new Promise((resolve) => addEventListener("message", ({ data }) => data?.front800 === wanted && resolve(data)));
    const started = heard("ready");
    frame.src = `${address}?embed`;
    document.body.append(frame);
    await started;
    const ask = (message) => {
      const answer = heard(message.front800);
      frame.contentWindow.postMessage(message, "*");
      return answer.then(({ error }) => error);
    };
    return [
      await ask({ front800: "a", call: "pause", arguments: [] }),
      await ask({ front800: 1, call: "control", arguments: ["stick0 sideways"] }),
      await ask({ front800: 2, call: "toString", arguments: [] }),
    ];
  }, all.address);
  assert.match(told[0], /not a number/);
  assert.match(told[1], /sideways/);
  assert.match(told[2], /no call `toString`/);
  await context.close();
  around.close();
});
