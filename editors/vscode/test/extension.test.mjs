// The extension as it is packed, in an editor of which nothing is there but what it asks for. With FRONT800 (the path of
// the program) the commands that it makes are carried out as well.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import Module from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const front800 = process.env.FRONT800;
const folder = mkdtempSync(join(tmpdir(), "front800-"));
after(() => rmSync(folder, { recursive: true }));
const source = join(folder, "main.asm");
writeFileSync(source, " org $2000\nmain jmp main\n dta LEVEL\n icl 'part.inc'\n run main\n");
mkdirSync(join(folder, "lib"));
writeFileSync(join(folder, "lib", "part.inc"), "part dta 1\n");

/** What the extension has registered, by the name of the function. */
const registered = {};
const note = (kind) => (name, provider) => {
  (registered[kind] ??= new Map()).set(name, provider);
  return { dispose() {} };
};
const settings = { path: front800 ?? "/nonexistent/front800", main: source, defines: { LEVEL: 3 }, include: ["lib"] };
const messages = [];
class Plain {
  constructor(...values) {
    this.values = values;
  }
}
class Emitter {
  event = () => ({ dispose() {} });
  fire() {}
  dispose() {}
}
// What a module asks for of an editor that has nothing: a class, a function or a table, whichever it is used as.
const anything = () =>
  new Proxy(class {}, {
    get: (target, name) => (name === "prototype" || name === Symbol.toPrimitive ? target[name] : anything()),
    apply: () => anything(),
    construct: () => ({}),
  });
const known = {
  version: "1.90.0",
  EventEmitter: Emitter,
  Task: class extends Plain {},
  ProcessExecution: class extends Plain {},
  DebugAdapterExecutable: class extends Plain {},
  Position: class extends Plain {},
  Range: class extends Plain {},
  TaskScope: { Workspace: 2 },
  TaskGroup: { Build: "build" },
  Uri: { file: (path) => ({ fsPath: path }) },
  commands: { registerCommand: note("commands"), executeCommand: async (name) => messages.push(name) },
  tasks: { registerTaskProvider: note("tasks") },
  debug: {
    registerDebugAdapterDescriptorFactory: note("adapters"),
    registerDebugAdapterTrackerFactory: note("trackers"),
    registerDebugConfigurationProvider: note("configurations"),
  },
  window: {
    registerWebviewViewProvider: note("views"),
    showErrorMessage: async (text) => messages.push(text),
    showTextDocument: async (uri, { selection }) => messages.push([uri.fsPath, selection.values[0].values[0]]),
  },
  workspace: {
    workspaceFolders: [{ uri: { fsPath: folder } }],
    getConfiguration: () => ({ get: (name, other) => settings[name] ?? other }),
    onDidSaveTextDocument: () => ({ dispose() {} }),
    onDidChangeConfiguration: () => ({ dispose() {} }),
  },
};
/** A part of the editor: events that never come, and what is asked for besides. */
const part = (table) =>
  new Proxy(table, {
    get: (target, name) => {
      if (name in target) return target[name];
      return /^on[A-Z]/.test(String(name)) ? () => ({ dispose() {} }) : anything();
    },
  });
for (const name of ["workspace", "window", "languages"]) known[name] = part(known[name] ?? {});
known.workspace.textDocuments = [];
known.window.visibleTextEditors = [];
known.window.tabGroups = part({ all: [] });
const vscode = new Proxy(known, { get: (target, name) => (name in target ? target[name] : anything()) });
// The servers that the extension starts: in an editor that answers nothing they are not ended in order.
const servers = [];
let isOver = false;
const children = Module.createRequire(import.meta.url)("node:child_process");
const { spawn } = children;
children.spawn = (...rest) => {
  const child = spawn(...rest);
  servers.push(child);
  if (isOver) child.kill();
  return child;
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
const extension = Module.createRequire(import.meta.url)("../out/extension.js");

await extension.activate({ subscriptions: [] });

test("what the manifest promises is there", () => {
  const { commands, views, debuggers, taskDefinitions } = manifest.contributes;
  assert.deepEqual([...registered.commands.keys()].sort(), commands.map(({ command }) => command).sort());
  assert.deepEqual([...registered.views.keys()].sort(), views.front800.map(({ id }) => id).sort());
  for (const kind of ["adapters", "trackers", "configurations"]) assert.ok(registered[kind].has(debuggers[0].type));
  assert.ok(registered.tasks.has(taskDefinitions[0].type));
  // A folder may have no source: a program in C, or a game that is attached to.
  assert.ok(manifest.activationEvents.includes(`onDebugResolve:${debuggers[0].type}`));
  for (const path of [manifest.main, manifest.contributes.grammars[0].path]) readFileSync(join(root, path));
});

test("the problem matcher reads the assembler's short messages", () => {
  const { regexp } = manifest.contributes.problemMatchers[0].pattern;
  const found = new RegExp(regexp).exec("a/main.asm:3:6: error: `x` is not defined (did you mean `y`?)");
  assert.deepEqual(found.slice(1, 5), ["a/main.asm", "3", "6", "error"]);
});

test("a program is debugged with the adapter, the main source without a configuration", () => {
  const adapters = registered.adapters.get("front800");
  const other = { uri: { fsPath: "/other" } };
  for (const [workspaceFolder, cwd] of [[undefined, folder], [other, "/other"]]) {
    const adapter = adapters.createDebugAdapterDescriptor({ workspaceFolder });
    assert.deepEqual(adapter.values, [settings.path, ["dap"], { cwd }]);
  }
  const configuration = registered.configurations.get("front800").resolveDebugConfiguration(undefined, {});
  assert.deepEqual([configuration.type, configuration.request, configuration.program], ["front800", "launch", source]);
  assert.deepEqual([configuration.defines, configuration.include], [settings.defines, [join(folder, "lib")]]);
});

test("a source is debugged as the settings say, unless its configuration says otherwise", () => {
  const provider = registered.configurations.get("front800");
  const resolved = (given) =>
    provider.resolveDebugConfigurationWithSubstitutedVariables(undefined, { request: "launch", ...given });
  const include = [join(folder, "lib")];
  assert.deepEqual(resolved({ program: source }), { request: "launch", program: source, defines: { LEVEL: 3 }, include });
  assert.deepEqual(resolved({ program: source, defines: {} }).defines, {});
  for (const program of ["rasputitsa", "game.xex", undefined]) assert.equal(resolved({ program }).defines, undefined);
});

test("the endings of sources are those that front800 knows", () => {
  const known = /((?:"\w+" \| )*"\w+") => Kind::Source/.exec(readFileSync(join(root, "../../src/media/kind.rs"), "utf8"))[1];
  const endings = known.match(/\w+/g);
  assert.ok(endings.includes("asm"));
  const provider = registered.configurations.get("front800");
  for (const ending of endings) {
    const given = { request: "launch", program: `game.${ending}` };
    assert.ok(provider.resolveDebugConfigurationWithSubstitutedVariables(undefined, given).defines, ending);
  }
  for (const { extensions } of manifest.contributes.languages) {
    for (const extension of extensions) assert.ok(extension === ".inc" || endings.includes(extension.slice(1)), extension);
  }
});

test("what a configuration asks for is left to the adapter, which can attach", () => {
  const provider = registered.configurations.get("front800");
  const { configurationAttributes, configurationSnippets } = manifest.contributes.debuggers[0];
  for (const given of [
    { type: "front800", request: "attach", name: "game", port: 8800 },
    { type: "front800", request: "attach", name: "game", debugServer: 8800 },
    { type: "front800", request: "launch", name: "game", program: "rasputitsa" },
  ]) {
    assert.deepEqual(provider.resolveDebugConfiguration(undefined, { ...given }), given);
    assert.ok(configurationAttributes[given.request]);
    assert.ok(configurationSnippets.some(({ body }) => body.request === given.request));
  }
  assert.equal(configurationAttributes.attach.properties.port.type, "integer");
  // What the adapter takes a key for that is not there.
  for (const { properties } of Object.values(configurationAttributes)) assert.equal(properties.stopOnEntry.default, false);
});

test("tasks do with a source what the settings' labels and folders make of it", () => {
  const tasks = registered.tasks.get("front800").provideTasks();
  assert.deepEqual(
    tasks.map((task) => task.values[2]),
    ["assemble", "run", "budget", "format"],
  );
  const options = ["-d", "LEVEL=3", "-i", join(folder, "lib")];
  for (const task of tasks.slice(0, 3)) {
    const [path, words] = task.values[4].values;
    assert.equal(path, settings.path);
    assert.deepEqual(words.slice(-4), options, words[0]);
  }
  assert.deepEqual(tasks[3].values[4].values[1], ["fmt", source]);
  const named = registered.tasks.get("front800").resolveTask({ definition: { task: "run", source: "other.asm" } });
  assert.deepEqual(named.values[4].values[1], ["play", "other.asm", ...options]);
});

/** A view that is open. */
function opened(name) {
  let heard;
  const webview = { html: "", options: {}, onDidReceiveMessage: (listener) => (heard = listener) };
  const done = registered.views.get(name).resolveWebviewView({ webview, onDidDispose() {} });
  return { webview, done, say: (message) => heard(message) };
}

test("a server that is not there is said, with the setting that helps", { skip: front800 && "it is there" }, async () => {
  assert.ok(messages.some((text) => String(text).includes("set front800.path")), messages.join());
  const { webview, done } = opened("front800.map");
  await done;
  assert.match(webview.html, /ENOENT/);
});

test("settings that no server can be made of are said, and others are heard afterwards", async () => {
  const before = { ...settings };
  // The client says something besides.
  const said = () => messages.map(String).filter((text) => text.includes("does not start"));
  const count = said().length;
  const restart = registered.commands.get("front800.restart");
  Object.assign(settings, { include: [5], path: "/nonexistent/front800" });
  await Promise.all([restart(), restart()]);
  Object.assign(settings, { include: ["lib"] });
  await restart();
  Object.assign(settings, before);
  const [first, second, third, ...more] = said().slice(count);
  assert.deepEqual([/TypeError/.test(first), /TypeError/.test(second), more], [true, true, []]);
  assert.doesNotMatch(third, /TypeError/);
});

test("the memory map is shown, and its links lead to the source", { skip: !front800 && "FRONT800 is not set" }, async () => {
  const { webview, done, say } = opened("front800.map");
  await done;
  assert.match(webview.html, /<svg[^]*main\.asm#L2/);
  await say({ link: `${source}#L2` });
  assert.deepEqual(messages.at(-1), [source, 1]);
});

test("the frame chart is shown", { skip: !front800 && "FRONT800 is not set" }, async () => {
  const { webview, done } = opened("front800.chart");
  await done;
  assert.match(webview.html, /<svg/);
});

test("of two charts the one that was asked for last is shown", { skip: process.platform === "win32" && "it is a script" }, async () => {
  const slow = join(folder, "slow");
  writeFileSync(slow, '#!/bin/sh\nsleep 0.5\necho "<svg>$2</svg>" > "$4"\n', { mode: 0o755 });
  const quick = join(folder, "quick");
  writeFileSync(quick, '#!/bin/sh\necho "<svg>$2</svg>" > "$4"\n', { mode: 0o755 });
  const before = { ...settings };
  const refresh = registered.commands.get("front800.chart");
  const { webview, done } = opened("front800.chart");
  Object.assign(settings, { path: slow, main: "/first.asm" });
  const first = refresh();
  await Promise.resolve();
  Object.assign(settings, { path: quick, main: "/second.asm" });
  await Promise.all([done, first, refresh()]);
  Object.assign(settings, before);
  assert.match(webview.html, /second\.asm/);
});

test("the screen is asked for when the program stands still", async () => {
  const { webview, done } = opened("front800.screen");
  await done;
  assert.match(webview.html, /stands still/);
  let asked;
  const session = {
    customRequest: async (_, { expression }) => {
      asked = expression;
      writeFileSync(expression.split(" ")[1], "picture");
    },
  };
  const tracker = registered.trackers.get("front800").createDebugAdapterTracker(session);
  tracker.onDidSendMessage({ type: "event", event: "stopped" });
  for (let turn = 0; turn < 3000 && !webview.html.includes("base64"); turn++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.match(asked, /^screenshot .*screen\.png$/);
  assert.ok(webview.html.includes(Buffer.from("picture").toString("base64")));
  // The end of another session takes nothing away.
  registered.trackers.get("front800").createDebugAdapterTracker({}).onWillStopSession();
  asked = undefined;
  await registered.commands.get("front800.screen")();
  assert.match(asked, /screenshot/);
});

test("the debug adapter draws the screen for the view", { skip: !front800 && "FRONT800 is not set" }, () => {
  const picture = join(folder, "screen.png");
  const say = (seq, command, given) => {
    const text = JSON.stringify({ seq, type: "request", command, arguments: given });
    return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  };
  const input = [
    say(1, "initialize", {}),
    say(2, "launch", { program: source, stopOnEntry: true, defines: { LEVEL: 3 }, include: [join(folder, "lib")] }),
    say(3, "configurationDone", {}),
    say(4, "evaluate", { expression: `screenshot ${picture}`, context: "repl" }),
    say(5, "disconnect", {}),
  ].join("");
  execFileSync(front800, ["dap"], { input });
  assert.equal(readFileSync(picture).subarray(1, 4).toString(), "PNG");
});

test("the assemble task's command assembles", { skip: !front800 && "FRONT800 is not set" }, () => {
  const [path, words] = registered.tasks.get("front800").provideTasks()[0].values[4].values;
  execFileSync(path, words, { cwd: folder, stdio: "pipe" });
  assert.ok(readFileSync(join(folder, "main.xex")).length > 0);
});

after(async () => {
  const patience = new Promise((resolve) => setTimeout(resolve, 2000));
  await Promise.race([extension.deactivate().catch(() => {}), patience]);
  isOver = true;
  servers.forEach((server) => server.kill());
});
