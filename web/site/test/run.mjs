// Runs the tests in each browser that is installed, or in the one that BROWSER names.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { BROWSERS, installed } from "./pages.mjs";

const tests = readdirSync("test").filter((name) => name.endsWith(".test.mjs")).map((name) => `test/${name}`);
const wanted = process.env.BROWSER;
for (const browser of wanted ? [wanted] : Object.keys(BROWSERS)) {
  if (!wanted && !installed(browser)) {
    console.log(`tools/web: NOT RUN: the tests in ${browser}: it is not installed`);
    continue;
  }
  console.log(`The page in ${browser}:`);
  const { status } = spawnSync(process.execPath, ["--test", "--test-reporter=spec", "--test-timeout=600000", ...tests], {
    stdio: "inherit",
    env: { ...process.env, BROWSER: browser },
  });
  if (status !== 0) process.exitCode = 1;
}
