// Makes engine/first.bin: the wargame on its title, so that the page need not assemble anything to show its first picture.

import { readFileSync, writeFileSync } from "node:fs";
import init, { assemble, Emulator, titleFiles } from "./engine/front800_web.js";

/** The number of frames after which every built-in program shows its title. */
const FRAMES = 40;
/** Address and size of the operating system. */
const OS = [0xd800, 0x2800];

await init({ module_or_path: await WebAssembly.compile(readFileSync("engine/front800_web_bg.wasm")) });
const { name, main } = JSON.parse(titleFiles())[0];
const machine = Emulator.title(name, "{}");
for (let frame = 0; frame < FRAMES; frame++) machine.frame();
const program = assemble("[]", main).xex();
const length = Uint32Array.of(program.length);
// The format that src/prepared.ts reads.
writeFileSync("engine/first.bin", Buffer.concat([length, machine.memory(...OS), program, machine.save()].map(bytesOf)));

function bytesOf({ buffer, byteOffset, byteLength }) {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
