// How fast the engine is in a browser, next to the program itself; how large the page is, and how soon it can be played.

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { call, ready, site, visit } from "./pages.mjs";

const NATIVE = process.env.FRONT800 ?? "../../target/release/front800";
const FRAMES = 12_000;
const RUNS = 3;
/** Runs before anything is measured. */
const WARM_RUNS = 8;
/** Programs of `front800 bench` that are compared beside the titles. */
const WORKLOADS = ["bitmap", "chain", "charsprites", "kernel", "music", "objects", "thinking"];
/** What is promised. */
const LEAST_RATIO = 2 / 3;
const MOST_BYTES = 900 * 1024;
const MOST_SECONDS = 1;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const all = await site();
const { page } = await visit(all);
await ready(page);

const programs = (await call(page, "titles")).map((title) => ({ name: title, source: { title }, target: [title] }));
for (const name of WORKLOADS) {
  const main = `workloads/${name}.asm`;
  programs.push({ name, source: { main, files: [] }, target: [`../../asm/${main}`, "--allow-read", "../../asm"] });
}
// The browser compiles what is used much a second time, better, beside the program: that takes seconds.
for (let run = 0; run < WARM_RUNS; run++) await secondsInPage(programs[0].source);
const ratios = [];
for (const { name, source, target } of programs) {
  const [inPage, native] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    inPage.push(await secondsInPage(source));
    native.push(JSON.parse(execFileSync(NATIVE, ["run", ...target, "--frames", String(FRAMES), "--json"])).seconds_wall);
  }
  const [here, there] = [median(inPage), median(native)];
  ratios.push(there / here);
  console.log(`${name}: ${Math.round(FRAMES / here)} frames a second, ${Math.round(FRAMES / there)} natively: ${(there / here).toFixed(2)}`);
}
const [pictures, begins] = [[], []];
for (let run = 0; run < RUNS; run++) {
  const fresh = await visit(all);
  await ready(fresh.page);
  begins.push((await fresh.page.evaluate(() => performance.now())) / 1000);
  pictures.push((await fresh.page.evaluate(() => performance.getEntriesByName("picture")[0].startTime)) / 1000);
  await fresh.context.close();
}
await all.close();

const bytes = sizeOfPlayPage();
console.log(`speed of the native program: median ${median(ratios).toFixed(2)}, worst ${Math.min(...ratios).toFixed(2)}`);
console.log(`first picture after ${median(pictures).toFixed(2)} seconds, can be played after ${median(begins).toFixed(2)}`);
console.log(`the page to play: ${Math.round(bytes / 1024)} KB compressed`);
if (median(ratios) < LEAST_RATIO || bytes > MOST_BYTES || median(pictures) > MOST_SECONDS) {
  console.log(`expected: ${LEAST_RATIO.toFixed(2)}, ${MOST_SECONDS} second, ${MOST_BYTES / 1024} KB`);
  process.exitCode = 1;
}

async function secondsInPage(source) {
  await call(page, "open", source, {});
  return page.evaluate(async (frames) => {
    const begun = performance.now();
    await globalThis.front800.engine.call("frames", frames);
    return (performance.now() - begun) / 1000;
  }, FRAMES);
}

/** Everything but the workshop's own files. */
function sizeOfPlayPage() {
  const files = readdirSync("dist", { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const mine = files.filter(({ name }) => !name.includes("workshop"));
  return mine.reduce((sum, { parentPath, name }) => sum + brotliCompressSync(readFileSync(`${parentPath}/${name}`)).length, 0);
}
