import { defineConfig, type Plugin, type Rollup } from "vite";

/** Lists every file of the build in the service worker, so that the whole site works offline. */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle: {
      // Run last, since the HTML pages are added late.
      order: "post",
      handler: (_, bundle) => nameFiles(bundle),
    },
  };
}

/** Files that are copied as they are. */
const COPIED = ["icon.svg", "manifest.webmanifest"];

function nameFiles(bundle: Rollup.OutputBundle): void {
  const files = Object.keys(bundle).filter((name) => !name.endsWith(".map") && name !== "sw.js").sort();
  const worker = bundle["sw.js"];
  if (worker?.type !== "chunk") throw new Error("vite.config: the service worker is not an entry of the build");
  // The version is a hash of the files' contents.
  const text = files.map((name) => {
    const file = bundle[name];
    return name + (file?.type === "chunk" ? file.code : file?.source);
  });
  worker.code = worker.code
    .replace(/["'`]__FILES__["'`]/, JSON.stringify(["./", ...files, ...COPIED]))
    .replace("__VERSION__", hash(text.join("\n")));
}

/** FNV-1a, in hexadecimal digits. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let n = 0; n < text.length; n++) value = Math.imul(value ^ text.charCodeAt(n), 0x01000193);
  return (value >>> 0).toString(16);
}

export default defineConfig({
  base: "./",
  plugins: [offline()],
  worker: { format: "es" },
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { play: "index.html", workshop: "workshop.html", sw: "src/sw.ts" },
      output: { entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
});
