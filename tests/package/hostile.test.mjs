// What means harm, through the package: values that only JavaScript has, and a module that stops.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { startPackage } from "./project.mjs";

const SKILL = "/repo/.agents/skills/pdf/SKILL.md";
const TEXT = "---\nname: pdf\ndescription: Fill in PDF forms.\n---\nUse the script.\n";
const OPTIONS = { host: "codex", cwd: "/repo", home: "/home/me" };

let scripts = 0;
const { project, skillglass } = await startPackage();
const folder = join(project.folder, "node_modules/skillglass");
const wasm = readFileSync(join(folder, "skillglass_bg.wasm"));

function opened() {
  const workspace = new skillglass.Workspace(OPTIONS);
  workspace.write(SKILL, TEXT);
  return workspace;
}

const names = (workspace) => workspace.catalog().skills.map(({ name }) => name);

describe("values that only JavaScript has", () => {
  test("halves of characters become replacements in every text", () => {
    const workspace = opened();
    const lone = "\ud800 \udc00";
    workspace.write("/repo/.agents/skills/lone/SKILL.md", `---\nname: lone\ndescription: ${lone}\n---\n${lone}`);
    workspace.write(`/repo/.agents/skills/${lone}/SKILL.md`, TEXT);
    const found = workspace.catalog().skills.find(({ name }) => name === "lone");
    assert.equal(found.description, "\ufffd \ufffd");
    workspace.turn(`$pdf ${lone}`);
    workspace.search(lone);
    workspace.candidates(lone);
    workspace.lint();
    assert.ok(names(workspace).includes("pdf"));
    workspace.free();
  });

  test("names of JavaScript's objects are names like others, and change no prototype", () => {
    const workspace = opened();
    for (const name of ["__proto__", "constructor", "toString"]) {
      const text = `---\nname: ${name}\ndescription: About ${name}.\n__proto__: {polluted: true}\nmetadata:\n  __proto__: polluted\n---\n`;
      workspace.writeAll(new Map([[`/repo/.agents/skills/${name}/SKILL.md`, text]]));
    }
    const files = JSON.parse(`{"/repo/.agents/skills/x/SKILL.md": "x", "__proto__": "y"}`);
    assert.deepEqual(
      workspace.writeAll(files).refused.map(({ path }) => path),
      ["__proto__"],
    );
    assert.deepEqual(names(workspace).sort(), ["__proto__", "constructor", "pdf", "toString"]);
    for (const { host } of skillglass.hosts()) workspace.lint({ hosts: [{ host }] });
    workspace.compare();
    workspace.fix();
    const session = workspace.startSession();
    session.turn("$__proto__ $constructor");
    assert.equal(Object.getPrototypeOf(session.usage()), Object.prototype);
    assert.equal({}.polluted, undefined);
    workspace.free();
  });
});

describe("a module that stopped", () => {
  /** The package's script with nothing started yet, of which each test has its own, and a module in it. */
  async function started(module) {
    const script = pathToFileURL(join(folder, "skillglass.js"));
    script.search = String(scripts++);
    const own = await import(script);
    own.initSync({ module });
    const opened = () => {
      const workspace = new own.Workspace(OPTIONS);
      workspace.write(SKILL, TEXT);
      return workspace;
    };
    return { ...own, opened };
  }

  test("says so at every later call, whatever its object", async () => {
    const { opened, hosts } = await started(withTrap(wasm, "workspace_search"));
    const workspace = opened();
    const session = workspace.startSession();
    const stopped = { name: "ModuleStopped", reason: "trap", message: /^the module stopped \(.*unreachable.*\); start it again/ };
    assert.throws(() => workspace.search("x"), stopped);
    for (const call of [() => workspace.catalog(), () => session.turn("x"), () => hosts(), () => opened()]) assert.throws(call, stopped);
    workspace.free();
    session.free();
  });

  test("starts again, and its objects stay dead beside new ones", async () => {
    const { opened, initSync } = await started(withTrap(wasm, "workspace_search"));
    const workspace = opened();
    assert.throws(() => workspace.search("x"), { name: "ModuleStopped" });
    initSync({ module: wasm });
    const another = opened();
    assert.deepEqual(names(another), ["pdf"]);
    assert.throws(() => workspace.catalog(), { name: "ModuleStopped", message: /another one runs: make another Workspace/ });
    workspace.free();
    assert.deepEqual(names(another), ["pdf"]);
    another.free();
  });

  test("out of memory is told apart", async () => {
    const { opened } = await started(withMaximum(wasm, 256));
    const workspace = opened();
    const fill = () => {
      for (let index = 0; index < 64; index++) workspace.write(`/repo/f${index}`, "x".repeat(1 << 20));
    };
    assert.throws(fill, { name: "ModuleStopped", reason: "out-of-memory", message: /out of memory: it has \d+ MB/ });
    assert.throws(() => workspace.catalog(), { reason: "out-of-memory" });
  });

  test("does not stop at a wrong argument, or a getter that throws", () => {
    const workspace = opened();
    assert.throws(() => workspace.lint({ hosts: ["vi"] }), { name: "ArgumentError" });
    const request = {
      get hosts() {
        throw new Error("no");
      },
    };
    assert.throws(() => workspace.lint(request), /no/);
    assert.deepEqual(names(workspace), ["pdf"]);
    workspace.free();
  });
});

/** The sections of a module, each with its kind and where its contents lie. */
function* sectionsOf(bytes) {
  for (let at = 8; at < bytes.length; ) {
    const kind = bytes[at];
    const size = numberAt(bytes, at + 1);
    yield { kind, at, start: size.end, end: size.end + size.value };
    at = size.end + size.value;
  }
}

/** A number in LEB128, and the byte behind it. */
function numberAt(bytes, start) {
  let value = 0;
  let at = start;
  do value += (bytes[at] & 0x7f) * 2 ** (7 * (at - start));
  while (bytes[at++] & 0x80);
  return { value, end: at };
}

function leb(value) {
  const bytes = [];
  do {
    bytes.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>= 7;
  } while (value > 0);
  return bytes;
}

const section = (bytes, kind) => [...sectionsOf(bytes)].find((one) => one.kind === kind);

/** The module with an instruction that traps as all of an exported function. */
function withTrap(bytes, name) {
  const module = new WebAssembly.Module(bytes);
  const imported = WebAssembly.Module.imports(module).filter(({ kind }) => kind === "function").length;
  const exports = section(bytes, 7);
  let at = numberAt(bytes, exports.start).end;
  let index;
  while (at < exports.end && index === undefined) {
    const length = numberAt(bytes, at);
    const isIt = new TextDecoder().decode(bytes.subarray(length.end, length.end + length.value)) === name;
    const target = numberAt(bytes, length.end + length.value + 1);
    if (isIt) index = target.value - imported;
    at = target.end;
  }
  const changed = new Uint8Array(bytes);
  at = numberAt(bytes, section(bytes, 10).start).end;
  for (; index > 0; index--) {
    const size = numberAt(bytes, at);
    at = size.end + size.value;
  }
  const size = numberAt(bytes, at);
  // No locals, `unreachable`, and `nop` up to the end.
  changed.fill(0x01, size.end, size.end + size.value);
  changed.set([0x00, 0x00], size.end);
  changed[size.end + size.value - 1] = 0x0b;
  return changed;
}

/** The module with a memory of so many pages of 64 KiB at most. */
function withMaximum(bytes, pages) {
  const memory = section(bytes, 5);
  const least = numberAt(bytes, memory.start + 2);
  const contents = [1, 1, ...leb(least.value), ...leb(pages)];
  return Buffer.concat([bytes.subarray(0, memory.at), Buffer.from([5, ...leb(contents.length), ...contents]), bytes.subarray(memory.end)]);
}
