// The debug adapter as a client sees it that is not ours: every request, and the wargame's combat.
//
// usage: node transcript.js FRONT800   (tools/test-dap does it)
"use strict";
const assert = require("assert/strict");
const fs = require("fs");
const os = require("os");
const path = require("path");
const { spawn } = require("child_process");
const { DebugClient } = require("@vscode/debugadapter-testsupport");

const front800 = path.resolve(process.argv[2]);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "front800-dap-"));
const tour = path.resolve(__dirname, "../../asm/rasputitsa/tour.input");
// What the source says of the loop in `slow` is not true: the budget is kept on paper alone.
const SOURCE = `        icl 'part.asm'
.macro twice
        asl @
        asl @
.endm
        org $2000
start   ldx #0
again   jsr work
        inx
        jmp again
.proc work
        .budget 110
        lda #1
        twice
        sta inner
        jsr slow
        inc count
        rts
inner   dta 0
.endp
target  = $81
count   = $80
        run start
`;
const PART = `        org $2100
slow    lda count
        cmp #4
        bcc quick
        ldy #60
        dey
        .loop 2
        bne *-1
quick   sta target
        rts
`;
const program = path.join(folder, "program.asm");
const part = path.join(folder, "part.asm");
const line = (text, source = SOURCE) => source.split("\n").findIndex((it) => it.includes(text)) + 1;

const REQUESTS = `
    initialize launch attach configurationDone setBreakpoints setFunctionBreakpoints
    setInstructionBreakpoints setDataBreakpoints setExceptionBreakpoints dataBreakpointInfo
    breakpointLocations continue reverseContinue next stepIn stepOut stepBack goto gotoTargets pause
    restart threads stackTrace scopes variables setVariable setExpression evaluate completions
    exceptionInfo disassemble readMemory writeMemory loadedSources source cancel terminate disconnect
`;
/** All requests that have been made, to see that none is left out. */
const asked = new Set();

class Client extends DebugClient {
    constructor() {
        super(front800, "dap", "front800", { cwd: folder });
        // A busy computer may need longer than usual.
        this.defaultTimeout = 600_000;
    }

    send(command, args) {
        asked.add(command);
        return super.send(command, args);
    }

    /** Asks for something that succeeds; its answer's body. */
    async ask(command, args) {
        return (await this.send(command, args)).body;
    }

    /** Moves, and gives the event of standing still again. */
    async go(command, args, reason) {
        const stopped = this.waitForEvent("stopped");
        await this.ask(command, { threadId: 1, ...args });
        const body = (await stopped).body;
        assert.equal(body.reason, reason, `${command}: ${JSON.stringify(body)}`);
        return body;
    }

    async frames() {
        return (await this.ask("stackTrace", { threadId: 1 })).stackFrames;
    }

    async stands(text, source = SOURCE) {
        const frame = (await this.frames())[0];
        assert.equal(frame.line, line(text, source), `${frame.name}: ${frame.line}`);
        return frame;
    }

    async scope(name) {
        const { scopes } = await this.ask("scopes", { frameId: 0 });
        const scope = scopes.find((it) => it.name === name);
        return (await this.ask("variables", { variablesReference: scope.variablesReference })).variables;
    }

    async variable(scope, name) {
        return (await this.scope(scope)).find((it) => it.name === name).value;
    }
}

async function begun(args) {
    const client = new Client();
    await client.start();
    await client.ask("initialize", { adapterID: "front800", supportsProgressReporting: true });
    const initialized = client.waitForEvent("initialized");
    await client.ask("launch", args);
    await initialized;
    return client;
}

async function atStart() {
    const client = await begun({ program, stopOnEntry: true });
    await client.ask("setFunctionBreakpoints", { breakpoints: [{ name: "start" }] });
    await client.go("configurationDone", {}, "entry");
    await client.go("continue", {}, "function breakpoint");
    await client.ask("setFunctionBreakpoints", { breakpoints: [] });
    return client;
}

const tests = {
    async "lines are stepped through, in macros and in other files too"() {
        const client = await atStart();
        await client.stands("start");
        await client.go("next", {}, "step");
        await client.go("stepIn", {}, "step");
        await client.stands("lda #1");
        await client.go("next", {}, "step");
        const macro = (await client.frames())[0];
        await client.go("next", {}, "step");
        const after = (await client.frames())[0];
        assert.ok(macro.line !== after.line && macro.source.path === program, "the macro's lines are stepped through");
        while ((await client.frames())[0].line !== line("jsr slow")) await client.go("next", {}, "step");
        await client.go("stepIn", {}, "step");
        const frame = await client.stands("slow", PART);
        assert.equal(frame.source.path, part);
        const frames = await client.frames();
        assert.deepEqual(frames.slice(0, 3).map((it) => it.line), [line("slow", PART), line("jsr slow"), line("jsr work")]);
        await client.go("stepOut", {}, "step");
        await client.stands("inc count");
        await client.go("stepBack", {}, "step");
        await client.stands("jsr slow");
        await client.go("stepIn", { granularity: "instruction" }, "step");
        await client.go("stepBack", { granularity: "instruction" }, "step");
        await client.stands("jsr slow");
        return client;
    },

    async "breakpoints of all kinds, with conditions, counts and messages"() {
        const client = await atStart();
        const source = { path: program };
        const where = await client.ask("breakpointLocations", { source, line: 1, endLine: 30 });
        assert.ok(where.breakpoints.some((it) => it.line === line("inc count")));
        const set = await client.ask("setBreakpoints", { source, breakpoints: [
            { line: line("inc count"), condition: "x >= 1", hitCondition: "2" },
            { line: line("        inx"), logMessage: "x is {x}" },
        ] });
        assert.ok(set.breakpoints.every((it) => it.verified));
        const said = client.waitForEvent("output");
        const stopped = await client.go("continue", {}, "breakpoint");
        assert.deepEqual(stopped.hitBreakpointIds, [set.breakpoints[0].id]);
        assert.equal((await said).body.output, "x is 0\n");
        assert.equal(await client.variable("Registers", "x"), "$02");
        await client.ask("setBreakpoints", { source, breakpoints: [] });

        const other = await client.ask("setBreakpoints", { source: { path: part }, breakpoints: [{ line: line("quick", PART) }] });
        assert.equal(other.breakpoints[0].line, line("quick", PART));
        await client.go("continue", {}, "breakpoint");
        await client.ask("setBreakpoints", { source: { path: part }, breakpoints: [] });

        const info = await client.ask("dataBreakpointInfo", { name: "target" });
        await client.ask("setDataBreakpoints", { breakpoints: [{ dataId: info.dataId, accessType: "write" }] });
        assert.match((await client.go("continue", {}, "data breakpoint")).text, /^\$0081: /);
        await client.go("reverseContinue", {}, "data breakpoint");
        await client.ask("setDataBreakpoints", { breakpoints: [] });

        await client.ask("setInstructionBreakpoints", { breakpoints: [{ instructionReference: "0x2000", offset: 2 }] });
        await client.go("continue", {}, "instruction breakpoint");
        await client.stands("again");
        await client.ask("setInstructionBreakpoints", { breakpoints: [] });
        return client;
    },

    async "exceptions: a budget that is broken, BRK, a jam, a stack that wraps"() {
        const client = await atStart();
        await client.ask("setExceptionBreakpoints", { filters: ["budget"] });
        const late = await client.go("continue", {}, "exception");
        assert.match(late.text, /^work took \d+ cycles, 110 are allowed$/);
        assert.equal((await client.ask("exceptionInfo", { threadId: 1 })).exceptionId, late.text);
        for (const [filter, bytes, text] of [
            ["brk", [0x00], /BRK/], ["jam", [0x02], /jam/], ["stack", [0x68, 0x4c, 0x05, 0x20], /wrapped/],
        ]) {
            await client.go("restart", {}, "entry");
            await client.ask("setFunctionBreakpoints", { breakpoints: [{ name: "start" }] });
            await client.go("continue", {}, "function breakpoint");
            await client.ask("setFunctionBreakpoints", { breakpoints: [] });
            const data = Buffer.from(bytes).toString("base64");
            await client.ask("writeMemory", { memoryReference: "0x2005", data });
            await client.ask("setExceptionBreakpoints", { filters: [filter] });
            assert.match((await client.go("continue", {}, "exception")).text, text);
        }
        return client;
    },

    async "memory, variables and code are shown and changed"() {
        const client = await atStart();
        assert.equal(await client.variable("Registers", "pc"), "$2000");
        const { scopes } = await client.ask("scopes", { frameId: 0 });
        for (const { name } of scopes) await client.scope(name);
        const registers = scopes.find((it) => it.name === "Registers").variablesReference;
        await client.ask("setVariable", { variablesReference: registers, name: "x", value: "$10+1" });
        assert.equal(await client.variable("Registers", "x"), "$11");
        await client.ask("setExpression", { expression: "count", value: "9" });
        assert.equal(await client.variable("Zero page", "count"), "$09");
        assert.equal((await client.scope("Procedures")).some((it) => it.name === "work"), true);
        assert.equal((await client.ask("evaluate", { expression: "count + 1", context: "watch" })).result, "10 ($0A)");
        assert.match((await client.ask("evaluate", { expression: "count", context: "hover" })).result, /^count at \$0080: 9/);
        assert.match((await client.ask("evaluate", { expression: "stack", context: "repl" })).result, /"calls"/);
        const memory = await client.ask("readMemory", { memoryReference: "0xFFFE", offset: -1, count: 8 });
        assert.equal(Buffer.from(memory.data, "base64").length, 3);
        assert.equal(memory.unreadableBytes, 5);
        await client.ask("writeMemory", { memoryReference: "0x0600", data: "AQID" });
        assert.equal((await client.ask("readMemory", { memoryReference: "0x0600", count: 3 })).data, "AQID");
        for (const [offset, count] of [[-5, 12], [0, 7], [-200, 200], [3, 4]]) {
            const code = await client.ask("disassemble", {
                memoryReference: "0x2006", instructionOffset: offset, instructionCount: count });
            assert.equal(code.instructions.length, count, "exactly as many as asked for");
            if (offset <= 0 && -offset < count) assert.equal(code.instructions[-offset].address, "0x2006");
        }
        const near = await client.ask("disassemble", {
            memoryReference: "0x2006", instructionOffset: -3, instructionCount: 4 });
        assert.deepEqual(near.instructions.map((it) => it.address), ["0x2000", "0x2002", "0x2005", "0x2006"]);
        const proposed = await client.ask("completions", { frameId: 0, text: "writer cou", column: 11 });
        assert.deepEqual(proposed.targets.find((it) => it.label === "count"), { label: "count", start: 7, length: 3 });
        return client;
    },

    async "goto, sources, pause, restart, cancel, progress, the end"() {
        const client = await atStart();
        const { targets } = await client.ask("gotoTargets", { source: { path: program }, line: line("inc count") });
        await client.go("goto", { targetId: targets[0].id }, "goto");
        await client.stands("inc count");
        await client.ask("continue", { threadId: 1 });
        assert.equal((await client.ask("threads")).threads.length, 1);
        await client.go("pause", {}, "pause");
        const { sources } = await client.ask("loadedSources", {});
        assert.ok(sources.some((it) => it.path === part));
        const builtIn = sources.find((it) => it.sourceReference);
        const text = await client.ask("source", { source: builtIn, sourceReference: builtIn.sourceReference });
        assert.ok(text.content.length > 100);

        // Sent into a routine that nobody had called, it has returned to nowhere.
        await client.go("restart", {}, "entry");
        assert.equal(await client.variable("Beam", "cycle"), "0");
        await client.ask("setFunctionBreakpoints", { breakpoints: [{ name: "again", condition: "frame >= 1000" }] });
        await client.go("continue", {}, "function breakpoint");
        const cycle = await client.variable("Beam", "cycle");
        const began = client.waitForEvent("progressStart");
        const ended = client.waitForEvent("progressEnd");
        // A condition that is asked each time round and never met makes the way back long enough to be called off.
        const stopped = client.go("reverseContinue", {}, "pause");
        // The progress of the request that it was sent with: those before had none.
        const cancel = client.ask("cancel", { progressId: "1" });
        const { progressId } = (await began).body;
        await Promise.all([cancel, stopped, ended]);
        assert.equal(progressId, "1");
        assert.equal(await client.variable("Beam", "cycle"), cycle, "it stayed where it was");
        await client.ask("setFunctionBreakpoints", { breakpoints: [] });
        await client.go("reverseContinue", {}, "entry");

        // Nobody has called the loop, so that it never returns, nor does `slow` that jumps to itself.
        await client.ask("setFunctionBreakpoints", { breakpoints: [{ name: "again" }] });
        await client.go("continue", {}, "function breakpoint");
        await client.ask("setFunctionBreakpoints", { breakpoints: [] });
        await client.ask("stepOut", { threadId: 1 });
        await client.go("pause", {}, "pause");
        await client.ask("setFunctionBreakpoints", { breakpoints: [{ name: "slow" }] });
        await client.go("continue", {}, "function breakpoint");
        await client.ask("setFunctionBreakpoints", { breakpoints: [] });
        await client.go("stepOut", {}, "step");
        await client.stands("inc count");
        await client.ask("writeMemory", { memoryReference: "0x2100", data: Buffer.from([0x4C, 0, 0x21]).toString("base64") });
        await client.ask("setBreakpoints", { source: { path: program }, breakpoints: [{ line: line("jsr slow") }] });
        await client.go("continue", {}, "breakpoint");
        await client.ask("next", { threadId: 1 });
        await client.go("pause", {}, "pause");
        assert.equal((await client.frames())[0].instructionPointerReference, "0x2100");

        const terminated = client.waitForEvent("terminated");
        await client.ask("terminate", {});
        await terminated;
        return client;
    },

    async "the wargame's combat in source, back to who last wrote a corps' strength"() {
        const client = await begun({ program: "rasputitsa:1981", input: tour, stopOnEntry: true });
        await client.go("configurationDone", {}, "entry");
        await client.ask("setFunctionBreakpoints", { breakpoints: [{ name: "combat" }] });
        await client.go("continue", {}, "function breakpoint");
        const [here, caller] = await client.frames();
        assert.equal(here.source.name, "rasputitsa/1981/attack.asm");
        assert.equal(caller.source.name, "rasputitsa/movement.asm");
        const text = (await client.ask("source", { sourceReference: here.source.sourceReference })).content.split("\n");
        assert.match(text[here.line - 1], /ldx zp_actor/);
        let at = here;
        for (let n = 0; n < 100 && !/lda unit_combat,x/.test(text[at.line - 1]); n += 1) {
            await client.go("next", {}, "step");
            at = (await client.frames())[0];
        }
        assert.match(text[at.line - 1], /lda unit_combat,x/, "stepped to where the defender's strength is looked at");
        const x = parseInt((await client.variable("Registers", "x")).slice(1), 16);
        const strength = (await client.ask("evaluate", { expression: `byte(&unit_combat + ${x})` })).result;
        await client.ask("setFunctionBreakpoints", { breakpoints: [] });
        const { dataId } = await client.ask("dataBreakpointInfo", { name: `unit_combat+${x}` });
        await client.ask("setDataBreakpoints", { breakpoints: [{ dataId, accessType: "write" }] });
        const found = await client.go("reverseContinue", {}, "data breakpoint");
        const writer = JSON.parse((await client.ask("evaluate", { expression: `writer unit_combat+${x}`, context: "repl" })).result);
        assert.equal(writer.writer.new, parseInt(strength), "what it wrote is what was found in combat");
        assert.match(writer.writer.at.source.file, /^rasputitsa\//);
        console.log(`    unit ${x}: ${found.text}, by ${writer.writer.at.label} at ${writer.writer.at.source.file}:${writer.writer.at.source.line}`);
        return client;
    },

    async "a running window is attached to, by its port and through an adapter"() {
        const env = { ...process.env, SDL_VIDEODRIVER: "dummy", SDL_AUDIODRIVER: "dummy", XDG_DATA_HOME: folder };
        const window = spawn(front800, ["play", "program.asm", "--allow-dummy", "--mute", "--fresh", "--dap", "0"], { cwd: folder, env });
        const port = await new Promise((found, failed) => {
            let text = "";
            window.stderr.on("data", (data) => {
                text += data;
                const port = text.match(/127\.0\.0\.1:(\d+)/);
                if (port) found(Number(port[1]));
            });
            window.on("exit", () => failed(new Error(`no window: ${text}`)));
        });
        try {
            let before = 0;
            for (const through of [port, undefined]) {
                const client = new Client();
                await client.start(through);
                await client.ask("initialize", { adapterID: "front800" });
                const initialized = client.waitForEvent("initialized");
                await client.ask("attach", { port, stopOnEntry: true });
                await initialized;
                await client.ask("setFunctionBreakpoints", { breakpoints: [{ name: "work" }] });
                await client.go("configurationDone", {}, "entry");
                await client.go("continue", {}, "function breakpoint");
                // The first time, the window may not have gone on since somebody else stood here.
                await client.go("continue", {}, "function breakpoint");
                await client.stands("lda #1");
                const cycle = Number(await client.variable("Beam", "cycle"));
                assert.ok(cycle > before, "the window goes on");
                before = cycle;
                await client.go("stepBack", {}, "step");
                await client.stands("jsr work");
                await client.ask("disconnect", {});
                await new Promise((done) => setTimeout(done, 300));
            }
        } finally {
            window.removeAllListeners("exit");
            window.kill();
        }
    },
};

async function main() {
    fs.writeFileSync(program, SOURCE);
    fs.writeFileSync(part, PART);
    for (const [name, test] of Object.entries(tests)) {
        const client = await test();
        await client?.stop();
        console.log(`ok: ${name}`);
    }
    const missing = REQUESTS.trim().split(/\s+/).filter((request) => !asked.has(request));
    assert.deepEqual(missing, [], "requests that nobody has made");
    console.log(`test-dap: all is well: ${asked.size} requests`);
}

main().then(
    () => fs.rmSync(folder, { recursive: true }),
    (error) => {
        console.error(error);
        process.exit(1);
    },
);
