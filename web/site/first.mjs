// Makes engine/first.bin: the wargame on its title, so that the page need not assemble anything before it shows a picture.

import { readFileSync, writeFileSync } from "node:fs";
import init, { assemble, Emulator, titleFiles } from "./engine/front800_web.js";

/** Frames after which all built-in programs stand on their titles. */
const FRAMES = 40;
/** Where the operating system lies in memory, and how long it is. */
const OS = [0xd800, 0x2800];

await init({ module_or_path: await WebAssembly.compile(readFileSync("engine/front800_web_bg.wasm")) });
const { name, main } = JSON.parse(titleFiles())[0];
const machine = Emulator.title(name, "{}");
for (let frame = 0; frame < FRAMES; frame++) machine.frame();
const program = assemble("[]", main).xex();
const length = Uint32Array.of(program.length);
// As src/prepared.ts reads it.
writeFileSync("engine/first.bin", Buffer.concat([length, machine.memory(...OS), program, machine.save()].map(bytesOf)));

function bytesOf({ buffer, byteOffset, byteLength }) {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
