// Runs the tests in each browser that is installed, or in the one that BROWSER names.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { BROWSERS, installed } from "./pages.mjs";

/** What listens to the sound wants the computer for itself; everything else shares it. */
const ALONE = ["sound.test.mjs"];

/** Milliseconds after which a file of tests is given up. */
const PATIENCE = 1_800_000;

const tests = readdirSync("test").filter((name) => name.endsWith(".test.mjs"));
const together = tests.filter((name) => !ALONE.includes(name));
const wanted = process.env.BROWSER;
for (const browser of wanted ? [wanted] : Object.keys(BROWSERS)) {
  if (!wanted && !installed(browser)) {
    console.log(`tools/web: NOT RUN: the tests in ${browser}: it is not installed`);
    continue;
  }
  console.log(`The page in ${browser}:`);
  run(browser, together);
  run(browser, ALONE);
}

function run(browser, names) {
  const options = ["--test", "--test-reporter=spec", `--test-timeout=${PATIENCE}`, `--test-concurrency=${names.length}`];
  const files = names.map((name) => `test/${name}`);
  const env = { ...process.env, BROWSER: browser };
  const { status } = spawnSync(process.execPath, [...options, ...files], { stdio: "inherit", env });
  if (status !== 0) process.exitCode = 1;
}
