// The page on which one plays, in a browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { BROWSER, byte, call, clock, faultsOfAccess, finger, pass, press, ready, shown, site, skip, tap, until, visit } from "./pages.mjs";

const NATIVE = process.env.FRONT800 ?? "../../target/release/front800";

let all;

before(async () => {
  all = await site();
});

after(() => all.close());

/** The page with the wargame on its title, begun by a click. */
async function begun() {
  const visited = await visit(all);
  await ready(visited.page);
  await visited.page.click("#begin");
  return visited;
}

test("the page starts, without a fault for those who cannot see or use a mouse", async () => {
  const { page, faults, context } = await visit(all);
  await ready(page);
  assert.match(await call(page, "text"), /START/);
  assert.deepEqual(await faultsOfAccess(page), []);
  assert.deepEqual(faults, []);
  await context.close();
});

test("every title is after 2,000 frames what it is on the command line", async () => {
  const { page, context } = await visit(all);
  await ready(page);
  for (const title of await call(page, "titles")) {
    await call(page, "open", { title }, {});
    await call(page, "frames", 2000);
    const output = execFileSync(NATIVE, ["run", title, "--frames", "2000", "--hash"], { encoding: "utf8" });
    assert.equal(await call(page, "hash"), /[0-9a-f]{16}/.exec(output)[0], title);
  }
  await context.close();
});

test("a week by the keyboard alone", async () => {
  const { page, context, faults } = await visit(all);
  await ready(page);
  await page.keyboard.press("Enter");
  // What screen readers are told, however soon something else is.
  await page.evaluate(() => {
    const news = document.getElementById("news");
    globalThis.told = "";
    new MutationObserver(() => (globalThis.told += news.textContent)).observe(news, { childList: true });
  });
  await toOrders(page, () => press(page, "F4"));
  assert.equal(await byte(page, "turn"), 0);
  await page.waitForFunction(() => globalThis.told.includes("YOUR ORDERS"));
  await endWeek(page, () => press(page, "F4"));
  assert.deepEqual(faults, []);
  await context.close();
});

/** START on the title: the orders of the first week. */
async function toOrders(page, start) {
  await start();
  await ordersOpen(page, 0);
}

/** START until the armies march, again while the question stands whether a week without orders is meant; then the march. */
async function endWeek(page, start) {
  for (let tries = 0; (await byte(page, "turn")) === 0; tries++) {
    assert.ok(tries < 20, "the week ends");
    await start();
    await skip(page, 20);
  }
  await ordersOpen(page, 1);
}

/** Hurries to where orders of a week can be given. */
async function ordersOpen(page, turn) {
  const open = async () => {
    await skip(page, 30);
    const { week } = await call(page, "save");
    return week?.turn === turn && week.ordersOpen;
  };
  await until(page, open, `orders of week ${turn}`);
}

test("it hurries while a key is held", async () => {
  const { page, context } = await begun();
  await page.keyboard.down("F12");
  let before = { time: performance.now(), frames: 0 };
  const hurries = async () => {
    await page.waitForTimeout(500);
    const now = { time: performance.now(), frames: (await call(page, "save")).frames };
    const inASecond = (1000 * (now.frames - before.frames)) / (now.time - before.time);
    before = now;
    return inASecond > 120;
  };
  await hurries();
  await until(page, hurries, "twice as many frames as usual in half a second");
  await page.keyboard.up("F12");
  await context.close();
});

test("a week by the mouse alone", async () => {
  const { page, context } = await begun();
  await toOrders(page, () => hold(page, "start"));
  const box = await page.locator("#screen").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await pass(page, 30);
  await page.mouse.down();
  await shown(page, /CORPS|NOBODY STANDS/);
  await page.mouse.up();
  await endWeek(page, () => hold(page, "start"));
  await context.close();
});

async function hold(page, key) {
  const button = page.locator(`[data-hold="${key}"]`);
  const box = await button.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await skip(page, 10);
  await page.mouse.up();
}

test("a week with a finger alone, on a telephone", async () => {
  const telephone = { viewport: { width: 390, height: 844 }, hasTouch: true, deviceScaleFactor: 3 };
  // Firefox has no such option.
  if (BROWSER === "chromium") telephone.isMobile = true;
  const { page, context } = await visit(all, telephone);
  await ready(page);
  await tap(page, "#begin");
  await toOrders(page, () => tap(page, '[data-hold="start"]'));
  await orderByFinger(page);
  await dragMap(page);
  await endWeek(page, () => tap(page, '[data-hold="start"]'));
  assert.deepEqual(await faultsOfAccess(page), []);
  await context.close();
});

/** Where something of the wargame is on the page, in its own clocks across and rows down. */
async function onPage(page, clock, row) {
  const box = await page.locator("#screen").boundingBox();
  return [box.x + (box.width * (clock - 36)) / 168, box.y + (box.height * (row + 2)) / 120];
}

test("a finger that stands still presses after some frames, and a touch for some, shown or not", async () => {
  const { page, context } = await visit(all, { hasTouch: true });
  await ready(page);
  await tap(page, "#begin");
  await call(page, "pause");
  const [x, y] = await onPage(page, 120, 60);
  const { up } = await finger(page, x, y);
  const reads = (expected, what) => until(page, async () => (await tabletButton(page)) === expected, what);
  // All of them at once, as on a computer that is late.
  await skip(page, 15);
  assert.ok(await tabletButton(page), "it presses");
  await up();
  await reads(false, "it is lifted");
  await (await finger(page, x, y)).up();
  await skip(page, 15);
  await reads(true, "a touch presses");
  await reads(false, "and no longer");
  await context.close();
});

/** Whether the button of the tablet in jack 2 is down, as the machine sees it in its next frame. */
async function tabletButton(page) {
  await skip(page, 1);
  // STICK1, of which the button is the joystick's pin to the left. [sheet: os 4]
  return ((await call(page, "memory", 0x279, 1))[0] & 4) === 0;
}

/** The finger stands still on the corps under the cursor, is shown who that is, and draws a square west and one back, and
 * two north: two orders. */
async function orderByFinger(page) {
  const [clock, row] = [await byte(page, "zp_cursor_x"), await byte(page, "zp_cursor_y")];
  const at = (east, south) => onPage(page, clock + 8 * east, row + 8 * south);
  const { move, up } = await finger(page, ...(await at(0, 0)));
  await shown(page, /CORPS|INFANTRY|ARMY/);
  await until(page, () => tabletButton(page), "it presses");
  for (const square of [[-1, 0], [0, 0], [0, -1], [0, -2]]) {
    await move(...(await at(...square)));
    await pass(page, 30);
  }
  const unit = await byte(page, "zp_unit");
  assert.equal(await byte(page, "unit_orders", unit), 2, `orders of unit ${unit}`);
  await up();
  await pass(page, 10);
}

/** The finger draws the map to the south-west, so that what lies north-east of it comes into the window. */
async function dragMap(page) {
  const window = async () => [await byte(page, "zp_view_x"), await byte(page, "zp_view_y")];
  const [column, line] = await window();
  const box = await page.locator("#screen").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const far = async () => {
    const [nowColumn, nowLine] = await window();
    return Math.max(Math.abs(nowColumn - (column - 28)), Math.abs(nowLine - (line - 40)));
  };
  // Frame by frame: however busy the computer is, the page has looked at each.
  await call(page, "pause");
  const { move, up } = await finger(page, x, y);
  for (let step = 1; step <= 4; step++) await move(x - (step * box.width) / 24, y + (step * box.height) / 24);
  await up();
  for (let frame = 0; frame < 150 && (await far()) > 4; frame++) await skip(page, 1);
  for (let frame = 0; frame < 10; frame++) {
    await skip(page, 1);
    assert.ok((await far()) <= 4, `28 clocks and 40 lines from ${column} ${line}: ${await window()}`);
  }
  await call(page, "run");
}

test("what was played is there again when the tab is opened again, and a save survives", async () => {
  const { page, context } = await begun();
  await toOrders(page, () => press(page, "F4"));
  await page.click("#saves");
  await page.getByRole("button", { name: /: (Slot|Platz) 3$/ }).first().click();
  await page.getByRole("button", { name: /(Load|Laden): (Slot|Platz) 3$/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.reload();
  await page.waitForSelector("#choice:not([hidden])");
  await page.click("#go-on");
  await shown(page, /YOUR ORDERS/);
  await skip(page, 300);
  const before = await clock(page);
  await page.click("#saves");
  await page.getByRole("button", { name: /(Load|Laden): (Slot|Platz) 3$/ }).click();
  await until(page, async () => (await clock(page)) < before, "it is loaded");
  await shown(page, /YOUR ORDERS/);
  await context.close();
});

test("a link to a game leads to the same state", async () => {
  const { page, context } = await begun();
  await toOrders(page, () => press(page, "F4"));
  await press(page, "ArrowRight", 24);
  await press(page, "ArrowDown", 24);
  await leadsHere(page);
  await context.close();
});

test("who opens a link to a game may go to any of its weeks, and play on from there", async () => {
  const { page, context } = await begun();
  await toOrders(page, () => press(page, "F4"));
  await endWeek(page, () => press(page, "F4"));
  await shown(page, /YOUR ORDERS/);
  await call(page, "pause");
  await page.click("#share");
  await page.waitForFunction(() => document.getElementById("link").value.includes("game="));
  const other = await visit(all, { at: await page.locator("#link").inputValue() });
  await context.close();
  const week = async () => (await call(other.page, "save")).week;
  await ready(other.page);
  assert.equal((await week()).turn, 1);
  // The two weeks, and the end of the game.
  assert.equal(await other.page.locator("#week").getAttribute("max"), "2");
  await other.page.locator("#week").fill("0");
  await until(other.page, async () => (await week()).turn === 0, "the first week");
  await shown(other.page, /YOUR ORDERS/);
  assert.equal(await other.page.locator("#week-name").textContent(), "1: 22 Jun 41");
  await other.page.click("#begin");
  await endWeek(other.page, () => press(other.page, "F4"));
  await leadsHere(other.page);
  await other.context.close();
});

test("a game that is left for another one can still be had", async () => {
  const { page, context } = await begun();
  await toOrders(page, () => press(page, "F4"));
  // RESET leads to the title, which takes nothing's place while nobody touches it.
  for (let times = 0; times < 3; times++) {
    await page.click("#reset");
    await shown(page, /SELECT: LEVEL/);
    await page.selectOption("#program", "eleven");
    await shown(page, /Fibonacci crossing/);
    await page.selectOption("#program", "rasputitsa");
    await shown(page, /SELECT: LEVEL/);
  }
  await page.click("#saves");
  const left = page.getByRole("button", { name: "Load: Where you left off" });
  await left.waitFor();
  assert.equal(await page.getByRole("button", { name: "Load: An earlier game" }).count(), 0);
  await left.click();
  await shown(page, /YOUR ORDERS/);
  await context.close();
});

test("a file that is dropped on the page is opened, and the game before it can still be had", async () => {
  const { page, faults, context } = await begun();
  await toOrders(page, () => press(page, "F4"));
  await page.evaluate((source) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([source], "keys.asm"));
    for (const name of ["dragover", "drop"]) {
      document.body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
    }
  }, KEYS);
  await page.waitForFunction(() => document.title.toLowerCase().startsWith("keys"));
  assert.equal(await page.locator("#message").textContent(), "");
  await page.selectOption("#program", "rasputitsa");
  await page.waitForFunction(() => document.title.toLowerCase().startsWith("rasputitsa"));
  await page.click("#saves");
  await page.getByRole("button", { name: "Load: Where you left off" }).click();
  await shown(page, /YOUR ORDERS/);
  assert.deepEqual(faults, []);
  await context.close();
});

test("the picture fills the screen, and no longer", async () => {
  const { page, context } = await begun();
  const width = () => page.evaluate(() => document.getElementById("screen").getBoundingClientRect().width);
  const before = await width();
  await page.click("#fullscreen");
  await page.waitForFunction(() => document.fullscreenElement?.id === "stage");
  await until(page, async () => (await width()) > before, "the picture is larger");
  await press(page, "F11");
  await page.waitForFunction(() => document.fullscreenElement === null);
  await until(page, async () => (await width()) === before, "the picture is as large as before");
  await context.close();
});

test("who goes back and plays on has another game, and its link leads there", async () => {
  const { page, context } = await begun();
  await toOrders(page, () => press(page, "F4"));
  await press(page, "ArrowRight", 24);
  await press(page, "ArrowDown", 24);
  const { frames } = await state(page);
  await page.keyboard.down("F10");
  await until(page, async () => (await state(page)).frames < frames - 30, "it goes back");
  await page.keyboard.up("F10");
  await press(page, "ArrowLeft", 24);
  await leadsHere(page);
  await context.close();
});

/** The link to the game of a page leads another one to the same state. */
async function leadsHere(page) {
  await call(page, "pause");
  await page.click("#share");
  await page.waitForFunction(() => document.getElementById("link").value.includes("game="));
  const link = await page.locator("#link").inputValue();
  const other = await visit(all, { at: link });
  await ready(other.page);
  const [here, there] = [await state(page), await state(other.page)];
  assert.deepEqual(there, here);
  await other.context.close();
}

async function state(page) {
  return { hash: await call(page, "hash"), frames: (await call(page, "save")).frames };
}

/** A page that has been opened by a link to a game, which anybody may have made. */
function linked(recording, frames) {
  const game = deflateRawSync(Buffer.from(recording)).toString("base64url");
  const at = new URL(all.address);
  at.hash = new URLSearchParams({ title: "magna", frames: String(frames), game }).toString();
  return visit(all, { at: at.href });
}

test("a link to a game without an end keeps nobody from opening something else", async () => {
  const { page, faults, context } = await linked("# front800 input 1\n5 stick0 up\n", 2 ** 52);
  const said = (pattern) =>
    page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById("message").textContent), pattern);
  // It goes on for some minutes of the machine, not for centuries: a percentage is soon there.
  await said("[1-9] %");
  // Nor does who is impatient hold it up.
  await page.click("#screen");
  await page.keyboard.press("a");
  await page.selectOption("#program", "eleven");
  await shown(page, /Fibonacci crossing/);
  await said("^$");
  assert.ok(await page.locator("#weeks").isHidden());
  assert.deepEqual(faults, []);
  await context.close();
});

test("a link of which nothing can be made is told, and one plays without it", async () => {
  const links = [
    ["\0".repeat(20 << 20), 10, /The link is damaged: a recorded game has at most 16 MB/],
    ["# front800 input 1\n5 joy0 up\n", 10, /The link is damaged: .*`joy0` is no device/],
    ["# front800 input 1\n", -1, /The link is damaged: invalid frame count: -1/],
  ];
  for (const [recording, frames, told] of links) {
    const { page, context } = await linked(recording, frames);
    await ready(page);
    assert.match(await page.locator("#message").textContent(), told);
    await page.click("#begin");
    await pass(page, 20);
    await context.close();
  }
});

test("RESET is let go by itself, whatever one goes back to", async () => {
  const { page, context } = await begun();
  // The clock decides when frames are due.
  await page.click("#sound");
  await pass(page, 10);
  await call(page, "pause");
  const pressed = async () => {
    await call(page, "open", { title: "rasputitsa" }, {});
    await skip(page, 100);
    await call(page, "control", "reset");
  };
  await pressed();
  await skip(page, 60);
  const expected = await state(page);
  // To the frame in which it went down, which passes.
  let down;
  do {
    await pressed();
    down = await clock(page);
    await skip(page, 5);
    await page.evaluate(() => {
      const { engine } = globalThis.front800;
      return Promise.all([engine.call("rewind", true), engine.call("rewind", false)]);
    });
    // One frame passes at once. On a busy computer the next one does, too: then try again.
  } while ((await clock(page)) !== down + 1);
  await skip(page, 59);
  assert.deepEqual(await state(page), expected);
  // To what was saved then, after which a frame passes, too.
  await pressed();
  const saved = await call(page, "save");
  await skip(page, 200);
  await call(page, "load", { state: saved.state, recording: saved.recording });
  await skip(page, 59);
  assert.deepEqual(await state(page), expected);
  await context.close();
});

test("keys type what is printed on them, or lie as on the 800", async () => {
  const { page, context } = await visit(all);
  await ready(page);
  await page.click("#begin");
  await call(page, "open", { name: "keys.asm", bytes: new TextEncoder().encode(KEYS) }, {});
  await call(page, "run");
  const key = async (pressed, expected, held) => {
    if (held) await page.keyboard.down(held);
    await page.keyboard.down(pressed);
    await until(page, async () => (await call(page, "memory", 0x600, 1))[0] === expected, `${pressed}: key code ${expected}`);
    await page.keyboard.up(pressed);
    if (held) await page.keyboard.up(held);
    await skip(page, 10);
  };
  await page.focus("#screen");
  await key("a", 0x3f);
  await key("A", 0x7f, "Shift");
  await key("a", 0xbf, "Control");
  // However quickly one follows another, the machine sees all of them, and the one before let go.
  const counted = await count(page);
  for (let n = 0; n < 3; n++) await page.keyboard.press("b");
  await until(page, async () => (await count(page)) === counted + 3, "three keys in no time");
  // Two quotes are SHIFT 2 on the 800.
  await key('"', 0x5e, "Shift");
  await page.click("#settings");
  await page.check("#by-place");
  await page.keyboard.press("Escape");
  await page.focus("#screen");
  await key("Quote", 0x06);
  await key("BracketLeft", 0x0e);
  await page.keyboard.press("F6");
  await key("ArrowUp", 0x8e);
  await context.close();
});

/** How many keys that program has seen. */
async function count(page) {
  return (await call(page, "memory", 0x601, 1))[0];
}

/** Keeps the code of the last key that was pressed, and counts them. */
const KEYS = `
        org $2000
start   lda 764
        cmp #255
        beq start
        sta $600
        inc $601
        lda #255
        sta 764
        jmp start
        run start
`;

test("a picture that stands still is not drawn again", async () => {
  const { page, context } = await begun();
  await call(page, "open", { name: "keys.asm", bytes: new TextEncoder().encode(KEYS) }, {});
  await call(page, "run");
  await pass(page, 60);
  await page.evaluate(() => {
    globalThis.drawn = 0;
    const { prototype } = CanvasRenderingContext2D;
    const { putImageData } = prototype;
    prototype.putImageData = function (...given) {
      globalThis.drawn++;
      putImageData.apply(this, given);
    };
  });
  await pass(page, 60);
  assert.equal(await page.evaluate(() => globalThis.drawn), 0);
  await context.close();
});

test("the mouse is a light pen, if one wants that", async () => {
  const { page, context } = await begun();
  const pen = async (expected, why) => {
    await until(page, async () => [...Object.values(await call(page, "memory", 0x234, 2))].join() === expected, why);
  };
  const stick = (expected) => until(page, async () => (await call(page, "memory", 0x278, 1))[0] === expected, `stick ${expected}`);
  await page.focus("#screen");
  // The wargame has it as a tablet; what follows is a pen.
  await page.keyboard.press("Shift+F6");
  const box = await page.locator("#screen").boundingBox();
  const at = (x, y) => page.mouse.move(box.x + box.width * x, box.y + box.height * y);
  await at(0.5025, 0.502);
  // Clock 128 of line 128. The operating system copies PENH and PENV in each frame. [sheet: os 4]
  await pen("172,64", "the middle of the picture");
  await page.mouse.down();
  // The switch is the joystick's pin of up.
  await stick(14);
  await page.mouse.up();
  await stick(15);
  await at(0.2525, 0.752);
  await pen("130,94", "another place");
  await page.keyboard.press("Shift+F6");
  await at(0.5025, 0.502);
  await skip(page, 10);
  await pen("130,94", "no pen any more");
  await context.close();
});

test("gamepads are joysticks, as long as they are there", async () => {
  const { page, context } = await begun();
  const pads = (...pads) => page.evaluate((pads) => (navigator.getGamepads = () => pads), pads);
  const pad = (index, pushed, axes = [0, 0]) => {
    return { index, axes, buttons: Array.from({ length: 17 }, (_, button) => ({ pressed: pushed.includes(button) })) };
  };
  const sticks = () => call(page, "memory", 0x278, 2);
  const reads = async (first, second) => {
    const read = async () => [...Object.values(await sticks())].join() === `${first},${second}`;
    await until(page, read, `sticks ${first} and ${second}`);
  };
  await pads(pad(0, [], [0, -1]), pad(1, [15]));
  await page.evaluate(() => dispatchEvent(new Event("gamepadconnected")));
  await reads(14, 7);
  await pads(pad(1, [13]));
  await reads(15, 13);
  await pads(pad(0, [9]), pad(1, []));
  await until(page, async () => (await call(page, "save")).week?.ordersOpen, "START of the gamepad");
  await pads(pad(0, [16]));
  await page.waitForSelector("#saves-dialog[open]");
  await pads(null);
  await context.close();
});

test("it speaks German", async () => {
  const { page, context } = await visit(all, { locale: "de-DE" });
  await ready(page);
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  assert.equal(await page.locator("#share").first().textContent(), "Teilen");
  await page.click("#settings");
  await page.selectOption("#language", "en");
  assert.equal(await page.locator("#share").first().textContent(), "Share");
  await context.close();
});
